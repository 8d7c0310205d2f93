"""A run as a person follows it: the list of steps, one step large, what is going on at the moment.

Fed by the runner's signals or by a record on disk; it decides nothing.
"""
