"""The store of what may be learned: traces by the hash of their content, versions by that of their
manifest.

    objects/<sha256>.json     the steps of one trace
    versions/<sha256>.json    which traces, where each is from, its verdict and licence

Nothing is ever changed: a version that grows is a new one that names its parent. Every byte is
hashed again when it is read. Not here: which verdict a trace gets (`traces.py`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, Literal, NamedTuple

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.replacing import replaced
from uitars_train.data.encoding import mark
from uitars_train.data.sample import Sample
from uitars_train.flywheel.traces import Source, Trace

OBJECTS: Final = "objects"
VERSIONS: Final = "versions"


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One trace of a version."""

    content: str
    """SHA-256 of its steps."""
    verdict: Literal[0, 1]
    steps: int
    source: Source


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A version of the dataset."""

    parent: str
    """The version that it grew from; empty for the first."""
    seed: int
    """Of all that was drawn by chance to make it."""
    entries: tuple[Entry, ...]


class Dataset(NamedTuple):
    """A version, read."""

    version: str
    manifest: Manifest
    right: list[list[Sample]]
    """V(s) = 1: what supervised fine-tuning learns."""
    wrong: list[list[Sample]]
    """V(s) = 0: what continual training learns."""


class Added(NamedTuple):
    """What became of traces that were offered."""

    version: str
    right: int
    """Traces of which steps were kept."""
    wrong: int
    """As `right`."""
    unknown: int
    repeated: int
    """Steps that are there already, shown and decided alike, or that are right in another trace."""


class Store:
    """A folder of versions."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def add(self, traces: Iterable[Trace], seed: int, parent: str = "") -> Added:
        """A new version: the parent's traces and these. Those without a verdict stay out, and so do
        steps that are there already. What is right in one trace is in no wrong one, whichever came
        first. Raises `UsageError`."""
        before = self._traces(self._manifest(parent)) if parent else []
        offered = list(traces)
        judged = [trace for trace in offered if trace.verdict is not None]
        kept = _once([*before, *judged])
        new = kept[len(before) :]
        entries = tuple(self._entry(trace) for trace in kept if trace.steps)
        version = self._keep(VERSIONS, msgspec.json.encode(Manifest(parent, seed, entries)))
        return Added(
            version,
            right=sum(trace.verdict == 1 and bool(trace.steps) for trace in new),
            wrong=sum(trace.verdict == 0 and bool(trace.steps) for trace in new),
            unknown=len(offered) - len(judged),
            repeated=_steps(judged) - _steps(new),
        )

    def read(self, version: str) -> Dataset:
        """A version, every byte of it checked. Raises `UsageError` for one that is not there or
        whose hash does not fit."""
        manifest = self._manifest(version)
        traces = self._traces(manifest)
        right, wrong = (
            [list(trace.steps) for trace in traces if trace.verdict == verdict]
            for verdict in (1, 0)
        )
        return Dataset(version, manifest, right, wrong)

    def _manifest(self, version: str) -> Manifest:
        return msgspec.json.decode(self._whole(VERSIONS, version), type=Manifest)

    def _traces(self, manifest: Manifest) -> list[Trace]:
        return [
            Trace(
                entry.verdict,
                entry.source,
                msgspec.json.decode(self._whole(OBJECTS, entry.content), type=tuple[Sample, ...]),
            )
            for entry in manifest.entries
        ]

    def _entry(self, trace: Trace) -> Entry:
        content = self._keep(OBJECTS, msgspec.json.encode(trace.steps))
        return Entry(content, 1 if trace.verdict else 0, len(trace.steps), trace.source)

    def _keep(self, kind: str, data: bytes) -> str:
        """Put content under its hash, whole or not at all."""
        digest = hashlib.sha256(data).hexdigest()
        path = self._folder / kind / f"{digest}.json"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            with replaced(path) as file:
                file.write(data)
        return digest

    def _whole(self, kind: str, digest: str) -> bytes:
        path = self._folder / kind / f"{digest}.json"
        try:
            data = path.read_bytes()
        except OSError as error:
            raise UsageError(
                f"{path} cannot be read: {error.strerror}.", "Give a version of this store."
            ) from error
        if hashlib.sha256(data).hexdigest() != digest:
            raise UsageError(
                f"The hash of {path} does not fit: it was changed.",
                "Nothing is trained on it; put the file back or leave this version.",
            )
        return data


def _once(traces: Sequence[Trace]) -> list[Trace]:
    """The traces, each without the steps of those before it, wrong ones without what is right."""
    right = {mark(step) for trace in traces if trace.verdict for step in trace.steps}
    known: set[int] = set()
    kept: list[Trace] = []
    for trace in traces:
        marked = [(mark(step), step) for step in trace.steps]
        new = {one for one, _ in marked} - known
        if not trace.verdict:
            new -= right
        known |= new
        steps = tuple(step for one, step in marked if one in new)
        kept.append(msgspec.structs.replace(trace, steps=steps))
    return kept


def _steps(traces: Sequence[Trace]) -> int:
    return sum(len(trace.steps) for trace in traces)
