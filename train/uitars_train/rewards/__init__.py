"""What a run is worth: reference answers, and a large model that judges.

`answers` lays what was answered beside what is known to be right, `judge` asks a model by any
backend about a recorded run. Not here: what the state of a program says (`evaluate/`), learning
from it (`flywheel/`).
"""
