"""Small widgets that several parts of the window share; each knows nothing of runs."""
