"""What a person does with episodes beside reading them: correcting one, and taking in a file."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.memory.episode import Episode, Fact, Origin, Source, normal
from uitars_runtime.memory.merging import settled

BY_HAND = Source("by hand", 0, 0)
"""Where a fact comes from that a person wrote."""


def edited(
    episode: Episode,
    *,
    intention: str | None = None,
    outcome: str | None = None,
    more: tuple[str, ...] = (),
    less: tuple[str, ...] = (),
) -> Episode:
    """The episode with what a person changed, who is trusted. Raises `UsageError`."""
    try:
        "".join((intention or "", outcome or "", *more)).encode()
    except UnicodeEncodeError as error:
        raise UsageError("What is to be remembered is not written in UTF-8.") from error
    gone = {normal(text) for text in less}
    kept = [fact for fact in episode.facts if normal(fact.text) not in gone]
    if len(episode.facts) - len(kept) < len(gone):
        raise UsageError("There is no such fact.", "Give its text as uitars memory show prints it.")
    added = [Fact(text, Origin.TRUSTED, BY_HAND) for text in more]
    return msgspec.structs.replace(
        episode,
        intention=episode.intention if intention is None else intention,
        origin=episode.origin if intention is None else Origin.TRUSTED,
        outcome=episode.outcome if outcome is None else outcome,
        facts=settled([*kept, *added]),
        learned=time.time(),
    )


def read_episodes(file: Path) -> list[Episode]:
    """The episodes of a file with one JSON object a line. Raises `UsageError`.

    What was trusted where the file was written is trusted here: it is the person who imports it.
    """
    try:
        lines = file.read_bytes().splitlines()
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror or error}.") from error
    decoder = msgspec.json.Decoder(Episode)
    episodes: list[Episode] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            episodes.append(_of_a_run(decoder.decode(line)))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise UsageError(
                f"{file}, line {number}, is no episode: {error}.",
                "It takes what uitars memory export wrote.",
            ) from error
    return episodes


def _of_a_run(episode: Episode) -> Episode:
    """Itself. Raises `msgspec.ValidationError` for one of no run, which no run could forget."""
    if not episode.sources:
        raise msgspec.ValidationError("it says of no run - at `$.sources`")
    return episode
