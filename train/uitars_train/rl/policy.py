"""The decoder with a critic beside it, and the two ways to use both: to draw outputs token by token
under the product's grammar, and to say how likely given ones are."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from uitars_runtime.backends.embedded.network.grammar import FIXED, Said
from uitars_runtime.backends.embedded.network.vocabulary import BEGIN, ROW
from uitars_train.data.encoding import (
    Asked,
    Batch,
    Example,
    collate,
    columns,
    fed,
    nearness,
    read_only,
)
from uitars_train.network.model import Decoder, Prefix, log_odds

CriticKind = Literal["shared", "apart"]
"""The critic reads the decoder's own states, which it does not change, or has a decoder of its
own."""


class Drawn(NamedTuple):
    """One output, how likely each of its tokens was, what it is worth to be there."""

    said: Said
    odds: tuple[float, ...]
    value: float


class Weighed(NamedTuple):
    """Given outputs by these weights; B outputs of O tokens, those that were not said are 0."""

    odds: Tensor
    """(B, O) log probabilities."""
    entropy: Tensor
    """(B, O) of what could have been said."""
    known: Tensor
    """(B, 2 * width) that the critic judges by."""
    values: Tensor
    """(B) of the critic, as logits."""
    balance: Tensor
    """Of the experts."""


class Critic(nn.Module):
    """What the rest of an episode will earn, 0 to 1."""

    def __init__(self, decoder: Decoder, kind: CriticKind) -> None:
        super().__init__()
        width = decoder.shape.width
        self.own: Decoder | None = None
        if kind == "apart":
            self.own = Decoder(decoder.shape)
            self.own.load_state_dict(decoder.state_dict())
        self.inner = nn.Linear(2 * width, width)
        self.outer = nn.Linear(width, 1)
        nn.init.zeros_(self.outer.weight)
        nn.init.zeros_(self.outer.bias)

    def known(self, batch: Batch, prefix: Prefix, begun: Tensor) -> Tensor:
        """(B, 2 * width): what it judges by. `begun`: the decoder's state (B, width) before
        anything is said."""
        if self.own is None:
            state, begun = prefix.state.detach(), begun.detach()
        else:
            prefix = self.own.read(batch)
            out, _ = self.own.speak(batch, prefix, *_beginning(len(begun), begun.device))
            state, begun = prefix.state, out[:, 0]
        valid = batch["valid"].unsqueeze(-1)
        mean = (state * valid).sum(1) / valid.sum(1)
        return torch.cat([begun, mean], -1)

    def forward(self, known: Tensor) -> Tensor:
        """(B), as logits."""
        hidden = nn.functional.gelu(self.inner(known))
        value: Tensor = self.outer(hidden).squeeze(-1).float()
        return value


class Policy(nn.Module):
    """Decoder and critic."""

    def __init__(self, decoder: Decoder, kind: CriticKind = "shared") -> None:
        super().__init__()
        self.kind: CriticKind = kind
        self.decoder = decoder
        self.critic = Critic(decoder, kind)

    @property
    def device(self) -> torch.device:
        """Where it computes."""
        return self.decoder.match.device

    @torch.no_grad()
    def draw(
        self, asked: Sequence[Asked], temperature: float, generator: torch.Generator
    ) -> list[Drawn]:
        """An output for each situation, drawn token by token from what may be said."""
        batch = self._here(read_only([one.features for one in asked]))
        prefix = self.decoder.read(batch)
        lines = [_Line(one, batch["valid"].shape[1]) for one in asked]
        rows, pointers, alive = _beginning(len(lines), self.device)
        out, prefix = self.decoder.speak(batch, prefix, rows, pointers, alive)
        values = self.critic(self.critic.known(batch, prefix, out[:, 0])).sigmoid()
        while True:
            legal = torch.as_tensor(np.stack([line.legal() for line in lines]))
            logits = self.decoder.logits(out, prefix)[:, 0].cpu()
            near = torch.as_tensor(np.stack([line.near() for line in lines]))
            odds = log_odds((logits + near) / temperature, {"legal": legal})
            drawn = torch.multinomial(odds.exp(), 1, generator=generator)
            likely = odds.gather(1, drawn)
            for row, line in enumerate(lines):
                line.hear(int(drawn[row]), float(likely[row]))
            if all(line.complete for line in lines):
                break
            given = torch.tensor([line.given for line in lines], device=self.device)
            living = torch.tensor([[not line.complete] for line in lines], device=self.device)
            out, prefix = self.decoder.speak(batch, prefix, given[:, :1], given[:, 1:], living)
        return [
            Drawn(line.said, tuple(line.odds), float(values[row])) for row, line in enumerate(lines)
        ]

    def weigh(self, examples: Sequence[Example], temperature: float) -> Weighed:
        """How likely the outputs of examples are; each position has one right token."""
        batch = self._here(collate(list(examples), random.Random(0)))
        prefix = self.decoder.read(batch)
        rows, pointers, scored = batch["given_row"], batch["given_pointer"], batch["scored"]
        out, said = self.decoder.speak(batch, prefix, rows, pointers, scored)
        logits = self.decoder.logits(out, prefix) + batch["near"]
        odds = log_odds(logits / temperature, batch)
        chosen = odds.gather(2, batch["right"].int().argmax(2, keepdim=True)).squeeze(2)
        entropy = -(odds.exp() * odds).sum(-1)
        known = self.critic.known(batch, said, out[:, 0])
        return Weighed(chosen * scored, entropy * scored, known, self.critic(known), prefix.balance)

    def _here(self, batch: Batch) -> Batch:
        return {name: tensor.to(self.device) for name, tensor in batch.items()}


class _Line:
    """One output while it is drawn."""

    def __init__(self, asked: Asked, total: int) -> None:
        """`total`: tokens of the longest prefix beside it."""
        self._grammar = asked.grammar
        self._affinity = asked.affinity
        self._columns = columns(asked.grammar, asked.features)
        self._tokens = {int(column): token for token, column in enumerate(self._columns)}
        self._size = FIXED + total
        self._may: NDArray[np.bool_] = asked.grammar.legal(())
        self.said: Said = ()
        self.odds: list[float] = []
        self.given = (0, -1)
        self.complete = False

    def legal(self) -> NDArray[np.bool_]:
        """Columns that may follow; any one where the output is complete and nobody listens."""
        allowed = np.zeros(self._size, np.bool_)
        allowed[self._columns] = self._may
        allowed[0] |= self.complete
        return allowed

    def near(self) -> NDArray[np.float32]:
        """What nearness in meaning adds to the log-odds of the columns."""
        added = np.zeros(self._size, np.float32)
        if not self.complete:
            added[self._columns] = nearness(self._grammar, self._affinity, self.said, self._may)
        return added

    def hear(self, column: int, likely: float) -> None:
        if self.complete:
            return
        token = self._tokens[column]
        self.said = (*self.said, token)
        self.odds.append(likely)
        self.given = fed(token, column)
        self._may = self._grammar.legal(self.said)
        self.complete = not self._may.any()


def _beginning(count: int, device: Any) -> tuple[Tensor, Tensor, Tensor]:
    """Rows, pointers and who is alive before the first token."""
    rows = torch.full((count, 1), ROW[BEGIN], device=device)
    return rows, torch.full_like(rows, -1), torch.ones_like(rows, dtype=torch.bool)
