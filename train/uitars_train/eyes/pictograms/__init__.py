"""What icons are called, in an open vocabulary: drawings with all that people call them.

The vocabulary holds the meanings of `screens/icon_meanings.txt` and what several packages and
themes have a drawing for. Which drawings there are, and under which licences, says `sources.py`;
how they look on a screen `views.py`; what a text about one means in the vocabulary `naming.py`.
The tower of the shipped reader looks at them (`training.py`), and its file gets the new answer
(`grafting.py`). Whether it helps says `asks.py`. The steps are `uitars-train eyes gather-icons`,
`show-icons`, `train-icons`, `export-icons`, `ask-icons` and `see-icons`.
"""
