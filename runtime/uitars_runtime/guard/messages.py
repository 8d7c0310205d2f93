"""What head and hands say to the guard, and what it answers: one message per packet."""

from __future__ import annotations

import msgspec


class Spawn(msgspec.Struct, frozen=True, tag="spawn"):
    """Start a program that lives no longer than the guard. The packet may carry descriptors."""

    argv: tuple[str, ...]
    env: dict[str, str]
    cwd: str
    log: str = "/dev/null"
    """File that gets standard error."""
    output: str = "/dev/null"
    """File that gets standard output."""
    gentle: bool = False
    """Ask it to end (SIGTERM) when the guard dies, instead of killing it: the X server removes its
    socket and lock file only when it ends in order."""
    standard: bool = False
    """Whether the packet carries its standard input, output and error; else its 3, 4, ..."""


class StartHands(msgspec.Struct, frozen=True, tag="start_hands"):
    """Start the hands process; the packet carries one end of its socket to the head."""


class EndHands(msgspec.Struct, frozen=True, tag="end_hands"):
    """Kill the hands process; what it held down is let go."""


class Watch(msgspec.Struct, frozen=True, tag="watch"):
    """Take the lock of a display, and release its keys whenever the hands die."""

    display: str
    """An X display, or the path of a Wayland compositor's socket."""
    authority: str = ""
    """X authority file; empty for the one of the environment."""
    gesture: tuple[int, ...] = ()
    """X symbols of the keys that stop the agent when a person presses them one after the other;
    empty where nobody can."""


class Listen(msgspec.Struct, frozen=True, tag="listen"):
    """Ask the person of this Wayland session for a key that stops the agent."""


class Poll(msgspec.Struct, frozen=True, tag="poll"):
    """Ask how a spawned program is doing."""

    pid: int


class Beat(msgspec.Struct, frozen=True, tag="beat"):
    """Ask whether the guard does its work, before anything is done on the display."""


Request = Spawn | StartHands | EndHands | Watch | Listen | Poll | Beat


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """The guard is up; said once, without being asked."""

    folder: str
    """Private folder of this run: homes, logs, sockets; removed at the end."""


class Started(msgspec.Struct, frozen=True, tag="started"):
    pid: int


class State(msgspec.Struct, frozen=True, tag="state"):
    """A program's state: `code` is None while it runs, negative for a signal."""

    code: int | None


class Done(msgspec.Struct, frozen=True, tag="done"):
    """Done, nothing to add."""


class Listening(msgspec.Struct, frozen=True, tag="listening"):
    """What came of `Listen`."""

    trigger: str
    """How the key is pressed, in the words of the session; empty where nobody hears one."""


class Alive(msgspec.Struct, frozen=True, tag="alive"):
    """The guard does its work."""

    listening: bool
    """Whether a person's kill gesture would be heard, or nobody could make one."""


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """It cannot be done; the words of an error for a person."""

    title: str
    hint: str
    gone: bool = False
    """Whether the display is not there."""


Reply = Welcome | Started | State | Done | Listening | Alive | Refused


class Halted(msgspec.Struct, frozen=True, tag="halted"):
    """A person made the kill gesture; said unasked, on a socket for that alone."""


MOST_DESCRIPTORS = 3
"""What one packet may carry."""
PACKET_BYTES = 1 << 17
"""More than any message needs: an environment is the largest thing in one."""
