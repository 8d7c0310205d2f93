"""An evaluation that was cut off goes on; other weights never get its answers."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from uitars_runtime.types import Action, Click, Point
from uitars_train.evaluate import fingerprint
from uitars_train.evaluate.kept import Kept, kept
from uitars_train.evaluate.players import before

BENCH = Path(__file__).parents[2] / "bench"
ACTION: msgspec.json.Decoder[Action | None] = msgspec.json.Decoder(Action | None)


def never() -> Action | None:
    raise AssertionError("it was made a second time")


def made(action: Action | None) -> Callable[[], Action | None]:
    return lambda: action


def test_what_was_answered_is_not_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "answers" / "one.jsonl"
    first = Kept(path, ACTION)
    assert first.once("0", made(Click(Point(3, 4)))) == Click(Point(3, 4))
    assert first.once("1", made(None)) is None
    assert first.once("1", never) is None
    again = Kept(path, ACTION)
    assert again.once("0", never) == Click(Point(3, 4))
    assert again.once("1", never) is None


def test_nothing_is_kept_without_a_place() -> None:
    nowhere = Kept(None, ACTION)
    assert nowhere.once("0", made(None)) is None
    with pytest.raises(AssertionError, match="second time"):
        nowhere.once("0", never)


@pytest.mark.parametrize("torn", [b'{"key":"1","resu', b"{"])
def test_a_line_that_was_cut_off_is_made_again(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "one.jsonl"
    Kept(path, ACTION).once("0", made(None))
    whole = path.read_bytes()
    path.write_bytes(whole + torn)
    again = Kept(path, ACTION)
    assert again.once("1", made(Click(Point(1, 2)))) == Click(Point(1, 2))
    assert path.read_bytes().startswith(whole + b'{"key":"1","result":')
    assert Kept(path, ACTION).once("1", never) == Click(Point(1, 2))


def test_other_weights_have_answers_of_their_own(tmp_path: Path) -> None:
    kept(tmp_path, "screens-model", (b"set", b"weights"), ACTION).once("0", made(None))
    assert kept(tmp_path, "screens-model", (b"set", b"weights"), ACTION).once("0", never) is None
    for other in ((b"set", b"other"), (b"se", b"tweights"), (b"other", b"weights")):
        with pytest.raises(AssertionError, match="second time"):
            kept(tmp_path, "screens-model", other, ACTION).once("0", never)


def test_answers_of_before_are_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They are those of the code of then."""
    for _ in range(2):
        assert not capsys.readouterr().err
        kept(tmp_path, "screens-model", (b"set",), ACTION).once("0", made(None))
    (path,) = tmp_path.iterdir()
    assert f"{path} holds 1 answers." in capsys.readouterr().err


def test_the_same_name_on_another_server_has_answers_of_its_own(tmp_path: Path) -> None:
    def answers(base_url: str | None) -> Kept[Action | None]:
        return before(tmp_path, "screens", "model", "openai/name", b"set", ACTION, base_url)

    answers("http://one/v1").once("0", made(None))
    assert answers("http://one/v1").once("0", never) is None
    for other in ("http://two/v1", None):
        with pytest.raises(AssertionError, match="second time"):
            answers(other).once("0", never)


def test_a_model_is_known_by_its_bytes(tmp_path: Path) -> None:
    (tmp_path / "decoder.onnx").write_bytes(b"one")
    first = fingerprint.of_model(str(tmp_path))
    assert fingerprint.of_model(str(tmp_path)) == first
    (tmp_path / "decoder.onnx").write_bytes(b"two")
    assert fingerprint.of_model(str(tmp_path)) != first
    assert fingerprint.of_model("openai/some-name") == "openai/some-name"
    assert fingerprint.of_model("nano") not in ("", first)


def test_what_other_eyes_did_is_not_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of pages that reinforcement learning plays, by the eyes."""
    known = runpy.run_path(str(BENCH / "rl_gain.py"))["known"]
    (tmp_path / "decoder.onnx").write_bytes(b"one")

    def found(eyes: str) -> dict[str, bool]:
        monkeypatch.setattr(fingerprint, "of_eyes", lambda: eyes)
        monkeypatch.setitem(known.__globals__, "done", lambda *_: {eyes: True})
        told: dict[str, bool] = known(tmp_path / "kept", tmp_path, "pages", 1)
        return told

    assert [found("one"), found("two"), found("one")] == [
        {"one": True},
        {"two": True},
        {"one": True},
    ]
