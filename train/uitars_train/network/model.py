"""The decoder in torch: a prefix transformer with mixture-of-experts layers and pointer outputs.

The prefix (words, steps, elements) is read once, in both directions; output tokens follow one by
one with the same weights, attend to the prefix and to each other, and point back into it. Half of
the attention heads are biased by likeness in writing, the other half by how tokens lie to each
other. The ONNX file built by `export.py` computes the same.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, cast

import msgspec
import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor, nn

from uitars_runtime.backends.embedded.network.embeddings import BUCKETS
from uitars_runtime.backends.embedded.network.features import NUMBERS, SKETCHES
from uitars_runtime.backends.embedded.network.layout import RELATIONS
from uitars_runtime.backends.embedded.network.vocabulary import SPOKEN, TOKENS
from uitars_train.data.encoding import Batch

_NEVER: Final = -1e4
"""Log-odds of what is not there."""
BLOCK: Final = 32
"""Numbers that have a scale of their own in the product's four- and eight-bit products."""
_ROWS: Final = 64
"""Matrices have a multiple of so many rows: to a processor the first product in bfloat16 of every
new shape takes as long as several more."""


class Shape(msgspec.Struct, frozen=True):
    """Sizes of the model; they travel with the weights."""

    width: int = 256
    layers: int = 4
    heads: int = 8
    experts: int = 8
    chosen: int = 2
    inner: int = 256
    grown: int = 0
    """How many of the layers were put between the others (`weights.py`)."""


_READ: Final = ("sketches", "numbers", "classes", "grams")
"""What a batch tells of each token by itself."""
LARGER = Shape(width=512)
"""What a GPU trains in the time that the smaller one takes on two cores: 22 million parameters."""


class _Lookup(torch.autograd.Function):
    """Rows of a small table for very many indices; the backward is a count, not a scatter."""

    @staticmethod
    def forward(ctx: Any, table: Tensor, index: Tensor) -> Tensor:
        ctx.save_for_backward(index)
        ctx.rows = table.shape[0]
        return table.t()[:, index]

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, None]:
        (index,) = ctx.saved_tensors
        flat = index.reshape(-1)
        each = (grad.reshape(-1).float() for grad in grads[0])
        columns = [torch.bincount(flat, weights=one, minlength=ctx.rows) for one in each]
        return torch.stack(columns, 1).float(), None


class Experts(nn.Module):
    """Several small networks per layer, of which each token uses the best `chosen`."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.router = nn.Linear(shape.width, shape.experts, bias=False)
        scale = shape.width**-0.5
        self.up = nn.Parameter(torch.randn(shape.experts, 2 * shape.inner, shape.width) * scale)
        self.down = nn.Parameter(torch.randn(shape.experts, shape.width, shape.inner) * 0.5 * scale)
        self.balance = torch.zeros(())
        self.rounds = False
        """Inputs are rounded as in the product (`quantization.py`)."""

    def forward(self, x: Tensor) -> Tensor:
        """(n, width) -> (n, width). Rows of `up` alternate between gate and value."""
        shape = self.shape
        logits = self.router(x.float()).float()
        odds = logits.softmax(-1)
        best, which = odds.topk(shape.chosen, -1)
        best = best / best.sum(-1, keepdim=True)
        if self.training:
            used = F.one_hot(which, shape.experts).float().sum(1).mean(0) / shape.chosen
            self.balance = shape.experts * (used * odds.mean(0)).sum()
        flat = which.reshape(-1)
        order = flat.argsort(stable=True)
        token = order // shape.chosen
        counts = torch.bincount(flat, minlength=shape.experts)
        sizes = [int(counts[expert]) for expert in range(shape.experts)]
        parts: list[Tensor] = []
        # Unbound at once: the gradient of an index is a whole matrix of zeros for every expert.
        weights = zip(self.up.unbind(), self.down.unbind(), strict=True)
        for rows, (up, down) in zip(torch.split(x[token], sizes), weights, strict=True):
            if len(rows):
                filled = F.pad(rows, (0, 0, 0, -len(rows) % _ROWS))
                both = F.linear(self._seen(filled), up)
                gate, value = both.view(-1, shape.inner, 2).unbind(2)
                out = F.linear(self._seen(F.silu(gate) * value), down)
                parts.append(out[: len(rows)])
        mixed = torch.cat(parts) * best.reshape(-1)[order].unsqueeze(1).to(parts[0].dtype)
        return torch.zeros_like(x).index_add(0, token, mixed.to(x.dtype))

    def _seen(self, x: Tensor) -> Tensor:
        return rounded_activations(x) if self.rounds else x


def places(there: Tensor) -> Tensor:
    """(R,) of (B, N): where tokens are among B times N, and of the others what fills up rows."""
    flat = there.reshape(-1)
    count = int(flat.sum())
    filled = min(len(flat), count + -count % _ROWS)
    return flat.int().argsort(descending=True, stable=True)[:filled]


def spread(x: Tensor, real: Tensor, size: int, count: int) -> Tensor:
    """(R, width) to (size, count, width): each row at its place, zeros where nothing is."""
    padded = x.new_zeros(size * count, x.shape[1]).index_copy(0, real, x)
    return padded.view(size, count, x.shape[1])


def _summed(table: nn.Embedding, rows: Tensor) -> Tensor:
    """(..., n) rows of a table to the sum (..., width) of each n, row 0 being nothing."""
    flat = F.embedding_bag(rows.flatten(0, -2), table.weight, mode="sum", padding_idx=0)
    return flat.view(*rows.shape[:-1], flat.shape[1])


class Layer(nn.Module):
    """Attention, then experts, each on a normalised copy and added back."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.before = nn.LayerNorm(shape.width)
        self.between = nn.LayerNorm(shape.width)
        self.qkv = nn.Linear(shape.width, 3 * shape.width)
        self.out = nn.Linear(shape.width, shape.width)
        self.experts = Experts(shape)

    def forward(
        self, x: Tensor, bias: Tensor, past: tuple[Tensor, Tensor] | None, real: Tensor
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """x (R, width), the tokens that are there; bias (B, heads, N, past + N); real (R): their
        places among B times N. Only attention works on padded rows."""
        size, heads, count, _ = bias.shape
        width = self.shape.width
        mixed = spread(self.qkv(self.before(x)), real, size, count)
        query, key, value = mixed.view(size, count, 3, heads, width // heads).permute(2, 0, 3, 1, 4)
        if past is not None:
            key = torch.cat([past[0], key], 2)
            value = torch.cat([past[1], value], 2)
        seen = F.scaled_dot_product_attention(query, key, value, attn_mask=bias.to(query.dtype))
        told = seen.transpose(1, 2).reshape(size * count, width).index_select(0, real)
        x = x + self.out(told)
        return x + self.experts(self.between(x)), (key, value)


class Prefix(NamedTuple):
    """What was read: its states (B, T, width), per layer the keys and values of all tokens so far,
    the balance of the experts."""

    state: Tensor
    kept: list[tuple[Tensor, Tensor]]
    balance: Tensor


class Decoder(nn.Module):
    """The whole model; `forward` gives what the loss terms of a batch are of."""

    def __init__(self, shape: Shape | None = None) -> None:
        super().__init__()
        self.shape = shape = shape or Shape()
        self.sketch = nn.Linear(SKETCHES, shape.width, bias=False)
        self.table = nn.Embedding(len(TOKENS), shape.width, padding_idx=0)
        self.grams = nn.Embedding(BUCKETS, shape.width, padding_idx=0)
        self.numbers = nn.Linear(NUMBERS, shape.width)
        self.pointed = nn.Linear(shape.width, shape.width, bias=False)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.last = nn.LayerNorm(shape.width)
        self.say = nn.Linear(shape.width, len(SPOKEN))
        self.query = nn.Linear(shape.width, shape.width)
        self.key = nn.Linear(shape.width, shape.width)
        self.tag = nn.Linear(shape.width, 4)
        half = shape.heads // 2
        self.relation = nn.Parameter(torch.zeros(RELATIONS, half * shape.layers))
        self.match = nn.Parameter(torch.full((shape.layers, half), 4.0))
        for embedding in (self.table, self.grams):
            nn.init.normal_(embedding.weight, std=0.03)
        with torch.no_grad():
            self.table.weight[0] = 0
            self.grams.weight[0] = 0

    def freeze_experts(self) -> None:
        """Learn neither experts nor what a token is by itself any more: seven eighths of the
        product's file keep their bits."""
        for frozen in (self.sketch, self.table, self.grams, self.numbers):
            frozen.requires_grad_(False)
        for layer in self.layers:
            cast("Layer", layer).experts.up.requires_grad_(False)
            cast("Layer", layer).experts.down.requires_grad_(False)

    def bias(self, match: Tensor, relation: Tensor, hidden: Tensor) -> list[Tensor]:
        """Per layer (B, heads, N, T): likeness on the first heads, place on the others, minus a lot
        where `hidden` (B, N or 1, T) says so."""
        half = self.shape.heads // 2
        away = hidden.float() * _NEVER
        place = cast("Tensor", _Lookup.apply(self.relation, relation))  # type: ignore[no-untyped-call]
        made: list[Tensor] = []
        for layer in range(self.shape.layers):
            alike = match.unsqueeze(1) * self.match[layer].view(1, half, 1, 1)
            lies = place[layer * half : (layer + 1) * half].transpose(0, 1)
            made.append(torch.cat([alike, lies], 1) + away.unsqueeze(1))
        return made

    def embed(self, batch: Batch) -> Tensor:
        """(..., width) of tokens of the prefix."""
        x = self.sketch(batch["sketches"]) + self.numbers(batch["numbers"])
        x = x + _summed(self.table, batch["classes"])
        some = (batch["grams"] > 0).sum(-1, keepdim=True).clamp(min=1)
        return cast("Tensor", x + _summed(self.grams, batch["grams"]) / some.float().sqrt())

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
        """Logits (B, O, fixed + T), tag logits (B, T, 4), and the balance of the experts."""
        prefix = self.read(batch)
        out, _ = self.speak(
            batch, prefix, batch["given_row"], batch["given_pointer"], batch["scored"]
        )
        tags = self.tag(prefix.state).float()
        return self.logits(out, prefix) + batch["near"], tags, prefix.balance

    def read(self, batch: Batch) -> Prefix:
        """The prefix, read once for all that is said after it."""
        valid = batch["valid"]
        real = places(valid)
        x = self.embed({name: batch[name].flatten(0, 1).index_select(0, real) for name in _READ})
        bias = self.bias(batch["match"], batch["relation"], ~valid.unsqueeze(1))
        kept: list[tuple[Tensor, Tensor]] = []
        balance = x.new_zeros(())
        for layer, shift in zip(self.layers, bias, strict=True):
            x, pair = layer(x, shift, None, real)
            kept.append(pair)
            balance = balance + cast("Layer", layer).experts.balance
        return Prefix(spread(self.last(x), real, *valid.shape), kept, balance / self.shape.layers)

    def logits(self, out: Tensor, prefix: Prefix) -> Tensor:
        """(B, O, fixed + T) of output positions (B, O, width)."""
        said = self.say(out).float()
        aimed = self.query(out) @ self.key(prefix.state).transpose(1, 2)
        return torch.cat([said, aimed.float() / self.shape.width**0.5], -1)

    def speak(
        self, batch: Batch, prefix: Prefix, rows: Tensor, pointers: Tensor, alive: Tensor
    ) -> tuple[Tensor, Prefix]:
        """More output positions (B, O, width), each fed with what was said before it, and the
        prefix with them kept. `rows`, `pointers`, `alive` (B, O): as in a batch."""
        size, count = rows.shape
        points = (pointers >= 0).unsqueeze(-1)
        wide = pointers.clamp(min=0).unsqueeze(-1)
        pointed = torch.gather(prefix.state, 1, wide.expand(-1, -1, prefix.state.shape[2]))
        real = places(alive)
        x = self.table(rows) + self.pointed(pointed) * points
        x = x.flatten(0, 1).index_select(0, real)
        total = prefix.state.shape[1]
        before = prefix.kept[0][0].shape[2] - total
        across = wide.expand(-1, -1, total)
        match, relation = (
            F.pad(torch.gather(batch[name], 1, across) * points, (0, before + count))
            for name in ("match", "relation")
        )
        later = torch.ones(count, before + count, device=x.device).triu(1 + before).bool()
        padding = ~batch["valid"].unsqueeze(1).expand(-1, count, -1)
        hidden = torch.cat([padding, later.expand(size, -1, -1)], 2)
        bias = self.bias(match, relation, hidden)
        kept: list[tuple[Tensor, Tensor]] = []
        for layer, shift, past in zip(self.layers, bias, prefix.kept, strict=True):
            x, pair = layer(x, shift, past, real)
            kept.append(pair)
        return spread(self.last(x), real, size, count), prefix._replace(kept=kept)


def log_odds(logits: Tensor, batch: Batch) -> Tensor:
    """(B, O, fixed + T) logarithms of how likely each token that may be said is."""
    return logits.masked_fill(~batch["legal"], _NEVER).log_softmax(-1)


def surprises(odds: Tensor, batch: Batch) -> Tensor:
    """(B, O): negative log of the summed probability of all right tokens."""
    return -torch.logsumexp(odds.masked_fill(~batch["right"], _NEVER), -1)


def knows(odds: Tensor, batch: Batch) -> Tensor:
    """(B, O): whether the likeliest token is a right one."""
    return torch.gather(batch["right"], 2, odds.argmax(-1, keepdim=True)).squeeze(-1)


class Teacher(NamedTuple):
    """Weights that are not learned, and the part of the loss that they say, from 0 to 1.

    Learning Without Forgetting (Li & Hoiem 2016, arXiv 1606.09282). Answers that are right say only
    what is right; the teacher says, too, what it nearly took, which it has learned from more than
    is shown now. Where it was wrong, only what is right counts: that is what there is to learn.
    """

    model: Decoder
    share: float

    @torch.no_grad()
    def log_odds(self, batch: Batch) -> Tensor:
        """(B, O, fixed + T), as `model.log_odds`."""
        logits, _, _ = self.model(batch)
        return log_odds(logits, batch)

    def mixed(self, surprises: Tensor, odds: Tensor, taught: Tensor, batch: Batch) -> Tensor:
        """(B, O) of the loss: `surprises` (B, O), of what is right alone, and where the likeliest
        of `taught`, the teacher's log-odds, is right, mixed with the cross-entropy of `odds`."""
        unlike = -(taught.exp() * odds).sum(-1)
        both = torch.lerp(surprises, unlike, self.share)
        return torch.where(knows(taught, batch), both, surprises)


def tag_loss(tags: Tensor, batch: Batch) -> Tensor:
    """The loss of the tags; 0 for a batch of nothing but steps on real programs, which has none."""
    flat = batch["tags"].reshape(-1)
    known = F.cross_entropy(tags.reshape(-1, 4), flat, ignore_index=-1, reduction="sum")
    return known / (flat >= 0).sum().clamp(min=1)


def rounded_activations(x: torch.Tensor) -> torch.Tensor:
    """What `accuracy_level=4` makes of activations: 8 bits per row and block, absmax / 127. The
    gradient passes through as if nothing had been rounded."""
    with torch.no_grad():
        blocks = x.float().reshape(*x.shape[:-1], -1, BLOCK)
        scale = blocks.abs().amax(-1, keepdim=True).clamp(min=1e-9) / 127
        near = ((blocks / scale).round() * scale).reshape(x.shape).to(x.dtype)
    return x + (near - x).detach()
