"""How one step looks in the list: a small picture with the target, and four facts beside it.

Every row is equally high, so that a list of ten thousand steps costs what its visible rows cost.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetrics,
    QPainter,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from uitars_app.theme.theme import Theme
from uitars_app.theme.tokens import GAP, Tokens
from uitars_app.thoughts import thought_words
from uitars_app.transcript import marks
from uitars_app.transcript.model import STEP_ROLE, TranscriptModel
from uitars_app.transcript.pictures import Pictures
from uitars_app.words import duration_words, effect_words, step_words, verdict_words
from uitars_runtime.types import Decision, Step

_PICTURE = QSize(128, 80)
_HEIGHT = _PICTURE.height() + 3 * GAP


class StepDelegate(QStyledItemDelegate):
    """Paints a step; knows nothing of the run but the picture's folder."""

    def __init__(self, theme: Theme, pictures: Pictures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pictures = pictures

    def sizeHint(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(320, _HEIGHT)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        step, model = index.data(STEP_ROLE), index.model()
        if not isinstance(step, Step) or not isinstance(model, TranscriptModel):
            return
        tokens = self._theme.tokens
        rectangle: QRect = option.rect  # pyright: ignore[reportAttributeAccessIssue]
        state: QStyle.StateFlag = option.state  # pyright: ignore[reportAttributeAccessIssue]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _draw_ground(painter, rectangle, state, tokens)
        inner = rectangle.adjusted(2 * GAP, GAP + GAP // 2, -2 * GAP, -GAP - GAP // 2)
        picture = QRect(inner.topLeft(), _PICTURE)
        self._draw_picture(painter, picture, step, model)
        text = inner.adjusted(_PICTURE.width() + 2 * GAP, 0, 0, 0)
        _draw_text(painter, text, step, tokens, QFont(painter.font()))
        painter.restore()

    def _draw_picture(
        self, painter: QPainter, place: QRect, step: Step, model: TranscriptModel
    ) -> None:
        tokens = self._theme.tokens
        painter.fillRect(place, QColor(tokens.sunken))
        ratio = painter.device().devicePixelRatio()
        size = step.observation.size
        fit = min(_PICTURE.width() / size.width, _PICTURE.height() / size.height)
        width, height = round(size.width * fit), round(size.height * fit)
        image = self._pictures.get(model.folder, step.observation.image, round(width * ratio))
        left = place.left() + (place.width() - width) // 2
        top = place.top() + (place.height() - height) // 2
        if image is not None and not image.isNull():
            painter.drawImage(QRect(left, top, width, height), image)
            if step.action is not None:
                painter.save()
                painter.setClipRect(place)
                painter.translate(left, top)
                marks.draw(painter, step.action, fit, size=0.6)
                painter.restore()
        painter.setPen(QColor(tokens.border))
        painter.drawRect(place)


def _draw_ground(
    painter: QPainter, rectangle: QRect, state: QStyle.StateFlag, tokens: Tokens
) -> None:
    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(rectangle, QColor(tokens.accent_soft))
        painter.fillRect(QRect(rectangle.topLeft(), QSize(3, _HEIGHT)), QColor(tokens.accent))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(rectangle, QColor(tokens.hover))
    painter.setPen(QColor(tokens.border))
    painter.drawLine(rectangle.bottomLeft(), rectangle.bottomRight())


def _draw_text(painter: QPainter, place: QRect, step: Step, tokens: Tokens, font: QFont) -> None:
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    small = QFont(font)
    # A font whose size is told in pixels has no size in points of its own.
    small.setPointSizeF(QFontInfo(font).pointSizeF() * 0.92)
    title = QFontMetrics(bold)
    head = f"{step.index + 1}  {step_words(step)}"
    painter.setFont(bold)
    painter.setPen(QColor(tokens.text))
    took = duration_words(step.ms.total)
    reserved = QFontMetrics(small).horizontalAdvance(took) + GAP
    line = QRect(place.left(), place.top(), place.width() - reserved, title.height())
    elide = Qt.TextElideMode.ElideRight
    painter.drawText(
        line, Qt.AlignmentFlag.AlignVCenter, title.elidedText(head, elide, line.width())
    )
    painter.setFont(small)
    metrics = QFontMetrics(small)
    painter.setPen(QColor(tokens.muted))
    right = QRect(place.left(), place.top(), place.width(), title.height())
    painter.drawText(right, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, took)
    foot = QRect(place.left(), place.bottom() - metrics.height(), place.width(), metrics.height())
    thought = QRect(place.left(), line.bottom() + 4, place.width(), foot.top() - line.bottom() - 8)
    painter.setPen(QColor(tokens.muted))
    _draw_lines(painter, thought, thought_words(step.thought).replace("\n", " "), small)
    _draw_facts(painter, foot, step, tokens, metrics)


def _draw_facts(
    painter: QPainter, place: QRect, step: Step, tokens: Tokens, metrics: QFontMetrics
) -> None:
    """Verdict and effect on one line; colour only underlines what the words say."""
    facts: list[tuple[str, str]] = []
    if step.correction is not None:
        facts.append((_corrected(), tokens.accent))
    if step.verdict is not None:
        denied = step.verdict.decision is Decision.DENY
        facts.append((verdict_words(step.verdict), tokens.danger if denied else tokens.good))
    worrying = not step.outcome.ok or step.outcome.changed is False
    facts.append((effect_words(step), tokens.warning if worrying else tokens.muted))
    left = place.left()
    for number, (words, colour) in enumerate(facts):
        if number:
            painter.setPen(QColor(tokens.muted))
            painter.drawText(left, place.bottom() - metrics.descent(), " · ")
            left += metrics.horizontalAdvance(" · ")
        painter.setPen(QColor(colour))
        room = max(0, place.right() - left)
        text = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
        painter.drawText(left, place.bottom() - metrics.descent(), text)
        left += metrics.horizontalAdvance(text)


def _corrected() -> str:
    from PySide6.QtCore import QCoreApplication

    return QCoreApplication.translate("StepDelegate", "Corrected by you")


def _draw_lines(painter: QPainter, place: QRect, text: str, font: QFont) -> None:
    """As many whole lines as there is room for, the last one shortened."""
    metrics = QFontMetrics(font)
    rows = max(1, place.height() // metrics.lineSpacing())
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    top = place.top()
    for row in range(rows):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(place.width())
        start = line.textStart()
        piece = text[start : start + line.textLength()]
        if row == rows - 1:
            piece = metrics.elidedText(text[start:], Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place.left(), top + metrics.ascent(), piece)
        top += metrics.lineSpacing()
    layout.endLayout()
