"""What the eyes get wrong, and what goes otherwise than planned.

`eyes` looks at a world, `errors` are its kinds of errors, `measured` says how often they came,
`mishaps` are what programs and people do unforeseen. Not here: the eyes of the product.
"""
