"""Who plays games beside a model: random moves, and for each game one that reads its state.

All act by the same input as anybody else.
"""
