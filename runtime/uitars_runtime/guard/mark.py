"""How a process knows the private desktop it belongs to. No more than the name."""

from typing import Final

MARK: Final = "UITARS_SANDBOX"
"""Environment variable that names the folder a process belongs to."""
