"""A small part of the drill with damaged files and messages: refused, and nothing worse."""

from __future__ import annotations

import pytest

from helpers.safety.hostile_files import KINDS, of_kind


@pytest.mark.parametrize("kind", KINDS)
def test_damage_is_refused_and_does_nothing_else(kind: str) -> None:
    told = of_kind(kind, 16, 200)
    assert told["failed"] == 0, told["problems"]
    assert told["tried"] == 200
    assert 0 < told["refused"] < 200
    assert told["memory_mb"] < 1024
