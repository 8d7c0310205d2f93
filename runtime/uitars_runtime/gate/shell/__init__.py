"""What a command line would do, decided before it runs, by an allow-list and never a deny-list.

Only plain commands are understood: words, quotes, pipes, lists and a few redirections of programs
whose options are listed here. Everything else is class S-other. Nothing here runs a command; the
wall around those that run is tools/jail.py.
"""
