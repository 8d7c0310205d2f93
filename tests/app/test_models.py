"""The models page with models that are brought in: what fits, what was changed, what is removed."""

from __future__ import annotations

import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from helpers.model_hub import Repository, hub
from uitars_app.context import Context
from uitars_app.models import work
from uitars_app.models.local import ModelCard
from uitars_app.models.offers import OfferCard
from uitars_app.models.server_form import ServerForm
from uitars_app.pages.models import ModelsPage
from uitars_runtime import config, paths
from uitars_runtime.models import open_models
from uitars_runtime.models.catalogue import models_folder
from uitars_runtime.protocols import Stop

pytest.importorskip("gguf")


@pytest.fixture
def models(qtbot: QtBot, context: Context, tmp_path: Path) -> ModelsPage:
    """With one GGUF model brought in."""
    from helpers.gguf_models import model_with_projector

    page = ModelsPage(context)
    qtbot.addWidget(page)
    page.show()
    page.local.bring_in(model_with_projector(tmp_path))
    qtbot.waitUntil(lambda: len(page.local.cards) == 2 or page.notice.words != "")
    assert page.notice.words == ""
    return page


def _press(card: ModelCard, words: str) -> None:
    next(b for b in card.findChildren(QPushButton) if b.accessibleName() == words).click()


def test_servers_that_cannot_be_read_are_said(qtbot: QtBot, context: Context, home: Path) -> None:
    file = home / "config" / "servers.json"
    file.parent.mkdir(parents=True)
    file.write_text('{"servers": [')
    page = ModelsPage(context)
    qtbot.addWidget(page)
    assert str(file) in page.notice.words


class _Keyed(BaseHTTPRequestHandler):
    """Says what it serves to whoever has the key."""

    def do_GET(self) -> None:
        known = self.headers["Authorization"] == "Bearer right"
        self.send_response(200 if known else 401)
        self.end_headers()
        self.wfile.write(b'{"data": [{"id": "seer"}]}' if known else b"{}")

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """A test says nothing."""


def test_a_server_says_what_it_serves_before_its_key_is_kept(
    qtbot: QtBot, context: Context
) -> None:
    page = ModelsPage(context)
    qtbot.addWidget(page)
    form = page.form
    with ThreadingHTTPServer(("127.0.0.1", 0), _Keyed) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        form.url.setText(f"http://127.0.0.1:{server.server_port}/v1")
        form.key.setText("right")
        asks = (b for b in form.findChildren(QPushButton) if "serve?" in b.text())
        next(asks).click()
        qtbot.waitUntil(lambda: "Models served" in form.said.text())
        server.shutdown()
        serving.join()
    assert form.model.currentText() == "seer", form.said.text()


def test_a_servers_eye_is_tested_before_its_key_is_kept(qtbot: QtBot, context: Context) -> None:
    page = ModelsPage(context)
    qtbot.addWidget(page)
    form = page.form
    said: list[str] = []
    with ThreadingHTTPServer(("127.0.0.1", 0), _Keyed) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        _write(form, "Lab", f"http://127.0.0.1:{server.server_port}/v1", "ui-tars-1.5-7b")
        test = next(b for b in form.findChildren(QPushButton) if "eye" in b.text())
        for key in ("wrong", "right"):
            form.key.setText(key)
            test.click()
            qtbot.waitUntil(test.isEnabled)
            said.append(form.said.text())
        server.shutdown()
        serving.join()
    assert ["401" in words for words in said] == [True, False], said


def _write(form: ServerForm, name: str, url: str, model: str = "") -> None:
    form.name.setText(name)
    form.url.setText(url)
    form.model.setEditText(model)


def test_what_one_server_serves_lands_in_no_other_ones_form(
    qtbot: QtBot, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: dict[str, threading.Event] = {"http://a/v1": threading.Event()}

    def served(url: str, _secret: str, _stop: Stop) -> tuple[str, ...]:
        answers[url].wait()
        return ("only of A",)

    monkeypatch.setattr(work, "served", served)
    page = ModelsPage(context)
    qtbot.addWidget(page)
    form = page.form
    _write(form, "A", "http://a/v1")
    ask = next(b for b in form.findChildren(QPushButton) if "serve?" in b.text())
    ask.click()
    assert not ask.isEnabled()
    page._add.click()
    _write(form, "B", "http://b/v1")
    answers["http://a/v1"].set()
    qtbot.waitUntil(ask.isEnabled)
    assert (form.model.currentText(), form.model.count(), form.said.text()) == ("", 0, "")
    _write(form, "A", "http://a/v1")
    ask.click()
    qtbot.waitUntil(lambda: form.model.currentText() == "only of A")
    page._add.click()
    assert form.model.count() == 0, "what A serves is not offered for another"


@pytest.mark.parametrize(
    ("key", "model", "words"),
    [
        ("right", "seer", "Runs use openai/seer from here on."),
        ("right", "other", "The server does not list it; it lists: seer."),
        ("wrong", "seer", "401"),
    ],
)
def test_of_a_server_that_is_used_it_is_said_whether_it_answers(
    qtbot: QtBot,
    context: Context,
    monkeypatch: pytest.MonkeyPatch,
    key: str,
    model: str,
    words: str,
) -> None:
    monkeypatch.setenv("UITARS_API_KEY", key)
    page = ModelsPage(context)
    qtbot.addWidget(page)
    use = next(b for b in page.form.findChildren(QPushButton) if b.text() == "Use")
    with ThreadingHTTPServer(("127.0.0.1", 0), _Keyed) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        url = f"http://127.0.0.1:{server.server_port}/v1"
        _write(page.form, "Lab", url, model)
        use.click()
        qtbot.waitUntil(lambda: not context.background.busy)
        server.shutdown()
        serving.join()
    assert words in page.notice.words
    assert config.load(environment={}).base_url == url


@pytest.mark.parametrize(("url", "model"), [("no url", "seer"), ("http://127.0.0.1:9/v1", "")])
def test_what_cannot_be_a_server_is_not_used(
    qtbot: QtBot, context: Context, url: str, model: str
) -> None:
    page = ModelsPage(context)
    qtbot.addWidget(page)
    _write(page.form, "Lab", url, model)
    next(b for b in page.form.findChildren(QPushButton) if b.text() == "Use").click()
    assert page.form.said.text()
    assert not paths.config_file().exists()


def test_a_server_that_hangs_does_not_hold_up_the_end(qtbot: QtBot, context: Context) -> None:
    page = ModelsPage(context)
    qtbot.addWidget(page)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        _write(page.form, "Lab", f"http://127.0.0.1:{silent.getsockname()[1]}/v1", "Qwen3-VL-8B")
        next(b for b in page.form.findChildren(QPushButton) if "eye" in b.text()).click()
        connection, _ = silent.accept()
        with connection:
            context.background.close()
    assert not [one for one in threading.enumerate() if one.name.startswith("background")]


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
    qtbot.waitUntil(lambda: len(models.local.cards) == 1)
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
    qtbot.waitUntil(lambda: bool(page.local.cards))
    assert any(words in label.text() for label in page.local.cards[0].findChildren(QLabel))


NAME = "qwen3-vl-2b"


def _repository(folder: Path) -> Repository:
    from helpers.gguf_models import model_with_projector

    weights = model_with_projector(folder)
    (projector,) = folder.glob("*mmproj*")
    files = {"m-Q4_K_M.gguf": weights.read_bytes(), "mmproj-F16.gguf": projector.read_bytes()}
    return Repository(files)


def _card(page: ModelsPage) -> OfferCard | None:
    found = [card for card in page.offers.cards if card.accessibleName() == NAME]
    return found[0] if found else None


def test_a_model_is_fetched_after_a_yes_that_saw_its_licence(
    qtbot: QtBot, context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = _repository(tmp_path)
    page = ModelsPage(context)
    qtbot.addWidget(page)
    with hub({open_models.find(NAME).repository: repository}) as there:
        monkeypatch.setenv("HF_ENDPOINT", there.address)
        page.show()
        qtbot.waitUntil(lambda: _card(page) is not None)
        card = _card(page)
        assert card is not None
        assert there.asked == [], "nothing is asked before a press"
        card.look.click()
        qtbot.waitUntil(lambda: not card.yes.isHidden())
        assert "licence apache-2.0" in card.said.text()
        card.no.click()
        assert there.ranges() == []

        repository.holds = threading.Event()
        card.look.click()
        qtbot.waitUntil(lambda: not card.yes.isHidden())
        card.yes.click()
        qtbot.waitUntil(lambda: card.bar.value() > 0)
        assert not any(other.look.isEnabled() for other in page.offers.cards)
        card.halt.click()
        repository.holds.set()
        qtbot.waitUntil(lambda: "Stopped" in card.said.text())

        card.look.click()
        qtbot.waitUntil(lambda: not card.yes.isHidden())
        card.yes.click()
        qtbot.waitUntil(lambda: len(page.local.cards) == 2)
        qtbot.waitUntil(lambda: _card(page) is None)
    assert there.ranges()[1].startswith("bytes=")


def test_leaving_ends_what_is_fetched(
    qtbot: QtBot, context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = _repository(tmp_path)
    repository.cuts[:] = [1] * 1000
    page = ModelsPage(context)
    qtbot.addWidget(page)
    with hub({open_models.find(NAME).repository: repository}) as there:
        monkeypatch.setenv("HF_ENDPOINT", there.address)
        page.show()
        qtbot.waitUntil(lambda: _card(page) is not None)
        card = _card(page)
        assert card is not None
        card.look.click()
        qtbot.waitUntil(lambda: not card.yes.isHidden())
        card.yes.click()
        qtbot.waitUntil(lambda: len(there.ranges()) > 1)
        context.close()
    assert len(there.ranges()) < 100
    assert not list(models_folder().glob("[!.]*"))
