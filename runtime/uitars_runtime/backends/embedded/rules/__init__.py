"""What code knows better than the network: rules over what the eyes see and over a decision."""
