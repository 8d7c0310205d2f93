"""Stored secrets: the value in the keyring of the operating system, its name and where it may be
typed in a file of ours. Only the hands reveal one, and only into a window it is bound to.
"""

from __future__ import annotations

import os
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec

from uitars_runtime import paths
from uitars_runtime.errors import UsageError
from uitars_runtime.privacy.placeholders import is_name

_SERVICE = "uitars-secrets"


class Binding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a secret may be typed: patterns with `*` and `?`, in any case."""

    application: str
    """Of the window's class or the path of its program."""
    window: str = "*"
    """Of its title. A page can choose its title, so that this alone protects nothing."""

    def fits(self, application: str, program: str, title: str) -> bool:
        """Whether a window is one of those."""
        pattern = self.application.casefold()
        return any(
            one and fnmatchcase(one.casefold(), pattern) for one in (application, program)
        ) and fnmatchcase(title.casefold(), self.window.casefold())


class Vault:
    """The user's secrets. Raises `UsageError` where there is no keyring to keep or read them."""

    def __init__(self, file: Path | None = None) -> None:
        """`file`: names and bindings, never values; default `secrets.json` beside the settings."""
        self._file = file or paths.config_folder() / "secrets.json"

    def bindings(self) -> dict[str, Binding]:
        """Every secret's name and where it may be typed."""
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=dict[str, Binding])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.DecodeError, UnicodeError) as error:
            raise UsageError(
                f"The list of secrets {self._file} cannot be read: {error}.",
                "Move it away and add the secrets again.",
            ) from error

    def add(self, name: str, value: str, binding: Binding) -> None:
        """Keep a secret, replacing one of the same name."""
        if not is_name(name):
            raise UsageError(
                f"{name!r} cannot name a secret.", "Use letters, digits, dots, dashes, underscores."
            )
        if not value or not value.isprintable():
            raise UsageError("A secret is one line of characters that can be typed.")
        if not binding.application.strip("*? "):
            raise UsageError(
                "A secret has to be bound to a program.", "Name it: --app Firefox, for example."
            )
        _keep(name, value)
        self._write({**self.bindings(), name: binding})

    def remove(self, name: str) -> None:
        """Forget a secret."""
        bindings = self.bindings()
        if name not in bindings:
            raise UsageError(f"There is no secret {name!r}.", "See uitars secret list.")
        _drop(name)
        del bindings[name]
        self._write(bindings)

    def reveal(self, name: str) -> str:
        """The value itself; for the hands alone."""
        import keyring
        from keyring.errors import KeyringError

        try:
            value = keyring.get_password(_SERVICE, name)
        except KeyringError as error:
            raise _no_keyring(error) from error
        if value is None:
            raise UsageError(f"The keyring holds no secret {name!r}.", "Add it: uitars secret add.")
        return value

    def _write(self, bindings: dict[str, Binding]) -> None:
        paths.make_private(self._file.parent)
        fresh = self._file.with_suffix(".new")
        descriptor = os.open(fresh, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as written:
            written.write(msgspec.json.encode(bindings))
        fresh.replace(self._file)


def _keep(name: str, value: str) -> None:
    import keyring
    from keyring.errors import KeyringError

    if type(keyring.get_keyring()).__module__.startswith("keyrings.alt"):
        raise _no_keyring("it would be a plain file")
    try:
        keyring.set_password(_SERVICE, name, value)
    except KeyringError as error:
        raise _no_keyring(error) from error


def _drop(name: str) -> None:
    import keyring
    from keyring.errors import KeyringError, PasswordDeleteError

    try:
        keyring.delete_password(_SERVICE, name)
    except PasswordDeleteError:
        return  # gone already
    except KeyringError as error:
        raise _no_keyring(error) from error


def _no_keyring(reason: object) -> UsageError:
    from keyring.errors import NoKeyringError

    # What the library says where there is none advises the plain file that is refused here.
    why = "" if isinstance(reason, NoKeyringError) else f": {' '.join(str(reason).split())}"
    return UsageError(
        f"There is no keyring to keep secrets in{why}.",
        "Unlock or install one (GNOME Keyring, KWallet). A secret is never kept in a plain file.",
    )
