"""Forms that people wrote, the network that learns from them, its file."""

from __future__ import annotations

import functools
import random
from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from uitars_runtime.backends.embedded.network import encoder, form_reader, reranker
from uitars_runtime.errors import UsageError
from uitars_runtime.forms.asked import Deed
from uitars_runtime.forms.form import OFF, ON, Control, Kind
from uitars_train.cli import main
from uitars_train.encoder.adapted_export import start_from
from uitars_train.forms import seen, training, written
from uitars_train.forms.by_rule import by_rule
from uitars_train.forms.export import export
from uitars_train.forms.model import Points
from uitars_train.forms.samples import plain, pool_of, varied, viewed
from uitars_train.forms.seen import Seen, View, Views
from uitars_train.forms.views import look_at
from uitars_train.forms.written import Drawn, Form, Wish, read

CONTACT = """
= New contact
text: Who is it?
field: Name
field: E-mail [mary@old.example]
list: Country [Norway] (Denmark|Norway|Sweden)
tick: News [on]
choice: Size [Small] (Small|Large)
button: Save
> Ada Byron moved to Sweden, no news, and store it
Name = Ada Byron
Country = Sweden
News = off
Save = press
> make it the big one
Size = Large
> put the mail away and print it
E-mail = (empty)
other = print it
"""


@functools.cache
def authors() -> dict[str, list[Form]]:
    return read()


@pytest.fixture
def contact(tmp_path: Path) -> Form:
    (tmp_path / "a.txt").write_text(CONTACT, encoding="utf-8")
    (form,) = read(tmp_path)["a"]
    return form


def test_a_form_is_read_as_it_was_written(contact: Form) -> None:
    assert contact.title == "New contact"
    assert [one.kind for one in contact.controls[:3]] == [Kind.TEXT, Kind.FIELD, Kind.FIELD]
    assert contact.controls[3].entries == ("Denmark", "Norway", "Sweden")
    assert contact.wishes[2] == Wish(
        "put the mail away and print it", (("E-mail", "(empty)"),), "print it"
    )


def test_entries_may_have_parentheses_of_their_own(tmp_path: Path) -> None:
    lines = "= Settings", "list: Speech (voice) [English (UK)] (English (UK)|Welsh)", "> in Welsh"
    (tmp_path / "a.txt").write_text("\n".join((*lines, "Speech (voice) = Welsh")), "utf-8")
    ((form,),) = (read(tmp_path)["a"],)
    (control,) = form.controls
    assert control.label == "Speech (voice)"
    assert (control.holds, control.entries) == ("English (UK)", ("English (UK)", "Welsh"))


@pytest.mark.parametrize(
    "line",
    [
        "Name = Ada",
        "Phone = 1",
        "Name = Bob",
        "News = perhaps",
        "Size = Huge",
        "Save = on",
        "Name",
        "x: y",
    ],
)
def test_a_file_with_a_line_that_does_not_fit_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.txt").write_text(f"{CONTACT.strip()}\n{line}\n", encoding="utf-8")
    number = len(CONTACT.strip().splitlines()) + 1
    with pytest.raises(UsageError, match=rf"a\.txt:{number} does not fit"):
        read(tmp_path)


def test_what_is_meant_is_told_of_each_control_as_eyes_see_it(contact: Form) -> None:
    sample = plain(contact, contact.wishes[0])
    assert Control(Kind.CHOICE, "Large", OFF) in sample.form
    assert Control(Kind.TICK, "News", ON) in sample.form
    said = [
        (sample.form[one.control].label, one.deed, sample.text[one.start : one.end])
        for one in sample.meant
    ]
    assert said == [
        ("Name", Deed.VALUE, "Ada Byron"),
        ("Country", Deed.VALUE, "Sweden"),
        ("News", Deed.OFF, ""),
        ("Save", Deed.ON, ""),
    ]
    big = plain(contact, contact.wishes[1])
    assert [big.form[one.control].label for one in big.meant] == ["Large"]
    assert plain(contact, contact.wishes[2]).more


@given(st.integers(0, 2**32))
@settings(max_examples=20)
def test_however_it_is_varied_values_stay_words_of_the_request(seed: int) -> None:
    forms = [form for author in authors().values() for form in author[:1]]
    rng = random.Random(seed)
    pieces = encoder.word_pieces()
    for sample in varied(forms, pool_of(forms), rng):
        for one in sample.meant:
            control = sample.form[one.control]
            if one.deed is Deed.VALUE:
                assert sample.text[one.start : one.end].strip() == sample.text[one.start : one.end]
                assert one.start < one.end <= len(sample.text)
            else:
                assert control.kind is not Kind.FIELD or one.deed is Deed.EMPTY
        assert not {one.control for one in sample.meant} - {*range(len(sample.form))}
        told = form_reader.read(sample.text, sample.form, pieces)
        if told is not None:
            assert len(told.marks) == len(sample.form) + 1
            assert len(told.pieces) == len(told.told) <= form_reader.LONGEST
            assert max(told.places) < form_reader.ASKED + form_reader.CONTROL


def test_what_eyes_did_not_see_of_a_form_is_more_than_can_be_done(contact: Form) -> None:
    shown = (
        Seen(Kind.BUTTON, "Reload", "", -1),
        Seen(Kind.FIELD, "Nane", "", 1),
        Seen(Kind.TICK, "News", OFF, 4),
        Seen(Kind.CHOICE, "Small", ON, 5, "Small"),
        Seen(Kind.CHOICE, "Larqe", OFF, 5, "Large"),
        Seen(Kind.BUTTON, "Save", "", 6),
    )
    view = View("web", shown)

    def said(wish: Wish) -> list[tuple[str, Deed, str]]:
        sample = viewed(wish, view, contact)
        return [
            (sample.form[one.control].label, one.deed, sample.text[one.start : one.end])
            for one in sample.meant
        ]

    first, big, _ = contact.wishes
    assert said(first) == [
        ("Nane", Deed.VALUE, "Ada Byron"),
        ("News", Deed.OFF, ""),
        ("Save", Deed.ON, ""),
    ]
    assert viewed(first, view, contact).more
    assert said(big) == [("Larqe", Deed.ON, "")]
    assert not viewed(big, view, contact).more


@pytest.mark.parametrize(
    ("shown", "known"),
    [
        (Seen(Kind.FIELD, "E-mail", "", 1), False),
        (Seen(Kind.FIELD, "Name", "", 1), True),
        (Seen(Kind.FIELD, "", "", 1), True),
        (Seen(Kind.CHOICE, "SmallLarge", OFF, 5, "Large"), False),
        (Seen(Kind.TEXT, "Save", "", -1), True),
        (Seen(Kind.CHOICE, "Large", OFF, -1), False),
    ],
    ids=["another's name", "its own", "none", "two in one", "words to press", "whose entry"],
)
def test_what_bears_the_name_of_another_is_no_answer(
    contact: Form, shown: Seen, known: bool
) -> None:
    wishes = {
        "Name": Wish("Ada", (("Name", "Ada"),)),
        "Size": Wish("big", (("Size", "Large"),)),
        "Save": Wish("keep it", (("Save", "press"),)),
    }
    which = "Name" if shown.which == 1 else "Save" if shown.label == "Save" else "Size"
    assert viewed(wishes[which], View("web", (shown,)), contact).more is not known


def test_what_eyes_saw_is_kept_beside_what_was_written(contact: Form, tmp_path: Path) -> None:
    views: list[Views] = [(View("gtk", (Seen(Kind.FIELD, "Name", "Ada", 1),)), View("web", ()))]
    path, digest = tmp_path / f"a{seen.SUFFIX}", written.digest([contact])
    seen.write(path, digest, views)
    assert seen.read(path, digest) == views
    assert read(tmp_path)["a"] == [msgspec.structs.replace(contact, views=views[0])]
    text = (tmp_path / "a.txt").read_text(encoding="utf-8")
    (tmp_path / "a.txt").write_text(text.replace("big one", "large one"), encoding="utf-8")
    assert read(tmp_path)["a"][0].views == views[0]
    (tmp_path / "a.txt").write_text(
        text.replace("field: Name", "field: Town\nfield: Name"), "utf-8"
    )
    with pytest.raises(UsageError, match="of other forms"):
        read(tmp_path)
    assert read(tmp_path, views=False)["a"][0].controls[1].label == "Town"
    path.write_bytes(b"broken")
    with pytest.raises(UsageError, match="cannot be read"):
        read(tmp_path)


TITLED = """
= Subscribe
text: News of the village
field: E-mail
choice: Weekly [No] (Yes|No)
choice: Daily [Yes] (Yes|No)
tick: Sport [on]
tick: Music
button: Subscribe
> a@b.example, subscribe
E-mail = a@b.example
Subscribe = press
"""


@pytest.mark.parametrize("seed", range(4))
def test_a_form_is_seen_as_page_and_window_as_it_was_written(tmp_path: Path, seed: int) -> None:
    (tmp_path / "a.txt").write_text(TITLED, encoding="utf-8")
    (form,) = read(tmp_path)["a"]
    views = next(look_at(f"author {seed}", [form]))
    assert {view.toolkit for view in views} >= {"gtk", "qt"}
    for view in views:
        shown = {(one.which, one.entry): row for row, one in enumerate(view.controls)}
        named = {place: view.controls[row].label for place, row in shown.items() if place[0] >= 0}
        right = [
            label == (entry or form.controls[at].label) for (at, entry), label in named.items()
        ]
        assert sum(right) >= 6
        # The title above is no button, and of like entries the first group has the first.
        if (6, "") in shown:
            assert shown[6, ""] > max(row for place, row in shown.items() if 0 <= place[0] < 5)
        if (2, "Yes") in shown and (3, "Yes") in shown:
            assert shown[2, "Yes"] < shown[3, "Yes"]


@given(st.integers(0, 2**32))
@settings(max_examples=60)
def test_a_request_by_rule_says_what_it_means(seed: int) -> None:
    forms = [form for author in authors().values() for form in author[:2]]
    rng = random.Random(seed)
    form = rng.choice(forms)
    wish = by_rule(form, pool_of(forms), rng)
    if wish is None:
        return
    controls = {one.label: one for one in form.controls}
    assert len({label for label, _ in wish.means}) == len(wish.means)
    for label, what in wish.means:
        control = controls[label]
        if control.kind is Kind.TICK:
            assert what in (ON, OFF)
        elif control.entries:
            assert what in control.entries
            assert what.casefold() in wish.text.casefold()
        elif what not in ("(empty)", "press"):
            assert what in wish.text
    assert not plain(form, wish).more


def test_a_value_of_a_request_by_rule_stands_there_once() -> None:
    controls = (
        Drawn(Kind.TICK, "Save password", OFF),
        Drawn(Kind.FIELD, "User name"),
        Drawn(Kind.BUTTON, "Cancel"),
    )
    form, pool = Form("Sign in", controls, ()), {"user name": ["password"]}
    drawn = (by_rule(form, pool, random.Random(seed)) for seed in range(60))
    texts = [one.text for one in drawn if one and ("User name", "password") in one.means]
    assert texts
    assert all(text.count("password") == 1 for text in texts)


def test_what_is_committed_can_be_learned_from() -> None:
    assert training.JUDGE in authors()
    assert len(authors()) > 1


def test_a_network_learns_and_its_file_says_the_same(contact: Form, tmp_path: Path) -> None:
    few = [contact] * 8
    losses: list[float] = []
    model = training.learn(few, few[:1], 4, 1, lambda _, loss, __: losses.append(loss))
    assert losses[-1] < losses[0]
    folder = tmp_path / "minilm"
    folder.mkdir()
    for name in (reranker.FILE,):
        (folder / name).write_bytes((encoder.FOLDER / name).read_bytes())
    export(model, folder / form_reader.FILE)
    assert (folder / form_reader.FILE).stat().st_size < 2_000_000
    again = Points()
    start_from(again, folder / form_reader.FILE, "forms")
    for name, learned in model.own().items():
        # A column's largest value is 127 steps of eight bits.
        assert (again.own()[name] - learned).abs().max() <= learned.abs().max() / 127
    with pytest.raises(UsageError, match="holds no"):
        start_from(again, folder / form_reader.FILE, "tagger")
    sample = plain(contact, contact.wishes[0])
    pieces = encoder.word_pieces()
    told = form_reader.read(sample.text, sample.form, pieces)
    assert told is not None
    said = _by_file(folder / form_reader.FILE, told, pieces)
    for ours, theirs in zip(said, _by_network(model, told, pieces), strict=True):
        # Activations have eight bits in the file.
        assert np.abs(np.exp(ours) - np.exp(theirs)).max() < 0.2
        assert (ours.argmax(-1) == theirs.argmax(-1)).mean() > 0.8


def test_adapters_of_higher_rank_go_on_from_those_of_a_file(
    contact: Form, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as lower:
        lower.setattr("uitars_train.forms.model._RANK", 4)
        begun = Points().eval()
    for name, value in begun.own().items():
        if name.endswith(".up"):
            value.normal_(std=0.02)
    export(begun, tmp_path / form_reader.FILE)
    wider = Points().eval()
    start_from(wider, tmp_path / form_reader.FILE, "forms")
    pieces = encoder.word_pieces()
    told = form_reader.read(contact.wishes[0].text, plain(contact, contact.wishes[0]).form, pieces)
    assert told is not None
    both = (_by_network(one, told, pieces) for one in (begun, wider))
    for ours, theirs in zip(*both, strict=True):
        assert np.abs(np.exp(ours) - np.exp(theirs)).max() < 0.05
    monkeypatch.setattr("uitars_train.forms.model._RANK", 2)
    narrower = Points()
    with pytest.raises(UsageError, match="of another size"):
        start_from(narrower, tmp_path / form_reader.FILE, "forms")


def _by_file(path: Path, told: form_reader.Read, pieces: encoder.Pieces) -> list[np.ndarray]:
    onnxruntime = pytest.importorskip("onnxruntime")
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    return list(session.run(["deeds", "begins", "ends"], form_reader.inputs(told, pieces)))


def _by_network(model: Points, told: form_reader.Read, pieces: encoder.Pieces) -> list[np.ndarray]:
    read_ = {name: torch.tensor(one) for name, one in form_reader.inputs(told, pieces).items()}
    places, marks, asked = (read_[name][None] for name in ("places", "marks", "asked"))
    count = torch.tensor([asked.shape[1]])
    with torch.no_grad():
        found = model(read_["words"], read_["hidden"], read_["told"], places, marks, asked, count)
    return [one.numpy() for one in found]


def test_without_forms_nothing_is_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = str(tmp_path / "none.onnx")
    assert main(["forms", "--out", str(tmp_path / "out"), "--start", missing]) == 2
    assert "none.onnx cannot be read" in capsys.readouterr().err
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.setattr(written, "read", lambda: read(empty))
    assert main(["forms", "--out", str(tmp_path / "out")]) == 2
    assert "forms of several authors" in capsys.readouterr().err
