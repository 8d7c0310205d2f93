"""Sums that a task asks for: what people call them, what they come to, where a screen reads it.

Not here: who enters them (backends/embedded/requests/calculators.py), and whether a run that says
so did (evidence/reckoned.py).
"""
