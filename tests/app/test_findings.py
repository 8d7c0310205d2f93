"""What was seen of a finished run's parts is said in the window's language."""

from __future__ import annotations

import pytest

from uitars_app.judged import part_words
from uitars_runtime.run_record import Part


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (Part("写", 0, "“Hello” stands in “Name”"), "“写”: “Hello”在“Name”里"),
        (Part("写", 0, "“A. B” stands in the field"), "“写”: “A. B”在输入框里"),
        (Part("关", None, "", "no step did it"), "“关”: 没有看到已做到 (没有哪一步做了它)"),
        (
            Part("勾", 0, "“A” was not ticked and is now ticked"),
            "“勾”: “A”之前没有勾选，现在已勾选",
        ),
        (
            Part("写", 0, "the text on the screen has just this change"),
            "“写”: 屏幕上的文字正好是这个改动",
        ),
        (Part("type “A”", 1, "“A” stands in the field"), "“type ‘A’”: “A”在输入框里"),
        (Part("x", 1, "something new"), "“x”: something new"),
    ],
)
def test_findings_are_worded(chinese: None, part: Part, words: str) -> None:
    assert part_words(part) == words
