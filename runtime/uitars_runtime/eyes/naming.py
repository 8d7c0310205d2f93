"""The names of widgets without own words: a label beside or above is what a person calls them.

A filled field is named by its label too; its own words are its content.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

import msgspec

from uitars_runtime.element import Element, Role
from uitars_runtime.geometry import Box, holds

LABELLED = frozenset({Role.FIELD, Role.COMBO, Role.SLIDER})
"""Roles that a label names even when they have words (their value)."""
MARKS = frozenset({Role.CHECKBOX, Role.RADIO})
"""Roles that a label names when no words were found with them."""
CELLS = frozenset({Role.ITEM, Role.HEADER})
"""What labels in tables are taken for ..."""
TAKEN = CELLS | {Role.MENU_ITEM, Role.TAB, Role.LINK}
"""... and others."""
ONE_LINE = 64
"""Height in pixels up to which a widget is one of a form: lists stand beside editors, too."""
FARTHEST_LEFT = 260
"""Pixels from the right end of a label to the widget it names."""
FAR_LEFT = 700
"""The same where nothing nearer names it: settings with words at one side, widgets at the other."""
FARTHEST_ABOVE = 36
"""Pixels from the lower end of a label to the widget it names."""

_HEADING = 12
"""Pixels between a field and the bold label above it, or half of its height where it is large; what
stands farther off is a heading."""
_SPACING = 0.9
"""Between the lines of a label, in heights of a line, at most."""
LETTER = 0.5
"""Width of a letter beside a tick box, in heights of the box."""
SENTENCE = re.compile(r"\w\S*(?: \S+){2,}\w\.")
"""What explains something, and names nothing below it."""
_WORD = re.compile(r"\w")
"""What a label has: an asterisk behind one, which says that a field must be filled, has none."""
_NUMBER = re.compile(r"[-+]?[\d.,:%\s]*")


def named(elements: Sequence[Element]) -> list[Element]:
    """The elements in their order, each with its name."""
    labels = _labels(elements)
    return [
        msgspec.structs.replace(element, name=_tidy(labels.get(index, element.text)))
        for index, element in enumerate(elements)
    ]


def with_names(elements: Sequence[Element]) -> list[Element]:
    """The elements in their order; what a label can name and nothing does takes its name."""
    return [
        labelled if not one.name and _is_labelled(one) else one
        for one, labelled in zip(elements, named(elements), strict=True)
    ]


def _is_labelled(element: Element) -> bool:
    return element.role in LABELLED or (element.role in MARKS and not element.text)


def _labels(elements: Sequence[Element]) -> dict[int, str]:
    """Index of a widget to the text of its label."""
    fields = [element.box for element in elements if element.role is Role.FIELD]
    worded = [
        element
        for element in elements
        if element.text and not any(holds(field, element.box) for field in fields)
    ]
    texts = [
        element
        for element in worded
        if element.role in {Role.TEXT, Role.TITLE} and _WORD.search(element.text)
    ]
    within = _labels_within(elements)
    found, spent = _nearest(elements, texts, within)
    found |= within
    free = [text for text in texts if text not in spent]
    found |= _far_labels(elements, free, found)
    found |= _cells(elements, worded, found)
    cells = [element for element in worded if element.role in CELLS]
    return found | _far_labels(elements, cells, found)


def _labels_within(elements: Sequence[Element]) -> dict[int, str]:
    """The same for filled fields that hold their label above what was filled in."""
    words = [one for one in elements if one.text and one.role in {Role.TEXT, *TAKEN}]
    found: dict[int, str] = {}
    for index, field in enumerate(elements):
        if field.role is Role.FIELD and field.text:
            above = [
                one.text
                for one in words
                if one.box.bottom <= field.box.center.y + 4
                and holds(field.box, one.box)
                and one.text not in field.text
            ]
            if len(above) == 1:
                found[index] = above[0]
    return found


def _cells(
    elements: Sequence[Element], worded: Sequence[Element], known: Mapping[int, str]
) -> dict[int, str]:
    """The same for widgets of one line that no plain words name: in tables and on coloured ground
    labels look like entries."""
    taken = [element for element in worded if element.role in TAKEN]
    low = [element for element in elements if element.box.height <= ONE_LINE]
    tall = {at for at, element in enumerate(elements) if element.box.height > ONE_LINE}
    beside = [one for one in taken if one.role in CELLS or _is_at_any(one, low)]
    return _nearest(elements, beside, {*known, *tall})[0]


def _is_at_any(words: Element, widgets: Sequence[Element]) -> bool:
    """Whether it stands in the row of a widget, or begins right above an empty one: other words
    that lead elsewhere are the label of nothing below them."""
    return any(
        _is_left_of(words.box, one.box) or (not one.text and _is_upon(words.box, one.box))
        for one in widgets
        if _is_labelled(one)
    )


def _is_left_of(words: Box, box: Box) -> bool:
    return words.right <= box.left + 4 and words.top < box.center.y < words.bottom


def _is_upon(words: Box, box: Box) -> bool:
    gap = box.top - words.bottom
    begins = abs(words.left - box.left) <= max(8, words.height // 2) and words.right <= box.right
    return begins and -4 <= gap <= words.height


def _nearest(
    elements: Sequence[Element], texts: Sequence[Element], known: Collection[int]
) -> tuple[dict[int, str], set[Element]]:
    """The same for all but what is known, of some words: nearest pairs first, each label once; and
    which of them were spent."""
    pairs = [
        (cost, index, place)
        for index, element in enumerate(elements)
        if _is_labelled(element) and index not in known
        for place, text in enumerate(texts)
        if (cost := _distance(text, element, elements)) is not None
    ]
    found: dict[int, str] = {}
    spent: set[Element] = set()
    for _, index, place in sorted(pairs):
        if index not in found and texts[place] not in spent:
            block = _block_of(texts[place], elements[index], texts, elements)
            found[index] = " ".join(text.text for text in block)
            spent.update(block)
    return found, spent


def _far_labels(
    elements: Sequence[Element], texts: Sequence[Element], known: dict[int, str]
) -> dict[int, str]:
    """The same for widgets that nothing near names: words far to the left, a tick box before them.

    Those that hold words are called by them: a field often says what belongs in it. Worth no
    right element of 10,197 (-3 to 3).
    """
    ticks = [_with_words(element) for element in elements if element.role in MARKS and element.text]
    found: dict[int, str] = {}
    for index, element in enumerate(elements):
        asks = element.role in LABELLED | MARKS and index not in known
        says = element.role is not Role.COMBO and not _NUMBER.fullmatch(element.text)
        if not asks or says:
            continue
        words = [*texts, *ticks] if element.role in LABELLED else texts
        costs = [
            (cost, text.text)
            for text in words
            if text.box.top < element.box.center.y < text.box.bottom
            and (cost := _distance(text, element, elements, FAR_LEFT)) is not None
        ]
        if costs:
            found[index] = min(costs)[1]
    return found


def _with_words(tick: Element) -> Element:
    """A tick box, of which an element has the box alone, with about the room of its words."""
    box = tick.box
    right = box.right + round(LETTER * box.height * len(tick.text))
    return msgspec.structs.replace(tick, box=Box(box.left, box.top, right, box.bottom))


def _block_of(
    label: Element, widget: Element, texts: Sequence[Element], elements: Sequence[Element]
) -> list[Element]:
    """The label and the lines it goes on in, beside a widget to which all of them are centred, or
    less exactly where the last one begins as no label does.

    Worth 1 right element of 10,197 (0 to 3) with lines that begin alike and stand close alone.
    """
    box = widget.box
    if label.role in TAKEN or label.box.right > box.left + 4:
        return [label]
    block, slack = [label], 0
    for text in sorted(texts, key=lambda text: text.box.top):
        if text in block or text.box.right > box.left + 4:
            continue
        before, after = _goes_on(text, block[0]), _goes_on(block[-1], text)
        if not (before or after) or _has_another(text, widget, elements):
            continue
        block.insert(0 if before else len(block), text)
        slack = max(slack, label.box.height if _is_rest(block[-1].text) else 0)
    middle = (block[0].box.top + block[-1].box.bottom) // 2
    near = max(6, box.height // 4, slack)
    return block if abs(middle - box.center.y) <= near else [label]


def _has_another(text: Element, widget: Element, elements: Sequence[Element]) -> bool:
    """Whether another widget stands in the row of words, right of them."""
    return any(
        _is_labelled(other) and other != widget and _is_left_of(text.box, other.box)
        for other in elements
    )


def _goes_on(line: Element, below: Element) -> bool:
    """Whether words go on in a line below: they begin alike and stand close, or they begin or end
    alike, stand less than a line apart, and the second one begins as no label does."""
    above, box = line.box, below.box
    gap = box.top - above.bottom
    begins, ends = abs(above.left - box.left), abs(above.right - box.right)
    if _is_rest(below.text):
        far, aside = _SPACING * box.height, max(4, box.height // 4)
        return -4 <= gap <= max(6, far) and min(begins, ends) <= aside
    return -4 <= gap <= 6 and begins <= 4


def _is_rest(text: str) -> bool:
    """Whether a label hardly begins so: "tickets", "(mm)"."""
    return text[:1].islower() or text.startswith("(")


def _distance(
    label: Element, widget: Element, elements: Sequence[Element], reach: int = FARTHEST_LEFT
) -> float | None:
    """How far-fetched it is that the label names the widget; None where it cannot.

    `reach`: pixels that a label may stand left of it.
    """
    words, box = label.box, widget.box
    if holds(box, words):
        return None
    colon = 0.6 if label.text.endswith(":") else 1.0
    if widget.role in LABELLED and _is_on_border(words, box):
        return 0.0
    bold = label.role is Role.TITLE and not label.text.endswith(":")
    first_row = Box(box.left, box.top, box.right, min(box.bottom, box.top + 48))
    # A label right above its field reaches a little into it: its box is that of the tallest ink.
    slack = max(4, words.height // 3)
    if min(words.bottom, first_row.bottom) - max(words.top, first_row.top) > slack:
        if bold:
            return None
        gap, after = box.left - words.right, words.left - box.right
        if -4 <= gap <= reach and not _between(words, first_row, elements):
            return colon * max(gap, 0)
        if widget.role in MARKS and -4 <= after <= 60:
            return colon * max(after, 0)
        return None
    above = _height_above(words, box, slack, bold=bold)
    if SENTENCE.fullmatch(label.text) or _is_control_between(words, box, elements):
        return None
    return None if above is None else colon * above


def _height_above(words: Box, box: Box, slack: int, *, bold: bool) -> float | None:
    """How far-fetched it is that words above name a widget; None where they are too far off."""
    gap, shift = box.top - words.bottom, abs(words.left - box.left)
    if bold and max(gap, 2 * shift) > max(_HEADING, words.height // 2):
        return None
    near = -slack <= gap <= FARTHEST_ABOVE and words.left < box.right and shift <= 60
    return 20 + 2 * max(gap, 0) + shift if near else None


def _is_on_border(words: Box, box: Box) -> bool:
    """Whether the words interrupt the upper border, as labels do on pages of today."""
    return (
        words.top < box.top < words.bottom
        and abs(words.center.y - box.top) <= max(4, words.height // 3)
        and box.left < words.left
        and words.right < box.right
    )


def _between(words: Box, box: Box, elements: Sequence[Element]) -> bool:
    """Whether another element stands between the label and the widget on its right.

    Worth 4 right elements of 10,197 (0 to 10) on half of the pictures that it changes.
    """
    return any(
        words.right <= other.box.center.x <= box.left
        and other.box.top < min(words.bottom, box.bottom)
        and max(words.top, box.top) < other.box.bottom
        for other in elements
    )


def _is_control_between(words: Box, box: Box, elements: Sequence[Element]) -> bool:
    """Whether another control stands between words and what is below them."""
    return any(
        other.role in LABELLED | MARKS
        and words.bottom <= other.box.center.y <= box.top
        and other.box.left < box.right
        and box.left < other.box.right
        for other in elements
    )


def _tidy(text: str) -> str:
    """A label without the sign that leads over to its widget, and without a border that it stands
    on."""
    return text.strip(" -–—").rstrip(" :*").strip() or text
