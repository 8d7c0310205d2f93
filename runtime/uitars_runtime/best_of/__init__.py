"""One task tried several times from one checkpoint, and which try remains.

`tries.py` plays, `stage.py` puts the desktop back in between, `choice.py` compares. Not here: how
one run goes (`run.py`), who judges its outcome (`outcomes/`).
"""
