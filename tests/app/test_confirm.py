"""The confirmation card: it asks with facts, a yes needs a person, and everything else is a no."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from helpers.runs import picture
from uitars_app.actions.editor import ActionEditor
from uitars_app.confirm.card import ConfirmationCard
from uitars_app.confirm.place import corner
from uitars_app.confirm.presses import YesButton
from uitars_app.confirm.queue import Confirmations
from uitars_app.context import Context
from uitars_app.runs.questions import PendingQuestion
from uitars_runtime.consent import Consent, Question, Reach
from uitars_runtime.guard.physical import Press
from uitars_runtime.tools.changes import changes
from uitars_runtime.types import (
    Action,
    CallTool,
    Click,
    DecidedBy,
    Decision,
    Drag,
    Point,
    ReadFile,
    Shell,
    Type,
)


class Presses:
    """A person, or somebody who only sends events."""

    def __init__(self, real: bool = True) -> None:
        self.real = real

    def persons(self, press: Press | None, since: float, /) -> bool:
        return self.real and press is not None and since <= time.monotonic()

    def recent(self, _seconds: float, /) -> bool:
        return self.real

    def close(self) -> None:
        """Nothing is held."""


def question(seconds: float = 60.0) -> Question:
    return Question(
        action=Click(Point(700, 130)),
        risk="R2",
        rule="ask-on-risk/R2",
        window="note.txt \u202e - Mousepad",
        seconds=seconds,
        reason="The button says Delete.",
        application="Mousepad",
        crop=picture(3).png(),
        target=Point(40, 30),
        reaches=(Reach.ONCE, Reach.RUN, Reach.APP),
    )


Cards = Callable[..., tuple[ConfirmationCard, PendingQuestion]]


@pytest.fixture
def cards(qtbot: QtBot, context: Context) -> Cards:
    def make(
        real: bool = True, asked: Question | None = None
    ) -> tuple[ConfirmationCard, PendingQuestion]:
        pending = PendingQuestion(asked or question(), 60.0)
        card = ConfirmationCard(context.theme, pending, Presses(real))
        qtbot.addWidget(card, before_close_func=lambda _card: None)
        card.appear(0)
        return card, pending

    return make


def _button(card: ConfirmationCard, name: str) -> QPushButton:
    found = [b for b in card.findChildren(QPushButton) if b.accessibleName() == name]
    assert len(found) == 1, name
    return found[0]


def _answer(pending: PendingQuestion) -> Consent:
    class Never:
        def is_set(self) -> bool:
            return False

    consent = pending.wait(Never())
    assert consent is not None
    return consent


@pytest.mark.parametrize(
    ("name", "reach"),
    [("Allow once", Reach.ONCE), ("For this run", Reach.RUN), ("For this app", Reach.APP)],
)
def test_a_yes_says_how_far_it_reaches(qtbot: QtBot, cards: Cards, name: str, reach: Reach) -> None:
    card, pending = cards()
    qtbot.waitUntil(_button(card, name).isEnabled)
    qtbot.mouseClick(_button(card, name), Qt.MouseButton.LeftButton)
    consent = _answer(pending)
    assert (consent.verdict.decision, consent.verdict.by) == (Decision.ALLOW, DecidedBy.USER)
    assert consent.reach is reach
    assert not card.isVisible()


def test_a_click_before_it_is_armed_is_no_answer(qtbot: QtBot, cards: Cards) -> None:
    card, pending = cards()
    assert not _button(card, "Allow once").isEnabled()
    qtbot.mouseClick(_button(card, "Allow once"), Qt.MouseButton.LeftButton)
    assert pending.open
    card.close()


def test_a_yes_that_nobody_pressed_does_not_count(qtbot: QtBot, cards: Cards) -> None:
    card, pending = cards(real=False)
    qtbot.waitUntil(_button(card, "Allow once").isEnabled)
    qtbot.mouseClick(_button(card, "Allow once"), Qt.MouseButton.LeftButton)
    assert pending.open
    assert card.isVisible()
    assert any("did not come from a mouse" in label.text() for label in _shown(card))
    qtbot.mouseClick(_button(card, "Deny"), Qt.MouseButton.LeftButton)
    assert _answer(pending).verdict.decision is Decision.DENY


def test_a_program_that_works_the_button_gives_no_yes(qtbot: QtBot, cards: Cards) -> None:
    card, pending = cards()
    button = _button(card, "Allow once")
    qtbot.waitUntil(button.isEnabled)
    qtbot.mousePress(button, Qt.MouseButton.LeftButton)
    qtbot.mouseRelease(button, Qt.MouseButton.LeftButton, pos=QPoint(-50, -50))
    button.click()
    assert pending.open
    card.close()


def test_a_key_beside_the_one_that_pressed_changes_nothing(qtbot: QtBot, cards: Cards) -> None:
    card, pending = cards()
    button = _button(card, "Allow once")
    assert isinstance(button, YesButton)
    qtbot.waitUntil(button.isEnabled)
    qtbot.keyPress(button, Qt.Key.Key_Space)
    by = button.press
    assert by is not None
    qtbot.keyClick(button, Qt.Key.Key_X)
    assert button.press is by
    qtbot.keyRelease(button, Qt.Key.Key_Space)
    assert _answer(pending).verdict.decision is Decision.ALLOW


@pytest.mark.parametrize("how", ["close", "escape", "deny"])
def test_closing_is_a_no(qtbot: QtBot, cards: Cards, how: str) -> None:
    card, pending = cards()
    match how:
        case "close":
            card.close()
        case "escape":
            qtbot.keyClick(card, Qt.Key.Key_Escape)
        case _:
            qtbot.mouseClick(_button(card, "Deny"), Qt.MouseButton.LeftButton)
    verdict = _answer(pending).verdict
    assert (verdict.decision, verdict.by) == (Decision.DENY, DecidedBy.USER)


def test_a_no_can_be_given_words(qtbot: QtBot, cards: Cards) -> None:
    card, pending = cards()
    qtbot.mouseClick(_button(card, "Deny and say why"), Qt.MouseButton.LeftButton)
    words = next(w for w in card.findChildren(QLineEdit) if w.accessibleName().startswith("Words"))
    qtbot.keyClicks(words, "use the copy")
    qtbot.keyClick(words, Qt.Key.Key_Return)
    consent = _answer(pending)
    assert consent.verdict.decision is Decision.DENY
    assert consent.words == "use the copy"


def test_the_action_can_be_changed(qtbot: QtBot, cards: Cards) -> None:
    card, pending = cards()
    qtbot.waitUntil(_button(card, "Allow once").isEnabled)
    qtbot.mouseClick(_button(card, "Change the action"), Qt.MouseButton.LeftButton)
    editor = card.findChild(ActionEditor)
    assert isinstance(editor, ActionEditor)
    editor.aim(Point(1, 2))
    qtbot.mouseClick(_button(card, "Do this instead"), Qt.MouseButton.LeftButton)
    consent = _answer(pending)
    assert consent.correction is not None
    assert consent.correction.action == Click(Point(1, 2))


def test_with_keys_alone_the_action_is_changed_at_once(qtbot: QtBot, cards: Cards) -> None:
    card, _ = cards()
    card.take_keyboard()
    change = _button(card, "Change the action")
    change.setFocus()
    qtbot.keyClick(change, Qt.Key.Key_Space)
    editor, focused = card.findChild(ActionEditor), card.focusWidget()
    assert isinstance(editor, ActionEditor)
    assert focused is not None
    assert editor.isAncestorOf(focused)


@pytest.mark.parametrize(("titles", "scrolls"), [(1, False), (600, True)])
def test_tab_leads_to_the_facts_only_where_they_scroll(
    cards: Cards, titles: int, scrolls: bool
) -> None:
    card, _ = cards(asked=msgspec.structs.replace(question(), window="a long title " * titles))
    facts = card.findChild(QScrollArea)
    assert facts is not None
    assert (facts.focusPolicy() != Qt.FocusPolicy.NoFocus) is scrolls
    assert facts.accessibleName()


def test_every_reason_is_shown_whole_where_the_screen_has_room(cards: Cards) -> None:
    """Whatever its length comes to in lines."""
    for words in range(8, 40):
        card, pending = cards(asked=msgspec.structs.replace(question(), reason="word " * words))
        facts = card.findChild(QScrollArea)
        assert facts is not None
        assert facts.verticalScrollBar().maximum() == 0, words
        card.close()
        assert not pending.open


def test_it_shows_the_facts_and_hides_no_character(cards: Cards) -> None:
    card, _ = cards()
    texts = {label.text() for label in _shown(card)}
    for fact in ("Mousepad", "The button says Delete.", "Cannot be undone"):
        assert fact in texts
    tips = [label.toolTip() for label in _shown(card)]
    assert any("ask-on-risk/R2" in tip for tip in tips)
    assert "note.txt \\u{202e} - Mousepad" in texts
    assert any(not label.pixmap().isNull() for label in _shown(card))
    card.close()


def test_a_command_is_shown_in_full(cards: Cards) -> None:
    command = f"echo {'x' * 3000}\nrm -rf /\u200b"
    asked = Question(Shell(command), "S-other", "ask/S-other", "", 60.0, effect="D a")
    card, _ = cards(asked=asked)
    blocks = [block.toPlainText() for block in card.findChildren(QPlainTextEdit)]
    assert f"echo {'x' * 3000}\nrm -rf /\\u{{200b}}" in blocks
    assert "Deleted: a" in blocks
    card.close()


@pytest.mark.parametrize(
    ("action", "facts"),
    [
        (CallTool("bank", "transfer\u202e", {"to": "me"}),
         ("bank", "transfer\\u{202e}", '{"to":"me"}')),
        (Type("cd notes\nls \n"), ("cd notes⏎\nls ⏎\n",)),
        (ReadFile(f"{'notes/' * 40}../secret.txt"), ("../secret.txt",)),
    ],
)  # fmt: skip
def test_what_is_called_or_read_is_named_in_full(
    cards: Cards, action: Action, facts: tuple[str, ...]
) -> None:
    card, _ = cards(asked=Question(action, "R3", "ask/R3", "", 60.0))
    block = card.findChild(QPlainTextEdit)
    assert isinstance(block, QPlainTextEdit)
    for fact in facts:
        assert fact in block.toPlainText()
    card.close()


def test_a_drag_shows_where_it_goes(cards: Cards) -> None:
    seen: list[QImage] = []
    for end in (Point(760, 150), Point(640, 90)):
        asked = msgspec.structs.replace(question(), action=Drag(Point(700, 130), end))
        card, _ = cards(asked=asked)
        assert f"{end.x}, {end.y}" in {label.text() for label in _shown(card)}
        seen.append(next(x.pixmap().toImage() for x in _shown(card) if not x.pixmap().isNull()))
        card.close()
    assert seen[0] != seen[1]


def test_reaches_that_are_not_offered_cannot_be_chosen(cards: Cards) -> None:
    asked = Question(Click(Point(1, 1)), "R4", "ask/R4", "Password", 60.0)
    card, _ = cards(asked=asked)
    assert not _button(card, "For this app").isVisible()
    assert not _button(card, "For this run").isVisible()
    assert _button(card, "Allow once").isVisible()
    card.close()


def test_it_takes_no_keyboard_by_itself(cards: Cards) -> None:
    card, _ = cards()
    assert card.windowFlags() & Qt.WindowType.WindowDoesNotAcceptFocus
    assert card.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    card.take_keyboard()
    assert not card.windowFlags() & Qt.WindowType.WindowDoesNotAcceptFocus
    card.close()


def test_questions_queue_and_one_that_is_over_goes(qtbot: QtBot, context: Context) -> None:
    queue = Confirmations(context, Presses())
    first, second = (PendingQuestion(question(), 60.0) for _ in range(2))
    context.runner.questioned.emit(first)
    context.runner.questioned.emit(second)
    assert queue.card is not None
    assert queue.card.pending is first
    assert any(label.text() == "1 more waiting" for label in _shown(queue.card))
    context.runner.settled.emit(first)
    assert queue.card is not None
    assert queue.card.pending is second
    queue.card.close()
    assert queue.card is None
    assert not second.open
    context.runner.settled.emit(second)


@pytest.mark.parametrize("action", [Click(Point(700, 130)), Shell("echo long\n" * 90)])
def test_a_card_that_grows_stays_on_the_screen_with_its_answers(
    qtbot: QtBot, context: Context, action: Action
) -> None:
    queue = Confirmations(context, Presses())
    asked = msgspec.structs.replace(question(), action=action, window="a long title " * 20)
    pending = PendingQuestion(asked, 60.0)
    context.runner.questioned.emit(pending)
    card = queue.card
    assert card is not None
    for name in ("Deny and say why", "Change the action"):
        _button(card, name).click()
        assert card.screen().availableGeometry().contains(card.geometry()), name
    use = _button(card, "Do this instead")
    assert card.rect().contains(QRect(use.mapTo(card, QPoint(0, 0)), use.size()))
    card.close()
    context.runner.settled.emit(pending)


def _effect(cards: Cards, effect: str) -> list[str]:
    card, _ = cards(asked=msgspec.structs.replace(question(), effect=effect))
    name = QCoreApplication.translate("QuestionFacts", "It would change")
    block = next(b for b in card.findChildren(QPlainTextEdit) if b.accessibleName() == name)
    card.close()
    return block.toPlainText().splitlines()


def test_what_a_dry_run_changed_is_said_in_words(qtbot: QtBot, cards: Cards, chinese: None) -> None:
    effect = "D old.txt\nM note.txt\nA D new\n--- a/note.txt\n+++ b/note.txt\n@@ -7 +7 @@\n"
    assert _effect(cards, f"{effect}-D one\n+two\n[it ended with code 3]") == [
        "删除：old.txt", "更改：note.txt", "新增：D new",
        "note.txt 从第 7 行起（- 删去，+ 加上）：", "-D one", "+two", "[它以代码 3 结束]",
    ]  # fmt: skip


def test_lines_of_a_difference_that_look_like_its_heads_are_shown(
    qtbot: QtBot, cards: Cards, tmp_path: Path
) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    for folder in (before, after):
        folder.mkdir()
    lines = [f"line {number}" for number in range(40)]
    (before / "a.sql").write_text("\n".join(["-- a/a.sql", *lines, "-- @@ -1 +1 @@"]))
    (after / "a.sql").write_text("\n".join(["++ b/b.sql", *lines, "++ b/c.sql"]))
    (after / "b.txt").write_text("D b\n")
    found = changes(before, after, {"a.sql", "b.txt"})
    shown = _effect(cards, "\n".join((*found.changed, *found.rest)))
    assert shown == [
        "Changed: a.sql",
        "In a.sql, from line 1 (- goes, + comes):",
        "--- a/a.sql", "+++ b/b.sql", " line 0", " line 1", " line 2",
        "In a.sql, from line 39 (- goes, + comes):",
        " line 37", " line 38", " line 39", "--- @@ -1 +1 @@", "+++ b/c.sql",
        "New: b.txt",
        "In b.txt, from line 1 (- goes, + comes):",
        "+D b",
    ]  # fmt: skip


def test_a_text_of_one_line_lies_whole_on_the_card(qtbot: QtBot, cards: Cards) -> None:
    effect = "It changed no file of a copy of the workspace."
    asked = Question(Shell("ls"), "S-other", "ask/S-other", "", 60.0, effect=effect)
    card, _ = cards(asked=asked)
    blocks = card.findChildren(QPlainTextEdit)
    assert [block.toPlainText() for block in blocks] == [
        "ls",
        "Tried on a copy, it changed no file.",
    ]
    for block in blocks:
        assert block.parentWidget().rect().contains(block.geometry())
    card.close()


_screens = st.builds(
    QRect, st.integers(-2000, 2000), st.integers(-500, 500), st.integers(1400, 4000),
    st.integers(900, 2200),
)  # fmt: skip


@given(screen=_screens, x=st.floats(0, 1), y=st.floats(0, 1))
def test_a_card_never_lies_over_its_target(screen: QRect, x: float, y: float) -> None:
    size = QSize(540, 420)
    target = QPoint(
        screen.left() + round(x * (screen.width() - 1)),
        screen.top() + round(y * (screen.height() - 1)),
    )
    clear = QRect(target - QPoint(60, 60), target + QPoint(60, 60))
    place = QRect(corner(screen, size, clear), size)
    assert screen.contains(place)
    assert not place.intersects(clear)


def _shown(card: ConfirmationCard) -> list[QLabel]:
    return [label for label in card.findChildren(QLabel) if not label.isHidden()]
