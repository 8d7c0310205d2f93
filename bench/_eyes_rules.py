"""The hand-written rules of the eyes: where each is called, and what stands there instead where it
is switched off (`eyes_rules.py` says what each is worth)."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np


def same(first: Any, *_: Any, **__: Any) -> Any:
    return first


def second(_: Any, value: Any, *__: Any) -> Any:
    return value


def third(_: Any, __: Any, values: Any) -> Any:
    return list(values)


def whole(_: Any, box: Any, *__: Any) -> Any:
    return [box]


def alone(label: Any, *_: Any) -> Any:
    return [label]


def nobody(candidates: Any) -> Any:
    return np.zeros((len(candidates), len(candidates)), np.bool_)


def always(value: Any) -> Callable[..., Any]:
    return lambda *_, **__: value


RULES: Mapping[str, tuple[str, Callable[..., Any]]] = {
    "splitting:shapes": ("text.splitting:split_at_shapes", whole),
    "splitting:clip_to_frame": ("text.splitting:clip_to_frame", second),
    "splitting:gaps": ("text.splitting:split_at_gaps", whole),
    "splitting:even_gap": ("text.splitting:_even_gap", always(math.inf)),
    "links:colours": ("text.links:_at_colours", whole),
    "links:underlines": ("text.links:_at_underlines", whole),
    "splitting:rows": ("text.splitting:split_at_rows", whole),
    "splitting:without_neighbours": ("text.splitting:without_neighbours", second),
    "lines:clean": ("text.lines:clean", same),
    "signs:digits": ("text.signs:read_digits", always([])),
    "signs:digits_in_frames": ("text.signs:_in_frames", always([])),
    "signs:keys": ("text.signs:read_keys", always([])),
    "splitting:circle": ("text.splitting:circle_at", always(None)),
    "splitting:round_letters": ("text.splitting:is_round_letter", always(False)),
    "choices": ("scene:with_choices", same),
    "splitting:is_selection": ("text.splitting:_is_selection", always(False)),
    "splitting:begins": ("text.splitting:_begins", always(False)),
    "splitting:is_covered": ("text.splitting:_is_covered", always(False)),
    "splitting:between_letters": ("text.splitting:between_letters", always(False)),
    "splitting:may_be_letters": ("text.splitting:_may_be_letters", always(False)),
    "splitting:is_spaced": ("text.splitting:is_spaced", always(False)),
    "proposals:pills": ("shapes:_pill", always(0.0)),
    "proposals:panes": ("shapes:panes", always([])),
    "proposals:glyphs": ("shapes:_glyphs", always([])),
    "candidates:words": ("candidates:_is_word", always(False)),
    "candidates:bullets": ("candidates:_is_bullet", always(False)),
    "candidates:bars": ("candidates:_is_bar", always(False)),
    "candidates:fields": ("candidates:_holds_field", always(False)),
    "candidates:labels": ("candidates:_is_label_in", always(False)),
    "candidates:cards": ("candidates:_may_be_ticked", always(False)),
    "candidates:highlights": ("candidates:_is_highlight", always(False)),
    "candidates:keys": ("candidates:_is_key", always(False)),
    "patches": ("eyes:patches", always([])),
    "ticks:paled": ("roles.chosen:paled", always([])),
    "ticks": ("roles.chosen:ticks_told", always({})),
    "lists:arrows": ("roles.chosen:lists_told", always({})),
    "ticks:choices": ("roles.chosen:choices_told", always({})),
    "ticks:cells": ("roles.chosen:around_choices", always([])),
    "ticks:beside": ("roles.chosen:beside_choices", always([])),
    "ticks:none": ("roles.chosen:not_chosen", always([])),
    "numbers:written": ("roles.reader:written", always([])),
    "numbers:counted": ("roles.reader:counted", always([])),
    "fields:asked": ("roles.reader:asked", always([])),
    "fields:asking": ("roles.reader:asking", always([])),
    "fields:stated": ("roles.reader:stated", always([])),
    "fields:lines": ("eyes:rooms_of", always([])),
    "agreement": ("roles.reader:agreed", same),
    "agreement:short_cuts": ("roles.agreement:_told_by_words", same),
    "agreement:columns": ("roles.agreement:_in_columns", nobody),
    "tabs:alike": ("roles.tabs:_bars_of", always([])),
    "tabs:bars": ("roles.tabs:in_front", always(None)),
    "tabs:stripes": ("roles.tabs:_bars_with_stripe", always([])),
    "tabs:columns": ("roles.tabs:columns_of_tabs", always([])),
    "tabs:foremost": ("roles.tabs:foremost", second),
    "editors": ("roles.reader:with_editors", third),
    "reader:twins": ("roles.reader:without_twins", list),
    "reader:cells": ("roles.reader:without_cells", list),
    "eyes:filled": ("eyes:_filled", list),
    "agreement:cells": ("roles.reader:in_cells", always([])),
    "splitting:bordered": ("text.splitting:is_bordered", always(False)),
    "choices:squares": ("choices.found:square", always(None)),
    "choices:switches": ("choices.found:switch", always(None)),
    "choices:circles": ("choices.found:circle", always(None)),
    "choices:rings": ("choices.rings:_is_ring", always(False)),
    "choices:dots": ("choices.rings:_is_dot", always(False)),
    "fields:headings": ("roles.underlined:_are_headings", always(False)),
    "fields:borders": ("rooms:_is_border", always(False)),
    "fields:in_words": ("rooms:_is_in_words", always(False)),
    "clickable": ("roles.reader:clickable", second),
    "labels": ("eyes:named", list),
    "labels:far": ("naming:_far_labels", always({})),
    "labels:cells": ("naming:_cells", always({})),
    "labels:upon": ("naming:_is_upon", always(False)),
    "labels:within": ("naming:_labels_within", always({})),
    "labels:borders": ("naming:_is_on_border", always(False)),
    "labels:blocks": ("naming:_block_of", alone),
    "labels:behind": ("naming:_is_control_between", always(False)),
    "labels:between": ("naming:_between", always(False)),
}
"""Name of a rule -> where the eyes call it, and what stands there instead."""


def place_of(name: str) -> tuple[Any, str]:
    """Where a rule is called: the module, and what it is called by."""
    module, attribute = RULES[name][0].split(":")
    return importlib.import_module(f"uitars_runtime.eyes.{module}"), attribute
