"""Tasks of OSWorld, played on private desktops of ours: their file read strictly, their setting up,
their judging by functions of our own, and which of them this machine can bear.

The tasks are OSWorld's (Apache-2.0), in the package cua-speedrun. Not here: machines of OSWorld
(`uitars_runtime.desktop.osworld`), and anything that needs the internet.
"""
