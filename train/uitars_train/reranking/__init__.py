"""The reranker: which of the likeliest elements is meant, learned from steps that are right.

Not here: how it is run and what its scores count for (`uitars_runtime/backends/embedded/`).
"""
