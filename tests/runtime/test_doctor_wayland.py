"""What the doctor says of Wayland sessions: real compositors, with and without what is needed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from helpers.compositors import Session, mutter_session, sway_session, weston_session
from uitars_runtime.desktop.wayland.portal import pictures
from uitars_runtime.doctor.report import Finding, Status
from uitars_runtime.doctor.wayland import findings


def found_in(session: Session, patched: pytest.MonkeyPatch) -> dict[str, Finding]:
    session.enter(patched)
    return {finding.name: finding for finding in findings("")}


def test_sway_has_all_that_is_needed(folder: Path, tmp_path: Path) -> None:
    with sway_session(folder) as session:
        ran = session.command(
            tmp_path, "uitars_runtime.cli.doctor", "--desktop", "wayland", "--json"
        )
    found = {one["name"]: one for one in json.loads(ran.stdout)["findings"]}
    assert found["compositor"]["status"] == "ok"
    assert found["capture"]["status"] == "ok"
    assert "1280x800" in found["capture"]["text"]
    assert "practice desktop" not in found


def test_where_nobody_says_where_windows_lie_it_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sway_session(folder) as session:
        del session.environment["SWAYSOCK"]
        capture = found_in(session, monkeypatch)["capture"]
    assert (capture.status, "where windows lie" in capture.text) == (Status.DEGRADED, True)


def test_without_an_accessibility_bus_programs_say_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sway_session(folder) as session:
        programs = found_in(session, monkeypatch)["programs"]
    assert (programs.status, "at-spi2-core" in programs.mend) == (Status.DEGRADED, True)


def test_a_compositor_without_a_way_names_what_it_lacks(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with weston_session(folder) as session:
        found = found_in(session, monkeypatch)
    assert found["compositor"].status is Status.OK
    assert found["portal"].status is Status.BROKEN
    assert "zwlr_screencopy_manager_v1" in found["portal"].text
    assert "sandbox" in found["portal"].mend


def test_no_session_is_one_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    (one,) = findings("wayland-7")
    assert (one.status, "wayland-7" in one.text) == (Status.BROKEN, True)


def test_without_its_library_it_says_how_to_install_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sway_session(folder) as session:
        monkeypatch.setitem(sys.modules, "pywayland.client.display", None)
        (one,) = found_in(session, monkeypatch).values()
    assert (one.status, "uitars[wayland]" in one.mend) == (Status.BROKEN, True)


def test_without_gstreamer_nothing_is_seen_through_a_portal(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "_PIPELINE", "nosuchsource ! appsink name=pictures")
    with weston_session(folder) as session:
        capture = found_in(session, monkeypatch)["capture"]
    assert (capture.status, "GStreamer" in capture.mend) == (Status.BROKEN, True)


def test_without_xwayland_text_is_that_of_the_layout(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with weston_session(folder) as session:
        entry = found_in(session, monkeypatch)["text entry"]
    assert (entry.status, "xwayland" in entry.mend) == (Status.DEGRADED, True)


@pytest.mark.drill
def test_a_session_of_mutter_is_worked_through_its_portal(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is asked: a no would be heard."""
    with mutter_session(folder, answer="no") as session:
        found = found_in(session, monkeypatch)
    assert {name: one.status for name, one in found.items()} == {
        "compositor": Status.OK,
        "portal": Status.OK,
        "capture": Status.OK,
        "text entry": Status.OK,
        "programs": Status.OK,
    }, found
