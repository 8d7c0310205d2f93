"""The models page with models that are brought in: what fits, what was changed, what is removed."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from uitars_app.context import Context
from uitars_app.models import work
from uitars_app.models.local import ModelCard
from uitars_app.pages.models import ModelsPage
from uitars_runtime.models.catalogue import models_folder

pytest.importorskip("gguf")

_PATIENCE = 10_000


@pytest.fixture
def models(qtbot: QtBot, context: Context, tmp_path: Path) -> ModelsPage:
    """With one GGUF model brought in."""
    from helpers.gguf_models import model_with_projector

    page = ModelsPage(context)
    qtbot.addWidget(page)
    page.show()
    page.local.bring_in(model_with_projector(tmp_path))
    qtbot.waitUntil(
        lambda: len(page.local.cards) == 2 or page.notice.words != "", timeout=_PATIENCE
    )
    assert page.notice.words == ""
    return page


def _press(card: ModelCard, words: str) -> None:
    next(b for b in card.findChildren(QPushButton) if b.accessibleName() == words).click()


def test_a_file_that_was_changed_is_found(qtbot: QtBot, models: ModelsPage) -> None:
    card = models.local.cards[1]
    _press(card, "Verify")
    qtbot.waitUntil(lambda: "Every file is what was imported" in card.result.text())
    file = next(models_folder().rglob("*.gguf"))
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    _press(card, "Verify")
    qtbot.waitUntil(lambda: f"Not what was imported: {file.name}" in card.result.text())


def test_a_model_is_removed(qtbot: QtBot, models: ModelsPage) -> None:
    _press(models.local.cards[1], "Remove")
    qtbot.waitUntil(lambda: len(models.local.cards) == 1, timeout=_PATIENCE)
    assert not list(models_folder().rglob("*.gguf"))


@pytest.mark.parametrize(
    ("free", "words"), [(1, "larger than the free memory"), (1 << 50, "fits the free memory")]
)
def test_it_is_said_whether_a_model_fits(
    qtbot: QtBot, context: Context, monkeypatch: pytest.MonkeyPatch, free: int, words: str
) -> None:
    monkeypatch.setattr(work, "available_memory", lambda: free)
    page = ModelsPage(context)
    qtbot.addWidget(page)
    page.show()
    qtbot.waitUntil(lambda: bool(page.local.cards), timeout=_PATIENCE)
    assert any(words in label.text() for label in page.local.cards[0].findChildren(QLabel))
