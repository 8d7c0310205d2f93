"""What a repository on a hub holds: its files with sizes and hashes, its licence, and who may read.

The address is that of huggingface_hub, which follows `HF_ENDPOINT`; so are login and proxies. A
hub's answer is not trusted: names and hashes are checked for their form here.
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import Any, cast

import msgspec

from uitars_runtime.errors import ModelError, UsageError
from uitars_runtime.installing import install_extra

REPOSITORY = re.compile(r"[\w.-]{1,96}/[\w.-]{1,96}")
_FILE = re.compile(r"[A-Za-z0-9_][\w.+-]{0,199}")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_SHA1 = re.compile(r"[0-9a-f]{40}")
_SECONDS = 20.0
LIBRARY = "uitars"
"""What we say who asks."""


class UnreachableError(ModelError):
    """The hub did not answer, or not to the end: it may at another time."""


class RemoteFile(msgspec.Struct, frozen=True):
    """A file of a repository."""

    path: str
    """Inside the repository."""
    size: int
    digest: str
    """SHA-256, or for a small file git's own: SHA-1 of a header and the content."""

    @property
    def name(self) -> str:
        """What it is called here: without folders."""
        return PurePosixPath(self.path).name


class Listing(msgspec.Struct, frozen=True):
    """A repository at one moment."""

    repository: str
    revision: str
    licence: str
    """As its card says it; empty where it says none."""
    address: str
    """Its page."""
    files: tuple[RemoteFile, ...]

    def address_of(self, file: RemoteFile) -> str:
        """Where its content is."""
        made: str = hub().hf_hub_url(
            self.repository, file.path, revision=self.revision, endpoint=endpoint()
        )
        return made


def read(repository: str) -> Listing:
    """Ask the hub. Raises `UsageError` for a name that is none, `ModelError`."""
    if not REPOSITORY.fullmatch(repository):
        raise UsageError(f"{repository!r} is no repository.", "Write it as ORG/NAME.")
    with reaching(repository):
        api: Any = hub().HfApi(endpoint=endpoint(), library_name=LIBRARY)
        found = api.model_info(repository, files_metadata=True, timeout=_SECONDS)
    revision = str(found.sha or "")
    if not _SHA1.fullmatch(revision):
        raise ModelError(f"The hub does not say which revision of {repository} it has.")
    return Listing(
        repository,
        revision,
        _licence(found),
        f"{endpoint()}/{repository}",
        tuple(file for one in found.siblings or () if (file := _file(one)) is not None),
    )


def hub() -> Any:
    """The hub's library, told to tell nobody anything. Raises `UsageError` where it is missing."""
    try:
        library = importlib.import_module("huggingface_hub")
    except ModuleNotFoundError as error:
        raise UsageError(
            "Models are fetched with huggingface_hub, which is not installed.",
            install_extra("llama"),
        ) from error
    # It would send what this machine has installed and which program runs it. The environment is
    # read once only, by whoever imports it first.
    constants: Any = importlib.import_module("huggingface_hub.constants")
    constants.HF_HUB_DISABLE_TELEMETRY = True
    return library


def endpoint() -> str:
    """The hub's address; read at every call, so that a setting of the environment counts."""
    given = os.environ.get("HF_ENDPOINT", "").rstrip("/")
    return given or str(hub().constants.ENDPOINT)


@contextmanager
def reaching(repository: str) -> Generator[None]:
    """Say in one sentence what the hub's library says. Raises `ModelError`."""
    errors: Any = hub() and importlib.import_module("huggingface_hub.errors")
    try:
        yield
    except errors.GatedRepoError as error:
        raise ModelError(
            f"{repository} is given only to those who agreed to its terms.",
            f"Agree at {endpoint()}/{repository}, then log in: hf auth login.",
        ) from error
    except errors.RepositoryNotFoundError as error:
        raise ModelError(
            f"The hub {endpoint()} shows no repository {repository}.",
            "Check the name; for a private one log in: hf auth login.",
        ) from error
    except errors.OfflineModeIsEnabled as error:
        raise ModelError("HF_HUB_OFFLINE is set, so nothing is fetched.", "Unset it.") from error
    except errors.HfHubHTTPError as error:
        code = int(error.response.status_code)
        kind = UnreachableError if code == 429 or code >= 500 else ModelError
        raise kind(
            f"The hub {endpoint()} answers with code {code} for {repository}.", "Try again later."
        ) from error
    except (errors.HTTPError, ValueError) as error:
        raise UnreachableError(
            f"The hub {endpoint()} cannot be reached: {type(error).__name__}.",
            "Check the network, and HF_ENDPOINT where it is set.",
        ) from error


def _licence(found: Any) -> str:
    card = found.card_data
    said: Any = card.get("license") if card is not None else None
    name: Any = card.get("license_name") if card is not None else None
    if isinstance(said, list):
        said = ", ".join(str(one) for one in cast("list[object]", said))
    return str(name if said in (None, "other") and name else said or "")[:100]


def _file(one: Any) -> RemoteFile | None:
    """None for what is not fetched: names of another form, and files without size or hash."""
    lfs = one.lfs
    digest = str((lfs.sha256 if lfs is not None else one.blob_id) or "")
    size = lfs.size if lfs is not None else one.size
    form = _SHA256 if lfs is not None else _SHA1
    file = RemoteFile(str(one.rfilename), size if isinstance(size, int) else -1, digest)
    fit = _FILE.fullmatch(file.name) and form.fullmatch(digest) and file.size >= 0
    return file if fit else None
