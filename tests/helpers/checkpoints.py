"""Small checkpoints with random weights, in the layouts that transformers writes."""

import json
from pathlib import Path
from typing import Any

import numpy as np

WORDS = 320
TEXT = "Click the button that says Save, then type the words and press the key. " * 40


def write_tokenizer(folder: Path) -> None:
    """A byte-level BPE tokenizer that learned a line of text."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=WORDS - 8,
        special_tokens=["<|endoftext|>", "<|im_start|>", "<|im_end|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator([TEXT], trainer)
    tokenizer.save(str(folder / "tokenizer.json"))
    facts = {"eos_token": "<|im_end|>", "pad_token": "<|endoftext|>", "chat_template": "{{ 1 }}"}
    (folder / "tokenizer_config.json").write_text(json.dumps(facts), encoding="utf-8")


_SEEDS = {"qwen3_vl_moe": 17}
"""With these weights no word of `tokens` is near a tie of the second and the third expert, which
rounding would decide."""


def _text(**more: Any) -> dict[str, Any]:
    return {
        "vocab_size": WORDS,
        "hidden_size": 128,
        "intermediate_size": 256,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "head_dim": 64,
        "max_position_embeddings": 512,
        "rms_norm_eps": 1e-6,
        **more,
    }


def _qwen3_vision() -> dict[str, Any]:
    return {
        "depth": 2,
        "hidden_size": 64,
        "intermediate_size": 96,
        "num_heads": 2,
        "patch_size": 16,
        "out_hidden_size": 128,
        "num_position_embeddings": 64,
        "deepstack_visual_indexes": [1],
    }


def build(family: str) -> Any:
    """A model of transformers, in evaluation mode; every norm and bias is random too."""
    import torch
    import transformers as t

    rope = {"rope_type": "default", "rope_theta": 10000.0, "mrope_section": [12, 10, 10]}
    experts = {"num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 96}
    torch.manual_seed(_SEEDS.get(family, 7))
    match family:
        case "qwen3_moe":
            config = t.Qwen3MoeConfig(**_text(**experts, norm_topk_prob=True))
            model = t.Qwen3MoeForCausalLM(config)
        case "qwen3_vl_moe":
            text = _text(rope_parameters=rope, **experts, decoder_sparse_step=1)
            config = t.Qwen3VLMoeConfig(text_config=text, vision_config=_qwen3_vision())
            model = t.Qwen3VLMoeForConditionalGeneration(config)
        case "qwen3_vl":
            text = _text(rope_parameters=rope)
            config = t.Qwen3VLConfig(text_config=text, vision_config=_qwen3_vision())
            model = t.Qwen3VLForConditionalGeneration(config)
        case "qwen2_5_vl":
            rope["mrope_section"] = [8, 12, 12]
            text = _text(rope_parameters=rope, num_attention_heads=2, num_key_value_heads=1)
            vision = {
                "depth": 2,
                "hidden_size": 64,
                "intermediate_size": 96,
                "num_heads": 2,
                "out_hidden_size": 128,
                "fullatt_block_indexes": [1],
            }
            config = t.Qwen2_5_VLConfig(text_config=text, vision_config=vision)
            model = t.Qwen2_5_VLForConditionalGeneration(config)
        case "qwen3_5_moe":
            text = _text(
                rope_parameters={**rope, "partial_rotary_factor": 0.5, "mrope_section": [6, 5, 5]},
                num_experts=4,
                num_experts_per_tok=2,
                moe_intermediate_size=96,
                shared_expert_intermediate_size=64,
                linear_num_key_heads=2,
                linear_num_value_heads=4,
                linear_key_head_dim=32,
                linear_value_head_dim=32,
                layer_types=["linear_attention", "full_attention"],
            )
            config = t.Qwen3_5MoeConfig(text_config=text, vision_config=_qwen3_vision())
            model = t.Qwen3_5MoeForConditionalGeneration(config)
        case _:
            config = t.LlamaConfig(**_text(tie_word_embeddings=True))
            model = t.LlamaForCausalLM(config)
    generator = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for name, value in model.named_parameters():
            if value.ndim == 1:
                noise = torch.randn(value.shape, generator=generator) * 0.2
                value.copy_(noise if name.endswith("bias") else 1 + noise)
            elif "embed" in name or "lm_head" in name:
                value.copy_(torch.randn(value.shape, generator=generator))
            else:
                value.mul_(4)
    return model.eval()


def save(model: Any, folder: Path) -> Path:
    """The model as a hub folder, with a tokenizer."""
    folder.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(folder, max_shard_size="400KB")
    write_tokenizer(folder)
    return folder


def tokens(count: int = 3, length: int = 24) -> Any:
    """(count, length) random words."""
    import torch

    return torch.from_numpy(np.random.default_rng(5).integers(0, WORDS - 16, (count, length)))
