"""Changes of a text: which line is meant, what is made of it, the text as the screen shows it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.edits.asked import Asked, Marked, Op, Slot
from uitars_runtime.edits.changes import (
    Change,
    Cut,
    Exchange,
    Put,
    Restore,
    Store,
    Whole,
    changed,
)
from uitars_runtime.edits.lines import which
from uitars_runtime.edits.page import page
from uitars_runtime.edits.reading import Part, parts
from uitars_runtime.edits.told import told
from uitars_runtime.element import Element, Role
from uitars_runtime.geometry import Box

LIST = ("Shopping", "2 eggs", "milk", "", "- bread", "- Uncle Karl's pie")
INI = ("[server]", "host = localhost", "port=8080", "level: info")


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ("the last line", 5),
        ("line 3", 2),
        ("the 3rd line", 2),
        ("the second entry", 1),
        ("the title", 0),
        ("eggs", 1),
        ("the egg line", 1),
        ("the line with milk", 2),
        ('"milk"', 2),
        ("the bread", 4),
        ("Uncle Karl's pie", 5),
        ("the last line to", 5),
        ("the title on the first line", 0),
    ],
)
def test_the_line_that_is_meant_is_found(said: str, at: int) -> None:
    assert which(said, LIST, ()) == [at]


@pytest.mark.parametrize("said", ["cheese", "line 9", "the toolbar", "it", ""])
def test_no_line_is_meant_by_what_stands_nowhere(said: str) -> None:
    assert which(said, LIST, ()) == []


def test_several_lines_are_named_together() -> None:
    assert which("eggs and milk", LIST, ()) == [1, 2]
    assert which("the first two lines", LIST, ()) == [0, 1]
    assert which("the last 2 lines", LIST, ()) == which("the last two lines", LIST, ()) == [4, 5]
    assert which("lines 2 to 4", LIST, ()) == which("lines two to four", LIST, ()) == [1, 2, 3]
    assert which("lines 2 and 5", LIST, ()) == [1, 4]
    assert which("rows one, 2 and 6", LIST, ()) == [0, 1, 5]
    assert which("line 2 and line 5", LIST, ()) == [1, 4]
    assert which("them", LIST, (2, 4)) == [2, 4]
    assert which("the line below it", LIST, (1,)) == [2]
    assert which("her line", LIST, (1,)) == [1]


def test_a_word_of_two_lines_names_neither() -> None:
    assert which("red", ("a red hat", "a red coat"), ()) == []


@pytest.mark.parametrize(
    "said",
    [
        "lines 2 and 9",
        "lines 2 to 9",
        "milk and 2",
        "2, 3 and 5",
        "the last 9 lines",
        "the 0th line",
    ],
)
def test_a_figure_among_several_is_no_word_of_a_line(said: str) -> None:
    assert which(said, LIST, ()) == []


@pytest.mark.parametrize(
    ("said", "at"), [("Tuesday", 1), ("Ms Miller", 3), ("Invoice 117", None), ("lnvoice 1l4", 4)]
)
def test_a_line_that_is_called_otherwise_is_only_likely_to_be_meant(
    said: str, at: int | None
) -> None:
    notes = ("Monday: gym", "Thursday", "Friday: cinema", "Ms Mueller", "Invoice 114")
    misread = [4] if at == 4 else []
    assert which(said, notes, ()) == misread
    assert which(said, notes, (), freely=True) == ([] if at is None else [at])


def test_numbers_of_lines_may_be_marked_in_pieces() -> None:
    lines = ("Shopping", "2 eggs", "milk", "bread", "5 apples", "wine", "3 pears")
    left = ["Shopping", "bread", "wine", "3 pears"]
    assert outcome(lines, asked(Op.CUT, (LINE, "lines 2, 3 and 5"))) == left
    assert outcome(lines, asked(Op.CUT, (LINE, "lines 2"), (LINE, "3 and 5"))) == left
    assert outcome(lines, asked(Op.CUT, (LINE, "milk"), (LINE, "3 and 5"))) is None
    assert outcome(("8 nuts",), asked(Op.CUT, (LINE, "line 1"), (LINE, "8"))) is None


@pytest.mark.parametrize("said", ["the third line", "the 3rd line"])
def test_behind_an_empty_line_nobody_knows_which_is_the_third(said: str) -> None:
    lines = ("alpha", "", "beta", "gamma")
    assert which(said, lines, ()) == []
    assert which(said, lines, (), freely=True) == [3]
    assert which(said.replace("line", "entry"), lines, ()) == [3]
    assert which("line 3", lines, ()) == [2]
    assert which("the last line", lines, ()) == [3]


def test_a_misread_line_is_still_the_one_that_is_named() -> None:
    assert which("while stocks last", ("SUMMERSALE", "Whilestockslast"), ()) == [1]


def asked(op: Op, *slots: tuple[Slot, str]) -> Asked:
    marked = tuple(Marked(slot, text, at) for at, (slot, text) in enumerate(slots))
    return Asked(0, len(slots), op, marked)


def outcome(lines: tuple[str, ...], *wanted: Asked) -> list[str] | None:
    found = parts(wanted, lines)
    if isinstance(found, Asked):
        return None
    text = [*lines]
    for change in (change for part in found for change in part.changes):
        text = changed(text, change)
    return text


NEW, LINE, OLD, IN = Slot.NEW, Slot.LINE, Slot.OLD, Slot.IN


@pytest.mark.parametrize(
    ("wanted", "after"),
    [
        (asked(Op.PUT, (NEW, "tea"), (NEW, "rice")), [*LIST, "tea", "rice"]),
        (asked(Op.PUT, (NEW, '"tea"'), (Slot.TOP, "on top")), ["tea", *LIST]),
        (asked(Op.PUT, (NEW, "tea"), (Slot.BELOW, "the eggs")), [*LIST[:2], "tea", *LIST[2:]]),
        (asked(Op.PUT, (NEW, "tea"), (Slot.ABOVE, "milk")), [*LIST[:2], "tea", *LIST[2:]]),
        (asked(Op.CUT, (LINE, "eggs"), (LINE, "milk")), ["Shopping", *LIST[3:]]),
        (asked(Op.CUT, (LINE, "milk"), (LINE, "it")), [*LIST[:2], *LIST[3:]]),
        (asked(Op.PUT, (NEW, '"tea" with a comma')), [*LIST, "tea"]),
        (asked(Op.LINE, (LINE, "line 3"), (NEW, "oats")), [*LIST[:2], "oats", *LIST[3:]]),
        (asked(Op.BEHIND, (LINE, "milk"), (NEW, "(cold)")), [*LIST[:2], "milk (cold)", *LIST[3:]]),
        (asked(Op.FRONT, (LINE, "milk"), (NEW, "oat")), [*LIST[:2], "oat milk", *LIST[3:]]),
        (asked(Op.UPPER, (LINE, "milk")), [*LIST[:2], "MILK", *LIST[3:]]),
        (asked(Op.DOUBLE, (LINE, "milk")), [*LIST[:3], *LIST[2:]]),
        (asked(Op.MOVE, (LINE, "milk"), (Slot.TOP, "up")), ["milk", *LIST[:2], *LIST[3:]]),
        (asked(Op.SWAP, (LINE, "the first two lines")), ["2 eggs", "Shopping", *LIST[2:]]),
        (asked(Op.CHANGE, (OLD, "bread"), (NEW, "rolls")), [*LIST[:4], "- rolls", LIST[5]]),
        (asked(Op.WORD, (OLD, "Uncle")), [*LIST[:5], "- Karl's pie"]),
        (asked(Op.EMPTY), []),
        (asked(Op.WHOLE, (NEW, "a"), (NEW, "b")), ["a", "b"]),
    ],
)
def test_a_change_comes_to_what_was_asked(wanted: Asked, after: list[str]) -> None:
    assert outcome(LIST, wanted) == after


@pytest.mark.parametrize(
    ("line", "value", "after"),
    [
        ("port", "9090", [*INI[:2], "port=9090", INI[3]]),
        ("the level", "debug", [*INI[:3], "level: debug"]),
        ("host", "db01", [INI[0], "host = db01", *INI[2:]]),
    ],
)
def test_a_value_is_set_behind_its_sign(line: str, value: str, after: list[str]) -> None:
    assert outcome(INI, asked(Op.SET, (LINE, line), (NEW, value))) == after


def test_a_number_keeps_its_unit() -> None:
    doses = ("aspirin 500 mg at night", "200 g sugar")
    new = asked(Op.SET, (LINE, "aspirin"), (NEW, "1000 mg"), (OLD, "500"))
    assert outcome(doses, new) == ["aspirin 1000 mg at night", "200 g sugar"]
    new = asked(Op.SET, (LINE, "the sugar"), (NEW, "150 g"))
    assert outcome(doses, new) == ["aspirin 500 mg at night", "150 g sugar"]
    new = asked(Op.CHANGE, (OLD, "200"), (NEW, "150 g"))
    assert outcome(doses, new) == ["aspirin 500 mg at night", "150 g sugar"]


def test_an_old_value_of_one_place_is_meant_whatever_it_is_called() -> None:
    letter = ("Choir practice", "We meet on Thursday at 7 pm.")
    new = asked(Op.SET, (LINE, "choir"), (NEW, "8 pm"), (OLD, "7 pm"))
    assert outcome(letter, new) == ["Choir practice", "We meet on Thursday at 8 pm."]
    assert outcome((*letter, "Until 7 pm"), new) is None


def test_words_change_everywhere_or_only_in_one_line() -> None:
    lines = ("We sell fresh bread.", "Try our fresh coffee.")
    both = asked(Op.CHANGE, (OLD, "fresh"), (NEW, "hot"))
    assert outcome(lines, both) == ["We sell hot bread.", "Try our hot coffee."]
    one = asked(Op.WORD, (OLD, "fresh"), (IN, "the first line"))
    assert outcome(lines, one) == ["We sell bread.", "Try our fresh coffee."]
    first = asked(Op.CHANGE, (OLD, "fresh"), (NEW, "hot"), (Slot.ONLY, "the first one"))
    assert outcome(lines, first) == ["We sell hot bread.", "Try our fresh coffee."]


REDS = ("red apple, red pear", "a red car", "my red hat", "green")


@pytest.mark.parametrize(
    ("place", "after"),
    [
        ((Slot.ONLY, "the second time it appears"), "red apple, blue pear"),
        ((Slot.ONLY, "only the third"), "a blue car"),
        ((Slot.ONLY, "the 4th time only"), "my blue hat"),
        ((Slot.ONLY, "just the last one"), "my blue hat"),
        ((Slot.ONLY, "only in the second line"), "a blue car"),
        ((Slot.ONLY, "the fifth one"), None),
        ((Slot.ONLY, "the middle one"), None),
        ((IN, "the third line"), "my blue hat"),
        ((IN, "the fourth line"), None),
        ((IN, "line 9"), None),
        ((IN, "the greeting"), None),
    ],
)
def test_words_change_or_go_where_it_is_said_and_nowhere_else(
    place: tuple[Slot, str], after: str | None
) -> None:
    new = outcome(REDS, asked(Op.CHANGE, (OLD, "red"), (NEW, "blue"), place))
    gone = outcome(REDS, asked(Op.WORD, (OLD, "red"), place))
    assert (new and [*{*new} - {*REDS}]) == (after and [after])
    assert (gone and [*{*gone} - {*REDS}]) == (after and [after.replace("blue ", "")])


def test_a_place_that_nobody_knows_is_that_of_words_that_stand_once() -> None:
    new = asked(Op.CHANGE, (OLD, "car"), (NEW, "cart"), (IN, "the second sentence"))
    assert outcome(REDS, new) == [REDS[0], "a red cart", *REDS[2:]]
    assert outcome(REDS, asked(Op.WORD, (OLD, "car"), (IN, "line 1"))) is None


def test_several_lines_go_where_several_are_meant() -> None:
    lines = ("Anna: call Monday", "buy milk", "Ask Anna's mother")
    for said in ("the line about Anna", "Anna"):
        wanted = asked(Op.CUT, (LINE, said))
        assert outcome(lines, wanted) is None
        assert isinstance(parts((wanted,), lines, freely=True), tuple)
    for said in ("the lines about Anna", "all Annas"):
        assert outcome(lines, asked(Op.CUT, (LINE, said))) == ["buy milk"]


def test_new_entries_get_the_mark_of_the_others() -> None:
    new = asked(Op.PUT, (NEW, "tea"))
    assert outcome(("- milk", "- eggs"), new) == ["- milk", "- eggs", "- tea"]


def test_what_was_spoken_of_is_meant_later() -> None:
    spoken = Asked(0, 4, None, (Marked(LINE, "milk", 0),))
    assert outcome(LIST, spoken, asked(Op.CUT, (LINE, "it"))) == [*LIST[:2], *LIST[3:]]
    names = Asked(0, 9, None, (Marked(NEW, "Emil", 0), Marked(NEW, "Frida", 6)))
    assert outcome(LIST, names, asked(Op.PUT, (NEW, "them"))) == [*LIST, "Emil", "Frida"]


def test_it_is_not_written_where_nobody_said_what_it_is() -> None:
    assert outcome(LIST, asked(Op.CUT, (LINE, "milk")), asked(Op.PUT, (NEW, "it"))) is None
    assert outcome(LIST, asked(Op.PUT, (NEW, '"it"'))) == [*LIST, "it"]


def test_a_line_is_moved_only_where_it_is_said() -> None:
    named, moved = asked(Op.MOVE, (LINE, "milk")), asked(Op.MOVE, (LINE, "it"), (Slot.TOP, "up"))
    assert outcome(LIST, named) is None
    assert outcome(LIST, named, moved) == ["milk", *LIST[:2], *LIST[3:]]


@pytest.mark.parametrize("slot", [Slot.BELOW, Slot.ABOVE, IN])
def test_a_part_of_the_lines_is_not_sorted(slot: Slot) -> None:
    assert outcome(INI, asked(Op.SORT, (Slot.TOP, "A on top"))) is not None
    assert outcome(INI, asked(Op.SORT, (slot, "port"))) is None


def test_lines_with_empty_ones_between_them_are_sorted_after_a_yes() -> None:
    assert outcome(LIST, asked(Op.SORT)) is None
    assert isinstance(parts((asked(Op.SORT),), LIST, freely=True), tuple)


def test_what_is_taken_back_stood_before() -> None:
    cut, undo = asked(Op.CUT, (LINE, "milk")), asked(Op.UNDO)
    assert outcome(LIST, cut, undo) == [*LIST]
    assert outcome(LIST, undo) is None


def test_nothing_is_changed_where_one_part_does_not_fit_the_text() -> None:
    fits, fails = asked(Op.PUT, (NEW, "tea")), asked(Op.CUT, (LINE, "cheese"))
    assert parts((fits, fails), LIST) is fails


def test_what_is_no_change_is_left_from_there_on() -> None:
    first, other = Asked(0, 8, Op.EMPTY), Asked(13, 21, Op.OTHER)
    last = Asked(22, 26, Op.SAVE)
    found = parts((first, other, last), LIST)
    assert isinstance(found, tuple)
    assert [(part.start, bool(part.changes)) for part in found] == [(0, True), (13, False)]
    assert parts((other, last), LIST) == ()


def test_a_file_gets_a_name_of_letters_alone() -> None:
    store = parts((asked(Op.SAVE_AS, (NEW, "notes_2.txt")),), LIST)
    assert store == (Part(0, 1, (Store("notes_2.txt"),)),)
    evil = asked(Op.SAVE_AS, (NEW, "../../etc/passwd"))
    assert parts((evil,), LIST) is evil


WORDS = st.text(st.characters(codec="ascii", categories=("L", "N", "P", "Zs")), max_size=12)
SLOTS = st.lists(st.tuples(st.sampled_from(Slot), WORDS), max_size=4)


@given(st.lists(WORDS, max_size=6), st.lists(st.tuples(st.sampled_from(Op), SLOTS), max_size=4))
def test_whatever_is_asked_of_whatever_text_fits_it(
    lines: list[str], wanted: list[tuple[Op, list[tuple[Slot, str]]]]
) -> None:
    found = parts([asked(op, *slots) for op, slots in wanted], lines)
    text = [*lines]
    for change in () if isinstance(found, Asked) else (c for part in found for c in part.changes):
        before, text = text, changed(text, change)
        assert _fits(change, before)


def _fits(change: Change, lines: list[str]) -> bool:
    """Whether it is about lines and letters that are there."""
    match change:
        case Put(at=at):
            return 0 <= at <= len(lines)
        case Cut(at=at):
            return 0 <= at < len(lines)
        case Exchange(at=at, start=start, end=end):
            return 0 <= at < len(lines) and 0 <= start <= end <= len(lines[at])
        case _:
            return True


# ------------------------------------------------------------------------------------ the screen


def line(text: str, top: int, left: int = 300, role: Role = Role.ITEM, letter: int = 8) -> Element:
    return Element(Box(left, top, left + letter * len(text) - 1, top + 12), role, text, text)


MENUS = tuple(line(text, 170, 300 + 60 * at, Role.MENU) for at, text in enumerate(("File", "Edit")))


def test_the_text_is_what_begins_at_one_edge() -> None:
    title = line("notes.txt - Editor", 150, 500, Role.TITLE)
    tab = line("notes.txt", 200, 303)
    rows = [line("first line", 230), line("second", 266), line("third", 284, 316)]
    shown = page([title, *MENUS, tab, *rows], ["notes.txt - Editor"])
    assert shown.texts == ("first line", "", "second", "third")
    assert [one.element for one in shown.lines] == [4, None, 5, 6]


def test_numbers_beside_the_lines_are_none_of_the_text() -> None:
    numbers = [line(str(at + 1), 230 + 18 * at, 280, Role.TEXT) for at in range(3)]
    rows = [line(text, 230 + 18 * at) for at, text in enumerate(("alpha", "beta", "gamma"))]
    assert page([*numbers, *rows]).texts == ("alpha", "beta", "gamma")


def test_numbers_that_are_read_with_their_lines_are_none_of_them() -> None:
    texts = ("1 wishes", "2 1. a skateboard", "3", "42. a hamster")
    rows = [line(text, 230 + 18 * at, 280) for at, text in enumerate(texts)]
    shown = page(rows)
    assert shown.texts == ("wishes", "1. a skateboard", "", "2. a hamster")
    assert shown.lines[0].box.left == 296


def test_a_numbered_list_keeps_its_numbers() -> None:
    rows = [line(f"{at + 1}. item", 230 + 18 * at) for at in range(3)]
    assert page(rows).texts == ("1. item", "2. item", "3. item")


def test_a_line_is_exact_where_it_is_as_wide_as_its_letters() -> None:
    rows = [line("one two three", 230), line("four five six", 248), line("seven eight", 266)]
    short = Element(Box(300, 284, 420, 296), Role.ITEM, "lettersmissing")
    shown = page([*rows, short])
    assert [shown.is_exact(at) for at in range(4)] == [True, True, True, False]
    assert shown.column(0, 4) == 332


def test_a_figure_that_may_be_a_letter_is_not_copied() -> None:
    rows = [line("apples", 230), line("a1b and c2d", 248), line("bananas", 266)]
    shown = page(rows)
    assert [shown.can_be_copied(at) for at in range(3)] == [True, False, True]


@pytest.mark.parametrize("tab", ["table.csv", "table.csvX", "*table.csv X"])
def test_an_empty_window_shows_no_text(tab: str) -> None:
    status = line("Encoding: UTF-8 Lines: 1", 640)
    field = Element(Box(290, 250, 900, 636), Role.FIELD)
    shown = [*MENUS, line(tab, 227), field, status]
    assert page(shown, ["/home/ann/table.csv — Quill"]).lines == ()


def test_a_text_of_one_line_stands_at_the_top() -> None:
    status = line("Encoding: UTF-8 Lines: 1", 640)
    assert page([*MENUS, line("apples,12", 270), status]).texts == ("apples,12",)


def test_so_it_does_where_nothing_is_below_it() -> None:
    title = line("note.txt - Editor", 0, 500, Role.TITLE)
    menus = [line("File", 33, 11, Role.MENU), line("Edit", 33, 51, Role.MENU)]
    assert page([title, *menus, line("Hello there", 84, 6)]).texts == ("Hello there",)


def test_the_mouse_pointer_over_an_empty_text_is_none_of_it() -> None:
    assert page([*MENUS, line("I", 200)]).lines == ()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ([Put(3, ("d", "e"))], "Write “d” and “e” at the end."),
        ([Put(0, ("d",)), Store()], "Write “d” at the top. Save."),
        ([Put(2, ("d",))], "Write “d” as line 3."),
        ([Put(1, ("d",)), Store("x.txt")], "Write “d” below “a”. Save it as “x.txt”."),
        ([Cut(2), Cut(0)], "Delete “a” and “b”."),
        ([Cut(1)], "Delete an empty line."),
        ([Exchange(0, 0, 1, "z")], "Turn “a” into “z”."),
        ([Whole(())], "Empty the text."),
        (
            [Whole(("x" * 80,)), Restore(("a",))],
            f"Make “{'x' * 59}…” all of the text. Take the last",
        ),
        ([Cut(2), Put(2, ("c",))], "Delete “b”. Write “c” at the end."),
    ],
)
def test_changes_are_told_with_the_lines_they_are_about(changes: list[Change], words: str) -> None:
    said = told(("a", "", "b"), changes)
    assert said is not None
    assert said.startswith(words)


@pytest.mark.parametrize("changes", [[], [Exchange(0, 0, 0, "z")] * 5])
def test_nothing_and_too_much_at_once_are_not_told(changes: list[Change]) -> None:
    assert told(("a", "b"), changes) is None


def test_letters_that_hang_make_no_empty_lines() -> None:
    tops = (("milk", 230, 241), ("ggs", 248, 259), ("butter", 260, 271))
    rows = [Element(Box(300, top, 340, end), Role.ITEM, text, text) for text, top, end in tops]
    assert page(rows).texts == ("milk", "ggs", "butter")


def test_one_line_that_is_read_too_high_moves_no_other() -> None:
    rows = [line(f"word {at}", 230 + 17 * at) for at in (0, 1, 2, 4, 5)]
    high = rows[3]
    rows[3] = Element(Box(300, high.box.top, 360, high.box.bottom + 5), Role.ITEM, "word 4")
    assert page(rows).texts == ("word 0", "word 1", "word 2", "", "word 4", "word 5")


def test_a_line_that_is_found_with_the_top_of_the_next_stays_one_of_its_own() -> None:
    """As FeatherPad was seen."""
    seen = (("milk", 322, 255, 265), ("bread", 337, 270, 289), ("butter", 337, 285, 295))
    rows = [
        Element(Box(294, top, right, end), Role.ITEM, text, text) for text, right, top, end in seen
    ]
    search = Element(Box(293, 604, 826, 627), Role.FIELD, "Search...", "Search...")
    assert page([*rows, search]).texts == ("milk", "bread", "butter")


def test_the_buttons_beside_a_title_are_no_text() -> None:
    title = line("note.txt - Editor", 150, 500, Role.TITLE)
    buttons = line("-OX", 150, 900)
    assert page([title, buttons, *MENUS], ["/home/ann/note.txt - Editor"]).lines == ()
