"""Recorded runs: finding one again, seeing it as it happened, comparing, keeping and deleting."""
