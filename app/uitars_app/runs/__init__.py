"""A run of the agent beside the window: its thread, its questions, its state. Nothing is drawn."""
