"""Checkpoints: what is restored is what was kept, byte by byte, or nothing is."""

from __future__ import annotations

import json
import os
import stat
import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, Playwright, sync_playwright

from helpers.desks import until
from helpers.living import now, sandbox, session, titles, told
from uitars_runtime.browser.client import Browser
from uitars_runtime.browser.hosted import hosted, joined
from uitars_runtime.desktop.sandbox import BROWSER
from uitars_runtime.sessions import checkpoints
from uitars_runtime.sessions.folder import find, living
from uitars_runtime.sessions.link import HostLink
from uitars_runtime.sessions.messages import Done, Renew
from uitars_runtime.sessions.programs import moved
from uitars_runtime.sessions.record import SessionRecord


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path]:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    # As the sessions of the helper: the tests' links to programs are hidden behind a wall.
    monkeypatch.setenv("UITARS_PROGRAMS", "open")
    yield tmp_path / "home"
    assert living() == []


def tree(place: Path) -> dict[str, tuple[object, ...]]:
    """All that lies below a place, with every byte."""
    found: dict[str, tuple[object, ...]] = {}
    for path in sorted(place.rglob("*")):
        state = path.lstat()
        content: object = os.readlink(path) if path.is_symlink() else ""
        if stat.S_ISREG(state.st_mode):
            content = (path.read_bytes(), state.st_mtime_ns)
        found[str(path.relative_to(place))] = (stat.filemode(state.st_mode), content)
    return found


def filled(record: SessionRecord) -> dict[str, tuple[object, ...]]:
    """Put files of all kinds into a session's workspace and home; the workspace as it is then."""
    place = Path(record.workspace)
    (place / "folder" / "deep").mkdir(parents=True)
    (place / "folder" / "deep" / "bytes").write_bytes(os.urandom(200_000))
    (place / "twin").write_bytes((place / "folder" / "deep" / "bytes").read_bytes())
    (place / "empty").touch()
    (place / "run.sh").write_text("#!/bin/sh\n")
    (place / "run.sh").chmod(0o700)
    (place / "link").symlink_to("folder/deep/bytes")
    (place / "nowhere").symlink_to("/no/such/file")
    (Path(record.folder) / "home" / ".profile-of-a-program").write_text("kept")
    return tree(place)


def test_a_session_is_restored_and_copied_byte_by_byte() -> None:
    with session(apps=("mousepad note.txt",)) as record:
        before = filled(record)
        kept = Path(told("checkpoint", record.id, "--name", "first")["path"])
        assert stat.S_IMODE(kept.stat().st_mode) == 0o700
        # It goes on meanwhile, and then is made what it was.
        assert not now(record).paused
        assert sandbox("exec", record.id, "--", "rm", "-r", "folder", "link").returncode == 0
        assert sandbox("exec", record.id, "--", "touch", "new").returncode == 0
        told("restore", record.id, "--name", "first")
        again = now(record)
        assert tree(Path(again.workspace)) == before
        assert (Path(again.folder) / "home" / ".profile-of-a-program").read_text() == "kept"
        until(lambda: any("note.txt" in title for title in titles(again)), "the program is back")
        # One more of the same content takes no more place.
        large = [path for path in kept.parents[1].glob("objects/*/*") if _size(path) == 200_000]
        told("checkpoint", record.id, "--name", "second")
        assert len(large) == 1
        assert large == [
            path for path in kept.parents[1].glob("objects/*/*") if _size(path) == 200_000
        ]
    # The session is gone, the checkpoint is not.
    made = told("start", "--time", "600", "--from", f"{record.id}:first")
    try:
        copy = find(made["id"])
        assert tree(Path(copy.workspace)) == before
        until(lambda: any("note.txt" in title for title in titles(copy)), "it is there, too")
    finally:
        told("stop", made["id"])


def test_a_damaged_checkpoint_is_refused_and_changes_nothing(home: Path) -> None:
    with session() as record:
        before = filled(record)
        folder = Path(told("checkpoint", record.id, "--name", "one")["path"])
        large = max((home / "data" / "checkpoints" / "objects").rglob("*"), key=_size)
        data = bytearray(large.read_bytes())
        data[1000] ^= 1
        large.chmod(0o600)
        large.write_bytes(data)
        refused = sandbox("restore", record.id, "--name", "one")
        assert refused.returncode == 2
        assert f"The checkpoint is damaged: {large}." in refused.stderr
        assert "It holds workspace/" in refused.stderr
        assert tree(Path(record.workspace)) == before
        assert now(record).desktop == record.desktop
        assert sandbox("start", "--from", f"{record.id}:one").returncode == 2
        manifest = folder / "manifest.json"
        manifest.write_bytes(manifest.read_bytes().replace(b"workspace", b"workspacf", 1))
        refused = sandbox("restore", record.id, "--name", "one")
        assert (refused.returncode, str(manifest) in refused.stderr) == (2, True)
        # What is kept anew is whole again, also where it had lost no length.
        told("checkpoint", record.id, "--name", "two")
        told("restore", record.id, "--name", "two")
        assert tree(Path(record.workspace)) == before


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else -1


def test_a_manifest_that_is_no_text_is_damaged_and_can_be_taken_away(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    (place / "file").write_text("kept")
    first, second = (
        checkpoints.save("0123abcd", name, {"workspace": place}, ()) for name in ("one", "two")
    )
    manifest = first / "manifest.json"
    manifest.write_bytes(manifest.read_bytes().replace(b'"hash":"', b'"hash":"\xff', 1))
    done = sandbox("start", "--from", "0123abcd:one")
    assert (done.returncode, "is damaged" in done.stderr) == (2, True)
    sizes = {one.name: one.bytes for one in checkpoints.listed("0123abcd")}
    assert sizes == {"one": -1, "two": 4}
    assert checkpoints.remove("0123abcd", second.name) == 0  # the other one may have its file
    assert checkpoints.remove("0123abcd", first.name) == 4


def test_what_cannot_be_restored_is_said(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("a person's")
    with session(workspace=tmp_path / "mine") as record:
        told("checkpoint", record.id, "--name", "mine")
        other = sandbox("restore", record.id, "--name", "other")
        assert (other.returncode, "There is mine." in other.stderr) == (2, True)
        named = sandbox("checkpoint", record.id, "--name", "../up")
        assert (named.returncode, "is no name" in named.stderr) == (2, True)
        yours = sandbox("restore", record.id, "--name", "mine")
        assert (yours.returncode, "is a folder of yours" in yours.stderr) == (2, True)
        assert (tmp_path / "mine" / "letter.txt").read_text() == "a person's"
        assert now(record).desktop == record.desktop


PAGE = """<!doctype html><title>Form</title><body style="height:4000px">
<input id=name name=name><input id=tick type=checkbox><input id=word type=password>
<select id=kind><option>one<option>two</select><textarea id=text></textarea>
<script>found = [localStorage.getItem('basket'), sessionStorage.getItem('step')]</script>"""
CHANGE = r"""
document.cookie = 'user=me; max-age=9000'
localStorage.setItem('basket', 'kettle')
sessionStorage.setItem('step', '2')
document.getElementById('name').value = 'Grüße'
document.getElementById('tick').checked = true
document.getElementById('word').value = 'secret'
document.getElementById('kind').selectedIndex = 1
document.getElementById('text').value = 'two\nlines'
sessionStorage.setItem('half', 'a\ud800b')
scrollTo(0, 700)
"""
SHOWN = """[document.getElementById('name').value, document.getElementById('tick').checked,
document.getElementById('word').value, document.getElementById('kind').value,
document.getElementById('text').value, scrollY, found, document.cookie]"""


@contextmanager
def pages_of(record: SessionRecord) -> Generator[Browser]:
    host = hosted(Path(record.folder) / BROWSER)
    assert host is not None
    browser = joined(host)
    try:
        yield browser
    finally:
        browser.hang_up()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing is logged."""


@pytest.fixture
def site(tmp_path: Path) -> Generator[str]:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "form.html").write_text(PAGE)
    handler = partial(Quiet, directory=str(tmp_path / "site"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    yield f"http://127.0.0.1:{server.server_port}/form.html"
    server.shutdown()
    server.server_close()
    serving.join()


def test_pages_come_back_as_they_were(site: str) -> None:
    made = told("start", "--time", "600", "--browser", site)
    record = find(made["id"])
    try:
        with pages_of(record) as browser:
            browser.page.open(site)
            browser.page.evaluate(CHANGE)
            browser.new_page().open(f"{site}?second")
        # What lies in the workspace is a page as any other.
        put = Path(told("put", record.id, str(Path(__file__)), "--to", "page.txt")["path"])
        with pages_of(record) as browser:
            third = browser.new_page()
            third.open(put.as_uri())
            assert __doc__ in third.evaluate("document.body.innerText")
            third.call("Page.close")
        kept = Path(told("checkpoint", record.id, "--name", "one")["path"])
        assert "secret" not in (kept / "manifest.json").read_text()
        with pages_of(record) as browser:
            browser.page.open("about:blank")
        told("restore", record.id, "--name", "one")
        with pages_of(now(record)) as browser:
            assert sorted(page.address for page in browser.pages()) == [site, f"{site}?second"]
            shown = {page.address: page.evaluate(SHOWN) for page in browser.all_pages()}
        whole = ["Grüße", True, "", "two", "two\nlines", 700, ["kettle", "2"], "user=me"]
        assert shown[site] == whole
        assert shown[f"{site}?second"] == ["", False, "", "one", "", 0, ["kettle", None], "user=me"]
        # In a new session, too, while the other lives.
        copy = find(told("start", "--time", "600", "--from", f"{record.id}:one")["id"])
        try:
            with pages_of(copy) as browser:
                found = {page.address: page.evaluate(SHOWN) for page in browser.all_pages()}
            assert found == shown
        finally:
            told("stop", copy.id)
        # One that is frozen is kept, too, and stays so.
        told("pause", record.id)
        told("checkpoint", record.id, "--name", "two")
        assert now(record).paused
        told("resume", record.id)
    finally:
        told("stop", record.id)


def in_front(record: SessionRecord) -> list[str]:
    with pages_of(record) as browser:
        pages = browser.all_pages()
        return [
            one.address for one in pages if one.evaluate("document.visibilityState") == "visible"
        ]


def test_the_page_in_front_is_so_again(site: str) -> None:
    made = told("start", "--time", "600", "--browser", f"{site}?0")
    record = find(made["id"])
    try:
        with pages_of(record) as browser:
            for number in range(1, 5):
                browser.new_page().open(f"{site}?{number}")
            first = next(page for page in browser.all_pages() if page.address == f"{site}?0")
            first.call("Page.bringToFront")
        told("checkpoint", record.id, "--name", "one")
        with pages_of(record) as browser:
            browser.new_page().open(f"{site}?5")
        assert in_front(record) == [f"{site}?5"]
        told("restore", record.id, "--name", "one")
        assert in_front(now(record)) == [f"{site}?0"]
    finally:
        told("stop", record.id)


def test_others_work_its_browser_and_are_told_where_it_is_again(
    site: str,
) -> None:
    began = sandbox("start", "--json", "--time", "600", "--browser", site, "--cdp")
    session_id = json.loads(began.stdout)["id"]
    try:
        with sync_playwright() as playwright:
            page = opened(playwright, began.stderr)
            page.fill("#name", "by Playwright")
            told("checkpoint", session_id, "--name", "one")
            page.fill("#name", "later")
            restored = sandbox("restore", session_id, "--name", "one")
            page = opened(playwright, restored.stderr)
            assert page.input_value("#name") == "by Playwright"
            assert sandbox("show", session_id).stderr == restored.stderr != began.stderr
            assert "token=" not in sandbox("show", session_id).stdout
            with pytest.raises(Error, match="401"):
                opened(playwright, f"{restored.stderr.strip()[:-1]}\n")
    finally:
        told("stop", session_id)


def opened(playwright: Playwright, words: str) -> Page:
    """The first page of a browser whose endpoint was told so."""
    endpoint = words.removeprefix("DevTools endpoint: ").strip()
    return playwright.chromium.connect_over_cdp(endpoint).contexts[0].pages[0]


def test_a_browser_that_is_a_program_comes_back_with_its_profile(tmp_path: Path) -> None:
    (tmp_path / "count.html").write_text(
        "<script>localStorage.n = (+localStorage.n || 0) + 1;"
        " document.title = `seen ${localStorage.n}`</script>"
    )
    address = (tmp_path / "count.html").as_uri()
    with session(apps=(f"chromium --no-sandbox --no-first-run {address}",)) as record:
        until(lambda: titles(record) == ["seen 1 - Chromium"], "it counts")
        # What a page stores is on the disk some seconds later.
        place = Path(record.folder) / "home" / ".config" / "chromium" / "Default" / "Local Storage"
        stored = (place / "leveldb").glob
        until(lambda: any(b"_file" in file.read_bytes() for file in stored("*.log")), "it is kept")
        told("checkpoint", record.id, "--name", "one")
        # Beside the first, which still has its own.
        copy = find(told("start", "--time", "600", "--from", f"{record.id}:one")["id"])
        try:
            until(
                lambda: titles(copy) == ["seen 2 - Chromium"], lambda: f"it is back: {titles(copy)}"
            )
        finally:
            told("stop", copy.id)


def test_checkpoints_are_listed_and_taken_away(home: Path) -> None:
    objects = home / "data" / "checkpoints" / "objects"
    with session() as record:
        place = Path(record.workspace)
        (place / "both").write_bytes(b"both" * 1000)
        told("checkpoint", record.id, "--name", "one")
        (place / "second").write_bytes(b"second" * 1000)
        told("checkpoint", record.id, "--name", "two")
        listed = told("checkpoints", record.id)["checkpoints"]
        assert [one["name"] for one in listed] == ["one", "two"]
        assert listed[1]["bytes"] - listed[0]["bytes"] >= 6000
        gone = told("checkpoints", record.id, "--remove", "two")
        assert gone["freed"] >= 6000
        kept = [path.read_bytes() for path in objects.glob("*/*")]
        assert b"both" * 1000 in kept
        assert b"second" * 1000 not in kept
        missing = sandbox("checkpoints", record.id, "--remove", "two")
        assert (missing.returncode, "There is one." in missing.stderr) == (2, True)
        made = told("start", "--time", "600", "--from", f"{record.id}:one")
        used = sandbox("checkpoints", record.id, "--remove", "one")
        assert (used.returncode, f"uitars sandbox stop {made['id']}" in used.stderr) == (2, True)
        told("stop", made["id"])
        (place / "both").unlink()
        told("restore", record.id, "--name", "one")
        assert (place / "both").read_bytes() == b"both" * 1000
        told("checkpoints", record.id, "--remove", "one")
        assert list(objects.glob("*/*")) == []
        assert told("checkpoints", record.id)["checkpoints"] == []


def test_a_session_begins_again_as_it_began_where_its_checkpoint_was_replaced(home: Path) -> None:
    objects = home / "data" / "checkpoints" / "objects"
    with session() as record:
        place = Path(record.workspace) / "words"
        place.write_text("before")
        told("checkpoint", record.id, "--name", "one")
        made = find(told("start", "--time", "600", "--from", f"{record.id}:one")["id"])
        try:
            for name in ("one", "two"):
                place.write_text("after")
                told("checkpoint", record.id, "--name", name)
            told("checkpoints", record.id, "--remove", "two")
            with HostLink(made.id) as link:
                link.ask(Renew(), Done)
            assert (Path(made.workspace) / "words").read_text() == "before"
        finally:
            told("stop", made.id)
        told("checkpoints", record.id, "--remove", "one")
        assert list(objects.glob("*/*")) == []


@pytest.mark.parametrize(
    ("command", "there"),
    [
        ("mousepad /work/note.txt", "mousepad /new/note.txt"),
        ("mousepad /work", "mousepad /new"),
        ("mousepad /work2/note.txt", "mousepad /work2/note.txt"),
        ("mousepad /other/work/note.txt", "mousepad /other/work/note.txt"),
        ("show --home=/home/x file:///work/a.html", "show --home=/h file:///new/a.html"),
        ("show '/work/a b' /work:/home/x", "show '/new/a b' /new:/h"),
        ("cat /work/home/x", "cat /new/home/x"),
        ("show file:///my%20work/a.html '/my work/b'", "show file:///%C3%A9/a.html '/é/b'"),
    ],
)
def test_folders_move_by_their_whole_names(command: str, there: str) -> None:
    assert moved(command, {"/work": "/new", "/home/x": "/h", "/my work": "/é"}) == there
