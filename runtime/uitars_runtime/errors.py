"""The errors a person may see, and the policy for all others.

An error is raised where something outside us failed, carries a title (what happened, in one line)
and a hint (what to do about it), and is caught at a border only: the loop turns what the model can
react to into an `Outcome`; the command line turns the rest into one sentence and an exit code.
Everything else is a defect of ours: it is not caught, it ends the run with code 1 and the record
stays.
A bad reply and a failed action are data, not errors.
An error of another process of ours is raised again in the one that asked, as what it was.
"""

from __future__ import annotations

from typing import Final, Self

import msgspec

_ENDS: Final = (".", "!", "?", "…", ":", "。", ".'", '."', ".”")
"""Of a sentence; what a system or a server says and a title takes in may have none."""


class UitarsError(Exception):
    """Base of all errors meant for a person."""

    exit_code = 1

    def __init__(self, title: str, hint: str = "") -> None:
        title, hint = _one_stop(title), _one_stop(hint)
        super().__init__(title)
        self.title = title
        self.hint = hint

    def __str__(self) -> str:
        if not self.hint:
            return self.title
        stop = "" if self.title.endswith(_ENDS) else "."
        return f"{self.title}{stop} {self.hint}"


class UsageError(UitarsError):
    """A wrong option, file or setting."""

    exit_code = 2


class DesktopError(UitarsError):
    """The screen cannot be seen or worked; `gone` when the display itself went away."""

    def __init__(self, title: str, hint: str = "", *, gone: bool = False) -> None:
        super().__init__(title, hint)
        self.gone = gone


class ConsentError(UitarsError):
    """What only a person can allow was not allowed."""

    exit_code = 5


class TakenError(UitarsError):
    """A session that somebody else holds."""

    exit_code = 6


class ModelError(UitarsError):
    """The model cannot be loaded or does not answer."""


class DialectError(UitarsError):
    """A reply that is not what the grammar allows; the text goes back to the model."""


class GateError(UitarsError):
    """A policy that cannot be read or enforced."""

    exit_code = 2


class JournalError(UitarsError):
    """A record that cannot be written or read."""


class Stopped(UitarsError):  # noqa: N818 - an ending, not a failure
    """A person stopped the run."""

    exit_code = 130

    def __init__(self, title: str = "stopped by the user", hint: str = "") -> None:
        super().__init__(title, hint)


KINDS: Final[dict[str, type[UitarsError]]] = {
    kind.__name__: kind
    for kind in (
        UitarsError,
        UsageError,
        DesktopError,
        ConsentError,
        TakenError,
        ModelError,
        DialectError,
        GateError,
        JournalError,
        Stopped,
    )
}
"""What an error of another process can come back as, by name."""


class ErrorMessage(msgspec.Struct, frozen=True):
    """An error on its way to the process that asked; the base of messages that say one."""

    kind: str
    """A name of `KINDS`."""
    title: str
    hint: str = ""
    gone: bool = False

    @classmethod
    def of(cls, error: UitarsError) -> Self:
        """As a message; an error of a kind that only one room knows goes as the nearest of all."""
        kind = next(base.__name__ for base in type(error).__mro__ if base.__name__ in KINDS)
        gone = isinstance(error, DesktopError) and error.gone
        return cls(kind, error.title, error.hint, gone)

    def error(self) -> UitarsError:
        """As it was raised there."""
        kind = KINDS[self.kind]
        if issubclass(kind, DesktopError):
            return kind(self.title, self.hint, gone=self.gone)
        return kind(self.title, self.hint)


def _one_stop(sentence: str) -> str:
    """Without the second full stop where words of a system were taken in with theirs."""
    doubled = sentence.endswith("..") and not sentence.endswith("...")
    return sentence[:-1] if doubled else sentence
