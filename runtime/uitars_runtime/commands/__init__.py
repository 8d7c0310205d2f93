"""What a command line or the target of `open` would do, decided before it runs.

By an allow-list and never a deny-list. Only plain commands are understood: words, quotes, pipes,
lists and a few redirections of programs whose options are listed here. Everything else is class
S-other. Nothing here runs a command (tools/) and nothing decides whether it may be run (gate/).
"""
