"""Asks made by rule on harvested screens, where people's own sentences are too few to learn from.

How things stand to each other, what is on and what a field is called is known from what the
programs tell, so that any number of asks can be made on every screen. They teach where to look;
people's own sentences (`train/instructions`) teach how it is said. One file a sort of ask; the ways
to say them lie in `wordings`. Not here: sentences of people (`instructions/reading.py`).
"""
