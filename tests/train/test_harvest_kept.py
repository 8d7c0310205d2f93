"""The committed harvest: what whoever trains next starts from."""

from __future__ import annotations

import collections
from pathlib import Path

import pytest

from uitars_runtime.element import Role
from uitars_runtime.errors import UsageError
from uitars_train.harvest import figures
from uitars_train.harvest.catalogue import entries, held_out
from uitars_train.harvest.crops import LARGEST, decoded
from uitars_train.harvest.explorer import BELIEVED, FEWEST
from uitars_train.harvest.records import Program
from uitars_train.harvest.store import SUFFIX, read, read_all

FOLDER = Path(__file__).parents[2] / "train" / "harvest"
MOST_BYTES = 40_000_000


@pytest.fixture(scope="module")
def programs() -> list[Program]:
    found = list(read_all(FOLDER))
    assert found, "the harvest is part of the repository"
    return found


def test_no_program_that_judges_a_model_was_harvested(programs: list[Program]) -> None:
    held = held_out()
    assert not [one.name for one in programs if one.name in held or one.package in held]
    assert {path.stem for path in FOLDER.glob(f"*{SUFFIX}")} == {one.name for one in programs}
    assert {one.name for one in programs} <= {one.name for one in entries()}
    assert not [one.name for one in entries() if one.name in held or one.package in held]


def test_enough_programs_are_kept_apart() -> None:
    reasons = collections.Counter(held_out().values())
    assert reasons["validation"] >= 25
    assert reasons["everyday sets to come"] >= 30


def test_a_list_with_a_program_that_is_held_out_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "programs.tsv"
    path.write_text("name\tpackage\tcommand\ttoolkit\ngedit\tgedit\tgedit\tGTK3\n", "utf-8")
    with pytest.raises(UsageError, match="held out"):
        entries(path)


def test_every_program_says_where_it_comes_from(programs: list[Program]) -> None:
    for one in programs:
        assert one.version, one.name
        assert one.licence, one.name
        assert one.toolkit, one.name


def test_screens_show_what_is_told_of_them(programs: list[Program]) -> None:
    for program in programs:
        for screen in program.screens:
            size = program.looks[screen.look].size
            assert len(screen.true) >= FEWEST, program.name
            share = sum(one.confirmed for one in screen.true) / len(screen.true)
            assert share >= BELIEVED, program.name
            for element in (*screen.seen, *(one.element for one in screen.true)):
                middle = element.box.center
                assert 0 <= middle.x < size.width, program.name
                assert 0 <= middle.y < size.height, program.name


def test_every_screen_tells_how_it_was_reached(programs: list[Program]) -> None:
    for program in programs:
        for number, screen in enumerate(program.screens):
            assert -1 <= screen.before < number, program.name
            if screen.before < 0:
                assert not screen.deeds, program.name
                continue
            before = program.screens[screen.before]
            assert before.look == screen.look, program.name
            assert screen.deeds, program.name
            assert all(0 <= deed.element < len(before.true) for deed in screen.deeds), program.name


def test_pictures_of_controls_are_whole_and_each_one_belongs_to_a_control(
    programs: list[Program],
) -> None:
    for program in programs:
        used = {one.crop for screen in program.screens for one in screen.true} - {-1}
        assert used == set(range(len(program.crops))), program.name
        for crop in program.crops[:20]:
            height, width, colours = decoded(crop).shape
            assert colours == 3
            assert 0 < width <= LARGEST[0]
            assert 0 < height <= LARGEST[1]


def test_a_screen_is_asked_about_as_the_product_is(programs: list[Program]) -> None:
    program = programs[0]
    situation = program.situation(program.screens[0], "Open the File menu.")
    assert situation.elements == program.screens[0].seen
    assert [word.text for word in situation.words][:2] == ["Open", "the"]


def test_figures_count_what_there_is_and_it_is_small(programs: list[Program]) -> None:
    found = figures.of(FOLDER)
    assert found.programs == len(programs)
    assert found.screens == sum(len(one.screens) for one in programs)
    assert found.size < MOST_BYTES
    assert found.roles[Role.BUTTON] > 0
    assert f"screens    {found.screens}" in figures.table(FOLDER)


def test_a_file_that_is_none_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / f"torn{SUFFIX}"
    path.write_bytes(next(FOLDER.glob(f"*{SUFFIX}")).read_bytes()[:100])
    with pytest.raises(UsageError):
        read(path)
