"""Keys of model servers: in the keyring of the operating system, or in UITARS_API_KEY for one run.

Never in a file of ours, an argument or a log. A machine without a keyring is not an error: the
variable is all there is then.
"""

from __future__ import annotations

import os

from uitars_runtime.errors import UsageError

SERVICE = "uitars"
VARIABLE = "UITARS_API_KEY"


class Key:
    """A secret that does not show itself in a representation, a log or a traceback."""

    def __init__(self, secret: str) -> None:
        """Raises `UsageError` for what cannot stand in an HTTP header."""
        secret = secret.strip()
        if not secret or not secret.isascii() or not secret.isprintable():
            raise UsageError(
                "The key for the model server is empty or has characters that no key has.",
                "Copy it again from where it was issued.",
            )
        self._secret = secret

    def reveal(self) -> str:
        """The secret itself, for the one header that carries it."""
        return self._secret

    def __repr__(self) -> str:
        return "Key(***)"


def find_key(host: str) -> Key | None:
    """The key for a server: `UITARS_API_KEY` where it is set, else the keyring's for the host."""
    secret = os.environ.get(VARIABLE, "").strip() or _from_keyring(host)
    return Key(secret) if secret else None


def store_key(host: str, key: Key) -> None:
    """Keep a key for a host. Raises `UsageError` where no keyring is open, or only a plain file."""
    import keyring
    from keyring.errors import KeyringError

    if type(keyring.get_keyring()).__module__.startswith("keyrings.alt"):
        raise _no_keyring("it would be a plain file")
    try:
        keyring.set_password(SERVICE, host, key.reveal())
    except KeyringError as error:
        raise _no_keyring(error) from error


def forget_key(host: str) -> None:
    """Remove the key of a host, if there is one. Raises `UsageError` where no keyring is open."""
    import keyring
    from keyring.errors import KeyringError, PasswordDeleteError

    try:
        keyring.delete_password(SERVICE, host)
    except PasswordDeleteError:
        return
    except KeyringError as error:
        raise _no_keyring(error) from error


def _from_keyring(host: str) -> str | None:
    import keyring
    from keyring.errors import KeyringError

    try:
        return keyring.get_password(SERVICE, host)
    except KeyringError:
        return None  # No keyring or a locked one; `uitars doctor` says which.


def _no_keyring(reason: object) -> UsageError:
    from keyring.errors import NoKeyringError

    # What the library says where there is none advises the plain file that is refused here.
    why = "" if isinstance(reason, NoKeyringError) else f": {' '.join(str(reason).split())}"
    return UsageError(
        f"There is no keyring to keep the key in{why}.",
        f"Unlock or install one (GNOME Keyring, KWallet), or set {VARIABLE} for a run.",
    )
