"""The models on this machine: the embedded one, and those that were brought into the data folder.

A brought-in model is a folder of its own below `models_folder()`: its files and `manifest.json`
with the SHA-256 of each. `--model NAME` finds it.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import tempfile
from pathlib import Path
from typing import Literal

import msgspec

from uitars_runtime import paths
from uitars_runtime.errors import ModelError, UsageError

MANIFEST = "manifest.json"
EMBEDDED = "nano"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_BLOCK = 1 << 20


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a model's folder holds."""

    kind: Literal["gguf", "onnx"]
    main: str
    """Name of the file that `--model` opens; for onnx the folder is opened."""
    files: dict[str, str]
    """File name -> SHA-256, lower-case hexadecimal."""


class Installed(msgspec.Struct, frozen=True):
    """One model of this machine."""

    name: str
    kind: Literal["embedded", "gguf", "onnx"]
    path: str
    """What `--model` opens."""
    bytes: int


BEGUN = ".getting-"
"""What folders of models that are being fetched begin with."""


def models_folder() -> Path:
    """The folder below which brought-in models lie."""
    return paths.data_folder() / "models"


def installed() -> list[Installed]:
    """All models of this machine, the embedded one first. Raises `ModelError` for a damaged one."""
    from uitars_runtime.backends.embedded.backend import default_folder

    embedded = default_folder()
    # What it reads the screen with lies beside its decoder.
    found = [Installed(EMBEDDED, "embedded", EMBEDDED, _size(embedded.parent))]
    folders = models_folder()
    if folders.is_dir():
        found += [_installed(folder) for folder in sorted(folders.iterdir()) if _is_model(folder)]
    return found


def find(name: str) -> str | None:
    """What opens the brought-in model of this name; None where there is none."""
    return _installed(models_folder() / name).path if _is_there(name) else None


def bring_in(source: Path, name: str = "", sha256: str = "") -> Installed:
    """Copy a model into the data folder, whole or not at all.

    `source`: a GGUF file with its projector beside it, or a folder of ONNX weights, of which the
    files count that lie in it: below a candidate of the flywheel lie its checkpoints. `sha256`: of
    the GGUF file or of `decoder.onnx`; a file that differs is refused. Raises `UsageError`,
    `ModelError`.
    """
    kind, main, files = _parts(source)
    target = place_for(name or (source.stem if kind == "gguf" else source.name))
    paths.make_private(target.parent)
    partial = Path(tempfile.mkdtemp(prefix=".importing-", dir=target.parent))
    try:
        digests = {file.name: _copy(file, partial / file.name) for file in files}
        if sha256 and digests[main.name] != sha256.lower():
            raise ModelError(
                f"{main} is not the file it should be: its SHA-256 is {digests[main.name]}.",
                "Download it again.",
            )
        return adopt(partial, target, Manifest(kind, main.name, digests))
    except OSError as error:
        raise ModelError(
            f"The model cannot be copied to {target}: {error.strerror}.", "Is the disk full?"
        ) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def place_for(name: str) -> Path:
    """Where a new model of this name will lie. Raises `UsageError` for one that cannot be."""
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name!r} cannot be a model's name.", "Use letters, digits and . _ -")
    target = models_folder() / name
    if target.exists() or name == EMBEDDED:
        raise UsageError(f"There is a model {name!r} already.", "Choose another with --name.")
    return target


def adopt(folder: Path, target: Path, manifest: Manifest) -> Installed:
    """Make a folder whose files are all there a model of this machine. Raises `OSError`."""
    (folder / MANIFEST).write_bytes(msgspec.json.encode(manifest))
    folder.rename(target)
    return _installed(target)


def verify(name: str) -> list[str]:
    """Names of the files of a brought-in model that are not what they were. Raises `UsageError`."""
    folder = _folder(name)
    manifest = _manifest(folder)
    return [file for file, digest in manifest.files.items() if _digest(folder / file) != digest]


def remove(name: str) -> None:
    """Delete a brought-in model, also a damaged one, and what was fetched of one of this name.
    Raises `UsageError`."""
    begun = begun_at(models_folder(), name) if _NAME.fullmatch(name) else []
    if _is_there(name) or not begun:
        shutil.rmtree(_folder(name))
    for folder in begun:
        discard(folder)


def begun_at(place: Path, name: str) -> list[Path]:
    """Folders in which a model of this name began to be fetched, one for each of its revisions."""
    return list(place.glob(f"{BEGUN}{name}-{'[0-9a-f]' * 12}"))


def discard(folder: Path) -> None:
    """Delete what was fetched, with its lock."""
    shutil.rmtree(folder)
    folder.with_name(f"{folder.name}.lock").unlink(missing_ok=True)


def decoder_in(folder: Path) -> Path:
    """The decoder of a folder of weights. Raises `UsageError` for one of another architecture."""
    main = folder / "decoder.onnx"
    if not main.is_file():
        raise UsageError(
            f"The folder {folder} holds no decoder.onnx.",
            "Name a GGUF file itself; weights for vLLM run on a server, as openai/NAME.",
        )
    return main


def _parts(source: Path) -> tuple[Literal["gguf", "onnx"], Path, list[Path]]:
    """Kind, main file and all files of a model."""
    if source.is_dir():
        main = decoder_in(source)
        # The manifest of a folder that was brought in before, here or elsewhere, is made anew.
        held = sorted(file for file in source.iterdir() if file.name != MANIFEST)
        return "onnx", main, [_regular(file, source) for file in held if not file.is_dir()]
    from uitars_runtime.backends.llama import files

    model = files.find(source)
    # The one file that was named may be a link to anywhere: a person named it.
    beside = [file for file in (*files.shards(source), model.projector) if file != source]
    return "gguf", source, [source, *(_regular(file, source.parent) for file in beside)]


def _regular(file: Path, folder: Path) -> Path:
    """The file, where it is a regular one of the folder; a model comes from anywhere. A link may
    lead elsewhere in the folder, or to the `blobs` of a model hub's cache. Raises `ModelError`."""
    try:
        real, root = file.resolve(strict=True), folder.resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise ModelError(f"{file} cannot be read: {error}.") from error
    blobs = root.parent.parent / "blobs"
    of_hub = root.parent.name == "snapshots" and real.parent == blobs
    if not of_hub and not real.is_relative_to(root):
        raise ModelError(f"{file} leads out of its folder, to {real}: it is not copied.")
    if not real.is_file():
        raise ModelError(f"{file} is no regular file: it is not copied.")
    return file


def _folder(name: str) -> Path:
    if not _is_there(name):
        raise UsageError(f"There is no model {name!r} to do that with.", "See: uitars models")
    return models_folder() / name


def _is_there(name: str) -> bool:
    return _NAME.fullmatch(name) is not None and _is_model(models_folder() / name)


def _is_model(folder: Path) -> bool:
    return (folder / MANIFEST).is_file() and not folder.name.startswith(".")


def _installed(folder: Path) -> Installed:
    manifest = _manifest(folder)
    path = folder if manifest.kind == "onnx" else folder / manifest.main
    return Installed(folder.name, manifest.kind, str(path), _size(folder))


def _manifest(folder: Path) -> Manifest:
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
        if any(Path(name).name != name for name in (manifest.main, *manifest.files)):
            raise ValueError("it names files of other folders")
        return manifest
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError(
            f"The model folder {folder} is damaged: {error}",
            f"Remove it (uitars models remove {folder.name}) and import it again.",
        ) from error


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _copy(source: Path, target: Path) -> str:
    """Copy a file; returns the SHA-256 of what was written."""
    digest = hashlib.sha256()
    with source.open("rb") as reading, target.open("xb") as writing:
        while block := reading.read(_BLOCK):
            digest.update(block)
            writing.write(block)
    return digest.hexdigest()


def _digest(file: Path) -> str:
    if not file.is_file():
        return ""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
