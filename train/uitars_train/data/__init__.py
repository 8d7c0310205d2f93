"""From worlds and tasks to batches: episodes, samples, numbers, streams.

`episodes` plays tasks, `sample` is one step of them, `encoding` its numbers, `stream` the batches,
`recorded` steps of real programs. Not here: what learns from them (`network/`).
"""
