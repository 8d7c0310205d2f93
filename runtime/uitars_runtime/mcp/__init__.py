"""Model Context Protocol, both ways: tools of other servers for us, our hands for other agents.

Our own thin speaker of the protocol: the official package brings two dozen others and takes two
seconds to import, and of all that a synchronous client and a server of a dozen tools need little.
It speaks the revisions with a handshake (2024-11-05 to 2025-11-25). Tools only: no resources,
prompts, sampling or roots. What a tool may do is decided by the gate, not here.

    wire.py               JSON-RPC messages
    settings.py           which servers a person has configured
    stdio.py, http.py     the two transports of a client
    client.py             one server as a set of tools
    server.py             our side of the protocol, without a transport
    serving.py            standard input and output, and HTTP on this machine
    desk.py               our tools, through hands and gate
"""
