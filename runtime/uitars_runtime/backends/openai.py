"""Any OpenAI-compatible server (`/v1/chat/completions`): vLLM, SGLang, llama-server, hosted ones.

One completion has one deadline on the monotonic clock. It is tried again only while nothing of the
reply has arrived: after a failed connection, a 429 or a 5xx. The key goes to the host it belongs to
and nowhere else: redirects are not followed. Each completion has its own connection, so that
nothing is left open between steps and a stop ends the work on the server.

Not here: what the text means (dialects/), which address and key are used (registry.py, keys.py).
"""

from __future__ import annotations

import asyncio
import os
import ssl
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.backends import chat_request, chat_stream, waiting
from uitars_runtime.backends.address import Address
from uitars_runtime.backends.chat_request import OPTIONAL_FIELDS, OptionalField, Pictures
from uitars_runtime.backends.counting import counted
from uitars_runtime.backends.keys import Key
from uitars_runtime.backends.refusals import Refusal
from uitars_runtime.backends.sampling import GREEDY, Sampling
from uitars_runtime.errors import ModelError
from uitars_runtime.protocols import Completion, Prompt, Stop

if TYPE_CHECKING:
    import httpx

_PROXIES = ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")
_MAX_ERROR_BODY = 64 << 10
_MAX_MODEL_LIST = 1 << 20
_MODEL_LIST_SECONDS = 5.0


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a server may take, in seconds, and how often it is asked again."""

    deadline: float = 300.0
    """For one completion, all attempts together."""
    connect: float = 10.0
    silence: float = 60.0
    """Between two pieces of a reply. Reading the prompt is not silence: it can take minutes."""
    pauses: tuple[float, ...] = (0.5, 1.0, 2.0, 4.0)
    """Before each further attempt, unless the server names its own (`Retry-After`)."""


LIMITS = Limits()


class OpenAIBackend:
    """A model on a server."""

    def __init__(
        self,
        model: str,
        address: Address,
        key: Key | None = None,
        *,
        limits: Limits = LIMITS,
        sampling: Sampling = GREEDY,
    ) -> None:
        """Connects to nothing yet."""
        self.address = address
        self._model = model
        self._key = key
        self._limits = limits
        self._sampling = sampling
        self._pictures = Pictures()
        self._refused: set[OptionalField] = set()
        self._tls: ssl.SSLContext | None = None

    @property
    def name(self) -> str:
        return f"openai/{self._model}"

    def complete(
        self, prompt: Prompt, stop: Stop, on_text: Callable[[str], None] | None = None
    ) -> Completion:
        """See `Backend`. Raises `ModelError`, at the latest at the deadline, or `Stopped`."""
        seconds = self._limits.deadline
        work = self._complete(prompt, on_text or _ignore, time.monotonic() + seconds)
        try:
            return counted(waiting.wait_for(work, stop, seconds), prompt)
        except ModelError as error:
            hidden = self._without_key(error)
            if hidden is error:
                raise
            raise hidden from None
        except waiting.DeadlinePassedError as error:
            raise ModelError(
                f"The model server at {self.address.host} did not finish within {seconds:g} s.",
                "A smaller model, fewer pictures or a faster machine would help.",
            ) from error

    def models(self, stop: Stop) -> tuple[str, ...]:
        """The names of what is served. Raises `ModelError` where nothing says them, `Stopped`."""
        try:
            names = waiting.wait_for(self._models(), stop, _MODEL_LIST_SECONDS)
        except waiting.DeadlinePassedError:
            names = None
        if isinstance(names, Refusal):
            raise self._without_key(names.error())
        if names is None:
            raise ModelError(
                f"No model server answers at {self.address}.",
                "Start it, or check --base-url; most servers' URLs end in /v1.",
            )
        return names

    def _without_key(self, error: ModelError) -> ModelError:
        """Some servers repeat the key they refuse; it must not get into records."""
        if self._key is None:
            return error
        key = self._key.reveal()
        title = error.title.replace(key, "***")
        # A long message is cut, maybe within the key.
        cut = (f"{key[:length]}…" for length in range(len(key) - 1, 0, -1))
        if (part := next((one for one in cut if one in title), None)) is not None:
            title = title.replace(part, "***…")
        return error if title == error.title else ModelError(title, error.hint)

    def close(self) -> None:
        """Nothing is open between completions."""

    async def _complete(
        self, prompt: Prompt, on_text: Callable[[str], None], ends: float
    ) -> Completion:
        pauses = iter(self._limits.pauses)
        while True:
            try:
                return await self._attempt(prompt, on_text)
            except _TryAgainError as again:
                pause = next(pauses, None)
                if pause is not None and again.after is not None:
                    pause = again.after
                if pause is None or time.monotonic() + pause >= ends:
                    raise again.error from again
                await asyncio.sleep(pause)

    async def _attempt(self, prompt: Prompt, on_text: Callable[[str], None]) -> Completion:
        import httpx

        async with self._client() as client:
            try:
                while True:
                    body = chat_request.encode(
                        prompt, self._model, self._sampling, self._pictures, self._refused
                    )
                    url = self.address.at("chat/completions")
                    async with client.stream("POST", url, content=body) as response:
                        if response.status_code == 200:
                            return await self._read(response, on_text)
                        refusal = await self._refusal(response)
                        after = _retry_after(response)
                    if self._can_do_without(refusal, body):
                        continue
                    if refusal.status == 404:
                        served = await self._models()
                        names = None if isinstance(served, Refusal) else served
                        refusal = msgspec.structs.replace(refusal, models=names)
                    if refusal.status == 429 or refusal.status >= 500:
                        raise _TryAgainError(refusal.error(), after)
                    raise refusal.error()
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                raise self._unreachable(error) from error
            except httpx.HTTPError as error:
                raise ModelError(
                    f"The connection to the model server at {self.address.host} failed:"
                    f" {str(error) or type(error).__name__}",
                    "Its log says more.",
                ) from error

    def _client(self) -> httpx.AsyncClient:
        """Raises `ModelError` where the environment names certificates or a proxy that are none."""
        import httpx

        try:
            if self._tls is None and self.address.url.scheme == "https":
                self._tls = httpx.create_ssl_context()  # Reading the certificates takes a while.
            return self._connecting()
        except (OSError, ValueError, ImportError, httpx.InvalidURL) as error:
            raise ModelError(
                f"The model server at {self.address.host} cannot be asked: {error}",
                "Correct HTTPS_PROXY, ALL_PROXY, NO_PROXY, SSL_CERT_FILE or SSL_CERT_DIR, or unset"
                " it; a SOCKS proxy takes the package socksio.",
            ) from error

    def _connecting(self) -> httpx.AsyncClient:
        import httpx

        headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key.reveal()}"
        return httpx.AsyncClient(
            headers=headers,
            verify=self._tls or False,  # False only for plain http on this machine.
            follow_redirects=False,
            timeout=httpx.Timeout(None, connect=self._limits.connect),
            # A proxy of the environment must never get between us and this machine.
            trust_env=not self.address.on_this_machine,
        )

    async def _read(self, response: httpx.Response, on_text: Callable[[str], None]) -> Completion:
        if response.headers.get("content-encoding", "identity") != "identity":
            raise ModelError("The model server sent a compressed reply, which was not asked for.")
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        assembly = chat_stream.Assembly(on_text)
        if kind == "application/json":
            assembly.add(await _body(response, chat_stream.MAX_BODY, whole=True))
            return assembly.completion()
        if kind != "text/event-stream":
            raise ModelError(
                f"The server at {self.address} answered with {kind or 'data of no kind'},"
                " not with a reply.",
                "Check --base-url; most servers' URLs end in /v1.",
            )
        await self._stream(response, assembly)
        return assembly.completion()

    async def _stream(self, response: httpx.Response, assembly: chat_stream.Assembly) -> None:
        events, arriving = chat_stream.Events(), response.aiter_raw()
        while True:
            try:
                async with asyncio.timeout(self._limits.silence if assembly.began else None):
                    data = await anext(arriving, None)
            except TimeoutError as error:
                raise ModelError(
                    "The model server fell silent in the middle of the reply"
                    f" for {self._limits.silence:g} s.",
                    "Its log says more.",
                ) from error
            for payload in events.end() if data is None else events.feed(data):
                assembly.add(payload)
            if data is None:
                return

    async def _refusal(self, response: httpx.Response) -> Refusal:
        body = await _body(response, _MAX_ERROR_BODY)
        message = chat_stream.server_message(body)
        if "html" in response.headers.get("content-type", ""):
            message = "a web page"
        return Refusal(
            response.status_code,
            message,
            self._model,
            str(response.request.url),
            has_key=self._key is not None,
        )

    async def _models(self) -> tuple[str, ...] | Refusal | None:
        """What is served; a refusal of a server that is there, None where nothing says it."""
        import httpx

        try:
            async with (
                self._client() as client,
                client.stream("GET", self.address.at("models")) as response,
            ):
                if response.status_code in (401, 403, 429) or response.status_code >= 500:
                    return await self._refusal(response)
                if response.status_code != 200:
                    return None
                body = await _body(response, _MAX_MODEL_LIST)
            listed = msgspec.json.decode(body, type=_ModelList)
        except (httpx.HTTPError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None
        return tuple(model.id for model in listed.data)

    def _can_do_without(self, refusal: Refusal, body: bytes) -> bool:
        """Whether the server only refused a field that is left out from here on."""
        if refusal.status not in (400, 422, 500, 501):
            return False
        words = refusal.message.lower()
        for field, names in OPTIONAL_FIELDS:
            sent = f'"{field}":'.encode() in body and field not in self._refused
            if sent and any(name in words for name in names):
                self._refused.add(field)
                return True
        return False

    def _unreachable(self, error: Exception) -> Exception:
        if "CERTIFICATE" in str(error).upper():
            return ModelError(
                f"The certificate of {self.address.host} cannot be trusted: {error}",
                "For a certificate of your own, set SSL_CERT_FILE.",
            )
        proxied = not self.address.on_this_machine and any(map(os.environ.get, _PROXIES))
        also = ", HTTPS_PROXY and ALL_PROXY" if proxied else ""
        nothing = ModelError(
            f"No model server answers at {self.address}.",
            f"Start it, or check --base-url{also}. ({str(error) or type(error).__name__})",
        )
        return _TryAgainError(nothing, None)


class _Model(msgspec.Struct, frozen=True):
    id: str


class _ModelList(msgspec.Struct, frozen=True):
    data: list[_Model]


class _TryAgainError(Exception):
    """An attempt that failed before anything of the reply arrived."""

    def __init__(self, error: ModelError, after: float | None) -> None:
        super().__init__(error.title)
        self.error = error
        self.after = after


async def _body(response: httpx.Response, limit: int, *, whole: bool = False) -> bytes:
    """The body up to `limit` bytes; a longer one is cut, or with `whole` an error."""
    body = bytearray()
    async for data in response.aiter_raw():
        body += data
        if len(body) > limit:
            if whole:
                raise chat_stream.too_long()
            break
    return bytes(body[:limit])


def _retry_after(response: httpx.Response) -> float | None:
    """Seconds from now, from either form of the header; None where there is none to understand."""
    value = response.headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
        return max(0.0, moment.timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


def _ignore(_piece: str) -> None:
    """Nobody watches the reply being written."""
