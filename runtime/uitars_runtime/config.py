"""Settings: flag before environment before file before default, strictly read.

The file is TOML at `paths.config_file()`; an environment variable is `UITARS_` and the name in
capitals. Keys do not belong here: they live in the keyring or in `UITARS_API_KEY`.
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, cast

import msgspec
from msgspec import Meta

from uitars_runtime import paths
from uitars_runtime.backends.sampling import ASK_BELOW
from uitars_runtime.desktop.wall import Programs
from uitars_runtime.errors import UsageError
from uitars_runtime.escaping import text_of
from uitars_runtime.mcp.settings import ServerSettings
from uitars_runtime.onnx_session import Device
from uitars_runtime.privacy.settings import PrivacySettings
from uitars_runtime.tools.walls.names import Wall

PREFIX = "UITARS_"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a person may set once instead of saying it at every run."""

    model: Annotated[
        str, Meta(description="The model: nano, PATH.gguf, DIR, openai/NAME or replay:RUN.")
    ] = "nano"
    base_url: Annotated[str, Meta(description="The server of an openai/NAME model.")] = ""
    dialect: Annotated[
        str, Meta(description="Prompt and action grammar; empty: guessed from the model.")
    ] = ""
    desktop: Annotated[
        str,
        Meta(
            description="Where to work, as of --desktop; empty: local where there is a session,"
            " else sandbox."
        ),
    ] = ""
    policy: Annotated[
        str,
        Meta(description="Name or file of the gate's policy; empty: the desktop's default."),
    ] = ""
    max_steps: Annotated[int, Meta(ge=1, description="Steps one run may take.")] = 50
    timeout: Annotated[float, Meta(gt=0, description="Seconds one run may take.")] = 600.0
    max_tokens: (
        Annotated[
            int, Meta(ge=1, description="Prompt and generated tokens one run may use together.")
        ]
        | None
    ) = None
    actions_per_second: Annotated[
        float, Meta(gt=0, le=50, description="The fastest the hands may act.")
    ] = 5.0
    repeats: Annotated[
        int,
        Meta(ge=2, description="The same action on the same screen this often: the run is stuck."),
    ] = 3
    images: Annotated[
        int, Meta(ge=0, le=50, description="Earlier screenshots that working memory keeps.")
    ] = 5
    history_tokens: Annotated[
        int,
        Meta(ge=500, description="About how many tokens the words of earlier steps may take."),
    ] = 12_000
    memory: Annotated[
        bool, Meta(description="Whether runs are remembered, and earlier ones recalled.")
    ] = True
    memory_model: Annotated[
        str,
        Meta(
            description="The model that retells finished runs for memory, such as openai/NAME;"
            " empty: they are remembered from their record alone."
        ),
    ] = ""
    memory_tokens: Annotated[
        int, Meta(ge=100, description="About how many tokens recalled memories may take.")
    ] = 800
    accessibility: Annotated[
        bool,
        Meta(
            description="Ask programs about their widgets, on top of looking (AT-SPI); only for"
            " the embedded model."
        ),
    ] = False
    programs: Annotated[
        Programs,
        Meta(
            description="Programs of a sandbox: walled (they see none of your files but the"
            " workspace and what --app names), offline (nor the network) or open."
        ),
    ] = "walled"
    wall: Annotated[
        Wall,
        Meta(
            description="The weakest wall that is enough for commands: any, bubblewrap, sandlock or"
            " landlock; where it does not hold, every command is a question."
        ),
    ] = "any"
    device: Annotated[
        Device,
        Meta(
            description="What models of this machine compute on: cpu, cuda, or auto (CUDA where"
            " there is one)."
        ),
    ] = "auto"
    ask_below: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="A step that the model finds less likely than this is a question instead,"
            " 0 (never) to 1; only for the embedded model.",
        ),
    ] = ASK_BELOW
    look_into_menus: Annotated[
        bool,
        Meta(
            description="Closed menus are looked into before a question or an unlikely step; only"
            " for the embedded model."
        ),
    ] = True
    servers: Annotated[
        dict[str, ServerSettings],
        Meta(description="Tool servers by name, a table each; only in the file."),
    ] = {}
    stop_keys: Annotated[
        str,
        Meta(
            description="Keys that stop a run when you press them one after the other, on your own"
            " desktop."
        ),
    ] = "esc esc"
    privacy: Annotated[
        PrivacySettings,
        Meta(description="What is hidden and how long runs are kept, a table; only in the file."),
    ] = PrivacySettings()
    run_dir: Annotated[
        str, Meta(description="The folder that receives run folders; empty: the user's data.")
    ] = ""


_WORDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "str": "text",
    "array": "a list",
    "object": "a table",
}
"""What a person calls the kinds of values."""
_KINDS: Final = re.compile(f"`({'|'.join(_WORDS)})(?: \\| null)?`")
_PLACE: Final = re.compile(r"`\$\.\w+(?:\[\.\.\.\])?(\.[\w.]+)")
"""What is wrong within a table, such as `.seconds`."""

NAMES = Settings.__struct_fields__


def load(
    flags: Mapping[str, object] | None = None,
    environment: Mapping[str, str] | None = None,
    file: Path | None = None,
) -> Settings:
    """The settings in force. Raises `UsageError`, which says what is wrong and where it was set.

    `flags`: those given on the command line only; None values count as not given. `environment`:
    default `os.environ`. `file`: default `paths.config_file()`, which may be missing.
    """
    place = file or paths.config_file()
    if file is not None and not file.is_file():
        raise UsageError(f"There is no settings file {file}.", "Check the path.")
    merged: dict[str, object] = {}
    for source, values in (
        (str(place), _from_file(place)),
        ("the environment", _from_environment(os.environ if environment is None else environment)),
        ("the command line", {k: v for k, v in (flags or {}).items() if v is not None}),
    ):
        for name, value in values.items():
            _check(name, value, source)
        merged |= values
    return msgspec.convert(merged, Settings, strict=False)


def _from_file(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(text_of(file.read_bytes()))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise UsageError(
            f"The settings file {file} cannot be read: {error}.", "Correct it or move it away."
        ) from error


def _from_environment(environment: Mapping[str, str]) -> dict[str, object]:
    """The settings among the variables; others that begin alike (`UITARS_HOME`) are not ours."""
    given = {name: environment.get(PREFIX + name.upper(), "") for name in NAMES}
    return {name: value for name, value in given.items() if value}


def _check(name: str, value: object, source: str) -> None:
    """One setting by itself, so that the error can say where it came from; of a table of tables
    each by itself, so that it can say which is meant."""
    if name not in NAMES:
        close = difflib.get_close_matches(name.replace("-", "_").lower(), NAMES, n=1, cutoff=0.5)
        hint = f"Did you mean {close[0]!r}?" if close else f"Known are: {', '.join(NAMES)}."
        raise UsageError(f"Unknown setting {name!r} in {source}.", hint)
    try:
        str(value).encode()  # arguments and variables may hold bytes that are no text
    except UnicodeEncodeError as error:
        raise UsageError(f"The setting {name!r} in {source} is not written in UTF-8.") from error
    if name == "servers" and isinstance(value, dict):
        for server, table in cast("dict[str, object]", value).items():
            _convert({name: {server: table}}, source, f"{name}.{server}")
    else:
        _convert({name: value}, source, name)


def _convert(given: dict[str, object], source: str, named: str) -> None:
    """Raises `UsageError`. `named`: what an error calls it, with the part of it that is meant."""
    try:
        # Only the environment is all text; elsewhere "5" is not a number.
        msgspec.convert(given, Settings, strict=source != "the environment")
    except msgspec.ValidationError as error:
        problem, _, place = str(error).partition(" - at ")
        problem = _KINDS.sub(lambda kind: _WORDS[kind[1]], problem)
        below = _PLACE.match(place)
        named += below[1] if below else ""
        raise UsageError(f"The setting {named!r} in {source} is wrong: {problem}.") from error
