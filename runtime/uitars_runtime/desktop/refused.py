"""An action that a desktop did not begin, for a reason that the model can read."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818 - an answer, not a failure
    """Raised inside this room only; the desktop turns it into an outcome."""

    def after(self, entered: int, text: str) -> Refused:
        """The same of a text, so many characters of which were entered before."""
        return Refused(f"only the first {entered} of {len(text)} characters were entered: {self}")
