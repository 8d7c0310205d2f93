"""The networks of PP-OCRv6 at half their size: weights stored in 16 bits, computed with in 32.

Casting the weights back is the first thing that onnxruntime does with such a file, once, when it is
loaded; nothing is slower afterwards. Eight bits would halve it again, but read a little worse.
"""

from __future__ import annotations

import hashlib
import sys
import zipfile
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from uitars_runtime.errors import UsageError
from uitars_runtime.replacing import replaced

ORIGINALS = {
    "PP-OCRv6_det_small.onnx": "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
    "PP-OCRv6_rec_small.onnx": "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
}
"""The files in the wheel of rapidocr 3.10.0 and their SHA-256."""
SMALLEST = 512
"""Numbers in a weight that is worth it."""


def shrink(wheel: Path, out: Path) -> None:
    """Writes the files that ship into the folder `out`, from a wheel of rapidocr 3.10.0.

    `pip download --no-deps rapidocr==3.10.0` gets the wheel. UsageError when it is another one.
    """
    if wheel.is_file() and not zipfile.is_zipfile(wheel):
        raise UsageError(f"{wheel} is no wheel.")
    out.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as archive:
        for name, digest in ORIGINALS.items():
            member = next((path for path in archive.namelist() if path.endswith(name)), None)
            original = archive.read(member) if member else b""
            if hashlib.sha256(original).hexdigest() != digest:
                raise UsageError(
                    f"{wheel.name} does not hold the {name} that is known to work.",
                    "Get it with: pip download --no-deps rapidocr==3.10.0",
                )
            small = halved(original)
            with replaced(out / name) as file:
                file.write(small)
            sys.stderr.write(f"{name}: {len(original)} to {len(small)} bytes\n")


def halved(original: bytes) -> bytes:
    """The ONNX file with its larger weights in 16 bits; all else stays, the metadata too."""
    onnx: Any = import_module("onnx")
    model = onnx.load_from_string(original)
    weights: list[Any] = []
    nodes: list[Any] = []
    for weight in model.graph.initializer:
        numbers = onnx.numpy_helper.to_array(weight)
        if numbers.dtype != np.float32 or numbers.size < SMALLEST:
            weights.append(weight)
            continue
        half = f"{weight.name}.half"
        weights.append(onnx.numpy_helper.from_array(numbers.astype(np.float16), half))
        to = onnx.TensorProto.FLOAT
        nodes.append(onnx.helper.make_node("Cast", [half], [weight.name], to=to))
    nodes += model.graph.node
    del model.graph.initializer[:]
    del model.graph.node[:]
    model.graph.initializer.extend(weights)
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    written: bytes = model.SerializeToString()
    return written
