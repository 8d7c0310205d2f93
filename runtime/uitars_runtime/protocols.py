"""What rooms need from one another, and nothing more.

Third parties implement these too (entry points `uitars.backends`, `uitars.dialects`,
`uitars.desktops`). Parameters
that are positional only leave an implementation free to name them. The values that only pass
between rooms and are never recorded stand beside the protocols that speak of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

from uitars_runtime.consent import Consent, Question, Reviewed
from uitars_runtime.grounding import Grounding
from uitars_runtime.run_record import Judgement, RunEnded
from uitars_runtime.types import (
    Action,
    Claim,
    Observation,
    Outcome,
    Performed,
    Proposal,
    Size,
    Step,
    Task,
    Tokens,
)

if TYPE_CHECKING:
    import socket
    from pathlib import Path

    from uitars_runtime.element import Element
    from uitars_runtime.errors import DesktopError
    from uitars_runtime.frame import Frame


class PastStep(msgspec.Struct, frozen=True):
    """A step of working memory: the record, and the picture while it is still kept."""

    step: Step
    frame: Frame | None


class TextPart(msgspec.Struct, frozen=True, tag="text"):
    text: str


class ImagePart(msgspec.Struct, frozen=True, tag="image"):
    """A screenshot as it goes to the model."""

    frame: Frame
    size: Size
    """The size to send; the backend resizes to exactly this, so that the server's resize is the
    identity and coordinates mean what the dialect thinks they mean."""


class Message(msgspec.Struct, frozen=True):
    role: Literal["system", "user", "assistant"]
    parts: tuple[TextPart | ImagePart, ...]


class Prompt(msgspec.Struct, frozen=True):
    """Everything the backend is given for one reply."""

    messages: tuple[Message, ...]
    schema: dict[str, object] | None = None
    """A JSON schema the reply must follow, where the dialect has one."""
    max_tokens: int = 1024
    tools: tuple[dict[str, object], ...] = ()
    """Functions that a server may let the model call natively; a backend gives such calls back in
    the text as `<tool_call>` blocks (dialects/blocks.py). The messages say the same in words."""
    past: tuple[Step, ...] = ()
    """The steps so far, for a backend that reads them as values; others read the messages."""


class Completion(msgspec.Struct, frozen=True):
    text: str
    tokens: Tokens = Tokens()
    grounding: Grounding | None = None
    """What the action comes from, where the backend knows it as values."""
    confidence: float | None = None
    """How likely the backend finds that this is right, 0 to 1; None where it does not say."""
    cut_off: bool = False
    """Whether it ended at the most tokens that were asked for, not where the model would end."""


class Reply(msgspec.Struct, frozen=True):
    """A reply, understood: what was thought and the actions asked for, in order, at least one."""

    thought: str
    actions: tuple[Action, ...]
    claimed: Claim = ""
    """The gravest class that the model itself gives to one of them."""


class Stop(Protocol):
    """Something that can be asked whether to stop; `threading.Event` is one."""

    def is_set(self) -> bool: ...


class Backend(Protocol):
    """Weights: a prompt in, text out. Knows nothing of actions."""

    @property
    def name(self) -> str: ...

    def complete(
        self, prompt: Prompt, stop: Stop, on_text: Callable[[str], None] | None = None, /
    ) -> Completion:
        """Generate one reply, streaming pieces to `on_text`. Raises `ModelError`, or `Stopped`."""
        ...

    def close(self) -> None: ...


class Dialect(Protocol):
    """A grammar: pure functions between the project's values and a model family's text."""

    @property
    def name(self) -> str: ...

    def render(
        self, task: Task, recalled: Sequence[str], past: Sequence[PastStep], seen: Frame, /
    ) -> Prompt:
        """The prompt for the next reply. `recalled`: notes from memory, data, not instructions."""
        ...

    def parse(self, reply: str, size: Size, /) -> Reply:
        """Understand a reply about a screenshot of this size; raises only `DialectError`."""
        ...


class Model(Protocol):
    """A backend plus a dialect."""

    @property
    def name(self) -> str: ...

    @property
    def dialect(self) -> str: ...

    def propose(
        self,
        task: Task,
        recalled: Sequence[str],
        past: Sequence[PastStep],
        seen: Frame,
        stop: Stop,
        /,
    ) -> Proposal: ...

    def close(self) -> None: ...


Check = Callable[[], str]
"""Asks whether an action may go on; a sentence says why not, and nothing (more) is done."""


def no_objection() -> str:
    """A `Check` that always holds."""
    return ""


class Desktop(Protocol):
    """A screen that can be looked at and worked. Takes no decisions."""

    @property
    def name(self) -> str: ...

    def observe(self) -> Frame:
        """Grab the screen once it has settled. Raises `DesktopError`."""
        ...

    def execute(self, action: Action, seen: Frame, check: Check = no_objection, /) -> Outcome:
        """Do it and say what changed. Raises `DesktopError` when the desktop is gone.

        `check` is asked right before input goes out, where the desktop allows it with nobody able
        to change the screen in between, and again within an action that takes long.
        """
        ...

    def enter_secret(self, secret: str, seen: Frame, check: Check, /) -> Outcome:
        """Type it with the keyboard; neither the clipboard nor the outcome ever holds it."""
        ...

    def close(self) -> None:
        """Let every held key and button go and end what this desktop started."""
        ...


class Outline(Protocol):
    """Asks the programs what is on the screen."""

    def read(self, seen: Frame, /) -> tuple[Element, ...]:
        """Their widgets in pixels of the screenshot; empty where none answers in time."""
        ...


class Annotator(Protocol):
    """A person who sees every proposal before the gate does, to accept, correct or refuse it."""

    def annotate(self, proposal: Proposal, seen: Frame, stop: Stop, /) -> Consent:
        """What the person says; raises `Stopped` when the run is stopped meanwhile."""
        ...


class Gate(Protocol):
    """Decides whether an action may happen. Fails closed."""

    def review(self, action: Action, seen: Frame, claimed: Claim = "", /) -> Reviewed:
        """`claimed`: what the model says of the risk, which may only raise it."""
        ...

    def objection(self, action: Action, /) -> str:
        """Why an action that was allowed last must not go out any more; empty for no reason."""
        ...

    def tried(self, action: Action, seen: Frame, /, *, ok: bool) -> None:
        """An action that was allowed last was tried; whether it was done."""
        ...


class Judge(Protocol):
    """Judges whether a run that says it is finished can be believed."""

    def saw(self, step: Step, seen: Frame, /) -> None:
        """A step that was taken, and the screen before it."""
        ...

    def judge(self, task: Task, seen: Frame, /) -> Judgement:
        """What the steps and the screen as it is now say of the task."""
        ...

    def asks(self, judgement: Judgement, /) -> tuple[str, ...]:
        """The parts of the task that the model is to mend; empty where it is let off."""
        ...


class Asker(Protocol):
    """A face that can put a question to a person."""

    def ask(self, question: Question, /) -> Consent:
        """The person's answer; a timeout and an absent person are values, not exceptions."""
        ...


class Hands(Protocol):
    """The only thing that touches the desktop: observation, gate and execution behind one door."""

    def observe(self) -> Frame: ...

    def perform(self, action: Action, seen: Frame, claimed: Claim = "", /) -> Performed: ...

    def restart(self) -> bool:
        """After the desktop went away: start again on it; False where it stays away."""
        ...

    def close(self) -> None: ...


class Memory(Protocol):
    """What the agent remembers: working memory of this run, episodes of earlier ones."""

    def recall(self, task: Task, past: Sequence[PastStep], /) -> Sequence[str]: ...

    def remember(self, step: Step, /) -> None: ...


class Window(Protocol):
    """What the model is shown of the steps of this run."""

    @property
    def past(self) -> Sequence[PastStep]: ...

    def add(self, step: Step, frame: Frame, /) -> None: ...


class Journal(Protocol):
    """The record of one run, on disk before the next step starts."""

    def prepare(self, frame: Frame, /) -> None:
        """Start to store a picture beside other work, so that `intend` need not wait for it."""
        ...

    def intend(self, index: int, proposal: Proposal, seen: Frame, /) -> Observation:
        """Put the picture and what is about to happen on disk, before it happens."""
        ...

    def keep(self, step: Step, /) -> Step:
        """What of a step may be kept: recorded, remembered and read again by the model."""
        ...

    def append(self, step: Step, /) -> None: ...

    def end(self, ended: RunEnded, /) -> None: ...


class Processes(Protocol):
    """Starts the programs of a private desktop and outlives whoever asks. Raises `DesktopError`."""

    def spawn(
        self,
        argv: tuple[str, ...],
        env: Mapping[str, str],
        cwd: Path,
        log: Path,
        *,
        output: Path | None = None,
        gentle: bool = False,
        descriptors: Sequence[int] = (),
    ) -> int:
        """Start a program; its process id. `descriptors` become 3, 4, ... in it."""
        ...

    def code(self, pid: int, /) -> int | None:
        """A program's exit code, None while it runs."""
        ...

    def watch(self, display: str, authority: str = "", gesture: tuple[int, ...] = ()) -> None:
        """Take the display's lock; its keys are let go whenever the hands die."""
        ...

    def listen(self) -> str:
        """Ask the person of this Wayland session for a key that stops the agent; how it is pressed,
        empty where nobody hears one."""
        ...


class Keeper(Protocol):
    """Keeps the processes of a desktop, and starts the hands there. Raises `DesktopError`."""

    @property
    def pid(self) -> int:
        """Process id of the guard."""
        ...

    @property
    def folder(self) -> Path:
        """The guard's private folder."""
        ...

    def start_hands(self, to_head: socket.socket, /) -> int:
        """Start hands with one end of their socket to the head; their process id."""
        ...

    def end_hands(self) -> None:
        """Kill the hands and let go what they held."""
        ...

    def alive(self) -> bool: ...

    def lost(self) -> DesktopError:
        """Why it does not live any more."""
        ...

    def used(self) -> None:
        """The hands are worked with at this moment; must not wait for anything."""
        ...

    def notice(self) -> str:
        """What the model must hear of the desktop, once; empty for nothing."""
        ...

    def await_halt(self) -> bool:
        """Wait for a person's kill gesture or the keeper's end; whether it was the gesture."""
        ...

    def close(self) -> bool:
        """Give the desktop back; whether all is in order."""
        ...
