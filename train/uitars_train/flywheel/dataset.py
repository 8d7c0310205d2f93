"""The store of what may be learned: traces by the hash of their content, versions by that of their
manifest.

    objects/<sha256>.json     the steps of one trace
    versions/<sha256>.json    which traces, where each is from, its verdict and licence

Nothing is ever changed: a version that grows is a new one that names its parent. Every byte is
hashed again when it is read. Not here: which verdict a trace gets (`traces.py`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
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
    wrong: int
    unknown: int
    repeated: int
    """Steps that were there already, shown and decided alike."""


class Store:
    """A folder of versions."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def add(self, traces: Iterable[Trace], seed: int, parent: str = "") -> Added:
        """A new version: the parent's traces and these. Those without a verdict stay out, and so do
        steps that are there already. Raises `UsageError`."""
        before = self.read(parent) if parent else None
        entries = list(before.manifest.entries) if before else []
        known: set[int] = set()
        if before:
            known = {mark(step) for one in (*before.right, *before.wrong) for step in one}
        counts = {1: 0, 0: 0, None: 0}
        repeated = 0
        for trace in traces:
            counts[trace.verdict] += 1
            if trace.verdict is None:
                continue
            new = [step for step in trace.steps if mark(step) not in known]
            repeated += len(trace.steps) - len(new)
            known.update(map(mark, new))
            if new:
                content = self._keep(OBJECTS, msgspec.json.encode(new))
                entries.append(Entry(content, trace.verdict, len(new), trace.source))
        manifest = msgspec.json.encode(Manifest(parent, seed, tuple(entries)))
        version = self._keep(VERSIONS, manifest)
        return Added(version, counts[1], counts[0], counts[None], repeated)

    def read(self, version: str) -> Dataset:
        """A version, every byte of it checked. Raises `UsageError` for one that is not there or
        whose hash does not fit."""
        manifest = msgspec.json.decode(self._whole(VERSIONS, version), type=Manifest)
        right: list[list[Sample]] = []
        wrong: list[list[Sample]] = []
        for entry in manifest.entries:
            steps = msgspec.json.decode(self._whole(OBJECTS, entry.content), type=list[Sample])
            (right if entry.verdict else wrong).append(steps)
        return Dataset(version, manifest, right, wrong)

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
