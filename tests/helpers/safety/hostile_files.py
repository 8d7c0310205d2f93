"""Damaged files and messages, drawn by the hundred thousand, read in processes of little memory.

Real small checkpoints, a run folder and messages of the tool protocol are changed in structure
and bytes. Whoever reads them may refuse them by its own error, and by nothing else.

    python -m helpers.safety.hostile_files KIND SEED COUNT      one such process; prints JSON
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from helpers import small_checkpoints as small
from helpers.safety.mutations import mutated_bytes, mutated_json, mutated_lengths

_COUNT = 200_000
_MEMORY = 1 << 30
_SECONDS = 20
"""For one input; what takes as long has an end only by chance."""
_TESTS = Path(__file__).parents[2]
_POINT = {"x": 9, "y": 9}
_MESSAGES: tuple[Any, ...] = (
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "x"}},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {"cursor": None}},
    {
        "jsonrpc": "2.0",
        "id": 3,
        "method": "tools/call",
        "params": {"name": "click", "arguments": {"at": {"x": 5, "y": 5}, "button": "left"}},
    },
    {
        "jsonrpc": "2.0",
        "id": 4,
        "method": "tools/call",
        "params": {
            "name": "drag",
            "arguments": {"start": {"x": 1, "y": 1}, "end": {"x": 9, "y": 9}},
        },
    },
)


def run(share: float = 1.0) -> dict[str, int | float | str]:
    """As many of each kind, one process after the other."""
    each = max(1, round(_COUNT * share / len(KINDS)))
    tried, failed, refused, memory = 0, 0, 0, 0
    problems: list[str] = []
    for seed, kind in enumerate(KINDS):
        told = of_kind(kind, seed, each)
        tried, refused = tried + told["tried"], refused + told["refused"]
        failed += told["failed"]
        memory = max(memory, told["memory_mb"])
        problems += [f"{kind}: {problem}" for problem in told["problems"]]
    return {
        "tried": tried,
        "failed": failed,
        "refused": refused,
        "memory_mb": memory,
        "problems": "; ".join(problems)[:2000],
    }


def of_kind(kind: str, seed: int, count: int) -> dict[str, Any]:
    """What a process of its own found; one that was ended failed at least once."""
    done = subprocess.run(
        [sys.executable, "-m", "helpers.safety.hostile_files", kind, str(seed), str(count)],
        env={**os.environ, "PYTHONPATH": str(_TESTS), "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = f"ended with {done.returncode}: {done.stderr[-300:]}"
        return {"tried": 0, "failed": 1, "refused": 0, "memory_mb": 0, "problems": [said]}
    told: dict[str, Any] = json.loads(done.stdout)
    return told


class _TooSlowError(BaseException):
    """An input took longer than anything may."""


def _gguf(folder: Path) -> Callable[[random.Random], None]:
    from helpers.gguf_models import write_language_model
    from uitars_quant.sources import open_source

    file = folder / "model.gguf"
    write_language_model(file)
    whole = file.read_bytes()
    length = 20_000  # what is changed: keys, names and places lie in front
    places = [at for at in range(4, length - 8) if whole[at + 2 : at + 8] == bytes(6)]

    def one(chance: random.Random) -> None:
        head, rest = whole[:length], whole[length:]
        changed = (
            mutated_lengths(head, places, chance)
            if chance.random() < 0.6
            else mutated_bytes(head, chance)
        )
        file.write_bytes(changed + rest if chance.random() < 0.9 else changed)
        _read_some(open_source(file), chance)

    return one


def _safetensors(folder: Path) -> Callable[[random.Random], None]:
    from uitars_quant.sources import open_source

    small.write_folder(folder)
    whole = small.shard()

    def one(chance: random.Random) -> None:
        if chance.random() < 0.7:
            data = small.shard(mutated_json(small.header(), chance))
        else:
            data = mutated_bytes(whole[:700], chance) + whole[700:]
        (folder / "model.safetensors").write_bytes(data)
        _read_some(open_source(folder, quantized=chance.random() < 0.3), chance)

    return one


def _configs(folder: Path) -> Callable[[random.Random], None]:
    from uitars_quant.calibration.facts import facts
    from uitars_quant.plan import make_plan
    from uitars_quant.recipe import FileType, Format, Hardware, Method, Recipe
    from uitars_quant.sources import open_source

    values = {
        "config.json": small.CONFIG,
        "model.safetensors.index.json": small.index(),
        "tokenizer.json": small.TOKENIZER,
        "tokenizer_config.json": small.TOKENIZER_CONFIG,
    }
    recipe = Recipe(Format.COMPRESSED_TENSORS, Method.MSE, 32, Hardware.ANY, (), FileType.Q4_0)
    small.write_folder(folder)

    def one(chance: random.Random) -> None:
        name = chance.choice(list(values))
        kept = (folder / name).read_bytes()
        (folder / name).write_bytes(mutated_json(values[name], chance))
        try:
            source = open_source(folder)
            source.vocabulary()
            facts(source.config)
            make_plan(source, recipe)
        finally:
            (folder / name).write_bytes(kept)

    return one


def _runs(folder: Path) -> Callable[[random.Random], None]:
    from helpers.runs import write_run
    from uitars_runtime.journal import read_frame, read_record

    path = folder / "run"
    write_run(path)
    kept = {name: (path / name).read_bytes() for name in ("run.json", "steps.jsonl")}
    lines = kept["steps.jsonl"].splitlines()

    def one(chance: random.Random) -> None:
        name = chance.choice(list(kept))
        if name == "run.json":
            data = mutated_json(json.loads(kept[name]), chance)
        elif chance.random() < 0.7:
            at = chance.randrange(len(lines))
            changed = [*lines[:at], mutated_json(json.loads(lines[at]), chance), *lines[at + 1 :]]
            data = b"\n".join(changed) + b"\n"
        else:
            data = mutated_bytes(kept[name], chance)
        (path / name).write_bytes(data)
        try:
            for step in read_record(path).trajectory.steps[:1]:
                read_frame(path, step.observation)
        finally:
            (path / name).write_bytes(kept[name])

    return one


def _messages(folder: Path) -> Callable[[random.Random], None]:
    from helpers.fakes import FakeHands
    from helpers.runs import started
    from uitars_runtime.control import Control
    from uitars_runtime.journal import RunJournal
    from uitars_runtime.mcp.desk import Desk
    from uitars_runtime.mcp.server import Answer, McpServer
    from uitars_runtime.mcp.wire import INTERNAL_ERROR, decode, encode

    journal = RunJournal.create(folder / "run", started())
    desk = Desk(FakeHands(still=True), journal, Control(), lambda _asked, _control: Answer("done"))
    server = McpServer(desk, "")
    desk.call("observe", {}, Control())

    def one(chance: random.Random) -> None:
        message = chance.choice(_MESSAGES)
        answer = server.answer(decode(mutated_json(message, chance)), Control())
        if answer is not None:
            written = encode(answer)
            if str(INTERNAL_ERROR).encode() in written:
                raise AssertionError(written[:200].decode())

    return one


def _read_some(source: Any, chance: random.Random) -> None:
    """What is left of a source that was believed: some rows, and the words."""
    for tensor in chance.sample(list(source.tensors.values()), min(3, len(source.tensors))):
        if tensor.size < 1 << 22:
            tensor.read()
    source.vocabulary()


def _peak_mb() -> int:
    """Of this process alone: what `getrusage` says counts the parent that it was forked from."""
    status = Path("/proc/self/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) // 1024


KINDS: dict[str, Callable[[Path], Callable[[random.Random], None]]] = {
    "gguf": _gguf,
    "safetensors": _safetensors,
    "configs": _configs,
    "runs": _runs,
    "messages": _messages,
}


def _child(kind: str, seed: int, count: int) -> dict[str, object]:
    from uitars_quant.errors import QuantizeError
    from uitars_runtime.errors import JournalError
    from uitars_runtime.mcp.wire import McpError

    def too_slow(_number: int, _frame: object) -> None:
        raise _TooSlowError

    signal.signal(signal.SIGALRM, too_slow)
    chance = random.Random(seed)
    refused = 0
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        one = KINDS[kind](Path(folder))
        resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
        for number in range(count):
            signal.alarm(_SECONDS)
            try:
                one(chance)
            except (QuantizeError, JournalError, McpError) as error:
                refused += 1
                if isinstance(error.__cause__, MemoryError):
                    problems.append(f"{number}: no memory left")
            except BaseException:
                problems.append(f"{number}: {traceback.format_exc()[-300:]}")
            signal.alarm(0)
    return {
        "tried": count,
        "failed": len(problems),
        "refused": refused,
        "memory_mb": _peak_mb(),
        "problems": problems[:5],
    }


if __name__ == "__main__":
    told = _child(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    sys.stdout.write(json.dumps(told))
