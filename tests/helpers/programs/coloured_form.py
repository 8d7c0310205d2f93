"""A form whose parts a model without reading can tell apart: a magenta field, a cyan button.

python3 coloured_form.py FILE    the button writes what stands in the field to FILE
"""

import sys
import tkinter

root = tkinter.Tk(className="Form")
root.title("Form")
root.geometry("900x600+260+150")
root.configure(background="#303030")
look = {"borderwidth": 0, "highlightthickness": 0}
field = tkinter.Entry(root, background="#ff00ff", insertofftime=0, **look)
button = tkinter.Frame(root, background="#00ffff", **look)


def save(_):
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(field.get() + "\n")
    button.configure(background="#808080")


button.bind("<Button-1>", save)
field.place(x=90, y=70, width=200, height=24)
button.place(x=780, y=520, width=30, height=24)
root.mainloop()
