"""Whether a run that says it is finished can be believed, judged from the record and the screen.

Not here: what a model thinks of its own work (backends/, dialects/), and what follows from a
judgement (loop.py, run.py).
"""
