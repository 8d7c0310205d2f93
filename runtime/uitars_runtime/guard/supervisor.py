"""The guard's main loop: requests, deaths, and the end.

The rule is short. Head gone or a signal to end: let keys go, end everything, remove the folder.
Hands gone: let keys go at once. Nothing here waits for anything but that end.
"""

from __future__ import annotations

import os
import selectors
import signal
import socket
import sys

import msgspec

from uitars_runtime.guard.display import DisplayWatch
from uitars_runtime.guard.folder import PrivateFolder, sweep
from uitars_runtime.guard.folder import send as send_signal
from uitars_runtime.guard.mark import MARK
from uitars_runtime.guard.messages import (
    MOST_DESCRIPTORS,
    PACKET_BYTES,
    Alive,
    Beat,
    Done,
    EndHands,
    Halted,
    Listen,
    Poll,
    Refused,
    Reply,
    Request,
    Spawn,
    Started,
    StartHands,
    State,
    Watch,
    Welcome,
)
from uitars_runtime.guard.processes import Children, adopt_orphans, descendants
from uitars_runtime.own_programs import OwnProgram, command

_GRACE = 1.0
"""Seconds a program has to end in order once it was asked."""
_RELEASE_SECONDS = 3.0
"""How long the end waits for a display that does not answer. On a machine that does much else a
healthy one can take a good part of it, and a key that stays down is worse than a late end."""


class Supervisor:
    """One run's guard."""

    def __init__(self, head: socket.socket, notices: socket.socket) -> None:
        """`head`: a packet socket whose other end is the head. `notices`: another, for what is said
        without being asked."""
        adopt_orphans()
        sweep()
        self._head = head
        self._notices = notices
        self._notices.setblocking(False)
        self._hands: socket.socket | None = None
        self._hands_pid = 0
        self._folder = PrivateFolder()
        self._children = Children()
        self._display = DisplayWatch(self._halt)
        self._woken, self._waker = socket.socketpair()
        self._halted = False
        self._selector = selectors.DefaultSelector()
        self._ending = False

    def run(self) -> None:
        """Serve until the head is gone or a signal asks for the end."""
        for end in (self._woken, self._waker):
            end.setblocking(False)
        signal.set_wakeup_fd(self._waker.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGTERM, self._end)
        signal.signal(signal.SIGINT, self._end)
        signal.signal(signal.SIGCHLD, _wake)
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._selector.register(self._head, selectors.EVENT_READ)
        _say(self._head, Welcome(str(self._folder.path)))
        try:
            while not self._ending:
                for key, _ in self._selector.select():
                    if key.fileobj is self._woken:
                        self._woken.recv(4096)
                        if self._halted:
                            self._kill_hands()
                    elif key.fileobj is self._head:
                        self._ending |= not self._serve(self._head)
                    elif (
                        self._hands is not None
                        and key.fileobj is self._hands
                        and not self._serve(self._hands)
                    ):
                        self._hands_died()
                self._children.reap()
        finally:
            self._finish()

    def _end(self, _number: int, _frame: object) -> None:
        self._ending = True

    def _halt(self) -> None:
        """A person made the kill gesture; called from the listening thread."""
        # The head hears of it first, so that it does not take the hands' death for an accident.
        _say(self._notices, Halted())
        if self._hands is not None:
            send_signal(self._hands_pid, signal.SIGKILL)
        self._halted = True
        self._waker.send(b"\0")

    def _finish(self) -> None:
        # The hands stop at once but go last: were this process killed halfway, they would do the
        # rest. What hands that hang press meanwhile is let go after their end.
        if self._hands is not None:
            send_signal(self._hands_pid, signal.SIGTERM)
        self._display.release()
        self._children.end_all(_GRACE, but=self._hands_pid)
        self._kill_hands()
        self._display.release()
        self._display.finish(_RELEASE_SECONDS)
        self._children.end_all(_GRACE)
        self._folder.remove()

    def _serve(self, link: socket.socket) -> bool:
        """Answer one packet; False when the other end is gone."""
        try:
            packet, descriptors, _, _ = socket.recv_fds(link, PACKET_BYTES, MOST_DESCRIPTORS)
        except ConnectionError:
            return False
        if not packet:
            return False
        try:
            request = msgspec.msgpack.decode(packet, type=Request)
            self._answer(link, request, descriptors)
        except (OSError, ValueError) as error:  # words with a zero character are a value's error
            _say(link, Refused("The guard could not do what it was asked.", str(error)))
        finally:
            for descriptor in descriptors:
                os.close(descriptor)
        return True

    def _answer(self, link: socket.socket, request: Request, descriptors: list[int]) -> None:
        match request:
            case Spawn():
                os.chdir(request.cwd)
                pid = self._children.spawn(
                    request.argv,
                    {**request.env, MARK: str(self._folder.path)},
                    output=request.output,
                    log=request.log,
                    gentle=request.gentle,
                    descriptors=() if request.standard else descriptors,
                    streams=descriptors if request.standard else (),
                )
                _say(link, Started(pid))
            case Poll(pid=pid):
                _say(link, State(self._children.code(pid)))
            case Watch():
                self._display.watch(request, lambda reply: _say(link, reply))
            case Listen():
                self._display.listen(lambda reply: _say(link, reply))
            case Beat():
                _say(link, Alive(self._display.listening))
            case StartHands() if self._halted:
                _say(link, Refused("A person stopped the agent.", "Start the task again."))
            case StartHands():
                self._kill_hands()
                _say(link, Started(self._start_hands(descriptors[0])))
            case EndHands():
                self._kill_hands()
                _say(link, Done())

    def _start_hands(self, to_head: int) -> int:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._hands_pid = self._children.spawn(
                command(OwnProgram.HANDS),
                {**os.environ, MARK: str(self._folder.path)},
                output="/dev/null",
                log=str(self._folder.path / "hands.log"),
                # They let keys go themselves when this process is killed.
                gentle=True,
                descriptors=(to_head, theirs.fileno()),
            )
        self._hands = ours
        self._selector.register(ours, selectors.EVENT_READ)
        return self._hands_pid

    def _kill_hands(self) -> None:
        """End the hands, and with them everything below (a shell in its jail)."""
        if self._hands is None:
            return
        for pid in (self._hands_pid, *descendants(self._hands_pid)):
            send_signal(pid, signal.SIGKILL)
        self._hands_died()

    def _hands_died(self) -> None:
        if self._hands is not None:
            self._selector.unregister(self._hands)
            self._hands.close()
            self._hands = None
            self._display.release()


def _say(link: socket.socket, reply: Reply | Halted) -> None:
    """Answer; an asker that is gone is noticed by the loop."""
    try:
        link.send(msgspec.msgpack.encode(reply))
    except (ConnectionError, OSError) as error:
        sys.stderr.write(f"guard: an answer was not delivered: {error}\n")


def _wake(_number: int, _frame: object) -> None:
    """The wake-up descriptor does the work; Python only needs a handler to write to it."""
