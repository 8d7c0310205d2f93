"""What people ask for: goals with an expert that reaches them, and the words that ask.

`generation` chooses goals for a world, the `*_goals` are the kinds, `phrasing` words one of them
from the grammars of `wordings/`, `composition` puts them together. Not here: playing them
(`data/`).
"""
