"""Which models a person has on this machine, whether they fit it, and how to serve larger ones.

Files and facts only: loading and running a model is the business of backends/, judging it of
doctor/.
"""
