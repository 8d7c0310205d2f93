"""An Android device that is none: it speaks the device's side of adb's transport over TCP, so that
the real adb server talks to it, draws its screen from its state and logs every action.

`transport.py` is the wire, `services.py` what is asked over it, `phone.py` the system (`input`,
`wm`, `dumpsys`, `uiautomator` and the like), `drawing.py` its picture, `programs.py` its programs,
`server.py` adb itself.
"""
