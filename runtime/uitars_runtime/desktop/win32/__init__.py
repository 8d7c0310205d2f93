"""The desktop of a person on Windows: what user32 tells of windows, their programs and controls.

Pictures and input are those of portable.py. It was run under Wine, never on Windows itself. Not
here: UI Automation, the clipboard, hooks.
"""
