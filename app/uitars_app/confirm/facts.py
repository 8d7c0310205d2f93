"""The facts of a question: the place with a cross-hair, the action in full, program and rule."""

from __future__ import annotations

import re

import msgspec
from PySide6.QtCore import QCoreApplication, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QFormLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from uitars_app.actions.editor import field_words, kind_of, kind_words
from uitars_app.reasons import reason_words
from uitars_app.theme.theme import Theme
from uitars_app.theme.tokens import GAP
from uitars_app.transcript import marks
from uitars_app.widgets.build import label, selectable, tip
from uitars_app.words import action_words, risk_words
from uitars_runtime.consent import Question
from uitars_runtime.escaping import visible
from uitars_runtime.types import (
    Action,
    CallTool,
    Drag,
    Open,
    Point,
    ReadFile,
    Shell,
    Type,
    WriteFile,
)

_CROP = (496, 180)
_LINES = 6
_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@")


class QuestionFacts(QWidget):
    """Everything that a person decides on. All text is shown as text, hidden characters named."""

    def __init__(self, theme: Theme, question: Question) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        literal = _literal(question.action)
        words = kind_words(kind_of(question.action)) if literal else action_words(question.action)
        column.addWidget(label(words, "title", wraps=True))
        if question.crop:
            column.addWidget(_picture(theme, question))
        if literal:
            column.addWidget(_block(literal, self.tr("Exactly this")))
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(2 * GAP)
        form.setVerticalSpacing(4)
        rule = self.tr("Rule: {0}").format(visible(question.rule))
        for name, value in (
            (field_words("end"), _end(question.action)),
            (self.tr("Program"), visible(question.application)),
            (self.tr("Window"), visible(question.window)),
            (self.tr("What it is"), risk_words(question.risk)),
            (self.tr("Why asked"), reason_words(visible(question.reason))),
        ):
            if value:
                title = label(name, "muted")
                title.setAlignment(Qt.AlignmentFlag.AlignTop)
                said = selectable(value)
                said.setToolTip(tip(f"{visible(question.reason)}\n{rule}"))
                form.addRow(title, said)
        column.addLayout(form)
        if question.effect:
            column.addWidget(label(self.tr("It would change"), "muted"))
            column.addWidget(_block(_effect_words(question.effect), self.tr("It would change")))


def _literal(action: Action) -> str:
    """The text that decides what an action does, in full."""
    match action:
        case Type(text=text):
            return _lines(text).replace("\n", "⏎\n")
        case Shell(command=command):
            return _lines(command)
        case Open(target=target):
            return visible(target)
        case ReadFile(path=path):
            return visible(path)
        case WriteFile(path=path, text=text):
            return f"{visible(path)}\n\n{_lines(text)}"
        case CallTool(server=server, name=name, arguments=arguments):
            given = visible(msgspec.json.encode(arguments).decode())
            return f"{visible(server)}\n{visible(name)}\n\n{given}"
        case _:
            return ""


def _end(action: Action) -> str:
    """Where a drag lets go, in pixels of the screen: the picture may not reach that far."""
    return f"{action.end.x}, {action.end.y}" if isinstance(action, Drag) else ""


def _lines(text: str) -> str:
    return "\n".join(visible(line) for line in text.split("\n"))


def _effect_words(effect: str) -> str:
    """What a dry run changed; names, and the lines of a file, stay as they are."""
    translate = QCoreApplication.translate
    kinds = {
        "D": translate("QuestionFacts", "Deleted: {0}"),
        "M": translate("QuestionFacts", "Changed: {0}"),
        "A": translate("QuestionFacts", "New: {0}"),
    }
    place = translate("QuestionFacts", "In {0}, from line {1} (- goes, + comes):")
    said: list[str] = []
    name, old, new = "", 0, 0  # how many lines of a hunk follow: they can look like anything
    for line in map(visible, effect.split("\n")):
        kind, _, rest = line.partition(" ")
        if (old or new) and line.startswith(("+", "-", " ")):
            old, new = old - (line[0] != "+"), new - (line[0] != "-")
            said.append(line)
        elif hunk := _HUNK.fullmatch(line):
            old, new = int(hunk[2] or 1), int(hunk[3] or 1)
            said.append(place.format(name, max(1, int(hunk[1]))))
        elif line.startswith("+++ b/"):
            name = line.removeprefix("+++ b/")
        elif not line.startswith("--- a/"):
            old = new = 0
            said.append(kinds[kind].format(rest) if kind in kinds else reason_words(line))
    return "\n".join(said)


def _block(text: str, name: str) -> QPlainTextEdit:
    block = QPlainTextEdit(text)
    block.setReadOnly(True)
    block.setAccessibleName(name)
    block.setTabChangesFocus(True)
    lines = min(_LINES, max(1, text.count("\n") + 1 + len(text) // 60))
    block.ensurePolished()  # the least height of a field; what is lower is drawn out of its place
    height = lines * block.fontMetrics().lineSpacing() + 24
    block.setFixedHeight(max(block.minimumHeight(), height))
    return block


def _picture(theme: Theme, question: Question) -> QLabel:
    """The screen around the target, as it was when the question was asked."""
    image = QImage.fromData(question.crop)
    fit = min(_CROP[0] / image.width(), _CROP[1] / image.height(), 2.0)
    size = image.size() * fit
    mode = Qt.TransformationMode.SmoothTransformation
    ratio = QGuiApplication.primaryScreen().devicePixelRatio()
    aspect = Qt.AspectRatioMode.KeepAspectRatio
    pixmap = QPixmap.fromImage(image.scaled(size * ratio, aspect, mode))
    pixmap.setDevicePixelRatio(ratio)
    if question.target is not None:
        _cross_hair(pixmap, question.target, fit)
        if isinstance(question.action, Drag):
            _arrow(pixmap, question.action, question.target, fit)
    place = label()
    place.setPixmap(pixmap)
    place.setAlignment(Qt.AlignmentFlag.AlignCenter)
    place.setStyleSheet(f"background: {theme.tokens.sunken}; border-radius: 6px; padding: 6px;")
    place.setAccessibleName(
        QCoreApplication.translate("QuestionFacts", "The screen around the target")
    )
    return place


def _cross_hair(pixmap: QPixmap, target: Point, fit: float) -> None:
    at = QPointF((target.x + 0.5) * fit, (target.y + 0.5) * fit)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for colour, width in ((QColor(255, 255, 255, 220), 4.0), (QColor("#ff3b30"), 1.6)):
        painter.setPen(QPen(colour, width))
        painter.drawEllipse(at, 11, 11)
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            reach = max(pixmap.width(), pixmap.height())
            painter.drawLine(at + QPointF(x, y) * 15, at + QPointF(x, y) * reach)
    painter.end()


def _arrow(pixmap: QPixmap, drag: Drag, target: Point, fit: float) -> None:
    """From where something is dragged to where it goes, as far as the picture shows it."""
    painter = QPainter(pixmap)
    painter.translate((target.x - drag.start.x) * fit, (target.y - drag.start.y) * fit)
    marks.draw(painter, drag, fit)
    painter.end()
