"""What the eyes get wrong, and what goes otherwise than planned.

`eyes` looks at a world, `errors` are its kinds of errors and how often they came, `mishaps` what
programs and people do unforeseen. Not here: the eyes of the product.
"""
