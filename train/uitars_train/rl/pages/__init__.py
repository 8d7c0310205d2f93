"""Pages of MiniWoB++ as an environment: a headless Chromium shows them, trusted events work them.

Not here: the pages' own rules and the oracle that knows their way (`evaluate/`), what the eyes get
wrong (`noise/`), who plays (`rl/actors.py`).
"""
