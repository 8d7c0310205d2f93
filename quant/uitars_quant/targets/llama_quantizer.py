"""Types of llama.cpp that its own quantizer makes: K-quants, from a 16-bit file made here first.

The 16-bit file lies in `.NAME.work` beside the result until llama.cpp is done with it: a run that
llama.cpp has failed, or that was stopped meanwhile, goes on from there. What a method moved between
layers is in it, so scaling helps these types too; with data, llama.cpp also gets E[x²] of every
matrix' inputs (its importance matrix).
"""

from __future__ import annotations

import ctypes
import importlib
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from uitars_quant.errors import QuantizeError, SourceError, WriteError, pip_install
from uitars_quant.numerics.grid import Floats, Quantized
from uitars_quant.numerics.threads import processors
from uitars_quant.pipeline import TensorResult
from uitars_quant.recipe import FileType, Recipe
from uitars_quant.sources.gguf_file import open_gguf
from uitars_quant.sources.tensors import Source, Tensor
from uitars_quant.targets.files import remove
from uitars_quant.targets.gguf_file import GgufFile

if TYPE_CHECKING:
    from uitars_quant.calibration.examples import Seen


_WORDS: Final = 200
"""Characters of llama.cpp's own words that are told."""


class ByLlama:
    """Writes 16 bits, then has llama.cpp round them."""

    def __init__(
        self,
        path: Path,
        source: Source,
        recipe: Recipe,
        *,
        resume: bool,
        tokens: Seen | None,
    ) -> None:
        """`tokens` (sequences, length): what the importance matrix is taken from; None for none."""
        _library()
        self._path, self._kind, self._tokens = path, recipe.file_type, tokens
        self._work = path.with_name(f".{path.name}.work")
        whole = self._work / path.name
        try:
            self._whole = GgufFile(whole, source, recipe, resume=resume, beside=path.parent)
        except QuantizeError:
            self._leave()
            raise

    def is_done(self, tensor: Tensor) -> bool:
        """Whether an earlier run wrote it, or it has no place here."""
        return self._whole.is_done(tensor)

    def put(self, tensor: Tensor, value: Quantized | Floats, row: int = 0) -> None:
        """Write rows of a tensor, from `row` on."""
        self._whole.put(tensor, value, row)

    def finish(self, tensor: Tensor, result: TensorResult | None) -> None:
        """All rows of a tensor were put."""
        self._whole.finish(tensor, result)

    def earlier(self) -> list[TensorResult]:
        """Results of the run that this one goes on with."""
        return self._whole.earlier()

    def publish(self) -> list[Path]:
        """Round, give everything its name; the files written."""
        others, whole = self._whole.put_beside(), self._whole.files[0].complete()
        weights: list[tuple[str, Floats]] = []
        if self._tokens is not None:
            from uitars_quant.calibration.importance import importance

            weights = list(importance(open_gguf(whole), self._tokens))
        requantize(whole, self._path, self._kind, weights)
        return [self._path, *others]

    def forget(self) -> None:
        """The result is on record: the 16-bit file goes."""
        self._whole.close()
        shutil.rmtree(self._work)

    def close(self) -> None:
        """Leave what is unfinished for a later run."""
        self._whole.close()
        self._leave()

    def _leave(self) -> None:
        """No folder stays in which there is nothing to go on with."""
        with suppress(OSError):
            self._work.rmdir()


def requantize(source: Path, out: Path, kind: FileType, weights: list[tuple[str, Floats]]) -> None:
    """llama.cpp's quantizer; `weights`: E[x²] by the matrix' name in the file, or nothing.

    It is a process of its own: its code hears no Ctrl-C, and what it cannot bear ends the process.
    """
    part, table = out.with_name(out.name + ".part"), BytesIO()
    named: dict[str, Any] = dict(weights)
    np.savez(table, **named)
    remove(part)  # The process of a run that was killed may still write to it.
    given = [sys.executable, "-m", __name__, str(source), str(part), kind.value]
    try:
        done = subprocess.run(given, input=table.getvalue(), capture_output=True, check=False)
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
            why = said.rpartition("failed to quantize: ")[2] or f"code {done.returncode}"
            raise WriteError(
                f"llama.cpp could not write {out.name} as {kind.value} ({why[:_WORDS]}).",
                "Is there room on the disk? --resume goes on from here.",
            )
        part.replace(out)
    finally:
        remove(part)


def _requantize(source: str, out: str, kind: str) -> int:
    """The process of `requantize`, which reads the weights from standard input."""
    library = _library()
    options = library.llama_model_quantize_default_params()
    options.ftype = getattr(library, f"LLAMA_FTYPE_MOSTLY_{kind}")
    options.allow_requantize = True
    options.nthread = processors()
    weights: dict[str, Floats] = dict(np.load(BytesIO(sys.stdin.buffer.read())))
    table = (library.llama_model_imatrix_data * (len(weights) + 1))()
    for entry, (name, power) in zip(table, weights.items(), strict=False):
        entry.name = name.encode()
        entry.data = power.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        entry.size = power.size
    if weights:
        options.imatrix = ctypes.pointer(table[0])
    return int(
        library.llama_model_quantize(os.fsencode(source), os.fsencode(out), ctypes.pointer(options))
    )


def _library() -> Any:
    try:
        return importlib.import_module("llama_cpp")
    except ImportError as error:
        raise SourceError(
            "K-quants are made by llama.cpp, which is not installed.",
            f"{pip_install('uitars[llama]')}, or use --type Q4_0.",
        ) from error


if __name__ == "__main__":
    sys.exit(_requantize(*sys.argv[1:]))
