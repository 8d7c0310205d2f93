"""`python -m uitars_runtime.browser FOLDER [--listen]`: the host of the browser on descriptor 3."""

import os
import socket
import sys
from pathlib import Path

from uitars_runtime.browser.host import Host

if __name__ == "__main__":
    os.set_inheritable(3, False)
    os.umask(0o077)
    Host(socket.socket(fileno=3), Path(sys.argv[1]), listen="--listen" in sys.argv[2:]).serve()
