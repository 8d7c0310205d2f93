"""A shell behind a pseudo-terminal in a Tk window that calls itself notes."""

import os
import pty
import tkinter

child, master = pty.fork()
if child == 0:
    os.execv("/bin/sh", ["sh"])
window = tkinter.Tk(className="Notes")
window.title("Notes")
field = tkinter.Text(window)
field.pack()
field.bind("<Key>", lambda event: event.char and os.write(master, event.char.encode()))
field.focus_force()
window.mainloop()
