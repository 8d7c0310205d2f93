"""How a reply is drawn from what a model finds likely, and when that is too little to act on; each
backend does it in its own way."""

from __future__ import annotations

from typing import Final

import msgspec

ASK_BELOW: Final = 0.3
"""Of 1,435 first steps in people's words, questions in place of steps less likely than this kept
670 of 676 right ones and spared 45 of 625 wrong ones (embedded model, `bench/asking.py`)."""

SEEDS: Final = 1 << 32
"""As many as llama.cpp tells apart. A seed is taken modulo these: numpy takes none below 0."""


class Sampling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a reply is drawn; what is None is left to the backend."""

    temperature: float = 0.0
    """0: the likeliest."""
    top_p: float | None = None
    frequency_penalty: float | None = None
    seed: int | None = None
    ask_below: float = ASK_BELOW
    """A step that is less likely, 0 to 1, is a question instead, where the backend says how likely
    a step is; what is drawn never is."""
    looks: bool = True
    """Whether closed menus are looked into before a person is asked, where the backend can."""
    extra: dict[str, object] = {}
    """Fields that only some servers know, for example `chat_template_kwargs`; sent as they are."""


GREEDY = Sampling()
