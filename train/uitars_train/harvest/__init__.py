"""Real programs explored: their screens as the eyes see them and as the programs tell them.

`catalogue` says which programs and which are held out, `looks` how they are shown, `desk` works
one on a private desktop, `tree` and `confirming` say what is true, `explorer` finds its way,
`gathering` goes through all programs, `records` and `store` are what is kept. Not here: tasks,
wordings, what learns from it, and playing tasks on programs (`flywheel/`).
"""
