"""Names of keys: aliases, unknown names, chords."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.desktop.layout import keysym
from uitars_runtime.keys import _ALIASES, NAMES, UnknownKeyError, chord, normalise


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Control", "ctrl"),
        ("Control_L", "ctrl"),
        ("Super_L", "super"),
        ("Alt_R", "alt"),
        ("ISO_Level3_Shift", "altgr"),
        ("ArrowLeft", "left"),
        ("arrow_left", "left"),
        ("page_down", "pagedown"),
        ("Page Down", "pagedown"),
        ("RETURN", "enter"),
        ("\n", "enter"),
        (" ", "space"),
        ("cmd", "super"),
        ("F11", "f11"),
        ("plus", "+"),
        ("-", "-"),
        ("minus", "-"),
        ("A", "A"),
        ("é", "é"),
        ("漢", "漢"),
    ],
)
def test_names_and_aliases(name: str, key: str) -> None:
    assert normalise(name) == key


@given(st.sampled_from(sorted(NAMES)))
def test_every_name_is_itself_and_has_a_symbol(name: str) -> None:
    assert normalise(name) == name
    assert normalise(name.upper()) == name
    assert keysym(name) > 0


@given(st.sampled_from(sorted(_ALIASES)))
def test_every_alias_means_a_key(alias: str) -> None:
    key = normalise(alias)
    assert key in NAMES or len(key) == 1


@given(st.text(min_size=2, max_size=12))
def test_any_text_is_a_key_or_unknown(text: str) -> None:
    try:
        key = normalise(text)
    except UnknownKeyError:
        return
    assert key in NAMES or len(key) == 1


@given(st.characters(categories=["L", "N", "P", "S"]))
def test_every_printable_character_is_a_key(character: str) -> None:
    assert normalise(character) == character


def test_a_modifier_means_the_key_not_the_capital() -> None:
    assert chord(["Ctrl", "C"]) == ("ctrl", "c")
    assert chord(["ctrl", "Shift", "C", "c"]) == ("ctrl", "shift", "c")
    assert chord(["C"]) == ("C",)
