"""While a person is asked on a terminal, nothing writes over what is typed."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

from helpers.desks import until

PROGRAM = """
import time
from uitars_runtime.cli.run_output import printer
shown = printer("text")
time.sleep(0.4)
with shown.asking():
    print("<asked>", flush=True)
    time.sleep(0.6)
    print("<answered>", flush=True)
time.sleep(0.4)
shown.close()
"""


def test_the_spinner_rests_while_a_person_is_asked() -> None:
    head, tail = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color"}
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=tail, env=environment) as program:
        os.close(tail)
        text = b""

        def over() -> bool:
            nonlocal text
            try:
                piece = os.read(head, 65536)
            except OSError:  # nobody writes any more
                return True
            text += piece
            return not piece

        until(over, "the program ends")
        assert program.wait() == 0
    os.close(head)
    before, _, rest = text.decode().partition("<asked>")
    meanwhile, _, after = rest.partition("<answered>")
    assert "starting" in before
    assert meanwhile.strip() == ""
    assert "starting" in after
