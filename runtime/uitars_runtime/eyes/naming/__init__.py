"""What a person would call an element: its own words, or those of a label beside it."""
