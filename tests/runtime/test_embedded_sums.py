"""Sums for a calculator: what people say is typed and entered, and what is left to the network."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.applications import categories as filed
from uitars_runtime.backends.embedded.requests.calculators import plan
from uitars_runtime.backends.embedded.requests.entry import Entry
from uitars_runtime.backends.embedded.requests.starting import Rest
from uitars_runtime.element import Element, Role
from uitars_runtime.sums.reading import clauses
from uitars_runtime.types import (
    Action,
    Box,
    Click,
    DecidedBy,
    Decision,
    Finish,
    Observation,
    OpenWindow,
    Outcome,
    Point,
    Press,
    Proposal,
    Size,
    Step,
    Type,
    Verdict,
)

CALCULATOR = (OpenWindow(1, "Reckon", "Reckon"),)
OTHER = (OpenWindow(1, "Letter", "Quill"),)
ENTER = Press(("enter",))


def shown(texts: str, role: Role = Role.BUTTON) -> tuple[Element, ...]:
    return tuple(
        Element(Box(30 * at, 0, 30 * at + 20, 20), role, text, text)
        for at, text in enumerate(texts.split())
    )


KEYPAD = shown("7 8 9 ÷ 4 5 6 × 1 2 3 − 0 . = +")
CALENDAR = shown(" ".join(map(str, range(1, 32))))


def taken(action: Action, changed: bool = True, decision: Decision = Decision.ALLOW) -> Step:
    verdict = Verdict(decision, DecidedBy.POLICY, "test", "")
    outcome = Outcome(True, "done", changed)
    seen = Observation("0" * 64, Size(160, 100))
    return Step(0, seen, Proposal("", action, ""), verdict, outcome)


def planned(
    task: str,
    *steps: Step,
    elements: tuple[Element, ...] = (),
    windows: tuple[OpenWindow, ...] | None = CALCULATOR,
) -> Entry | Rest | Finish:
    return plan(Rest(task, 0, steps), elements, windows)


@pytest.fixture(autouse=True)
def menus(monkeypatch: pytest.MonkeyPatch) -> None:
    def categories(called: Iterable[str]) -> frozenset[str]:
        return frozenset({"Calculator"} if "Reckon" in called else ())

    monkeypatch.setattr(filed, "categories", categories)


@pytest.mark.parametrize(
    ("task", "keys"),
    [
        ("17 times 6", "17*6"),
        ("2+3", "2+3"),
        ("100 − 37", "100-37"),
        ("Add 5 to 9.", "5+9"),
        ("add 2, 3 and 4", "2+3+4"),
        ("take 4 away from ten", "10-4"),
        ("What do nineteen and twenty-three make together?", "19+23"),
        ("I paid 18.50 and 7.25, what is that together?", "18.50+7.25"),
        ("three hundred and twelve less 45", "312-45"),
        ("a hundred and fifty minus 1,200", "150-1200"),
        ("two million divided by four thousand and five", "2000000/4005"),
        ("three point one four times two and a half", "3.14*2.5"),
        ("15 percent of 240 please", "240*15/100"),
        ("half of fifty plus 3", "(50/2)+3"),
        ("10 minus double 3", "10-(3*2)"),
        ("5 + ( 3 * 2 )", "5+(3*2)"),
        ("Twenty divided by half of 8", "20/(8/2)"),
        ("12 squared", "12*12"),
        ("2.5 x 48 minus 20", "2.5*48-20"),
        ("three and a half plus two and a quarter", "3.5+2.25"),
        ("Bread for 3.85, milk for 2 and cheese for 6.40, how much altogether?", "3.85+2+6.40"),
        ("share 144 sweets among nine children", "144/9"),
        ("double 475, then take off 130", "(475*2)-130"),
        ("17 times 6, then divide that by 2 and add 5", "((17*6)/2)+5"),
        ("Add 45 and 15 first, then divide what comes out by eight.", "(45+15)/8"),
        ("twice 0.75 litres, and 0.2 added on to that", "(0.75*2)+0.2"),
        ("960 divide with 15", "960/15"),
        ("half of 137 and a half", "137.5/2"),
        ("24 boxes at 3.75 each", "24*3.75"),
        ("20 percent off 1,250", "1250*(100-20)/100"),
        ("how many times does 16 go into two thousand", "2000/16"),
        ("the double of three hundred and eighty-six", "386*2"),
        ("subtract 2.4 from 19, then take off another three and a quarter", "(19-2.4)-3.25"),
        ("the quotient of ninety-one and four", "91/4"),
        ("In the basket: 12.95, 4.40 and 7.25. Add them up.", "12.95+4.40+7.25"),
        ("What is -5 times 3?", "0-5*3"),
        ("negative five plus three", "0-5+3"),
        ("subtract 5 from 10 and double it", "(10-5)*2"),
        ("subtract 5 from 10, then halve the result", "(10-5)/2"),
        ("What is 5 plus 3? Then minus 2.", "(5+3)-2"),
        ("I'm not sure what 5 plus 3 is", "5+3"),
        ("nineteen hundred eighty-four plus 1", "1984+1"),
        ("1,5 plus 2", "1.5+2"),
        ("007 plus 3", "7+3"),
        ("the difference between 3 and 10", "10-3"),
        ("Share 144 sweets among nine kids, how many does each one get?", "144/9"),
        ("12 times 7 please, thank you very much. I need it for my homework.", "12*7"),
    ],
)
def test_what_people_call_a_sum_is_known(task: str, keys: str) -> None:
    assert [one.keys for one in clauses(task)] == [keys]


ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
ONES += " fifteen sixteen seventeen eighteen nineteen"
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
SIGNS = {"+": ["plus", "+"], "-": ["minus", "-", "less"], "*": ["times", "x"], "/": ["over", "/"]}


def in_words(number: int, joint: str) -> str:
    """`joint`: what stands behind hundreds and thousands, as " and ", or a blank."""
    for size, name in ((1000, "thousand"), (100, "hundred")):
        if number >= size:
            rest = f"{joint}{in_words(number % size, joint)}" if number % size else ""
            return f"{in_words(number // size, joint)} {name}{rest}"
    if number < 20:
        return ONES.split()[number]
    ten = TENS.split()[number // 10 - 2]
    return f"{ten}-{ONES.split()[number % 10]}" if number % 10 else ten


@given(st.data())
def test_a_chain_of_numbers_in_words_and_figures_is_read_as_it_was_meant(
    data: st.DataObject,
) -> None:
    numbers = data.draw(st.lists(st.integers(0, 999_999), min_size=2, max_size=4))
    signs = [data.draw(st.sampled_from(sorted(SIGNS))) for _ in numbers[1:]]
    said = [
        str(number)
        if data.draw(st.booleans())
        else in_words(number, data.draw(st.sampled_from([" ", " and "])))
        for number in numbers
    ]
    task, keys = said[0], str(numbers[0])
    for sign, words, number in zip(signs, said[1:], numbers[1:], strict=True):
        task += f" {data.draw(st.sampled_from(SIGNS[sign]))} {words}"
        keys += f"{sign}{number}"
    assert [one.keys for one in clauses(f"What is {task}?")] == [keys]


@pytest.mark.parametrize(
    "task",
    [
        "Press 7, then +, then 5",
        "press 5 three times",
        "Switch to the scientific mode",
        'Type "17*6"',
        "the one on the left, please",
        "5 + (3 * 2",
        "17 times 6, 5",
        "add 2 and 3 plus y and 4, 5",
        "version 1.2.3",
        "call 555-1234",
        "2024-05-03",
        "one five zero times 2",
        "nineteen eighty four plus 1",
        "twenty twenty plus 5",
        "one hundred and one hundred, add them",
        "1.200,50 plus 3",
        "٣ + ٤",
    ],
)
def test_what_is_no_sum_or_not_understood_whole_is_none(task: str) -> None:
    assert not clauses(task)


@pytest.mark.parametrize(
    "task",
    [
        "10 - -3 + 2",
        "-(5 + 3) * 2",
        "the square root of 16 plus 2",
        "the cube root of 27 times 2",
        "sine of 30 plus 2",
        "sin(30) + 2",
        "80 plus 15%",
        "100 minus 10 per cent",
        "(5 + 3) squared",
        "6 plus two dozen",
        "add 3 and 4, then square it",
        "What is 5 plus 3? Round it.",
        "What is 5 plus 3? Minus 2 plus 1.",
        "Don't add 5 and 3, multiply them",
        "compute 5 plus 3 but not 6 plus 3",
        "convert 5 + 3 km to miles",
        "12 x 3 inches in centimetres",
        "What is 5 plus 3 in binary?",
        "In binary, what is 5 plus 3?",
        "3/4 of 8 plus 1",
        "what is 5+3, and what is twice that?",
        "12 plus 7, and another one",
        "20 plus 5 and VAT",
        "5+3, then raise it to the third",
        "5+3, to the fourth",
        "17 plus 4 less",
        "how many minutes are 12 plus 7 hours",
        "|5 - 8|",
        "5+3, sorry, 5+4",
        "3 plus 4 divided by 2, brackets first",
        "5+3. I want twice that.",
    ],
)
def test_no_sum_is_read_out_of_another_one_or_where_it_is_forbidden(task: str) -> None:
    assert not clauses(task)


@pytest.mark.parametrize(
    ("task", "rest"),
    [
        ("What is 64*2? Switch to the binary mode afterwards", "Switch to the binary mode"),
        ("Compute 2+3, then click on Round", "click on Round"),
    ],
)
def test_what_is_to_be_done_after_a_sum_makes_no_other_one_of_it(task: str, rest: str) -> None:
    reckoned, after = clauses(task)
    assert reckoned.keys
    assert task[after.start :].startswith(rest)


def test_a_sum_is_typed_entered_and_done() -> None:
    task = "What is 17 times 6?"
    first = planned(task)
    assert isinstance(first, Entry)
    assert (first.action, first.serves.text) == (Type("17*6"), task)
    second = planned(task, taken(Type("17*6")))
    assert isinstance(second, Entry)
    assert second.action == ENTER
    steps = (taken(Type("17*6")), taken(ENTER, changed=False))
    result = shown("102", Role.TEXT)
    assert planned(task, *steps, elements=(*KEYPAD, *result)) == Finish(answer="102")
    # a result that is not there yet is waited for, once
    third = planned(task, *steps)
    assert isinstance(third, Entry)
    assert planned(task, *steps, taken(third.action)) == Finish()


@pytest.mark.parametrize(
    ("task", "shown_then", "answer"),
    [
        ("17 times 6", "1 2 102", "102"),
        ("2 divided by 3", "1 0.666 0.6667", "0.6667"),
        ("2000 minus 4000", "−2,000", "-2000"),
        ("add 2 and 3", "23 7", ""),
        ("add 2 and 3", "", ""),
        ("5 divided by 0", "5 0", ""),
        ("91 divided by 4", "22,75", "22.75"),
    ],
)
def test_the_result_is_the_answer_where_it_is_read(task: str, shown_then: str, answer: str) -> None:
    steps = list[Step]()
    elements = (*KEYPAD, *shown(shown_then, Role.TEXT))
    while isinstance(entry := planned(task, *steps, elements=elements), Entry):
        steps.append(taken(entry.action))
    assert entry == Finish(answer=answer)


def test_a_calculator_that_shows_something_else_is_no_success() -> None:
    task = "3 plus 4 times 2"
    steps = [taken(Type("3+4*2")), taken(ENTER)]
    elements = (*KEYPAD, *shown("14", Role.FIELD))
    late = planned(task, *steps, elements=elements)
    assert isinstance(late, Entry)
    ended = planned(task, *steps, taken(late.action), elements=elements)
    assert ended == Finish("failure", f"The calculator shows 14 for “{task}”.")


def test_a_key_does_not_come_twice_in_one_go() -> None:
    task, steps = "100 + 11", list[Step]()
    elements = (*KEYPAD, *shown("111", Role.TEXT))
    while isinstance(entry := planned(task, *steps, elements=elements), Entry):
        steps.append(taken(entry.action))
    assert [step.action for step in steps] == [Type("10"), Type("0+1"), Type("1"), ENTER]


def test_what_is_asked_for_after_a_sum_is_the_networks() -> None:
    task = "Split 91 by seven, please, and then copy the result with ctrl+c"
    steps = (taken(Type("91/7")), taken(ENTER))
    later = taken(Click(Point(1, 1)))
    rest = planned(task, *steps, later)
    assert isinstance(rest, Rest)
    assert rest.task == "copy the result with ctrl+c"
    assert task[rest.offset :] == rest.task
    assert rest.steps == (later,)


@pytest.mark.parametrize(("second", "keys"), [("multiply 4 by 5", "4*5"), ("add 5 to 9", "5+9")])
def test_one_sum_after_the_other(second: str, keys: str) -> None:
    task = f"Add 2 and 3, then {second}."
    entry = planned(task, taken(Type("2+3")), taken(ENTER))
    assert isinstance(entry, Entry)
    assert entry.action == Type(keys)


@pytest.mark.parametrize(
    "task",
    [
        "Press AC and add 2 and 3",
        "Click OK",
        "Multiply seven by eight, and then by nine",
        "I have 20 and spend half of 12",
        f"Add {'5, ' * 100}and 6",
    ],
)
def test_what_begins_otherwise_or_is_not_all_understood_is_the_networks(task: str) -> None:
    assert planned(task) == Rest(task, 0, ())


def test_a_number_in_another_sentence_is_no_part_of_a_sum() -> None:
    entry = planned(
        "How much is 84 * twelve, it's for question 3? My tables stop at ten and that one is over."
    )
    assert isinstance(entry, Entry)
    assert entry.action == Type("84*12")


@pytest.mark.parametrize(
    "first",
    [taken(Type("2+3"), changed=False), taken(Type("2+3"), decision=Decision.DENY)],
    ids=["in vain", "refused"],
)
def test_keys_that_do_not_arrive_leave_it_to_the_network(first: Step) -> None:
    assert planned("2+3", first) == Rest("2+3", 0, (first,))


@pytest.mark.parametrize(
    ("elements", "windows", "typed"),
    [
        ((), CALCULATOR, True),
        (KEYPAD, OTHER, True),
        ((), OTHER, False),
        (CALENDAR, OTHER, False),
        (KEYPAD, (*CALCULATOR, *OTHER), False),
        (KEYPAD, None, False),
        (KEYPAD, (), False),
    ],
)
def test_only_where_one_calculator_is_all_that_is_open(
    elements: tuple[Element, ...], windows: tuple[OpenWindow, ...] | None, typed: bool
) -> None:
    assert isinstance(planned("2+3", elements=elements, windows=windows), Entry) == typed
