"""A run as one HTML file: it opens without a network and shows every step with its screenshot.

The page's own style and script are allowed by their hashes; nothing else may run or be loaded, so
that what a model or a screen said stays text. The parts lie beside this file: `replay.html`,
`replay.css`, `replay.js`.
"""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from pathlib import Path
from string import Template

from uitars_runtime.errors import JournalError
from uitars_runtime.export.html_step import capital, headline, icon, mood, section, text
from uitars_runtime.export.pictures import Picture, embed
from uitars_runtime.export.words import (
    advice_in_words,
    duration_in_words,
    ending_in_words,
    look,
    thought_in_words,
)
from uitars_runtime.journal import Intent, Record, read_frame, read_record
from uitars_runtime.run_record import Ending, Evidence, Part, RunEnded
from uitars_runtime.types import Size, Step

_GOOD = frozenset({Evidence.VERIFIED, Evidence.SEEN})
_JUDGED = frozenset({Ending.FINISHED, Ending.UNVERIFIED})
_OPEN = frozenset({Ending.FINISHED, Ending.NEEDS_PERSON, Ending.BUDGET, Ending.STOPPED})


def export_html(run_folder: Path) -> str:
    """The page of one recorded run. Raises `JournalError` where there is no readable run."""
    record = read_record(run_folder)
    steps: list[Step | Intent] = [*record.trajectory.steps]
    if record.pending is not None:
        steps.append(record.pending)
    pictures = _pictures(run_folder, steps)
    numbers = {digest: number for number, digest in enumerate(pictures)}
    sections = "".join(
        section(step, len(steps), pictures[digest], numbers[digest])
        for step in steps
        for digest in [step.observation.image]
    )
    style = _part("replay.css") + _ratios(pictures)
    script = _part("replay.js")
    started = record.trajectory.started
    return Template(_part("replay.html")).substitute(
        policy=_policy(style, script),
        title=text(" ".join(started.task.text.split())),
        style=style,
        script=script,
        pictures="".join(_stored(pictures[d], number) for d, number in numbers.items()),
        heading=text(started.task.text.strip()),
        ending=_ending(record.trajectory.ended),
        summary=_summary(record),
        problems="".join(f"<p>{icon('open')}{text(each)}</p>" for each in record.problems),
        sections=sections or '<p class="missing">This run has no steps.</p>',
        thumbnails="".join(_thumbnail(step, pictures[step.observation.image]) for step in steps),
        last=max(1, len(steps)),
    )


def _part(name: str) -> str:
    return files("uitars_runtime.export").joinpath(name).read_text("utf-8")


def _policy(style: str, script: str) -> str:
    """Nothing from anywhere, except our own two texts and the pictures inside the page."""
    return (
        f"default-src 'none'; img-src data:; style-src '{_hash(style)}';"
        f" script-src '{_hash(script)}'; base-uri 'none'; form-action 'none'"
    )


def _hash(source: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}"


def _pictures(folder: Path, steps: list[Step | Intent]) -> dict[str, Picture | None]:
    """Each distinct screenshot once, in order; None where it cannot be read."""
    found: dict[str, Picture | None] = {}
    for step in steps:
        digest = step.observation.image
        if digest not in found:
            try:
                found[digest] = embed(read_frame(folder, step.observation))
            except JournalError:
                # The page says so at the step; the rest of the run is still worth reading.
                found[digest] = None
    return found


def _ratios(pictures: dict[str, Picture | None]) -> str:
    """One rule a screen size: the frame keeps its shape at any size of the window."""
    sizes = {(each.size.width, each.size.height) for each in pictures.values() if each}
    return "".join(
        f".size-{width}x{height}{{--ratio:{width / height:.5f};--width:{width}px}}\n"
        for width, height in sorted(sizes)
    )


def _stored(picture: Picture | None, number: int) -> str:
    if picture is None:
        return ""
    size: Size = picture.size
    return (
        f'<image id="picture-{number}" width="{size.width}" height="{size.height}"'
        f' href="{picture.full}"/>'
    )


def _thumbnail(step: Step | Intent, picture: Picture | None) -> str:
    image = f'<img src="{picture.thumbnail}" alt="">' if picture else '<span class="blank"></span>'
    label = text(f"Step {step.index + 1}: {headline(step)}")
    return (
        f'<li><a class="{mood(step)}" href="#step-{step.index + 1}" aria-label="{label}"'
        f' title="{label}">{image}<span aria-hidden="true">{step.index + 1}</span></a></li>'
    )


def _ending(ended: RunEnded | None) -> str:
    kind = "open" if ended is None or ended.ending in _OPEN else "bad"
    if ended is not None and ended.evidence in _GOOD:
        kind = "good"
    words = ending_in_words(ended)
    badge = f'<p class="badge {kind}">{icon(kind)}{capital(words)}</p>'
    if ended is None:
        return badge
    said = dict.fromkeys(map(thought_in_words, (ended.reason, ended.answer)))
    said.update(dict.fromkeys(advice_in_words(ended)))
    reasons = "".join(f'<p class="reason" dir="auto">{text(s)}</p>' for s in said if s)
    return badge + reasons + _judgement(ended)


def _judgement(ended: RunEnded) -> str:
    """What each part of the task has to show for itself; nothing for a run that did not finish."""
    if ended.ending not in _JUDGED:
        return ""
    judged = ended.judgement
    rows = "".join(_judged_part(part) for part in judged.parts)
    table = f'<ul class="judged">{rows}</ul>' if rows else ""
    doubts = [*judged.doubts, *([look(judged)] if ended.evidence is Evidence.UNCHECKED else ())]
    return table + "".join(f'<p class="reason">{icon("open")}{text(each)}</p>' for each in doubts)


def _judged_part(part: Part) -> str:
    kind = "good" if part.seen else "open"
    number = "" if part.step is None else f"{part.step + 1}"
    step = f' <a href="#step-{number}">Step {number}</a>' if number else ""
    said = part.seen or f"Not seen to be done: {part.missing}"
    return (
        f'<li class="{kind}">{icon(kind)}<span dir="auto"><b>{text(part.words)}</b>{step}'
        f"<br>{text(said)}</span></li>"
    )


def _summary(record: Record) -> str:
    trajectory = record.trajectory
    started, ended = trajectory.started, trajectory.ended
    seconds = ended.seconds if ended else sum(s.ms.total for s in trajectory.steps) / 1000
    used = [step.proposal.tokens for step in trajectory.steps]
    count = len(trajectory.steps)
    facts = {
        "Duration": duration_in_words(seconds),
        "Steps": f"{count:,}",
        "Tokens": f"{sum(t.prompt + t.generated for t in used):,}",
        "Model": started.model,
        "Dialect": started.dialect,
        "Desktop": started.desktop,
        "Policy": started.policy,
        "Started": started.started.replace("T", " "),
        "Run": started.run,
    }
    return "".join(
        f"<div><dt>{name}</dt><dd>{text(value)}</dd></div>" for name, value in facts.items()
    )
