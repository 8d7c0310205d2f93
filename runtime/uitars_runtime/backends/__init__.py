"""Weights behind one protocol: a prompt in, text out, streamed, can be stopped.

    registry.py   what `--model REF` means
    embedded/     the model that comes with the product
    openai.py     any OpenAI-compatible server
    counting.py   what a reply cost where that server does not say
    replay.py     the replies of a recorded run, and scripted ones

Not here: grammars (dialects/), what an action may do (gate/).
"""
