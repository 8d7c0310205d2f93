"""A compositor that is worked through the session's desktop portal: GNOME, KDE and others.

    bus.py         the portal: what it offers, questions that a person answers
    session.py     leave to see and work the screen, and the input that goes out under it
    pictures.py    one monitor's pictures from PipeWire, through GStreamer
    layout.py      which characters the session's keyboard can type
    input.py       mouse and keyboard
    mutter.py      how mutter takes places
    leave.py       leave that lasts
    shortcut.py    the key that stops the agent
    text_entry.py  entering text with them
    windows.py     windows as their programs tell them
    way.py         all of it together

Not here: libei (version 2 of the portal), which Debian 12 does not have.
"""
