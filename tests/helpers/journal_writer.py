"""A program that records steps until it is killed or the disk is full.

Usage: journal_writer.py FOLDER STEPS. Prints the index of each acknowledged step, then `ended`, or
the title of the `JournalError` that kept it from going on.
"""

import contextlib
import sys
from pathlib import Path

from helpers.runs import ended, picture, proposal, started, write_step
from uitars_runtime.errors import JournalError
from uitars_runtime.journal import RunJournal
from uitars_runtime.run_record import Ending
from uitars_runtime.types import Note


def main() -> None:
    folder, steps = Path(sys.argv[1]), int(sys.argv[2])
    journal = RunJournal.create(folder, started(folder.name))
    index, ending = 0, Ending.FINISHED
    try:
        for index in range(steps):
            frame = picture(index, 320, 200)
            journal.prepare(frame)
            write_step(journal, index, proposal(Note(f"note {index} " * 200)), frame)
            say(str(index))
    except JournalError as error:
        say(error.title)
        ending = Ending.ERROR
        fill_disk(folder.parent / "other")
    journal.end(ended(index, ending))
    say("ended")


def fill_disk(file: Path) -> None:
    """Another program takes what is left, to the last byte."""
    with contextlib.suppress(OSError), file.open("wb", buffering=0) as other:
        while other.write(bytes(4096)):
            pass


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
