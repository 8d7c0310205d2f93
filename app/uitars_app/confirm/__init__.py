"""The gate's questions on the screen: a card for each, one at a time, that never takes the keyboard
and never lies over what it asks about.

It shows facts of the hands, never the model's prose. Which actions need a question is the gate's.
"""
