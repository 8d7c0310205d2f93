"""The models on this machine, as cards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from uitars_app.context import Context
from uitars_app.models import work
from uitars_app.models.work import ModelFacts
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.widgets.build import ThemedButton, chip, frame, label
from uitars_runtime.doctor.model import ClickTest
from uitars_runtime.errors import UitarsError
from uitars_runtime.models import catalogue
from uitars_runtime.models.catalogue import Installed


class ModelCard(QWidget):
    """One model: size, format, fit, and what its test said."""

    wanted = Signal(object)
    """The `Installed` model is to be the usual one."""
    removed = Signal()

    def __init__(self, context: Context, facts: ModelFacts, *, usual: bool) -> None:
        super().__init__()
        self._context = context
        self._facts = facts
        self.result = label(kind="muted", wraps=True)
        self.result.hide()
        self.test = ThemedButton(context.theme, self.tr("Test its eye"), "search")
        self.test.clicked.connect(self._test)
        self.use = ThemedButton(context.theme, self.tr("Use"), "check", "primary")
        self.use.clicked.connect(lambda: self.wanted.emit(facts.model))
        self.use.setVisible(not usual)
        self._lay_out(usual=usual)

    def _lay_out(self, *, usual: bool) -> None:
        model = self._facts.model
        head = QHBoxLayout()
        head.setSpacing(GAP)
        head.addWidget(label(model.name, "heading"))
        if usual:
            mark = chip()
            mark.setText(self.tr("in use"))
            set_kind(mark, "good")
            head.addWidget(mark)
        head.addStretch(1)
        buttons = [self.test, self.use]
        if model.kind != "embedded":
            buttons += [self._button(self.tr("Verify"), "shield", self._verify)]
            buttons += [self._button(self.tr("Remove"), "delete", self._remove)]
        for button in buttons:
            head.addWidget(button)
        kinds = {
            "embedded": self.tr("built in, 4-bit weights and 8-bit activations"),
            "gguf": self.tr("GGUF, runs with llama.cpp"),
            "onnx": self.tr("ONNX, runs with onnxruntime"),
        }
        fits = {
            True: self.tr("fits the free memory"),
            False: self.tr("larger than the free memory"),
            None: "",
        }
        size = self.tr("{0} MB").format(f"{model.bytes / 1e6:,.1f}")
        facts = [kinds[model.kind], size, fits[self._facts.fits]]
        column = QVBoxLayout()
        column.setContentsMargins(2 * GAP, GAP + 4, 2 * GAP, GAP + 4)
        column.addLayout(head)
        column.addWidget(label(" · ".join(fact for fact in facts if fact), "muted"))
        column.addWidget(self.result)
        card = frame("card")
        card.setLayout(column)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(card)

    def _button(self, text: str, icon: str, do: Callable[[], None]) -> ThemedButton:
        button = ThemedButton(self._context.theme, text, icon, "quiet")
        button.clicked.connect(do)
        return button

    def _test(self) -> None:
        self.test.setEnabled(False)
        self._say(self.tr("It is asked to click boxes that only sight can find …"))
        path, background = self._facts.model.path, self._context.background
        background.run(
            self, lambda: work.see(path, "", "", background.closing), self._tested, self._failed
        )

    def _tested(self, result: ClickTest) -> None:
        self.test.setEnabled(True)
        self._say(test_words(result))

    def _verify(self) -> None:
        name = self._facts.model.name
        self._say(self.tr("Every file is read …"))
        self._context.background.run(
            self, lambda: catalogue.verify(name), self._verified, self._failed
        )

    def _verified(self, changed: list[str]) -> None:
        if changed:
            self._say(self.tr("Not what was imported: {0}").format(", ".join(changed)))
        else:
            self._say(self.tr("Every file is what was imported."))

    def _remove(self) -> None:
        name = self._facts.model.name
        self._context.background.run(
            self, lambda: catalogue.remove(name), lambda _: self.removed.emit(), self._failed
        )

    def _failed(self, error: UitarsError) -> None:
        self.test.setEnabled(True)
        self._say(str(error))

    def _say(self, words: str) -> None:
        self.result.setText(words)
        self.result.show()


def test_words(result: ClickTest) -> str:
    """What a click test said, in the person's language."""
    translate = QCoreApplication.translate
    words = translate("ClickTest", "Clicked {0} of {1} named boxes").format(
        result.hits, result.rounds
    )
    if result.errors:
        worst = max(result.errors)
        words += translate("ClickTest", ", at most {0} px off the middle").format(f"{worst:.0f}")
    return f"{words}. {result.wrong}".strip()


class LocalModels(QWidget):
    """Reads the models whenever it is shown."""

    wanted = Signal(object)
    failed = Signal(object)

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._usual = ""
        self.cards: list[ModelCard] = []
        self._import = ThemedButton(context.theme, self.tr("Import a GGUF file"), "import")
        self._folder = ThemedButton(context.theme, self.tr("Import a W4A8 folder"), "import")
        self._import.clicked.connect(self._ask_file)
        self._folder.clicked.connect(self._ask_folder)
        self._said = label(kind="muted", wraps=True)
        self._said.hide()
        self._list = QVBoxLayout()
        self._list.setSpacing(GAP)
        row = QHBoxLayout()
        row.setSpacing(GAP)
        row.addWidget(self._import)
        row.addWidget(self._folder)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP + GAP // 2)
        column.addLayout(self._list)
        column.addLayout(row)
        column.addWidget(self._said)

    def reload(self, usual: str) -> None:
        """Read the models again; `usual`: the one the settings name."""
        self._usual = usual
        self._context.background.run(self, work.models, self._show, self.failed.emit)

    def bring_in(self, source: Path) -> None:
        """Copy a model to where it is found by name."""
        self._copying(self.tr("Copying and checking {0} …").format(source.name))

        def done(model: Installed) -> None:
            self._copying("")
            self._said.setText(self.tr("{0} is here.").format(model.name))
            self._said.show()
            self.reload(self._usual)

        def failed(error: UitarsError) -> None:
            self._copying("")
            self.failed.emit(error)

        self._context.background.run(self, lambda: work.bring_in(source), done, failed)

    def _copying(self, words: str) -> None:
        """Large files take a while; only one is copied at a time."""
        self._said.setText(words)
        self._said.setVisible(bool(words))
        for button in (self._import, self._folder):
            button.setEnabled(not words)

    def _show(self, found: list[ModelFacts]) -> None:
        for card in self.cards:
            card.deleteLater()
        self.cards = []
        for facts in found:
            card = ModelCard(self._context, facts, usual=facts.model.name == self._usual)
            card.wanted.connect(self.wanted)
            card.removed.connect(lambda: self.reload(self._usual))
            self.cards.append(card)
            self._list.addWidget(card)

    def _ask_file(self) -> None:
        source, _ = QFileDialog.getOpenFileName(self, self.tr("Import"), "", "*.gguf")
        if source:
            self.bring_in(Path(source))

    def _ask_folder(self) -> None:
        source = QFileDialog.getExistingDirectory(self, self.tr("Import"))
        if source:
            self.bring_in(Path(source))
