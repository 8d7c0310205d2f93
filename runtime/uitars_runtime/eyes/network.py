"""One ONNX file of the assets, fed in its own order. What goes in and out is up to its caller."""

from __future__ import annotations

import hashlib
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.held_once import HeldOnce
from uitars_runtime.onnx_session import Device, device, open_session
from uitars_runtime.shipped import shipped


class Network:
    """A network with one or more float32 outputs; the file lies below `uitars_assets/models`.

    Of one file, all that are open at a time share what was loaded.
    """

    def __init__(self, path: str) -> None:
        """`path`: below the models folder, `/` between parts. ModelError as in `shipped`."""
        self._session = _session((path, device()))
        self._inputs: list[str] = [node.name for node in self._session.get_inputs()]

    def metadata(self) -> dict[str, str]:
        """What the file says about itself."""
        return cast("dict[str, str]", self._session.get_modelmeta().custom_metadata_map)

    def run(self, *inputs: NDArray[np.generic]) -> list[NDArray[np.float32]]:
        """The outputs in the file's order; `inputs` in the file's order too."""
        feeds = dict(zip(self._inputs, inputs, strict=True))
        return cast("list[NDArray[np.float32]]", self._session.run(None, feeds))


def fingerprint(*inputs: NDArray[np.generic]) -> bytes:
    """The same for the same inputs only, 16 bytes: what answers are remembered by."""
    digest = hashlib.blake2b(digest_size=16)
    for array in inputs:
        digest.update(str(array.shape).encode())
        digest.update(np.ascontiguousarray(array).data)
    return digest.digest()


_session: HeldOnce[tuple[str, Device], Any] = HeldOnce(
    lambda file: open_session(shipped(file[0]), many_shapes=True)
)
