"""Desktops for those who play at the same time."""

from __future__ import annotations

import argparse
from contextlib import AbstractContextManager, nullcontext

from uitars_runtime.sessions.pool import LocalPool, Pool
from uitars_runtime.sessions.terms import SessionOrder


def pool_of(
    arguments: argparse.Namespace, order: SessionOrder
) -> AbstractContextManager[Pool | None]:
    """As many as the options ask for; None where tries are played one by one. Raises
    `UsageError`."""
    if arguments.pool == "ray":
        from uitars_runtime.sessions.ray_pool import RayPool

        return RayPool(order, arguments.sessions)
    return LocalPool(order, arguments.sessions) if arguments.sessions > 1 else nullcontext()
