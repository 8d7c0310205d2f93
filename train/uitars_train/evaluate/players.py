"""Who can play beside a model, with what eyes, and what each of them did before.

Not here: how they decide (`contenders.py`, `matching.py`).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.eyes.fusion import fuse
from uitars_runtime.intent import MEANT
from uitars_train.evaluate import fingerprint
from uitars_train.evaluate.kept import Kept, kept
from uitars_train.evaluate.matching import StringMatcher

if TYPE_CHECKING:
    import msgspec

    from uitars_runtime.element import Element
    from uitars_runtime.frame import Frame

MODEL = "model"
AGREEING = "agreeing"
"""The model, with somebody who says yes to what it thinks is meant; the verifier tells how often
rightly."""
_Result = TypeVar("_Result")


def string_matcher() -> StringMatcher:
    """String matching with the product's eyes, so that only the decision differs."""
    eyes = Eyes()

    def look(frame: Frame, first: bool) -> tuple[Element, ...]:
        return fuse(eyes.look(frame, afresh=first), frame.told)

    return StringMatcher(look)


def agrees(question: str) -> str | None:
    """Yes to "Is that what you mean?" and no word to anything else."""
    return "yes" if question.endswith(MEANT) else None


def before(
    keep: Path | None,
    kind: str,
    player: str,
    model: str,
    asked: bytes,
    decoder: msgspec.json.Decoder[_Result],
    base_url: str | None = None,
) -> Kept[_Result]:
    """What a player did before. `asked`: the bytes of the set, and of what it shows. Random clicks
    and the oracle of pages depend on nothing else, string matching on the eyes, the model on its
    weights, or on its server at `base_url`, too."""
    if keep is None:
        return Kept(None, decoder)
    match player:
        case "model" | "agreeing":
            plays = fingerprint.of_model(model, base_url)
        case "matching":
            plays = fingerprint.of_eyes()
        case _:
            plays = ""
    return kept(keep, f"{kind}-{player}", (asked, plays.encode()), decoder)


def asked(set_file: Path, *, accessibility: bool) -> bytes:
    """What is asked: the set, and whether programs say what they show."""
    return set_file.read_bytes() + (b"accessibility" if accessibility else b"")
