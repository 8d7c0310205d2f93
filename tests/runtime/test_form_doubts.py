"""Questions about a form are known again, whatever it is called."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.forms.doubts import is_doubt, is_put_right, put_it, which_entry
from uitars_runtime.forms.told import is_plan
from uitars_runtime.intent import MEANT

words = st.text(st.characters(exclude_characters="“”", exclude_categories=("Cs",)), min_size=1)


@given(words, words, st.lists(words, min_size=2, max_size=20))
def test_what_is_asked_is_known_again(label: str, value: str, entries: list[str]) -> None:
    asked = [
        which_entry(label, value, entries),
        is_put_right(label, value, (0, 10)),
        put_it(label, value),
    ]
    for one in asked:
        assert one is not None
        assert is_doubt(one)
        assert not is_plan(one)


@given(words)
def test_nothing_is_asked_that_quotes_would_part(label: str) -> None:
    assert which_entry(label, "x", []) is None
    assert which_entry(label, "x", ["y"]) is None
    assert which_entry("a”b", label, ["c"]) is None
    assert put_it("", label) is None


@given(words)
def test_other_questions_are_none_of_these(said: str) -> None:
    assert not is_doubt(f"{said} {MEANT}")
    assert not is_doubt(f"“{said}”: “1”. {MEANT}")
