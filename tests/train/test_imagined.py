"""Programs that somebody imagined: what their files say, what is seen of them, what is asked."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.element import Role
from uitars_runtime.errors import UsageError
from uitars_runtime.geometry import overlap
from uitars_train.instructions.by_rule.asking import asked_by_rule
from uitars_train.instructions.by_rule.standing import standing
from uitars_train.instructions.by_rule.tables import own_in_row
from uitars_train.instructions.imagined.asking import asks
from uitars_train.instructions.imagined.harvest import Imagined
from uitars_train.instructions.imagined.reading import (
    Kind,
    Place,
    Program,
    Thing,
    Wish,
    read_programs,
)
from uitars_train.instructions.imagined.screens import meaning_of
from uitars_train.instructions.records import DoClick, Tag

PODCAST = """\
## podcast editor
# menu Track
entry: Split at Cursor | cut it in two right where I am | divide this
entry: Mute Track | I don't want to hear her voice
# toolbar
icon: scissors = Cut | snip it
icon: magnifier with plus = Zoom In | I can't see the wave
# dialog Export
choice: Format = MP3 | I need it as another kind of file
field: Artist = | let me put in who made it
tick: Normalise loudness | + make them alike | - leave it as I recorded it
radio: Mono | + one channel is plenty
radio: Stereo | + left and right please
button: Export | ok, write it out
"""
OWN = Path("train/instructions/imagined")


def written(folder: Path, text: str) -> list[Program]:
    path = folder / "a.txt"
    path.write_text(text, "utf-8")
    return read_programs([path])


def test_file_is_read_whole(tmp_path: Path) -> None:
    (program,) = written(tmp_path, PODCAST)
    assert program.name == "podcast editor"
    assert [one.place for one in program.sections] == [Place.MENU, Place.TOOLBAR, Place.DIALOG]
    scissors = program.sections[1].things[0]
    assert (scissors.kind, scissors.drawing, scissors.name) == (Kind.ICON, "scissors", "Cut")
    export = {one.name: one for one in program.sections[2].things}
    assert (export["Format"].value, export["Artist"].value) == ("MP3", "")
    assert [one.on for one in export["Normalise loudness"].wishes] == [True, False]
    assert export["Normalise loudness"].wishes[1].say == "leave it as I recorded it"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("## a\n# shelf\nentry: X | y\n", "a.txt:2: A section is one of menu"),
        ("## a\n# menu\nlever: X | y\n", "a.txt:3: A thing is one of entry"),
        ("## a\n# menu\nentry: X\n", "a.txt:3: 'entry: X' has no name, or nobody wants it"),
        ("## a\n# page\nradio: X | - y\n", "a.txt:3: Before what is said for a radio"),
        ("## a\n# page\ntick: X | y\n", "a.txt:3: Before what is said for a tick"),
        ("## a\nentry: X | y\n", "a.txt:2: A thing stands in a section"),
        ("## a\n# page A\n## b\n# page B\nlink: X | y\n", "a.txt:3: 'a' has a section page A"),
        ("## a\n", "a.txt: 'a' has a program without things"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        written(tmp_path, text)


def test_file_that_is_not_there() -> None:
    with pytest.raises(UsageError, match="is not there"):
        read_programs([Path("nowhere.txt")])


def wishes_of(program: Program) -> dict[str, tuple[Thing, Wish]]:
    return {
        wish.say: (thing, wish)
        for section in program.sections
        for thing in section.things
        for wish in thing.wishes
    }


def test_what_is_meant_is_right_and_stands_otherwise(tmp_path: Path) -> None:
    (program,) = written(tmp_path, PODCAST)
    wishes, asked, so = wishes_of(program), set[str](), set[str]()
    for sample in islice(asks([program], 2), 200):
        thing, wish = wishes[sample.situation.task]
        elements = sample.situation.elements
        if sample.target.act is Act.FINISHED:
            so.add(wish.say)
            (there,) = (one for one in elements if one.name.startswith(thing.name[:4]))
            assert there.checked is wish.on
            continue
        asked.add(wish.say)
        (right,) = (elements[at] for at in sample.target.elements)
        match thing.kind:
            case Kind.TICK:
                assert (right.role, right.checked) == (Role.CHECKBOX, not wish.on)
            case Kind.RADIO:
                assert (right.role, right.checked) == (Role.RADIO, False)
            case Kind.ICON:
                assert (right.role, right.text) == (Role.ICON, "")
                assert right.name == thing.name or right.meanings
            case _:
                assert right.role is not Role.TEXT
    assert asked == set(wishes)
    kinds = {wishes[said][0].kind for said in so}
    assert kinds == {Kind.TICK, Kind.RADIO}


def test_one_of_radios_beside_each_other_is_on_wherever_they_stand(tmp_path: Path) -> None:
    (program,) = written(tmp_path, PODCAST + "# page Home\nlink: News | what is new\n")
    seen_radios = 0
    for sample in islice(asks([program], 3), 200):
        radios = [one for one in sample.situation.elements if one.role is Role.RADIO]
        seen_radios += len(radios)
        assert sum(one.checked for one in radios) == bool(radios)
    assert seen_radios


def test_a_menu_covers_what_lies_under_it_and_nothing_leaves_the_screen() -> None:
    menus = 0
    for sample in islice(asks(read_programs([OWN / "office.txt"]), 4), 150):
        size, elements = sample.situation.size, sample.situation.elements
        assert all(one.box.right <= size.width + 1 for one in elements)
        assert all(one.box.bottom <= size.height + 1 for one in elements)
        entries = [one for one in elements if one.role is Role.MENU_ITEM]
        menus += bool(entries)
        for entry in entries:
            assert not any(overlap(entry.box, one.box) for one in elements if one is not entry)
    assert menus


@pytest.mark.parametrize(
    ("drawing", "name", "meaning"),
    [
        ("scissors", "Cut", "cut"),
        ("printer", "Add Printer", "print"),
        ("blue folder", "Open...", "folder"),
        ("bandage", "Restore Full Capacity", ""),
    ],
)
def test_a_drawing_comes_before_a_name(drawing: str, name: str, meaning: str) -> None:
    assert meaning_of(drawing, name) == meaning


def test_same_seed_asks_the_same(tmp_path: Path) -> None:
    programs = written(tmp_path, PODCAST)
    first, again, other = (list(islice(asks(programs, seed), 30)) for seed in (5, 5, 6))
    assert first == again
    assert first != other


def test_nobody_wants_anything() -> None:
    assert list(asks([], 1)) == []


WORDS = st.text(st.sampled_from("abc XYZ.?'-+:="), min_size=1).map(str.strip).filter(bool)


@given(st.lists(st.tuples(st.sampled_from(Kind), WORDS, st.lists(WORDS, min_size=1)), min_size=1))
def test_what_is_written_is_what_is_read(
    tmp_path_factory: pytest.TempPathFactory, things: list[tuple[Kind, str, list[str]]]
) -> None:
    signed = (Kind.TICK, Kind.RADIO)
    lines = [
        f"{kind}: {name} | {' | '.join(f'+ {one}' if kind in signed else one for one in said)}"
        for kind, name, said in things
        if " = " not in f" {name} "
    ]
    path = tmp_path_factory.mktemp("any") / "a.txt"
    path.write_text("\n".join(("## a", "# page B", *lines, "")), "utf-8")
    if not lines:
        return
    (program,) = read_programs([path])
    told = [(one.kind, one.name or one.drawing) for one in program.sections[0].things]
    assert told == [(kind, name) for kind, name, _ in things if " = " not in f" {name} "]
    said = [[wish.say for wish in one.wishes] for one in program.sections[0].things]
    assert said == [said for _, name, said in things if " = " not in f" {name} "]


def test_those_that_are_kept_are_whole() -> None:
    programs = read_programs([OWN])
    things = [one for program in programs for part in program.sections for one in part.things]
    assert len(programs) == 837
    assert sum(len(one.wishes) for one in things) == 205_198
    assert {one.kind for one in things} == set(Kind)


@pytest.mark.parametrize("seed", range(3))
def test_asks_by_rule_are_about_what_its_window_shows(tmp_path: Path, seed: int) -> None:
    harvest = Imagined(written(tmp_path, PODCAST), seed)
    for ask in islice(asked_by_rule(harvest, harvest.names, random.Random(5)), 150):
        screen = harvest.screen(ask.program, ask.screen)
        for step in ask.right:
            if isinstance(step, DoClick):
                meant = screen.true[step.on].element
                assert any(one.box == meant.box for one in screen.seen)
                if ask.tags[0] is Tag.DIRECT:
                    said = (meant.text or meant.name).split(".")[0].lower()
                    assert said in ask.say.lower()


def test_what_each_row_has_is_asked_for_by_its_row(tmp_path: Path) -> None:
    text = """\
## letters
# list Inbox
row: Monday | the day after Sunday
row: Wednesday | the middle of the week
row: Friday | the last before it's free
# toolbar
button: Archive | away with it, but not lost
"""
    asked = 0
    for seed in range(20):
        harvest = Imagined(written(tmp_path, text), seed)
        here = standing(harvest.screen("letters", 0))
        rows = {one.text: one.box for one in here.elements if one.role is Role.ITEM}
        for ask in own_in_row(here):
            meant = here.elements[ask.targets[0]]
            assert rows[ask.names["L"]].top == meant.box.top
            assert meant.text.lower() in ask.turns["O"]
            asked += 1
    assert asked > 20


def test_programs_that_several_authors_called_alike_are_each_there(tmp_path: Path) -> None:
    programs = written(tmp_path, PODCAST) + written(
        tmp_path, "## podcast editor\n# page\nbutton: Go | on\n"
    )
    harvest = Imagined(programs, 1)
    assert harvest.names == ("podcast editor", "podcast editor 2")
    shown = [{one.text for one in harvest.screen(name, 0).seen} for name in harvest.names]
    assert "Go" in shown[1] - shown[0]


def test_icons_go_by_their_pictures_as_by_their_names(tmp_path: Path) -> None:
    programs = written(tmp_path, PODCAST)
    harvests = [Imagined(programs, seed) for seed in range(20)]
    names = {
        one.element.name
        for harvest in harvests
        for one in harvest.screen("podcast editor", 1).true
        if one.element.role is Role.ICON
    }
    assert names == {"scissors", "Cut", "magnifier with plus", "Zoom In"}
