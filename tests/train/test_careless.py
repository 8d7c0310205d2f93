"""What a careless person gives `uitars-train`: one sentence, exit code 2, and no file is lost."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import gguf
import numpy as np
import pytest
import torch
from safetensors.numpy import save_file

from helpers.learning import SMALL, small_weights
from tests.train.test_encoder import checkpoint as bert
from uitars_runtime.errors import UsageError
from uitars_train.alone import alone
from uitars_train.cli import main
from uitars_train.flywheel import collection
from uitars_train.network import weights
from uitars_train.network.export import export
from uitars_train.network.model import Decoder
from uitars_train.network.training import CHECKPOINT
from uitars_train.rl import saving
from uitars_train.rl.algorithms import PPO, Pace
from uitars_train.rl.dynamics import LINES, PAGE, Dynamics
from uitars_train.rl.learner import Learner
from uitars_train.rl.saving import Progress


def saved(path: Path) -> Path:
    """A checkpoint of `policy`."""
    model = Decoder(SMALL)
    optimizer = torch.optim.AdamW(model.parameters())
    weights.save(path, model, optimizer, weights.Progress(3, 4))
    return path


def said(capsys: pytest.CaptureFixture[str], *given: object) -> str:
    """The sentence that a command ends with."""
    assert main([str(one) for one in given]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    return told


@pytest.mark.parametrize(
    "given",
    [
        "router --out {out} --each 0",
        "router --out {out} --each -5",
        "router --out {out} --each many",
        "score {out} --tasks 0",
        "screens {out} --count 0",
        "encoder {out} --out {out} --epochs 0",
        "cycle --out {out} --rollouts 2 --tasks 0",
        "eyes look {out} --limit 0",
        "evaluate miniwob --tasks {out} --seeds 0",
        "eyes train-icons {out} --steps 0",
    ],
)
def test_a_number_of_things_is_one_at_least(
    given: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(given.format(out=tmp_path / "out").split())
    assert ended.value.code == 2
    assert "is not 1 or more" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("station 1 --out {out} --screens {empty}", "There are no screens in {empty}."),
        ("eyes locate {empty} {out}", "There are no screens in {empty}."),
        ("eyes look {empty}", "There are no screens in {empty}."),
        ("eyes lines {empty} {out}", "There are no screens in {empty}."),
        ("eyes read {empty}", "There are no screens in {empty}."),
        ("eyes rates {empty} {out} --how empty", "There are no screens in {empty}."),
        ("eyes evaluate {empty}/reader.onnx {empty}", "There are no examples in {empty}."),
        ("eyes show-icons {empty} --harvest {empty}", "There are no drawings in {empty}."),
        ("eyes export {empty} {out}", "{empty}/reader.json cannot be read or written: No such"),
        ("eyes train {empty} --minutes -1", "--minutes cannot be -1."),
        ("eyes train-lines {empty} --minutes 0", "--minutes cannot be 0."),
        ("harvest --out {empty} --set bench/practice.json", "{empty} is a folder."),
        ("reranker --own {empty} --out {out} --minutes 1 --symbolic -1", "--symbolic cannot be"),
        ("policy --minutes 1 --out {out} --own {empty}/no", "There is no file {empty}/no."),
        ("harvest --out {gone} --set bench/practice.json", "{gone} is gone, and "),
        ("evaluate instructions --held-out {odd}", "Line 2 of {odd} is not"),
        ("harvest programs --figures --out {gone}", "There is no folder {gone}."),
        ("harvest programs absent --list {list} --out {out}", "Not installed: absent."),
        ("instructions --harvest {gone} show", "There is no folder {gone}."),
        ("instructions samples --out {out} --imagined -1", "Fewer asks than none"),
        (
            "instructions samples --out {out} --model {empty}",
            "{empty} is no folder of the embedded",
        ),
        ("evaluate instructions --model {empty}", "{empty} is no folder of the embedded"),
        ("score {empty}", "{empty} is no folder of the embedded"),
        ("harvest programs --look-again --pictures {gone}", "No pictures to look at."),
        ("eyes shrink {odd} {out}", "{odd} is no wheel."),
        ("policy --minutes 1 --out {out} --resume", "There is no checkpoint in {out}."),
        ("rl --minutes 1 --out {out} --resume", "There is no checkpoint in {out}."),
        ("policy --minutes 1 --out {out} --start {empty}", "{empty} is no folder of the embedded"),
        (
            "policy --minutes 1 --out {out} --teacher {empty}",
            "{empty} is no folder of the embedded",
        ),
        ("rl --minutes 1 --out {out} --start {empty}", "{empty} is no folder of the embedded"),
        ("policy --minutes 1 --out {out} --screens {empty}", "There are no screens in {empty}."),
        ("merge nano {empty} --out {odd}/x", "{odd}/x/merge.json cannot be written: Not a dir"),
        ("evaluate apps --set {none}", "{none} holds no task."),
    ],
)
def test_what_is_not_there_is_said(
    given: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = {"out": tmp_path / "out", "empty": tmp_path / "empty"}
    named |= {"gone": tmp_path / "own.jsonl", "odd": tmp_path / "odd", "none": tmp_path / "none"}
    named["none"].write_text("[]")
    named["list"] = tmp_path / "list.tsv"
    named["list"].write_text("name\tpackage\tcommand\ttoolkit\nabsent\tno\tno-program\tqt\n")
    named["empty"].mkdir()
    (tmp_path / "own.tried.jsonl").touch()
    named["odd"].write_bytes(b"head\n\xff\n")
    assert why.format(**named) in said(capsys, *given.format(**named).split())


def test_files_of_steps_share_no_list_of_what_was_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own.tried.jsonl").touch()
    monkeypatch.setattr(collection, "Eyes", Mock(side_effect=InterruptedError("about to play")))
    with pytest.raises(InterruptedError, match="about to play"):
        next(collection.collect(collection.Assignment(tmp_path / "own.txt", pages=("any",))))


def test_a_checkpoint_of_other_features_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved(tmp_path / "own ü.pt")
    state = torch.load(path, weights_only=True)
    whole = state["model"]
    wider = {**whole, "sketch.weight": torch.cat([whole["sketch.weight"]] * 2, 1)}
    fewer = {name: value for name, value in whole.items() if name != "grams.weight"}
    for model in (wider, fewer):
        torch.save({**state, "model": model}, path)
        told = said(capsys, "export", path, "--out", tmp_path / "out")
        assert f"{path} is of other features" in told
    torch.save([1], path)
    assert "is no checkpoint of a decoder" in said(capsys, "export", path, "--out", tmp_path)
    assert not (tmp_path / "out").exists()


def test_reinforcement_goes_on_from_its_own_runs_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = small_weights(tmp_path / "start")
    given = ("rl", "--minutes", 1, "--out", tmp_path, "--resume", "--start")
    saved(tmp_path / CHECKPOINT)
    assert "is not of `rl`" in said(capsys, *given, start)
    policy = saving.started(start, "shared")
    learner = Learner(policy, PPO(), Pace())
    saving.save(tmp_path / CHECKPOINT, policy, learner.optimizer, Progress())
    told = said(capsys, *given, "nano")
    assert "of another size" in told
    assert "Give the --start" in told


def test_two_trainings_share_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = small_weights(tmp_path / "start")
    out = tmp_path / "run"
    with alone(out):
        for command in ("policy", "rl"):
            told = said(capsys, command, "--minutes", 1, "--start", start, "--out", out)
            assert f"Another training works in {out}." in told
        assert [one.name for one in out.iterdir()] == [".lock"]
    with alone(out):
        pass


def test_what_cannot_be_written_leaves_what_was_there(tmp_path: Path) -> None:
    export(Decoder(SMALL).eval(), tmp_path)
    before = (tmp_path / "decoder.onnx").read_bytes()
    (tmp_path / "decoder.onnx.part").mkdir()
    with pytest.raises(UsageError, match="cannot be written"):
        export(Decoder(SMALL).eval(), tmp_path, "fp32")
    assert (tmp_path / "decoder.onnx").read_bytes() == before
    (tmp_path / PAGE).write_bytes(b"before")
    (tmp_path / f"{PAGE}.part").mkdir()
    with pytest.raises(UsageError, match="cannot be written"):
        Dynamics(tmp_path, 0).close()
    assert (tmp_path / PAGE).read_bytes() == b"before"
    (tmp_path / LINES).write_bytes(b"")
    (tmp_path / f"{LINES}.part").mkdir()
    with pytest.raises(UsageError, match="cannot be written"):
        Dynamics(tmp_path, 0)


def test_an_encoder_without_weights_of_its_kind_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = tmp_path / "bert", tmp_path / "out"
    bert(folder)
    capsys.readouterr()  # how far it was written
    file = folder / "model.safetensors"
    save_file({"other": np.ones(2, np.float32)}, file)
    assert "holds no weights of a BERT" in said(capsys, "encoder", folder, "--out", out)
    file.write_bytes(b"no weights")
    assert f"{file} cannot be read" in said(capsys, "encoder", folder, "--out", out)
    assert not out.exists()


def test_a_gguf_file_without_words_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "projector.gguf"
    writer = gguf.GGUFWriter(file, "clip")
    writer.add_tensor("v.weight", np.ones((32, 32), np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    told = said(capsys, "meanings", file, "--out", tmp_path / "out")
    assert "holds no words with embeddings" in told
