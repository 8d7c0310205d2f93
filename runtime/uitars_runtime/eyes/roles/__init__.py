"""What a candidate is, in what state, and what its picture means: the only room that says so."""
