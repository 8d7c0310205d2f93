"""The network: what it reads (vocabulary, features), how it decides (decoder, grammar), what a
decision says (codec). Not here: what is put into its hands or made of its decision (`rules/`)."""
