"""Programs that somebody imagined: what their files say, what is seen of them, what is asked."""

from __future__ import annotations

import contextlib
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.element import Role
from uitars_runtime.errors import UsageError
from uitars_train.instructions.imagined.asking import asks
from uitars_train.instructions.imagined.reading import Kind, Place, Program, read_programs

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
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        written(tmp_path, text)


def test_file_that_is_not_there() -> None:
    with pytest.raises(UsageError, match="is not there"):
        read_programs([Path("nowhere.txt")])


def test_every_wish_is_asked_once_and_its_thing_is_right(tmp_path: Path) -> None:
    programs = written(tmp_path, PODCAST)
    wishes = {
        wish.say: (thing, wish)
        for section in programs[0].sections
        for thing in section.things
        for wish in thing.wishes
    }
    asked = list(islice(asks(programs, 1), len(wishes)))
    assert {one.situation.task for one in asked} == set(wishes)
    for sample in islice(asks(programs, 2), 200):
        thing, wish = wishes[sample.situation.task]
        elements = sample.situation.elements
        if sample.target.act is Act.FINISHED:
            assert thing.kind in (Kind.TICK, Kind.RADIO)
            continue
        (right,) = (elements[at] for at in sample.target.elements)
        match thing.kind:
            case Kind.TICK:
                assert right.role is Role.CHECKBOX
                assert right.checked is not wish.on
            case Kind.RADIO:
                assert (right.role, right.checked) == (Role.RADIO, False)
                assert sum(one.checked for one in elements if one.role is Role.RADIO) == 1
            case Kind.ICON:
                assert right.role is Role.ICON
                assert right.text == ""
            case _:
                assert right.role is not Role.TEXT


def test_same_seed_asks_the_same(tmp_path: Path) -> None:
    programs = written(tmp_path, PODCAST)
    first, again, other = (list(islice(asks(programs, seed), 30)) for seed in (5, 5, 6))
    assert first == again
    assert first != other


def test_nobody_wants_anything() -> None:
    assert list(asks([], 1)) == []


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="|"), min_size=1)))
def test_any_text_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str]
) -> None:
    path = tmp_path_factory.mktemp("any") / "a.txt"
    path.write_text("\n".join(lines), "utf-8")
    with contextlib.suppress(UsageError):
        assert all(program.sections for program in read_programs([path]))


def test_those_that_are_kept_are_whole() -> None:
    programs = read_programs([OWN])
    things = [one for program in programs for part in program.sections for one in part.things]
    assert len(programs) > 100
    assert sum(len(one.wishes) for one in things) > 20_000
    assert {one.kind for one in things} == set(Kind)
