"""The whole task box: the field, the attachments, the choices, and what Enter does."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import assert_never

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from uitars_app.context import Context
from uitars_app.taskbox.attached import Attached
from uitars_app.taskbox.choices import ChoiceLine
from uitars_app.taskbox.edit import TaskEdit
from uitars_app.taskbox.request import Draft
from uitars_app.theme.tokens import GAP
from uitars_app.widgets.build import ThemedButton, caption, frame


class Purpose(enum.Enum):
    """What the words in the box are for."""

    TASK = "task"
    SAY = "say"
    """Words to the agent while it works."""
    ANSWER = "answer"
    """The answer to the model's question."""


class Composer(QWidget):
    """Emits what was entered; starting a run is its owner's business."""

    drafted = Signal(object)
    """A `Draft` to start."""
    said = Signal(str)
    answered = Signal(str)
    outdated = Signal(object)
    """The `Purpose` of words that were entered too late for it; they stay in the field."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._purpose = Purpose.TASK
        self._wanted = Purpose.TASK
        """What an empty box is for; words stay what they were written for."""
        self._aside = ""
        """A task that makes room for words to the agent."""
        self._edit = TaskEdit()
        self._go = ThemedButton(context.theme, "", "play", "primary")
        self._other = ThemedButton(
            context.theme, "", tip=self.tr("What you wrote is kept meanwhile")
        )
        self._earlier = ThemedButton(
            context.theme, self.tr("Recent and pinned tasks"), "history", "icon"
        )
        self._choices = ChoiceLine(context)
        self._attached = Attached(context.theme)
        self._lay_out()
        self.setAcceptDrops(True)
        self.setFocusProxy(self._edit)
        self._edit.entered.connect(self._enter)
        self._edit.textChanged.connect(self._follow)
        self._edit.attached.connect(self.attach)
        self._go.clicked.connect(self._enter)
        self._other.clicked.connect(self._change_places)
        self._other.clicked.connect(self.take_focus)
        self._choices.entered.connect(self._enter)
        self._earlier.clicked.connect(self._show_earlier)
        context.state.changed.connect(self._remember)
        self._show_purpose(Purpose.TASK)
        self._follow()

    def set_purpose(self, purpose: Purpose) -> None:
        """Change what Enter does, once the box is empty: a run may begin, ask or end while somebody
        writes, and a task is not said to its agent, nor an answer begun as a task."""
        self._wanted = purpose
        self._follow()

    def _follow(self) -> None:
        empty = not self._edit.toPlainText().strip()
        if empty and self._aside and self._wanted is Purpose.TASK:
            self._change_places()
        elif empty and self._purpose is not self._wanted:
            self._show_purpose(self._wanted)
        late = self._purpose is Purpose.TASK and self._wanted is not Purpose.TASK
        self._other.setText(self._words(self._wanted)[1] if late else self.tr("Back to the task"))
        self._other.setAccessibleName(self._other.text())
        self._other.setVisible(late or (empty and bool(self._aside)))

    def _change_places(self) -> None:
        """A task and words to the agent: one is in the box, the other not."""
        task, self._aside = self._aside, ""
        if task:
            self._show_purpose(Purpose.TASK)
            self._edit.setPlainText(task)
            self._edit.moveCursor(QTextCursor.MoveOperation.End)
        else:
            task = self._edit.toPlainText()
            self._edit.clear()
            self._aside = task
            self._follow()

    def _words(self, purpose: Purpose) -> tuple[str, str, str]:
        """What stands in the empty field and on its button, and the button's icon."""
        match purpose:
            case Purpose.TASK:
                return self.tr("What should I do?"), self.tr("Start"), "play"
            case Purpose.SAY:
                return self.tr("Say something to the agent"), self.tr("Say"), "say"
            case Purpose.ANSWER:
                return self.tr("Your answer"), self.tr("Answer"), "say"
            case _:
                assert_never(purpose)

    def _show_purpose(self, purpose: Purpose) -> None:
        self._purpose = purpose
        hint, go, icon = self._words(purpose)
        self._edit.setPlaceholderText(hint)
        self._edit.setAccessibleDescription(hint)
        self._go.setText(go)
        self._go.setAccessibleName(go)
        self._go.set_icon(icon)
        self._choices.setVisible(purpose is Purpose.TASK)
        self._earlier.setVisible(purpose is Purpose.TASK)
        self._remember()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is being written, nor set aside."""
        return not (self._edit.toPlainText().strip() or self._aside)

    def propose(self, text: str) -> None:
        """Put a task into the field for the person to start. Words that are being written to the
        agent come first; a task that makes room is found among the earlier ones."""
        written = self._edit.toPlainText().strip()
        task = self._aside or (written if self._purpose is Purpose.TASK else "")
        if task and task != text:
            self._context.state.update(lambda value: value.after(task))
        if written and Purpose.TASK not in (self._purpose, self._wanted):
            self._aside = text
            return
        self._aside = ""
        self._show_purpose(Purpose.TASK)
        self._edit.setPlainText(text)
        self._edit.selectAll()
        self.take_focus()

    def take(self, draft: Draft) -> None:
        """Show a whole draft, as if the person had entered it."""
        self.propose(draft.text)
        self._attached.show_files(draft.files)
        self._choices.choose(draft.choices, draft.program)

    def take_focus(self) -> None:
        """Take the keyboard; not while another page is shown, where somebody may be typing."""
        if self.isVisibleTo(self.window()):
            self._edit.setFocus()

    def attach(self, file: Path) -> None:
        """Add a file to the task."""
        self._attached.add(file)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        for url in event.mimeData().urls():
            if url.isLocalFile():
                self.attach(Path(url.toLocalFile()))
        event.acceptProposedAction()

    def _lay_out(self) -> None:
        box = frame("card")
        top = QHBoxLayout()
        top.setSpacing(GAP)
        top.addWidget(self._edit, 1)
        for button in (self._earlier, self._other, self._go):
            # Without an alignment their height would be the greatest that the field may have.
            top.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        inner = QVBoxLayout(box)
        inner.setContentsMargins(GAP, GAP, GAP, GAP)
        inner.setSpacing(GAP)
        inner.addLayout(top)
        inner.addWidget(self._attached)
        inner.addWidget(self._choices)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(box)

    def _enter(self) -> None:
        text = self._edit.toPlainText().strip()
        if not text:
            return
        late = self._purpose is not self._wanted
        if late and (self._purpose, self._wanted) != (Purpose.SAY, Purpose.ANSWER):
            self.outdated.emit(self._purpose)
            return
        match self._purpose:
            case Purpose.TASK:
                choices = self._choices.choices
                draft = Draft(text, choices, self._choices.program, self._attached.files)
                state = self._context.state
                state.update(lambda value: value.after(text))
                state.change(choices=choices)
                self.drafted.emit(draft)
                self._attached.show_files(())
            case Purpose.SAY:
                self.said.emit(text)
            case Purpose.ANSWER:
                self.answered.emit(text)
            case _:
                assert_never(self._purpose)
        self._edit.clear()

    def _remember(self) -> None:
        """Earlier tasks are at hand for a task only."""
        if self._purpose is not Purpose.TASK:
            self._edit.set_earlier(())
            return
        state = self._context.state.value
        rest = tuple(task for task in state.recent if task not in state.pinned)
        self._edit.set_earlier((*rest, *state.pinned))

    def _show_earlier(self) -> None:
        state = self._context.state
        menu = QMenu(self)
        for task in state.value.pinned:
            self._add_task(menu, task, pinned=True)
        menu.addSeparator()
        for task in state.value.recent[:12]:
            if task not in state.value.pinned:
                self._add_task(menu, task, pinned=False)
        text = self._edit.toPlainText().strip()
        if text:
            menu.addSeparator()
            pinned = text in state.value.pinned
            pin = menu.addAction(self.tr("Unpin this task") if pinned else self.tr("Pin this task"))
            pin.triggered.connect(lambda: state.update(lambda value: value.toggled(text)))
        if menu.isEmpty():
            menu.addAction(self.tr("No tasks yet")).setEnabled(False)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self._earlier.mapToGlobal(self._earlier.rect().bottomLeft()))

    def _add_task(self, menu: QMenu, task: str, *, pinned: bool) -> QAction:
        first = task.splitlines()[0]
        words = caption(first if len(first) <= 60 else f"{first[:59]}…")
        action = menu.addAction(f"★ {words}" if pinned else words)
        action.triggered.connect(lambda: self.propose(task))
        return action
