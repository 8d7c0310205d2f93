"""The walls that can stand around a command, one module each; a wall is a command line to put in
front of another. Which of them holds on this machine is found out elsewhere (tools/ladder.py).
"""
