"""The page of sessions, with real ones: seen live, taken over, given back, started and stopped."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from helpers.living import now, session, titles
from helpers.typist import running
from uitars_app.context import Context
from uitars_app.pages.sessions import SessionsPage
from uitars_app.sessions import work
from uitars_app.sessions.start import StartDialog
from uitars_app.sessions.words import age_words
from uitars_app.sessions.work import Wish
from uitars_runtime.browser.hosted import hosted, joined
from uitars_runtime.desktop.sandbox import BROWSER
from uitars_runtime.sessions.attachment import Attachment
from uitars_runtime.sessions.folder import living
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.types import Size
from uitars_train.games.catalogue import GAMES


@pytest.fixture
def page(
    qtbot: QtBot, context: Context, monkeypatch: pytest.MonkeyPatch
) -> Generator[SessionsPage]:
    # The tests' links to programs are hidden behind a wall.
    monkeypatch.setenv("UITARS_PROGRAMS", "open")
    made = SessionsPage(context)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    yield made
    made.hide()
    for record in living():
        work.do(Wish.STOP, record.id)


def words(page: SessionsPage, row: int = 0) -> list[str]:
    item = page.list.item(row)
    return item.text().split("\n") if item is not None else []


def colours(image: QImage) -> int:
    return len({image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(60, 300, 7)})


def chosen(page: SessionsPage) -> SessionRecord:
    assert page.chosen is not None
    return page.chosen.record


def test_a_name_that_the_kernel_cut_inside_a_letter_is_shown(
    qtbot: QtBot, page: SessionsPage, tmp_path: Path
) -> None:
    program = tmp_path / "a日本語テスト"
    program.write_text("#!/bin/sh\nmousepad\n")
    program.chmod(0o755)
    page.start(str(program), "640x480")
    qtbot.waitUntil(lambda: page.list.count() == 1)
    assert words(page)[0] == "a日本語テ"


def test_a_session_is_started_watched_and_stopped(qtbot: QtBot, page: SessionsPage) -> None:
    qtbot.waitUntil(lambda: not page.list.count())
    assert not page.take_over.isEnabled()
    page.ask_start()
    dialog = page.findChild(StartDialog)
    assert dialog is not None
    dialog.program.show_value("mousepad")
    dialog.size_box.show_value("640x480")
    dialog.findChildren(type(page.new).__mro__[1])[0].click()
    qtbot.waitUntil(lambda: page.list.count() == 1)
    qtbot.waitUntil(lambda: colours(page.view.image) > 2)
    assert (page.view.image.width(), page.view.image.height()) == (640, 480)
    assert words(page)[:2] == ["mousepad", "Free"]
    assert words(page)[2].startswith(f"{chosen(page).id} · ")
    assert page.chosen is not None
    assert page.chosen.memory > 10_000_000

    page.pause.click()
    qtbot.waitUntil(lambda: words(page)[1] == "Paused")
    assert page.view.state_words() == "Paused: its programs stand still."
    assert not page.take_over.isEnabled()
    page.resume.click()
    qtbot.waitUntil(lambda: words(page)[1] == "Free")

    page.stop.click()
    asked = page.findChild(QMessageBox)
    assert asked is not None
    assert "not saved is lost" in asked.informativeText()
    assert "files in its workspace" in asked.informativeText()
    asked.button(QMessageBox.StandardButton.Cancel).click()
    assert len(living()) == 1
    page.stop.click()
    asked = page.findChildren(QMessageBox)[-1]
    asked.button(QMessageBox.StandardButton.Discard).click()
    qtbot.waitUntil(lambda: page.list.count() == 0)
    assert living() == []
    assert not page.view.is_open


def test_a_run_keeps_still_while_the_person_works_there(qtbot: QtBot, page: SessionsPage) -> None:
    with session(apps=("mousepad",)) as record:
        qtbot.waitUntil(lambda: page.list.count() == 1)
        with running(record) as run:
            qtbot.waitUntil(lambda: words(page)[1].startswith("A run works here for"))
            assert not page.pause.isEnabled()
            page.take_over.click()
            qtbot.waitUntil(lambda: page.view.working)
            assert run.control.paused
            assert words(page)[1] == "You work here"
            page.give_back.click()
            qtbot.waitUntil(lambda: not now(record).person)
            qtbot.waitUntil(lambda: not run.control.paused)
            run.goes_on()


def test_what_the_person_does_reaches_the_session(qtbot: QtBot, page: SessionsPage) -> None:
    with session(apps=("mousepad",)) as record:
        qtbot.waitUntil(lambda: colours(page.view.image) > 2)
        qtbot.keyClicks(page.view, "not yet")
        # A click into the picture takes it over.
        qtbot.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=page.view.rect().center())
        qtbot.waitUntil(lambda: page.view.working)
        assert now(record).person
        assert not titles(record)[0].startswith("*")
        qtbot.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=page.view.rect().center())
        qtbot.keyClicks(page.view, "hello")
        qtbot.waitUntil(lambda: titles(record)[0].startswith("*"))
        # Leaving the window gives nothing back; the end of the assistant does.
        page.hide()
        assert not page.view.is_open
        assert now(record).person
        page.hold.give_back()
        qtbot.waitUntil(lambda: not now(record).person)


def board(record: SessionRecord) -> str:
    """What the page of a session's own browser shows."""
    host = hosted(Path(record.folder) / BROWSER)
    assert host is not None
    browser = joined(host)
    try:
        return str(browser.page.evaluate("document.body.innerHTML"))
    finally:
        browser.hang_up()


def test_a_game_is_seen_at_work_taken_over_and_given_back(qtbot: QtBot, page: SessionsPage) -> None:
    with session(size=Size(900, 900), browser=f"{GAMES['powers'].address}#3") as record:
        qtbot.waitUntil(lambda: page.list.count() == 1)
        assert words(page)[0] == "chromium"
        qtbot.waitUntil(lambda: colours(page.view.image) > 8)
        with running(record) as run:
            qtbot.waitUntil(lambda: words(page)[1].startswith("A run works here for"))
            page.take_over.click()
            qtbot.waitUntil(lambda: page.view.working)
            assert run.control.paused
            qtbot.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=page.view.rect().center())
            before = board(record)
            for key in (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Right):
                qtbot.keyClick(page.view, key)
            qtbot.waitUntil(lambda: board(record) != before)
            page.give_back.click()
            qtbot.waitUntil(lambda: not run.control.paused)
            run.goes_on()


def test_the_end_of_the_assistant_gives_back(
    qtbot: QtBot, page: SessionsPage, context: Context
) -> None:
    with session() as record:
        qtbot.waitUntil(lambda: page.list.count() == 1)
        page.take_over.click()
        qtbot.waitUntil(lambda: now(record).person)
        context.close()
        qtbot.waitUntil(lambda: not now(record).person)


def test_who_cannot_be_taken_over_is_said(qtbot: QtBot, page: SessionsPage) -> None:
    with session() as record:
        held = Attachment(record.id, "")
        qtbot.waitUntil(lambda: page.list.count() == 1)
        page.take_over.click()
        qtbot.waitUntil(lambda: "no run that could be paused" in page.notice.words)
        assert page.take_over.isEnabled()
        held.close()


def test_a_session_that_ends_is_gone_from_the_list(qtbot: QtBot, page: SessionsPage) -> None:
    with session(apps=("xclock",)) as first, session() as second:
        qtbot.waitUntil(lambda: page.list.count() == 2)
        page.list.setCurrentRow(1)
        assert chosen(page).id == second.id
        page.take_over.click()
        qtbot.waitUntil(lambda: page.view.working)
        work.do(Wish.STOP, second.id)
        qtbot.waitUntil(lambda: page.list.count() == 1)
        assert chosen(page).id == first.id
        assert not page.hold.session
        qtbot.waitUntil(lambda: colours(page.view.image) > 2)


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, "0 s"), (59.9, "59 s"), (60, "1 min"), (7300, "2 h 1 min")]
)
def test_how_old_it_is(seconds: float, said: str) -> None:
    assert age_words(seconds) == said
