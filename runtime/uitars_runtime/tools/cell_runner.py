"""The program inside the jail that runs Python cells, one after the other, in one namespace.

It is started by path with the system's interpreter and imports nothing of ours. A request is one
line of JSON `{"code", "mark"}` on standard input. What the cell prints goes to standard output as
it comes; the end is the mark with `1` (done) or `0` (an exception) and a line break behind it.
"""

from __future__ import annotations

import ast
import code
import json
import os
import sys


class Cells(code.InteractiveInterpreter):
    """Runs cells; `failed` says whether the last one raised."""

    def __init__(self) -> None:
        super().__init__({"__name__": "__main__"})
        self.failed = False

    def run(self, source: str) -> None:
        """Run a cell and print the value of its last line where that is an expression."""
        self.failed = False
        try:
            tree = ast.parse(source, "<cell>")
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            whole = compile(tree, "<cell>", "exec")
            shown = compile(ast.Interactive([last]), "<cell>", "single") if last else None
        except (SyntaxError, ValueError, OverflowError):
            self.failed = True
            self.showsyntaxerror("<cell>")
            return
        self.runcode(whole)
        if shown is not None and not self.failed:
            self.runcode(shown)

    def showtraceback(self) -> None:
        """What `runcode` calls when a cell raises."""
        self.failed = True
        super().showtraceback()


def main() -> None:
    """Serve requests until standard input ends."""
    output = sys.stdout
    # Cells have nothing to read, and neither have the programs that they start: one that read the
    # requests would wait without end, or take the next one.
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    nothing = os.open("/dev/null", os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.path.insert(0, "")
    cells = Cells()
    for line in requests:
        request = json.loads(line)
        try:
            cells.run(request["code"])
        except SystemExit as leaving:
            cells.failed = leaving.code not in (None, 0)
            if cells.failed:
                print(f"SystemExit: {leaving.code}", file=output)
        sys.stdout = output
        print(f"{request['mark']}{int(not cells.failed)}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
