"""What a run is worth: reference answers, and the command that judges recorded runs.

`answers` lays what was answered beside what is known to be right; models judge in the runtime
(`outcomes/`). Not here: what the state of a program says (`evaluate/`), learning from it
(`flywheel/`).
"""
