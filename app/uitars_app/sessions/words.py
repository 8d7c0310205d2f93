"""A session in words, in the person's language."""

from __future__ import annotations

import time

from PySide6.QtCore import QCoreApplication

from uitars_app.sessions.work import SessionFacts
from uitars_app.words import duration_words, shown

translate = QCoreApplication.translate


def programs_words(facts: SessionFacts) -> str:
    """What runs in it."""
    if not facts.programs:
        return translate("Sessions", "No program runs")
    return shown(", ".join(facts.programs)).replace("\n", " ")


def holder_words(facts: SessionFacts, *, here: bool) -> str:
    """Who works there. `here`: the person at this window has taken it over."""
    record = facts.record
    if here:
        return translate("Sessions", "You work here")
    if record.person:
        return translate("Sessions", "A person works here, elsewhere")
    if record.paused:
        return translate("Sessions", "Paused")
    if record.lease is None:
        return translate("Sessions", "Free")
    held = age_words(time.time() - record.lease.since)
    return translate("Sessions", "A run works here for {0}").format(held)


def facts_words(facts: SessionFacts) -> str:
    """Its id, its age and its memory."""
    age = age_words(time.time() - facts.record.started)
    size = translate("Sessions", "{0} MB").format(f"{facts.memory / 1e6:,.0f}")
    old = translate("Sessions", "{0} old").format(age)
    return f"{facts.record.id} · {old} · {size}"


def age_words(seconds: float) -> str:
    """A time that goes on: `12 s`, `3 min`, `2 h 5 min`."""
    if seconds < 60:
        return duration_words(1000 * int(max(0.0, seconds))).replace(".0", "")
    minutes = int(seconds // 60)
    if minutes < 60:
        return translate("Sessions", "{0} min").format(minutes)
    hours, rest = divmod(minutes, 60)
    return translate("Sessions", "{0} h {1} min").format(hours, rest)
