"""Asks about programs that somebody imagined: their menus, bars and dialogs, and what people say
who want one of the things in them (`train/instructions/imagined`).

They teach what things are wanted for, on far more kinds of programs than can be installed.
`reading` reads the files, `screens` lays a program out as the eyes would see it, `asking` draws
asks. Not here: screens of real programs (`harvested.py`), and what people say about them.
"""
