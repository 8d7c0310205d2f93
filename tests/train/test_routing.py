"""What the router learns of requests, with vectors of which it is known what they say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from uitars_runtime.backends.embedded.network.affinity import ENCODED
from uitars_runtime.backends.embedded.network.routing import FILE
from uitars_runtime.errors import UsageError
from uitars_train.cli import main
from uitars_train.encoder import routing
from uitars_train.encoder.routing import Request, fit, imagined, said, write
from uitars_train.instructions import reading


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


def test_the_command_writes_the_file_that_the_product_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(_: int) -> Iterator[Request]:
        return iter([Request("bad cab", edits=False), Request("keg", edits=True)] * 9)

    monkeypatch.setattr(routing, "imagined", asked)
    monkeypatch.setattr(
        "uitars_runtime.backends.embedded.network.encoder.sentence_encoder", Letters
    )
    assert main(["router", "--out", str(tmp_path / "new"), "--each", "6"]) == 0
    assert np.load(tmp_path / "new" / FILE).shape == (ENCODED + 1,)


def test_a_folder_that_takes_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(UsageError, match="cannot be written"):
        write(tmp_path, 2, Letters())
