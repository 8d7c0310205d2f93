"""Models that were trained apart from one start, made one: interpolation, TIES and DARE.

`arithmetic` adds weights, `simplex` looks for the shares that measure best, `measure` says how good
a model is on steps of a domain, `lines` shows the loss along the lines between models. Not here:
training the specialists (`network/training.py`), files of weights (`network/weights.py`).
"""
