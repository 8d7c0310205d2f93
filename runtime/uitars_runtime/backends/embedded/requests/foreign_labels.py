"""Whether a step would work a control for a label in a script that its screen does not show.

Where a task says “保存” and the window “Save”, the network has nothing to compare: it points at
something else, or asks without saying what it misses. Values that are typed may be in any script.
"""

from __future__ import annotations

import re
from typing import Final

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_runtime.backends.embedded.tokenizer import span_text
from uitars_runtime.element import Element

_MISSING: Final = frozenset({Act.CLICK, Act.DOUBLE, Act.RIGHT, Act.TYPE, Act.CALL_USER, Act.FAIL})
_VALUE: Final = re.compile(r"\b(?:enter|type|write|put)\s+[\"“][^\"”]*[\"”]?", re.IGNORECASE)
_FOREIGN: Final = re.compile(r"[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")
"""Chinese, Japanese and Korean."""


def missing_label(decision: Decision, situation: Situation) -> str:
    """The label that the step would serve and that stands nowhere; empty for none."""
    if decision.act not in _MISSING or decision.serves is None:
        return ""
    if any(_FOREIGN.search(_words(one)) for one in situation.elements):
        return ""
    span = decision.serves
    served = span_text(situation.task, situation.words, span.first, span.last)
    found = _FOREIGN.search(_VALUE.sub("", served))
    pointed = situation.elements[decision.element] if decision.element is not None else None
    own = set(re.findall(r"\w+", _words(pointed))) if pointed else set[str]()
    if found is None or own & set(re.findall(r"\w+", served.casefold())):
        return ""
    return found[0]


def _words(element: Element) -> str:
    return f"{element.text} {element.name}".casefold()
