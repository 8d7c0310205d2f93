"""How to serve a model that one desktop cannot hold: exact command lines for a hardware.

Which checkpoint runs as 4-bit weights with 8-bit activations differs between engines and chips; so
does what has to be told about pictures. Only text is made here; nothing is started.
"""

from __future__ import annotations

import enum
import re
import shlex
from pathlib import Path

import msgspec

from uitars_runtime.dialects.registry import guess
from uitars_runtime.errors import UsageError

CONTEXT = 32768
"""Tokens: five pictures of at most 2,700 tokens, the task, the history and a reply."""
PICTURES = 6
_HUB_NAME = re.compile(r"[\w.-]+/[\w.-]+")


class Hardware(enum.StrEnum):
    """What the server runs on."""

    HOPPER = "hopper"
    """NVIDIA H100, H200, GH200."""
    GPU = "gpu"
    """NVIDIA Ampere or Ada, for example A100, L40S, RTX 3090 to 4090."""
    CPU = "cpu"
    """x86-64 server with AMX, or AMD Zen 4 with zentorch."""
    ARM = "arm"
    """64-bit Arm server."""
    WORKSTATION = "workstation"
    """One machine without a large GPU."""


class Engine(enum.StrEnum):
    VLLM = "vllm"
    SGLANG = "sglang"
    LLAMA_SERVER = "llama-server"


class ServePlan(msgspec.Struct, frozen=True):
    """What to type, in this order."""

    fetch: str
    """Empty for a checkpoint that lies in a folder."""
    quantize: str
    serve: str
    run: str
    notes: tuple[str, ...]


_TARGETS = {
    Hardware.HOPPER: "vllm-hopper",
    Hardware.GPU: "vllm-gpu",
    Hardware.CPU: "vllm-cpu",
    Hardware.ARM: "vllm-arm",
}
_SAYS = {
    Hardware.HOPPER: "4-bit weights with 8-bit (FP8) activations, groups of 128.",
    Hardware.GPU: "4-bit weights; these chips run them with 16-bit activations (Marlin kernels).",
    Hardware.CPU: "4-bit weights; vLLM rounds activations to 8 bits itself (AMX, or zentorch).",
    Hardware.ARM: "8-bit activations need the int-quantized layout, which this target writes.",
    Hardware.WORKSTATION: "4-bit weights and 8-bit activations in blocks of 32 (Q4_0).",
}


def serve_plan(
    model: str,
    hardware: Hardware,
    engine: Engine | None = None,
    dialect: str = "",
    port: int = 8000,
) -> ServePlan:
    """The plan for a checkpoint `model` (a folder or a hub's name). Raises `UsageError`.

    Without `engine`: vLLM where its 4-bit kernels run, llama-server elsewhere.
    """
    chosen = engine or (Engine.LLAMA_SERVER if hardware is Hardware.WORKSTATION else Engine.VLLM)
    if chosen is Engine.SGLANG and hardware not in (Hardware.HOPPER, Hardware.GPU):
        raise UsageError(
            f"SGLang has no 4-bit kernels for {hardware}.", "Use --engine vllm or llama-server."
        )
    speaks = dialect or guess(model)
    if speaks is None:
        raise UsageError(
            f"The name {model!r} does not say which grammar the model writes.",
            "Give it with --dialect, for example --dialect qwen3-vl.",
        )
    name = model.rstrip("/").rsplit("/", 1)[-1].removesuffix(".gguf")
    out = f"{name}-w4a8" + (".gguf" if chosen is Engine.LLAMA_SERVER else "")
    notes = (_SAYS[hardware], *_notes(chosen))
    hub = _HUB_NAME.fullmatch(model) is not None and not Path(model).exists()
    return ServePlan(
        shlex.join(["hf", "download", model, "--local-dir", name]) if hub else "",
        _quantize(name if hub else model, out, hardware, chosen),
        _serve(out, name, chosen, port),
        shlex.join(
            ["uitars-run", "TASK", "--model", f"openai/{name}", "--dialect", speaks,
             "--base-url", f"http://127.0.0.1:{port}/v1"]
        ),
        notes,
    )  # fmt: skip


def _quantize(model: str, out: str, hardware: Hardware, engine: Engine) -> str:
    if engine is Engine.LLAMA_SERVER:
        form = ["--format", "gguf"]
    else:
        target = _TARGETS.get(hardware, "vllm-gpu")
        form = ["--format", "compressed-tensors", "--group-size", "128", "--target", target]
    return shlex.join(["uitars-quantize", model, "-o", out, *form])


def _serve(out: str, name: str, engine: Engine, port: int) -> str:
    match engine:
        case Engine.VLLM:
            limit = msgspec.json.encode({"image": PICTURES, "video": 0}).decode()
            words = ["vllm", "serve", out, "--served-model-name", name, "--max-model-len",
                     str(CONTEXT), "--limit-mm-per-prompt", limit]  # fmt: skip
        case Engine.SGLANG:
            words = ["python", "-m", "sglang.launch_server", "--model-path", out,
                     "--served-model-name", name, "--context-length", str(CONTEXT)]  # fmt: skip
        case Engine.LLAMA_SERVER:
            words = ["llama-server", "--model", out, "--mmproj", f"mmproj-{out}", "--alias", name,
                     "--jinja", "--ctx-size", str(CONTEXT), "--image-min-tokens", "1024",
                     "--parallel", "1"]  # fmt: skip
    return shlex.join([*words, "--host", "127.0.0.1", "--port", str(port)])


def _notes(engine: Engine) -> tuple[str, ...]:
    common = (
        "uitars-run resizes screenshots to what the model's own preprocessor leaves alone; do not"
        " change the server's limits of pixels, or clicks land beside their targets.",
        "For other machines put the server behind https and keep its key in the keyring.",
    )
    match engine:
        case Engine.VLLM:
            return (*common, "Prefix caching is on by default and makes later steps cheaper.")
        case Engine.SGLANG:
            return (*common, "The radix cache is on by default and makes later steps cheaper.")
        case Engine.LLAMA_SERVER:
            return (*common, "Without --image-min-tokens 1024 small targets are missed.")
