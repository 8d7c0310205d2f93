"""Shared by all tests: the helpers folder is importable, and no test is bound to the clock."""

import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

# How long an example takes says how busy the machine is.
settings.register_profile("uitars", deadline=None)
settings.load_profile("uitars")
