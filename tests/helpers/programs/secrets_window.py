"""Windows with secrets in plain sight, for tests of hiding. For the system's Python with tkinter.

Usage: secrets_window.py HIDDEN_TEXT REGION_TEXT READ_TEXT STATE_FILE. The first stands in a window
of its own called `vault`, the second in the lower part of the main window, the third above it; a
field takes what is typed. Writes what was typed to the file.
"""

import sys
import tkinter

hidden, region, read, state = sys.argv[1:5]
main = tkinter.Tk()
main.title("notes")
main.geometry("420x260+0+0")
tkinter.Label(main, text=read, font=("DejaVu Sans Mono", 14)).place(x=10, y=20)
typed = tkinter.StringVar()
field = tkinter.Entry(main, textvariable=typed, show="\u2022", font=("DejaVu Sans Mono", 14))
field.place(x=10, y=80, width=380)
tkinter.Label(main, text=region, font=("DejaVu Sans Mono", 14)).place(x=10, y=200)

vault = tkinter.Toplevel(main)
vault.title("vault")
vault.geometry("420x100+0+330")
tkinter.Label(vault, text=hidden, font=("DejaVu Sans Mono", 14)).pack()


def keep(*_):
    with open(state, "w", encoding="utf-8") as file:
        file.write(typed.get())


typed.trace_add("write", keep)
main.after(200, field.focus_force)
main.mainloop()
