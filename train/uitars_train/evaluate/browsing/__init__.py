"""`uitars-train evaluate browsing`: questions whose answers lie several pages away.

playing.py     one question in a real browser on a private desktop, by the loop of every run
oracle.py      follows the way that proves the answer, by clicks and keys
baselines.py   an answer by chance, and by one search
report.py      what is counted
command.py     options, and what is printed

Not here: worlds, pages and questions (`browsing/`), what a right answer is (`rewards/`).
"""
