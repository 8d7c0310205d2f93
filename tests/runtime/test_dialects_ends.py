"""The mark with which a model ends its turn, as servers pass it on."""

import pytest

from helpers.dialect_replies import (
    block,
    parsed,
)
from uitars_runtime.types import (
    Wait,
)


@pytest.mark.parametrize(
    ("dialect", "reply"),
    [
        ("fara", block("computer_use", '{"action": "wait", "time": 5}') + "<|im_end|>"),
        ("fara-1.5", block("computer_use", '{"action": "wait", "time": 5}') + "<|im_end|>\n"),
        ("mai-ui", block("mobile_use", '{"action": "wait"}') + "<|im_end|>"),
        ("glm-v", "<|begin_of_box|>WAIT()<|end_of_box|>\nMemory:\n[]<|user|>"),
        ("glm-v", "<|begin_of_box|>WAIT()<|end_of_box|><|endoftext|>"),
        ("opencua", "```python\ncomputer.wait()\n```<|im_end|>"),
        ("opencua", "computer.wait()<|im_end|>"),
    ],
)
def test_the_mark_at_the_end_of_a_turn_is_no_part_of_the_reply(dialect: str, reply: str) -> None:
    assert parsed(dialect, reply) == (Wait(5),)
