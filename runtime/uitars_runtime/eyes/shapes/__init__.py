"""Shapes: where something is drawn, what has an outline, and what lies together. No roles here."""
