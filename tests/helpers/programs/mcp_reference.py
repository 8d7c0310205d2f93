"""A server of the reference package over streamable HTTP; prints its address once it listens."""

from __future__ import annotations

import socket
import time

import uvicorn
from mcp.server.mcpserver import MCPServer

server = MCPServer("reference")


@server.tool()
def add(one: int, other: int) -> int:
    """Add two numbers."""
    return one + other


@server.tool()
def fail() -> str:
    """Always fail."""
    raise ValueError("it never works")


@server.tool()
def slow() -> str:
    """Take long."""
    time.sleep(20)
    return "late"


@server.tool()
def colours() -> str:
    """Say something with control characters."""
    return "\x1b[31mred\x1b[0m\x07"


listener = socket.create_server(("127.0.0.1", 0))
print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)
uvicorn.Server(uvicorn.Config(server.streamable_http_app(), log_level="error")).run([listener])
