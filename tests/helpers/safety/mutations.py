"""Damage as an attacker does it: to the structure of a file or message, and to its bytes."""

from __future__ import annotations

import json
import random
import struct
from typing import Any, cast

_NUMBERS = (-1, 0, 1, 2, 7, 255, 4096, 1 << 31, 1 << 40, 1 << 63, (1 << 64) - 1, 1 << 200)
_SPECIAL = "\udcff", "../../x", "/etc/passwd", "\n\x1b[2J", "x" * 5000, "", "é", "1e999"
_DEEP = (50, 400, 3000)


def mutated_bytes(data: bytes, chance: random.Random) -> bytes:
    """Some bytes other, gone, or there twice; or numbers in them that lie."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4))):
        at = chance.randrange(len(changed) or 1)
        match chance.randrange(6):
            case 0:
                changed[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del changed[at:]
            case 2:
                del changed[at : at + chance.randrange(1, 16)]
            case 3:
                start = chance.randrange(len(changed) or 1)
                changed[at:at] = changed[start : start + chance.randrange(1, 64)]
            case 4:
                number = chance.choice(_NUMBERS) & ((1 << 64) - 1)
                changed[at : at + 8] = struct.pack("<Q", number)
            case _:
                changed[at : at + 4] = struct.pack("<I", chance.choice(_NUMBERS) & 0xFFFFFFFF)
    return bytes(changed)


def mutated_lengths(data: bytes, places: list[int], chance: random.Random) -> bytes:
    """The file with lies at places where its lengths and counts stand."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2))):
        at = chance.choice(places)
        (old,) = struct.unpack_from("<Q", changed, at)
        near = (old + chance.choice((-1, 1, 2, 8))) & ((1 << 64) - 1)
        lie = chance.choice((near, *(n & ((1 << 64) - 1) for n in _NUMBERS)))
        struct.pack_into("<Q", changed, at, lie)
    return bytes(changed)


def mutated_json(value: Any, chance: random.Random) -> bytes:
    """The value with some of its parts replaced, taken out, doubled or nested; then written."""
    copy = json.loads(json.dumps(value))
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        copy = _changed(copy, chance)
    text = json.dumps(copy)
    match chance.randrange(12):
        case 0:
            depth = chance.choice(_DEEP)
            text = text.replace("null", "[" * depth + "]" * depth, 1)
        case 1 if text.startswith("{") and len(text) > 2:
            text = text[:-1] + "," + text[1:]  # every name twice
        case 2:
            return mutated_bytes(text.encode(), chance)
        case 3:
            text = text.replace("1", "1e999", 1)
        case _:
            pass
    return text.encode("utf-8", "surrogatepass")


def _changed(value: Any, chance: random.Random) -> Any:
    """Walk down by chance and change what is there."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        held = cast("dict[str, Any]", value)
        name = chance.choice(list(held))
        match chance.randrange(8):
            case 0:
                del held[name]
            case 1:
                held[_hostile_text(chance)] = held.pop(name)
            case _:
                held[name] = _changed(held[name], chance)
        return held
    if isinstance(value, list) and value and chance.random() < 0.8:
        items = cast("list[Any]", value)
        at = chance.randrange(len(items))
        match chance.randrange(6):
            case 0:
                del items[at]
            case 1:
                items.append(items[at])
            case _:
                items[at] = _changed(items[at], chance)
        return items
    return _hostile(value, chance)


def _hostile(value: Any, chance: random.Random) -> Any:
    if isinstance(value, int) and chance.random() < 0.4:
        return value + chance.choice((-1, 1, 8))
    nested: Any = None
    for _ in range(chance.choice((1, 3, 30))):
        nested = [nested] if chance.random() < 0.5 else {"a": nested}
    empty: list[Any] = [[]] * 9
    found: tuple[Any, ...] = (
        *(None, True, 1e308, -0.5, [], {}, [value], {"a": value}, nested, empty),
        *(_hostile_text(chance), chance.choice(_NUMBERS), chance.choice(_NUMBERS)),
    )
    return chance.choice(found)


def _hostile_text(chance: random.Random) -> str:
    text = chance.choice(_SPECIAL)
    return text if "\udcff" not in text else "x\u0000y"
