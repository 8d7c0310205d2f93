"""What is in the packages, as one CycloneDX list (SBOM): the libraries of the environment by
`cyclonedx-py`, and what only freezing brought in: Python, libraries of the system that made the
folder, and the models.

    python parts.py PYTHON WORK VERSION OUT      WORK: where PyInstaller keeps its lists
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

MODELS: Final = "uitars_assets/models/"
LISTING: Final = """
import os, runpy
del os.environ["PYTHONPATH"]
runpy.run_module("cyclonedx_py", run_name="__main__", alter_sys=True)
"""
"""Where packing's own libraries lie is for this process; the Python it asks would list them."""
SYSTEM: Final = ("/lib/", "/usr/lib/")


def main(python: Path, work: Path, version: str, out: Path) -> None:
    """Write the list. Raises `ValueError` where it would not be one."""
    made: dict[str, Any] = json.loads(
        _said(sys.executable, "-c", LISTING, "environment", "--spec-version", "1.6",
              "--output-format", "JSON", "--output-reproducible", str(python))
    )  # fmt: skip
    components: list[dict[str, Any]] = made["components"]
    # The program itself is what the list is about, and the folder of the build means nothing.
    itself = next(one for one in components if one["name"] == "uitars")
    components.remove(itself)
    itself.pop("externalReferences", None)
    made.setdefault("metadata", {})["component"] = itself | {"type": "application"}
    files = ast.literal_eval((work / "uitars" / "COLLECT-00.toc").read_text())[0]
    release = _said(str(python), "-c", "import platform; print(platform.python_version())").strip()
    components.append({"type": "platform", "name": "CPython", "version": release,
                       "bom-ref": "CPython", "purl": f"pkg:generic/cpython@{release}"})  # fmt: skip
    libraries = {
        source for _, source, _ in files if sys.platform == "linux" and source.startswith(SYSTEM)
    }
    # Two libraries of one package are one part.
    components += {part["name"]: part for part in _of_the_system(libraries)}.values()
    components += _models(next(Path(s) for n, s, _ in files if n == f"{MODELS}SHA256SUMS"), version)
    text = json.dumps(made, indent=1, sort_keys=True)
    if problem := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise ValueError(f"the list of parts is not valid: {problem}")
    out.write_text(f"{text}\n")


def _of_the_system(libraries: set[str]) -> Iterator[dict[str, Any]]:
    """The Debian packages of these libraries; the library itself where none has it."""
    for library in sorted(libraries):
        owner = subprocess.run(
            ["dpkg", "-S", str(Path(library).resolve())],
            capture_output=True,
            text=True,
            check=False,
        ).stdout.partition(":")[0] or _named_before_merging(library)
        if not owner:
            yield {"type": "library", "name": Path(library).name, "bom-ref": library}
            continue
        version = _said("dpkg-query", "--show", "--showformat", "${Version}", owner)
        yield {"type": "library", "name": owner, "version": version, "bom-ref": library,
               "purl": f"pkg:deb/debian/{owner}@{version.replace('+', '%2B')}"}  # fmt: skip


def _named_before_merging(library: str) -> str:
    """The owner of a file that its package knows below /lib, as before /usr took it in."""
    path = str(Path(library).resolve()).removeprefix("/usr")
    asked = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True, check=False)
    return asked.stdout.partition(":")[0]


def _models(sums: Path, version: str) -> Iterator[dict[str, Any]]:
    """The models that come with the program, by their checksums."""
    for line in sums.read_text().splitlines():
        digest, _, name = line.partition("  ")
        if name.endswith(".onnx"):
            yield {"type": "machine-learning-model", "name": name, "version": version,
                   "bom-ref": f"model {name}",
                   "hashes": [{"alg": "SHA-256", "content": digest}]}  # fmt: skip


def _said(*words: str) -> str:
    return subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4]))
