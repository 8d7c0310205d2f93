"""A Wayland session: pictures, input, windows. A compositor of wlroots (sway, labwc, river) is
worked through its own protocols, any other through the desktop portal (portal/).

    protocols.py      the protocols that pywayland does not bring, as tables
    connection.py     one connection: what the compositor offers, answers with a time limit
    outputs.py        the monitors, and the canvas that they make together
    screen.py         pictures of all of them
    input.py          a mouse and a keyboard of our own
    keymap.py         what the keyboard's keys mean: any character there is
    text_entry.py     entering text with it
    sway.py           windows as sway and its relatives tell them
    toplevels.py      windows as any other compositor tells them: title, program, focus
    accessibility.py  what programs say of themselves, whose places Wayland hides
    way.py            what is asked of either way to work a compositor
    wlroots.py        the protocols of wlroots together
    desktop.py        the desktop that either makes

Positions are pixels of the canvas: what a screenshot shows, from the upper left corner of the
layout, at the scale of the sharpest monitor.
"""
