"""Changes that a task asks for in a text that is open: what people call them, what they make of it.

Not here: who works the editor (backends/embedded/requests/editing.py), and whether a run that says
so did (evidence/documents.py).
"""
