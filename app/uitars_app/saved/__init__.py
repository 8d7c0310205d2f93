"""Tasks a person keeps: words with places to fill in, and times at which they start."""
