"""What a reply cost where its server does not say: an estimate that errs to the high side, so that
a limit of tokens ends a run there, too."""

from __future__ import annotations

from typing import Final

import msgspec

from uitars_runtime.memory.tokens import tokens_of
from uitars_runtime.protocols import Completion, ImagePart, Prompt, TextPart

_PIXELS_OF_A_TOKEN: Final = 28 * 28
"""Of a picture: so many in the models in use, fewer tokens in others."""


def counted(completion: Completion, prompt: Prompt) -> Completion:
    """The reply to this prompt; what is not counted of it, or counted as nothing, is estimated."""
    tokens = msgspec.structs.replace(
        completion.tokens,
        prompt=completion.tokens.prompt or _size(prompt),
        generated=completion.tokens.generated or tokens_of(completion.text),
    )
    return msgspec.structs.replace(completion, tokens=tokens)


def _size(prompt: Prompt) -> int:
    return sum(_cost(part) for message in prompt.messages for part in message.parts)


def _cost(part: TextPart | ImagePart) -> int:
    match part:
        case TextPart(text=text):
            return tokens_of(text)
        case ImagePart(size=size):
            return -(-size.width * size.height // _PIXELS_OF_A_TOKEN)
