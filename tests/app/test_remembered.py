"""What the runtime wrote into the memory is shown in the person's language, and kept as it was."""

from __future__ import annotations

from contextlib import closing

import msgspec
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from helpers.episodes import episode, fact
from uitars_app.context import Context
from uitars_app.pages.memory import MemoryPage
from uitars_app.remembered.words import outcome_words
from uitars_runtime.memory.episode import Level, Origin
from uitars_runtime.memory.hierarchical import memory_file
from uitars_runtime.memory.store import EpisodeStore, Stored


def test_what_the_runtime_remembered_is_chinese_in_the_chinese_window(
    qtbot: QtBot, context: Context, chinese: None
) -> None:
    kept = msgspec.structs.replace(
        episode(
            "Click 'OK', as it says “Save”.",
            fact("Asked “I am not sure what you mean by “it”. Shall I press “OK”?”. No."),
            ways=("click (“Click 'OK'”: click the button “OK”)", "click (I see it)"),
            obstacles=(
                "click (“Click 'OK'”: click the focused field “Warning: you …): nothing changed",
                "click (“Click 'OK'”: click the button “OK”): nothing changed",
            ),
        ),
        outcome="stuck: The same action on the same screen, 3 times.",
    )
    goal = msgspec.structs.replace(
        episode("“Click 'OK'”: click the button “OK”."),
        level=Level.GOAL,
        origin=Origin.SCREEN,
        outcome="Clicked.",
    )
    with closing(EpisodeStore(memory_file())) as store:
        store.add([goal, kept])
    page = MemoryPage(context)
    qtbot.addWidget(page)
    page.show()
    qtbot.waitUntil(lambda: page.list.count() == 2)
    form = page.form
    by_level = {_level(page, row): row for row in range(2)}
    page.list.setCurrentRow(by_level[Level.GOAL])
    assert form.intention.text() == "为了“Click 'OK'”：点击按钮“OK”。"
    assert form.outcome.toPlainText() == "已单击。"
    page.list.setCurrentRow(by_level[Level.RUN])
    assert form.intention.text() == kept.intention, "a person's words stay"
    assert form.outcome.toPlainText().startswith("卡住了：")
    assert "The same" not in form.outcome.toPlainText()
    assert form._ways.text().splitlines() == ["为了“Click 'OK'”：点击按钮“OK”", "click (I see it)"]
    assert form._obstacles.text().splitlines() == [
        "为了“Click 'OK'”：点击输入框“Warning: you …”：没有变化",
        "为了“Click 'OK'”：点击按钮“OK”：没有变化",
    ]
    assert "not sure" not in form.facts.item(0).text()
    assert not form.changed
    form.fact.setText("I mean Save")
    form._emit_saved()
    qtbot.waitUntil(lambda: bool(page.notice.words))
    with closing(EpisodeStore(memory_file())) as store:
        stored = next(one.episode for one in store.all() if one.episode.level is Level.RUN)
    assert stored.outcome == kept.outcome, "only what a person changed is kept in other words"


def test_a_long_task_leaves_room_for_the_others(qtbot: QtBot, context: Context) -> None:
    with closing(EpisodeStore(memory_file())) as store:
        store.add([episode(f"Write {'a long letter ' * 300}"), episode("Read it")])
    page = MemoryPage(context)
    qtbot.addWidget(page)
    page.resize(900, 600)
    page.show()
    qtbot.waitUntil(lambda: page.list.count() == 2)
    page.list.doItemsLayout()
    rows = [page.list.visualItemRect(page.list.item(row)) for row in range(2)]
    assert max(row.bottom() for row in rows) < page.list.viewport().height(), rows


def _level(page: MemoryPage, row: int) -> Level:
    stored: Stored = page.list.item(row).data(Qt.ItemDataRole.UserRole)
    return stored.episode.level


def test_that_a_person_stopped_it_is_said_once() -> None:
    assert outcome_words("stopped: Stopped by the user.") == "Stopped by you"
