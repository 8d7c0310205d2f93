"""Model servers a person uses: address, model, grammar; the key lies in the keyring only."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec
from PySide6.QtCore import QCoreApplication

from uitars_app.stored import Stored
from uitars_runtime import paths
from uitars_runtime.errors import UsageError

translate = QCoreApplication.translate

Kind = Literal["vLLM", "SGLang", "llama-server", "Ollama", "LM Studio", "other"]


class Preset(NamedTuple):
    """Where a kind of server listens when nothing else is said."""

    base_url: str


PRESETS: dict[Kind, Preset] = {
    "vLLM": Preset("http://127.0.0.1:8000/v1"),
    "SGLang": Preset("http://127.0.0.1:30000/v1"),
    "llama-server": Preset("http://127.0.0.1:8080/v1"),
    "Ollama": Preset("http://127.0.0.1:11434/v1"),
    "LM Studio": Preset("http://127.0.0.1:1234/v1"),
    "other": Preset("https://"),
}


class Server(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One server and the model it is used for."""

    name: str
    kind: Kind = "vLLM"
    base_url: str = ""
    model: str = ""
    """As the server names it."""
    dialect: str = ""
    """Empty: guessed from the model's name."""

    @property
    def ref(self) -> str:
        """What `--model` takes."""
        return f"openai/{self.model}"


class Servers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Kept in `servers.json` in the configuration folder; without keys."""

    servers: tuple[Server, ...] = ()

    def with_server(self, server: Server, instead: str = "") -> Servers:
        """With this server at its place, or at the end; `instead`: the name it had."""
        name = instead or server.name
        if any(other.name == name for other in self.servers):
            return Servers(tuple(server if s.name == name else s for s in self.servers))
        return Servers((*self.servers, server))

    def without(self, name: str) -> Servers:
        return Servers(tuple(server for server in self.servers if server.name != name))


def open_servers() -> Stored[Servers]:
    """The servers of this person."""
    return Stored(Servers, paths.config_folder() / "servers.json")


def check(server: Server) -> None:
    """Whether it can be used. Raises `UsageError` that says what is wrong."""
    from uitars_runtime.backends.address import Address

    if not server.name.strip():
        raise UsageError(
            translate("Servers", "The name is empty."),
            translate("Servers", "Give the server a name."),
        )
    Address(server.base_url)
    if not server.model.strip():
        raise UsageError(
            translate("Servers", "The model is empty."),
            translate("Servers", "Write the name under which it is served."),
        )
