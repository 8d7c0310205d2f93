"""Work beside the window."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from uitars_app.background import Background


def test_what_is_asked_for_at_the_end_is_not_begun(qtbot: QtBot) -> None:
    """Not a page that looks once more on its way out: that is no failure."""
    background = Background()
    done: list[int] = []
    background.run(background, lambda: 1, done.append)
    qtbot.waitUntil(lambda: done == [1])
    background.close()
    background.run(background, lambda: 2, done.append)
    assert not background.busy
    assert done == [1]
