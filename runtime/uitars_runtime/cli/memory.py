"""`uitars memory`: what earlier runs left behind, for the person whose memory it is."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.cli.command import run_command
from uitars_runtime.cli.formats import JSON, add_output_format, say, written
from uitars_runtime.errors import UsageError

if TYPE_CHECKING:
    from uitars_runtime.memory.episode import Source
    from uitars_runtime.memory.store import EpisodeStore, Stored


def main(argv: Sequence[str] | None = None) -> int:
    """Do one thing with the memory; returns the exit code: 0 done, 1 unusable file, 2 usage."""
    return run_command(_with_store, parser().parse_args(argv))


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(
        prog="uitars memory",
        description="Episodes of earlier runs: what was intended, what came of it, what was"
        " learned. They reach a model as quoted data.",
        allow_abbrev=False,
    )
    new.add_argument("--file", type=Path, metavar="FILE", help="default: the user's memory")
    commands = new.add_subparsers(dest="command", required=True)

    def command(name: str, words: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=words, description=words, allow_abbrev=False)
        add_output_format(made)
        return made

    listed = command("list", "the episodes, newest first")
    listed.add_argument("--app", default="", metavar="NAME", help="only of this program")
    search = command("search", "what would be recalled for a task")
    search.add_argument("task", metavar="TASK")
    search.add_argument("--app", default="", metavar="NAME", help="the program it is about")
    for some in (listed, search):
        some.add_argument("--limit", type=_count, default=20, metavar="N", help="default: 20")
    show = command("show", "everything about one episode, with where each fact comes from")
    show.add_argument("number", type=_number, metavar="NUMBER")
    edit = command("edit", "correct an episode; what you write is trusted")
    edit.add_argument("number", type=_number, metavar="NUMBER")
    edit.add_argument("--intention", metavar="TEXT")
    edit.add_argument("--outcome", metavar="TEXT")
    edit.add_argument("--fact", action="append", default=[], metavar="TEXT", help="add a fact")
    edit.add_argument("--drop-fact", action="append", default=[], metavar="TEXT")
    forget = command("forget", "remove episodes")
    what = forget.add_mutually_exclusive_group(required=True)
    what.add_argument("numbers", nargs="*", type=_number, default=[], metavar="NUMBER")
    what.add_argument("--run", default="", metavar="RUN", help="everything one run left behind")
    what.add_argument("--all", action="store_true")
    command("export", "one JSON object a line").add_argument("out", type=written, metavar="FILE")
    command("import", "take in what export wrote").add_argument("source", type=Path, metavar="FILE")
    command("learn", "take in a recorded run").add_argument("run", metavar="RUN")
    return new


def _with_store(arguments: argparse.Namespace) -> None:
    from uitars_runtime.memory.hierarchical import memory_file
    from uitars_runtime.memory.store import EpisodeStore

    file: Path | None = arguments.file
    if file is not None and arguments.command not in _MAKING and not file.exists():
        raise UsageError(f"There is no memory {file}.", "Check the name.")
    store = EpisodeStore(file or memory_file())
    try:
        _COMMANDS[arguments.command](store, arguments)
    finally:
        store.close()


def _list(store: EpisodeStore, arguments: argparse.Namespace) -> None:
    from uitars_runtime.memory.episode import normal

    wanted = normal(arguments.app)
    every = store.all()
    found = [one for one in every if not wanted or normal(one.episode.application) == wanted]
    if not found and arguments.output_format != JSON:
        sys.stdout.write("There are no episodes.\n")
    for stored in found[: arguments.limit]:
        _print_line(stored, as_json=arguments.output_format == JSON)


def _search(store: EpisodeStore, arguments: argparse.Namespace) -> None:
    from uitars_runtime.memory.search import Query, Search

    found = Search(store).find(Query(arguments.task, arguments.app), arguments.limit)
    if not found and arguments.output_format != JSON:
        sys.stdout.write("Nothing would be recalled for this task.\n")
    for item in found:
        _print_line(item.stored, as_json=arguments.output_format == JSON, relevance=item.relevance)


def _print_line(stored: Stored, *, as_json: bool, relevance: float | None = None) -> None:
    from uitars_runtime.export.words import printable
    from uitars_runtime.memory.recalled import in_words

    if as_json:
        line = _record(stored)
        if relevance is not None:
            line["relevance"] = round(relevance, 3)
        sys.stdout.write(f"{msgspec.json.encode(line).decode()}\n")
        return
    share = f" {relevance:.2f}" if relevance is not None else ""
    sys.stdout.write(f"{stored.number:6}{share}  {printable(in_words(stored.episode))}\n")


def _record(stored: Stored) -> dict[str, object]:
    return {"number": stored.number, **msgspec.to_builtins(stored.episode)}


def _show(store: EpisodeStore, arguments: argparse.Namespace) -> None:
    from uitars_runtime.export.words import printable

    stored = _known(store, arguments.number)
    episode = stored.episode
    lines = [
        f"{episode.level} {arguments.number}: {episode.intention} ({episode.origin})",
        f"where: {episode.application or '(unknown)'} {episode.window}",
        f"outcome: {episode.outcome}",
        f"worked: {episode.successes}, did not: {episode.failures}",
        *(f"way: {way}" for way in episode.ways),
        *(f"obstacle: {obstacle}" for obstacle in episode.obstacles),
        *(
            f"fact: {fact.text} ({fact.origin}, {_place(fact.source)}"
            + (f"; replaced by “{fact.replaced_by}”)" if fact.replaced_by else ")")
            for fact in episode.facts
        ),
        *(
            f"from: run {source.run}, steps {source.first + 1} to {source.last + 1}"
            for source in episode.sources
        ),
    ]
    say(arguments, _record(stored), "\n".join(map(printable, lines)))


def _place(source: Source) -> str:
    from uitars_runtime.memory.editing import BY_HAND

    return source.run if source == BY_HAND else f"run {source.run}, step {source.first + 1}"


def _edit(store: EpisodeStore, arguments: argparse.Namespace) -> None:
    from uitars_runtime.memory.editing import edited

    old = _known(store, arguments.number).episode
    said = arguments.intention, arguments.outcome
    if said == (None, None) and not (arguments.fact or arguments.drop_fact):
        raise UsageError(
            "Nothing is said that is to be corrected.",
            "Give --intention, --outcome, --fact or --drop-fact.",
        )
    store.replace(
        arguments.number,
        edited(
            old,
            intention=arguments.intention,
            outcome=arguments.outcome,
            more=tuple(arguments.fact),
            less=tuple(arguments.drop_fact),
        ),
    )
    say(arguments, _record(_known(store, arguments.number)), "Corrected.")


def _forget(store: EpisodeStore, arguments: argparse.Namespace) -> None:
    numbers: list[int] = arguments.numbers
    for number in numbers:
        _known(store, number)
    if arguments.run:
        count = store.unlearn([_remembered(store, arguments.run)])
    else:
        count = store.forget([one.number for one in store.all()] if arguments.all else numbers)
    say(arguments, {"forgotten": count}, f"forgotten: {count}")


def _remembered(store: EpisodeStore, reference: str) -> str:
    """The id of a run that left something behind; it may be recorded no longer."""
    from uitars_runtime.journal import find_run

    known = {source.run for one in store.all() for source in one.episode.sources}
    return reference if reference in known else find_run(reference).resolve().name


def _export(store: EpisodeStore, arguments: argparse.Namespace) -> None:
    from uitars_runtime.export.folder import write_file

    lines = [msgspec.json.encode(stored.episode) + b"\n" for stored in store.all()]
    write_file(arguments.out, b"".join(lines))
    say(arguments, {"out": str(arguments.out), "episodes": len(lines)}, str(arguments.out))


def _import(store: EpisodeStore, arguments: argparse.Namespace) -> None:
    from uitars_runtime.memory.editing import read_episodes

    numbers = store.add(read_episodes(arguments.source))
    say(arguments, {"episodes": numbers}, f"taken in: {len(numbers)}")


def _learn(store: EpisodeStore, arguments: argparse.Namespace) -> None:
    from uitars_runtime.journal import find_run, read_run
    from uitars_runtime.memory.summary import summarise

    numbers = store.add(summarise(read_run(find_run(arguments.run))))
    say(arguments, {"episodes": numbers}, f"episodes: {' '.join(map(str, numbers))}")


def _known(store: EpisodeStore, number: int) -> Stored:
    found = store.some([number])
    if not found:
        raise UsageError(f"There is no episode {number}.", "See uitars memory list.")
    return found[0]


def _number(text: str) -> int:
    """Of an episode: 64 bits."""
    with contextlib.suppress(ValueError):
        if abs(value := int(text)) < 1 << 63:
            return value
    raise argparse.ArgumentTypeError(f"there is no episode {text}")


def _count(text: str) -> int:
    with contextlib.suppress(ValueError):
        if (value := int(text)) >= 1:
            return value
    raise argparse.ArgumentTypeError(f"{text} is not a whole number, 1 or more")


_MAKING = ("import", "learn")
"""Commands that may begin a memory where none is."""
_COMMANDS: dict[str, Callable[[EpisodeStore, argparse.Namespace], None]] = {
    "list": _list,
    "search": _search,
    "show": _show,
    "edit": _edit,
    "forget": _forget,
    "export": _export,
    "import": _import,
    "learn": _learn,
}


if __name__ == "__main__":
    sys.exit(main())
