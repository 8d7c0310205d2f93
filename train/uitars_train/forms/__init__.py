"""The reader of requests for filling forms: what people wrote, its training, its file."""
