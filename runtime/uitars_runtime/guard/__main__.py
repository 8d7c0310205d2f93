"""`python -m uitars_runtime.guard FD FD`: guard one run.

Both are packet sockets to the head: one for its questions, one for what it is told unasked.
"""

import os
import socket
import sys

from uitars_runtime.guard.supervisor import Supervisor

if __name__ == "__main__":
    link, notices = int(sys.argv[1]), int(sys.argv[2])
    # A program that held these ends, too, would hide the guard's death from the head.
    for descriptor in (link, notices):
        os.set_inheritable(descriptor, False)
    Supervisor(socket.socket(fileno=link), socket.socket(fileno=notices)).run()
