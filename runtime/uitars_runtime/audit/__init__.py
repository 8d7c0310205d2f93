"""Who allowed what, in a log that shows when somebody changed it.

Every verdict of the gate, before the action, and every executed action, from the process that acts.
Not here: pictures, thoughts and texts; a text that was typed stands as a hash only. The run folder
tells the story (journal.py), this log holds it to account.
"""
