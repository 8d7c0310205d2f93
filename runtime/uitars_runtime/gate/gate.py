"""The gate that the hands ask before every action: explain, ask a person where needed, answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from uitars_runtime.errors import GateError
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.policy import Mode, explain
from uitars_runtime.gate.risk import Risk
from uitars_runtime.protocols import Asker, Question
from uitars_runtime.types import Action, DecidedBy, Decision, KeyDown, KeyUp, Verdict

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame


def _no_window(_action: Action) -> str:
    return ""


class PolicyGate:
    """Applies one policy for the whole run; neither policy nor grants can change."""

    def __init__(
        self,
        mode: Mode,
        grants: frozenset[Risk],
        asker: Asker,
        *,
        workspace: Path,
        own_sandbox: bool = False,
        ask_seconds: float = 60.0,
        window: Callable[[Action], str] = _no_window,
    ) -> None:
        """`own_sandbox`: whether this runtime started the desktop. `window`: the title of what the
        action would hit, as the display says it. Raises `GateError`."""
        if mode is Mode.AUTONOMOUS and not own_sandbox:
            raise GateError(
                "autonomous-in-sandbox needs a desktop that this run started itself.",
                "Use --desktop sandbox, or another policy.",
            )
        if Risk.R4 in grants:
            raise GateError("R4 (credentials) can never be granted.")
        self._mode = mode
        self._grants = grants
        self._asker = asker
        self._workspace = workspace
        self._ask_seconds = ask_seconds
        self._window = window
        self._held: set[str] = set()

    def review(self, action: Action, seen: Frame, /) -> Verdict:
        """Decide; asks a person where the policy says so. Keys held by earlier actions count."""
        explained = explain(
            action,
            self._mode,
            workspace=self._workspace,
            facts=Facts(held=frozenset(self._held)),
            grants=self._grants,
        )
        match explained.decision:
            case "allow":
                verdict = Verdict(
                    Decision.ALLOW, DecidedBy.POLICY, explained.rule, explained.reason
                )
            case "deny":
                verdict = Verdict(Decision.DENY, DecidedBy.POLICY, explained.rule, explained.reason)
            case "ask":
                question = Question(
                    action=action,
                    risk=explained.risk,
                    rule=explained.rule,
                    window=self._window(action),
                    seconds=self._ask_seconds,
                    reason=explained.reason,
                )
                verdict = self._asker.ask(question).verdict
        if verdict.decision is Decision.ALLOW:
            self._note_held(action)
        return verdict

    def _note_held(self, action: Action) -> None:
        match action:
            case KeyDown(key=key):
                self._held.add(key)
            case KeyUp(key=key):
                self._held.discard(key)
            case _:
                pass
