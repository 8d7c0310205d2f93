"""A desktop that a person watches from outside, in a VNC program or in a browser.

    vnc.py    TigerVNC's scraping server on a display, with a password for this one view
    door.py   noVNC's page and the way from it to the server, behind a token
    live.py   both together, as long as somebody wants them

Not here: which desktops there are (sessions/), and who may work them.
"""
