"""Teaching the network that reads requests for changing a text (`uitars-train tagger`): requests
that people wrote and marked, adapters for the sentence encoder, the file of the product.

Not here: the encoder itself (`encoder/`), what the tags mean (`uitars_runtime/edits/`).
"""
