"""Trees of XML that another machine or a device says: read without trust in who wrote them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import ParseError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element as Node

_MOST = 20 << 20
"""Letters of a tree that are read."""


def root_of(tree: str) -> Node | None:
    """The root of a tree; None for what is none, is too large, or declares a type of its own."""
    from xml.etree.ElementTree import fromstring

    # No entities: a document type is the only way to say any.
    if not tree or len(tree) > _MOST or "<!" in tree.replace("<!--", ""):
        return None
    try:
        return fromstring(tree)  # noqa: S314
    except (ParseError, ValueError):
        return None
