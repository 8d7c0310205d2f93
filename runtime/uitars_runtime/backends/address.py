"""Where a server is, and which addresses are allowed: https, or plain http on this machine.

One parser (httpx's own) both checks the address and sends to it, so that the two cannot disagree
about the host.
"""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from uitars_runtime.errors import UsageError

if TYPE_CHECKING:
    import httpx

_EXAMPLE = "Give it as in --base-url http://127.0.0.1:8000/v1."


class Address:
    """The base URL of a server, checked.

    Raises `UsageError` for what is not a URL, for plain http to another machine, and for a URL
    that carries a password, a query or a fragment.
    """

    def __init__(self, text: str) -> None:
        import httpx

        try:
            url = httpx.URL(text.strip().rstrip("/"))
        except (httpx.InvalidURL, ValueError) as error:
            raise UsageError(f"{text!r} is not a URL: {error}.", _EXAMPLE) from error
        if url.scheme not in ("http", "https") or not url.host or (url.port or 0) > 65535:
            raise UsageError(f"{text!r} is not the URL of a server.", _EXAMPLE)
        if url.userinfo or url.query or url.fragment:
            raise UsageError(
                "The URL of a server holds a user name, a query or a fragment.",
                "Leave it out; the key comes from the keyring or UITARS_API_KEY.",
            )
        self.url = url
        self.host = url.host
        self.on_this_machine = _is_loopback(url.host)
        if url.scheme == "http" and not self.on_this_machine:
            raise UsageError(
                f"Plain http to {url.host} could be read by everyone on the way.",
                "Use https, or forward a port of this machine to the server.",
            )

    def at(self, path: str) -> httpx.URL:
        """The URL of one end point, for example `chat/completions`."""
        return self.url.copy_with(path=f"{self.url.path.rstrip('/')}/{path}")

    def __str__(self) -> str:
        return str(self.url)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
