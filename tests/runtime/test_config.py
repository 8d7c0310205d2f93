"""Settings: precedence, strictness, and errors that say where."""

from __future__ import annotations

from pathlib import Path

import pytest

from uitars_runtime import config, paths
from uitars_runtime.config import Settings
from uitars_runtime.errors import UsageError


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path))
    for name in config.NAMES:
        monkeypatch.delenv(f"UITARS_{name.upper()}", raising=False)
    return tmp_path


def write(text: str) -> Path:
    paths.config_folder().mkdir(exist_ok=True)
    paths.config_file().write_text(text)
    return paths.config_file()


def test_without_anything_the_defaults_hold() -> None:
    assert config.load() == Settings()
    assert config.load().max_steps == 50
    assert config.load().max_tokens is None


def test_flag_before_environment_before_file_before_default() -> None:
    write('max_steps = 10\ntimeout = 20\nrepeats = 4\nmodel = "file"')
    environment = {"UITARS_TIMEOUT": "30.5", "UITARS_REPEATS": "5", "UITARS_MODEL": ""}
    settings = config.load({"repeats": 6, "timeout": None}, environment)
    assert settings == Settings(max_steps=10, timeout=30.5, repeats=6, model="file")


def test_the_process_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UITARS_MAX_TOKENS", "9000")
    assert config.load().max_tokens == 9000


def test_every_setting_is_documented_and_settable_by_environment() -> None:
    import msgspec

    schema = msgspec.json.schema(Settings)["$defs"]["Settings"]["properties"]
    for name in config.NAMES:
        text = str(schema[name])
        assert "description" in text, name
        if schema[name].get("type") == "object" or "$ref" in text:
            continue  # a table is only in the file
        values = ("7", "700", "0.5", "false", "true", *schema[name].get("enum", ()))
        assert any(_sets(name, value) for value in values), name


def _sets(name: str, value: str) -> bool:
    try:
        settings = config.load(None, {f"UITARS_{name.upper()}": value})
    except UsageError:
        return False
    return settings != Settings() and str(getattr(settings, name)).lower() in (value, f"{value}.0")


@pytest.mark.parametrize(
    ("text", "title", "hint"),
    [
        ("max-step = 3", "Unknown setting 'max-step' in", "Did you mean 'max_steps'?"),
        ("zzz = 1", "Unknown setting 'zzz'", "Known are: model"),
        ("max_steps = 0", "'max_steps' in .* is wrong: .*>= 1", ""),
        ('max_steps = "5"', "'max_steps' in .* is wrong: Expected a whole number, got text", ""),
        ("max_tokens = true", "is wrong: Expected a whole number, got true or false", ""),
        ("timeout = 'soon'", "'timeout' in .* is wrong", ""),
        ("model = ", "cannot be read", "Correct it"),
        ('[servers.clock]\ncommand = [""]', "'servers.clock' in .*: a server has either", ""),
        ("[servers.a]\nurl='u'\n[servers.b]\ncomand=[]", "'servers.b' in .* field `comand`", ""),
        ("[servers.clock]\nurl='u'\nseconds=0", "'servers.clock.seconds' in .* is wrong", ""),
        ("[privacy]\nkeep_days='x'", "'privacy.keep_days' in .* is wrong", ""),
    ],
)
def test_a_wrong_file_is_an_error_that_names_it(text: str, title: str, hint: str) -> None:
    file = write(text)
    with pytest.raises(UsageError, match=title) as caught:
        config.load()
    assert str(file) in caught.value.title
    assert hint in caught.value.hint


def test_a_wrong_variable_or_flag_is_an_error_that_says_where() -> None:
    with pytest.raises(UsageError, match="'repeats' in the environment is wrong"):
        config.load(None, {"UITARS_REPEATS": "often"})
    with pytest.raises(UsageError, match="'repeats' in the command line is wrong"):
        config.load({"repeats": 1})
    with pytest.raises(UsageError, match="Unknown setting 'colour' in the command line"):
        config.load({"colour": "red"})


def test_a_file_that_was_asked_for_must_exist(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no settings file"):
        config.load(file=tmp_path / "missing.toml")
