"""Accept or correct: a person sees every proposal before the gate does.

What is corrected stands in the run's record and is a sample to learn from.
"""
