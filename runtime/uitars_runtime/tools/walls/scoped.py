"""A launcher for programs with a display: no signals to processes that were not started inside, no
abstract sockets of theirs (a person's display has one), no session keyring of the person's, and
offline no socket that network namespaces do not hold. Files are not its business.

Run as a program: `scoped any|own COMMAND...`, for any network or one's own.
"""

from __future__ import annotations

import os
import sys

from uitars_runtime.tools.walls import ruleset, seccomp
from uitars_runtime.tools.walls.kernel import refuse_privileges, usual_signals
from uitars_runtime.tools.walls.keys import leave_keys

if __name__ == "__main__":
    refuse_privileges()
    leave_keys()
    ruleset.scope()
    network, *command = sys.argv[1:]
    if network == "own":
        seccomp.refuse_sockets()
    usual_signals()
    os.execvp(command[0], command)  # noqa: S606
