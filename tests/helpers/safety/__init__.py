"""The drills behind docs/security.md: one module for each row, each with a function `run`.

`run(share)` does that share of the full drill and returns its figures: `tried` and `failed`, and
what else is worth knowing. `bench/safety.py` runs them whole and writes the figures down;
tests/drills holds the bars; a small share of each runs with the ordinary tests.
"""
