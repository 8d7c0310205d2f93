"""Why a run that says it is finished can be believed, in the person's language. Knows no widgets.

What was seen and what is missing is said by the runtime in English; known sentences are worded
by reasons.py.
"""

from __future__ import annotations

from typing import assert_never

from PySide6.QtCore import QCoreApplication

from uitars_app.reasons import sentence_words
from uitars_app.words import shown
from uitars_runtime.export.words import part_quoted
from uitars_runtime.run_record import Ending, Evidence, Judgement, Part, RunEnded


def evidence_words(ended: RunEnded | None) -> str:
    """One or two plain sentences; empty for a run that does not say that it is finished."""
    translate = QCoreApplication.translate
    if ended is None:
        return ""
    match ended.evidence:
        case Evidence.VERIFIED:
            return translate("Judged", "Done: the check that came with the task agrees.")
        case Evidence.SEEN:
            return translate("Judged", "Done: every part of the task was seen to come about.")
        case Evidence.UNCHECKED:
            words = _unchecked_words(ended.judgement)
            advice = translate(
                "Judged",
                "Another time it can be checked if things are called as they stand on the screen,"
                ' labels and text in quotes, as in: click "OK".',
            )
            return f"{words} {advice}" if ended.judgement.rewording_helps else words
        case Evidence.NONE if ended.ending is Ending.UNVERIFIED:
            return translate(
                "Judged", "The agent says it is finished, but the check that came with the task"
                " disagrees.",
            )  # fmt: skip
        case Evidence.NONE:
            return ""
        case _:
            assert_never(ended.evidence)


def _unchecked_words(judged: Judgement) -> str:
    translate = QCoreApplication.translate
    if judged.sureness is not None and judged.unsure:
        return translate(
            "Judged",
            "The agent says it is finished, but nobody saw that all of it was done, and it was not"
            " sure of its own steps ({0}), so probably it was not. Look before you rely on it.",
        ).format(f"{judged.sureness:.0%}")
    return translate(
        "Judged",
        "The agent says it is finished, but nobody saw that all of it was done."
        " Look before you rely on it.",
    )


def part_words(part: Part) -> str:
    """One part of the task: what was seen to come of it, or what is missing."""
    translate = QCoreApplication.translate
    if part.seen:
        return f"{part_quoted(part)}: {sentence_words(shown(part.seen))}"
    words = translate("Judged", "not seen to be done")
    why = f" ({sentence_words(shown(part.missing))})" if part.missing else ""
    return f"{part_quoted(part)}: {words}{why}"


def said_at(ended: RunEnded | None, step: int, *, last: bool) -> str:
    """What the judgement says of one step, a line each; at the last one, of the whole run."""
    if ended is None:
        return ""
    lines = [
        f"{'✓' if part.seen else '?'} {part_words(part)}"
        for part in ended.judgement.parts
        if part.step == step
    ]
    if last:
        lines.append(evidence_words(ended))
    return "\n".join(line for line in lines if line)
