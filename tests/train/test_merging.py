"""Merging: what the sums promise holds for any weights, and the command does it on real files."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from pathlib import Path

import cv2
import msgspec
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from helpers.encoded import encoder
from uitars_runtime.backends.embedded.network.decoder import Decoder as Runtime
from uitars_runtime.errors import UsageError
from uitars_train.cli import main
from uitars_train.data.episodes import episodes
from uitars_train.data.sample import write_episodes
from uitars_train.merging.arithmetic import dare, interpolated, ties
from uitars_train.merging.measure import domain, measured
from uitars_train.merging.simplex import grid, search
from uitars_train.network.model import Decoder, Shape
from uitars_train.network.training import update
from uitars_train.network.weights import Progress, save

SMALL = Shape(width=64, layers=2, heads=4, experts=4, chosen=2, inner=32)
number = st.floats(-8, 8, width=32)


@st.composite
def several(draw: st.DrawFn) -> list[dict[str, Tensor]]:
    """A start and two to four models of its shape, of two tensors each."""
    rows = draw(st.integers(1, 4))

    def one() -> dict[str, Tensor]:
        values = draw(st.lists(number, min_size=3 * rows, max_size=3 * rows))
        whole = torch.tensor(values, dtype=torch.float32)
        return {"a": whole[: 2 * rows].view(rows, 2), "b": whole[2 * rows :]}

    return [one() for _ in range(draw(st.integers(3, 5)))]


@st.composite
def shares(draw: st.DrawFn, count: int) -> list[float]:
    parts = draw(st.lists(st.integers(0, 9), min_size=count, max_size=count).filter(any))
    return [part / sum(parts) for part in parts]


def same(first: dict[str, Tensor], second: dict[str, Tensor]) -> bool:
    return all(torch.equal(first[name], second[name]) for name in first)


@given(several(), st.data())
def test_one_alpha_of_one_gives_that_specialist_to_the_bit(
    models: list[dict[str, Tensor]], data: st.DataObject
) -> None:
    start, *made = models
    chosen = data.draw(st.integers(0, len(made) - 1))
    alone = [float(index == chosen) for index in range(len(made))]
    assert same(interpolated(made, alone), made[chosen])
    for through in (ties(start, made, alone, 1.0), dare(start, made, alone, 1.0, 0)):
        for name, weight in made[chosen].items():
            # A difference that is far smaller than the start is rounded away, even in 64 bits.
            torch.testing.assert_close(through[name], weight, rtol=0, atol=1e-12)


@given(several(), st.data())
def test_shares_of_one_model_and_any_order_change_nothing(
    models: list[dict[str, Tensor]], data: st.DataObject
) -> None:
    alphas = data.draw(shares(len(models)))
    merged = interpolated(models, alphas)
    turned = interpolated(models[::-1], alphas[::-1])
    alike = interpolated([models[0]] * len(models), alphas)
    for name in merged:
        torch.testing.assert_close(merged[name], turned[name])
        torch.testing.assert_close(alike[name], models[0][name])
        low = torch.stack([model[name] for model in models]).amin(0) - 1e-5
        high = torch.stack([model[name] for model in models]).amax(0) + 1e-5
        assert bool(((merged[name] >= low) & (merged[name] <= high)).all())


@given(several(), st.data())
def test_ties_of_whole_differences_with_equal_signs_is_the_mean(
    models: list[dict[str, Tensor]], data: st.DataObject
) -> None:
    """Each model lies on one side of the start, everywhere."""
    start = models[0]
    made = [{name: start[name] + model[name].abs() + 0.5 for name in start} for model in models[1:]]
    alphas = data.draw(shares(len(made)))
    mean, merged = interpolated(made, alphas), ties(start, made, alphas, 1.0)
    for name in start:
        torch.testing.assert_close(merged[name], mean[name])


def test_ties_drops_small_differences_and_those_against_the_elected_sign() -> None:
    """Worked by hand: of four differences each the two largest stay; the first weight is elected
    up, by 4 against -1, and the fourth has one voice."""
    start = {"a": torch.zeros(4)}
    made = [{"a": torch.tensor([4.0, 0.1, -2.0, 0.0])}, {"a": torch.tensor([-1.0, 0.2, 0.3, 3.0])}]
    merged = ties(start, made, (0.5, 0.5), 0.5)["a"]
    assert merged.tolist() == [4.0, 0.0, -2.0, 3.0]


@given(several(), st.floats(0.1, 0.9), st.integers(0, 99))
def test_what_dare_keeps_of_a_difference_is_made_larger_and_the_rest_is_gone(
    models: list[dict[str, Tensor]], density: float, seed: int
) -> None:
    start, one = models[:2]
    merged = dare(start, [one], [1.0], density, seed)
    for name, first in start.items():
        kept = (first.double() + (one[name].double() - first.double()) / density).float()
        assert bool(((merged[name] == first) | (merged[name] == kept)).all())
    assert same(merged, dare(start, [one], [1.0], density, seed))


def test_dare_is_on_average_the_interpolation() -> None:
    start = {"a": torch.zeros(64)}
    made = [{"a": torch.linspace(-1, 1, 64)}, {"a": torch.linspace(2, 1, 64)}]
    alphas = (0.3, 0.7)
    runs = torch.stack([dare(start, made, alphas, 0.5, seed)["a"] for seed in range(4000)])
    meant = interpolated(made, alphas)["a"]
    # Of 4000 runs the mean strays by a standard error below 0.025 at these sizes.
    assert float((runs.mean(0) - meant).abs().max()) < 0.1
    assert float((runs[0] - meant).abs().max()) > 0.3, "one run alone is not the mean"


@pytest.mark.parametrize(
    ("alphas", "said"),
    [((0.5, 0.6), "sum to 1.1"), ((1.5, -0.5), "are no shares"), ((1.0,), "1 alphas for 2 models")],
)
def test_alphas_that_are_no_shares_are_refused(alphas: Sequence[float], said: str) -> None:
    models = [{"a": torch.zeros(2)}, {"a": torch.ones(2)}]
    with pytest.raises(UsageError, match=said):
        interpolated(models, alphas)
    with pytest.raises(UsageError, match="other shapes"):
        interpolated([models[0], {"a": torch.zeros(3)}], (0.5, 0.5))
    with pytest.raises(UsageError, match="density"):
        ties(models[0], models, (0.5, 0.5), 0.0)


# ---------------------------------------------------------------------------------------- searching


@given(st.integers(1, 4), st.integers(1, 6))
def test_the_grid_holds_shares_that_sum_to_one_each_once(count: int, parts: int) -> None:
    made = list(grid(count, parts))
    assert len(set(made)) == len(made)
    assert all(sum(one) == 1 and min(one) >= 0 for one in made)
    assert tuple(Fraction(index == 0) for index in range(count)) in made


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_the_search_ends_where_no_small_move_helps(data: st.DataObject) -> None:
    """A bowl whose lowest point lies anywhere in the simplex."""
    count = data.draw(st.integers(2, 3))
    lowest = data.draw(shares(count))
    tried: list[tuple[Fraction, ...]] = []

    def loss(at: tuple[Fraction, ...]) -> float:
        tried.append(at)
        return sum((float(one) - low) ** 2 for one, low in zip(at, lowest, strict=True))

    found = search(loss, count)
    assert len(set(tried)) == len(tried), "each place is measured once"
    assert all(abs(float(one) - low) <= 1 / 16 for one, low in zip(found, lowest, strict=True))


# -------------------------------------------------------------------------------------- the command


@pytest.fixture(scope="module")
def specialists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A start and two small networks that went on from it on steps of their own."""
    folder = tmp_path_factory.mktemp("specialists")
    torch.manual_seed(5)
    start = Decoder(SMALL)
    source = episodes(7)
    for name in ("start", "first", "second"):
        model = Decoder(SMALL)
        model.load_state_dict(start.state_dict())
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
        if name != "start":
            own = [step for episode in islice(source, 12) for step in episode]
            write_episodes(folder / f"{name}.jsonl", [own])
            for batch in domain(name, own, 60).batches * 6:
                update(model, optimizer, batch, 1e-3)
        save(folder / f"{name}.pt", model, optimizer, Progress())
    return folder


def test_merging_writes_the_products_files_a_report_and_the_lines(
    specialists: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    models = [str(specialists / f"{name}.pt") for name in ("first", "second")]
    given = [f"--domain={name}={specialists / name}.jsonl" for name in ("first", "second")]
    code = main(
        [
            "merge",
            *models,
            "--out",
            str(tmp_path),
            "--weights=search",
            *given,
            "--steps=40",
            "--lines=3",
        ]
    )
    assert code == 0
    said = capsys.readouterr().out
    assert "first to second" in said
    assert "linear: " in said
    report = msgspec.json.decode((tmp_path / "merge.json").read_bytes())
    assert sum(report["alphas"]) == 1
    losses = {
        name: sum(one["loss"] for one in domains.values())
        for name, domains in report["found"].items()
    }
    assert losses["merged"] <= min(losses["first"], losses["second"]), "the ends are tried, too"
    assert report["found"]["first"]["first"]["loss"] < report["found"]["second"]["first"]["loss"]
    Runtime(tmp_path, encoder())
    assert cv2.imread(str(tmp_path / "lines.png")).std() > 0


def test_shares_are_searched_on_the_symbolic_desktop_where_nothing_else_is_given(
    specialists: Path, tmp_path: Path
) -> None:
    models = [str(specialists / f"{name}.pt") for name in ("first", "second")]
    assert main(["merge", *models, "--out", str(tmp_path), "--weights=search", "--steps=9"]) == 0
    report = msgspec.json.decode((tmp_path / "merge.json").read_bytes())
    losses = {name: found["symbolic"]["loss"] for name, found in report["found"].items()}
    assert losses["merged"] <= min(losses["first"], losses["second"])


def test_a_model_that_is_called_merged_has_a_row_of_its_own(
    specialists: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "merged.pt").write_bytes((specialists / "first.pt").read_bytes())
    (tmp_path / "merged").symlink_to("merged.pt")
    monkeypatch.chdir(tmp_path)
    for number, (called, row) in enumerate((("merged.pt", "merged.pt"), ("merged", "./merged"))):
        models = [called, str(specialists / "second.pt")]
        given = [f"--domain=first={specialists / 'first.jsonl'}", "--steps=10"]
        assert main(["merge", *models, "--out", str(tmp_path / f"out{number}"), *given]) == 0
        report = msgspec.json.decode((tmp_path / f"out{number}" / "merge.json").read_bytes())
        assert list(report["found"]) == [row, models[1], "merged"]
        assert report["found"][row] != report["found"]["merged"]


@pytest.mark.parametrize("method", ["ties", "dare"])
def test_other_methods_merge_what_was_learned_since_the_start(
    specialists: Path, tmp_path: Path, method: str
) -> None:
    models = [str(specialists / f"{name}.pt") for name in ("first", "second")]
    start = ["--start", str(specialists / "start.pt")]
    given = ["--method", method, "--density=0.8", "--precision=fp32", "--weights=0.25,0.75"]
    assert main(["merge", *models, "--out", str(tmp_path), *start, *given]) == 0
    Runtime(tmp_path, encoder())


def test_what_cannot_be_merged_is_one_sentence_and_nothing_is_written(
    specialists: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = (str(specialists / f"{name}.pt") for name in ("first", "second"))
    out = tmp_path / "out"
    for options, said in (
        ([first, second, "--weights=0.9,0.3"], "sum to 1.2"),
        ([first, "nano"], "other shapes"),
        ([first], "nothing beside it"),
        ([first, "nowhere.pt"], "There is no model nowhere.pt"),
        ([first, second, "--domain", "forms"], "is no domain"),
        ([first, second, "--domain", f"forms={first}"], "holds no steps"),
        # Before models are opened and measured, which takes its time.
        (["nowhere.pt", "no.pt", "--domain=symbolic", "--lines=1"], "two ends"),
        (["nowhere.pt", "no.pt", "--domain=symbolic", "--domain=symbolic"], "have one name"),
        (["no.pt", str(out)], "would overwrite one of its models"),
        (["nowhere.pt", "no.pt", "--start", f"{out.parent}/./out"], "would overwrite one of"),
        ([first, second, "--domain", "symbolic", "--steps", "0"], "On 0 steps nothing"),
        ([first, first, "--domain", "symbolic", "--steps=9", "--lines=2"], "named twice"),
    ):
        assert main(["merge", *options, "--out", str(out)]) == 2
        told = capsys.readouterr().err
        assert said in told
        assert told.count("\n") == 1
    assert not out.exists()


def test_a_domain_is_measured_alike_however_often(specialists: Path) -> None:
    model = Decoder(SMALL)
    steps = [step for episode in islice(episodes(9), 6) for step in episode]
    made = domain("steps", steps, 20)
    first = measured(model, made)
    assert first == measured(model, made)
    assert first.steps == 20
    assert 0 <= first.share <= 1
    with pytest.raises(UsageError, match="no steps"):
        domain("steps", [], 20)
