"""The screen of another machine, looked at and worked over the HTTP server that machines of OSWorld
and WindowsAgentArena run.

The other half, which offers a session of ours in the same way, is `sessions/osworld/`.
"""
