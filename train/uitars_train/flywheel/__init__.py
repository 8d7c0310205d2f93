"""What the model does on real programs, turned into steps to learn.

`collection` plays and keeps what was right, `teacher` says at every state what is right, `advice`
says an action in words and elements. Not here: the file of steps and how it is drawn from
(`data/sample.py`), screens of programs without a task (`harvest/`).
"""
