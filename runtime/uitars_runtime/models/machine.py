"""What this machine can bear: memory and graphics cards. Facts only; nothing is loaded."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import msgspec

from uitars_runtime.models.open_models import OpenModel, catalogue

_SECONDS = 5.0


class Machine(msgspec.Struct, frozen=True):
    """None where the system does not say."""

    memory: int | None
    gpu: str = ""
    """Name of the largest graphics card; empty without one."""
    gpu_memory: int = 0

    def bears(self, model: OpenModel) -> bool | None:
        """Whether the model fits into memory; None where that is not known."""
        return None if self.memory is None else model.needs <= self.memory

    def quick(self, model: OpenModel) -> bool:
        """Whether it fits into the graphics card."""
        return model.needs <= self.gpu_memory


def this_machine() -> Machine:
    """The machine that this runs on."""
    name, memory = _gpu()
    return Machine(memory_of_machine(), name, memory)


def best_for(machine: Machine) -> OpenModel | None:
    """The largest model of the catalogue for all programs that can be fetched as it is, is spoken
    here, and fits; None where none does."""
    fit = [
        model
        for model in catalogue().models
        if model.form == "gguf" and model.dialect and not model.web and machine.bears(model)
    ]
    return fit[-1] if fit else None


def memory_of_machine() -> int | None:
    """All of it, in bytes; no program is asked."""
    if sys.platform == "win32":
        return None
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (OSError, ValueError):
        return None


def _gpu() -> tuple[str, int]:
    program = shutil.which("nvidia-smi")
    if program is None:
        return "", 0
    asked = [program, "--query-gpu=name,memory.total", "--format=csv,noheader,nounits"]
    try:
        told = subprocess.run(
            asked, capture_output=True, text=True, timeout=_SECONDS, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return "", 0
    found = [line.rpartition(",") for line in told.splitlines()]
    cards = [(name.strip(), int(size) << 20) for name, _, size in found if size.strip().isdigit()]
    return max(cards, key=lambda card: card[1], default=("", 0))
