"""The games in a real browser: played, kept, loaded, attacked; three here, all in a drill."""

from __future__ import annotations

import itertools
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers.desks import until
from helpers.living import now, titles, told
from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.own import headless
from uitars_runtime.browser.page import Page
from uitars_runtime.errors import UsageError
from uitars_runtime.guard.processes import descendants
from uitars_runtime.sessions.folder import find
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.usage import name_of
from uitars_train.cli import main
from uitars_train.games.catalogue import GAMES, SEEDS, STEPS, chosen
from uitars_train.games.episode import played
from uitars_train.games.moves import Stroke, Tap
from uitars_train.games.page import GamePage
from uitars_train.games.play import play
from uitars_train.games.players.random import RandomPlayer
from uitars_train.games.players.scripted import SCRIPTS, Player, ScriptedPlayer
from uitars_train.games.records import Save, TamperedError

SHOWN = ("powers", "circuit", "runner")
"""What the suite plays: one that slides, one that is clicked, one in time."""


@pytest.fixture(scope="module")
def page() -> Generator[Page]:
    with headless(*OWN_PAGES) as opened:
        opened.view(760, 620)
        yield opened


@pytest.fixture
def powers(page: Page) -> Generator[GamePage]:
    game = GamePage(page, GAMES["powers"])
    game.reset(5)
    yield game
    game.close()


def all_games() -> list[object]:
    """Those of the suite, and the others for the drill."""
    return [
        name if name in SHOWN else pytest.param(name, marks=pytest.mark.drill) for name in GAMES
    ]


def steps_of(game: GamePage, player: Player, steps: int) -> list[str]:
    """Checksums after each step."""
    told: list[str] = []
    for _ in range(steps):
        if game.verify().done:
            break
        game.act(player.move(*game.state()))
        told.append(game.verify().checksum)
    return told


def test_there_are_fifteen_and_four_apart() -> None:
    apart = [entry.name for entry in GAMES.values() if entry.apart]
    assert apart == ["sokoban", "tetrominoes", "jewels", "runner"]
    assert len(GAMES) - len(apart) == 15
    assert len({entry.after for entry in GAMES.values() if not entry.apart} - {""}) == 15
    assert set(SCRIPTS) == set(GAMES)
    with pytest.raises(UsageError, match="no game 'chess'"):
        chosen("powers,chess")


@pytest.mark.parametrize("name", all_games())
def test_the_same_seed_and_moves_give_the_same_game(page: Page, name: str) -> None:
    game, told = GamePage(page, GAMES[name]), list[list[str]]()
    for seed in (3, 4, 3):
        game.reset(seed)
        told.append(steps_of(game, RandomPlayer(GAMES[name], 1), 12))
    game.close()
    assert told[0] == told[2] != told[1]


@pytest.mark.parametrize("name", all_games())
@settings(
    max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 2**31 - 1), before=st.integers(0, 8), by_chance=st.booleans())
def test_a_save_goes_on_as_the_game_did(
    page: Page, name: str, seed: int, before: int, by_chance: bool
) -> None:
    entry = GAMES[name]
    game = GamePage(page, entry)
    game.reset(seed)
    steps_of(game, RandomPlayer(entry, seed) if by_chance else ScriptedPlayer(entry), before)
    save = msgspec.json.decode(msgspec.json.encode(game.save()), type=Save)
    went_on = steps_of(game, RandomPlayer(entry, 9), 8)
    game.reset(seed + 1)
    steps_of(game, RandomPlayer(entry, 2), 3)
    game.load(save)
    assert game.save() == save
    assert steps_of(game, RandomPlayer(entry, 9), 8) == went_on
    game.close()


@pytest.mark.drill
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", GAMES)
def test_the_scripted_player_reaches_its_reference(page: Page, name: str) -> None:
    """And random moves stay below it."""
    entry = GAMES[name]
    game = GamePage(page, entry)
    scripted = [played(game, ScriptedPlayer(entry), seed) for seed in range(SEEDS)]
    chance = [played(game, RandomPlayer(entry, seed), seed) for seed in range(SEEDS)]
    game.close()
    assert int(fmean(one.score for one in scripted)) == entry.reference
    assert int(fmean(one.score for one in chance)) == entry.chance
    assert all(one.steps <= STEPS for one in scripted)
    for reached, guessed in itertools.product(scripted, chance):
        assert guessed.score < reached.score


@pytest.mark.parametrize("name", SHOWN)
def test_the_scripted_player_is_better_than_chance(page: Page, name: str) -> None:
    entry = GAMES[name]
    game = GamePage(page, entry)
    scripted = played(game, ScriptedPlayer(entry), 0, 40)
    chance = played(game, RandomPlayer(entry, 0), 0, 40)
    game.close()
    assert chance.score < scripted.score


def test_rewards_of_the_reference_sum_up_to_one(page: Page) -> None:
    entry = GAMES["runner"]
    game, player = GamePage(page, entry), ScriptedPlayer(entry)
    game.reset(0)
    rewards = [game.verify().reward]
    for _ in range(20):
        game.act(player.move(*game.state()))
        rewards.append(game.verify().reward)
    assert sum(rewards) == pytest.approx(game.verify().score / entry.reference)
    assert sum(rewards) > 0
    game.close()


def test_no_time_goes_by_between_steps(page: Page) -> None:
    game = GamePage(page, GAMES["runner"])
    game.reset(1)
    game.act(Stroke("down"))
    first = game.verify()
    time.sleep(0.2)
    assert game.verify().checksum == first.checksum
    game.let_pass()
    assert game.verify().checksum != first.checksum
    game.close()


@pytest.mark.parametrize(
    "attack",
    [
        # Whatever a script of the page can name.
        "for (const name of Object.getOwnPropertyNames(globalThis).concat("
        "  Object.getOwnPropertySymbols(globalThis))) {"
        "  const one = globalThis[name];"
        "  if (one && typeof one.load === 'function' && typeof one.read === 'function')"
        "    throw new Error('the state can be named');"
        "}",
        # Input that is not a person's.
        "const canvas = document.querySelector('canvas');"
        "for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'])"
        "  dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));"
        "for (const kind of ['pointerdown', 'pointermove', 'pointerup'])"
        "  canvas.dispatchEvent(new PointerEvent(kind, {clientX: 300, clientY: 300}));",
        # The language under the rules.
        "for (const [one, name] of [[Array.prototype, 'map'], [Math, 'log2'], [JSON, 'stringify'],"
        "  [Array.prototype, 'push'], [Array.prototype, Symbol.iterator], [Object, 'keys']])"
        "  try { one[name] = () => 1e9; } catch { }",
        # What is shown.
        "for (const one of document.querySelectorAll('dd')) one.textContent = 999999",
    ],
)
def test_a_script_of_the_page_earns_nothing(page: Page, powers: GamePage, attack: str) -> None:
    before = powers.verify()
    page.evaluate(f"(() => {{ {attack} }})()")
    assert powers.verify() == msgspec.structs.replace(before, reward=0.0)
    powers.act(Stroke("left"))
    powers.act(Stroke("up"))
    again = GamePage(page, GAMES["powers"])
    after = powers.verify()
    again.reset(5)
    again.act(Stroke("left"))
    again.act(Stroke("up"))
    assert again.verify().checksum == after.checksum
    again.close()


def test_a_state_changed_by_a_debugger_earns_nothing(page: Page, powers: GamePage) -> None:
    """The closure is opened as developer tools do it, and the score written into it."""
    handle = powers._handle
    found = page.call("Runtime.getProperties", objectId=handle, ownProperties=True)
    function = next(one for one in found["result"] if one["name"] == "read")["value"]["objectId"]
    inner = page.call("Runtime.getProperties", objectId=function)["internalProperties"]
    scopes = next(one for one in inner if one["name"] == "[[Scopes]]")["value"]["objectId"]
    listed = page.call("Runtime.getProperties", objectId=scopes, ownProperties=True)["result"]
    for scope in (one["value"]["objectId"] for one in listed if "objectId" in one["value"]):
        told = page.call("Runtime.getProperties", objectId=scope, ownProperties=True)["result"]
        for one in told:
            if one["name"] == "whole":
                page.call(
                    "Runtime.callFunctionOn",
                    functionDeclaration="function() { this.score = 1e6; }",
                    objectId=one["value"]["objectId"],
                )
    with pytest.raises(TamperedError):
        powers.verify()


def test_time_that_a_script_lets_pass_earns_nothing(page: Page) -> None:
    game = GamePage(page, GAMES["runner"])
    game.reset(0)
    page.evaluate("globalThis[Symbol.for('uitars.clock')].run(500)")
    with pytest.raises(TamperedError):
        game.verify()
    game.close()


def test_a_page_that_is_loaded_anew_begins_anew(page: Page, powers: GamePage) -> None:
    fresh = powers.verify()
    steps_of(powers, RandomPlayer(GAMES["powers"], 1), 5)
    page.call("Page.reload")
    page.await_ready()
    assert powers.verify().checksum == fresh.checksum
    page.open("data:text/html,elsewhere")
    with pytest.raises(TamperedError):
        powers.verify()


def test_a_save_of_another_game_or_version_is_refused(page: Page, powers: GamePage) -> None:
    save = powers.save()
    changed = msgspec.structs.replace
    circuit = GamePage(page, GAMES["circuit"])
    circuit.reset(1)
    with pytest.raises(UsageError, match="a save of 'powers', not of 'circuit'"):
        circuit.load(save)
    circuit.close()
    powers.reset(1)
    before = powers.verify()
    with pytest.raises(UsageError, match="version 0"):
        powers.load(changed(save, version="0"))
    richer = save.state.replace('"score":0', '"score":9')
    with pytest.raises(UsageError, match="was changed"):
        powers.load(changed(save, state=richer))
    assert powers.verify() == before


@pytest.mark.parametrize(
    "zoom", [(500, 400, 1.0), (1400, 900, 1.0), (760, 620, 2.0), (760, 620, 0.5)]
)
def test_clicks_hit_at_every_size(page: Page, zoom: tuple[int, int, float]) -> None:
    game = GamePage(page, GAMES["circuit"])
    game.reset(2)
    width, height, scale = zoom
    page.view(width, height, scale)
    before = game.state()[0]
    game.act(Tap(1.5, 1.5))
    after = game.state()[0]
    page.view(760, 620)
    game.close()
    mixed = msgspec.json.decode(before.own)["tiles"], msgspec.json.decode(after.own)["tiles"]
    assert [i for i, (a, b) in enumerate(zip(*mixed, strict=True)) if a != b] == [0]


def test_a_double_click_is_two_clicks(page: Page) -> None:
    game, told = GamePage(page, GAMES["circuit"]), list[str]()
    for counts in ((1, 1), (1, 2)):
        game.reset(2)
        at = game.state()[1].pixel(1.5, 1.5)
        for count in counts:
            place = {"x": at[0], "y": at[1], "button": "left", "clickCount": count}
            page.call("Input.dispatchMouseEvent", type="mousePressed", **place)
            page.call("Input.dispatchMouseEvent", type="mouseReleased", **place)
        told.append(game.verify().checksum)
    assert told[0] == told[1]
    game.close()


def test_a_held_key_moves_once_while_time_stands_still(page: Page) -> None:
    game = GamePage(page, GAMES["maze"])
    game.reset(3)
    told: list[str] = []
    for repeats in (0, 5):
        game.reset(3)
        key = {"key": "ArrowRight", "windowsVirtualKeyCode": 39}
        for repeat in range(1 + repeats):
            page.call("Input.dispatchKeyEvent", type="rawKeyDown", autoRepeat=repeat > 0, **key)
        page.call("Input.dispatchKeyEvent", type="keyUp", **key)
        told.append(game.verify().checksum)
    assert told[0] == told[1]
    game.close()


def test_no_page_complains(page: Page) -> None:
    for entry in GAMES.values():
        game = GamePage(page, entry)
        game.reset(1)
        game.act(Tap(1, 1))
        assert page.complaints() == [], entry.name
        game.close()


def test_the_command_lists_games_and_knows_no_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(GAMES)
    assert main(["games", "play", "chess"]) == 2
    assert capsys.readouterr().err.startswith("There is no game 'chess'.")


@pytest.mark.parametrize("walls", ["walled", pytest.param("open", marks=pytest.mark.drill)])
def test_a_game_is_opened_in_a_session(
    walls: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    with pytest.raises(UsageError, match="no session 'none'"):
        next(play(GAMES["loops"], 0, session="none"))
    monkeypatch.setenv("UITARS_PROGRAMS", walls)
    record = find(told("start", "--time", "600")["id"])
    try:
        with playing(record) as process:
            until(lambda: titles(record) == ["Loops"], "its window is there")
            # A program of the session's as any other: it is paused with it, kept and restored.
            told("pause", record.id)
            browsers = [pid for pid in descendants(record.guard) if "chrom" in name_of(pid)]
            assert {state(pid) for pid in browsers} == {"T"}
            told("resume", record.id)
            told("checkpoint", record.id, "--name", "one")
            process.kill()
            until(lambda: titles(record) == [], "it goes with who plays, and the session stays")
        told("restore", record.id, "--name", "one")
        until(lambda: titles(now(record)) == ["Loops"], "it is back")
    finally:
        told("stop", record.id)


@contextmanager
def playing(record: SessionRecord) -> Generator[subprocess.Popen[str]]:
    """A person plays there."""
    command = [sys.executable, "-m", "uitars_train.cli", "games", "play", "loops", "--session"]
    with subprocess.Popen([*command, record.id], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert record.id in process.stdout.readline()
            yield process
        finally:
            process.kill()


def state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


@pytest.mark.drill
def test_the_report_is_as_agreed(tmp_path: Path) -> None:
    """With the embedded model at a real window, two games at once as one by one."""
    told: list[bytes] = []
    for sessions in ("1", "2"):
        out = tmp_path / f"{sessions}.json"
        wanted = ["evaluate", "games", "--games", "maze,runner", "--steps", "4"]
        assert main([*wanted, "--sessions", sessions, "--json", str(out)]) == 0
        told.append(out.read_bytes())
    assert told[0] == told[1]
    report = msgspec.json.decode(told[0])
    assert set(report) >= {"games", "mean_played", "mean_apart"}
    assert {name: row["kind"] for name, row in report["games"].items()} == {
        "maze": "played",
        "runner": "apart",
    }
    for row in report["games"].values():
        assert set(row) == {"kind", "score", "random", "scripted", "normalised"}
    assert report["games"]["runner"]["scripted"] > 0
