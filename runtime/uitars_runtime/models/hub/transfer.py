"""One file from a hub: on from where it stopped, no longer than promised, its hash checked.

huggingface_hub throws the beginning of an interrupted file away, which hurts with twenty gigabytes;
so its session is used, and the bytes are asked for in ranges here.
"""

from __future__ import annotations

import errno
import hashlib
import importlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from uitars_runtime.errors import ModelError, Stopped
from uitars_runtime.models.hub.listing import (
    LIBRARY,
    Listing,
    RemoteFile,
    UnreachableError,
    hub,
    reaching,
)
from uitars_runtime.protocols import Stop

_READ = 1 << 20
_TRIES = 5
"""So many times in a row without a byte more, and it is given up; what came is kept."""
_SECONDS = 30.0
_PAUSE = 0.5

Progress = Callable[[int], None]
"""Gets how many bytes of the file are here."""


def fetch(listing: Listing, file: RemoteFile, folder: Path, stop: Stop, progress: Progress) -> Path:
    """Have the file in the folder, whole and checked. Raises `ModelError`, `Stopped`."""
    whole, part = folder / file.name, folder / f"{file.name}.part"
    if whole.is_file():
        progress(file.size)
        return whole
    tries = 0
    while not part.exists() or _size(part) < file.size:
        have, problem = _size(part), _ask(listing, file, part, stop, progress)
        tries = 0 if _size(part) > have else tries + 1
        if tries == _TRIES:
            raise problem
        if _size(part) < file.size:
            _wait(stop, _PAUSE * 2**tries)
    if _size(part) > file.size or _digest(part, file) != file.digest:
        part.unlink()
        raise ModelError(
            f"{file.name} is not the file that the hub promises: its hash differs.",
            "It was removed; get it again, and tell the repository's owner if that stays so.",
        )
    part.rename(whole)
    return whole


def _ask(
    listing: Listing, file: RemoteFile, part: Path, stop: Stop, progress: Progress
) -> UnreachableError:
    """What went wrong with the connection; not what does not pass by itself, which is raised."""
    try:
        with reaching(listing.repository):
            _go_on(listing, file, part, stop, progress)
    except UnreachableError as error:
        return error
    return UnreachableError(f"The hub sends no more of {file.name}.", "Try again later.")


def _go_on(listing: Listing, file: RemoteFile, part: Path, stop: Stop, progress: Progress) -> None:
    """Ask for the rest and write what comes; returns also where too little came."""
    if stop.is_set():
        raise Stopped
    utils: Any = importlib.import_module("huggingface_hub.utils")
    have = _size(part)
    headers = {**hub().utils.build_hf_headers(library_name=LIBRARY), "Accept-Encoding": "identity"}
    if have:
        headers["Range"] = f"bytes={have}-"
    session: Any = utils.get_session()
    address = listing.address_of(file)
    with session.stream(
        "GET", address, headers=headers, timeout=_SECONDS, follow_redirects=True
    ) as answer:
        utils.hf_raise_for_status(answer)
        goes_on = answer.status_code == 206  # else the hub begins anew, and so does the file
        with part.open("ab" if goes_on else "wb") as out:
            for block in answer.iter_bytes():
                if stop.is_set():
                    raise Stopped
                _write(out, block, part)
                have = out.tell()
                progress(min(have, file.size))
                if have > file.size:
                    return


def _write(out: Any, block: bytes, part: Path) -> None:
    try:
        out.write(block)
        out.flush()
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        # A person's disk is not left full: what came of this file is given back.
        part.unlink()
        raise _full(part) from error


def _full(part: Path) -> ModelError:
    return ModelError(
        f"The disk is full: {part.parent} has no room for {part.stem}.",
        "Make room, then get it again; files that came whole are kept.",
    )


def _wait(stop: Stop, seconds: float) -> None:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends and not stop.is_set():
        time.sleep(0.05)


def _size(part: Path) -> int:
    try:
        return part.stat().st_size
    except FileNotFoundError:
        return 0


def _digest(part: Path, file: RemoteFile) -> str:
    # Small files are known to the hub by git's hash of them.
    git = len(file.digest) == 40
    digest = hashlib.sha1(usedforsecurity=False) if git else hashlib.sha256()
    if git:
        digest.update(f"blob {file.size}\0".encode())
    with part.open("rb") as stream:
        while block := stream.read(_READ):
            digest.update(block)
    return digest.hexdigest()
