"""One screen with windows of four toolkits for all tests of the desktop, and of each module of
tests the Wayland session, the browser's page and the eyes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from helpers.screens import Program, Screen, programs, screen
from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.own import headless
from uitars_runtime.browser.page import Page
from uitars_runtime.desktop.x11 import X11Desktop
from uitars_runtime.eyes.eyes import Eyes

if TYPE_CHECKING:
    from helpers.compositors import Session


@pytest.fixture(scope="session")
def shared_screen() -> Generator[Screen]:
    with screen() as server:
        yield server


@pytest.fixture(scope="session")
def windows(
    shared_screen: Screen, tmp_path_factory: pytest.TempPathFactory
) -> Generator[dict[str, Program]]:
    with programs(shared_screen, tmp_path_factory.mktemp("windows")) as started:
        yield started


@pytest.fixture
def desktop(shared_screen: Screen, windows: dict[str, Program]) -> Generator[X11Desktop]:
    """The shared screen through the product, under a US keyboard, with all windows open."""
    shared_screen.use_layout("us")
    opened = X11Desktop(shared_screen.name)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def page() -> Generator[Page]:
    with headless(*OWN_PAGES) as opened:
        yield opened


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """For a session that a test starts itself."""
    made = tmp_path / "session"
    made.mkdir()
    return made


@pytest.fixture(scope="module")
def session(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Generator[Session]:
    """A session for all tests of a module, which names its `COMPOSITOR`."""
    module: Any = request.node.getparent(pytest.Module).obj  # type: ignore[union-attr]
    compositor: Callable[[Path], AbstractContextManager[Session]] = module.COMPOSITOR
    with compositor(tmp_path_factory.mktemp("session")) as running:
        yield running


@pytest.fixture
def inside(session: Session, monkeypatch: pytest.MonkeyPatch) -> Session:
    """This process belongs to the session."""
    session.enter(monkeypatch)
    return session
