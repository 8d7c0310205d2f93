"""What must not be seen, kept or sent: stored secrets, redaction of words and pictures, retention.

Decisions about actions do not belong here (gate/), nor does writing a record (journal.py).
"""
