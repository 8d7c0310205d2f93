"""Training of the eyes: from screens with truth to the networks that the runtime ships: the reader
of widgets, the reader of lines (WORK/train, WORK/val) and what icons are called (`pictograms/`).

`uitars-train eyes --help` tells the steps in their order; each can be stopped and taken up again.
Making screens is `uitars_train.screens`; pictures of candidates,
`uitars_runtime.eyes.roles.reader`.
"""
