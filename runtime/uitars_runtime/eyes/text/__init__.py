"""Lines of text: found, cut to be one each, and read. What a line belongs to is not said."""
