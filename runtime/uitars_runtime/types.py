"""The values that every room shares.

Values are msgspec structs: frozen, closed, strictly decoded; what is written to a run folder
decodes back to the same value. No I/O, no policy and no conversion of coordinates lives here; what
rooms need from one another is in protocols.py.

There is one coordinate system in every record: pixels of the screenshot that the same step
recorded, origin in its upper left corner, x to the right, y down. Points, sizes and boxes
(geometry.py) are named here too, beside the actions that are made of them.
"""

from __future__ import annotations

import enum
from typing import Annotated, Final, Literal

import msgspec

from uitars_runtime.geometry import Box as Box
from uitars_runtime.geometry import Point as Point
from uitars_runtime.geometry import Size as Size
from uitars_runtime.grounding import Grounding
from uitars_runtime.prompt_record import Prompted
from uitars_runtime.timing import Clock, Timing

# --------------------------------------------------------------------------- actions


class Button(enum.StrEnum):
    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


class Direction(enum.StrEnum):
    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"


class Click(msgspec.Struct, frozen=True, tag_field="kind", tag="click", forbid_unknown_fields=True):
    """Press and release a mouse button at a point, `count` times (2 is a double click)."""

    at: Point
    button: Button = Button.LEFT
    count: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1


class Move(msgspec.Struct, frozen=True, tag_field="kind", tag="move", forbid_unknown_fields=True):
    """Put the pointer on a point without pressing anything."""

    at: Point


class Drag(msgspec.Struct, frozen=True, tag_field="kind", tag="drag", forbid_unknown_fields=True):
    """Press the left button at `start`, move to `end`, release."""

    start: Point
    end: Point


class Scroll(
    msgspec.Struct, frozen=True, tag_field="kind", tag="scroll", forbid_unknown_fields=True
):
    """Turn the wheel over a point by `amount` notches; the direction is where the view goes."""

    at: Point
    direction: Direction
    amount: Annotated[int, msgspec.Meta(ge=1, le=50)] = 5


class Type(msgspec.Struct, frozen=True, tag_field="kind", tag="type", forbid_unknown_fields=True):
    """Enter text where the keyboard focus is; a newline presses Enter, a tab presses Tab."""

    text: str


class Press(msgspec.Struct, frozen=True, tag_field="kind", tag="press", forbid_unknown_fields=True):
    """Press a chord: all keys down in order, then up in reverse. Names as in `keys.py`."""

    keys: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=5)]


class KeyDown(
    msgspec.Struct, frozen=True, tag_field="kind", tag="key_down", forbid_unknown_fields=True
):
    """Hold one key until `KeyUp`, the end of the run or the guard lets it go."""

    key: str


class KeyUp(
    msgspec.Struct, frozen=True, tag_field="kind", tag="key_up", forbid_unknown_fields=True
):
    """Let one held key go."""

    key: str


class Wait(msgspec.Struct, frozen=True, tag_field="kind", tag="wait", forbid_unknown_fields=True):
    """Do nothing for a while, 0 to 60 seconds."""

    seconds: Annotated[float, msgspec.Meta(ge=0, le=60)] = 1.0


class Shell(msgspec.Struct, frozen=True, tag_field="kind", tag="shell", forbid_unknown_fields=True):
    """Run a command line in the workspace."""

    command: str


class ReadFile(
    msgspec.Struct, frozen=True, tag_field="kind", tag="read_file", forbid_unknown_fields=True
):
    """Read a text file of the workspace."""

    path: str


class WriteFile(
    msgspec.Struct, frozen=True, tag_field="kind", tag="write_file", forbid_unknown_fields=True
):
    """Write a text file of the workspace, replacing what was there."""

    path: str
    text: str


class Open(msgspec.Struct, frozen=True, tag_field="kind", tag="open", forbid_unknown_fields=True):
    """Open a program, a file or an address on the desktop."""

    target: str


class CallTool(
    msgspec.Struct, frozen=True, tag_field="kind", tag="call_tool", forbid_unknown_fields=True
):
    """Call a tool of an MCP server."""

    server: str
    name: str
    arguments: dict[str, object] = {}


class Note(msgspec.Struct, frozen=True, tag_field="kind", tag="note", forbid_unknown_fields=True):
    """Keep a fact for later steps; changes nothing on the desktop."""

    text: str


class AskUser(
    msgspec.Struct, frozen=True, tag_field="kind", tag="ask_user", forbid_unknown_fields=True
):
    """Ask the person something that only the person can know or decide."""

    question: str


class Finish(
    msgspec.Struct, frozen=True, tag_field="kind", tag="finish", forbid_unknown_fields=True
):
    """Say that the task is done (`success`) or cannot be done (`failure`)."""

    status: Literal["success", "failure"] = "success"
    answer: str = ""


Action = (
    Click
    | Move
    | Drag
    | Scroll
    | Type
    | Press
    | KeyDown
    | KeyUp
    | Wait
    | Shell
    | ReadFile
    | WriteFile
    | Open
    | CallTool
    | Note
    | AskUser
    | Finish
)
"""The closed set of things an agent can do; every `match` over it is exhaustive."""

# --------------------------------------------------------------------------- one step


class OpenWindow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A window that was there when a screenshot was taken, as the display tells it."""

    id: int
    title: str
    application: str
    dialog: bool = False
    """Whether it belongs to another window."""


class Observation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a step looked at, as it is recorded; the pixels lie in the run folder."""

    image: str
    """SHA-256 of the PNG file `images/<image>.png`, lower-case hexadecimal."""
    size: Size
    origin: Point = Point(0, 0)
    """Where the upper left pixel lies on the device; negative left of or above the main monitor."""
    windows: tuple[OpenWindow, ...] | None = None
    """Oldest first; None where nobody knows."""
    address: str = ""
    """Of the page that a browser of the run's own showed; empty where there was none."""


class Tokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one call of the model cost; `reused` of the prompt came from a cache."""

    prompt: int = 0
    reused: int = 0
    generated: int = 0


Claim = Literal["", "R0", "R1", "R2", "R3", "R4"]
"""How risky a model says its own action is, as a class of the gate; empty where it says nothing."""


class Proposal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the model wants to do next. Without an action, `problem` says what was wrong with it."""

    thought: str
    action: Action | None
    raw: str
    """The reply as the model wrote it; empty for the second and later actions of one reply."""
    problem: str = ""
    tokens: Tokens = Tokens()
    claimed: Claim = ""
    """May only raise the class that the gate finds."""
    grounding: Grounding | None = None
    """What of task and screen the action comes from; None where the model does not say."""
    confidence: float | None = None
    """How likely the model finds it, 0 to 1; None where it does not say."""
    prompt: Prompted | None = None
    """What it was last asked for this reply; None where `raw` is empty, and in older records."""


class Decision(enum.StrEnum):
    ALLOW = "allow"
    DENY = "deny"


class DecidedBy(enum.StrEnum):
    POLICY = "policy"
    """A rule decided without a question."""
    USER = "user"
    """A person answered."""
    TIMEOUT = "timeout"
    """A person was asked and did not answer in time: a no."""
    NOBODY = "nobody"
    """There was nobody to ask: a no."""
    FAULT = "fault"
    """The gate could not decide; it fails closed: a no."""


class Verdict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The gate's answer to one proposed action."""

    decision: Decision
    by: DecidedBy
    rule: str
    """Which rule decided, for example `ask-on-risk/R1`."""
    reason: str
    """One sentence for a person and for the model."""


ANSWER = "The person answers: "
"""How the outcome of a question begins that was answered."""


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of a step, in words the model can read."""

    ok: bool
    text: str
    changed: bool | None = None
    """Whether the screen looks different after the action; None where nothing could be compared."""


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a person put in the place of the model's proposal; a sample to learn from."""

    action: Action
    thought: str = ""
    """Empty: the model's own thought stands."""


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The window with the keyboard, as the display tells it; empty where it is not known."""

    application: str = ""
    """The program's kind of window, for example `Mousepad`."""
    window: str = ""
    """Its title."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One recorded turn of the loop; an unreadable reply has neither action nor verdict."""

    index: int
    observation: Observation
    proposal: Proposal
    verdict: Verdict | None
    outcome: Outcome
    ms: Timing = Timing()
    correction: Correction | None = None
    """What was done instead of the proposed action, where a person changed it."""
    said: tuple[str, ...] = ()
    """What the person said to the model on top of the task: before this step, and when they were
    asked about it."""
    place: Place = Place()
    """Where the keyboard was when the action was reviewed; empty where no hands were needed."""
    annotation: Verdict | None = None
    """What the person said who looks at every proposal; None where nobody does."""
    missing: tuple[str, ...] = ()
    """Parts of the task that nobody saw being done when the model said it had finished."""
    clock: Clock | None = None
    """None in older records."""

    @property
    def action(self) -> Action | None:
        """What was decided on in the end: the person's action, else the model's."""
        return self.correction.action if self.correction else self.proposal.action

    @property
    def thought(self) -> str:
        """The thought that belongs to `action`."""
        corrected = self.correction.thought if self.correction else ""
        return corrected or self.proposal.thought

    @property
    def grounding(self) -> Grounding | None:
        """What `action` comes from. A person's own serves the same words; nobody says what it
        aims at."""
        grounding = self.proposal.grounding
        if grounding is None or self.action == self.proposal.action:
            return grounding
        return Grounding(grounding.serves)


class ToolOffer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tool that `CallTool` can call, in the words of its server."""

    server: str
    name: str
    description: str = ""
    parameters: dict[str, object] = {}
    """JSON schema of the arguments."""


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a person asked for, and which tools of servers there are for it."""

    text: str
    tools: tuple[ToolOffer, ...] = ()
    said: tuple[str, ...] = ()
    """What the person said since; it instructs like the task."""

    @property
    def words(self) -> str:
        """Everything the person asked for, a line each."""
        return "\n".join((self.text, *self.said))


ATTACHED: Final = "Attached in the workspace: "
"""Begins the line of a task that names the files given with it; it asks for nothing."""


class Performed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of a proposal: from the hands, or from the loop where no hands are needed."""

    verdict: Verdict | None
    """None where the proposal was no action."""
    outcome: Outcome
    review_ms: float = 0.0
    execute_ms: float = 0.0
    correction: Correction | None = None
    """What was done instead, where a person changed the action."""
    place: Place = Place()
    """Where the keyboard was when the action was reviewed."""
    words: str = ""
    """What the person, when asked, said to the model."""
    annotation: Verdict | None = None
    """What the person said who looks at every proposal; None where nobody does."""
