"""Chromium as programs see it: started below a guard, asked what no picture says.

Not here: looking at the browser's window and working it (desktop/, hands/), and what is made of it.
"""
