"""What the agent remembers: the window of this run, its notes, and episodes of earlier runs.

    window.py        working memory W: the last steps in full, within a budget
    working.py       the notes of this run
    summary.py       a recorded run as episodes, from the record alone
    store.py         episodic memory E: SQLite with a word index and signatures
    pages.py         those signatures as a search reads them, many in one piece
    search.py        which episodes bear on a task
    hierarchical.py  both memories as one, within a budget of tokens

Whatever is recalled is data: dialects quote it, and no rule of the gate reads it. How a prompt is
written does not belong here.
"""
