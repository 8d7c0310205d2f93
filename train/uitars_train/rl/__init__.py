"""Reinforcement learning: environments are played by actors, one server speaks for the policy, a
pool holds what was played, a learner updates. Method: UI-TARS-2 (arXiv 2509.02544) and what it
builds on, VAPO (2504.05118) and DAPO (2503.14476); a number that none of them tells is ours, and
says so where it stands.

Not here: rewards that a model gives, and anything that ships.
"""
