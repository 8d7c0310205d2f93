"""What the models page does beside the window: testing, importing, offers, servers. No widgets."""

from __future__ import annotations

from pathlib import Path

import msgspec

from uitars_runtime.backends.llama.files import available_memory
from uitars_runtime.doctor.model import ClickTest, click_test
from uitars_runtime.models import catalogue, open_models
from uitars_runtime.models.catalogue import Installed
from uitars_runtime.models.machine import Machine, best_for, this_machine
from uitars_runtime.models.open_models import OpenModel
from uitars_runtime.protocols import Stop


class ModelFacts(msgspec.Struct, frozen=True):
    """One model of this machine and whether it fits."""

    model: Installed
    fits: bool | None
    """None where the system does not say how much memory is free."""


def models() -> list[ModelFacts]:
    """All models of this machine. Raises `UitarsError`."""
    free = available_memory()
    return [
        ModelFacts(model, None if free is None else model.bytes < free)
        for model in catalogue.installed()
    ]


def bring_in(source: Path) -> Installed:
    """Copy a model in. Raises `UitarsError`."""
    return catalogue.bring_in(source)


class Offered(msgspec.Struct, frozen=True):
    """The open models that can be fetched as they are, and the machine they are for."""

    date: str
    machine: Machine
    best: str
    """Name of the largest that fits; empty for none."""
    models: tuple[OpenModel, ...]


def offered() -> Offered:
    """What the catalogue has that can be worked with and is not here yet."""
    machine, known = this_machine(), open_models.catalogue()
    here = {model.name for model in catalogue.installed()}
    ready = [model for model in known.models if model.form == "gguf" and model.dialect]
    best = best_for(machine)
    return Offered(
        known.date,
        machine,
        "" if best is None else best.name,
        tuple(model for model in ready if model.name not in here),
    )


def see(ref: str, base_url: str, dialect: str, stop: Stop, secret: str = "") -> ClickTest:
    """Let a model click boxes that only sight can find. `secret`: the key of its server; empty: the
    one kept. Raises `UitarsError`."""
    from uitars_runtime.backends.keys import Key

    key = Key(secret) if secret else None
    return click_test(ref, base_url or None, dialect or None, stop=stop, key=key)


def served(base_url: str, secret: str, stop: Stop) -> tuple[str, ...]:
    """What a server serves. `secret`: its key; empty: the one kept. Raises `UitarsError`."""
    from uitars_runtime.backends.address import Address
    from uitars_runtime.backends.keys import Key, find_key
    from uitars_runtime.backends.openai import OpenAIBackend

    address = Address(base_url)
    key = Key(secret) if secret else find_key(address.host)
    return OpenAIBackend("", address, key).models(stop)


def keep_key(base_url: str, secret: str) -> None:
    """Put a key into the keyring, or take it out when it is empty. Raises `UsageError`."""
    from uitars_runtime.backends.address import Address
    from uitars_runtime.backends.keys import Key, forget_key, store_key

    host = Address(base_url).host
    if secret:
        store_key(host, Key(secret))
    else:
        forget_key(host)
