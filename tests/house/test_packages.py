"""The facts of the packages and of the Makefile are the same facts."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from helpers import named_programs

ROOT = Path(__file__).parents[2]
FACTS = ROOT / "installers" / "linux" / "package" / "nfpm.yaml"
TO_LOOK_AT = {"mousepad", "adwaita-icon-theme"}
"""What `make run` shows, and how it looks."""
BELOW = {"libc6", "libstdc++6"}
"""What the libraries in the folder stand on, there on every system with apt."""


@pytest.mark.skipif(bool(named_programs.unfit()), reason=named_programs.unfit() or "-")
def test_the_deb_asks_for_what_the_makefile_installs() -> None:
    facts = yaml.safe_load(FACTS.read_text())["overrides"]["deb"]
    asked = {one.partition(" ")[0] for one in facts["depends"]}
    named = set(named_programs.named_packages("RUN_PACKAGES", "APP_PACKAGES"))
    assert asked - BELOW == named - TO_LOOK_AT
    assert {*facts["recommends"], *facts["suggests"]} >= TO_LOOK_AT
