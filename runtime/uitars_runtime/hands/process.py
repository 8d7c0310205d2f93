"""The head's end of the hands: starts guard and hands process, and speaks `Hands` to the loop."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from uitars_runtime.control import Reins
from uitars_runtime.desktop.registry import kind_of, parted
from uitars_runtime.errors import DesktopError, Stopped, UitarsError, UsageError
from uitars_runtime.frame import Frame
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.guard.folder import sweep
from uitars_runtime.guard.link import Guard
from uitars_runtime.hands.messages import (
    Answer,
    Ask,
    Begin,
    Did,
    Failed,
    FromHands,
    Lost,
    Observe,
    Observed,
    Perform,
    Ready,
    ToHands,
    Touched,
    Wrote,
    receive,
    send,
)
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.logs import tail
from uitars_runtime.protocols import Asker, Keeper, Stop
from uitars_runtime.types import Action, Claim, Performed, ToolOffer

_NOTICE_SECONDS = 0.2
"""How long the death of the hands waits for the notice that a person wanted it."""
_LOOK_SECONDS = 0.1
"""How often a wait for the hands looks whether the run was stopped."""

_Message = TypeVar("_Message")


def open_hands(
    settings: HandsSettings,
    asker: Asker,
    stop: Stop,
    reins: Reins | None = None,
    on_output: Callable[[str], None] | None = None,
) -> ProcessHands:
    """Start the guard, the desktop and the hands; returns hands that are ready to work.

    `reins`: told to stop at a person's kill gesture, and to pause when a person uses the mouse or
    the keyboard. `on_output`: gets what commands and cells write while they run; an empty text
    begins another.
    Raises `UsageError`, `GateError`, `DesktopError`, and `Stopped` when `stop` is set meanwhile.
    """
    workspace = Path(settings.workspace).resolve()
    if not workspace.is_dir():
        raise UsageError(f"The workspace {workspace} is no folder.", "Create it first.")
    settings = msgspec.structs.replace(settings, workspace=str(workspace))
    keeper = _keeper(settings, stop)
    try:
        return ProcessHands(keeper, settings, asker, stop, reins, on_output)
    except BaseException:
        if not keeper.close():
            sweep()
        raise


def _keeper(settings: HandsSettings, stop: Stop) -> Keeper:
    """Who keeps the desktop: somebody already, or a guard of the hands' own."""
    living = kind_of(settings.desktop).living
    if living is None:
        return Guard().ready(stop)
    return living.attach(parted(settings.desktop)[1], settings.audited)


class ProcessHands:
    """Implements `Hands` by a process of its own, below the guard."""

    def __init__(
        self,
        keeper: Keeper,
        settings: HandsSettings,
        asker: Asker,
        stop: Stop,
        reins: Reins | None = None,
        on_output: Callable[[str], None] | None = None,
    ) -> None:
        self._keeper = keeper
        self._settings = settings
        self._asker = asker
        self._stop = stop
        self._reins = reins
        self._on_output = on_output
        self._halted = threading.Event()
        """A person made the kill gesture."""
        self._link: socket.socket | None = None
        self._sending = threading.Lock()
        self._pid = 0
        self._loss: DesktopError | None = None
        """Why the hands are gone."""
        self._notice = ""
        threading.Thread(target=self._await_halt, name="kill gesture", daemon=True).start()
        self._ready = self._start(None)

    @property
    def desktop_name(self) -> str:
        """The desktop as it was asked for, for the record."""
        return self._ready.desktop_name

    @property
    def display(self) -> str:
        """As `Place` has it."""
        return self._ready.display

    @property
    def environment(self) -> Mapping[str, str]:
        """Environment of programs on the desktop; what a verifier runs in."""
        return self._ready.environment

    @property
    def warning(self) -> str:
        """What the person must know from the start; empty for nothing."""
        return self._ready.warning

    @property
    def endpoint(self) -> str:
        """Where others reach the desktop's browser, with the token; empty where they do not."""
        return self._ready.endpoint

    @property
    def tools(self) -> tuple[ToolOffer, ...]:
        """What `CallTool` can call."""
        return self._ready.tools

    @property
    def workspace(self) -> Path:
        return Path(self._settings.workspace)

    @property
    def pid(self) -> int:
        """Process id of the hands."""
        return self._pid

    @property
    def guard_pid(self) -> int:
        """Process id of the guard."""
        return self._keeper.pid

    def observe(self) -> Frame:
        """Grab the screen. Raises `DesktopError` (`gone` when hands or desktop died), `Stopped`."""
        observed, pixels = self._call(Observe(), Observed)
        import numpy as np

        size = observed.size
        array = np.frombuffer(pixels, np.uint8).reshape(size.height, size.width, 3)
        return Frame(
            array,
            observed.origin,
            observed.told,
            observed.windows,
            observed.frame,
            observed.address,
        )

    def perform(self, action: Action, seen: Frame, claimed: Claim = "", /) -> Performed:
        """Ask for an action that was decided on `seen`. Raises as `observe` does."""
        did, _ = self._call(Perform(action, seen.grab, claimed), Did)
        performed = did.performed
        notice = f"{self._notice} {self._keeper.notice()}".strip()
        if notice:
            text = f"{notice} {performed.outcome.text}"
            outcome = msgspec.structs.replace(performed.outcome, text=text)
            performed = msgspec.structs.replace(performed, outcome=outcome)
            self._notice = ""
        return performed

    def restart(self) -> bool:
        """Start other hands on the same desktop; a sandbox that died is started again.

        The next outcome then says that its programs are gone. False where it cannot be done.
        """
        self._hang_up()
        if not self._keeper.alive():
            self._clean_up()
            return False
        try:
            self._keeper.end_hands()
            self._ready = self._start(self._ready)
        except DesktopError:
            return False
        return True

    def close(self) -> None:
        """End the hands and everything that was started, and wait for that."""
        self._hang_up()
        if not self._keeper.close():
            self._clean_up()

    def _clean_up(self) -> None:
        """Do what the killed guard cannot: end what outlived it, let go what was held."""
        sweep()
        if self._ready.sandbox is None and self.display:
            # Taking a display releases its keys. Another agent that took it meanwhile did so too.
            with Guard() as guard, contextlib.suppress(DesktopError):
                guard.link.watch(self.display)

    def _start(self, earlier: Ready | None) -> Ready:
        ours, theirs = socket.socketpair()
        self._link = ours
        with theirs:
            self._pid = self._keeper.start_hands(theirs)
        sandbox = earlier.sandbox if earlier else None
        begin = Begin(
            self._settings,
            str(self._keeper.folder),
            sandbox,
            earlier is not None,
            attended=not isinstance(self._asker, NobodyAsker),
        )
        try:
            ready, _ = self._call(begin, Ready)
        except UitarsError:
            self._hang_up()
            raise
        self._notice = ready.notice
        self._loss = None
        return ready

    def _hang_up(self) -> None:
        if self._link is not None:
            self._link.close()
            self._link = None

    def _call(self, message: ToHands, expected: type[_Message]) -> tuple[_Message, bytearray]:
        """Send a request and wait for its answer, putting questions to the person meanwhile."""
        if self._is_stopped():
            raise Stopped
        if self._link is None:
            raise self._loss or DesktopError("The hands process was ended.", gone=True)
        link = self._link
        self._keeper.used()
        try:
            self._send(link, message)
            while True:
                self._await(link)
                body, pixels = receive(link)
                reply = msgspec.msgpack.decode(body, type=FromHands)
                match reply:
                    case Ask():
                        self._put(reply, link)
                    case Touched():
                        self._pause()
                    case Wrote(text=text):
                        self._pass_on(text)
                    case Failed():
                        raise reply.error()
                    case _ if isinstance(reply, expected):
                        return reply, pixels
                    case _:
                        raise TypeError(f"the hands answered {reply} to {message}")
        except Lost as lost:
            raise self._lost() from lost

    def _send(self, link: socket.socket, message: ToHands) -> None:
        # A person's late answer may come from its thread while the next request goes out.
        with self._sending:
            send(link, message)

    def _put(self, asked: Ask, link: socket.socket) -> None:
        """Ask the person in a thread, so that a stopped run need not wait for the answer."""

        def ask() -> None:
            consent = self._asker.ask(asked.question)
            with contextlib.suppress(Lost):  # the hands were ended meanwhile
                self._send(link, Answer(asked.number, consent))

        threading.Thread(target=ask, name="question", daemon=True).start()

    def _await(self, link: socket.socket) -> None:
        """Wait until the hands speak. A run that is stopped takes the hands away at once.

        Hands without a guard end by themselves; those that hang would not. Raises `Lost`.
        """
        while not select.select([link], [], [], _LOOK_SECONDS)[0]:
            self._keeper.used()
            self._end_if_stopped()
            if not self._keeper.alive():
                raise Lost("the guard is gone")

    def _end_if_stopped(self) -> None:
        if self._is_stopped():
            self._hang_up()
            if self._keeper.alive():
                self._keeper.end_hands()
            raise Stopped

    def _pass_on(self, text: str) -> None:
        """Show what a command writes; one that never pauses must not keep the run from stopping."""
        if self._on_output is not None:
            self._on_output(text)
        self._end_if_stopped()

    def _is_stopped(self) -> bool:
        return self._halted.is_set() or self._stop.is_set()

    def _await_halt(self) -> None:
        if self._keeper.await_halt():
            self._halted.set()
            if self._reins is not None:
                self._reins.stop()

    def _pause(self) -> None:
        if self._reins is not None:
            self._reins.pause("You are using the mouse or the keyboard.")

    def _lost(self) -> UitarsError:
        self._hang_up()
        if self._halted.wait(_NOTICE_SECONDS):
            return Stopped("stopped by the kill gesture")
        self._loss = self._why()
        return self._loss

    def _why(self) -> DesktopError:
        """Why the hands are gone."""
        if not self._keeper.alive():
            return self._keeper.lost()
        said = tail(self._keeper.folder / "hands.log")
        try:
            self._keeper.end_hands()
        except DesktopError as error:  # it keeps them no more, and says why
            return DesktopError(error.title, error.hint, gone=True)
        return DesktopError("The hands process died.", said, gone=True)
