"""`uitars-train evaluate mind2web`: tasks of Online-Mind2Web, played by the product's own loop.

tasks.py        the task file
sites.py        sites of a folder, served on this machine in the place of the real ones
playing.py      one task: a browser on a desktop of its own, and what came of it
submission.py   the folder that the benchmark's evaluation reads
webjudge.py     its judge: key points, pictures rated, verdict, asked of any backend
report.py       what is counted
command.py      options, and what is printed

Not here: what a page does when it is worked (`runtime/uitars_runtime/browser`).
"""
