"""`python -m uitars_runtime.sessions`: the host of a new session; see hosting.py."""

import sys

from uitars_runtime.sessions.hosting import host

if __name__ == "__main__":
    sys.exit(host())
