"""Where things lie."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from uitars_runtime import paths
from uitars_runtime.errors import JournalError, UsageError


def test_home_moves_every_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path))
    places = [
        paths.config_folder(),
        paths.data_folder(),
        paths.cache_folder(),
        paths.state_folder(),
    ]
    assert [place.parent for place in places] == [tmp_path] * 4
    assert len(set(places)) == 4
    assert paths.config_file().parent == paths.config_folder()
    assert paths.runs_folder().parent == paths.data_folder()


def test_without_home_the_places_are_those_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    import platformdirs

    monkeypatch.setenv("UITARS_HOME", "")
    assert paths.config_folder() == platformdirs.user_config_path("uitars", appauthor=False)
    assert paths.data_folder() == platformdirs.user_data_path("uitars", appauthor=False)
    assert paths.cache_folder() == platformdirs.user_cache_path("uitars", appauthor=False)
    assert paths.state_folder() == platformdirs.user_state_path("uitars", appauthor=False)


@pytest.mark.parametrize("home", ["~nobody-of-this-name/x", ""])
def test_a_home_that_nobody_knows_is_said(home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setenv("UITARS_HOME", home)
    for kind in ("config", "data", "cache", "state"):
        monkeypatch.setattr(f"platformdirs.user_{kind}_path", unknown)
        with pytest.raises(UsageError, match="Nobody knows") as caught:
            getattr(paths, f"{kind}_folder")()
        assert caught.value.hint == "Set UITARS_HOME=DIR."


def test_a_relative_home_is_not_bound_to_the_current_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UITARS_HOME", "here")
    assert paths.data_folder() == tmp_path / "here" / "data"


def test_run_folders_are_private_distinct_and_sort_by_time(tmp_path: Path) -> None:
    root = tmp_path / "deep" / "runs"
    folders = [paths.new_run_folder(root) for _ in range(20)]
    assert len({folder.name for folder in folders}) == 20
    assert all(re.fullmatch(r"\d{8}-\d{6}-\d{3}-[0-9a-f]{8}", folder.name) for folder in folders)
    stamps = [folder.name[:19] for folder in folders]
    assert stamps == sorted(stamps)
    assert {folder.stat().st_mode & 0o777 for folder in folders} == {0o700}


def test_the_user_s_own_run_folders_lie_below_the_data(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path))
    assert paths.new_run_folder().parent == paths.runs_folder()


def test_a_place_that_cannot_hold_runs_is_an_error_with_a_hint(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match="No folder for a run") as caught:
        paths.new_run_folder(tmp_path / "file")
    assert "--run-dir" in caught.value.hint


def test_everything_of_a_run_is_for_the_user_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "new" / "home"
    monkeypatch.setenv("UITARS_HOME", str(home))
    run = paths.new_run_folder()
    for folder in (run, run.parent, home / "data", home, home.parent):
        assert folder.stat().st_mode & 0o777 == 0o700, folder
    existing = tmp_path.stat().st_mode
    paths.make_private(tmp_path / "more")
    assert tmp_path.stat().st_mode == existing
