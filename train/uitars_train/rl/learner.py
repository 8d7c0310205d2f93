"""One update: finished episodes become a gradient, by the algorithm that was chosen.

What the weights at its start make of each step is computed first: ratios are to these, values for
the advantages are theirs, and what other weights drew is weighed by them.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Final, NamedTuple, cast

import msgspec
import numpy as np
import torch
from torch import Tensor, nn

from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
from uitars_train.data.encoding import Asked, Example
from uitars_train.network.model import Teacher
from uitars_train.network.quantization import Rounding
from uitars_train.rl import advantages
from uitars_train.rl.algorithms import (
    GRPO,
    PPO,
    Algorithm,
    Bounds,
    Pace,
    Rejection,
    reads_reference,
    that_teach,
)
from uitars_train.rl.meanings import Noted
from uitars_train.rl.objectives import clipped, divergence, weights
from uitars_train.rl.policy import Policy, Weighed
from uitars_train.rl.replay import Replay, forgotten
from uitars_train.rl.traces import Lesson, Trace

Figures = dict[str, float]
_TOGETHER: Final = 32
"""Steps that are computed at once."""
_LONGEST_GRADIENT: Final = 1.0
_BALANCE: Final = 0.01
"""As in `network/training.py`."""


_NOTHING: Final = torch.zeros(0)


class _Learned(msgspec.Struct):
    """One step of an episode, with what is known of it before the update."""

    example: Example
    drawn: list[float]
    """Log probabilities by the weights that spoke."""
    before: list[float]
    """By the weights that the update starts from."""
    reference: list[float]
    advantage: float = 0.0
    aim: float = 0.0
    value: float = 0.0
    known: Tensor = _NOTHING
    """That the critic judges by."""
    entropy: float = 0.0


class _Part(NamedTuple):
    """Tensors of steps that are computed at once; (B, O) and (B)."""

    weighed: Weighed
    said: Tensor
    before: Tensor
    drawn: Tensor
    reference: Tensor
    advantage: Tensor


class Learner:
    """Policy and optimizer."""

    def __init__(
        self,
        policy: Policy,
        chosen: Algorithm,
        pace: Pace,
        reference: Policy | None = None,
        own: Path | None = None,
    ) -> None:
        """`reference`: the policy at the start, where its KL counts or steps are replayed. `own`:
        kept steps to replay. Raises `UsageError` where the file holds none."""
        self.policy = policy
        if pace.frozen_experts:
            policy.decoder.freeze_experts()
        self.speaking = Rounding(policy.decoder) if pace.rounded else nullcontext
        """Inside of it, the policy has the weights that it speaks and is judged by."""
        self._encoder = sentence_encoder()
        self._chosen = chosen
        self._pace = pace
        self._reference = reference if reads_reference(chosen) else None
        self._teacher = None if reference is None else Teacher(reference.decoder, share=1.0)
        """What it knows of replayed steps is not to be forgotten, all of it."""
        self._replay = Replay(self._encoder, own)
        self._read: dict[int, tuple[Trace, list[_Learned]]] = {}
        """Episodes that the critic learns from alone, by identity."""
        critic = chosen.critic_rate if isinstance(chosen, PPO) else 0.0
        self.optimizer = torch.optim.AdamW(
            [
                {"params": list(policy.decoder.parameters()), "highest": pace.rate},
                {"params": list(policy.critic.parameters()), "highest": critic},
            ],
            lr=pace.rate,
            betas=(0.9, 0.98),
            weight_decay=0.0,
            fused=True,
        )

    def update(self, traces: Sequence[Trace], lessons: Sequence[Lesson], step: int) -> Figures:
        """Once over all that teach. `step`: updates so far, for the rate and the order."""
        teaching = that_teach(traces, self._chosen)
        steps = self._prepared(teaching)
        figures = _played(traces) | self._looked_at(teaching, steps)
        chosen = [one for line in steps for one in line]
        if isinstance(self._chosen, PPO):
            _whiten(chosen)
        share = min(1.0, (step + 1) / self._pace.warmup)
        figures["rate"] = share * self._pace.rate
        sums: dict[str, float] = defaultdict(float)
        shown = self._replay.shown(lessons)
        rng = random.Random(step)
        # Where nothing succeeded, what was shown is all that teaches.
        for part in _shuffled(chosen, self._pace.size, step) or [[]] * bool(shown):
            replayed = self._replay.drawn(shown, rng)
            sums["replayed"] += len(replayed)
            self._stepped(part, replayed, share, sums, critic_only=False)
        if isinstance(self.speaking, Rounding):
            self.speaking.fit()
        return figures | _means(sums)

    def value(self, traces: Sequence[Trace], held: Sequence[Trace], step: int) -> Figures:
        """The critic alone learns returns (lambda 1), the policy stands still. The explained
        variance is that on `held`, from which nothing is learned."""
        self._read = {
            id(one): self._read[id(one)] for one in (*traces, *held) if id(one) in self._read
        }
        steps = [one for line in self._studied(traces) for one in line]
        sums: dict[str, float] = defaultdict(float)
        for part in _shuffled(steps, self._pace.size, step):
            self._stepped(part, [], 1.0, sums, critic_only=True)
        return _played(held) | self._looked_at(held, self._studied(held)) | _means(sums)

    def _studied(self, traces: Sequence[Trace]) -> list[list[_Learned]]:
        """As `_prepared`, while the decoder stands still: what was read once is not read again."""
        new = [trace for trace in traces if id(trace) not in self._read]
        for trace, line in zip(new, self._prepared(new, decay=1.0), strict=True):
            self._read[id(trace)] = trace, line
        lines = [self._read[id(trace)][1] for trace in traces]
        for part in _together([one for line in lines for one in line]):
            with torch.no_grad():
                for one, value in zip(part, self._values(part).sigmoid(), strict=True):
                    one.value = float(value)
        return lines

    def _values(self, part: Sequence[_Learned]) -> Tensor:
        """(B) of the present critic, as logits."""
        if self.policy.kind == "shared":
            return cast("Tensor", self.policy.critic(torch.stack([one.known for one in part])))
        return self.policy.weigh([one.example for one in part], self._pace.temperature).values

    def _prepared(self, traces: Sequence[Trace], decay: float = -1.0) -> list[list[_Learned]]:
        """The steps of every episode by the present weights. `decay`: lambda of the critic's aims,
        else the algorithm's."""
        lines = [
            [
                _Learned(
                    Asked.of(turn.situation, Noted(said.meanings, self._encoder)).saying(said.said),
                    list(said.odds),
                    [],
                    [],
                )
                for turn in trace.turns
                for said in [turn.utterance]
            ]
            for trace in traces
        ]
        with torch.no_grad(), self.speaking():
            for part in _together([one for line in lines for one in line]):
                self._look(part)
        self._judge(traces, lines, decay)
        return lines

    def _look(self, part: Sequence[_Learned]) -> None:
        examples = [one.example for one in part]
        found = self.policy.weigh(examples, self._pace.temperature)
        told = found.odds
        if self._reference is not None:
            told = self._reference.weigh(examples, self._pace.temperature).odds
        for row, one in enumerate(part):
            count = len(one.drawn)
            one.before = [float(odds) for odds in found.odds[row, :count]]
            one.reference = [float(odds) for odds in told[row, :count]]
            one.known = found.known[row]
            one.value = float(found.values[row].sigmoid())
            one.entropy = float(found.entropy[row].sum()) / count

    def _judge(
        self, traces: Sequence[Trace], lines: Sequence[Sequence[_Learned]], decay: float
    ) -> None:
        match self._chosen:
            case PPO(alpha=alpha, critic_decay=critic):
                for trace, line in zip(traces, lines, strict=True):
                    rewards = [*[0.0] * (len(line) - 1), trace.reward]
                    values = [one.value for one in line]
                    own = advantages.length_adaptive(alpha, len(line))
                    gained = advantages.generalized(rewards, values, own)
                    aims = advantages.aims(rewards, values, critic if decay < 0 else decay)
                    for one, advantage, aim in zip(line, gained, aims, strict=True):
                        one.advantage, one.aim = float(advantage), float(aim)
            case GRPO():
                groups: dict[str, list[int]] = defaultdict(list)
                for at, trace in enumerate(traces):
                    groups[trace.group].append(at)
                for members in groups.values():
                    found = advantages.grouped([traces[at].reward for at in members])
                    for at, advantage in zip(members, found, strict=True):
                        for one in lines[at]:
                            one.advantage = float(advantage)
            case Rejection():
                pass

    def _looked_at(self, traces: Sequence[Trace], lines: Sequence[Sequence[_Learned]]) -> Figures:
        """What is to be told of their steps, before anything is learned from them."""
        steps = [one for line in lines for one in line]
        if not steps:
            return {}
        gaps = [abs(b - d) for one in steps for b, d in zip(one.before, one.drawn, strict=True)]
        ratios = [
            np.exp(b - d) for one in steps for b, d in zip(one.before, one.drawn, strict=True)
        ]
        returns = [trace.reward for trace, line in zip(traces, lines, strict=True) for _ in line]
        return {
            "entropy": float(np.mean([one.entropy for one in steps])),
            "explained variance": advantages.explained_variance(
                returns, [one.value for one in steps]
            ),
            "server to trainer, mean ratio": float(np.mean(ratios)),
            "server to trainer, largest gap": float(np.max(gaps)),
        }

    def _stepped(
        self,
        part: Sequence[_Learned],
        replayed: Sequence[Example],
        share: float,
        sums: dict[str, float],
        *,
        critic_only: bool,
    ) -> None:
        """One step of the optimizer, its gradient gathered from pieces of like length. `share`: of
        the highest rates."""
        self.policy.train()
        self.optimizer.zero_grad(set_to_none=True)
        with self.speaking():
            self._felt(part, replayed, sums, critic_only=critic_only)
        for group in self.optimizer.param_groups:
            group["lr"] = share * group["highest"]
        nn.utils.clip_grad_norm_(self.policy.parameters(), _LONGEST_GRADIENT)
        self.optimizer.step()  # pyright: ignore[reportUnknownMemberType]
        self.policy.eval()
        sums["steps of the optimizer"] += 1
        sums["turns"] += len(part)

    def _felt(
        self,
        part: Sequence[_Learned],
        replayed: Sequence[Example],
        sums: dict[str, float],
        *,
        critic_only: bool,
    ) -> None:
        """The gradient."""
        tokens = sum(len(one.drawn) for one in part)
        sums["tokens"] += tokens
        for piece in _together(part):
            if critic_only:
                loss = self._critic_loss(self._values(piece), piece, sums) / len(part)
            else:
                made = _gathered(
                    piece, self.policy.weigh([one.example for one in piece], self._pace.temperature)
                )
                loss = self._critic_loss(made.weighed.values, piece, sums) / len(part)
                loss = loss + self._policy_loss(made, sums) / tokens
                loss = loss + _BALANCE * made.weighed.balance * len(piece) / len(part)
            loss.backward()  # type: ignore[no-untyped-call]
        if replayed:
            chance = random.Random(int(sums["steps of the optimizer"]))
            told, missed = forgotten(self.policy.decoder, replayed, self._teacher, chance)
            sums["replay loss"] += missed
            (self._pace.replay * told).backward()  # type: ignore[no-untyped-call]

    def _critic_loss(
        self, values: Tensor, piece: Sequence[_Learned], sums: dict[str, float]
    ) -> Tensor:
        """Cross-entropy to an aim of 0 to 1."""
        if not isinstance(self._chosen, PPO):
            return values.new_zeros(())
        aims = torch.tensor([one.aim for one in piece], device=values.device).clamp(0, 1)
        loss = nn.functional.binary_cross_entropy_with_logits(values, aims, reduction="sum")
        sums["critic loss"] += loss.item()
        return loss

    def _policy_loss(self, made: _Part, sums: dict[str, float]) -> Tensor:
        """Sum over tokens."""
        match self._chosen:
            case PPO(bounds=bounds) | GRPO(bounds=bounds):
                loss = self._clipped(made, bounds, sums)
            case Rejection():
                loss = -made.weighed.odds
        summed: Tensor = (loss * made.said).sum()
        sums["policy loss"] += summed.item()
        return summed

    def _clipped(self, made: _Part, bounds: Bounds, sums: dict[str, float]) -> Tensor:
        odds = made.weighed.odds
        found = clipped(odds, made.before, made.advantage.unsqueeze(1), bounds.low, bounds.high)
        weight = weights(made.before, made.drawn, bounds.truncated)
        for name, which in (("clipped below", found.below), ("clipped above", found.above)):
            sums[name] += float((which & made.said).sum())
        heavy = (made.before - made.drawn).exp() > bounds.truncated
        sums["weights truncated"] += float((heavy & made.said).sum())
        loss = found.loss * weight
        if bounds.divergence:
            apart = divergence(odds, made.reference)
            sums["KL"] += float((apart * made.said).sum())
            loss = loss + bounds.divergence * apart
        return loss


def _played(traces: Sequence[Trace]) -> Figures:
    """What is to be told of episodes, whether they teach or not."""
    lengths = [len(trace.turns) for trace in traces]
    return {
        "episodes": float(len(traces)),
        "steps": float(sum(lengths)),
        "reward": float(np.mean([trace.reward for trace in traces])),
        "steps to finish": float(np.mean(lengths)),
    }


def _together(steps: Sequence[_Learned]) -> Iterator[list[_Learned]]:
    """Steps of like length, as many as are computed at once."""
    ordered = sorted(steps, key=lambda one: len(one.example.features.sketches))
    for at in range(0, len(ordered), _TOGETHER):
        yield ordered[at : at + _TOGETHER]


def _shuffled(steps: Sequence[_Learned], size: int, seed: int) -> list[list[_Learned]]:
    """In parts of about `size`, in any order."""
    order = list(steps)
    random.Random(seed).shuffle(order)
    count = max(1, round(len(order) / size))
    return [order[at::count] for at in range(count)] if order else []


def _whiten(steps: Sequence[_Learned]) -> None:
    """Advantages of mean 0 and spread 1, which is usual and told by none of the three papers."""
    found = np.array([one.advantage for one in steps])
    if len(found) and found.std() > 0:
        for one, advantage in zip(steps, (found - found.mean()) / found.std(), strict=True):
            one.advantage = float(advantage)


def _gathered(piece: Sequence[_Learned], weighed: Weighed) -> _Part:
    shape, device = weighed.odds.shape, weighed.odds.device
    rows = {name: torch.zeros(shape) for name in ("before", "drawn", "reference")}
    said = torch.zeros(shape, dtype=torch.bool)
    for row, one in enumerate(piece):
        said[row, : len(one.drawn)] = True
        for name, table in rows.items():
            values: list[float] = getattr(one, name)
            table[row, : len(values)] = torch.tensor(values)
    return _Part(
        weighed,
        said.to(device),
        **{name: table.to(device) for name, table in rows.items()},
        advantage=torch.tensor([one.advantage for one in piece], device=device),
    )


def _means(sums: Mapping[str, float]) -> Figures:
    """Of sums over tokens and steps, per one of them."""
    per = dict.fromkeys(("steps of the optimizer", "tokens", "turns"), "")
    per |= {"critic loss": "turns"}
    per |= dict.fromkeys(("replayed", "replay loss"), "steps of the optimizer")
    return {
        name: value / max(1.0, sums[by] if (by := per.get(name, "tokens")) else 1.0)
        for name, value in sums.items()
    }
