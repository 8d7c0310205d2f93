"""What the model does on real programs, turned into steps to learn.

`harvest` plays and keeps what was right, `teacher` says at every state what is right, `solutions`
are known ways, `alignment` finds the part of the task a step serves. Not here: the file of steps
and how it is drawn from (`data/recorded.py`).
"""
