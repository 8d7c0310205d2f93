"""Worlds of linked pages and their questions: judged by what the pages say, not by the world."""

from __future__ import annotations

import itertools
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from functools import cache
from html.parser import HTMLParser
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.desks import until
from uitars_runtime.errors import UsageError
from uitars_train.browsing.names import slug
from uitars_train.browsing.queries import Condition, FactIs, LinkIs, Named, Step
from uitars_train.browsing.questions import (
    DEGREES,
    HOPS,
    Question,
    make,
    read_questions,
    write,
)
from uitars_train.browsing.routes import SEARCH
from uitars_train.browsing.serving import serving
from uitars_train.browsing.site import Site
from uitars_train.browsing.world import grow
from uitars_train.cli import main
from uitars_train.rewards.answers import is_right, plain, readings

CELLS = len(HOPS) * len(DEGREES)
SEEDS = st.integers(0, 2**31 - 1)


class Said(HTMLParser):
    """What a page says: its heading, all links, and text and links of what has an id."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.heading = ""
        self.links: list[str] = []
        self.texts: dict[str, str] = {}
        self.leads: dict[str, list[str]] = {}
        self.scripts = 0
        self._open: list[tuple[str, str]] = []
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.scripts += tag == "script" or any(name.startswith("on") for name in told)
        if tag in ("h1", "span", "a"):
            self._open.append((tag, told.get("id", "")))
        if tag == "a":
            self.links.append(told["href"])
            for _, place in self._open:
                self.leads.setdefault(place, []).append(told["href"])

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1][0] == tag:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        for tag, place in self._open:
            if tag == "h1":
                self.heading += data
            if place:
                self.texts[place] = self.texts.get(place, "") + data


@cache
def site_of(seed: int) -> Site:
    return Site(grow(seed))


@cache
def pages_of(seed: int) -> dict[str, Said]:
    """Every page that links lead to from the first, and fails where one leads nowhere."""
    site, found, waiting = site_of(seed), dict[str, Said](), ["/"]
    while waiting:
        address = waiting.pop()
        if address in found:
            continue
        page = site.page(address)
        assert page is not None, address
        found[address] = Said(page)
        waiting += found[address].links
    return found


@cache
def questions_of(seed: int) -> tuple[Question, ...]:
    return make(seed, 2 * CELLS)


def holds(said: Said, condition: Condition) -> bool:
    match condition:
        case Named(name):
            return said.heading == name
        case FactIs(fact, value, last):
            told = said.texts[fact]
            return told == str(value) if last is None else int(value) <= int(told) <= last
        case LinkIs(relation, name):
            return said.texts.get(relation) == name


def all_answers(question: Question) -> tuple[list[str], set[str]]:
    """By force: the pages that fit the description, and whatever can be read after the steps from
    any of them, however many ways there are. Only single pages are read, nothing of the world."""
    pages = {
        address: said
        for address, said in pages_of(question.seed).items()
        if address.count("/") == 2 and not address.endswith("/") and "?" not in address
    }
    query = question.query
    kind = {"person": "people"}.get(query.kind, f"{query.kind}s")
    starts = [
        address
        for address, said in pages.items()
        if address.startswith(f"/{kind}/") and all(holds(said, one) for one in query.conditions)
    ]
    here = set(starts)
    for step in query.steps:
        here = {other for address in here for other in reached(pages, address, step)}
    if isinstance(query.asked, str):
        return starts, {pages[address].texts[query.asked] for address in here}
    last = {other for address in here for other in reached(pages, address, query.asked)}
    return starts, {pages[address].heading for address in last}


def reached(pages: dict[str, Said], address: str, step: Step) -> list[str]:
    if not step.back:
        return pages[address].leads.get(step.relation, [])
    return [one for one, said in pages.items() if address in said.leads.get(step.relation, [])]


@settings(max_examples=4, deadline=None)
@given(SEEDS)
def test_every_question_has_one_answer_by_force_over_the_pages(seed: int) -> None:
    made = questions_of(seed)
    assert {(one.hops, one.degree) for one in made} == set(itertools.product(HOPS, DEGREES))
    for one in made:
        starts, answers = all_answers(one)
        assert len(starts) == 1, one.task
        assert answers == set(one.answer.split(", ")), one.task
        assert len(answers) == 1 or one.kind == "set", one.task
        described = [each for each in one.query.conditions if not isinstance(each, Named)]
        assert len(described) == one.degree
        if one.degree == 2:
            lone = [msgspec.structs.replace(one.query, conditions=(each,)) for each in described]
            for query in lone:
                fits, _ = all_answers(msgspec.structs.replace(one, query=query))
                assert len(fits) > 1, f"{one.task}: {query.conditions} tells it alone"


@settings(max_examples=4, deadline=None)
@given(SEEDS)
def test_answers_are_judged_right_and_what_is_nearly_right_wrong(seed: int) -> None:
    for one in questions_of(seed):
        assert is_right(one.reference, one.answer), one
        assert len(one.mistakes) >= 2
        assert not [wrong for wrong in one.mistakes if is_right(one.reference, wrong)], one
        assert not is_right(one.reference, "")
        if one.kind == "number":
            assert is_right(one.reference, f"It is {one.answer}.")
            assert not is_right(one.reference, str(max(readings(one.answer)) + 1))
        for name in one.answer.split(", "):
            assert plain(name) not in plain(one.task), one.task


@settings(max_examples=4, deadline=None)
@given(SEEDS)
def test_every_link_leads_to_a_page_and_the_way_goes_along_links(seed: int) -> None:
    pages = pages_of(seed)
    assert {one.address for one in grow(seed).entities} <= set(pages)
    assert not any(said.scripts for said in pages.values())
    for one in questions_of(seed):
        for before, after in itertools.pairwise(one.route):
            if before == SEARCH:
                assert after.startswith(f"{SEARCH}?q=")
                continue
            page = site_of(seed).page(before)
            assert page is not None
            assert after in Said(page).links, one
        last = pages[one.route[-1]].texts[one.place]
        assert is_right(one.reference, last), (last, one)
        assert len(one.route) >= 2 + one.hops


def test_names_are_of_one_each_and_nearly_the_same_names_stand_beside_them() -> None:
    world = grow(3)
    assert len({slug(one.name) for one in world.entities}) == len(world.entities)
    near = [one for one in world.entities if one.near]
    assert len(near) > len(world.entities) / 4
    for one in near:
        other = world.at(one.near)
        assert other is not None
        assert (other.kind, other.near) == (one.kind, one.address)
        assert other.name != one.name
        assert one.near in pages_of(3)[one.address].links


def test_a_search_finds_a_name_and_what_is_called_nearly_so() -> None:
    site = site_of(3)
    person = site.world.of_kind("person")[0]
    assert site.found(person.name) == [person]
    first = person.name.split()[0]
    assert all(first in one.name for one in site.found(first))
    assert site.found("nothing of this kind") == []
    assert b"Nothing was found" in (site.page(f"{SEARCH}?q=zzz") or b"")


def made_elsewhere(seed: int, file: Path, hash_seed: str) -> bytes:
    command = [sys.executable, "-m", "uitars_train.browsing", "make", "--seed", str(seed)]
    command += ["--count", "12", "--out", str(file)]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    subprocess.run(command, check=True, env=environment, capture_output=True)
    return file.read_bytes()


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    first = made_elsewhere(5, tmp_path / "first.jsonl", "1")
    assert first == made_elsewhere(5, tmp_path / "deep" / "second.jsonl", "2")
    assert first != made_elsewhere(6, tmp_path / "third.jsonl", "1")
    assert read_questions(tmp_path / "first.jsonl") == make(5, 12)
    addresses = sorted(pages_of(5))
    assert [Site(grow(5)).page(one) for one in addresses] == [
        site_of(5).page(one) for one in addresses
    ]


def fetched(address: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(address, timeout=20) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def test_pages_are_served_on_this_machine_and_end_with_who_asked_for_them() -> None:
    with serving(5) as address:
        assert urlsplit(address).hostname == "127.0.0.1"
        assert fetched(f"{address}/towns/?page=2") == (200, site_of(5).page("/towns/?page=2"))
        status, page = fetched(f"{address}/towns/nowhere")
        assert status == 404
        assert Said(page).heading == "Not found"
    with pytest.raises(OSError, match="refused"):
        fetched(address)


def test_a_server_ends_with_a_process_that_is_killed() -> None:
    script = (
        "import time\nfrom uitars_train.browsing.serving import serving\n"
        "with serving(5) as address:\n    print(address, flush=True)\n    time.sleep(600)\n"
    )
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert fetched(address + "/")[0] == 200
        process.send_signal(signal.SIGKILL)
        process.wait()

        def gone() -> bool:
            try:
                fetched(address + "/")
            except (OSError, HTTPException):  # cut off in the middle, too
                return True
            return False

        until(gone, "the server ends")


def test_pages_answer_whatever_they_are_asked() -> None:
    site = site_of(5)
    for address in ("/towns/?page=0", "/towns/?page=99", "/towns/?page=x", "/towns/?trade=none"):
        assert Said(site.page(address) or b"").heading.startswith("Towns")
    asked = site.page(f"{SEARCH}?q=%3Cscript%3Ealert(1)%3C/script%3E&page=%00") or b""
    assert Said(asked).scripts == 0
    assert site.page("/towns") is None
    assert site.page("//[") is None


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--seed", "-1", "--count", "1"), "The seed -1 is not between 0 and"),
        (("--seed", str(2**31), "--count", "1"), "is not between 0 and"),
        (("--seed", "1", "--count", "0"), "0 questions cannot be made"),
        (("--seed", "1", "--count", "1", "--hops", "5"), "There are hops of 1 to 4, not 5"),
        (("--seed", "1", "--count", "1", "--hops", "two"), "'two' are no hops"),
        (("--seed", "1", "--count", "1", "--degrees", "3"), "There are degrees of 0 to 2, not 3"),
    ],
)
def test_bad_options_are_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: tuple[str, ...], said: str
) -> None:
    file = tmp_path / "out.jsonl"
    assert main(["browsing", "make", *given, "--out", str(file)]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert not file.exists()


def test_more_than_a_world_has_is_refused() -> None:
    with pytest.raises(UsageError, match=r"has no more questions of 1 hops and degree 0 after"):
        make(1, 5000, hops=(1,), degrees=(0,))


@pytest.mark.parametrize("port", ["-1", "70000"])
def test_a_port_that_cannot_be_had_is_one_sentence(
    capsys: pytest.CaptureFixture[str], port: str
) -> None:
    assert main(["browsing", "serve", "--seed", "1", "--port", port]) == 2
    assert capsys.readouterr().err.startswith(f"The port {port} cannot be had")


def test_files_of_another_kind_or_world_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    (one,) = make(5, 1)
    with pytest.raises(UsageError, match="cannot be read"):
        read_questions(file)
    for text, said in (("", "holds no question"), ("{}", "holds no questions"), ("\xff", "holds")):
        file.write_text(text, "latin-1")
        with pytest.raises(UsageError, match=said):
            read_questions(file)
    write((one, one), file)
    with pytest.raises(UsageError, match=f"holds the question {re.escape(one.name)} twice"):
        read_questions(file)
    write((msgspec.structs.replace(one, digest="0" * 16),), file)
    with pytest.raises(UsageError, match="was made in another world of the seed 5"):
        read_questions(file)
    with pytest.raises(UsageError, match="cannot be written"):
        write((one,), tmp_path)
