"""What the router learns of requests, with vectors of which it is known what they say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import msgspec
import numpy as np
import pytest

from uitars_runtime.backends.embedded.network.affinity import ENCODED
from uitars_runtime.backends.embedded.network.routing import FILE
from uitars_runtime.errors import UsageError
from uitars_train.cli import main
from uitars_train.encoder import routing
from uitars_train.encoder.routing import JUDGE, Request, fit, imagined, said, write, written
from uitars_train.instructions import reading

BENCH = Path(__file__).parents[2] / "bench"


class Letters:
    """How often each of a few letters stands in a text."""

    def vectors(self, texts: Sequence[str], /) -> np.ndarray:
        counts = [[text.lower().count(one) for one in "abcdefghijklmnop"] for text in texts]
        wide = np.zeros((len(texts), ENCODED), np.float32)
        wide[:, :16] = counts
        return wide / np.maximum(np.linalg.norm(wide, axis=1, keepdims=True), 1e-6)


def test_what_is_told_apart_is_learned_and_the_same_each_time() -> None:
    requests = [Request("bad " * count, edits=False) for count in range(1, 20)]
    requests += [Request("keg " * count, edits=True) for count in range(1, 20)]
    weights = fit(requests, Letters())
    assert weights.shape == (ENCODED + 1,)
    odds = Letters().vectors([one.text for one in requests]) @ weights[:-1] + weights[-1]
    assert [odd > 0 for odd in odds] == [one.edits for one in requests]
    assert np.array_equal(weights, fit(requests, Letters()))


def test_what_counts_more_decides_where_two_say_otherwise() -> None:
    both = [Request("bad", edits=False), Request("bad", edits=True, weight=9.0)]
    weights = fit(both, Letters())
    assert Letters().vectors(["bad"])[0] @ weights[:-1] + weights[-1] > 1.0


def test_the_symbolic_desktop_asks_for_both() -> None:
    asked = list(islice(imagined(3), 120))
    assert asked == list(islice(imagined(3), 120))
    assert {one.edits for one in asked} == {True, False}
    edits = " ".join(one.text.lower() for one in asked if one.edits)
    assert any(word in edits for word in ("line", "write", "replace", "text", "save"))


def test_what_judges_models_is_not_learned_from() -> None:
    held = reading.read_held_out(reading.HELD_OUT, reading.VALIDATION)
    kept = {line.item.say for line in reading.read_lines(()) if held.holds(line)}
    other = {line.item.say for line in reading.read_lines(()) if not held.holds(line)}
    found = said()
    assert len(found) > 10_000
    assert not {one.text for one in found} & (kept - other)


def test_people_wrote_both_and_nobody_wrote_what_judges_models() -> None:
    found = written()
    assert JUDGE in found
    assert len(found) > 2
    for requests in found.values():
        assert 0.4 < sum(one.edits for one in requests) / len(requests) < 0.6
    texts = [one.text.lower() for requests in found.values() for one in requests]
    assert len(texts) == len(set(texts))
    for name in ("ordinary", "everyday"):
        tasks = msgspec.json.decode((BENCH / f"{name}.json").read_bytes())
        assert not {task["task"].lower() for task in tasks} & set(texts)


def test_a_line_that_is_no_request_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_text("edits\tadd a line\nperhaps\tadd a line\n")
    with pytest.raises(UsageError, match=r"x\.tsv:2 is no request"):
        written(tmp_path)


def test_the_command_writes_the_file_that_the_product_reads_and_says_how_well_it_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def asked(_: int) -> Iterator[Request]:
        return iter([Request("bad cab", edits=False), Request("keg", edits=True)] * 9)

    def judge() -> dict[str, list[Request]]:
        wrote = [Request("cab", edits=False), Request("keg", edits=True)]
        return {"other": wrote, JUDGE: [*wrote, Request("dad", edits=True)]}

    monkeypatch.setattr(routing, "imagined", asked)
    monkeypatch.setattr(routing, "written", judge)
    monkeypatch.setattr(
        "uitars_runtime.backends.embedded.network.encoder.sentence_encoder", Letters
    )
    assert main(["router", "--out", str(tmp_path / "new"), "--each", "6"]) == 0
    assert np.load(tmp_path / "new" / FILE).shape == (ENCODED + 1,)
    told = capsys.readouterr().out
    assert "50% of the requests for changing a text are found, 0% of the others" in told


def test_a_folder_that_takes_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(UsageError, match="cannot be written"):
        write(tmp_path, 2, Letters())
