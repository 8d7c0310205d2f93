"""Settings in the window, made from the configuration's own types."""
