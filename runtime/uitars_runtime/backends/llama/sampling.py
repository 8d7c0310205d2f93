"""How the next token is drawn: the likeliest one or by chance, among those a schema allows."""

from __future__ import annotations

import importlib
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import msgspec

from uitars_runtime.backends.llama.library import Library
from uitars_runtime.backends.llama.weights import Weights
from uitars_runtime.backends.sampling import GREEDY, SEEDS, Sampling
from uitars_runtime.errors import ModelError


@contextmanager
def sampler(
    library: Library,
    weights: Weights,
    schema: dict[str, object] | None,
    sampling: Sampling = GREEDY,
) -> Generator[Any]:
    """A chain of llama.cpp's samplers. Raises `ModelError` for a schema it cannot follow."""
    api = library.llama
    chain = api.llama_sampler_chain_init(api.llama_sampler_chain_default_params())
    try:
        if schema is not None:
            rules = api.llama_sampler_init_grammar(weights.vocabulary, _grammar(schema), b"root")
            if not rules:
                raise ModelError(f"llama.cpp cannot follow the schema: {library.complaint()}.")
            api.llama_sampler_chain_add(chain, rules)
        for one in _last(api, sampling):
            api.llama_sampler_chain_add(chain, one)
        yield chain
    finally:
        api.llama_sampler_free(chain)


def _last(api: Any, sampling: Sampling) -> list[Any]:
    """What chooses among the tokens that are left."""
    if not sampling.temperature:
        return [api.llama_sampler_init_greedy()]
    seed = (sampling.seed or 0) % SEEDS
    return [
        api.llama_sampler_init_temp(sampling.temperature),
        api.llama_sampler_init_dist(seed),
    ]


def _grammar(schema: dict[str, object]) -> bytes:
    """The schema in llama.cpp's own notation (GBNF)."""
    module: Any = importlib.import_module("llama_cpp.llama_grammar")
    text: str = module.json_schema_to_gbnf(msgspec.json.encode(schema).decode())
    return text.encode()
