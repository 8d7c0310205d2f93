"""The mathematics of four-bit weights and eight-bit activations, as pure functions on arrays.

Nothing here reads a file, knows a model or loads anything but numpy.
"""
