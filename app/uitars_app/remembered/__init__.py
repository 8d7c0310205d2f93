"""What the assistant remembers, as the memory page shows and changes it."""
