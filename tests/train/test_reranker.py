"""The reranker learns what is meant, and its file says what it says in training."""

from __future__ import annotations

import dataclasses
import signal
import threading
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
import torch

from tests.train.test_encoder import checkpoint
from uitars_runtime.backends.embedded.network.graph import empty_cache, output_names
from uitars_runtime.backends.embedded.network.reranker import ASKED
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Situation, Span
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.element import Element, Role
from uitars_runtime.errors import UsageError
from uitars_runtime.onnx_session import open_session
from uitars_runtime.types import Box, Size
from uitars_train.cli import main
from uitars_train.data.sample import UNKNOWN, Sample, Target, write_episodes
from uitars_train.encoder.export import export as export_encoder
from uitars_train.reranking import candidates
from uitars_train.reranking.candidates import Comparison
from uitars_train.reranking.export import export
from uitars_train.reranking.model import CrossEncoder, Question, Reader, from_checkpoint
from uitars_train.reranking.training import Settings, train
from uitars_train.reranking.weights import read

ASK = Question("take back", ["save", "back saved", "take"])
UPDATES = 800
MEANT = {"take back": "back", "save back": "saved", "take": "take save"}


@pytest.fixture
def base(tmp_path: Path) -> Path:
    checkpoint(tmp_path / "bert")
    return tmp_path / "bert"


class Learned(NamedTuple):
    """What learned `made_up`, in its folder, and where it began."""

    base: Path
    folder: Path
    model: CrossEncoder
    reader: Reader


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Learned:
    base, folder = tmp_path_factory.mktemp("base"), tmp_path_factory.mktemp("run")
    checkpoint(base)
    begun = from_checkpoint(base)
    # By updates: a busy machine has few of them in any time.
    settings = Settings(folder, minutes=10.0, updates=UPDATES, rate=3e-3, warmup=20)
    return Learned(base, folder, train(begun, made_up(), settings).eval(), begun.reader)


def made_up() -> list[Comparison]:
    """What is right can be told by its words alone."""
    return [
        Comparison(asked, tuple(MEANT.values()), tuple(right), "said purpose")
        for asked, meant in MEANT.items()
        for right in [[one == meant for one in MEANT.values()]]
    ]


def by_file(folder: Path, question: Question) -> np.ndarray:
    """Scores of the product's file."""
    table = np.load(folder / "pieces.npy")
    session = open_session(str(folder / "reranker.onnx"))
    batch = from_checkpoint(folder.parent / "bert").reader.batch([question])

    def run(
        wanted: list[str], pieces: np.ndarray, first: int, cache: dict[str, np.ndarray]
    ) -> list:
        past = next(iter(cache.values())).shape[2]
        hidden = np.zeros((len(pieces), 1, pieces.shape[1], past + pieces.shape[1]), np.float32)
        hidden[..., past:] = np.where(pieces > 0, 0, -1e4)[:, None, None, :]
        found = table[pieces]
        rows = found["codes"] * found["scale"][..., None]
        places = np.arange(first, first + pieces.shape[1])
        given = {"words": rows, "places": places, "hidden": hidden, **cache}
        return session.run(wanted, given)

    names = output_names(2)
    start = dict(empty_cache(2, 4, 16).inputs())
    read = run(names, batch.asked.numpy(), 0, start)
    described = batch.described[0].numpy()
    cache = {
        f"past_{name}": np.repeat(a, len(described), 0) for name, a in zip(names, read, strict=True)
    }
    return run(["scores"], described, ASKED, cache)[0]


@pytest.mark.parametrize(("four_bits", "away"), [(False, 0.02), (True, 0.3)])
def test_the_file_says_what_the_model_says(
    base: Path, tmp_path: Path, four_bits: bool, away: float
) -> None:
    out = tmp_path / "out"
    export_encoder(base, out)
    model, reader = from_checkpoint(base)
    export(model.eval(), out, four_bits=four_bits)
    with torch.no_grad():
        expected = model(reader.batch([ASK]))[0].numpy()
    assert np.abs(by_file(out, ASK) - expected).max() < away


@pytest.mark.parametrize(("four_bits", "away"), [(False, 1e-3), (True, 0.3)])
def test_what_was_written_is_read_back(
    base: Path, tmp_path: Path, four_bits: bool, away: float
) -> None:
    out = tmp_path / "out"
    export_encoder(base, out)
    export(from_checkpoint(base).model, out, four_bits=four_bits)
    model, reader = read(out)
    with torch.no_grad():
        again = model.eval()(reader.batch([ASK]))[0].numpy()
    assert np.abs(by_file(out, ASK) - again).max() < away


def test_a_folder_without_its_pieces_is_one_error(base: Path, tmp_path: Path) -> None:
    export(from_checkpoint(base).model, tmp_path)
    with pytest.raises(UsageError, match="word pieces"):
        read(tmp_path)


def test_an_element_sees_the_request_and_no_other(base: Path) -> None:
    model, reader = from_checkpoint(base)
    model.eval()
    with torch.no_grad():
        among = model(reader.batch([ASK]))[0]
        alone = [model(reader.batch([Question(ASK.asked, [one])]))[0, 0] for one in ASK.described]
        other = model(reader.batch([Question("save", ASK.described)]))[0]
    assert torch.allclose(among, torch.stack(alone), atol=1e-4)
    assert not torch.allclose(among, other, atol=1e-4)


def test_it_learns_what_is_meant_and_goes_on_from_there(learned: Learned) -> None:
    anew = from_checkpoint(learned.base)
    again = train(anew, made_up(), Settings(learned.folder, minutes=0.0, resume=True)).eval()
    for asked, meant in MEANT.items():
        batch = learned.reader.batch([Question(asked, list(MEANT.values()))])
        with torch.no_grad():
            said = learned.model(batch)
            assert list(MEANT.values())[int(said.argmax())] == meant
            # What was trained goes on rounding what it is given.
            assert torch.allclose(said, again(batch), atol=0.1)


def test_ctrl_c_keeps_what_was_learned(base: Path, tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)

    def end() -> None:
        while signal.getsignal(signal.SIGINT) is before:
            time.sleep(0.01)
        time.sleep(0.5)
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=end, daemon=True).start()
    train(from_checkpoint(base), made_up(), Settings(tmp_path, minutes=10.0))
    assert (tmp_path / "checkpoint.pt").is_file()


def test_nothing_to_learn_from_is_said(base: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        train(from_checkpoint(base), [], Settings(tmp_path, minutes=0.1))


def test_a_checkpoint_of_few_places_is_refused(tmp_path: Path) -> None:
    checkpoint(tmp_path / "bert", places=32)
    with pytest.raises(UsageError, match="32 places"):
        from_checkpoint(tmp_path / "bert")


def test_the_command_compares_trains_and_writes(
    base: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("save", "back", "take")
    elements = tuple(
        Element(Box(20, 20 + 40 * at, 100, 44 + 40 * at), Role.BUTTON, name, name)
        for at, name in enumerate(names)
    )
    task = "take back"
    sample = Sample(
        Situation(task, split_words(task), (), elements, Size(640, 480)),
        Target(Act.CLICK, Span(0, 1), (1,)),
        "said purpose",
        (UNKNOWN, UNKNOWN),
    )
    nowhere = dataclasses.replace(
        sample, target=Target(Act.CALL_USER, Span(0, 1)), kind="said absent"
    )
    write_episodes(tmp_path / "own.jsonl", [[sample], [nowhere]])
    out = tmp_path / "out"
    told = [
        "reranker",
        "--start",
        str(base),
        "--own",
        str(tmp_path / "own.jsonl"),
        "--out",
        str(out),
    ]
    assert main([*told, "--minutes", "0.02", "--symbolic", "2"]) == 0
    assert (out / "reranker.onnx").is_file()
    (path,) = out.glob("comparisons-*.jsonl")
    found = candidates.read(path)
    (said,) = [one for one in found if one.kind == "said purpose"]
    assert said.asked == task
    assert [
        one.split(", ")[1] for one, right in zip(said.described, said.right, strict=True) if right
    ] == ["back"]
    (absent,) = [one for one in found if one.kind == "said absent"]
    assert not any(absent.right)
    assert "comparisons" in capsys.readouterr().out
    learned = (out / "checkpoint.pt").read_bytes()
    assert main([*told, "--minutes", "0.02", "--symbolic", "2"]) == 2, "nothing is learned over it"
    assert "holds a run already" in capsys.readouterr().err
    assert (out / "checkpoint.pt").read_bytes() == learned
    (out / "checkpoint.pt").write_bytes(b"none")
    for wrong, why in (("--minutes=0", "cannot be 0"), ("--resume", "cannot be gone on from")):
        assert main([*told, "--minutes", "0.02", "--symbolic", "2", wrong]) == 2
        assert why in capsys.readouterr().err
    (out / "checkpoint.pt").unlink()
    write_episodes(tmp_path / "own.jsonl", [[nowhere]])
    assert main([*told, "--minutes", "0.02", "--symbolic", "2"]) == 0
    assert len(list(out.glob("comparisons-*.jsonl"))) == 2, "other samples are compared anew"


def test_above_0_is_what_is_meant_and_below_it_what_is_not(learned: Learned) -> None:
    wrong = [one for one in MEANT.values() if one != MEANT["take back"]]
    with torch.no_grad():
        right = learned.model(learned.reader.batch([Question("take back", [MEANT["take back"]])]))
        left = learned.model(learned.reader.batch([Question("take back", wrong)]))
    assert right.min() > 0 > left.max()


def test_broken_comparisons_are_one_error(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text("{}\n")
    with pytest.raises(UsageError, match="holds no comparisons"):
        candidates.read(tmp_path / "x.jsonl")
