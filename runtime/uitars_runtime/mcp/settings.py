"""Which tool servers a person has configured: the table `servers` of the settings file.

A table `[servers.clock]` with `command = ["mcp-server-time"]` starts a program; one with
`url = "https://docs.example/mcp"` and perhaps `token_variable = "DOCS_TOKEN"` reaches an address.
"""

from __future__ import annotations

from typing import Annotated

import msgspec


class ServerSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One server: a program that is started, or an address. Raises `ValueError` for neither."""

    command: tuple[str, ...] = ()
    """Program and arguments; it runs outside the jail with the person's rights."""
    environment: dict[str, str] = {}
    """Variables for the program, besides the few that every program needs."""
    pass_variables: tuple[str, ...] = ()
    """Variables of ours that the program may see, for example one with a key."""
    url: str = ""
    token_variable: str = ""
    """The variable that holds a bearer token for the address; never the token itself."""
    tools: tuple[str, ...] = ()
    """The only tools that are offered; empty: all."""
    seconds: Annotated[float, msgspec.Meta(gt=0, le=3600)] = 60.0
    """How long one call may take."""

    def __post_init__(self) -> None:
        if any(self.command[:1]) == bool(self.url):
            raise ValueError("a server has either a command or a url")
