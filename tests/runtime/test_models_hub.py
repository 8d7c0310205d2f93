"""Models from a hub of our own: consent, going on after cuts, hashes, disks, licences, choices."""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest

from helpers import model_hub
from helpers.desks import PATIENCE
from helpers.gguf_models import model_with_projector
from helpers.model_hub import Hub, Repository, hub
from helpers.small_checkpoints import write_folder
from uitars_app.__main__ import main
from uitars_quant.cli import main as quantize
from uitars_runtime.backends.registry import open_model
from uitars_runtime.dialects.registry import DIALECTS, guess
from uitars_runtime.errors import ModelError, Stopped, UitarsError, UsageError
from uitars_runtime.models import catalogue, machine, open_models
from uitars_runtime.models.hub import choosing
from uitars_runtime.models.hub.getting import get, make_plan
from uitars_runtime.models.hub.listing import Listing, RemoteFile

REF = "hf:org/Tiny-Qwen3-VL-GGUF"
FIRST = 100_000
"""Bytes that the hub sends before it is held."""


def silent(_here: int, _whole: int) -> None:
    """Progress that nobody looks at."""


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("content")
    weights = model_with_projector(folder)
    (projector,) = folder.glob("*mmproj*")
    return {
        "README.md": b"A model.",
        "tiny-Q4_K_M.gguf": weights.read_bytes(),
        "mmproj-tiny-F16.gguf": projector.read_bytes(),
    }


@pytest.fixture
def repository(content: dict[str, bytes]) -> Repository:
    return Repository(dict(content), small=("README.md",))


@pytest.fixture
def there(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Generator[Hub]:
    """A hub with the repository, which is the one that is asked; and a home of our own."""
    with hub({REF.removeprefix("hf:"): repository}) as running:
        monkeypatch.setenv("HF_ENDPOINT", running.address)
        monkeypatch.setenv("HF_HUB_DISABLE_PROGRESS_BARS", "1")
        monkeypatch.setenv("UITARS_HOME", str(tmp_path / "uitars"))
        yield running


def _left() -> list[str]:
    """What lies in the models folder, hidden files included."""
    folder = catalogue.models_folder()
    return sorted(path.name for path in folder.rglob("*")) if folder.is_dir() else []


def _no_half_model() -> None:
    assert [model.name for model in catalogue.installed()] == ["nano"]


def test_a_model_comes_whole_and_is_found_by_its_name(
    there: Hub, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["models", "get", REF, "--yes", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["licence"] == "apache-2.0"
    assert Path(told["path"]).is_file()
    assert catalogue.verify("Tiny-Qwen3-VL") == []
    model = open_model("Tiny-Qwen3-VL")
    assert model.dialect == "qwen3-vl"
    model.close()
    # No more was asked than what was meant, and nothing of this machine was told.
    kinds = {path.split("/")[1] for path, _ in there.asked}
    assert kinds == {"api", "org"}
    assert not any("README" in path for path, _ in there.asked)
    assert not any(word in agent for agent in there.agents for word in ("torch", "agent/"))


def test_a_connection_that_is_cut_is_gone_on_with(there: Hub, repository: Repository) -> None:
    repository.cuts[:] = [150_000, 60_000]
    path = get(make_plan(REF), threading.Event(), silent)
    assert path.read_bytes() == repository.files["tiny-Q4_K_M.gguf"]
    assert there.ranges()[:3] == ["", "bytes=150000-", "bytes=210000-"]


def test_a_hub_without_ranges_begins_anew(there: Hub, repository: Repository) -> None:
    repository.cuts[:] = [150_000]
    repository.ranges = False
    path = get(make_plan(REF), threading.Event(), silent)
    assert path.read_bytes() == repository.files["tiny-Q4_K_M.gguf"]


def test_after_a_kill_it_goes_on_where_it_was(there: Hub, repository: Repository) -> None:
    repository.holds = threading.Event()
    command = [sys.executable, "-m", "uitars_app", "models", "get", REF, "--yes"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        _until(lambda: _begun() == FIRST)
    finally:
        process.kill()
        process.wait()
    _no_half_model()
    repository.holds.set()
    path = get(make_plan(REF), threading.Event(), silent)
    assert path.read_bytes() == repository.files["tiny-Q4_K_M.gguf"]
    assert there.ranges()[1] == f"bytes={FIRST}-"


def test_a_stop_is_heard_and_two_do_not_write_to_one_file(
    there: Hub, repository: Repository
) -> None:
    repository.holds = threading.Event()
    stop = threading.Event()
    ends: list[str] = []

    def work() -> None:
        try:
            get(make_plan(REF), stop, silent)
        except Stopped:
            ends.append("stopped")

    thread = threading.Thread(target=work)
    thread.start()
    _until(lambda: _begun() == FIRST)
    with pytest.raises(UsageError, match="being fetched already"):
        get(make_plan(REF), threading.Event(), silent)
    stop.set()
    repository.holds.set()
    thread.join(PATIENCE)
    assert ends == ["stopped"]
    _no_half_model()


def _given_up(repository: Repository) -> None:
    """Begin to fetch the model, and stop."""
    repository.holds = threading.Event()
    stop = threading.Event()

    def work() -> None:
        with suppress(Stopped):
            get(make_plan(REF), stop, silent)

    thread = threading.Thread(target=work)
    thread.start()
    _until(lambda: _begun() == FIRST)
    stop.set()
    repository.holds.set()
    thread.join(PATIENCE)
    repository.holds = None


def test_what_was_begun_of_another_revision_is_removed(
    there: Hub, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    _given_up(repository)
    monkeypatch.setattr(model_hub, "REVISION", "b" * 40)
    get(make_plan(REF), threading.Event(), silent)
    assert not any(name.startswith(".getting-") for name in _left())


def test_what_was_begun_can_be_removed_by_its_name(there: Hub, repository: Repository) -> None:
    _given_up(repository)
    assert main(["models", "remove", "Tiny-Qwen3-VL"]) == 0
    assert _left() == []
    assert main(["models", "remove", "Tiny-Qwen3-VL"]) == 2


def test_two_models_whose_names_begin_alike_are_fetched_at_once(
    there: Hub, repository: Repository
) -> None:
    repository.holds = threading.Event()
    thread = threading.Thread(
        target=get, args=(make_plan(REF, "Tiny-2.5-3B"), threading.Event(), silent)
    )
    thread.start()
    _until(lambda: _begun() == FIRST)
    held, repository.holds = repository.holds, None
    try:
        assert get(make_plan(REF, "Tiny-2.5-7B"), threading.Event(), silent).is_file()
    finally:
        held.set()
        thread.join(PATIENCE)
    names = [model.name for model in catalogue.installed()]
    assert names == ["nano", "Tiny-2.5-3B", "Tiny-2.5-7B"]
    assert not [name for name in _left() if name.endswith(".lock")]


def test_another_file_than_promised_is_refused_and_removed(
    there: Hub, repository: Repository, content: dict[str, bytes]
) -> None:
    name = "tiny-Q4_K_M.gguf"
    repository.promised[name] = content[name][:-1] + b"x"
    with pytest.raises(ModelError, match="its hash differs"):
        get(make_plan(REF), threading.Event(), silent)
    _no_half_model()
    assert not any("Q4_K_M" in left for left in _left())


def test_a_file_longer_than_promised_is_not_read_to_its_end(
    there: Hub, repository: Repository, content: dict[str, bytes]
) -> None:
    name = "tiny-Q4_K_M.gguf"
    repository.promised[name] = content[name]
    repository.files[name] = content[name] + bytes(30_000_000)
    with pytest.raises(ModelError, match="its hash differs"):
        get(make_plan(REF), threading.Event(), silent)
    _no_half_model()


def test_what_is_no_gguf_does_not_become_a_model(there: Hub, repository: Repository) -> None:
    repository.files["tiny-Q4_K_M.gguf"] = b"<html>an error page</html>"
    with pytest.raises(UitarsError, match="no GGUF file"):
        get(make_plan(REF), threading.Event(), silent)
    _no_half_model()


SMALL = 72 << 20
FILL = """
"$1" -m uitars_app models get "$2" --yes 2>"$3/said" &
until [ -s "$(ls "$UITARS_HOME"/data/models/.getting-*/*.part 2>/dev/null)" ]; do sleep 0.05; done
dd if=/dev/zero of="$UITARS_HOME/fill" bs=1M 2>/dev/null
touch "$3/full"; wait $!; echo $? >"$3/code"; rm "$UITARS_HOME/fill"
ls -A "$UITARS_HOME"/data/models/.getting-*/ >"$3/left"
"""


@pytest.mark.parametrize("size", [SMALL, 8 << 20])
def test_a_full_disk_is_said_and_not_left_full(
    size: int, there: Hub, repository: Repository, tmp_path: Path
) -> None:
    small, out = tmp_path / "small", tmp_path / "out"
    small.mkdir()
    out.mkdir()
    mounted = ["bwrap", "--dev-bind", "/", "/", "--size", str(size), "--tmpfs", str(small)]
    if shutil.which("bwrap") is None or subprocess.run([*mounted, "true"], check=False).returncode:
        pytest.skip("no file system can be mounted here")
    environment = {**os.environ, "UITARS_HOME": str(small)}
    if size < SMALL:  # It is said before anything is fetched.
        command = [*mounted, sys.executable, "-m", "uitars_app", "models", "get", REF, "--yes"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert "GB more of disk" in done.stderr
        assert there.ranges() == []
        return
    repository.holds = threading.Event()
    command = [*mounted, "sh", "-c", FILL, "sh", sys.executable, REF, str(out)]
    process = subprocess.Popen(command, env=environment)
    try:
        _until(lambda: (out / "full").exists())
        repository.holds.set()
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()
    assert "The disk is full" in (out / "said").read_text()
    assert (out / "code").read_text().strip() == "1"
    assert (out / "left").read_text().split() == []


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("n\n", 2), ("\n", 2)])
def test_a_person_is_asked_with_the_licence_in_sight(answer: str, code: int, there: Hub) -> None:
    person, terminal = pty.openpty()
    command = [sys.executable, "-m", "uitars_app", "models", "get", REF]
    process = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal)
    os.close(terminal)
    said = b""
    while b"[y/N]" not in said:
        said += os.read(person, 1000)
    assert b"apache-2.0" in said
    assert there.ranges() == []
    os.write(person, answer.encode())
    assert process.wait(PATIENCE) == code
    os.close(person)
    assert bool(there.ranges()) == (code == 0)


def test_nothing_is_fetched_where_nobody_can_be_asked(
    there: Hub, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["models", "get", REF]) == 2
    assert "Add --yes" in capsys.readouterr().err
    assert there.ranges() == []


def test_without_a_stated_licence_a_yes_is_not_enough(
    there: Hub, repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    repository.licence = None
    assert main(["models", "get", REF, "--yes"]) == 2
    assert "states no licence" in capsys.readouterr().err
    assert there.ranges() == []
    assert main(["models", "get", REF, "--yes", "--any-licence"]) == 0


def test_another_licence_than_the_catalogues_is_said(
    there: Hub, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = open_models.find("qwen3-vl-8b")
    there.repositories[known.repository] = repository
    assert make_plan("qwen3-vl-8b").doubt == ""
    repository.licence = "cc-by-nc-4.0"
    assert "the catalogue knows apache-2.0" in make_plan("qwen3-vl-8b").doubt


def test_what_the_hub_refuses_is_one_sentence(
    there: Hub, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ModelError, match="shows no repository org/none"):
        make_plan("hf:org/none")
    repository.gated = True
    with pytest.raises(ModelError, match="agreed to its terms"):
        get(make_plan(REF), threading.Event(), silent)
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(ModelError, match="cannot be reached"):
        make_plan(REF)
    for wrong in ("hf:", "hf:one", "hf:a/b/c", "hf:../.."):
        with pytest.raises(UitarsError):
            make_plan(wrong)


def _listing(*names: str) -> Listing:
    files = tuple(RemoteFile(name, 1, "0" * 64) for name in names)
    return Listing("org/name", "0" * 40, "mit", "", files)


@pytest.mark.parametrize(
    ("names", "wanted", "chosen"),
    [
        (("a-Q8_0.gguf", "a-Q4_K_M.gguf", "mmproj-BF16.gguf", "mmproj-F16.gguf"), "",
         ["a-Q4_K_M.gguf", "mmproj-F16.gguf"]),
        (("q4_k_m.gguf", "imatrix.gguf", "mmproj.f16.gguf"), "",
         ["q4_k_m.gguf", "mmproj.f16.gguf"]),
        (("a-UD-Q4_K_XL.gguf", "a.Q4_0.gguf", "mmproj-F16.gguf"), "",
         ["a.Q4_0.gguf", "mmproj-F16.gguf"]),
        (("a-Q8_0.gguf", "a-Q4_0.gguf", "mmproj.gguf"), "q8_0", ["a-Q8_0.gguf", "mmproj.gguf"]),
        (("a-Q8_0.gguf", "odd.gguf", "mmproj.gguf"), "odd.gguf", ["odd.gguf", "mmproj.gguf"]),
        (("x/a-Q4_0-00001-of-00002.gguf", "x/a-Q4_0-00002-of-00002.gguf", "mmproj.gguf"), "",
         ["a-Q4_0-00001-of-00002.gguf", "a-Q4_0-00002-of-00002.gguf", "mmproj.gguf"]),
        (("a-Q4-00001-of-00002.gguf", "a-Q4-00002-of-00002.gguf", "a-Q4-K-00001-of-00002.gguf",
          "a-Q4-K-00002-of-00002.gguf", "mmproj.gguf"), "a-Q4-00001-of-00002.gguf",
         ["a-Q4-00001-of-00002.gguf", "a-Q4-00002-of-00002.gguf", "mmproj.gguf"]),
        (("a-Q4_0-00001-of-00002.GGUF", "a-Q4_0-00002-of-00002.GGUF", "mmproj.GGUF"), "",
         ["a-Q4_0-00001-of-00002.GGUF", "a-Q4_0-00002-of-00002.GGUF", "mmproj.GGUF"]),
        (("a-2b-Q4_0.gguf", "a-8b-Q4_0.gguf", "mmproj-a-2b-F16.gguf", "mmproj-a-8b-F16.gguf",
          "mmproj-a-8b-Q8_0.gguf"), "a-8b-Q4_0.gguf", ["a-8b-Q4_0.gguf", "mmproj-a-8b-F16.gguf"]),
        (("2b/a-Q4_0.gguf", "2b/mmproj-F16.gguf", "8b/Q4_0/b-Q4_0.gguf", "8b/mmproj-Q8_0.gguf"),
         "b-Q4_0.gguf", ["b-Q4_0.gguf", "mmproj-Q8_0.gguf"]),
        (("a-Q4_0.gguf", "x/mmproj-b-F16.gguf", "x/mmproj-a-F32.gguf"), "",
         ["a-Q4_0.gguf", "mmproj-a-F32.gguf"]),
    ],
)  # fmt: skip
def test_which_files_make_a_model(names: tuple[str, ...], wanted: str, chosen: list[str]) -> None:
    assert [file.name for file in choosing.gguf_files(_listing(*names), wanted)] == chosen


@pytest.mark.parametrize("wanted", ["", "Q4_0", "same-Q4_0.gguf"])
def test_of_several_models_none_is_taken_unasked(wanted: str) -> None:
    names = ("a-Q8_0.gguf", "x/same-Q4_0.gguf", "y/same-Q4_0.gguf", "mmproj-F16.gguf")
    with pytest.raises(UsageError, match=r"several: x/same-Q4_0\.gguf, y/same-Q4_0\.gguf\. Name"):
        choosing.gguf_files(_listing(*names), wanted)
    found = choosing.gguf_files(_listing(*names), "y/same-Q4_0.gguf")
    assert [file.path for file in found] == ["y/same-Q4_0.gguf", "mmproj-F16.gguf"]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("a-Q4_0.gguf",), "no projector"),
        (("a-IQ2.gguf", "b-IQ3.gguf", "mmproj.gguf"), "it has a-IQ2.gguf, b-IQ3.gguf"),
        (("mmproj.gguf",), "no GGUF file"),
        (
            ("a-Q4_0-00001-of-00003.gguf", "a-Q4_0-00003-of-00003.gguf", "mmproj.gguf"),
            "2 of 3 parts",
        ),
        (
            (
                "ui-tars-Q4_0.gguf",
                "mmproj-ui-F16.gguf",
                "mmproj-ui-F32.gguf",
                "mmproj-tars-F16.gguf",
            ),
            "which of mmproj-ui-F16.gguf and mmproj-tars-F16.gguf is the projector of ui-tars-Q4_0",
        ),
    ],
)
def test_what_makes_no_model_is_said(names: tuple[str, ...], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        choosing.gguf_files(_listing(*names))


def test_names_that_lead_elsewhere_are_not_taken(there: Hub, repository: Repository) -> None:
    data = repository.files["tiny-Q4_K_M.gguf"]
    repository.files.update({"x/..": data, ".hidden-Q4_K_M.gguf": data, "a b-Q4_0.gguf": data})
    found = {file.path for file in make_plan(REF).listing.files}
    assert found == {"README.md", "tiny-Q4_K_M.gguf", "mmproj-tiny-F16.gguf"}


def test_a_checkpoint_goes_straight_into_the_quantizer(
    there: Hub, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "checkpoint"
    write_folder(folder)
    (folder / "modeling_evil.py").write_text("raise SystemExit")
    (folder / "pytorch_model.bin").write_bytes(b"pickled")
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    small = tuple(name for name in files if name.endswith((".json", ".txt")))
    there.repositories["org/checkpoint"] = Repository(files, small=small)
    out = tmp_path / "out.gguf"
    assert quantize(["hf:org/checkpoint", "-o", str(out)]) == 2
    said = capfd.readouterr().err
    assert "\nAdd --yes" in said
    assert "{" not in said
    assert quantize(["hf:org/checkpoint", "-o", str(out), "--yes"]) == 0
    assert out.read_bytes()[:4] == b"GGUF"
    asked = [path for path, _ in there.asked if "/resolve/" in path]
    assert not any(path.endswith((".py", ".bin")) for path in asked)
    assert quantize(["plan", "hf:org/checkpoint", "--yes"]) == 0
    assert len([path for path, _ in there.asked if "/resolve/" in path]) == len(asked)


def test_every_entry_of_the_catalogue_can_be_relied_on() -> None:
    known = open_models.catalogue()
    names = [model.name for model in known.models]
    assert len(names) == len(set(names))
    for family in ("ui-tars-1.5", "holo", "qwen3-vl", "gui-owl", "fara"):
        assert any(name.startswith(family) for name in names)
    for model in known.models:
        catalogue.place_for(model.name)
        assert model.dialect in DIALECTS
        assert guess(model.name) == model.dialect
        assert bool(model.bytes) == bool(model.bytes_source)
        assert all(score.source and 0 < score.value <= 100 for score in model.scores)
    with pytest.raises(UsageError, match="Did you mean qwen3-vl-8b"):
        open_models.find("qwen3vl-8b")


def test_what_is_offered_fits_the_machine(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = {
        0: None,
        6: None,
        8: "qwen3-vl-4b",
        8.4: "qwen3-vl-4b",
        16: "qwen3-vl-8b",
        64: "holo3.1-35b-a3b",
    }
    for gigabytes, name in sizes.items():
        best = machine.best_for(machine.Machine(round(gigabytes * 1e9)))
        assert (best and best.name) == name, gigabytes
    assert machine.best_for(machine.Machine(None)) is None
    assert main(["models", "get"]) == 0
    told = capsys.readouterr().out
    assert "ui-tars-1.5-7b" in told
    assert "independent" in told


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("NVIDIA A, 8192\nNVIDIA B, 24576\n", ("NVIDIA B", 24576 << 20)),
        ("[N/A]\n", ("", 0)),
        ("NVIDIA C, [N/A]\n", ("", 0)),
    ],
)
def test_the_graphics_card_is_known(
    told: str, found: tuple[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "nvidia-smi"
    program.write_text(f"#!/bin/sh\nprintf '{told}'\n".replace("\n'", "\\n'"))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    here = machine.this_machine()
    assert (here.gpu, here.gpu_memory) == found


def _begun() -> int:
    return sum(path.stat().st_size for path in catalogue.models_folder().glob(".getting-*/*.part"))


def _until(state: object) -> None:
    ends = time.monotonic() + PATIENCE
    while not state():  # type: ignore[operator]
        assert time.monotonic() < ends, "it did not come to that"
        time.sleep(0.02)
