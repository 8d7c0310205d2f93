"""The host of one session: keeps its desktop, serves who asks, and takes it back from who may hold
it no longer.

It knows no model, gate or hands of its own; hands are started below its guard for the holder.
"""

from __future__ import annotations

import os
import selectors
import signal
import socket
import time
from pathlib import Path
from typing import NamedTuple

import msgspec

from uitars_runtime.errors import DesktopError, TakenError, UitarsError, UsageError
from uitars_runtime.guard.link import Guard
from uitars_runtime.sessions import messages
from uitars_runtime.sessions.checkpoints import held, load
from uitars_runtime.sessions.folder import WORKSPACE, OwnFolder
from uitars_runtime.sessions.kept import KeptDesktop
from uitars_runtime.sessions.lease import HeldLease
from uitars_runtime.sessions.limits import Reached, Watchdog
from uitars_runtime.sessions.messages import (
    PACKET_BYTES,
    HoldersRequest,
    Reply,
    Request,
    StillRequest,
)
from uitars_runtime.sessions.record import SessionRecord, Why, write
from uitars_runtime.sessions.resets import Resets
from uitars_runtime.sessions.saying import let_in, log, say
from uitars_runtime.sessions.standstill import Standstill
from uitars_runtime.sessions.terms import SessionOrder

_TICK_SECONDS = 0.05
_LOOK_SECONDS = 0.25
"""How often the host looks whether its desktop lives and whether a limit is reached."""
_KEPT = 20
"""Limits reached that are remembered."""
_TOO_LARGE = (-signal.SIGXFSZ, 128 + signal.SIGXFSZ)
"""Codes of a command that wrote a file beyond the limit, itself or below a shell."""


class _Command(NamedTuple):
    """One that runs."""

    pid: int
    name: str
    since: float


class Host:
    """Serves until it is told to stop. For one thread."""

    def __init__(self, folder: OwnFolder, order: SessionOrder, guard: Guard) -> None:
        """Starts the desktop below a guard, which is closed by who gave it where this fails.
        Raises `UsageError`, `DesktopError`."""
        self._folder = folder
        self._order = order
        workspace = folder.path / WORKSPACE
        if not order.workspace:
            workspace.mkdir(mode=0o700)
        self._workspace = str(order.workspace or workspace)
        self._started = time.time()
        self._watchdog = Watchdog(order.limits, folder.id)
        self._kept = KeptDesktop(order, Path(self._workspace), self._watchdog, guard, folder.path)
        self._lease: HeldLease | None = None
        self._holder: socket.socket | None = None
        self._person: socket.socket | None = None
        self._commands: dict[socket.socket, _Command] = {}
        """Those that run, by who asked for them."""
        self._reached: list[Reached] = []
        self._untold: list[str] = []
        """What the holder is to hear of its programs."""
        self._still = Standstill(folder.id, self._kept)
        self._resets = Resets(self._kept)
        self._ending = False
        self._look = 0.0
        self._unwritten = False
        """Whether the record on disk is older than the session."""
        self._selector = selectors.DefaultSelector()
        _watch_over(order.owner, self._selector)
        self._listening = folder.listen()
        self._selector.register(self._listening, selectors.EVENT_READ)
        self._write()
        if self._unwritten:
            self._kept.close()
            raise DesktopError("The session's record cannot be written.", "Make room on the disk.")

    @property
    def record(self) -> SessionRecord:
        """The session as it is now."""
        return SessionRecord(
            id=self._folder.id,
            host=os.getpid(),
            guard=self._kept.guard.pid,
            started=self._started,
            order=self._order,
            workspace=self._workspace,
            folder=str(self._kept.guard.folder),
            desktop=self._kept.state,
            own=tuple(sorted(self._kept.own)),
            paused=self._still.paused,
            lease=self._lease.record if self._lease else None,
            person=self._person is not None,
            resets=self._resets.count,
            reset=self._resets.last,
            held_by=self._watchdog.held_by,
            reached=tuple(self._reached),
        )

    def run(self) -> None:
        """Serve until a request or a signal asks for the end."""
        signal.signal(signal.SIGTERM, self._end)
        signal.signal(signal.SIGINT, self._end)
        try:
            while not self._ending:
                for key, _ in self._selector.select(_TICK_SECONDS):
                    if key.fileobj is self._listening:
                        let_in(self._listening, self._selector)
                    elif isinstance(key.fileobj, socket.socket):
                        self._serve(key.fileobj)
                    else:
                        self._ending = True  # the owner ended
                self._tell_ended()
                self._watch()
        finally:
            self.close()

    def close(self) -> None:
        """End the desktop and leave nothing."""
        self._kept.close()
        self._listening.close()
        self._folder.remove()

    def _end(self, _number: int, _frame: object) -> None:
        self._ending = True

    def _write(self) -> None:
        """What cannot be written now, as on a full disk, is written later: the desktop lives on."""
        try:
            write(self.record, self._folder.path)
            self._unwritten = False
        except OSError as error:
            if not self._unwritten:
                log(f"the record was not written: {error}")
            self._unwritten = True

    def _serve(self, caller: socket.socket) -> None:
        """Answer one packet, or note that the caller is gone."""
        try:
            packet, descriptors, _, _ = socket.recv_fds(caller, PACKET_BYTES, 3)
        except OSError:
            packet, descriptors = b"", []
        if not packet:
            self._hung_up(caller)
            return
        try:
            request = msgspec.msgpack.decode(packet, type=Request)
            messages.expect_carried(request, descriptors)
            reply = self._answer(request, caller, descriptors)
        except UitarsError as error:
            reply = messages.Refused.of(error)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            reply = messages.Refused("UsageError", "The host did not understand.", str(error))
        finally:
            for descriptor in descriptors:
                os.close(descriptor)
        say(caller, reply)

    def _answer(self, request: Request, caller: socket.socket, descriptors: list[int]) -> Reply:
        match request:
            case messages.Attach(holder=holder, process=process):
                return self._attach(caller, holder, process)
            case messages.StartHands() | messages.EndHands() | messages.Beat() | messages.Release():
                if caller is not self._holder:
                    raise DesktopError("The session is not yours any more.", self._resets.words)
                return self._answer_holder(request, descriptors)
            case messages.Exec(argv=argv):
                self._still.expect_awake(caller)
                streams = descriptors[0], descriptors[1], descriptors[2]
                pid = self._kept.spawn(argv, streams)
                self._commands[caller] = _Command(pid, argv[0], time.time())
                return messages.Started(pid)
            case messages.TakeOver():
                self._take_over(caller)
            case messages.Keep() | messages.Pause() | messages.Resume():
                self._stand_still(request, caller)
            case messages.Renew():
                self._anew("asked", self._without_holder())
            case messages.Restore(name=name):
                self._expect_free(caller)
                self._restore(name)
            case messages.Stop():
                self._ending = True
        return messages.Done()

    def _answer_holder(self, request: HoldersRequest, descriptors: list[int]) -> Reply:
        match request:
            case messages.StartHands():
                if not self._kept.alive():
                    self._anew("crashed")
                with socket.socket(fileno=os.dup(descriptors[0])) as to_head:
                    return self._attached(self._kept.start_hands(to_head))
            case messages.EndHands():
                self._kept.end_hands()
            case messages.Beat(idle=idle):
                if self._lease is not None:
                    self._lease.beat(idle)
                words, self._untold = tuple(self._untold), []
                return messages.Noted(words)
            case messages.Release():
                self._release()
                self._write()
        return messages.Done()

    def _attach(self, caller: socket.socket, holder: str, process: int) -> Reply:
        self._expect_free(caller)
        self._still.expect_awake(caller)
        if not self._kept.alive():
            self._anew("crashed")
        self._lease, self._holder = HeldLease(self._order.lease, holder, process), caller
        self._write()
        return self._attached()

    def _attached(self, hands: int = 0) -> messages.Attached:
        guard = self._kept.guard
        return messages.Attached(guard.pid, str(guard.folder), hands)

    def _release(self) -> None:
        self._lease = self._holder = None
        self._kept.end_hands()

    def _take_over(self, caller: socket.socket) -> None:
        self._expect_nobody_there()
        self._still.expect_awake(caller)
        self._person = caller
        if self._lease is not None:
            self._lease.rest()
        self._write()

    def _given_back(self) -> None:
        self._person = None
        if self._lease is not None:
            self._lease.go_on()
        self._write()

    def _stand_still(self, request: StillRequest, caller: socket.socket) -> None:
        match request:
            case messages.Resume():
                self._still.resume(caller)
            case messages.Pause():
                self._expect_free(caller)
                self._still.pause()
            case messages.Keep(lasts=True):
                self._expect_free(caller)
                self._still.keep(caller)
            case messages.Keep():
                self._still.leave(caller)
        self._write()

    def _restore(self, name: str) -> None:
        with held():
            manifest = load(self._folder.id, name)
            files = self._kept.bring(manifest)
            self._leave_commands()
            self._kept.restore(manifest, files)
        self._write()

    def _leave_commands(self) -> None:
        """All that runs ends now, and those who wait for it hear so."""
        for caller in self._commands:
            say(caller, messages.Ended(-signal.SIGKILL))
        self._commands.clear()
        self._untold.clear()
        self._still.gone()

    def _expect_free(self, caller: socket.socket) -> None:
        if self._lease is not None:
            raise self._lease.taken(self._folder.id)
        self._expect_nobody_there()
        self._still.expect_nobody_keeps(caller)

    def _expect_nobody_there(self) -> None:
        if self._person is not None:
            raise TakenError(
                f"A person works in the session {self._folder.id}.", "Wait until they give it back."
            )

    def _hung_up(self, caller: socket.socket) -> None:
        self._selector.unregister(caller)
        caller.close()
        self._leave_kept(caller)
        if caller is self._person:
            self._given_back()
        elif caller is self._holder and self._person is not None:
            # Nothing is taken away from under a person's hands.
            self._release()
            self._write()
        elif caller is self._holder:
            self._lose("dead")
        elif (command := self._commands.pop(caller, None)) is not None:
            self._kept.end(command.pid)

    def _leave_kept(self, caller: socket.socket) -> None:
        try:
            if self._still.leave(caller):
                self._write()
        except UitarsError as error:
            log(f"the session does not stand still as before: {error}")

    def _tell_ended(self) -> None:
        """Answer those whose commands ended."""
        for caller, command in list(self._commands.items()):
            try:
                code = self._kept.guard.link.code(command.pid)
            except DesktopError:
                return  # the desktop is gone, which is seen to next
            if code is not None:
                del self._commands[caller]
                say(caller, messages.Ended(code, self._limit_of(command, code)))

    def _limit_of(self, command: _Command, code: int) -> str:
        """Which limit ended a command, in words; empty for none."""
        if code and (reached := self._kept.look()):
            self._note(reached)  # the kernel was quicker
        if code in _TOO_LARGE:
            self._note(Reached("disk", command.name, time.time()))
        mine = [one for one in self._reached if one.at >= command.since]
        return mine[-1].words if code and mine else ""

    def _note(self, reached: Reached) -> None:
        self._reached = [*self._reached[1 - _KEPT :], reached]
        self._untold.append(reached.words)
        self._write()

    def _watch(self) -> None:
        """See whether the lease holds and the desktop lives."""
        if self._lease is not None and (why := self._lease.broken()):
            self._lose(why)
        if self._watchdog.out_of_time():
            self._end_of_time()
        elif time.monotonic() >= self._look:
            self._look = time.monotonic() + _LOOK_SECONDS
            if reached := self._kept.look():
                self._note(reached)
            if self._unwritten:
                self._write()
            # The holder's hands notice by themselves, and ask for others.
            if self._lease is None and self._resets.due:
                self._try_anew("crashed")

    def _end_of_time(self) -> None:
        """The session has lived as long as it may: all who wait are told, then it ends."""
        words = Reached("time", "", time.time()).words
        for caller in self._commands:
            say(caller, messages.Ended(-signal.SIGKILL, words))
        if self._holder is not None:
            say(self._holder, messages.Refused("DesktopError", words))
        self._ending = True

    def _lose(self, why: Why) -> None:
        """The holder loses the session, which is made anew for the next one."""
        self._try_anew(why, self._without_holder())

    def _without_holder(self) -> str:
        """Nobody holds it from here on; who did."""
        holder = self._lease.record.holder if self._lease else ""
        self._lease = self._holder = None
        return holder

    def _try_anew(self, why: Why, holder: str = "") -> None:
        """Make it anew where nobody waits for that; what fails now is tried again later."""
        try:
            self._anew(why, holder)
        except UitarsError as error:
            log(f"the session was not made anew: {error}")
            self._write()

    def _anew(self, why: Why, holder: str = "") -> None:
        """Raises `DesktopError`, `UsageError`."""
        self._leave_commands()
        self._resets.make(why, holder)
        self._write()


def _watch_over(owner: int, selector: selectors.BaseSelector) -> None:
    """Let the loop know when the owner ends. Raises `UsageError` where it has already."""
    if not owner:
        return
    try:
        descriptor = os.pidfd_open(owner)
    except ProcessLookupError as error:
        raise UsageError(f"There is no process {owner}.") from error
    selector.register(descriptor, selectors.EVENT_READ)
