"""The style sheet made from tokens.

A widget asks for a look by the property `kind`: buttons `primary`, `danger`, `quiet`, `nav`,
`icon`; labels `title`, `heading`, `muted`, `mono`, `good`, `warning`, `danger`; frames `card`,
`bar`, `side`, `notice`, `line`; lists `flat` and `rows`; a scroll area without a ground of its
own `bare`. `set_kind` changes it at run time.
"""

from __future__ import annotations

from string import Template
from typing import Final

import msgspec
from PySide6.QtWidgets import QWidget

from uitars_app.theme.icons import drawing
from uitars_app.theme.tokens import CONTROL_HEIGHT, RADIUS, Tokens

MARKS: Final = "marks"
"""The search path of the marks, a folder for each theme: `assets/make_icons.py` writes them."""

_SHEET = Template("""
* { outline: none; }
QWidget { color: $text; selection-background-color: $accent; selection-color: $on_accent; }
QMainWindow, QDialog, QWidget[kind="page"] { background: $window; }
QDialog[kind="card"] { background: $surface; }
QBalloonTip QLabel { color: #000000; }  /* Qt paints it light yellow in every theme. */
QBalloonTip QPushButton { background: transparent; border: none; padding: 0; min-height: 18px; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QToolTip { background: $surface; color: $text; border: 1px solid $border; padding: 4px 6px; }

QLabel { background: transparent; }
QLabel[kind="title"] { font-size: 20px; font-weight: 600; }
QLabel[kind="heading"] { font-size: 15px; font-weight: 600; }
QLabel[kind="muted"] { color: $muted; }
QLabel[kind="mono"] { font-family: "DejaVu Sans Mono", "Menlo", "Consolas", monospace; }
QLabel[kind="good"] { color: $good; background: $good_soft; border-radius: 6px; }
QLabel[kind="warning"] { color: $warning; background: $warning_soft; border-radius: 6px; }
QLabel[kind="danger"] { color: $danger; background: $danger_soft; border-radius: 6px; }

QFrame[kind="card"] { background: $surface; border: 1px solid $border; border-radius: ${radius}px; }
QFrame[kind="bar"] { background: $surface; border: none; border-bottom: 1px solid $border; }
QFrame[kind="side"] { background: $surface; border: none; border-right: 1px solid $border; }
QFrame[kind="notice"] { background: $warning_soft; border: 1px solid $warning;
  border-radius: ${radius}px; }
QFrame[kind="line"] { background: $border; border: none; max-height: 1px; min-height: 1px; }

QPushButton, QToolButton { background: $surface; border: 1px solid $strong_border;
  border-radius: ${radius}px; padding: 0 14px; min-height: ${inner}px; }
QPushButton:hover, QToolButton:hover { background: $hover; }
QPushButton:pressed, QToolButton:pressed { background: $sunken; }
QPushButton:focus, QToolButton:focus { border: 2px solid $accent; padding: 0 13px; }
QPushButton:disabled, QToolButton:disabled { color: $muted; border-color: $border; }
QPushButton[kind="primary"] { background: $accent; color: $on_accent; border: 1px solid $accent;
  font-weight: 600; }
QPushButton[kind="primary"]:focus { border: 2px solid $text; }
QPushButton[kind="primary"]:disabled { background: $sunken; color: $muted; border-color: $border; }
QPushButton[kind="danger"] { background: $danger; color: $on_danger; border: 1px solid $danger;
  font-weight: 600; }
QPushButton[kind="danger"]:focus { border: 2px solid $text; }
QPushButton[kind="danger"]:disabled { background: $sunken; color: $muted; border-color: $border; }
QPushButton[kind="quiet"], QToolButton[kind="quiet"] { background: transparent;
  border: 1px solid transparent; padding: 0 8px; }
QPushButton[kind="quiet"]:hover, QToolButton[kind="quiet"]:hover { background: $hover; }
QPushButton[kind="quiet"]:focus, QToolButton[kind="quiet"]:focus { border: 2px solid $accent;
  padding: 0 7px; }
QPushButton[kind="icon"], QToolButton[kind="icon"] { background: transparent;
  border: 1px solid transparent; padding: 0; min-width: ${inner}px; max-width: ${inner}px; }
QPushButton[kind="icon"]:hover, QToolButton[kind="icon"]:hover { background: $hover; }
QPushButton[kind="icon"]:focus, QToolButton[kind="icon"]:focus { border: 2px solid $accent; }
QToolButton[kind="nav"] { background: transparent; border: 1px solid transparent; color: $muted;
  text-align: left; padding: 0 12px; min-height: 38px; }
QToolButton[kind="nav"]:hover { background: $hover; color: $text; }
QToolButton[kind="nav"]:checked { background: $accent_soft; color: $accent; font-weight: 600; }
QToolButton[kind="nav"]:focus { border: 2px solid $accent; padding: 0 11px; }
QToolButton::menu-indicator { image: none; }
QLineEdit QToolButton { background: transparent; border: none; padding: 0; min-height: 0; }

QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox, QTimeEdit, QComboBox {
  background: $surface; border: 1px solid $strong_border; border-radius: ${radius}px;
  padding: 0 10px; min-height: ${inner}px; }
QPlainTextEdit, QTextEdit { padding: 6px 8px; }
QLineEdit, QComboBox, QPlainTextEdit, QTextEdit, QListView { placeholder-text-color: $muted; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus,
QTimeEdit:focus, QComboBox:focus { border: 2px solid $accent; }
QLineEdit:disabled, QComboBox:disabled, QPlainTextEdit:disabled { color: $muted;
  border-color: $border; }
QLineEdit[invalid="true"], QComboBox[invalid="true"] {
  border: 2px solid $danger; }
QAbstractSpinBox > QLineEdit, QComboBox > QLineEdit { border: none; background: transparent;
  padding: 0; min-height: 0; }
QComboBox::drop-down { border: none; width: 26px; }
QComboBox::down-arrow { image: url("$marks/chevron-down.svg"); width: 16px; height: 16px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: none;
  background: transparent; width: 22px; }
QAbstractSpinBox::up-arrow { image: url("$marks/chevron-up.svg");
  width: 14px; height: 14px; }
QAbstractSpinBox::down-arrow { image: url("$marks/chevron-down.svg");
  width: 14px; height: 14px; }
QComboBox QAbstractItemView { background: $surface; border: 1px solid $border; padding: 4px; }
QComboBox QAbstractItemView::item { min-height: 28px; padding: 0 6px; }

QCheckBox, QRadioButton { spacing: 8px; background: transparent; }
QCheckBox::indicator, QRadioButton::indicator { width: 18px; height: 18px;
  border: 1px solid $strong_border; background: $surface; }
QCheckBox::indicator { border-radius: 4px; }
QRadioButton::indicator { border-radius: 10px; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { width: 16px; height: 16px;
  border: 2px solid $accent; }
QRadioButton::indicator:checked { width: 8px; height: 8px; background: $surface;
  border: 6px solid $accent; }
QRadioButton::indicator:checked:focus { width: 8px; height: 8px; border: 6px solid $text; }
QCheckBox::indicator:disabled { border: 1px solid $border; background: $sunken; }
QCheckBox::indicator:checked { background: $accent; border: 1px solid $accent;
  image: url("$marks/check.svg"); }
QCheckBox::indicator:checked:focus { border: 2px solid $text; }
QCheckBox::indicator:checked:disabled { border: 1px solid $border; background: $muted; }
QCheckBox:disabled { color: $muted; }

QListView, QTreeView, QTableView { background: $surface; border: 1px solid $border;
  border-radius: ${radius}px; alternate-background-color: $hover; }
QListView:focus, QTreeView:focus, QTableView:focus { border: 1px solid $accent; }
QListView::item:selected, QTreeView::item:selected, QTableView::item:selected {
  background: $accent_soft; color: $text; }
QListView[kind="flat"], QScrollArea, QScrollArea > QWidget > QWidget[kind="page"],
QScrollArea[kind="bare"] > QWidget > QWidget { background: transparent; border: none; }
QScrollArea[kind="bare"]:focus { border: 1px solid $accent; }
QListView[kind="rows"] { padding: 4px; }
QListView[kind="rows"]::item { padding: 7px 8px; border-radius: 6px; }
QTableView::item { padding: 0 6px; }
QHeaderView::section { background: $surface; color: $muted; border: none;
  border-bottom: 1px solid $border; padding: 6px 8px; }

QMenu { background: $surface; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 12px; border-radius: 6px; }
QMenu::item:selected { background: $accent_soft; color: $text; }
QMenu::item:disabled { color: $muted; }
QMenu::separator { height: 1px; background: $border; margin: 4px 8px; }

QTabBar::tab { background: transparent; color: $muted; padding: 8px 14px; border: none;
  border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: $text; border-bottom: 2px solid $accent; font-weight: 600; }
QTabBar::tab:hover { color: $text; }
QTabBar { qproperty-drawBase: 0; }

QSlider { min-height: 18px; }
QSlider::groove:horizontal { height: 4px; background: $border; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 2px; }
QSlider::handle:horizontal { width: 16px; height: 16px; margin: -6px 0; border-radius: 8px;
  background: $accent; }
QSlider:focus { border: 1px solid $accent; border-radius: 4px; }
QProgressBar { background: $border; border: none; border-radius: 2px; max-height: 4px;
  min-height: 4px; }
QProgressBar::chunk { background: $accent; border-radius: 2px; }

QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: $strong_border; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: transparent; }
""")


def stylesheet(tokens: Tokens) -> str:
    """The whole application's style in this theme."""
    measures = {"radius": RADIUS, "inner": CONTROL_HEIGHT - 2, "marks": f"{MARKS}:{tokens.name}"}
    return _SHEET.substitute(msgspec.structs.asdict(tokens), **measures)


def marks(tokens: Tokens) -> dict[str, str]:
    """The marks that a style sheet can only take from files, as SVG in the theme's colours."""
    chevrons = {name: drawing(name, tokens.text) for name in ("chevron-down", "chevron-up")}
    return {**chevrons, "check": drawing("check", tokens.on_accent)}


def set_kind(widget: QWidget, kind: str) -> None:
    """Give a widget another look; one of the kinds in the module's docstring."""
    widget.setProperty("kind", kind)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.updateGeometry()
