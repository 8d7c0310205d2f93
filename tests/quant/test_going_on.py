"""Finished work is not done again, what was stopped late goes on, nothing foreign is lost."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from helpers import small_checkpoints as small
from helpers.gguf_models import write_language_model, write_projector
from uitars_quant.cli import main
from uitars_quant.errors import WriteError
from uitars_quant.job import record_path, run
from uitars_quant.progress import Silent
from uitars_quant.recipe import FileType, Format, Method, Recipe
from uitars_quant.sources import open_source
from uitars_quant.targets.llama_quantizer import requantize

K_QUANT = Recipe(Format.GGUF, Method.RTN, file_type=FileType.Q4_K_M)
WITH_LLAMA = pytest.mark.skipif("not __import__('importlib.util').util.find_spec('llama_cpp')")
DEAF = """
import ctypes, os, signal
from pathlib import Path
class Options(ctypes.Structure):
    _fields_ = [("ftype", ctypes.c_int), ("nthread", ctypes.c_int), ("imatrix", ctypes.c_void_p)]
llama_model_imatrix_data = ctypes.c_void_p
LLAMA_FTYPE_MOSTLY_Q4_K_M = 15
llama_model_quantize_default_params = Options
def llama_model_quantize(source, out, options):
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    Path(os.environ["BEGUN"]).write_text(str(os.getpid()))
    return ctypes.CDLL(None).sleep(600)
"""
"""In the place of llama.cpp: works for ten minutes, and hears no Ctrl-C meanwhile."""


@pytest.mark.parametrize("out", ["out.gguf", "out"])
def test_what_is_finished_is_not_done_again(
    out: str,
    folders: dict[str, Path],
    tmp_path: Path,
    worked_on: set[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = [str(folders["qwen3_vl"]), "-o", str(tmp_path / out), "--resume"]
    page, figures = tmp_path / "page.html", tmp_path / "figures.json"
    assert main([*given, "--json", str(figures)]) == 0
    first, said = figures.read_text(), capsys.readouterr()
    assert worked_on
    assert "is finished" not in said.err
    worked_on.clear()
    assert main([*given, "--json", str(figures), "--report", str(page)]) == 0
    assert not worked_on
    again = capsys.readouterr()
    assert f"{tmp_path / out} is finished: nothing was left to do." in again.err
    assert again.out == said.out
    assert figures.read_text() == first
    assert "<rect" in page.read_text()
    assert main([*given[:-1]]) == 0  # It is done again where nobody says that it shall go on.
    assert worked_on


@pytest.mark.parametrize("out", ["out.gguf", "out"])
def test_what_was_stopped_while_its_result_was_hashed_is_not_done_again(
    out: str,
    folders: dict[str, Path],
    tmp_path: Path,
    worked_on: set[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stopped(_file: Path) -> str:
        raise KeyboardInterrupt

    given = [str(folders["llama"]), "-o", str(tmp_path / out), "--method", "rtn"]
    with monkeypatch.context() as patch:
        patch.setattr("uitars_quant.job.digest", stopped)
        assert main(given) == 130
    assert worked_on
    worked_on.clear()
    assert main([*given, "--resume"]) == 0
    assert not worked_on
    assert not list(tmp_path.rglob("*.done"))
    assert main([*given, "--resume"]) == 0
    assert not worked_on


@pytest.mark.parametrize(
    ("name", "value"),
    [("bytes", None), ("seconds", "x"), ("bits_per_weight", 10**400)],
)
def test_a_record_that_somebody_altered_is_one_sentence(
    name: str,
    value: object,
    folders: dict[str, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = [str(folders["llama"]), "-o", str(tmp_path / "out"), "--resume"]
    assert main(given) == 0
    record = record_path(tmp_path / "out")
    told = json.loads(record.read_text())
    told[name] = value
    record.write_text(json.dumps(told))
    assert main(given) == 2
    assert f"{record} cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("changed", ["options", "source", "eyes", "result", "beside", "record"])
def test_what_has_changed_is_not_finished(
    changed: str, folders: dict[str, Path], tmp_path: Path, worked_on: set[str]
) -> None:
    source, out = tmp_path / "source.gguf", tmp_path / "out"
    write_language_model(source)
    write_projector(tmp_path / "mmproj-source.gguf")
    given = [str(source), "-o", str(out / "a.gguf"), "--resume"]
    assert main(given) == 0
    worked_on.clear()
    match changed:
        case "options":
            given += ["--method", "rtn"]
        case "source":
            os.utime(source, ns=(1, 1))
        case "eyes":
            os.utime(tmp_path / "mmproj-source.gguf", ns=(1, 1))
        case "result":
            with (out / "a.gguf").open("ab") as stream:
                stream.write(b"more")
        case "beside":
            (out / "mmproj-a.gguf").unlink()
        case _:
            (out / "a.gguf.uitars-quantize.json").write_text("{")
    assert main(given) == 0
    assert worked_on
    worked_on.clear()
    assert main(given) == 0
    assert not worked_on


def test_a_checkpoint_that_lacks_what_goes_along_is_not_finished(
    folders: dict[str, Path], tmp_path: Path, worked_on: set[str]
) -> None:
    given = [str(folders["llama"]), "-o", str(tmp_path / "out"), "--resume"]
    for name in ("config.json", "tokenizer.json", "uitars-quantize.json"):
        worked_on.clear()
        assert main(given) == 0
        assert worked_on
        (tmp_path / "out" / name).unlink()
    assert main(given) == 0
    assert (tmp_path / "out" / "config.json").is_file()


@WITH_LLAMA
def test_what_llama_cpp_could_not_write_is_gone_on_with(
    folders: dict[str, Path], tmp_path: Path, worked_on: set[str]
) -> None:
    source, out = open_source(folders["llama"]), tmp_path / "out.gguf"
    in_the_way = tmp_path / "out.gguf.part"
    in_the_way.mkdir()
    with pytest.raises(WriteError, match=r"could not write out\.gguf as Q4_K_M .*--resume"):
        run(source, out, K_QUANT, Silent())
    in_the_way.rmdir()
    worked_on.clear()
    run(source, out, K_QUANT, Silent(), resume=True)
    assert not worked_on
    assert {file.name for file in tmp_path.iterdir()} == {
        *("out.gguf", "out.gguf.uitars-quantize.json")
    }


@WITH_LLAMA
def test_a_folder_where_llama_cpp_s_result_goes_is_said_before_the_work(
    folders: dict[str, Path], tmp_path: Path, worked_on: set[str]
) -> None:
    (tmp_path / "out.gguf").mkdir()
    with pytest.raises(WriteError, match=r"out\.gguf cannot be written"):
        run(open_source(folders["llama"]), tmp_path / "out.gguf", K_QUANT, Silent())
    assert not worked_on
    assert [file.name for file in tmp_path.iterdir()] == ["out.gguf"]


@WITH_LLAMA
def test_what_llama_cpp_does_not_read_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "no.gguf").write_bytes(b"no model")
    with pytest.raises(WriteError, match=r"could not write out\.gguf as Q6_K \(.+\)"):
        requantize(tmp_path / "no.gguf", tmp_path / "out.gguf", FileType.Q6_K, [])


def test_a_work_folder_in_which_nothing_was_begun_goes_again(
    folders: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("uitars_quant.targets.llama_quantizer._library", lambda: None)
    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(WriteError, match="no room"):
        run(open_source(folders["llama"]), tmp_path / "out.gguf", K_QUANT, Silent())
    assert not list(tmp_path.iterdir())


def test_ctrl_c_ends_llama_cpp_s_part_too(folders: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "llama_cpp.py").write_text(DEAF)
    begun, out = tmp_path / "begun", tmp_path / "to" / "out.gguf"
    paths = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    code = "import sys; from uitars_quant.cli import main; sys.exit(main(sys.argv[1:]))"
    given = [str(folders["llama"]), "-o", str(out), "--type", "Q4_K_M"]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *given],
        env={**os.environ, "PYTHONPATH": paths, "BEGUN": str(begun)},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        while not (begun.exists() and begun.read_text()):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    finally:
        process.kill()
        with suppress(OSError, ValueError):
            os.kill(int(begun.read_text()), signal.SIGKILL)
    assert process.returncode == 130
    assert "--resume goes on from here" in said
    assert "Traceback" not in said
    assert [file.name for file in out.parent.iterdir()] == [".out.gguf.work"]


@pytest.mark.parametrize("kind", [pytest.param("Q4_K_M", marks=WITH_LLAMA), "Q4_0", "F16"])
def test_a_gguf_file_that_was_not_made_here_is_not_written_over(
    kind: str, folders: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "model.gguf"
    write_language_model(out)
    before = out.read_bytes()
    given = [str(folders["qwen3_vl"]), "-o", str(out), "--type", kind]
    assert main(given) == 2
    assert f"{out} was not made here" in capsys.readouterr().err
    assert out.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["model.gguf"]
    out.unlink()
    (tmp_path / "mmproj-model.gguf").write_bytes(b"a projector of another model")
    assert main(given) == 2
    assert "mmproj-model.gguf was not made here" in capsys.readouterr().err
    (tmp_path / "mmproj-model.gguf").unlink()
    for _ in range(2):  # A result of ours is replaced.
        assert main(given) == 0
    assert main([str(folders["llama"]), "-o", str(out), "--method", "rtn"]) == 0


def test_a_projector_of_the_source_s_own_may_lie_where_the_result_s_goes(tmp_path: Path) -> None:
    source, projector = tmp_path / "model-F16.gguf", tmp_path / "mmproj-model.gguf"
    write_language_model(source)
    write_projector(projector)
    before = projector.read_bytes()
    assert main([str(source), "-o", str(tmp_path / "model.gguf")]) == 0
    assert projector.read_bytes() == before


def test_a_graph_that_was_not_made_here_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from quant.test_formats import exported

    source, out = exported(tmp_path / "floats"), tmp_path / "out"
    out.mkdir()
    (out / "decoder.onnx").write_bytes(b"another")
    given = [str(source), "-o", str(out), "--resume"]
    assert main(given) == 2
    assert "decoder.onnx was not made here" in capsys.readouterr().err
    assert (out / "decoder.onnx").read_bytes() == b"another"
    (out / "decoder.onnx").unlink()
    assert main(given) == 0
    assert main(given) == 0
    assert "is finished" in capsys.readouterr().err
    assert main(given[:-1]) == 0


def test_a_folder_with_a_config_that_was_not_made_here_is_not_written_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = small.write_folder(tmp_path / "source"), tmp_path / "out"
    out.mkdir()
    for name in ("config.json", "pytorch_model.bin", "tokenizer.json"):
        (out / name).write_text("of another model")
    given = [str(source), "-o", str(out)]
    assert main(given) == 2
    assert f"{out / 'config.json'} is of another checkpoint" in capsys.readouterr().err
    assert {file.read_text() for file in out.iterdir()} == {"of another model"}
    assert len(list(out.iterdir())) == 3
    (out / "config.json").unlink()
    assert main(given) == 2
    assert f"{out / 'tokenizer.json'} is of another checkpoint" in capsys.readouterr().err
    assert (out / "tokenizer.json").read_text() == "of another model"
    (out / "tokenizer.json").unlink()
    assert main(given) == 0
    for left in ("model.safetensors", "uitars-quantize.json"):  # Either tells that it is ours.
        (out / left).unlink()
        assert main(given) == 0


def test_what_an_earlier_source_brought_along_goes_with_its_result(tmp_path: Path) -> None:
    first, second = (small.write_folder(tmp_path / name) for name in ("first", "second"))
    out, template, license_ = tmp_path / "out", "chat_template.jinja", "LICENSE"
    for name in (template, license_):
        (first / name).write_text("of the first source")
    assert main([str(first), "-o", str(out)]) == 0
    (out / license_).write_text("altered by somebody")
    assert main([str(second), "-o", str(out)]) == 0
    assert not (out / template).exists()
    assert (out / license_).exists()
    assert (out / "tokenizer.json").exists()


def test_a_click_test_that_fails_leaves_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "model.gguf", tmp_path / "to" / "small.gguf"
    write_language_model(source)
    write_projector(tmp_path / "mmproj-model.gguf")
    figures, page = tmp_path / "figures.json", tmp_path / "page.html"
    given = ["--click-test", "--json", str(figures), "--report", str(page)]
    assert main([str(source), "-o", str(out), *given]) == 2
    said = capsys.readouterr()
    assert "The click test of model.gguf failed: The name " in said.err
    assert "Give it with --dialect" in said.err
    assert "{" not in said.err
    assert "bits per weight" in said.out
    assert json.loads(figures.read_text())["clicks"] is None
    assert page.is_file()


def test_a_plan_looks_at_the_words_that_the_work_needs(
    folders: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = open_source(folders["llama"])
    bare = tmp_path / "bare"
    bare.mkdir()
    for file in source.path.iterdir():
        if not file.name.startswith("tokenizer"):
            (bare / file.name).write_bytes(file.read_bytes())
    text = tmp_path / "text"
    text.mkdir()
    (text / "a.txt").write_text("Click. " * 999)
    assert main(["plan", str(bare)]) == 0  # vLLM's files keep words as they are.
    for options in (["--format", "gguf"], ["--calibration", str(text)]):
        assert main(["plan", str(source.path), *options]) == 0
        capsys.readouterr()
        assert main(["plan", str(bare), *options]) == 2
        assert "has no tokenizer.json" in capsys.readouterr().err
    assert main(["plan", str(source.path), "--calibration", str(tmp_path / "none")]) == 2
    assert "no folder of calibration data" in capsys.readouterr().err
    words = tmp_path / "words.gguf"
    run(source, words, replace(K_QUANT, file_type=FileType.F16), Silent())
    data = words.read_bytes().replace(b"tokenizer.ggml.model", b"tokenizer.ggml.m0del")
    words.write_bytes(data)
    assert main(["plan", str(words), "--format", "compressed-tensors"]) == 2
    assert "tokenizer is not known here" in capsys.readouterr().err
