"""A teacher: weights that stay as they are, and how likely they find each answer.

Learning Without Forgetting (Li & Hoiem 2016, arXiv 1606.09282). Answers that are right say only
what is right; the teacher says, too, what it nearly took, which it has learned from more than is
shown now. Where it was wrong, only what is right counts: that is what there is to learn. Not here:
what is right (`data/`), the other losses (`model.py`).
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from uitars_train.data.encoding import Batch
from uitars_train.network.model import Decoder, knows, log_odds


class Teacher(NamedTuple):
    """Weights that are not learned, and the part of the loss that they say, from 0 to 1."""

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
