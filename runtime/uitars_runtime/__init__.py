"""The agent: loop, hands, gate, eyes, backends, dialects, memory and journal.

Importing it loads nothing heavy: each library is imported where it is chosen.
"""

import os

from uitars_runtime._version import __version__

# Else the official builds of onnxruntime make a number for this person, and tell their makers at
# each start which program runs on which system. They ask once, when they are loaded: before that.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

__all__ = ["__version__"]
