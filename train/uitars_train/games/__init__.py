"""Small games of our own in a browser, with a state that only the platform reads and judges.

Fifteen are played, four are kept apart for evaluation. Here: the pages (`web/`), the protocol that
works one (`page.py`), and who plays beside a model (`players/`). Not here: measuring a model
(evaluate/), learning from what was played.
"""
