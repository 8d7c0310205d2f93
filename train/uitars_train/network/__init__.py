"""The decoder: model, training, scores, and the files that the product reads.

`model` is the network, `training` the run, `quantization` the product's numbers, `weights` what is
on disk, `export` writes the product's files, `rollout` measures. Not here: what it learns from
(`data/`).
"""
