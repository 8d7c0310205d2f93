"""A run is stopped, or its time is over, in the middle of everything that can take long.

Measured from that moment to the end of the run, on hands and desktops of their own. What each
situation waits for would go on for a minute.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

import msgspec
import numpy as np

from helpers.fakes import FakeHands
from helpers.fault_server import FaultServer, drip, head, stall
from uitars_runtime.config import Settings
from uitars_runtime.consent import Consent, Question
from uitars_runtime.control import Control
from uitars_runtime.frame import Frame
from uitars_runtime.mcp.settings import ServerSettings
from uitars_runtime.protocols import PastStep, Stop
from uitars_runtime.run import Request, execute
from uitars_runtime.run_record import Ending, RunEnded, RunStarted
from uitars_runtime.types import (
    Action,
    AskUser,
    CallTool,
    Finish,
    Proposal,
    Shell,
    Task,
    ToolOffer,
    Wait,
)

_MOST = 1.0
_HANGS = 30.0
_FAULTY = Path(__file__).parents[1] / "programs" / "mcp_faulty.py"
_ENDLESS = "a." * 32_768
_SETTLED = 2.0
"""Seconds after the start of a run at which it is in the middle of it."""


class Situation(msgspec.Struct, frozen=True):
    """What a run is in the middle of."""

    name: str
    action: Action | None = None
    """What the model proposes at every step."""
    model: str = ""
    """Or a model itself: `slow`, `dripping`, `eyes`."""
    thought: str = ""
    policy: str = "autonomous-in-sandbox"
    verify: str = ""
    paused: bool = False
    """Its time does not count then, so that only a person ends it."""


SITUATIONS = (
    Situation("a command", Shell("sleep 60")),
    Situation("a cell", CallTool("python", "run", {"code": "while True: pass"})),
    Situation("a tool server's answer", CallTool("slow", "second", {})),
    Situation("a wait", Wait(60.0)),
    Situation("a trial run", Shell("touch x; sleep 60"), policy="ask-always"),
    Situation("a question of the gate", Wait(60.0), policy="ask-always"),
    Situation("a question of the model", AskUser("Which one?")),
    Situation("a verifier", Finish(), verify="sleep 60"),
    Situation("a pause", Wait(0.1), paused=True),
    Situation("a filter", Wait(0.1), thought=_ENDLESS),
    Situation("a silent model server", model="slow"),
    Situation("a model server that drips", model="dripping"),
    Situation("the eyes", model="eyes"),
)


def run(share: float = 1.0) -> dict[str, int | float | str]:
    """Each situation, ended by a person and by the clock."""
    chosen = SITUATIONS[: max(1, round(share * len(SITUATIONS)))]
    took = {
        f"{situation.name}, {how}": seconds_to_end(situation, by_clock=how == "time")
        for situation in chosen
        for how in ("stop", "time")
        if how == "stop" or not situation.paused
    }
    worst = max(took, key=lambda name: took[name])
    late = [f"{name}: {seconds:.2f} s" for name, seconds in took.items() if seconds > _MOST]
    return {
        "tried": len(took),
        "failed": len(late),
        "worst_s": round(took[worst], 2),
        "worst": worst,
        "late": "; ".join(late),
    }


def seconds_to_end(situation: Situation, *, by_clock: bool) -> float:
    """From the stop, or the end of the time, to the end of the run."""
    with tempfile.TemporaryDirectory() as folder, patch.dict("os.environ", UITARS_HOME=folder):
        if situation.model in ("slow", "dripping"):
            answer = stall() if situation.model == "slow" else drip(head() + b": x\n" * 9999, 0.05)
            with FaultServer(answer) as server:
                return _timed(situation, by_clock, _settings(situation, by_clock, server.url))
        return _timed(situation, by_clock, _settings(situation, by_clock, ""))


def _settings(situation: Situation, by_clock: bool, url: str) -> Settings:
    faulty = ServerSettings(command=(sys.executable, str(_FAULTY), "silent call"), seconds=60.0)
    return Settings(
        model="openai/x" if url else "nano",
        dialect="qwen3-vl" if url else "",
        base_url=url,
        desktop="sandbox:640x480",
        policy=situation.policy,
        timeout=_SETTLED if by_clock else 600.0,
        servers={"slow": faulty} if isinstance(situation.action, CallTool) else {},
        memory=False,
        max_steps=10_000,
        repeats=10_000,
    )


def _timed(situation: Situation, by_clock: bool, settings: Settings) -> float:
    control, ends = Control(), 0.0
    events = execute(
        Request("Click the button Save.", settings, verify=situation.verify, grants=_GRANTS),
        asker=_Silent(),
        answer=_no_answer,
        control=control,
        model=None if situation.model else _Endless(situation),
        hands=None if situation.model != "eyes" else _Large(),
    )
    for event in events:
        match event:
            case RunStarted():
                ends = time.monotonic() + _SETTLED
                if situation.paused:
                    control.pause("The drill pauses it.")
                if not by_clock:
                    threading.Timer(_SETTLED, control.stop).start()
            case RunEnded(ending=ending):
                wanted = Ending.BUDGET if by_clock else Ending.STOPPED
                return time.monotonic() - ends if ending is wanted else _HANGS
            case _:
                pass
    raise AssertionError("a run without an end")


_GRANTS = ("R1", "R2", "R3", "S-read", "S-write", "S-other")


class _Endless:
    """Proposes the same at every step."""

    name = "endless"
    dialect = "none"

    def __init__(self, situation: Situation) -> None:
        self._situation = situation

    def propose(
        self, task: Task, recalled: Sequence[str], past: Sequence[PastStep], seen: Frame, stop: Stop
    ) -> Proposal:
        thought = self._situation.thought
        return Proposal(thought, self._situation.action, thought)

    def close(self) -> None:
        """Nothing to close."""


class _Silent:
    """A person who does not answer."""

    def ask(self, question: Question) -> Consent:
        time.sleep(60)
        raise AssertionError("nobody waits for this")


class _Large(FakeHands):
    """A large screen on which there is much to read."""

    desktop_name = "sandbox"
    tools: tuple[ToolOffer, ...] = ()

    def __init__(self) -> None:
        super().__init__()
        self.environment: dict[str, str] = {}
        self._frames = itertools.cycle([_written(number) for number in range(3)])

    def observe(self) -> Frame:
        return next(self._frames)


def _written(number: int) -> Frame:
    import cv2

    pixels = np.full((1440, 2560, 3), 250, np.uint8)
    for row in range(46):
        words = f"{number} line {row} of many words that nobody can read in time " * 2
        place = (20, 30 * row + 30)
        cv2.putText(pixels, words, place, cv2.FONT_HERSHEY_SIMPLEX, 0.7, (20, 20, 20))
    return Frame(pixels)


def _no_answer(_question: str) -> None:
    time.sleep(60)
