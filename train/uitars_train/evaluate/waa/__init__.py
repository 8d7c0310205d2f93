"""Tasks of WindowsAgentArena, played and judged on a machine that runs its server.

Its task files are OSWorld's, so the same rooms set up, play, judge and report (`osworld/`); here is
what it adds: which files there are, a machine over the net, and the verbs, getters and metrics that
only it names. No task file is shipped: who evaluates gives a checkout.

Not run on Windows: what only Windows can answer (registry, PowerShell, File Explorer, Clock) is
asked as WindowsAgentArena's server documents it, and tested against answers made up for it.
"""
