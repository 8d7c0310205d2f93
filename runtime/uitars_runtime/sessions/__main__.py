"""`python -m uitars_runtime.sessions`: the host of a new session; see starting.py."""

import sys

from uitars_runtime.sessions.starting import host

if __name__ == "__main__":
    sys.exit(host())
