"""Forms: what stands in a window to be filled, and what a request means for it. Only values."""
