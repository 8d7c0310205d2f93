"""A symbolic desktop: windows of widgets that answer as programs do, without pixels.

`world` is the desktop, `builder` a window under construction, `programs` are recipes for random
windows of `controls`, `forms`, `bars` and `content`; `drawn_screens` come from real toolkits, words
from `lexicon`, and `rates` (`rates.toml`) say how often, how many and which.
Not here: what is asked for (`tasks/`), what is seen of it (`noise/`).
"""
