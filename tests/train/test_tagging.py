"""Marked requests, the network that learns from them, its file."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.backends.embedded.network import encoder, tagging
from uitars_runtime.edits.asked import Op, Slot
from uitars_runtime.errors import UsageError
from uitars_train.cli import main
from uitars_train.forms import training as forms
from uitars_train.tagging import training
from uitars_train.tagging.export import export
from uitars_train.tagging.marked import FOLDER, Marked, Span, parsed, read, varied
from uitars_train.tagging.model import Tags


def test_marks_are_taken_out_of_a_request() -> None:
    assert parsed("so [cut: no {l:eggs} please], ok") == Marked(
        "so no eggs please, ok", (Span(Op.CUT, 3, 17), Span(Slot.LINE, 6, 10))
    )
    assert parsed("[server] and ] stay?") == Marked("[server] and ] stay?", ())


@pytest.mark.parametrize(
    "line", ["[cut: no eggs", "{l:eggs", "[cut: a [put: b]]", "{l:a {v:b}}", "{q:eggs}", "[cur: x]"]
)
def test_marks_that_do_not_fit_are_an_error(line: str) -> None:
    with pytest.raises(ValueError, match=r"mark|inside"):
        parsed(line)


def test_a_file_with_a_wrong_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("fine\n[cut: {l:eggs]\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"a\.txt:2 is no marked request"):
        read(tmp_path)


def test_what_is_shipped_is_marked_rightly() -> None:
    authors = read()
    assert training.JUDGE in authors
    assert len(authors) > 1
    for requests in authors.values():
        for one in requests:
            assert all(0 <= span.start < span.end <= len(one.text) for span in one.spans)


WORD = st.text("abcdefg", min_size=1, max_size=5)
PIECES = st.lists(st.tuples(st.sampled_from(["", *Slot]), WORD), min_size=1, max_size=5)


@given(st.lists(st.tuples(st.sampled_from(Op), PIECES), min_size=1, max_size=3), st.integers())
def test_other_words_in_the_slots_leave_the_rest_where_it_was(
    asked: list[tuple[Op, list[tuple[str, str]]]], seed: int
) -> None:
    def said(slot: str, word: str) -> str:
        return f"{{{slot}:{word}}}" if slot else word.upper()

    line = " and ".join(
        f"[{op}: {' '.join(said(*piece) for piece in pieces)}]" for op, pieces in asked
    )
    one = parsed(line)
    (other,) = varied([one], 1, random.Random(seed))
    assert [span.kind for span in other.spans] == [span.kind for span in one.spans]
    # What is in capitals stands in no slot, and inside of the same op as before.
    for before, after in zip(one.spans, other.spans, strict=True):
        words = [m.text[s.start : s.end] for m, s in ((one, before), (other, after))]
        capitals = ["".join(c for c in text if c.isupper()) for text in words]
        assert capitals[0] == capitals[1]
        if isinstance(before.kind, Slot):
            assert words[1].strip()


def test_a_network_learns_and_its_file_says_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = [
        parsed(line)
        for line in (
            "[cut: no {l:eggs} please]",
            "[put: add {v:milk} {end:at the end}]",
            "[save: save it]",
            "[cut: {l:bread} can go], [save: save]",
        )
        * 8
    ]
    losses: list[float] = []
    model = training.learn(few, few[:4], 4, 1, lambda _, loss, __: losses.append(loss))
    assert losses[-1] < losses[0]
    folder = tmp_path / "minilm"
    folder.mkdir()
    for name in (encoder.FILE, encoder.TABLE, encoder.VOCABULARY):
        (folder / name).write_bytes((encoder.FOLDER / name).read_bytes())
    export(model, folder / tagging.FILE)
    assert (folder / tagging.FILE).stat().st_size < 1_000_000
    said = _by_file(folder / tagging.FILE, "no bread please, save it")
    told = _by_network(model, "no bread please, save it")
    for ours, theirs in zip(said, told, strict=True):
        # Activations have eight bits in the file.
        assert np.abs(np.exp(ours) - np.exp(theirs)).max() < 0.2
        assert (ours.argmax(-1) == theirs.argmax(-1)).mean() > 0.8


def test_what_was_ended_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    few = [parsed("[cut: no {l:eggs} please]"), parsed("[put: add {v:milk}]")] * 8
    whole = training.learn(few, few[:1], 3, 1, lambda *_: None)

    def end(number: int, *_: object) -> None:
        if number == 1:
            raise KeyboardInterrupt

    kept, start = tmp_path / "tagger.pt", tmp_path / "start.onnx"
    with pytest.raises(KeyboardInterrupt):
        training.learn(few, few[:1], 3, 1, end, kept)
    export(whole, start)
    for requests, rounds, seed, begun in (
        (few, 4, 1, None),
        (few * 3, 3, 1, None),
        (few, 3, 2, None),
        (few, 3, 1, start),
    ):
        with pytest.raises(UsageError, match=r"tagger\.pt holds was begun with other --rounds"):
            training.learn(requests, few[:1], rounds, seed, lambda *_: None, kept, begun)
    told: list[int] = []
    parts = training.learn(few, few[:1], 3, 1, lambda number, *_: told.append(number), kept)
    assert told == [2]
    for name, value in whole.own().items():
        assert torch.allclose(value, parts.own()[name], atol=1e-5), name
    kept.write_text("junk")
    with pytest.raises(UsageError, match=r"tagger\.pt cannot be read"):
        training.learn(few, few[:1], 3, 1, end, kept)


def test_each_command_goes_on_from_a_file_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[Path] = []

    def end(*given: Any) -> None:
        kept.append(given[5])
        raise KeyboardInterrupt

    for room in (training, forms):
        monkeypatch.setattr(room, "learn", end)
        with pytest.raises(KeyboardInterrupt):
            room.write(tmp_path, 1)
    assert len(set(kept)) == 2


def _inputs(request: str) -> tuple[np.ndarray, np.ndarray]:
    pieces = encoder.word_pieces()
    found = pieces.located(request)
    first, last = pieces.ends()
    places = np.array([[first, *(one.place for one in found), last]], np.int64)
    told = np.zeros((1, len(found) + 2, tagging.SEEN), np.float32)
    told[0, 1:-1] = tagging.features(request, found, frozenset({"bread"}))
    return pieces.rows(places), told


def _by_file(path: Path, request: str) -> list[np.ndarray]:
    onnxruntime = pytest.importorskip("onnxruntime")
    words, told = _inputs(request)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    return list(session.run(["ops", "slots"], {"words": words, "told": told}))


def _by_network(model: Tags, request: str) -> list[np.ndarray]:
    words, told = (torch.tensor(one) for one in _inputs(request))
    with torch.no_grad():
        ops, slots = model(words, torch.ones(words.shape[:2], dtype=torch.int64), told)
    return [ops.numpy(), slots.numpy()]


def test_without_marked_requests_nothing_is_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.setattr(training, "read", lambda: read(empty))
    assert main(["tagger", "--out", str(tmp_path / "out")]) == 2
    assert "marked requests" in capsys.readouterr().err
    assert FOLDER.is_dir()
