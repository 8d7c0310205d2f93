"""Requests for changing a text: which words leave it doubtful what their marks say."""

from __future__ import annotations

import pytest

from uitars_runtime.edits.asked import Asked, Marked, Op, Slot
from uitars_runtime.edits.hedges import hedged

NEW, LINE, OLD = Slot.NEW, Slot.LINE, Slot.OLD


def asked(op: Op, *slots: tuple[Slot, str]) -> Asked:
    return Asked(0, 1, op, tuple(Marked(slot, text, 0) for slot, text in slots))


CUT, PUT, SET = (asked(op, (LINE, "x")) for op in (Op.CUT, Op.PUT, Op.SET))
SAVE, EMPTY, DOUBLE = (asked(op) for op in (Op.SAVE, Op.EMPTY, Op.DOUBLE))
SORT, MOVE = asked(Op.SORT), asked(Op.MOVE, (LINE, "x"))
CHANGE, LINES = asked(Op.CHANGE, (OLD, "red")), asked(Op.LINE, (LINE, "Anna"))


@pytest.mark.parametrize(
    ("request_", "marked"),
    [
        ("don't delete the milk line", CUT),
        ("add cheese and do not save it", SAVE),
        ("delete everything except the title", EMPTY),
        ("delete all but the last line", CUT),
        ("sort everything but the title", asked(Op.SORT)),
        ("change all red to blue but not in the last line", CHANGE),
        ("If there is no cheese, add cheese", PUT),
        ("delete the milk line if it is still there", CUT),
        ("add honey unless it is there already", PUT),
        ("please don't", SAVE),
        ("if we have no cheese, add cheese", PUT),
        ("replace only the second red with blue", asked(Op.WHOLE, (NEW, "blue"))),
        ("increase the timeout by 10", SET),
        ("double the timeout", DOUBLE),
        ("the timeout should be twice as long", SET),
        ("I need one more apple", CUT),
        ("add bread three times", DOUBLE),
        ("Duplicate the last line twice", DOUBLE),
        ("replace red by blue once", CHANGE),
        ("find Anna and replace her with Bob", LINES),
        ("delete the letter s", Asked(0, 19, Op.EMPTY)),
        ("remove all commas and save", Asked(0, 17, Op.EMPTY)),
        ("sort lines 2 to 5", SORT),
        ("sort everything below the title", SORT),
        ("copy milk to the end", MOVE),
        ("move the milk one line down", MOVE),
        ("delete the milk or the eggs", CUT),
        ("clear line 2", CUT),
        ("open b.txt and delete the milk", Asked(0, 10, Op.SAVE_AS, (Marked(NEW, "b.txt", 5),))),
        ("don't ever delete the milk", CUT),
        ("I don't want you to delete the milk", CUT),
        ("do not under any circumstances delete the milk", CUT),
        ("do not, please, delete the milk", CUT),
        ("don't, whatever happens, delete the milk", CUT),
        ("you must not delete the milk", CUT),
        ("the milk shouldn’t be deleted", CUT),
        ("no need to delete the milk", CUT),
        ("avoid deleting the milk", CUT),
        ("be careful not to delete the milk", CUT),
        ("leave the milk alone", CUT),
        ("nobody should get rid of the milk", CUT),
        ("add cheese without saving", SAVE),
        ("did you delete the milk?", CUT),
        ("should I delete the milk?", CUT),
        ("why did you delete the milk", CUT),
        ("who deleted the milk", CUT),
        ("the milk was deleted", CUT),
        ("I deleted the milk already", CUT),
        ("is the milk deleted?", CUT),
        ("it would be wrong to delete the milk", CUT),
    ],
)
def test_words_that_no_mark_tells_of_make_a_request_doubtful(request_: str, marked: Asked) -> None:
    assert hedged(request_, (marked,))


@pytest.mark.parametrize(
    ("request_", "marked"),
    [
        ("so no eggs please, we don't need them any more", CUT),
        ("If you please, delete the milk line, if it's not too much bother", CUT),
        ('add "don\'t delete this, except on Monday"', PUT),
        ("it should say Thursday and not Tuesday", CHANGE),
        ("It would be nice if the milk were gone", CUT),
        ("we got paged four times because of milk, drop it", CUT),
        ("the refrain once more please", DOUBLE),
        ("double the last line", DOUBLE),
        ("replace 10 by 12", CHANGE),
        ("don't change anything else, only delete milk", CUT),
        ("wipe it all, the milk is sour", Asked(0, 11, Op.EMPTY)),
        ("wipe everything in here and save", Asked(0, 23, Op.EMPTY)),
        ("sort the lines and save after that", SORT),
        ("move the milk down to the end", MOVE),
        ("clear the milk off the list", CUT),
        ("can you delete the milk?", CUT),
        ("why don't you delete the milk?", CUT),
        ("please remove the last line, thanks", CUT),
        ("we don't need milk, so delete it", CUT),
        ("don't forget to delete the milk", CUT),
        ("I want the milk deleted", CUT),
        ("undo that, I deleted the wrong line", asked(Op.UNDO)),
        ("instead of red write blue", CHANGE),
        ("without the milk, please", CUT),
    ],
)
def test_what_only_tells_a_story_or_is_polite_does_not(request_: str, marked: Asked) -> None:
    assert not hedged(request_, (marked,))


@pytest.mark.parametrize("said", ["not", "instead of", "rather than"])
def test_a_line_that_is_named_as_another_than_meant_is_not_deleted_unasked(said: str) -> None:
    request = f"delete the eggs, {said} the milk"
    eggs, milk = (Marked(LINE, name, request.index(name)) for name in ("eggs", "milk"))
    assert hedged(request, (Asked(0, len(request), Op.CUT, (eggs, milk)),))
    assert not hedged(request, (Asked(0, len(request), Op.CUT, (eggs,)),))


def test_how_often_something_else_is_to_be_done_does_not() -> None:
    said = "type hello and then press enter twice"
    typed = Asked(0, 10, Op.PUT, (Marked(NEW, "hello", 5),))
    assert not hedged(said, (typed, Asked(20, len(said), Op.OTHER)))
    assert hedged(said, (typed,))


def test_what_is_to_be_written_makes_no_request_doubtful() -> None:
    words = "don't put it there if wet"
    said = f"add {words} at the end"
    assert not hedged(said, (Asked(0, len(said), Op.PUT, (Marked(NEW, words, 4),)),))
    assert hedged(said, (Asked(0, len(said), Op.PUT),))


def test_what_is_emptied_to_be_written_anew_does_not() -> None:
    said = "discard this notice, write Closed"
    empty, whole = Asked(0, 19, Op.EMPTY), Asked(21, len(said), Op.WHOLE)
    assert not hedged(said, (empty, whole))
    assert hedged(said, (empty,))
