"""Models from a hub, for a person who asked for one: what there is, which files, fetching them.

    listing.py    what a repository holds, with hashes and licence; the hub's own library is here
    choosing.py   which of its files make a model
    transfer.py   one file: on from where it stopped, no longer than promised, hash checked
    getting.py    all of it, whole or not at all, and where it is kept

Nothing here asks anybody: a face shows the `Plan` and calls `get` after a yes.
"""
