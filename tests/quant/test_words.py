"""Tokenizers go from hub folders into GGUF keys and back as they are, or are refused."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tokenizers import Tokenizer

from helpers.gguf_models import write_language_model
from uitars_quant.cli import main
from uitars_quant.errors import SourceError
from uitars_quant.job import run
from uitars_quant.progress import Silent
from uitars_quant.recipe import FileType, Format, Method, Recipe
from uitars_quant.sources import Source, open_source
from uitars_quant.sources.gguf_header import read_head
from uitars_quant.sources.words import tokenizer

QWEN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
LLAMA = QWEN.replace(r"+|\p{N}|", r"+|\p{N}{1,3}|")
BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
TEXT = "(Click)  it's THEY'LL 12345\n\n <tool_call>{}</s>"


def cutting(pattern: str) -> dict[str, Any]:
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated"}
    return {"type": "Sequence", "pretokenizers": [{**split, "invert": False}, BYTES]}


def with_words(like: Path, out: Path, **model: Any) -> Source:
    """A hub folder whose tokenizer.json says other things, and has a word of its own."""
    shutil.copytree(like, out)
    told = json.loads((out / "tokenizer.json").read_text())
    told |= {name: value for name, value in model.items() if name != "byte_fallback"}
    told["model"]["byte_fallback"] = model.get("byte_fallback", False)
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized", "special"), False)
    number = max(told["model"]["vocab"].values()) + 1
    told["added_tokens"].append({"id": number, "content": "<tool_call>", **flags})
    (out / "tokenizer.json").write_text(json.dumps(told))
    return open_source(out)


@pytest.mark.parametrize(
    ("family", "cut", "name"),
    [
        ("qwen3_vl", cutting(QWEN), "qwen2"),
        ("llama", cutting(LLAMA), "llama-bpe"),
        ("llama", {**BYTES, "use_regex": True}, "gpt-2"),
    ],
)
def test_words_made_of_keys_are_those_of_the_folder(
    family: str, cut: dict[str, Any], name: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    source = with_words(folders[family], tmp_path / "own", pre_tokenizer=cut)
    assert source.vocabulary()["tokenizer.ggml.pre"] == name
    made = tokenizer(replace(source, companions=()))
    original = Tokenizer.from_file(str(source.path / "tokenizer.json"))
    assert made.encode(TEXT).ids == original.encode(TEXT).ids
    assert "<tool_call>" in made.encode(TEXT).tokens
    pieces = [[one for one, _ in each.pre_tokenizer.pre_tokenize_str(TEXT)]
              for each in (made, original)]  # fmt: skip
    assert pieces[0] == pieces[1]


def test_words_that_the_keys_cannot_tell_are_refused(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    space = {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "first"}
    models: list[dict[str, Any]] = [{"pre_tokenizer": None}, {"pre_tokenizer": space}]
    for number, model in enumerate([*models, {"byte_fallback": True}]):
        source = with_words(folders["llama"], tmp_path / str(number), **model)
        with pytest.raises(SourceError, match="merges letters"):
            source.vocabulary()
    digits = {"type": "Digits", "individual_digits": True}  # deepseek-coder's are no smollm's.
    coder = cutting(r"[\r\n]")
    coder["pretokenizers"].insert(1, digits)
    odd = [("llama", cutting(r"\p{N}|\s+")), ("llama", coder), ("qwen3_vl", cutting(r"\s?\p{L}+"))]
    for number, (family, cut) in enumerate(odd):
        source = with_words(folders[family], tmp_path / f"odd{number}", pre_tokenizer=cut)
        with pytest.raises(SourceError, match="rules by which"):
            source.vocabulary()


@pytest.mark.parametrize("kind", [FileType.Q4_0, FileType.F16])
def test_words_without_a_row_of_their_own_are_refused(
    kind: FileType, folders: dict[str, Path], tmp_path: Path
) -> None:
    source = open_source(folders["llama"])
    name = "model.embed_tokens.weight"
    fewer = replace(source.tensors[name], shape=(300, *source.tensors[name].shape[1:]))
    cut = replace(source, tensors={**source.tensors, name: fewer})
    with pytest.raises(SourceError, match=r"tokenizer has 320 words, their table 300 rows"):
        run(cut, tmp_path / "a.gguf", Recipe(Format.GGUF, Method.RTN, file_type=kind), Silent())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["", "{}", '{"model": {"type": "BPE"}}'])
def test_a_tokenizer_that_is_damaged_is_named(
    text: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(folders["llama"], tmp_path / "odd"))
    (folder / "tokenizer.json").write_text(text)
    with pytest.raises(SourceError, match=r"tokenizer\.json cannot be read"):
        tokenizer(open_source(folder))


@pytest.mark.parametrize("command", ["plan", "quantize"])
def test_words_that_no_text_can_hold_are_refused(
    command: str, folders: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "from"
    shutil.copytree(folders["llama"], folder)
    told = {"chat_template": "half of a sign: \ud800"}
    (folder / "tokenizer_config.json").write_text(json.dumps(told))
    given = [str(folder), "-o", str(tmp_path / "out.gguf")]
    assert main(["plan", *given] if command == "plan" else given) == 2
    assert "The tokenizer of" in capsys.readouterr().err
    assert not list(tmp_path.glob("out*"))


def test_words_of_a_gguf_file_that_are_cut_by_other_rules_are_refused(tmp_path: Path) -> None:
    write_language_model(tmp_path / "a.gguf")
    source = open_source(tmp_path / "a.gguf")
    keys = dict(source.vocabulary())
    for name, known in (("deepseek-r1-qwen", True), ("deepseek-coder", False), ("default", False)):
        told = replace(source, vocabulary=lambda name=name: {**keys, "tokenizer.ggml.pre": name})
        if known:
            assert tokenizer(told).encode(TEXT).ids == tokenizer(source).encode(TEXT).ids
        else:
            with pytest.raises(SourceError, match="not known here"):
                tokenizer(told)


def test_a_word_that_llama_cpp_takes_whole_is_taken_whole(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    cut = cutting(LLAMA)
    source = with_words(folders["llama"], tmp_path / "own", pre_tokenizer=cut)
    words = json.loads((source.path / "tokenizer.json").read_text())["model"]["vocab"]
    keys = {**source.vocabulary(), "tokenizer.ggml.merges": []}
    made = tokenizer(replace(source, companions=(), vocabulary=lambda: keys))
    assert made.encode("Click").ids == [words["Click"]]


def test_llama_cpp_begins_a_text_as_the_tokenizer_does(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    whole = open_source(folders["llama"]).vocabulary()
    assert whole["tokenizer.ggml.add_bos_token"] is False
    begin = {"SpecialToken": {"id": "<|im_start|>", "type_id": 0}}
    single = [begin, {"Sequence": {"id": "A", "type_id": 0}}]
    steps = [BYTES, {"type": "TemplateProcessing", "single": single}]
    after = {"type": "Sequence", "processors": steps}
    source = with_words(folders["llama"], tmp_path / "own", post_processor=after)
    facts = json.loads((source.path / "tokenizer_config.json").read_text())
    told = source.path / "tokenizer_config.json"
    for more, adds in (({}, True), ({"add_bos_token": False}, False)):
        told.write_text(json.dumps({**facts, "bos_token": "<|im_start|>", **more}))
        assert source.vocabulary()["tokenizer.ggml.add_bos_token"] is adds


def test_the_end_is_told_by_the_config_where_the_tokenizer_is_silent(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    source = with_words(folders["llama"], tmp_path / "own")
    (source.path / "tokenizer_config.json").write_text('{"eos_token": null}')
    config = json.loads((source.path / "config.json").read_text())
    for told, end in ((2, 2), ([1, 2], 1)):
        (source.path / "config.json").write_text(json.dumps({**config, "eos_token_id": told}))
        assert open_source(source.path).vocabulary()["tokenizer.ggml.eos_token_id"] == end
    none = {**config, "eos_token_id": 2, "bos_token_id": -1}  # As configs of old say it.
    (source.path / "config.json").write_text(json.dumps(none))
    assert main([str(source.path), "-o", str(tmp_path / "out.gguf")]) == 0
    assert "tokenizer.ggml.bos_token_id" not in read_head(tmp_path / "out.gguf").facts


@pytest.mark.parametrize("told", ["tokenizer_config.json", "chat_template.json"])
def test_the_template_of_a_conversation_is_found_where_the_hub_has_it(
    told: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    source = with_words(folders["llama"], tmp_path / "own")
    (source.path / "tokenizer_config.json").unlink()
    named = [
        {"name": "tool_use", "template": "{{ 2 }}"},
        {"name": "default", "template": "{{ 3 }}"},
    ]
    (source.path / told).write_text(json.dumps({"chat_template": named}))
    assert source.vocabulary()["tokenizer.chat_template"] == "{{ 3 }}"


def test_a_result_made_of_a_gguf_file_speaks_as_its_first_source(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    begin = {"id": "<|im_start|>", "type_id": 0}
    single = [{"SpecialToken": begin}, {"Sequence": {"id": "A", "type_id": 0}}]
    named = {"<|im_start|>": {"id": "<|im_start|>", "ids": [1], "tokens": ["<|im_start|>"]}}
    after = {"type": "TemplateProcessing", "single": single, "pair": [], "special_tokens": named}
    source = with_words(
        folders["llama"], tmp_path / "own", post_processor=after, pre_tokenizer=cutting(LLAMA)
    )
    told = source.path / "tokenizer_config.json"
    facts = json.loads(told.read_text()) | {"bos_token": "<|im_start|>"}
    told.write_text(json.dumps({**facts, "tokenizer_class": "PreTrainedTokenizerFast"}))
    run(source, tmp_path / "a.gguf", Recipe(Format.GGUF, Method.RTN), Silent())
    middle, out = open_source(tmp_path / "a.gguf"), tmp_path / "out"
    run(middle, out, Recipe(Format.COMPRESSED_TENSORS, Method.RTN), Silent())
    first, last = (AutoTokenizer.from_pretrained(folder) for folder in (source.path, out))
    assert last(TEXT).input_ids == first(TEXT).input_ids
    assert last.all_special_tokens == first.all_special_tokens
    assert last.chat_template == first.chat_template
    config = json.loads((out / "config.json").read_text())
    assert config["architectures"] == ["LlamaForCausalLM"]
    assert (config["bos_token_id"], config["eos_token_id"]) == (
        first.bos_token_id,
        first.eos_token_id,
    )
    AutoModelForCausalLM.from_pretrained(out)


def test_a_gguf_file_has_the_whole_name_of_its_folder(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    shutil.copytree(folders["qwen3_vl"], tmp_path / "Small2.5-VL")
    done = run(
        open_source(tmp_path / "Small2.5-VL"),
        tmp_path / "out.gguf",
        Recipe(Format.GGUF, Method.RTN),
        Silent(),
    )
    for file in done.files:
        assert read_head(file).facts["general.name"] == "Small2.5-VL"
