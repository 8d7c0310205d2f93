"""Which programs a machine has, what they are called and which of them a person means.

Reading and matching only: nothing here starts a program, asks anybody or knows a display.
"""
