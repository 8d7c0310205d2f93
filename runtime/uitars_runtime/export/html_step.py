"""One step of a run as a section of the HTML replay: the picture with its target, and the facts.

Everything a model, a screen or a file said is untrusted: it goes through `text` and nowhere else.
"""

from __future__ import annotations

import html

import msgspec

from uitars_runtime.export.html_target import target
from uitars_runtime.export.pictures import Picture
from uitars_runtime.export.words import (
    action_in_words,
    chord,
    printable,
    thought_in_words,
    verdict_in_words,
)
from uitars_runtime.journal import Intent
from uitars_runtime.timing import Timing
from uitars_runtime.types import (
    Action,
    CallTool,
    Decision,
    Outcome,
    Press,
    Shell,
    Step,
    Tokens,
    Type,
    Verdict,
    WriteFile,
)

_CAPTION_CHARACTERS = 200


def text(untrusted: str) -> str:
    """Text that can be nothing but text, in an element or an attribute; line breaks stay."""
    return html.escape(printable(untrusted, lines=True))


def capital(words: str) -> str:
    """Words as the beginning of a line."""
    return words[:1].upper() + words[1:]


def icon(name: str) -> str:
    return f'<svg class="icon" aria-hidden="true"><use href="#icon-{name}"/></svg>'


def mood(step: Step | Intent) -> str:
    """How a step went, as a class name: good, bad, denied or open."""
    match step:
        case Intent():
            return "open"
        case Step(verdict=Verdict(decision=Decision.DENY)):
            return "denied"
        case Step(outcome=outcome):
            return "good" if outcome.ok else "bad"


def headline(step: Step | Intent) -> str:
    """The action in words, or that there was none; not yet escaped."""
    action = step.proposal.action
    return "no readable action" if action is None else action_in_words(action)


def section(step: Step | Intent, total: int, picture: Picture | None, number: int) -> str:
    """The whole step. `number` is that of its picture among the embedded ones."""
    title = text(capital(headline(step)))
    return f"""
<section class="step" id="step-{step.index + 1}" aria-labelledby="title-{step.index + 1}">
<div class="stage">{_stage(step, picture, number)}</div>
<div class="detail">
<p class="count">Step {step.index + 1} <span>of {total}</span></p>
<h2 id="title-{step.index + 1}" dir="auto">{title}</h2>
{_thought(step.proposal.thought)}
<dl class="facts">{_facts(step)}</dl>
{_costs(step)}
{_source(step)}
</div>
</section>"""


def _stage(step: Step | Intent, picture: Picture | None, number: int) -> str:
    if picture is None:
        return '<p class="missing">The screenshot of this step is missing or damaged.</p>'
    size, action = picture.size, step.proposal.action
    label = f"Screenshot before step {step.index + 1}: {headline(step)}"
    return (
        f'<div class="frame size-{size.width}x{size.height}">'
        f'<svg class="picture" viewBox="0 0 {size.width} {size.height}" role="img"'
        f' aria-label="{text(label)}"><use href="#picture-{number}"/>{target(action, size)}</svg>'
        f"{_caption(action)}</div>"
    )


def _caption(action: Action | None) -> str:
    """What is typed or pressed has no place of its own: it is shown like a subtitle."""
    match action:
        case Type(text=typed):
            shown = typed[:_CAPTION_CHARACTERS] + ("…" if len(typed) > _CAPTION_CHARACTERS else "")
            inner = f'{icon("keyboard")}<span class="typed" dir="auto">{text(shown)}</span>'
        case Press(keys=keys):
            caps = (f"<kbd>{html.escape(chord((key,)))}</kbd>" for key in keys)
            inner = icon("keyboard") + "<span>" + "+".join(caps) + "</span>"
        case _:
            return ""
    return f'<p class="caption" aria-hidden="true">{inner}</p>'


def _thought(thought: str) -> str:
    words = thought_in_words(thought)
    if not words:
        return '<p class="thought none">No thought was given.</p>'
    return f'<blockquote class="thought" dir="auto">{text(words)}</blockquote>'


def _facts(step: Step | Intent) -> str:
    if isinstance(step, Intent):
        return _fact("open", "Outcome", "Not known", "The record ends before this step was over.")
    said = "".join(_fact("open", "You", "Said to the model", words) for words in step.said)
    return said + _verdict(step) + _outcome(step.outcome) + _effect(step.outcome)


def _verdict(step: Step) -> str:
    verdict = step.verdict
    if verdict is None:
        return _fact("bad", "Gate", "Not asked", "The reply was no action.")
    allowed = verdict.decision is Decision.ALLOW
    words = verdict_in_words(verdict)
    return _fact(
        "good" if allowed else "denied", "Gate", capital(words), verdict.reason, verdict.rule
    )


def _outcome(outcome: Outcome) -> str:
    words = "Done" if outcome.ok else "Did not happen"
    return _fact("good" if outcome.ok else "bad", "Outcome", words, outcome.text)


def _effect(outcome: Outcome) -> str:
    match outcome.changed:
        case None:
            return ""
        case True:
            return _fact("good", "Effect", "The screen changed", "")
        case False:
            return _fact("open", "Effect", "No visible change", "")


def _fact(kind: str, name: str, words: str, more: str, rule: str = "") -> str:
    code = f"<code>{text(rule)}</code>" if rule else ""
    note = f'<p dir="auto">{text(more)}</p>' if more.strip() else ""
    return (
        f'<div class="fact {kind}"><dt>{name}</dt>'
        f"<dd>{icon(kind)}<span>{words}</span>{code}{note}</dd></div>"
    )


def _costs(step: Step | Intent) -> str:
    tokens = _tokens(step.proposal.tokens)
    bar = _timing(step.ms) if isinstance(step, Step) else ""
    return f'<div class="costs">{bar}{tokens}</div>' if bar or tokens else ""


def _timing(ms: Timing) -> str:
    phases = {"Look": ms.observe, "Think": ms.propose, "Review": ms.review, "Act": ms.execute}
    known = sum(phases.values())
    whole = max(ms.total, known)
    if whole <= 0:
        return ""
    if whole - known >= 1:  # such as judging whether a finish is one
        phases["Rest"] = whole - known
    bars, legend, left = "", "", 0.0
    for name, value in phases.items():
        width = 100 * value / whole
        phase = name.lower()
        bars += f'<rect class="{phase}" x="{left:.2f}" width="{width:.2f}" height="1"/>'
        legend += f'<li class="{phase}">{name} <b>{_milliseconds(value)}</b></li>'
        left += width
    return (
        f'<h3>Time <span>{_milliseconds(whole)}</span></h3><svg class="bar" viewBox="0 0 100 1"'
        f' preserveAspectRatio="none" aria-hidden="true">{bars}</svg><ul class="legend">{legend}'
        "</ul>"
    )


def _tokens(tokens: Tokens) -> str:
    if not tokens.prompt and not tokens.generated:
        return ""
    reused = f" ({tokens.reused:,} reused)" if tokens.reused else ""
    return (
        f"<h3>Tokens <span>{tokens.prompt:,} prompt{reused}, {tokens.generated:,} generated</span>"
        "</h3>"
    )


def _milliseconds(value: float) -> str:
    return f"{value / 1000:.1f} s" if value >= 1000 else f"{value:.0f} ms"


def _source(step: Step | Intent) -> str:
    """The action as recorded and the reply as written; unfolded where every letter matters."""
    proposal = step.proposal
    parts = ""
    if proposal.action is not None:
        data = msgspec.json.format(msgspec.json.encode(proposal.action), indent=2)
        parts += f"<h3>Action</h3><pre>{text(data.decode())}</pre>"
    if proposal.raw:
        parts += f'<h3>Reply</h3><pre dir="auto">{text(proposal.raw)}</pre>'
    unfolded = " open" if isinstance(proposal.action, Shell | WriteFile | CallTool) else ""
    return f"<details{unfolded}><summary>As recorded</summary>{parts}</details>" if parts else ""
