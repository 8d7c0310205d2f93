"""A symbolic desktop: windows of widgets that answer as programs do, without pixels.

`world` is the desktop, `canvas` what a window is drawn on, `programs` draw random windows from
`bars`, `forms` and `content`; `drawn_screens` come from real toolkits, words from `lexicon`.
Not here: what is asked for (`tasks/`), what is seen of it (`noise/`).
"""
