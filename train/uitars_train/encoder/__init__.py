"""The sentence encoder of the embedded model: from its published checkpoint to the package's file.

Nothing is trained here. Not here: how it is run and what its vectors are for
(`uitars_runtime/backends/embedded/`).
"""
