"""The network: torch and the ONNX file agree, four bits mean what they should, training learns."""

from __future__ import annotations

import dataclasses
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.desks import gone, until
from helpers.encoded import encoder, numbers_of
from uitars_runtime.backends.embedded.backend import default_folder
from uitars_runtime.backends.embedded.network.affinity import NEARNESS, Affinity
from uitars_runtime.backends.embedded.network.decoder import Decoder as Runtime
from uitars_runtime.backends.embedded.network.decoder import Uttered, fingerprint
from uitars_runtime.backends.embedded.network.embeddings import SKETCH
from uitars_runtime.backends.embedded.network.grammar import FIXED
from uitars_runtime.backends.embedded.network.graph import eight_bit_activations
from uitars_runtime.backends.embedded.network.vocabulary import SPOKEN
from uitars_runtime.errors import ModelError, UsageError
from uitars_train.cli import main
from uitars_train.data.encoding import Batch, collate, example
from uitars_train.data.episodes import episodes
from uitars_train.data.sample import Sample
from uitars_train.data.stream import Producers, batches
from uitars_train.network import training, weights
from uitars_train.network.export import Precision, export
from uitars_train.network.model import (
    Decoder,
    Shape,
    Teacher,
    log_odds,
    rounded_activations,
    surprises,
    tag_loss,
)
from uitars_train.network.quantization import pack, unpack
from uitars_train.network.training import (
    Settings,
    device_named,
    moved,
    multiplies_bfloat16,
    narrow_products,
    train,
    update,
)
from uitars_train.network.weights import Progress, load, read, resume, save

SMALL = Shape(width=64, layers=2, heads=4, experts=4, chosen=2, inner=32)


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    source = episodes(12)
    return [sample for _ in range(12) for sample in next(source)]


def batch_of(samples: list[Sample]) -> Batch:
    made = (example(sample, encoder()) for sample in samples)
    return collate([one for one in made if one is not None], random.Random(0))


@pytest.fixture(scope="module")
def model() -> Decoder:
    """A small model with weights as large as trained ones have them."""
    generator = torch.Generator().manual_seed(3)
    made = Decoder(SMALL)
    with torch.no_grad():
        made.relation.copy_(torch.randn(made.relation.shape, generator=generator))
    return made.eval()


@pytest.fixture(scope="module")
def folders(model: Decoder, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    floats, quantized = tmp_path_factory.mktemp("fp32"), tmp_path_factory.mktemp("w4a8")
    export(model, floats, "fp32")
    export(model, quantized, "w4a8")
    return floats, quantized


def test_the_onnx_file_says_what_torch_says(
    model: Decoder, folders: tuple[Path, Path], samples: list[Sample]
) -> None:
    """Every output token of 32-bit weights, fed with the right tokens before it."""
    runtime = Runtime(folders[0], encoder())
    for sample in samples[:12]:
        made = example(sample, encoder())
        assert made is not None
        batch = collate([made], random.Random(0))
        with torch.no_grad():
            logits = model({**batch, "near": torch.zeros(())})[0][0].numpy()
        features = runtime.features(sample.situation)
        prefix = runtime.read(features)
        cache = prefix.cache
        steps = np.r_[len(SPOKEN) + features.words : len(SPOKEN) + features.words + features.steps]
        last: int | None = None
        for column, position in enumerate(made.positions):
            (said,), cache = prefix.say([Uttered(last)], cache)
            assert np.abs(said - np.delete(logits[column], steps)).max() < 2e-4
            if column + 1 < len(made.positions):
                pointer = int(batch["given_pointer"][0, column + 1])
                last = (
                    position.fixed[0]
                    if pointer < 0
                    else len(SPOKEN)
                    + pointer
                    - (features.steps if pointer >= features.words else 0)
                )


def test_nearness_counts_in_training_as_when_it_is_decided(
    model: Decoder, samples: list[Sample]
) -> None:
    """Elements that may be pointed at have the same added to their log-odds, nothing else has."""
    pointed = 0
    for drawn in samples[:12]:
        sample = dataclasses.replace(
            drawn, target=dataclasses.replace(drawn.target, before=0, after=0)
        )
        made = example(sample, encoder())
        assert made is not None
        batch = collate([made], random.Random(0))
        with torch.no_grad():
            by_itself = model({**batch, "near": torch.zeros(())})[0][0]
            added = (model(batch)[0][0] - by_itself).numpy()
        first = len(made.features.sketches) - made.features.elements
        serves = sample.target.serves
        odds = Affinity(sample.situation, encoder()).log_odds(serves)
        column = made.act + 1
        if made.positions[column:] and made.positions[column].elements and serves:
            pointed += 1
            assert np.abs(added[column, FIXED + first :] - odds).max() < 1e-4
            assert not added[:column].any()
    assert pointed


def test_lines_that_share_a_cache_say_what_each_says_alone(
    folders: tuple[Path, Path], samples: list[Sample]
) -> None:
    """Three lines of three tokens each, all in one call and each with a cache of its own."""
    runtime = Runtime(folders[0], encoder())
    word = len(SPOKEN)
    ways = [[None, word, word + 1], [None, word + 1, 7], [None, 2, 9]]
    for sample in samples[:4]:
        prefix = runtime.read(numbers_of(sample.situation))
        shared = prefix.cache
        seen: list[tuple[int, ...]] = [()] * len(ways)
        together = np.zeros(0)
        for column in range(3):
            uttered = [Uttered(way[column], seen[line]) for line, way in enumerate(ways)]
            before = shared.tokens
            together, shared = prefix.say(uttered, shared)
            seen = [(*places, before + line) for line, places in enumerate(seen)]
        for line, way in enumerate(ways):
            alone, own = np.zeros((1, 0)), prefix.cache
            for token in way:
                alone, own = prefix.say([Uttered(token)], own)
            assert np.abs(together[line] - alone[0]).max() < 2e-4
        assert np.abs(together[0] - together[1]).max() > 1e-2, "what was said is seen"


def test_four_bits_decide_nearly_as_floats(
    folders: tuple[Path, Path], samples: list[Sample]
) -> None:
    floats, quantized = (Runtime(folder, encoder()) for folder in folders)
    assert (floats.precision, quantized.precision) == ("fp32", "w4a8")
    for sample in samples[:10]:
        decided = quantized.decide(sample.situation)
        assert decided.read == len(numbers_of(sample.situation).sketches)
        assert 0 < decided.confidence <= 1


@pytest.mark.parametrize("precision", ["fp32", "w4a8"])
def test_exported_weights_are_read_back_as_they_are(
    model: Decoder, tmp_path: Path, precision: Precision
) -> None:
    """What is read and exported again is the same file; floats come back as they were."""
    export(model, tmp_path / "once", precision)
    again = read(tmp_path / "once")
    export(again, tmp_path / "twice", precision)
    once, twice = ((tmp_path / name / "decoder.onnx").read_bytes() for name in ("once", "twice"))
    assert once == twice
    if precision == "fp32":
        before = model.state_dict()
        for name, value in again.state_dict().items():
            if not name.startswith(("tag", "numbers.bias", "table")):
                assert torch.equal(value, before[name]), name


def test_the_weights_of_the_product_are_read_back() -> None:
    shipped = read(default_folder())
    assert shipped.shape == Shape()
    assert sum(value.numel() for value in shipped.parameters()) > 9_000_000


def test_training_goes_on_from_exported_weights(
    model: Decoder, folders: tuple[Path, Path], tmp_path: Path
) -> None:
    """A run that starts from files ends near them, one from nothing does not."""
    for name, start in (("from files", folders[0]), ("from nothing", None)):
        told = Settings(out=tmp_path / name, minutes=0.05, size=4, rate=1e-5, validation=2)
        train(msgspec.structs.replace(told, start=start, shape=SMALL))
        ended = load(tmp_path / name / "checkpoint.pt").layers[0].get_parameter("qkv.weight")
        begun = model.layers[0].get_parameter("qkv.weight")
        assert torch.allclose(ended, begun, atol=1e-3) == (start is not None)


@pytest.mark.parametrize("name", ["missing", "no.pt", "other.pt"])
def test_what_is_no_checkpoint_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "no.pt").write_bytes(b"no checkpoint")
    torch.save({"network": {}}, tmp_path / "other.pt")
    assert main(["export", str(tmp_path / name), "--out", str(tmp_path / "out")]) == 2
    assert not (tmp_path / "out").exists()


def test_a_run_goes_on_from_no_other_kind_of_checkpoint(
    model: Decoder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of another size, and of reinforcement learning; and none is written over."""
    save(tmp_path / "checkpoint.pt", model, torch.optim.AdamW(model.parameters()), Progress(3, 4))
    given = ["policy", "--minutes", "1", "--out", str(tmp_path)]
    assert main([*given, "--resume"]) == 2
    assert "of another size" in capsys.readouterr().err
    assert main(given) == 2
    assert "holds a run already" in capsys.readouterr().err
    state = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    state["shape"] = msgspec.to_builtins(Shape())
    torch.save({**state, "critic": {}}, tmp_path / "checkpoint.pt")
    assert main([*given, "--resume"]) == 2
    assert "is of `rl`" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--minutes", "0"], "--minutes cannot be 0"),
        (["--minutes", "1", "--size", "0"], "--size cannot be 0"),
        (["--minutes", "1", "--rate", "-1"], "--rate cannot be -1"),
        (["--minutes", "1", "--producers", "0"], "--producers cannot be 0"),
        (["--minutes", "1", "--own", "nowhere"], "There is no file nowhere"),
        (["--minutes", "1", "--own", "{out}/odd"], "odd holds no steps in line 1"),
        (["--minutes", "1", "--screens", "nowhere"], "no screens in nowhere"),
        (["--minutes", "1", "--start", "nowhere"], "nowhere is no folder of the embedded"),
        (["--minutes", "1", "--teacher", "nowhere"], "nowhere is no folder of the embedded"),
    ],
)
def test_what_cannot_be_learned_from_is_said_before_anything_begins(
    options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "odd").write_text("{}\n")
    options = [one.format(out=tmp_path) for one in options]
    assert main(["policy", "--out", str(tmp_path / "run"), *options]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("out", ["a_file", "a_file/below"])
def test_what_cannot_be_written_is_said_in_a_sentence(
    out: str, model: Decoder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(tmp_path / "one.pt", model, torch.optim.AdamW(model.parameters()), Progress())
    (tmp_path / "a_file").touch()
    assert main(["export", str(tmp_path / "one.pt"), "--out", str(tmp_path / out)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"{tmp_path / out} cannot be read or written: ")
    assert told.count("\n") == 1


def test_a_command_that_is_interrupted_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(weights, "load", interrupted)
    assert main(["export", "one.pt", "--out", str(tmp_path)]) == 130
    assert capsys.readouterr().err == "\nStopped.\n"


def test_exported_weights_that_do_not_fit_are_refused(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    data = (folders[0] / "decoder.onnx").read_bytes()
    (tmp_path / "decoder.onnx").write_bytes(data.replace(fingerprint().encode(), b"00000000"))
    with pytest.raises(UsageError, match="other features"):
        read(tmp_path)
    with pytest.raises(UsageError, match="missing"):
        read(tmp_path / "nowhere")
    (tmp_path / "decoder.onnx").write_bytes(b"no graph")
    with pytest.raises(UsageError, match="cannot be read"):
        read(tmp_path)


def test_this_machine_computes_with_eight_bit_activations(folders: tuple[Path, Path]) -> None:
    """The proof lies beside weights of either precision."""
    assert all(eight_bit_activations(folder) for folder in folders)


def test_weights_of_other_features_are_refused(tmp_path: Path, folders: tuple[Path, Path]) -> None:
    data = (folders[0] / "decoder.onnx").read_bytes()
    (tmp_path / "decoder.onnx").write_bytes(data.replace(fingerprint().encode(), b"00000000"))
    with pytest.raises(ModelError, match="other features"):
        Runtime(tmp_path, encoder())
    with pytest.raises(ModelError, match="missing"):
        Runtime(tmp_path / "nowhere", encoder())


@settings(max_examples=40)
@given(st.integers(0, 2**31), st.sampled_from([1, 3, 8]), st.sampled_from([32, 96]))
def test_packing_stays_within_a_step_of_every_value(seed: int, rows: int, inputs: int) -> None:
    matrix = np.random.default_rng(seed).standard_normal((rows, inputs), np.float32)
    packed = pack(matrix)
    low, high = packed.codes & 15, packed.codes >> 4
    codes = np.stack([low, high], -1).reshape(rows, inputs // 32, 32).astype(np.float32)
    meant = ((codes - 8) * packed.scales[..., None]).reshape(rows, inputs)
    assert np.array_equal(meant, packed.meant)
    assert np.array_equal(unpack(packed.codes, packed.scales).reshape(rows, inputs), packed.meant)
    assert np.array_equal(pack(packed.meant).codes, packed.codes)
    plain = np.abs(matrix.reshape(rows, -1, 32)).max(-1) / 7
    error = ((packed.meant - matrix) ** 2).reshape(rows, -1, 32).mean(-1)
    assert (error <= plain**2 / 12 * 3).all()
    rounded = rounded_activations(torch.from_numpy(matrix)).numpy()
    assert np.abs(rounded - matrix).max() <= np.abs(matrix).max() / 127 / 2 + 1e-6


def test_a_small_model_learns(samples: list[Sample]) -> None:
    torch.set_num_threads(1)
    network = Decoder(SMALL)
    optimizer = torch.optim.AdamW(network.parameters(), lr=4e-3)
    source = batches(4, 16, pool=2)
    batch = next(source)
    told = [update(network, optimizer, batch, 4e-3)[0] for _ in range(25)]
    assert told[-1] < told[0] * 0.6


def test_without_a_gpu_training_is_on_the_cpu_and_asking_for_one_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert device_named("auto") == device_named("cpu") == torch.device("cpu")
    with pytest.raises(UsageError, match="no CUDA GPU"):
        device_named("cuda")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert device_named("auto") == device_named("cuda") == torch.device("cuda")
    assert device_named("cpu") == torch.device("cpu")


@pytest.mark.parametrize(
    ("told", "narrow"),
    [
        ("processor\t: 0\nflags\t\t: fpu avx2 avx512f avx512_bf16\n", True),
        ("processor\t: 0\nflags\t\t: fpu avx2 amx_bf16 amx_tile\n", True),
        ("processor\t: 0\nflags\t\t: fpu avx2 avx512f\nmodel name\t: the avx512_bf16 one\n", False),
        ("", False),
    ],
)
def test_a_processor_multiplies_narrow_numbers_only_where_it_can(
    told: str, narrow: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cpuinfo").write_text(told)
    assert multiplies_bfloat16(tmp_path / "cpuinfo") is narrow
    assert not multiplies_bfloat16(tmp_path / "missing")
    monkeypatch.setattr("uitars_train.network.training.multiplies_bfloat16", lambda: narrow)
    with narrow_products(torch.device("cpu")):
        product = torch.ones(2, 2) @ torch.ones(2, 2)
    assert product.dtype is (torch.bfloat16 if narrow else torch.float32)


def test_the_forward_makes_nothing_on_another_device(samples: list[Sample]) -> None:
    """Whatever the forward makes by itself lies where the model lies; `meta` shows it without a
    GPU, up to the first step that needs values."""
    batch = batch_of(samples[:4])
    there = moved(batch, torch.device("meta"))
    assert {tensor.device.type for tensor in there.values()} == {"meta"}
    elsewhere = Decoder(SMALL).to("meta")
    assert elsewhere.embed(there).device.type == "meta"
    biases = elsewhere.bias(there["match"], there["relation"], ~there["valid"].unsqueeze(1))
    assert {bias.device.type for bias in biases} == {"meta"}


def test_a_batch_without_tags_has_no_loss_of_tags(model: Decoder, samples: list[Sample]) -> None:
    batch = batch_of(samples[:4])
    with torch.no_grad():
        _, tags, _ = model(batch)
    assert tag_loss(tags, batch) > 0
    untold = {**batch, "tags": torch.full_like(batch["tags"], -1)}
    assert tag_loss(tags, untold) == 0


def test_a_teacher_counts_where_it_is_right(model: Decoder, samples: list[Sample]) -> None:
    """Of the same odds, being like a teacher that knows costs its entropy; where it is wrong,
    everything is as without it."""
    batch = batch_of(samples[:4])
    right = batch["right"] & batch["legal"]
    with torch.no_grad():
        odds = log_odds(model(batch)[0], batch)
    alone = surprises(odds, batch)
    knows = odds + right * 50 - torch.logsumexp(odds + right * 50, -1, keepdim=True)
    wrong = odds - right * 50 - torch.logsumexp(odds - right * 50, -1, keepdim=True)
    others = batch["scored"] & (batch["legal"] & ~right).any(-1)
    teacher = Teacher(model, 1.0)
    assert teacher.mixed(alone, odds, wrong, batch)[others].equal(alone[others])
    surest = teacher.mixed(alone, odds, knows, batch)[batch["scored"]]
    assert (surest >= alone[batch["scored"]] - 1e-4).all()
    same = teacher.mixed(surprises(knows, batch), knows, knows, batch)[batch["scored"]]
    assert torch.allclose(same, -(knows.exp() * knows).sum(-1)[batch["scored"]], atol=1e-4)


def test_being_like_a_teacher_keeps_its_odds(samples: list[Sample]) -> None:
    """Trained on answers that are plainly other ones, a network forgets less beside its teacher."""
    torch.set_num_threads(1)
    batch, other = batch_of(samples[:6]), batch_of(samples[6:12])
    moved_by: list[float] = []
    for share in (0.0, 0.9):
        torch.manual_seed(5)  # pyright: ignore[reportUnknownMemberType]
        network, start = Decoder(SMALL), Decoder(SMALL).eval()
        optimizer = torch.optim.AdamW(network.parameters(), lr=2e-3)
        for _ in range(12):
            update(network, optimizer, batch, 2e-3)
        start.load_state_dict(network.state_dict())
        teacher = Teacher(start, share) if share else None
        before = start(batch)[0].detach()
        for _ in range(12):
            update(network, optimizer, other, 2e-3, teacher=teacher)
            update(network, optimizer, batch, 2e-3, teacher=teacher)
        after = network.eval()(batch)[0].detach()
        moved_by.append(float((after - before)[batch["legal"]].abs().mean()))
    assert moved_by[1] < moved_by[0]


def test_training_ends_with_an_error_when_what_makes_samples_has_ended(tmp_path: Path) -> None:
    """The file of steps is none: whoever reads it ends, and nobody waits for batches for ever."""
    broken = tmp_path / "own.jsonl"
    broken.write_text("{}\n")
    source = Producers(1, 4, own=broken)
    try:
        with pytest.raises(ModelError, match="has ended"):
            source.next()
    finally:
        source.close()


KILLED = """
import multiprocessing, os, signal
from uitars_train.data.stream import Producers
source = Producers(1, 4)
source.next()
print(*(process.pid for process in multiprocessing.active_children()), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_makes_samples_ends_with_a_training_that_is_killed() -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True, check=False
    )
    (producer,) = map(int, done.stdout.split())
    try:
        until(lambda: gone(producer), "the process that makes samples has ended")
    finally:
        if not gone(producer):
            os.kill(producer, signal.SIGKILL)


def test_who_ends_a_run_that_is_over_does_not_wait_for_its_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signals = iter([signal.SIGINT])  # one is enough

    def interrupted(*_: object) -> dict[str, tuple[int, int]]:
        for one in signals:
            signal.raise_signal(one)
        return {}

    monkeypatch.setattr(training, "score", interrupted)
    with pytest.raises(KeyboardInterrupt):
        train(Settings(out=tmp_path, minutes=1e-9, size=4, shape=SMALL, validation=1))
    assert (tmp_path / "checkpoint.pt").is_file()


@pytest.mark.drill
def test_a_run_can_be_cut_off_and_resumed(tmp_path: Path) -> None:
    short = Settings(out=tmp_path, minutes=0.005, size=8, shape=SMALL, validation=2)
    train(short)
    first = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    train(Settings(out=tmp_path, minutes=0.005, size=8, shape=SMALL, validation=2, resume=True))
    second = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    assert 0 < first["seen"] < second["seen"]
    assert load(tmp_path / "checkpoint.pt").shape == SMALL
    assert (tmp_path / "curve.jsonl").read_text().startswith('{"seen"')


def test_a_checkpoint_from_before_an_input_was_added_says_the_same(
    model: Decoder, samples: list[Sample], tmp_path: Path
) -> None:
    """The new inputs of a sketch start without effect, and the optimizer starts anew."""
    optimizer = torch.optim.AdamW(model.parameters())
    path = tmp_path / "checkpoint.pt"
    save(path, model, optimizer, Progress(3, 4))
    state = torch.load(path, weights_only=True)
    state["model"]["sketch.weight"] = state["model"]["sketch.weight"][:, : 2 * SKETCH].clone()
    state["model"]["numbers.weight"] = state["model"]["numbers.weight"][:, :-NEARNESS].clone()
    torch.save(state, path)
    again = Decoder(SMALL)
    assert resume(path, again, torch.optim.AdamW(again.parameters())) == Progress(3, 4)
    assert not again.sketch.weight[:, 2 * SKETCH :].any()
    assert not again.numbers.weight[:, -NEARNESS:].any()
    assert torch.equal(again.sketch.weight[:, : 2 * SKETCH], state["model"]["sketch.weight"])
    batch = batch_of(samples[:4])
    before = batch["sketches"].clone()
    with torch.no_grad():
        said = again.eval()(batch)[0]
        batch["sketches"][:, :, 2 * SKETCH :] = 0
        assert not torch.equal(before, batch["sketches"])
        assert torch.equal(said, again(batch)[0])
