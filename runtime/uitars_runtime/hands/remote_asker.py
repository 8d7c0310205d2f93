"""Puts the gate's questions to the head, over the link to it, and does not wait for ever."""

from __future__ import annotations

import select
import socket
import time

import msgspec

from uitars_runtime.consent import Consent, Question
from uitars_runtime.hands.messages import Answer, Ask, ToHands, receive, send
from uitars_runtime.types import DecidedBy, Decision, Verdict


class RemoteAsker:
    """An `Asker` in the hands whose person sits at the head."""

    def __init__(self, head: socket.socket) -> None:
        self._head = head
        self._number = 0

    def ask(self, question: Question, /) -> Consent:
        """The person's answer; after `question.seconds` of silence a no. Raises `Lost`."""
        self._number += 1
        send(self._head, Ask(self._number, question))
        deadline = time.monotonic() + question.seconds
        while (left := deadline - time.monotonic()) > 0:
            if not select.select([self._head], [], [], left)[0]:
                break
            body, _ = receive(self._head)
            message = msgspec.msgpack.decode(body, type=ToHands)
            # An answer to an earlier question that came too late is not an answer to this one.
            if isinstance(message, Answer) and message.number == self._number:
                return message.consent
        return Consent(
            Verdict(Decision.DENY, DecidedBy.TIMEOUT, question.rule, "Nobody answered in time.")
        )
