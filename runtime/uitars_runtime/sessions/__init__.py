"""Desktops that live on: kept by a host process, held by one run at a time, given back as they are.

Who works on one and what may be done there is not decided here: hands and gate come with the run.
"""
