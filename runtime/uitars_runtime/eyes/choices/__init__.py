"""Tick boxes, radio circles and switches that are sure by their drawing alone."""
