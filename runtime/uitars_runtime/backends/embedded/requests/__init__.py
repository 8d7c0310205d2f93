"""What a person asked for, before the network reads it: its language, the programs it wants opened,
and how to word what is not understood. Not here: words as tokens (`tokenizer.py`)."""
