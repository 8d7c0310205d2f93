"""Results appear whole or not at all, can be gone on with, and errors are one sentence each."""

import errno
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from helpers import checkpoints, small_checkpoints, stream_large
from helpers.gguf_models import write_language_model, write_projector
from uitars_quant.cli import main, size
from uitars_quant.errors import SourceError, VerificationError, WriteError
from uitars_quant.job import record_path, run
from uitars_quant.plan import make_plan
from uitars_quant.progress import Silent
from uitars_quant.recipe import FileType, Format, Method, Recipe
from uitars_quant.sources import open_source
from uitars_quant.targets.files import Place, PlannedFile, check_place
from uitars_quant.verification import check_hashes, verify

GGUF = Recipe(Format.GGUF, Method.RTN)


class InterruptedRunError(Exception):
    """Stands for the end of the process."""


class StopsAfter(Silent):
    """Ends the work in its middle."""

    def __init__(self, tensors: int) -> None:
        self._left = tensors

    def advance(self, values: int, what: str) -> None:
        self._left -= 1
        if not self._left:
            raise InterruptedRunError


@pytest.mark.parametrize("form", [Format.GGUF, Format.COMPRESSED_TENSORS])
def test_a_run_that_was_stopped_goes_on(
    form: Format, folders: dict[str, Path], tmp_path: Path, worked_on: set[str]
) -> None:
    source, recipe = open_source(folders["llama"]), Recipe(form, Method.RTN)
    ending = ".gguf" if form is Format.GGUF else ""
    at_once = run(source, tmp_path / f"whole{ending}", recipe, Silent())
    out = tmp_path / f"resumed{ending}"
    with pytest.raises(InterruptedRunError):
        run(source, out, recipe, StopsAfter(9))
    assert not out.is_file()
    assert not list(out.glob("*.safetensors"))
    worked_on.clear()
    resumed = run(source, out, recipe, Silent(), resume=True)
    assert len(worked_on) == len(source.tensors) - 9
    assert resumed.results == at_once.results  # Of all that was stopped, too.
    files = (tmp_path / f"whole{ending}", out)
    if form is Format.COMPRESSED_TENSORS:
        files = (files[0] / "model.safetensors", files[1] / "model.safetensors")
    whole, found = (file.read_bytes() for file in files)
    assert found == whole
    assert not list(tmp_path.rglob("*.part"))


def test_another_recipe_does_not_go_on_from_the_first(
    folders: dict[str, Path], tmp_path: Path, worked_on: set[str]
) -> None:
    source, out = open_source(folders["llama"]), tmp_path / "out.gguf"
    with pytest.raises(InterruptedRunError):
        run(source, out, GGUF, StopsAfter(9))
    worked_on.clear()
    run(source, out, Recipe(Format.GGUF, Method.MSE), Silent(), resume=True)
    assert worked_on == set(source.tensors)


@pytest.mark.parametrize("changed", ["*.safetensors", "config.json"])
@pytest.mark.parametrize("form", [Format.GGUF, Format.COMPRESSED_TENSORS])
def test_another_source_of_the_same_shape_does_not_go_on_from_the_first(
    form: Format, changed: str, folders: dict[str, Path], tmp_path: Path, worked_on: set[str]
) -> None:
    recipe, first = Recipe(form, Method.RTN), tmp_path / "source"
    out = tmp_path / ("out.gguf" if form is Format.GGUF else "out")
    shutil.copytree(folders["llama"], first)
    with pytest.raises(InterruptedRunError):
        run(open_source(first), out, recipe, StopsAfter(9))
    for file in first.glob(changed):  # A later checkpoint, or what packed numbers mean was mended.
        os.utime(file, ns=(1, 1))
    source = open_source(first)
    worked_on.clear()
    run(source, out, recipe, Silent(), resume=True)
    assert worked_on == set(source.tensors)


@pytest.mark.parametrize("form", [Format.GGUF, Format.COMPRESSED_TENSORS])
def test_two_runs_do_not_write_one_file(
    form: Format, folders: dict[str, Path], tmp_path: Path
) -> None:
    source, recipe = open_source(folders["llama"]), Recipe(form, Method.RTN)
    out = tmp_path / ("out.gguf" if form is Format.GGUF else "out")

    class Beside(Silent):
        def end(self) -> None:
            with pytest.raises(WriteError, match=r"Another run writes .*(out|model)"):
                run(source, out, replace(recipe, method=Method.MSE), Silent())

    run(source, out, recipe, Beside())
    check_hashes(out, record_path(out))
    assert not list(tmp_path.rglob("*.part"))


def test_shards_of_an_earlier_result_are_not_left_beside_another(
    folders: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, out = open_source(folders["llama"]), tmp_path / "out"
    recipe = Recipe(Format.COMPRESSED_TENSORS, Method.RTN)
    module = "uitars_quant.targets.compressed_tensors"
    monkeypatch.setattr(f"{module}.SHARD", 200_000)
    run(source, out, recipe, Silent())
    run(source, out, replace(recipe, method=Method.MSE), Silent())
    monkeypatch.setattr(f"{module}.SHARD", 5_000_000)
    with pytest.raises(WriteError, match=r"model-00001-of-.* is of another checkpoint"):
        run(source, out, recipe, Silent())
    for shard in out.glob("*.safetensors"):
        shard.unlink()
    with pytest.raises(WriteError, match=r"index\.json is of another checkpoint"):
        run(source, out, recipe, Silent())
    (out / "model.safetensors.index.json").unlink()
    run(source, out, recipe, Silent())


def test_a_checkpoint_that_was_not_made_here_is_not_written_over(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    out = tmp_path / "original"
    checkpoints.build("llama").save_pretrained(out)
    before = {file.name: file.read_bytes() for file in out.iterdir()}
    with pytest.raises(WriteError, match=r"model\.safetensors is of another checkpoint"):
        run(
            open_source(folders["llama"]),
            out,
            Recipe(Format.COMPRESSED_TENSORS, Method.RTN),
            Silent(),
        )
    assert {file.name: file.read_bytes() for file in out.iterdir()} == before


def test_a_note_that_was_torn_counts_for_nothing(tmp_path: Path) -> None:
    places = {"a": Place(4, 8), "b": Place(12, 8)}
    path = tmp_path / "file"
    with PlannedFile(path, b"head", places, "plan", resume=False) as file:
        file.write("a", b"12345678")
        file.finish_tensors("a")
    note = tmp_path / "file.done"
    note.write_text(note.read_text() + '"b')
    with PlannedFile(path, b"head", places, "plan", resume=True) as file:
        assert file.done == {"a"}
        with pytest.raises(ValueError, match="not written"):
            file.publish()
        file.write("b", b"abcd", 4)
        file.write("b", b"ABCD", 0)
        file.finish_tensors("b")
        with pytest.raises(ValueError, match="place"):
            file.write("b", b"123456789")
        file.publish()
    assert path.read_bytes() == b"head12345678ABCDabcd"
    assert not note.exists()


@pytest.mark.parametrize("end", ["\0\0\0\n", '["a"]\n', "5\n", "\xff\n"])
def test_a_note_that_is_damaged_counts_for_nothing(end: str, tmp_path: Path) -> None:
    places = {"a": Place(0, 1), "b": Place(1, 1)}
    with PlannedFile(tmp_path / "file", b"", places, "plan", resume=False) as file:
        file.write("a", b"a")
        file.finish_tensors("a")
    note = tmp_path / "file.done"
    note.write_bytes(note.read_bytes() + end.encode("latin1"))
    with PlannedFile(tmp_path / "file", b"", places, "plan", resume=True) as file:
        assert file.done == set()


def test_a_run_goes_on_twice_after_a_note_was_torn(tmp_path: Path) -> None:
    places = {"a": Place(0, 1), "b": Place(1, 1), "c": Place(2, 1)}
    note = tmp_path / "file.done"
    for name, done in (("a", set[str]()), ("b", {"a"}), ("c", {"a", "b"})):
        with PlannedFile(tmp_path / "file", b"", places, "plan", resume=True) as file:
            assert file.done == done
            file.write(name, name.encode())
            file.finish_tensors(name)
        note.write_text(note.read_text() + '"to')
    with PlannedFile(tmp_path / "file", b"", places, "plan", resume=True) as file:
        file.publish()
    assert (tmp_path / "file").read_bytes() == b"abc"


@pytest.mark.parametrize("told", [True, False])
def test_a_disk_that_says_late_that_it_is_full(
    told: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    file = PlannedFile(tmp_path / "file", b"", {"a": Place(0, 1)}, "plan", resume=False)
    file.write("a", b"a")
    file.finish_tensors("a")
    monkeypatch.delattr(os, "fdatasync", raising=False)
    if told:
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(WriteError, match="no room for file"):
            file.publish()
        monkeypatch.undo()
        file.close()
        return
    file.publish()  # On a system that has no fdatasync.
    assert (tmp_path / "file").read_bytes() == b"a"


def test_a_full_disk_is_said_at_once_and_nothing_stays(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000));"
        "from uitars_quant.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    out = tmp_path / "out.gguf"
    given = [str(folders["llama"]), "-o", str(out), "--format", "gguf", "--method", "rtn"]
    done = subprocess.run(
        [sys.executable, "-c", code, *given], capture_output=True, text=True, check=False
    )
    assert done.returncode == WriteError.exit_code
    assert "no room for out.gguf" in done.stderr
    assert "Traceback" not in done.stderr
    assert not [path for path in tmp_path.iterdir() if path.is_file()]


def test_room_that_shards_claimed_is_given_back_where_the_next_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worked_on: set[str]
) -> None:
    source, out = open_source(small_checkpoints.write_folder(tmp_path / "source")), tmp_path / "out"
    recipe = Recipe(Format.COMPRESSED_TENSORS, Method.RTN)
    monkeypatch.setattr("uitars_quant.targets.compressed_tensors.SHARD", 2500)
    claim, claimed = os.posix_fallocate, list[int]()

    def full(descriptor: int, start: int, length: int) -> None:
        claimed.append(length)
        if len(claimed) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        claim(descriptor, start, length)

    with monkeypatch.context() as patch:
        patch.setattr(os, "posix_fallocate", full)
        with pytest.raises(WriteError, match="no room for model-00002-of-00003"):
            run(source, out, recipe, Silent())
        assert not list(out.iterdir())
        with pytest.raises(InterruptedRunError):
            run(source, out, recipe, StopsAfter(1))
        claimed.clear()
        with pytest.raises(WriteError, match="no room for model-00003-of-00003"):
            run(source, out, recipe, Silent(), resume=True)
    first = "model-00001-of-00003.safetensors"  # What is done stays.
    assert {file.name for file in out.iterdir()} == {f"{first}.part", f"{first}.done"}
    worked_on.clear()
    run(source, out, recipe, Silent(), resume=True)
    assert len(worked_on) == len(source.tensors) - 1


def test_a_run_that_was_stopped_while_its_shards_got_their_names_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worked_on: set[str]
) -> None:
    source = open_source(small_checkpoints.write_folder(tmp_path / "source"))
    recipe, give_name = Recipe(Format.COMPRESSED_TENSORS, Method.RTN), PlannedFile.give_name
    monkeypatch.setattr("uitars_quant.targets.compressed_tensors.SHARD", 2500)
    at_once = run(source, tmp_path / "whole", recipe, Silent())

    def stopped(file: PlannedFile) -> None:
        if "00002" in file.path.name:
            raise InterruptedRunError
        give_name(file)

    with monkeypatch.context() as patch:
        patch.setattr(PlannedFile, "give_name", stopped)
        with pytest.raises(InterruptedRunError):
            run(source, tmp_path / "out", recipe, Silent())
    assert len(list((tmp_path / "out").glob("*.safetensors"))) == 1
    worked_on.clear()
    resumed = run(source, tmp_path / "out", recipe, Silent(), resume=True)
    assert not worked_on
    assert set(resumed.results) == set(at_once.results)
    names = {file.name for file in (tmp_path / "whole").iterdir()}
    assert {file.name for file in (tmp_path / "out").iterdir()} == names
    for name in sorted(names - {"uitars-quantize.json"}):
        files = (tmp_path / folder / name for folder in ("whole", "out"))
        assert len({file.read_bytes() for file in files}) == 1


def test_an_earlier_result_is_not_taken_for_one_that_lost_its_part(tmp_path: Path) -> None:
    path, places = tmp_path / "file", {"a": Place(4, 1)}
    for head, letter in ((b"head", b"a"), (b"HEAD", b"b")):
        with PlannedFile(path, head, places, "plan", resume=False) as file:
            file.write("a", letter)
            file.finish_tensors("a")
            if letter == b"a":
                file.publish()
    (tmp_path / "file.part").unlink()
    with PlannedFile(path, b"HEAD", places, "plan", resume=True) as file:
        assert file.done == set()
    assert path.read_bytes() == b"heada"


@pytest.mark.parametrize("name", ["out.gguf", "out"])
def test_a_disk_that_is_only_read_is_one_sentence(
    name: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    mounted = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", str(tmp_path), str(tmp_path)]
    if shutil.which("bwrap") is None or subprocess.run([*mounted, "true"], check=False).returncode:
        pytest.skip("this machine forbids mounting")
    code = "import sys; from uitars_quant.cli import main; sys.exit(main(sys.argv[1:]))"
    given = [sys.executable, "-c", code, str(folders["qwen3_vl"]), "-o", str(tmp_path / name)]
    done = subprocess.run([*mounted, *given], capture_output=True, text=True, check=False)
    assert done.returncode == WriteError.exit_code
    assert "cannot be written (Read-only file system)" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("form", [Format.GGUF, Format.COMPRESSED_TENSORS])
def test_what_goes_along_comes_first_and_whole(
    form: Format,
    folders: dict[str, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    worked_on: set[str],
) -> None:
    """Where it has no room, the work is not lost: it can be gone on with."""
    source, recipe = open_source(folders["qwen3_vl"]), Recipe(form, Method.RTN)
    out = tmp_path / ("out.gguf" if form is Format.GGUF else "out")

    def full(*_given: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("shutil.copyfile", full)
        patch.setattr(PlannedFile, "write", without_projector)
        with pytest.raises(WriteError, match="no room"):
            run(source, out, recipe, Silent())
    worked_on.clear()
    run(source, out, recipe, Silent(), resume=True)
    assert not worked_on


def without_projector(file: PlannedFile, name: str, data: bytes, at: int = 0) -> None:
    """Writes anything but a projector file."""
    if file.path.name.startswith("mmproj"):
        raise WriteError("There is no room.")
    _WRITE(file, name, data, at)


_WRITE = PlannedFile.write


def test_a_link_to_the_source_s_own_words_is_replaced(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "tokenizer.json").symlink_to(folders["llama"] / "tokenizer.json")
    recipe = Recipe(Format.COMPRESSED_TENSORS, Method.RTN)
    run(open_source(folders["llama"]), out, recipe, Silent())
    assert not (out / "tokenizer.json").is_symlink()
    assert (out / "config.json").is_file()


def test_what_sees_and_has_no_place_is_said_before_the_work(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    source = open_source(folders["qwen2_5_vl"])
    vision = dict(cast("dict[str, object]", source.config["vision_config"]))
    vision["fullatt_block_indexes"] = [0]
    odd = replace(source, config={**source.config, "vision_config": vision})
    with pytest.raises(SourceError, match="no steady rhythm"):
        run(odd, tmp_path / "out.gguf", GGUF, Silent())
    del vision["fullatt_block_indexes"], vision["intermediate_size"]
    with pytest.raises(SourceError, match="does not say intermediate_size"):
        run(odd, tmp_path / "out.gguf", GGUF, Silent())
    gate = "visual.blocks.0.mlp.gate_proj.weight"
    old = replace(odd.tensors[gate], name=gate.replace("gate_proj", "fc1"))  # As of Qwen2-VL.
    with pytest.raises(SourceError, match=r"fc1.*no place .* Use --format compressed-tensors"):
        run(replace(odd, tensors={**odd.tensors, gate: old}), tmp_path / "out.gguf", GGUF, Silent())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("merger.linear_fc1", r"nothing for llama\.cpp's mm\.0"),
        ("blocks.1.", r"nothing for llama\.cpp's v\.blk\.1\.ln1"),
        ("deepstack_merger_list.0.linear_fc1", r"nothing for llama\.cpp's v\.deepstack\.1"),
    ],
)
def test_half_a_part_that_sees_is_refused(
    part: str, said: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    source = open_source(folders["qwen3_vl"])
    left = {name: one for name, one in source.tensors.items() if f"visual.{part}" not in name}
    with pytest.raises(SourceError, match=said):
        run(replace(source, tensors=left), tmp_path / "out.gguf", GGUF, Silent())


def test_colours_are_numbers_that_can_be(folders: dict[str, Path], tmp_path: Path) -> None:
    source = open_source(folders["qwen3_vl"])
    file = tmp_path / "preprocessor_config.json"
    odd = replace(source, companions=(file,))
    file.write_text('{"image_mean": [0.5, 0, 1], "image_std": [1, 1, 1]}')
    run(odd, tmp_path / "out.gguf", GGUF, Silent())
    file.write_text('{"image_mean": [0.5, 0, 1e999], "image_std": [1, 1, 1]}')
    with pytest.raises(SourceError, match="of colours what cannot be"):
        run(odd, tmp_path / "out.gguf", GGUF, Silent())


def test_where_a_result_cannot_be_is_said_before_the_work(
    folders: dict[str, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    source, work = str(folders["llama"]), "uitars_quant.job.without_data"
    monkeypatch.setattr(work, lambda *_: pytest.fail("it worked"))
    (tmp_path / "folder.gguf").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    for out, said in (
        ("folder.gguf", "cannot be written"),
        ("x" * 300, "cannot be written"),
        ("loop", "cannot be written"),
        ("loop/a.gguf", "cannot be written"),
    ):
        assert main([source, "-o", out]) == 2
        assert said in capsys.readouterr().err
    for given, said in (
        (["-o", "a.gguf", "--format", "compressed-tensors"], "ends in .gguf"),
        (["-o", "a.gguf", "--json", "a.gguf"], "would overwrite a.gguf"),
        (["-o", "a.gguf", "--json", "a.gguf.uitars-quantize.json"], "would overwrite a.gguf.uit"),
        (["-o", "a", "--report", "a/config.json"], "would overwrite a/config.json"),
        (["-o", "a", "--json", f"{source}/tokenizer.json"], "tokenizer.json"),
        (["-o", "a.gguf", "--report", "folder.gguf"], "cannot be written"),
        (["-o", "a", "--json", "same", "--report", "./same"], "--json and --report both name same"),
    ):
        assert main([source, *given]) == 2
        assert said in capsys.readouterr().err
    assert main(["plan", source, "-o", "loop"]) == 0
    assert main(["plan", source, "-o", "x" * 300]) == 0
    with pytest.raises(SystemExit):
        main([source, "-o", ""])
    assert "its name is empty" in capsys.readouterr().err


def test_a_folder_whose_name_is_no_text_is_a_source(
    folders: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = tmp_path / os.fsdecode(b"bad\xff")
    shutil.copytree(folders["llama"], odd)
    out, page = tmp_path / "out.gguf", tmp_path / "page.html"
    assert main([str(odd), "-o", str(out), "--report", str(page)]) == 0
    assert "bad\ufffd" in page.read_text()
    capsys.readouterr()
    assert main(["inspect", str(odd)]) == 0
    assert capsys.readouterr().out.encode()


@pytest.mark.parametrize(("given", "goes_on"), [(["-o", "a.gguf"], True), ([], False)])
def test_what_goes_on_says_so_when_it_is_stopped(
    given: list[str],
    goes_on: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def stopped(*_: object, **_told: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("uitars_quant.sources.open_source", stopped)
    assert main([*([] if goes_on else ["inspect"]), "model.gguf", *given]) == 130
    assert ("--resume" in capsys.readouterr().err) is goes_on


@pytest.mark.parametrize("size", [1e5, 1e6])
def test_a_row_that_was_clipped_at_the_largest_scale_is_found(
    size: float, folders: dict[str, Path], tmp_path: Path
) -> None:
    """Also where a method may have divided rows, so that factors are taken out."""
    source = open_source(folders["llama"])
    name = "model.layers.1.self_attn.v_proj.weight"
    values = source.tensors[name].read().copy()
    values[3] *= np.float32(8 * size) / np.abs(values[3]).max()
    large = replace(source.tensors[name], rows=lambda start, stop: values[start:stop])
    odd = replace(source, tensors={**source.tensors, name: large})
    run(odd, tmp_path / "out.gguf", GGUF, Silent())
    with pytest.raises(VerificationError, match="too large for the result's scales"):
        verify(open_source(tmp_path / "out.gguf"), odd)


def test_a_projector_goes_along_with_what_llama_cpp_rounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "from").mkdir()
    write_language_model(tmp_path / "from" / "model.gguf")
    write_projector(tmp_path / "from" / "mmproj-model.gguf")
    module = "uitars_quant.targets.llama_quantizer"
    monkeypatch.setattr(f"{module}._library", lambda: None)
    monkeypatch.setattr(f"{module}.requantize", lambda whole, out, *_more: whole.rename(out))
    out = tmp_path / "to" / "out.gguf"
    recipe = replace(GGUF, file_type=FileType.Q4_K_M)
    run(open_source(tmp_path / "from" / "model.gguf"), out, recipe, Silent())
    assert {file.name for file in out.parent.iterdir()} == {
        *("out.gguf", "mmproj-out.gguf", "out.gguf.uitars-quantize.json")
    }


def test_of_several_projectors_the_model_s_own_goes_along(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "ui-tars-7b-F16.gguf", tmp_path / "to" / "small.gguf"
    write_language_model(source)
    others = ("mmproj-ui-tars-2b-F16.gguf", "mmproj-qwen-7b.gguf", "mmproj-F16.gguf")
    for name in (*others, "ui-tars-7b.mmproj-Q8_0.gguf"):
        (tmp_path / name).write_bytes(name.encode())
    whole = tmp_path / "mmproj-ui-tars-7b-F32.gguf"
    write_projector(whole)
    before = make_plan(open_source(source), GGUF).disk
    assert before > whole.stat().st_size
    assert main([str(source), "-o", str(out), "--method", "rtn"]) == 0
    assert {file.name for file in out.parent.glob("*.gguf")} == {"small.gguf", "mmproj-small.gguf"}
    assert (out.parent / "mmproj-small.gguf").read_bytes() == whole.read_bytes()
    whole.unlink()
    (tmp_path / "ui-tars-7b.mmproj-Q8_0.gguf").unlink()
    (tmp_path / "mmproj-F16.gguf").unlink()
    (tmp_path / "mmproj-ui-7b.gguf").write_bytes(b"")
    for name in ("mmproj-tars-7b.gguf", "mmproj-tars-7b.q8_0.gguf"):
        (tmp_path / name).write_bytes(b"")
    capsys.readouterr()
    assert main(["inspect", str(source)]) == 0
    for command in (["plan", str(source), "--format", "gguf"], [str(source), "-o", str(out)]):
        assert main(command) == 2
        said = capsys.readouterr().err
        assert "which of mmproj-tars-7b.gguf and mmproj-ui-7b.gguf is the projector of" in said
        assert "Rename its own to mmproj-ui-tars-7b-F16.gguf" in said


@pytest.mark.parametrize(
    ("family", "name"),
    [
        ("llama", "model.layers.1.mlp.up_proj.weight"),
        ("qwen3_vl", "model.visual.blocks.1.attn.proj.weight"),
    ],
)
def test_numbers_that_are_none_are_refused(
    family: str, name: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    source = open_source(folders[family])
    tensor = source.tensors[name]

    def spoiled(start: int, stop: int) -> np.ndarray:
        rows = tensor.rows(start, stop).copy()
        rows[0, 0] = np.nan
        return rows

    tensors = {**source.tensors, name: replace(tensor, rows=spoiled)}
    with pytest.raises(SourceError, match=r"\.1\..* infinite or not numbers"):
        run(replace(source, tensors=tensors), tmp_path / "out.gguf", GGUF, Silent())
    assert not (tmp_path / "out.gguf").exists()


@pytest.mark.parametrize(
    ("family", "name", "kind"),
    [
        ("llama", "model.layers.1.mlp.up_proj.weight", FileType.F16),
        ("qwen3_vl", "model.visual.blocks.1.attn.proj.weight", FileType.Q4_0),
    ],
)
def test_what_sixteen_bits_do_not_hold_is_refused(
    family: str, name: str, kind: FileType, folders: dict[str, Path], tmp_path: Path
) -> None:
    source = open_source(folders[family])
    tensor = source.tensors[name]
    large = replace(tensor, rows=lambda a, b: tensor.rows(a, b) + np.float32(70_000))
    tensors = {**source.tensors, name: large}
    with pytest.raises(SourceError, match=r"\.1\..* too large for float16"):
        run(
            replace(source, tensors=tensors),
            tmp_path / "out.gguf",
            replace(GGUF, file_type=kind),
            Silent(),
        )
    assert not list(tmp_path.glob("*.gguf"))


@pytest.mark.parametrize(
    ("size", "method"), [(1e30, Method.RTN), (1e30, Method.MSE), (1e-30, Method.MSE)]
)
def test_what_no_scale_can_hold_is_reported_as_lost(
    size: float, method: Method, folders: dict[str, Path], tmp_path: Path
) -> None:
    source = open_source(folders["llama"])
    name = "model.layers.1.mlp.up_proj.weight"
    tensor = source.tensors[name]
    rows = replace(tensor, rows=lambda a, b: tensor.rows(a, b) * np.float32(size))
    done = run(
        replace(source, tensors={**source.tensors, name: rows}),
        tmp_path / "out.gguf",
        replace(GGUF, method=method),
        Silent(),
    )
    assert {one.name: one.error for one in done.results}[name] == pytest.approx(1)


# --------------------------------------------------------------------------- the command


def test_the_command_quantizes_inspects_verifies_and_reports(
    folders: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = str(folders["llama"]), str(tmp_path / "out")
    runs = tmp_path / "runs" / "one"
    runs.mkdir(parents=True)
    (runs / "run.json").write_text(json.dumps({"task": {"text": "Click the button. " * 300}}))
    line = {"proposal": {"raw": "Action: click " * 200}, "outcome": {"text": "Clicked."}}
    (runs / "steps.jsonl").write_text(f"{json.dumps(line)}\n{{torn")
    given = [source, "-o", out, "--format", "compressed-tensors", "--calibration", str(runs.parent)]
    page, figures = tmp_path / "page.html", tmp_path / "figures.json"
    assert main([*given, "--report", str(page), "--json", str(figures)]) == 0
    assert "bits per weight" in capsys.readouterr().out
    told = json.loads(figures.read_text())
    assert told["method"] == "awq"
    assert told["calibration"]
    assert {**told, **json.loads(record_path(Path(out)).read_text())} == told
    assert len(told["tensors"]) == 14
    assert 0 < told["divergence"]["kl"] < 1
    assert page.read_text().count("<rect") == 2 * 14
    assert main(["verify", out, "--against", source]) == 0
    assert "tensors agree" in capsys.readouterr().out
    assert main(["inspect", out]) == 0
    assert "INT4" in capsys.readouterr().out
    assert json.loads(record_path(Path(out)).read_text())["files"]
    with (Path(out) / "model.safetensors").open("r+b") as stream:
        stream.seek(-3, 2)
        stream.write(b"xyz")
    assert main(["verify", out, "--against", source]) == 3
    assert "not the one that was written" in capsys.readouterr().err


def test_names_of_gguf_files_may_be_in_capitals(folders: dict[str, Path], tmp_path: Path) -> None:
    first, second = str(tmp_path / "A.GGUF"), str(tmp_path / "B.GGUF")
    assert main([str(folders["qwen3_vl"]), "-o", first, "--type", "F16"]) == 0
    assert main([first, "-o", second]) == 0
    assert main(["verify", second, "--against", first]) == 0
    assert Path(second).is_file()


def test_exit_codes(
    folders: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = str(folders["qwen3_vl"])
    out = ["-o", str(tmp_path / "out.gguf")]
    assert main([source, *out, "--method", "gptq"]) == 2
    assert "looks at activations" in capsys.readouterr().err
    assert main([source, *out, "--max-memory", "1M"]) == 4
    assert main([str(tmp_path), *out]) == 2
    assert main([source, "-o", str(tmp_path / "x"), "--format", "onnx"]) == 2
    assert main(["plan", source]) == 0
    assert "bits per weight" in (said := capsys.readouterr().out)
    assert " 0.00 " not in said
    assert main(["plan", source, "--method", "gptq"]) == 2
    assert "looks at activations" in capsys.readouterr().err
    hopper = ["--format", "compressed-tensors", "--target", "vllm-hopper"]
    assert main([source, "-o", str(tmp_path / "y"), *hopper]) == 2
    assert "groups of 128" in capsys.readouterr().err
    (tmp_path / "file").write_text("in the way")
    for name in ("file/out", "file/out.gguf"):
        assert main([source, "-o", str(tmp_path / name)]) == 2
        assert "cannot be written" in capsys.readouterr().err
    assert not list(tmp_path.rglob("*.part"))


def test_what_does_not_fit_the_disk_is_planned(
    folders: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = ["plan", str(folders["qwen3_vl"]), "-o", str(tmp_path / "not" / "there" / "x.gguf")]
    assert main(given) == 0
    assert main([given[1], "-o", str(tmp_path / "x.gguf")]) == 0
    used = sum(file.stat().st_size for file in tmp_path.glob("*.gguf"))
    planned = make_plan(open_source(folders["qwen3_vl"]), Recipe(Format.GGUF, Method.MSE)).disk
    assert planned == pytest.approx(used, rel=0.25)
    monkeypatch.setattr("uitars_quant.memory.free_disk", lambda _out: planned - 1)
    assert main(given) == 4


def test_sizes_are_read() -> None:
    assert (size("8G"), size("1.5m"), size("77")) == (8_000_000_000, 1_500_000, 77)
    for none in ("much", "inf", "nan"):
        with pytest.raises(SourceError):
            size(none)


def stream(folder: Path, layers: int, experts: int, words: int) -> dict[str, float]:
    """Sizes and peak memory of a process that streams a sparse checkpoint."""
    given = [str(folder), str(layers), str(experts), str(words)]
    done = subprocess.run(
        [sys.executable, stream_large.__file__, *given], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_memory_is_bounded_by_slices(tmp_path: Path) -> None:
    told = stream(tmp_path, layers=3, experts=16, words=1024)
    assert told["source_bytes"] > 400e6
    assert told["peak_bytes"] < told["planned_bytes"] < 3 * told["slice_bytes"] + 300e6


def test_a_network_of_30_billion_weights_is_planned(tmp_path: Path) -> None:
    stream_large.write_sparse(tmp_path, layers=48, experts=128, words=151936)
    plan = make_plan(open_source(tmp_path), Recipe(Format.GGUF, Method.RTN))
    assert 30.4e9 < plan.parameters < 30.6e9
    assert 4.5 < plan.bits_per_weight < 4.7
    assert plan.memory < 2e9


@pytest.mark.drill
@pytest.mark.timeout(3600)
def test_a_network_of_30_billion_weights_is_streamed(tmp_path: Path) -> None:
    told = stream(tmp_path, layers=48, experts=128, words=151936)
    assert told["source_bytes"] > 60e9
    assert told["peak_bytes"] < 2e9


def test_no_device_and_no_pipe_is_written_over(
    folders: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe.gguf"
    os.mkfifo(pipe)
    for given in (["-o", str(pipe)], ["-o", str(tmp_path / "out"), "--json", str(pipe)]):
        assert main([str(folders["llama"]), *given]) == 2
        assert "pipe.gguf is no regular file" in capsys.readouterr().err
    assert pipe.is_fifo()
    with pytest.raises(WriteError, match="/dev/stdout is no regular file"):
        check_place(Path("/dev/stdout"))


def test_a_report_that_cannot_be_written_is_said_before_the_work(
    folders: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [str(folders["llama"]), "-o", str(tmp_path / "out"), "--json"]
    (tmp_path / "file").touch()
    assert main([*given, str(tmp_path / "file" / "report.json")]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert main([*given, str(tmp_path / ("x" * 252))]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    assert main([*given, str(tmp_path / "new" / "report.json")]) == 0
    assert (tmp_path / "new" / "report.json").is_file()


def test_a_report_costs_no_file_beside_it_and_no_folder_where_nothing_is_made(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    given = ["-o", str(tmp_path / "out"), "--json"]
    assert main([str(tmp_path / "none"), *given, str(tmp_path / "a" / "b" / "report.json")]) == 2
    assert not list(tmp_path.iterdir())
    precious = tmp_path / "report.json.part"
    precious.write_text("precious")
    assert main([str(folders["llama"]), *given, str(tmp_path / "report.json")]) == 0
    assert precious.read_text() == "precious"
    assert {one.name for one in tmp_path.iterdir()} == {"out", "report.json", precious.name}
