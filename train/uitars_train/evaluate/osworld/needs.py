"""Why a task cannot be run here, in one sentence; nothing is started.

A task that needs what this machine has not is not run, and never a failure of the model.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from uitars_train.evaluate.osworld.host import Known
from uitars_train.evaluate.osworld.judging import OSWORLD, RULE
from uitars_train.evaluate.osworld.stand_ins import HOLLOW, STANDING_FOR
from uitars_train.evaluate.osworld.tasks import INFEASIBLE, Check, Task, Verb

_LOADING: Final = {
    "download": "it begins with files that are downloaded",
    "googledrive": "it needs an account of Google Drive",
    "login": "it needs an account on a site",
}
_FETCHED: Final = {
    "cloud_file": "what it is judged by is downloaded",
    "pdf_from_url": "what it is judged by is a page of the internet",
    "info_from_website": "what it is judged by is a page of the internet",
    "gotoRecreationPage_and_get_html_content": "what it is judged by is a page of the internet",
}
_SYSTEM: Final = (
    (r"gsettings|gnome|/run/user/1000/bus", "it needs a GNOME desktop"),
    (r"'ctrl', 'alt', 't'|Terminal", "it needs GNOME's terminal and its key"),
    (r"timedatectl", "it needs systemd"),
    (r"pulseaudio|pactl", "it needs a sound server"),
    (r"\bsu - ", "it needs another user of the machine"),
)
"""Traces in a task of what is not on a private desktop."""
_ONLINE: Final = {
    "48d05431-6cd5-4e76-82eb-12b60d823f7d": "conda is downloaded in it",
    "69acbb55-d945-4927-a87b-8480e1a5bb7e": "packages are downloaded in it",
    "e1fc0df3-c8b9-4ee7-864c-d0b590d3aa56": "an extension is downloaded in it",
    "f8369178-fafe-40c2-adc4-b9b08a125456": "a theme is downloaded in it",
    "94d95f96-9699-4208-98ba-3c3119edf9c2": "a program is downloaded in it",
    "bba3381f-b5eb-4439-bd9e-80c22218d5a7": "a film of the internet is played in it",
}
"""Tasks whose words alone say so, by id."""
_DONE_ALREADY: Final = {
    "99146c54-4f37-4ab8-9327-5f3291665e1e": (
        "its judge says yes of a Chromium of today that nobody touched"
    ),
}
"""Tasks whose judge cannot tell, by id."""
_PROGRAMS: Final = {"code": "Visual Studio Code", "thunderbird": "Thunderbird"}


def why_not(task: Task) -> str:
    """Empty where it can be run."""
    return next(_reasons(task), "")


def _reasons(task: Task) -> Iterator[str]:
    evaluator = task.evaluator
    verbs = (*task.config, *evaluator.postconfig)
    for verb in verbs:
        if verb.type in _LOADING:
            yield f"{_LOADING[verb.type]}{hosts(verb)}."
        elif verb.type in ("chrome_open_tabs", "chrome_close_tabs"):
            yield f"it works on pages of the internet{hosts(verb)}."
        elif verb.type not in OSWORLD.verbs:
            yield f"its set-up {verb.type!r} is not known here."
    for known in (_ONLINE, _DONE_ALREADY):
        if task.id in known:
            yield f"{known[task.id]}."
    for check in evaluator.checks:
        for source in (check.result, check.expected):
            kind = source.get("type", RULE)
            if kind in _FETCHED:
                yield f"{_FETCHED[kind]}."
    yield from _of_the_machine(task, verbs)
    for check in evaluator.checks:
        yield from unjudged(check, OSWORLD)


def _of_the_machine(task: Task, verbs: tuple[Verb, ...]) -> Iterator[str]:
    written = msgspec.json.encode((task.config, task.evaluator)).decode()
    for trace, reason in _SYSTEM:
        if re.search(trace, written):
            yield f"{reason}."
    for verb in verbs:
        for program in _programs(verb):
            here = STANDING_FOR.get(program, program)
            if program not in HOLLOW and shutil.which(here) is None:
                yield f"{_PROGRAMS.get(program, program)} is not installed."
        packages: list[str] = re.findall(r"apt(?:-get)? install (?:-y )?([a-z0-9-]+)", _line(verb))
        for package in packages:
            if not shutil.which({"sysstat": "sar"}.get(package, package)):
                yield f"the package {package} is not installed."


def unjudged(check: Check, known: Known[Any]) -> Iterator[str]:
    """Why this cannot be judged."""
    if check.function == INFEASIBLE:
        return
    result, expected = check.result.get("type"), check.expected.get("type", RULE)
    if check.function not in known.metrics:
        yield f"its evaluator {check.function!r} is not known here."
    if result not in known.getters:
        yield f"where its evaluator looks ({result!r}) is not known here."
    if expected != RULE and expected not in known.files:
        yield f"what its evaluator expects ({expected!r}) is not known here."


def _line(verb: Verb) -> str:
    return " ".join(verb.words)


def _programs(verb: Verb) -> Iterator[str]:
    """Those that a verb starts; what a longer line for the shell runs is not looked into."""
    if verb.type == "launch" and len(verb.words) == 1:
        words = shlex.split(verb.words[0])
        yield from [word for word in words if "=" not in word][:1]
    elif len(verb.words) > 1:
        yield verb.words[0]


def hosts(verb: Verb) -> str:
    """Those of the internet that it names, in brackets; empty where it names none."""
    said = msgspec.json.encode(verb.parameters).decode()
    found: list[str] = re.findall(r"https?://[^\s\"]+", said)
    hosts = sorted({host for one in found if (host := urlsplit(one).hostname)})
    return f" ({', '.join(hosts)})" if hosts else ""
