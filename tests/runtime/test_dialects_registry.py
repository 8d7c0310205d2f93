"""Names of dialects."""

import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from uitars_runtime.dialects import registry
from uitars_runtime.dialects.registry import DIALECTS, guess, load_dialect
from uitars_runtime.errors import UsageError


@pytest.mark.parametrize("name", sorted(DIALECTS))
def test_every_name_loads_a_dialect_of_that_name(name: str) -> None:
    assert load_dialect(name).name == name


@pytest.mark.parametrize(
    ("model", "dialect"),
    [
        ("ByteDance-Seed/UI-TARS-1.5-7B", "ui-tars-1.5"),
        ("ui-tars-1.5-7b-q4_k_m.gguf", "ui-tars-1.5"),
        ("UI-TARS-7B-DPO", "ui-tars-1.0"),
        ("ui-tars-2b-sft", "ui-tars-1.0"),
        ("UI-TARS-2", "ui-tars-2"),
        ("doubao-1-5-ui-tars-250428", "doubao-15b"),
        ("doubao-seed-1-6-vision", "doubao-20b"),
        ("Qwen/Qwen2.5-VL-7B-Instruct", "qwen2.5-vl"),
        ("Qwen3-VL-8B-Instruct-Q4_K_M.gguf", "qwen3-vl"),
        ("qwen2.5vl:7b", "qwen2.5-vl"),
        ("Qwen/Qwen2-VL-7B-Instruct", "qwen3-vl"),
        ("qwen3.5-9b", "qwen3-vl"),
        ("Hcompany/Holo3.1-35B-A3B", "holo"),
        ("inclusionAI/UI-Venus-1.5-8B", "ui-venus"),
        ("mPLUG/GUI-Owl-1.5-8B-Instruct", "qwen3-vl"),
        ("mPLUG/GUI-Owl-7B", "qwen2.5-vl"),
        ("meituan/EvoCUA-8B", "qwen3-vl"),
        ("microsoft/Fara-7B", "fara"),
        ("fara-7b-q4_k_m.gguf", "fara"),
        ("microsoft_Fara-7B-Q4_K_M.gguf", "fara"),
        ("microsoft/Fara1.5-9B", "fara-1.5"),
        ("Tongyi-MAI/MAI-UI-8B", "mai-ui"),
        ("zai-org/GLM-4.5V", "glm-v"),
        ("GLM-4.6V-Flash-Q4_K_M.gguf", "glm-v"),
        ("GLM-4.1V-9B-Thinking", "glm-v"),
        ("xlangai/OpenCUA-32B", "opencua"),
        ("openai/gpt-5.4", "openai-computer"),
        ("computer-use-preview-2025-03-11", "openai-computer"),
        ("anthropic/claude-opus-4-7", "anthropic-computer"),
        ("Hcompany/Holo1.5-7B", None),
        ("inclusionAI/UI-Venus-Navi-7B", None),
        ("xlangai/OpenCUA-A3B", None),
        ("gemini-2.5-computer-use-preview-10-2025", None),
        ("glm-4.6", None),
        ("gpt-oss-120b", None),
        ("safaradise-7b", None),
        ("llama-3.2-11b", None),
    ],
)
def test_a_model_name_says_its_dialect(model: str, dialect: str | None) -> None:
    assert guess(model) == dialect


def test_the_registry_loads_no_grammar_and_nothing_heavy() -> None:
    probe = (
        "import sys, uitars_runtime.dialects.registry, uitars_runtime.model;"
        "print(*(m for m in ('numpy', 'cv2', 'httpx', 'uitars_runtime.dialects.uitars')"
        " if m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_an_unknown_name_is_a_usage_error_with_the_closest_ones() -> None:
    with pytest.raises(UsageError, match=r"ui-tars-1\.5"):
        load_dialect("uitars-1.5")


def test_other_packages_add_dialects_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("theirs", "uitars_runtime.dialects.holo:Holo", "uitars.dialects")

    def found(group: str) -> list[EntryPoint]:
        return [entry] if group == "uitars.dialects" else []

    monkeypatch.setattr(registry, "entry_points", found)
    assert load_dialect("theirs").name == "holo"
    with pytest.raises(UsageError, match="theirs"):
        load_dialect("their")
