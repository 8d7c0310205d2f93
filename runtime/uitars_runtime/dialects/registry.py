"""Names of dialects: which there are, which one fits a model's name, and loading one.

A dialect's module is imported when it is chosen. Other packages add theirs through the entry point
group `uitars.dialects`; they are looked up by name, never by model text.
"""

from __future__ import annotations

import difflib
import importlib
import re
from collections.abc import Callable
from importlib.metadata import entry_points
from typing import cast

from uitars_runtime.errors import UsageError
from uitars_runtime.protocols import Dialect

_ROOM = "uitars_runtime.dialects"
DIALECTS: dict[str, str] = {
    "ui-tars-1.0": f"{_ROOM}.uitars:ui_tars_1_0",
    "ui-tars-1.5": f"{_ROOM}.uitars:ui_tars_1_5",
    "doubao-15b": f"{_ROOM}.uitars:doubao_15b",
    "doubao-20b": f"{_ROOM}.uitars:doubao_20b",
    "ui-tars-2": f"{_ROOM}.seed:SeedXml",
    "omni-tars": f"{_ROOM}.omni:OmniTars",
    "qwen2.5-vl": f"{_ROOM}.qwen:qwen2_5_vl",
    "qwen3-vl": f"{_ROOM}.qwen:qwen3_vl",
    "holo": f"{_ROOM}.holo:Holo",
    "ui-venus": f"{_ROOM}.venus:Venus",
    "fara": f"{_ROOM}.fara:fara",
    "fara-1.5": f"{_ROOM}.fara:fara_1_5",
    "mai-ui": f"{_ROOM}.mai:MaiUi",
    "glm-v": f"{_ROOM}.glm:Glm",
    "opencua": f"{_ROOM}.opencua:OpenCua",
    "openai-computer": f"{_ROOM}.openai_computer:openai_computer",
    "anthropic-computer": f"{_ROOM}.anthropic_computer:anthropic_computer",
    "uitars-nano": f"{_ROOM}.embedded:EmbeddedDialect",
}
"""Name -> "module:object"; calling the object without arguments gives the dialect."""
GROUP = "uitars.dialects"

_PATTERNS = (
    (r"doubao.*(1[-_.]5).*ui[-_ ]?tars", "doubao-15b"),
    (r"doubao|seed-1[-_.]", "doubao-20b"),
    (r"omni[-_ ]?tars", "omni-tars"),
    (r"ui[-_ ]?tars[-_ ]?2(?!b)", "ui-tars-2"),
    (r"ui[-_ ]?tars[-_ ]?1[-_.]5", "ui-tars-1.5"),
    (r"ui[-_ ]?tars", "ui-tars-1.0"),
    (r"holo[-_ ]?[2-9]", "holo"),
    (r"venus(?![-_ ]?(navi|ground))", "ui-venus"),
    (r"gui[-_ ]?owl[-_ ]?\d+b", "qwen2.5-vl"),
    (r"gui[-_ ]?owl|evocua", "qwen3-vl"),
    (r"fara[-_ ]?1[-_.]5", "fara-1.5"),
    (r"(?<![a-z])fara(?![a-z])", "fara"),
    (r"mai[-_ ]?ui", "mai-ui"),
    (r"glm[-_ ]?4[-_.]?\d*v", "glm-v"),
    (r"opencua(?![-_ ]?(a3b|qwen2))", "opencua"),
    (r"(?<![-_])computer[-_]use[-_]preview|(?<![a-z])gpt-[5-9]", "openai-computer"),
    (r"(?<![a-z])claude(?![a-z])", "anthropic-computer"),
    (r"qwen[-_ ]?2[-_.]?5[-_ ]?vl", "qwen2.5-vl"),
    (r"qwen[-_ ]?(3|2[-_ ]?vl)", "qwen3-vl"),
)
"""The first that is found counts. What counts on another grid than its family, as Holo1.5 and
UI-Venus-Navi do, has no dialect by its name: its clicks would land elsewhere."""


def guess(model_name: str) -> str | None:
    """The dialect a model of this name speaks, or None where the name says nothing."""
    lowered = model_name.lower()
    for pattern, dialect in _PATTERNS:
        if re.search(pattern, lowered):
            return dialect
    return None


def load_dialect(name: str) -> Dialect:
    """The dialect of this name. Raises `UsageError` with the closest names for an unknown one."""
    if target := DIALECTS.get(name):
        module, _, attribute = target.partition(":")
        make: object = vars(importlib.import_module(module))[attribute]
        return cast("Callable[[], Dialect]", make)()
    others = {entry.name: entry for entry in entry_points(group=GROUP)}
    if name in others:
        return cast("Callable[[], Dialect]", others[name].load())()
    known = sorted({*DIALECTS, *others})
    close = difflib.get_close_matches(name.lower(), known, n=3, cutoff=0.6)
    meant = f"Did you mean {' or '.join(close)}? " if close else ""
    raise UsageError(f"There is no dialect {name!r}.", f"{meant}Known are {', '.join(known)}.")
