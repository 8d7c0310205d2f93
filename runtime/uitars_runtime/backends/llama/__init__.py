"""GGUF models in this process through llama.cpp (package `llama-cpp-python`, extra `llama`).

Weights, pictures and the cache between steps live here. Not here: grammars of replies (dialects/),
and models that a server of their own runs (openai.py).
"""

from uitars_runtime.backends.llama.backend import LlamaBackend

__all__ = ["LlamaBackend"]
