"""What commands write while they run: the beginning of the outcome, and never in anybody's way."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from uitars_runtime.hands.concealing import Concealer
from uitars_runtime.privacy.settings import PrivacySettings
from uitars_runtime.tools import live
from uitars_runtime.tools.cells import PythonCells
from uitars_runtime.tools.jail import Jail, JailError
from uitars_runtime.tools.live import OUTPUT_BYTES, LiveOutput, Watch
from uitars_runtime.tools.plain import plain
from uitars_runtime.tools.shell import ShellSession

KEY = "AKIA" + "ABCDEFGHIJKLMNOP"
PIECES = st.sampled_from(
    [
        *(
            b"line\n",
            b"10%\r",
            b"\r\n",
            b"\n",
            b"a",
            b"\x1b[31m",
            b"\x1b]0;title",
            b"\x07",
            b"\x1b",
        ),
        *("é".encode()[:1], "é".encode()[1:], b"\xff", b"password: ", b"hunter2hunter2\n"),
        *(KEY[:9].encode(), KEY[9:].encode(), b"-----BEGIN RSA PRIVATE KEY-----\n", b"MIIB\n"),
        *(b"-----END RSA PRIVATE KEY-----\n", b"4111 1111 1111 ", b"1111\n", b"https://u:pw1@h\n"),
    ]
)


class Face:
    """Keeps what it is shown; can be busy for a while."""

    def __init__(self, busy: Iterable[bool] = ()) -> None:
        self.shown: list[str] = []
        self._busy = iter(busy)

    def show(self, text: str) -> bool:
        if next(self._busy, False):
            return False
        self.shown.append(text)
        return True


def _conceal(text: str) -> str:
    return Concealer(PrivacySettings()).text(text)


@pytest.fixture(autouse=True)
def _at_every_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "TICK_SECONDS", 0.0)


@given(st.lists(PIECES, max_size=30), st.lists(st.booleans(), max_size=10))
@example([b"AKIAABCDE", b"FGHIJKLMNOP", b"line\n"], [])  # words right behind the key
@example([b"AKIAABCDE", b"AKIAABCDE", b"FGHIJKLMNOP", b"line\n"], [])
def test_what_is_shown_is_the_beginning_of_the_outcome(
    pieces: list[bytes], busy: list[bool]
) -> None:
    face = Face(busy)
    with LiveOutput(face.show, _conceal).command() as watch:
        for piece in pieces:
            watch(piece)
            whole = _conceal(plain(b"".join(pieces).decode(errors="replace")))
            assert whole.startswith("".join(face.shown))
            # Beside another capital or figure it is a part of a longer word and no key.
            assert not re.search(f"(?<![A-Z0-9]){KEY}(?![A-Z0-9])", "".join(face.shown))


@given(st.lists(PIECES, max_size=30))
def test_a_ready_face_is_shown_everything(pieces: list[bytes]) -> None:
    face = Face()
    with LiveOutput(face.show, _conceal).command() as watch:
        for piece in pieces:
            watch(piece)
    assert face.shown[0] == ""
    assert "".join(face.shown) == _conceal(plain(b"".join(pieces).decode(errors="replace")))


def test_a_secret_that_is_written_in_two_pieces_is_not_shown() -> None:
    face = Face()
    concealer = Concealer(PrivacySettings())
    concealer.revealed("bank", "correct horse")
    with LiveOutput(face.show, concealer.text).command() as watch:
        for piece in (b"it is correct", b" horse\nnext\n"):
            watch(piece)
    assert "".join(face.shown) == "it is <secret>bank</secret>\nnext\n"


def test_a_flood_is_cut_and_a_face_that_takes_nothing_costs_nothing() -> None:
    face, deaf = Face(), Face([True] * 10**6)
    for one in (face, deaf):
        with LiveOutput(one.show, _conceal).command() as watch:
            for _ in range(200):
                watch(b"y\n" * 32 * 1024)
    text = "".join(face.shown)
    assert text.startswith("y\ny\n")
    assert OUTPUT_BYTES <= len(text) < OUTPUT_BYTES + 100
    assert text.endswith("not shown]\n")
    assert max(map(len, face.shown)) <= 8192
    assert deaf.shown == []


def test_each_command_begins_with_an_empty_text() -> None:
    face = Face()
    shows = LiveOutput(face.show, _conceal)
    for piece in (b"one\n", b"", b"three"):
        with shows.command() as watch:
            watch(piece)
    assert face.shown == ["", "one\n", "", "", "three"]


def _jail_works() -> bool:
    try:
        Jail(Path(__file__).parent)
    except JailError:
        return False
    return True


jailed = pytest.mark.skipif(not _jail_works(), reason="bubblewrap cannot build its wall here")


class Heard:
    """A `Watch` that opens the gate of a command once it has heard its first words."""

    def __init__(self, go: Path) -> None:
        self._go = go
        self.pieces: list[bytes] = []

    def __call__(self, piece: bytes, /) -> None:
        self.pieces.append(piece)
        if b"first" in b"".join(self.pieces):
            self._go.touch()


@jailed
def test_a_command_is_heard_before_it_ends(tmp_path: Path) -> None:
    heard: Watch = Heard(tmp_path / "go")
    line = "echo first; while [ ! -e go ]; do sleep 0.05; done; echo second"
    assert ShellSession(tmp_path).run(line, 30.0, heard).text == "first\nsecond\n"


@jailed
def test_a_cell_is_heard_before_it_ends(tmp_path: Path) -> None:
    cells = PythonCells(tmp_path)
    code = (
        "import os, time\nprint('first')\nwhile not os.path.exists('go'): time.sleep(0.05)\n"
        "print('second', end='')"
    )
    heard = Heard(tmp_path / "go")
    try:
        outcome = cells.run(code, 30.0, heard)
    finally:
        cells.close()
    assert outcome.text == "first\nsecond"
    assert b"".join(heard.pieces) == b"first\nsecond"


@jailed
def test_a_silent_command_is_a_watch_that_ticks(tmp_path: Path) -> None:
    ticks: list[bytes] = []
    ShellSession(tmp_path).run("sleep 1", 30.0, ticks.append)
    assert len(ticks) > 2
    assert set(ticks) == {b""}
