"""A server over standard input and output that breaks the protocol in the way its argument says."""

from __future__ import annotations

import json
import sys
import time

fault = sys.argv[1]


def send(**message: object) -> None:
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


for line in sys.stdin:
    asked = json.loads(line)
    number, method = asked.get("id"), asked.get("method")
    if method == "initialize":
        version = "1999-01-01" if fault == "version" else "2025-06-18"
        if fault == "garbage":
            print("hello there", flush=True)
        elif fault == "silent":
            continue
        else:
            send(id=number, result={"protocolVersion": version})
    elif method == "tools/list":
        if fault == "list":
            send(id=number, result={"tools": "none"})
            continue
        second = "cursor" in asked["params"]
        tool = {"name": "second" if second else "first", "inputSchema": {"type": "object"}}
        more = {"nextCursor": "" if second else "more"}
        # Requests and notifications of a server come at any time.
        send(id="p", method="ping")
        send(method="notifications/message", params={"data": "noise"})
        send(id=number, result={"tools": [tool], **more})
    elif method == "tools/call":
        if fault == "dies":
            print("out \x1b[2Jof\x07 paper", file=sys.stderr, flush=True)
            sys.exit(3)
        if fault == "silent call":
            continue
        if fault == "huge":
            text = "x" * 300_000
            send(id=number, result={"content": [{"type": "text", "text": text}]})
        elif fault == "flood":
            while True:
                send(method="notifications/message", params={"data": "noise"})
        elif fault == "deaf":
            time.sleep(600)
        elif fault == "deep":
            print('{"jsonrpc": "2.0", "result": ' + '{"a":' * 5000, flush=True)
        elif fault == "error":
            send(id=number, error={"code": -1, "message": "no\nway"}, result=None)
        else:
            parts = [{"type": "image", "data": "", "mimeType": "image/png"}, {"type": "strange"}]
            send(id=number, result={"content": parts})
    elif number == "p":
        assert asked["result"] == {}
