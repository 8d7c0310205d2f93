"""How every ONNX file of ours is run, and on which device: the only place that names providers.

On at most two cores, with threads that sleep while idle. A session keeps nothing of what it
computed and is for any thread. Where the file lies, what goes in and out, and that it is loaded
once (`held_once.py`) is up to the caller.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final, Literal, TypeVar, cast, get_args

from uitars_runtime.errors import ModelError
from uitars_runtime.held_once import HeldOnce
from uitars_runtime.installing import install_extra, pip

Device = Literal["auto", "cpu", "cuda"]
"""What models of this process compute on; auto: CUDA where there is one, else the processor."""

MOST_THREADS: Final = 2
_CPU: Final = "CPUExecutionProvider"
_CUDA: Final = "CUDAExecutionProvider"
_TOLD: Final = "UITARS_COMPUTES_ON"
"""In the environment, so that the processes that are started compute on the same."""
_MEND: Final = (
    f"{install_extra('gpu')} Then:"
    f" {pip('install', '--force-reinstall', '--no-deps', 'onnxruntime-gpu')}."
    " Or set device to auto."
)


def compute_on(device: Device) -> None:
    """From here on, in this process and those that it starts."""
    os.environ[_TOLD] = device


def device() -> Device:
    """What was chosen; `auto` where nobody chose."""
    told = os.environ.get(_TOLD, "auto")
    return cast("Device", told) if told in get_args(Device) else "auto"


_Network = TypeVar("_Network")


def held(load: Callable[[], _Network]) -> Callable[[], _Network]:
    """Gives the one that this process has open on its device, else a new one."""
    opened: HeldOnce[Device, _Network] = HeldOnce(lambda _: load())
    return lambda: opened(device())


def open_session(
    weights: bytes | str,
    *,
    many_shapes: bool = False,
    threads: int = MOST_THREADS,
    as_written: bool = False,
) -> Any:
    """An onnxruntime session of a file's content or its path.

    `threads`: at most; one where calls are so short that waking a second one takes longer.
    `many_shapes`: inputs differ in shape from call to call, so plans for each are not kept.
    `as_written`: every operator is run where it would be in earnest, also where its result is known
    beforehand. Raises `ModelError` where CUDA was asked for and cannot be had, and what onnxruntime
    raises for a bad file, which are classes of its own.
    """
    onnxruntime = import_module("onnxruntime")
    options: Any = onnxruntime.SessionOptions()
    options.intra_op_num_threads = min(threads, os.cpu_count() or 1)
    options.inter_op_num_threads = 1
    # A spinning pool takes a core from the program under our hands while nothing is looked at.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    if many_shapes:
        options.enable_mem_pattern = False
    if as_written:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    offered: list[str] = onnxruntime.get_available_providers()
    session: Any = onnxruntime.InferenceSession(weights, options, providers=_providers(offered))
    # Where its libraries or the card are missing, onnxruntime goes on with the processor alone.
    if device() == "cuda" and _CUDA not in session.get_providers():
        raise ModelError("The setting device is cuda, and no CUDA device works here.", _MEND)
    return session


def computes_on(session: Any) -> Literal["cpu", "cuda"]:
    """What a session really uses first."""
    return "cuda" if _CUDA in session.get_providers() else "cpu"


def _providers(offered: Sequence[str]) -> list[Any]:
    """The best first. Raises `ModelError`."""
    if device() == "cpu" or (device() == "auto" and _CUDA not in offered):
        return [_CPU]
    if _CUDA not in offered:
        raise ModelError("The setting device is cuda, and this onnxruntime has none.", _MEND)
    # Shortened numbers would be taken for wrong ones by the proof of the arithmetic.
    return [(_CUDA, {"use_tf32": "0"}), _CPU]
