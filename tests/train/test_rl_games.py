"""Games as an environment: the same game for the same seed, paid by its score, and lost when its
desktop is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from pathlib import Path

import psutil
import pytest

from helpers.desks import until
from helpers.family import alive, kill, kill_browsers
from helpers.small_run import killed_and_gone_on
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Came, Decision, Situation, Span
from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.own import headless
from uitars_runtime.errors import UsageError
from uitars_train import cli
from uitars_train.games.catalogue import GAMES
from uitars_train.games.moves import Stroke
from uitars_train.games.page import GamePage
from uitars_train.games.players.scripted import ScriptedPlayer
from uitars_train.games.records import Board, State, TamperedError
from uitars_train.rl.environment import LostError
from uitars_train.rl.games import Games, rewarded

SEED = 1001
STEPS = 30


@pytest.fixture(scope="module")
def games() -> Generator[Games]:
    opened = Games(("maze", "powers"), STEPS)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def way() -> list[str]:
    """Keys that lead out of the first maze."""
    keys: list[str] = []
    with headless(*OWN_PAGES) as page:
        game, player = GamePage(page, GAMES["maze"]), ScriptedPlayer(GAMES["maze"])
        game.reset(SEED)
        while not game.verify().score:
            move = player.move(*game.state())
            assert isinstance(move, Stroke)
            keys.append(move.key)
            game.act(move)
    assert len(keys) < STEPS
    return keys


def press(games: Games, *keys: str) -> bool:
    """Whether the game goes on."""
    return games.act(Decision(Act.HOTKEY, Span(0, 0), keys=keys))


def test_what_scores_is_paid(games: Games, way: Sequence[str]) -> None:
    assert games.reset("maze", SEED)
    for key in way:
        assert games.reward() == 0
        assert press(games, key)
    assert 0 < games.reward() < 1
    assert not games.act(Decision(Act.FINISHED))
    assert games.reward() > 0
    assert games.reset("maze", SEED)
    assert games.reward() == 0


def test_the_scripted_player_shows_how_until_the_steps_are_over(
    games: Games, way: Sequence[str]
) -> None:
    lesson = games.shown("maze", SEED)
    assert [one.target.act for one in lesson] == [Act.HOTKEY] * STEPS
    assert [one.target.keys for one in lesson][: len(way)] == [(key,) for key in way]
    assert {one.kind for one in lesson} == {"game maze"}


def test_a_game_that_is_tampered_with_is_no_lesson(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, asked = GamePage.state, Counter[str]()

    def tampered(game: GamePage) -> tuple[State, Board]:
        asked["state"] += 1
        if asked["state"] > 1:
            raise TamperedError("The page is not that of the game any more.")
        return state(game)

    monkeypatch.setattr(GamePage, "state", tampered)
    assert games.shown("maze", SEED) == []


def test_the_same_seed_begins_alike(games: Games) -> None:
    seen: list[Situation] = []
    for seed in (SEED, SEED + 1, SEED):
        assert games.reset("powers", seed)
        seen.append(games.look())
        press(games, "left")
    assert seen[0] == seen[2]
    assert seen[0].elements != seen[1].elements


def test_a_game_is_asked_for_in_words_and_its_history_told(games: Games) -> None:
    assert games.reset("powers", SEED)
    assert games.look().task.startswith("Play Powers. Slide the tiles")
    press(games, "left")
    press(games, "down")
    done = games.look().history
    assert [(one.act, one.subject) for one in done] == [(Act.HOTKEY, "left"), (Act.HOTKEY, "down")]
    assert Came.CHANGED in [one.came for one in done]


def test_random_moves_earn_nothing_and_the_reference_one() -> None:
    entry = GAMES["powers"]
    middle = (entry.chance + entry.reference) // 2
    scores = (0, entry.chance, middle, entry.reference, 2 * entry.reference)
    assert [rewarded(entry, score) for score in scores] == pytest.approx(
        [0, 0, 0.5, 1, 1], abs=0.01
    )


def test_a_killed_browser_is_a_lost_episode() -> None:
    before = {one.pid for one in psutil.Process().children(recursive=True)}
    games = Games(("powers",))
    assert games.reset("powers", SEED)
    own = [one for one in psutil.Process().children(recursive=True) if one.pid not in before]
    kill_browsers(own)
    for ask in (lambda: press(games, "left"), lambda: games.reset("powers", SEED)):
        with pytest.raises(LostError):
            ask()
    games.close()
    until(lambda: not any(map(alive, own)), "everything is gone")


def test_a_killed_desktop_is_a_lost_episode() -> None:
    before = {one.pid for one in psutil.Process().children(recursive=True)}
    games = Games(("powers",))
    assert games.reset("powers", SEED)
    own = [one for one in psutil.Process().children(recursive=True) if one.pid not in before]
    kill(own)
    with pytest.raises(LostError):
        games.look()
    games.close()
    until(lambda: not any(map(alive, own)), "everything is gone")


def test_a_game_that_is_not_played_is_refused(games: Games) -> None:
    with pytest.raises(UsageError, match="'loops' is not among"):
        games.reset("loops", SEED)


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        ("powers\nsokoban", "Nothing learns from the game 'sokoban': it is kept apart"),
        ("chess", "There is no game 'chess'"),
        ("", "names no game"),
        ("\udcff", "is no text"),
        (None, "cannot be read"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    names: str | None, problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.txt"
    if names is not None:
        file.write_text(names, errors="surrogateescape")
    given = ["rl", "--env", "games", "--tasks", str(file), "--minutes", "1"]
    assert cli.main([*given, "--out", str(tmp_path / "run")]) == 2
    told = capsys.readouterr().err
    assert problem in told
    assert told.count("\n") == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.drill
def test_a_run_goes_on_where_an_actor_was_killed_and_nothing_is_left(tmp_path: Path) -> None:
    folders = killed_and_gone_on(tmp_path, "games", "powers\nmaze\n")
    assert len(folders) == 2  # of the desktop, and of the browser on it
