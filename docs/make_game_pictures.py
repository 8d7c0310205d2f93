"""Makes the picture of docs/games.md: six games as scripted players left them, half in the dark.

python docs/make_game_pictures.py
"""

from __future__ import annotations

import base64
import sys
from pathlib import Path

from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.own import headless
from uitars_runtime.browser.page import Page
from uitars_train.games.catalogue import GAMES
from uitars_train.games.episode import played
from uitars_train.games.page import GamePage
from uitars_train.games.players.scripted import ScriptedPlayer

PICTURE = Path(__file__).with_name("pictures") / "games.png"
SHOWN = {
    "light": (("powers", 60), ("unblock", 8), ("loops", 60)),
    "dark": (("hexes", 30), ("tiles", 25), ("tetrominoes", 40)),
}
WIDTH, HEIGHT = 640, 540


def photograph(page: Page, name: str, steps: int) -> bytes:
    """A game after so many steps."""
    entry = GAMES[name]
    game = GamePage(page, entry)
    played(game, ScriptedPlayer(entry), 1, steps)
    picture = game.look()
    game.close()
    return picture


def main() -> int:
    found: list[str] = []
    with headless(*OWN_PAGES) as page:
        for scheme, games in SHOWN.items():
            feature = {"name": "prefers-color-scheme", "value": scheme}
            page.call("Emulation.setEmulatedMedia", features=[feature])
            page.view(WIDTH, HEIGHT)
            for name, steps in games:
                png = base64.b64encode(photograph(page, name, steps)).decode()
                found.append(f'<img src="data:image/png;base64,{png}" width={WIDTH // 2}>')
        page.open("about:blank")
        style = "<style>body{margin:0;display:grid;grid-template-columns:repeat(3,auto)}</style>"
        page.show(style + "".join(found), WIDTH // 2 * 3, HEIGHT, 2.0)
        page.evaluate("Promise.all([...document.images].map(one => one.decode()))")
        PICTURE.write_bytes(page.picture())
    return 0


if __name__ == "__main__":
    sys.exit(main())
