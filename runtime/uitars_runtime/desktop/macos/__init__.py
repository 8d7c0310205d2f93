"""The desktop of a person on macOS: what Quartz tells of windows, what the accessibility interface
tells of controls, and the permissions that both need.

Pictures and input are those of portable.py. It was never run on macOS: tests answer in the place of
its frameworks, by the names and signatures of pyobjc, which pynput brings. Not here: event taps.
"""
