"""How every ONNX file of ours is run: on at most two cores, with threads that sleep while idle.

Where the file lies and what goes in and out is up to the caller.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any, Final

MOST_THREADS: Final = 2


def open_session(
    weights: bytes | str, *, many_shapes: bool = False, threads: int = MOST_THREADS
) -> Any:
    """An onnxruntime session on the CPU, of a file's content or its path.

    `threads`: at most; one where calls are so short that waking a second one takes longer.
    `many_shapes`: inputs differ in shape from call to call, so plans for each are not kept. Raises
    what onnxruntime raises for a bad file, which are classes of its own.
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
    return onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
