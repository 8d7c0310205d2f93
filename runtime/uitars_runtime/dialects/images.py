"""Image policy: which screenshots a prompt carries, and at which size.

Screenshots are by far the largest part of a prompt, so a server keeps what it computed for the
prefix two prompts share. A window that slides by one picture every step changes the prompt at its
oldest picture every time, and nearly all is computed again. Here pictures leave in chunks: between
`count - chunk + 1` and `count` of them are shown, and for `chunk` steps in a row a prompt only
grows at its end.
"""

from __future__ import annotations

import msgspec

from uitars_runtime.dialects.coordinates import Fitted, Limits
from uitars_runtime.frame import Frame
from uitars_runtime.protocols import ImagePart, TextPart

NO_LONGER_SHOWN = TextPart("[an earlier screenshot, not shown again]")


class ImagePolicy(msgspec.Struct, frozen=True):
    """How many screenshots to send and how large.

    `count`: the most in one prompt, at least 1. `chunk`: how many leave together, 1 to `count`.
    `limits`: the size limits of the model; None sends screenshots as they are.
    """

    count: int
    chunk: int
    limits: Limits | Fitted | None

    def first_shown(self, current: int) -> int:
        """Index of the oldest step whose screenshot is shown at step `current` (counted from 0)."""
        surplus = current + 1 - self.count
        if surplus <= 0:
            return 0
        return -(-surplus // self.chunk) * self.chunk

    def part(self, frame: Frame) -> ImagePart:
        """A screenshot as it goes to the model."""
        size = frame.size if self.limits is None else self.limits.sent_size(frame.size)
        return ImagePart(frame, size)
