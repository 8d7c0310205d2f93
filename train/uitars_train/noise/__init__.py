"""What the eyes get wrong, and what goes otherwise than planned.

`eyes` looks at a world, `segmentation` and `recognition` are kinds of errors, `mishaps` are what
programs and people do unforeseen. Not here: the eyes of the product.
"""
