"""Secrets on the screen, in typed text, in files, the environment and the clipboard: where do they
turn up? Looked for in the record, the logs, the databases and everything a model was given.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import cv2
import keyring
import numpy as np

from helpers.desks import until
from helpers.file_keyring import PLACE, FileKeyring
from helpers.runs import started
from helpers.safety.rows import Figures
from helpers.screens import PROGRAMS
from uitars_runtime import loop, paths
from uitars_runtime.budget import Limits
from uitars_runtime.consent import Consent, Question
from uitars_runtime.control import Control
from uitars_runtime.dialects.uitars import ui_tars_1_5
from uitars_runtime.eyes.text.at_places import ScreenWords
from uitars_runtime.frame import Frame
from uitars_runtime.hands.process import ProcessHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.journal import RunJournal
from uitars_runtime.memory.hierarchical import open_memory
from uitars_runtime.memory.window import Window
from uitars_runtime.model import ScreenModel
from uitars_runtime.privacy.settings import PrivacySettings
from uitars_runtime.privacy.vault import Binding, Vault
from uitars_runtime.protocols import Completion, ImagePart, Prompt, Stop, TextPart
from uitars_runtime.types import (
    Action,
    Box,
    DecidedBy,
    Decision,
    Finish,
    ReadFile,
    Shell,
    Size,
    Type,
    Verdict,
    Wait,
)

# Put together here, so that no scanner takes this file for a leak.
ON_SCREEN = {
    "hidden window": "QUINCE4711PLUM",
    "hidden region": "MEDLAR8832FIG",
    "read": "AKIA" + "Z7QX2MNB4TYK6WPL",
}
STORED = "wombat-Teapot-5521"
TYPED = "ghp_" + "c3D4" * 9
IN_FILE = "glpat-" + "k9L8m7N6o5P4q3R2s1T0"
IN_ENVIRONMENT = "sk-" + "envcanary0123456789abcdef"
IN_CLIPBOARD = "clipboard-canary-90817263"
EVERYTHING = (*ON_SCREEN.values(), STORED, TYPED, IN_FILE, IN_ENVIRONMENT, IN_CLIPBOARD)
REGION = (0, 210, 430, 270)

SCRIPT: tuple[Action, ...] = (
    Wait(0.0),
    Type("<secret>drill</secret>"),
    Type(TYPED),
    Type("\u6f22\u5b57\u306e\u6587\u7ae0\u3092\u5199\u3059"),
    Shell("cat secrets.env"),
    ReadFile("secrets.env"),
    Shell("echo $UITARS_API_KEY"),
    Finish("success", f"I used {TYPED}."),
)


GRAMMAR = ui_tars_1_5()


class Repeating:
    """A backend that acts by a script and keeps every prompt that it is given."""

    name = "scripted"

    def __init__(self, script: Sequence[Action]) -> None:
        self._script = list(script)
        self.words: list[str] = []
        self.pictures: list[Frame] = []

    def complete(
        self, prompt: Prompt, stop: Stop, on_text: Callable[[str], None] | None = None, /
    ) -> Completion:
        self._keep(prompt)
        action = self._script.pop(0)
        return Completion(GRAMMAR.write_reply(f"Next is {action}.", action, Size(1, 1)))

    def close(self) -> None:
        """Nothing to close."""

    def _keep(self, prompt: Prompt) -> None:
        for message in prompt.messages:
            for part in message.parts:
                match part:
                    case TextPart(text=text):
                        self.words.append(text)
                    case ImagePart(frame=frame):
                        self.pictures.append(frame)


class Willing:
    """A person who says yes."""

    def ask(self, question: Question) -> Consent:
        return Consent(Verdict(Decision.ALLOW, DecidedBy.USER, question.rule, "yes"))


def run(_share: float = 1.0) -> Figures:
    """One run with everything planted; the share does not matter."""
    with tempfile.TemporaryDirectory(prefix="planted-") as name, _places(Path(name)) as home:
        model = Repeating(SCRIPT)
        logs, whole = _work(home, model)
        reader = ScreenWords()
        hits = [f"{secret} in {file}" for file, secret in _files(home)]
        hits += [f"{s} in a log" for s in EVERYTHING if s in logs]
        hits += [f"{s} in a prompt" for s in EVERYTHING if any(s in w for w in model.words)]
        pictures = [*_pictures(home / "run"), *model.pictures]
        hits += [
            f"{s} on a picture" for s in ON_SCREEN.values() for p in pictures if _on(s, p, reader)
        ]
        # The reader that finds nothing on what was kept does find them on the screen itself.
        seen = [secret for secret in ON_SCREEN.values() if _on(secret, whole, reader)]
    missed = [secret for secret in ON_SCREEN.values() if secret not in seen]
    return {
        "tried": len(EVERYTHING),
        "failed": len(hits) + len(missed),
        "pictures": len(pictures),
        "hits": "; ".join(hits),
        "not_read_on_the_screen": "; ".join(missed),
    }


@contextmanager
def _places(folder: Path) -> Generator[Path]:
    """A home, a keyring and an environment of the drill's own, with a key in it."""
    tests = str(PROGRAMS.parents[1])
    changed = {
        "UITARS_HOME": str(folder / "home"),
        PLACE: str(folder / "outside" / "keyring.json"),
        "PYTHON_KEYRING_BACKEND": "helpers.file_keyring.FileKeyring",
        "PYTHONPATH": os.pathsep.join((tests, os.environ.get("PYTHONPATH", ""))),
        "UITARS_API_KEY": IN_ENVIRONMENT,
    }
    before = {key: os.environ.get(key) for key in changed}
    backend = keyring.get_keyring()
    os.environ.update(changed)
    keyring.set_keyring(FileKeyring())
    for name in ("outside", "work"):
        (folder / name).mkdir()
    try:
        yield folder
    finally:
        keyring.set_keyring(backend)
        for key, value in before.items():
            if value is None:
                del os.environ[key]
            else:
                os.environ[key] = value


def _work(home: Path, model: Repeating) -> tuple[str, Frame]:
    """Do the script; what the processes logged, and the whole screen as it was."""
    Vault().add("drill", STORED, Binding("Tk"))
    work = home / "work"
    (work / "secrets.env").write_text(f"TOKEN={IN_FILE}\n")
    state = home / "outside" / "typed"
    command = [str(PROGRAMS / "secrets_window.py"), *ON_SCREEN.values(), str(state)]
    settings = HandsSettings(
        desktop="sandbox:640x480",
        apps=(shlex.join(("/usr/bin/python3", *command)),),
        workspace=str(work),
        policy="ask-on-risk",
        actions_per_second=1000.0,
        privacy=PrivacySettings(hide_windows=("vault",), hide_regions=(REGION,), read_screen=True),
    )
    control = Control()
    hands = open_hands(settings, Willing(), control, control)
    try:
        _copy(hands)
        head = started("20260601-000000-000-00000000", "Fill the form in.")
        journal = RunJournal.create(home / "run", head)
        memory = open_memory(head, 800, episodes=True)
        steps = list(
            loop.run(
                head.task,
                ScreenModel(model, GRAMMAR),
                hands,
                memory,
                journal,
                window=Window(),
                limits=Limits(steps=50, seconds=300.0, repeats=50, denials=50),
                control=control,
                answer=lambda _question: None,
            )
        )
        memory.close()
        until(lambda: STORED in _text(state) and TYPED in _text(state), "all is typed")
        assert len(steps) == len(SCRIPT), [step.outcome for step in steps]
        logs = "".join(_text(file) for file in Path(hands.environment["HOME"]).parent.glob("*.log"))
        return logs, _screen(hands)
    finally:
        hands.close()


def _copy(hands: ProcessHands) -> None:
    command = ("xclip", "-selection", "clipboard")
    done = subprocess.run(command, input=IN_CLIPBOARD.encode(), env=hands.environment, check=False)
    assert done.returncode == 0


def _screen(hands: ProcessHands) -> Frame:
    """The screen as a person sees it."""
    from Xlib import X

    from helpers.desks import connection

    with connection(hands.display, hands.environment["XAUTHORITY"]) as display:
        image = display.screen().root.get_image(0, 0, 640, 480, X.ZPixmap, 0xFFFFFFFF)
    pixels = np.frombuffer(image.data, np.uint8).reshape(480, 640, 4)[:, :, 2::-1]
    return Frame(np.ascontiguousarray(pixels))


def _files(home: Path) -> list[tuple[Path, str]]:
    """Files of the product, with the secret that stands in them."""
    found: list[tuple[Path, str]] = []
    for folder in (home / "run", paths.data_folder(), paths.state_folder(), paths.config_folder()):
        for file in folder.rglob("*"):
            if file.is_file():
                data = file.read_bytes()
                found += [(file, secret) for secret in EVERYTHING if secret.encode() in data]
    return found


def _pictures(run: Path) -> list[Frame]:
    return [
        Frame(np.asarray(cv2.imread(str(file))[:, :, ::-1], np.uint8))
        for file in (run / "images").glob("*.png")
    ]


def _on(secret: str, picture: Frame, reader: ScreenWords) -> bool:
    """Whether a half of the secret can be read on the picture."""
    words = reader.within(picture, Box(0, 0, picture.size.width, picture.size.height))
    text = "".join(words.split())
    return secret[: len(secret) // 2] in text or secret[len(secret) // 2 :] in text


def _text(file: Path) -> str:
    return file.read_text(errors="replace") if file.exists() else ""
