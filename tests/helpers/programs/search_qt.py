"""A Qt window as of many preferences: a search field above a tree with a current row; an option.

    python search_qt.py STATE

Writes down what was searched for and whether the option is on, at each change.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

application = QApplication(sys.argv[:1])
window = QWidget()
window.setWindowTitle("Preferences")
column = QVBoxLayout(window)
search, tree, option = QLineEdit(), QTreeWidget(), QCheckBox("&Allow real-time priority")
tree.setHeaderHidden(True)
tree.addTopLevelItems([QTreeWidgetItem([name]) for name in ("Advanced", "Audio", "Playlist")])
tree.setCurrentItem(tree.topLevelItem(0))
for widget in (search, tree, option):
    column.addWidget(widget)


def write(*_: object) -> None:
    Path(sys.argv[1]).write_text(json.dumps([search.text(), option.isChecked()]))


search.textChanged.connect(write)
option.toggled.connect(write)
window.setGeometry(40, 40, 500, 360)
window.show()
search.setFocus()
application.exec()
