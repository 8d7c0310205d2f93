"""What a recorded run is worth as a whole: by its evidence, or by a large model that reads it.

Not here: the evidence itself (`evidence/`), reference answers and learning (`train/`).
"""
