"""A button that takes down the keys one presses; which of them are a hot key is said elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QKeyCombination, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QPushButton

from uitars_runtime.export.words import chord

_MODIFIERS = {
    Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta,
    Qt.Key.Key_Super_L, Qt.Key.Key_Super_R,
}  # fmt: skip
_NONE = {Qt.Key.Key_Backspace, Qt.Key.Key_Delete}


class KeyRecorder(QPushButton):
    """Pressed, it listens: the next chord is the value, Escape leaves it as it was, Delete takes
    it away."""

    recording = Signal(bool)
    """Whether it listens; what else listens for keys must keep still meanwhile."""
    recorded = Signal()
    """There is another value."""

    def __init__(self) -> None:
        super().__init__()
        self._value = ""
        self._listening = False
        self.clicked.connect(lambda: self._listen(True))

    @property
    def value(self) -> str:
        """The chord as settings write it, for example `ctrl+alt+space`; empty for none."""
        return self._value

    def show_value(self, value: str) -> None:
        self._value = value
        self._listen(False)

    def event(self, event: QEvent) -> bool:
        # No shortcut of the window, no Tab and no mnemonic: every key is taken down.
        if self._listening and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress:
                self._take(event)
            event.accept()
            return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        self._listen(False)
        super().focusOutEvent(event)

    def _take(self, event: QKeyEvent) -> None:
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        plain = modifiers == Qt.KeyboardModifier.NoModifier
        if key in _MODIFIERS:
            return
        if key == Qt.Key.Key_Escape and plain:
            self._listen(False)
        elif key in _NONE and plain:
            self._record("")
        else:
            keypad = Qt.KeyboardModifier.KeypadModifier
            pressed = QKeySequence(QKeyCombination(modifiers & ~keypad, key))
            form = QKeySequence.SequenceFormat.PortableText
            self._record(pressed.toString(form).lower().replace("meta", "super"))

    def _record(self, value: str) -> None:
        self.show_value(value)
        self.recorded.emit()

    def _listen(self, listening: bool) -> None:
        if listening:
            self.setFocus()
            self.setText(self.tr("Press the keys …  (Esc: as before)"))
        elif self._value:
            self.setText(chord(tuple(self._value.split("+"))))
        else:
            self.setText(self.tr("No keys"))
        if listening is not self._listening:
            self._listening = listening
            self.recording.emit(listening)
