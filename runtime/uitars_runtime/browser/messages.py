"""Messages of the DevTools protocol, out of JSON."""

from __future__ import annotations

import json
from typing import Any

import msgspec

Message = dict[str, Any]


def decoded(packet: bytes) -> Message:
    """One message. Strings of a page may hold half a character, which no UTF-8 can say: a question
    mark stands for it. Raises `msgspec.DecodeError`."""
    try:
        return msgspec.json.decode(packet, type=Message)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        try:
            whole = json.dumps(json.loads(packet), ensure_ascii=False)
        except (ValueError, RecursionError):
            raise msgspec.DecodeError(str(error)) from None
        return msgspec.json.decode(whole.encode(errors="replace"), type=Message)
