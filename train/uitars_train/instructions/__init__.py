"""What people ask for on screens of real programs, written by hand, and the step that is right.

The sentences lie in `train/instructions`, one file an author. Not here: the screens (`harvest/`),
scoring a model on them (`evaluate/`).
"""
