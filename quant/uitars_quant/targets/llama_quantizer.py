"""Types of llama.cpp that its own quantizer makes: K-quants, from a 16-bit file made here first.

The 16-bit file lies in `.NAME.work` beside the result until llama.cpp is done with it; that part
can be gone on with. What a method moved between layers is in it, so scaling helps these types too;
with data, llama.cpp also gets E[x²] of every matrix' inputs (its importance matrix).
"""

from __future__ import annotations

import ctypes
import importlib
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from uitars_quant.errors import SourceError, WriteError, pip_install
from uitars_quant.numerics.grid import Floats, Quantized
from uitars_quant.pipeline import TensorResult
from uitars_quant.recipe import FileType, Recipe
from uitars_quant.sources.gguf_file import open_gguf
from uitars_quant.sources.tensors import Source, Tensor
from uitars_quant.targets.gguf_file import GgufFile

if TYPE_CHECKING:
    from uitars_quant.calibration.examples import Seen


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
        self._whole = GgufFile(whole, source, recipe, resume=resume, beside=path.parent)

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
        whole, *others = self._whole.publish()
        weights: list[tuple[str, Floats]] = []
        if self._tokens is not None:
            from uitars_quant.calibration.importance import importance

            weights = list(importance(open_gguf(whole), self._tokens))
        requantize(whole, self._path, self._kind, weights)
        shutil.rmtree(self._work)
        return [self._path, *others]

    def close(self) -> None:
        """Leave what is unfinished for a later run."""
        self._whole.close()


def requantize(source: Path, out: Path, kind: FileType, weights: list[tuple[str, Floats]]) -> None:
    """llama.cpp's quantizer; `weights`: E[x²] by the matrix' name in the file, or nothing."""
    library = _library()
    # llama.cpp keeps no reference to what it logs to: it has to live as long as the call.
    quiet = library.llama_log_callback(_say_nothing)
    library.llama_log_set(quiet, ctypes.c_void_p())
    options = library.llama_model_quantize_default_params()
    options.ftype = getattr(library, f"LLAMA_FTYPE_MOSTLY_{kind.value}")
    options.allow_requantize = True
    table = (library.llama_model_imatrix_data * (len(weights) + 1))()
    for entry, (name, power) in zip(table, weights, strict=False):
        entry.name = name.encode()
        entry.data = power.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        entry.size = power.size
    if weights:
        options.imatrix = ctypes.pointer(table[0])
    part = out.with_name(out.name + ".part")
    failed = library.llama_model_quantize(
        str(source).encode(), str(part).encode(), ctypes.pointer(options)
    )
    library.llama_log_set(library.llama_log_callback(), ctypes.c_void_p())
    if failed:
        part.unlink(missing_ok=True)
        raise WriteError(
            f"llama.cpp could not write {out.name} as {kind.value}.", "Is there room on the disk?"
        )
    part.replace(out)


def _say_nothing(_level: int, _text: bytes, _data: object) -> None:
    """In the place of llama.cpp's log."""


def _library() -> Any:
    try:
        return importlib.import_module("llama_cpp")
    except ImportError as error:
        raise SourceError(
            "K-quants are made by llama.cpp, which is not installed.",
            f"{pip_install('uitars[llama]')}, or use --type Q4_0.",
        ) from error
