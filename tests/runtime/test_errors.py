"""Errors of another process come back as what they were, and end a command in words."""

from __future__ import annotations

import argparse
import errno
from collections.abc import Iterator

import msgspec
import pytest

from uitars_runtime import errors
from uitars_runtime.browser.connection import RefusedError
from uitars_runtime.cli.command import run_command
from uitars_runtime.errors import KINDS, DesktopError, ErrorMessage, UitarsError
from uitars_runtime.hands.messages import Failed, FromHands
from uitars_runtime.sessions.messages import Refused, Reply


def defined() -> Iterator[type[UitarsError]]:
    for value in vars(errors).values():
        if isinstance(value, type) and issubclass(value, UitarsError):
            yield value


def test_every_error_has_its_place_in_the_table() -> None:
    assert set(KINDS.values()) == set(defined())
    assert all(name == kind.__name__ for name, kind in KINDS.items())


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_an_error_comes_back_as_what_it_was(kind: type[UitarsError]) -> None:
    met = kind("The display :7 is gone.", "Start it again.")
    over_hands = msgspec.msgpack.decode(msgspec.msgpack.encode(Failed.of(met)), type=FromHands)
    over_session = msgspec.msgpack.decode(msgspec.msgpack.encode(Refused.of(met)), type=Reply)
    for message in (over_hands, over_session):
        assert isinstance(message, ErrorMessage)
        again = message.error()
        assert type(again) is kind
        assert (again.title, again.hint) == (met.title, met.hint)
        assert again.exit_code == met.exit_code


@pytest.mark.parametrize("gone", [True, False])
def test_whether_a_desktop_is_gone_is_said_along(gone: bool) -> None:
    again = Refused.of(DesktopError("It is away.", gone=gone)).error()
    assert isinstance(again, DesktopError)
    assert again.gone is gone


def test_an_error_of_one_room_comes_back_as_the_nearest_that_all_know() -> None:
    again = Failed.of(RefusedError("Chromium refused Page.navigate: no such page.")).error()
    assert type(again) is DesktopError
    assert again.title == "Chromium refused Page.navigate: no such page."


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_a_command_ends_with_the_words_and_the_code_of_its_error(
    kind: type[UitarsError], capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: argparse.Namespace) -> None:
        raise kind("It\x1b[2J failed.", "Try again.")

    assert run_command(fail, argparse.Namespace()) == kind.exit_code
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines()[1:] == ["Try again."]
    assert "\x1b" not in said.err, "what an error quotes does not drive the terminal"


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
@pytest.mark.parametrize("asked", ["json", "stream-json"])
def test_a_program_that_asked_for_json_is_told_an_error_as_json(
    kind: type[UitarsError], asked: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: argparse.Namespace) -> None:
        raise kind('"\udcff" failed.', "Try again.")

    assert run_command(fail, argparse.Namespace(output_format=asked)) == kind.exit_code
    said = capsys.readouterr()
    assert said.out == ""
    again = msgspec.json.decode(said.err, type=ErrorMessage).error()
    assert type(again) is kind
    assert (again.title, again.hint) == ('"<U+DCFF>" failed.', "Try again.")


@pytest.mark.parametrize(("own", "code"), [(None, 0), (0, 0), (7, 7)])
def test_a_command_that_went_well_ends_with_its_own_code(own: int | None, code: int) -> None:
    assert run_command(lambda _: own, argparse.Namespace()) == code


def test_a_defect_is_not_caught() -> None:
    with pytest.raises(ZeroDivisionError):
        run_command(lambda _: 1 // 0, argparse.Namespace())


def test_in_one_line_a_sentence_ends_before_the_next_begins() -> None:
    assert str(UitarsError("Busy: Rate limit", "Try again later.")) == (
        "Busy: Rate limit. Try again later."
    )
    assert str(UitarsError("Is it there?", "Look.")) == "Is it there? Look."
    assert str(UitarsError("stopped by the user")) == "stopped by the user"


def test_what_cannot_be_written_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    def barred(_: argparse.Namespace) -> None:
        raise OSError(errno.EROFS, "Read-only file system", "/home/ann/.local")

    assert run_command(barred, argparse.Namespace()) == 1
    title, hint = capsys.readouterr().err.splitlines()
    assert title == "/home/ann/.local cannot be used: Read-only file system."
    assert "UITARS_HOME" in hint
