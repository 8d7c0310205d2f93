"""The reader of icons: drawings, what they are called, and a file that answers with these names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
import pytest

from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box, Size
from uitars_train.eyes.pictograms.drawing import Rendered, draw, load
from uitars_train.eyes.pictograms.grafting import graft
from uitars_train.eyes.pictograms.harvested import Icon, names_of
from uitars_train.eyes.pictograms.naming import KEPT, Texts, told, vocabulary
from uitars_train.eyes.pictograms.parts import ANSWER, TOWER, Part
from uitars_train.eyes.pictograms.seeing_again import seen_again
from uitars_train.eyes.pictograms.sources import Drawing, spoken
from uitars_train.eyes.pictograms.training import READER, train
from uitars_train.eyes.pictograms.views import cut, drawn
from uitars_train.harvest.crops import encoded
from uitars_train.harvest.records import Look, Program, Screen, Truth

DISC = '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24">{}</svg>'
BLACK = DISC.format('<circle cx="12" cy="12" r="9" fill="currentColor"/>')
TWO = DISC.format('<path d="M2 2h20v9h-20z" fill="#c00"/><path d="M2 11h20v9h-20z" fill="#00c"/>')


def a_picture(names: tuple[str, ...], source: str, tags: tuple[str, ...] = ()) -> Rendered:
    return Rendered(2, 2, b"\0\0\xff\xff", names, tags, source)


def a_truth(name: str, description: str = "") -> Truth:
    return Truth(Element(Box(0, 0, 9, 9), Role.ICON, name=name), "push button", description)


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("document-save-as", "document save as"),
        ("DocumentSave", "document save"),
        ("arrow-down-outline", "arrow down"),
        ("battery_low-24", "battery low"),
        ("fill", "fill"),
    ],
)
def test_names_of_files_are_words_without_the_manner_of_drawing(file: str, words: str) -> None:
    assert spoken(file) == words


@pytest.mark.parametrize(
    ("name", "tip", "called"),
    [
        ("Save (Ctrl+S)", "", ("Save",)),
        ("&Undo", "<b>Undo</b> the last step", ("Undo", "Undo the last step")),
        ("Refresh (F5)", "Refresh", ("Refresh",)),
        ("R&D", "", ("RD",)),
        ("", "Ctrl+Shift+Z", ()),
        ("?", "Help…", ("Help",)),
    ],
)
def test_programs_names_lose_their_keys_and_marks(
    name: str, tip: str, called: tuple[str, ...]
) -> None:
    assert names_of(a_truth(name, tip)) == called


def test_drawings_of_one_look_are_one_with_all_names(tmp_path: Path) -> None:
    drawings = []
    for name, source in (("record", "ionicons"), ("dot", "lucide-static")):
        file = tmp_path / f"{name}.svg"
        file.write_text(BLACK)
        drawings.append(Drawing(file, (name,), (f"{name} it",), source))
    (tmp_path / "flag.svg").write_text(TWO)
    drawings.append(Drawing(tmp_path / "flag.svg", ("flag",), (), "mate"))
    (tmp_path / "broken.svg").write_text("no picture")
    drawings.append(Drawing(tmp_path / "broken.svg", ("broken",), (), "mate"))
    draw(drawings, tmp_path / "out.drawings")
    disc, flag = load(tmp_path / "out.drawings")
    assert disc.names == ("record", "dot")
    assert disc.tags == ("record it", "dot it")
    assert disc.pixels.shape == (48, 48)
    assert disc.pixels[24, 24] == 255
    assert flag.pixels.shape == (24, 24, 4)
    assert flag.pixels[5, 12].tolist() == [204, 0, 0, 255]


def test_a_drawing_lies_in_the_middle_of_what_the_network_sees() -> None:
    disc = np.zeros((48, 48), np.uint8)
    disc[12:36, 12:36] = 255
    source = np.random.default_rng(3)
    for _ in range(40):
        view = drawn(disc, source).astype(int)
        edge = view[[0, 0, -1, -1], [0, -1, 0, -1]].mean()
        assert view.shape == (32, 32, 3)
        assert abs(view[14:18, 14:18].mean() - edge) > 20


def test_a_cut_continues_edges_and_keeps_its_middle() -> None:
    picture = np.full((20, 20, 3), 90, np.uint8)
    picture[8:12, 8:12] = 250
    view = cut(picture, 10, 10, 40)
    assert view[0, 0].tolist() == [90, 90, 90]
    assert view[16, 16].tolist() == [250, 250, 250]


def test_the_vocabulary_has_every_meaning_and_what_two_sources_draw() -> None:
    names = vocabulary(
        [
            a_picture(("unicorn",), "a"),
            a_picture(("unicorn",), "b"),
            a_picture(("oddity",), "a"),
            a_picture(("save",), "a"),
        ]
    )
    assert {"save", "undo", "zoom in", "unicorn"} <= set(names)
    assert "oddity" not in names
    assert len(names) == len(set(names))


def test_texts_stand_for_the_names_that_mean_the_same() -> None:
    names = ("save", "undo", "music", "printer")
    picture = a_picture(("media-floppy",), "a", ("save",))
    picture = msgspec.structs.replace(picture, names=("document save",))
    known = told(picture, {"save": 9})
    texts = Texts(names, [*(text for text, _ in known), "song", "take back the last step"])
    kept, shares = texts.targets([known, [("song", 1.0)], [("take back the last step", 1.0)]])
    assert kept.shape == (3, KEPT)
    assert [names[row[0]] for row in kept] == ["save", "music", "undo"]
    assert shares.sum(1) == pytest.approx(1.0)


def test_the_readers_file_learns_to_call_pictures_by_new_names(tmp_path: Path) -> None:
    dark, light = (np.full((4, 32, 32, 3), level, np.uint8) for level in (10, 240))
    tower = Part(READER, TOWER)
    numbers = np.concatenate([tower(dark)[0], tower(light)[0]]).astype(np.float16)
    names = np.repeat(np.array([[1], [2]], np.int32), 4, 0)
    np.savez(
        tmp_path / "features.npz",
        features=numbers,
        names=names,
        shares=np.ones((8, 1), np.float32),
        cut=np.arange(8) % 2 == 1,
        vocabulary=np.array(["save", "dark night", "white sheet"]),
    )
    train(tmp_path, 12)
    graft(tmp_path, tmp_path / "reader.onnx")
    part = Part(tmp_path / "reader.onnx", ANSWER)
    assert part.names == ("save", "dark_night", "white_sheet")
    (shares,) = part(np.stack([dark[0], light[0]]))
    assert shares.argmax(1).tolist() == [1, 2]
    assert shares.sum(1) == pytest.approx(1.0, abs=1e-5)


def test_icons_of_a_harvest_are_read_anew_and_nothing_else() -> None:
    box = Box(20, 20, 40, 40)
    icon = Element(box, Role.ICON, icon="sum", meanings=(("sum", 0.9),))
    label = Element(Box(60, 20, 90, 40), Role.TEXT, text="Total")
    crop = encoded(np.full((32, 32, 3), 200, np.uint8))
    true = Truth(Element(box, Role.ICON, name="Insert formula"), "push button", crop=0)
    screen = Screen(0, -1, (), "Paper", (icon, label), (true,))
    look = Look(False, "Sans", 1.0, Size(100, 80))
    program = Program("paper", "paper", "1", "gtk3", "GPL", (look,), (screen,), (crop,))
    asked: list[Icon] = []

    def read(icons: Sequence[Icon]) -> list[tuple[tuple[str, float], ...]]:
        asked.extend(icons)
        return [(("formula", 0.6), ("function", 0.1))]

    (after,) = seen_again(program, read).screens
    assert [one.names for one in asked] == [("Insert formula",)]
    assert after.seen[0].icon == "formula"
    assert after.seen[0].meanings == (("formula", 0.6), ("function", 0.1))
    assert after.seen[1] == label
    assert after.true == screen.true
