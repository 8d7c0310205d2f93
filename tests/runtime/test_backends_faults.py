"""Every way in which a model server can fail ends in one error, soon, and leaves nothing behind."""

from __future__ import annotations

import os
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator

import msgspec
import pytest

from helpers import fault_server as bad
from helpers.desks import PATIENCE, until
from helpers.fault_server import DONE, FINISH, Answer, FaultServer, head, piece
from uitars_runtime.backends.address import Address
from uitars_runtime.backends.keys import Key
from uitars_runtime.backends.openai import Limits, OpenAIBackend
from uitars_runtime.errors import ModelError, Stopped
from uitars_runtime.protocols import Message, Prompt, TextPart

PROMPT = Prompt((Message("user", (TextPart("hello"),)),), max_tokens=16)
PATIENT = Limits(deadline=PATIENCE, connect=PATIENCE, silence=PATIENCE, pauses=(0.01, 0.01))
QUICK = msgspec.structs.replace(PATIENT, deadline=1.5)
QUIET = msgspec.structs.replace(PATIENT, silence=0.4)
NEVER = threading.Event()


def backend(url: str, limits: Limits = PATIENT, key: Key | None = None) -> OpenAIBackend:
    return OpenAIBackend("tiny", Address(url), key, limits=limits)


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """No thread and no descriptor outlives a test, whatever the server did."""
    backend("http://127.0.0.1:9/v1")._client()  # Loads what stays loaded.
    threads, descriptors = set(threading.enumerate()), _descriptors()
    yield
    assert set(threading.enumerate()) <= threads
    assert _descriptors() <= descriptors


def _descriptors() -> set[str]:
    found: set[str] = set()
    for name in os.listdir("/proc/self/fd"):
        try:
            found.add(f"{name} {os.readlink(f'/proc/self/fd/{name}')}")
        except FileNotFoundError:  # The one that listed the folder.
            continue
    return found


def fails(answer: Answer, match: str) -> None:
    # Where the fault is no lack of time, there is enough of it on a busy machine, too.
    limits = {"did not finish": QUICK, "fell silent": QUIET}.get(match.partition(" within")[0])
    with FaultServer(answer) as server:
        with pytest.raises(ModelError, match=match) as caught:
            backend(server.url, limits or PATIENT).complete(PROMPT, NEVER)
        assert caught.value.hint or "compressed" in caught.value.title
        assert len(server.requests) == 1, "a reply that had begun was asked for again"


BROKEN: dict[str, tuple[Answer, str]] = {
    "slow loris in the head": (
        bad.drip(b"HTTP/1.1 200 OK\r\nX: " + b"a" * 9999, 0.01),
        "did not finish within 1.5 s",
    ),
    "slow loris in the stream": (
        bad.drip(head() + piece("x") * 100_000, 0.01),
        "did not finish within 1.5 s",
    ),
    "silent from the start": (bad.stall(), "did not finish within 1.5 s"),
    "silent after the head": (bad.stall(head()), "did not finish within 1.5 s"),
    "stall in the middle": (bad.stall(head(), piece("Hel")), "fell silent"),
    "comments for ever": (bad.drip(head() + b": still there\n" * 9999, 0.001), "did not finish"),
    "cut off in the middle": (bad.raw(head(), piece("Hel")), "in the middle of the reply"),
    "cut off at once": (bad.raw(head()), "before the reply"),
    "hangs up without a word": (bad.raw(), "connection .* failed"),
    "no HTTP at all": (bad.raw(b"SSH-2.0-OpenSSH_9.6\r\n"), "connection .* failed"),
    "endless header": (bad.raw(b"HTTP/1.1 200 OK\r\nX: " + b"a" * 500_000), "connection .* failed"),
    "garbage": (bad.raw(head(), os.urandom(4096), b"\n"), "damaged"),
    "garbage in an event": (bad.raw(head(), b"data: \xff\xfe{{{\n\n"), "damaged"),
    "half an object": (bad.raw(head(), b'data: {"choices": [{"ind\n\n'), "damaged"),
    "half a JSON body": (bad.raw(head("200 OK", "application/json"), b'{"choices"'), "damaged"),
    "wrong types": (bad.raw(head(), b'data: {"choices": [{"delta": "x"}]}\n\n'), "damaged"),
    "nested for ever": (bad.raw(head(), b"data: " + b"[" * 200_000 + b"\n\n"), "damaged"),
    "a line without end": (
        bad.flood("text/event-stream", b"data: xx", 2),
        "damaged: it holds a line",
    ),
    "a hundred megabytes of events": (
        bad.flood("text/event-stream", piece("x" * 4000), 100),
        "more than 16 MB",
    ),
    "a hundred megabytes of JSON": (
        bad.flood("application/json", b"[" * 64, 100),
        "more than 16 MB",
    ),
    "gzip bomb": (bad.gzip_bomb(), "compressed"),
    "a web page": (bad.raw(head("200 OK", "text/html"), b"<html>"), "answered with text/html"),
    "no kind": (bad.raw(b"HTTP/1.1 200 OK\r\n\r\nhello"), "answered with data of no kind"),
    "every chunk twice": (
        bad.raw(head(), piece("a"), piece("a"), FINISH, FINISH, DONE),
        "same chunk twice",
    ),
    "goes on after the end": (
        bad.raw(head(), piece("a"), FINISH, piece("b"), DONE),
        "after the last",
    ),
    "error in the middle": (
        bad.raw(head(), piece("a"), bad.event({"error": {"message": "out of memory"}})),
        "broke the reply off: out of memory",
    ),
    "error in the middle, llama-server": (
        bad.raw(head(), piece("a"), b'error: {"message": "slot lost"}\n\n'),
        "broke the reply off: slot lost",
    ),
    "error in the middle, an older vLLM": (
        bad.raw(head(), bad.event({"object": "error", "message": "no memory", "code": 400}), DONE),
        "broke the reply off: no memory",
    ),
    "error in place of a reply, an older vLLM": (
        bad.status(200, {"object": "error", "message": "no memory", "code": 400}),
        "broke the reply off: no memory",
    ),
    "redirect": (bad.status(307, "", "Location: http://127.0.0.1:1/"), "redirect"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_reply_is_one_error(name: str) -> None:
    fails(*BROKEN[name])


def test_nobody_listens() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/v1"
        with pytest.raises(ModelError, match="No model server answers at"):
            backend(url).complete(PROMPT, NEVER)


def test_a_name_lookup_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    lookup = threading.Event()

    def hang(*_: object, **__: object) -> list[object]:
        lookup.wait()
        raise socket.gaierror("no such name")

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    try:
        with pytest.raises(ModelError, match="did not finish within"):
            backend("https://models.example/v1", QUICK).complete(PROMPT, NEVER)
    finally:
        lookup.set()
    for thread in threading.enumerate():
        if thread.name.startswith("asyncio_"):
            thread.join(PATIENCE)


@pytest.mark.parametrize("code", [429, 500, 502, 503])
def test_a_busy_server_is_asked_again(code: int) -> None:
    with FaultServer(bad.status(code, "later"), bad.status(code), bad.reply("Hi")) as server:
        assert backend(server.url).complete(PROMPT, NEVER).text == "Hi"
        assert len(server.requests) == 3


def test_the_number_of_attempts_is_kept() -> None:
    with FaultServer(bad.error(503, "loading model")) as server:
        with pytest.raises(ModelError, match="loading model"):
            backend(server.url).complete(PROMPT, NEVER)
        assert len(server.requests) == 1 + len(PATIENT.pauses)


def test_the_server_says_how_long_to_wait() -> None:
    later = bad.status(429, "later", "Retry-After: 0")
    eternal = Limits(deadline=60, pauses=(3600.0,))
    with FaultServer(later, bad.reply("Hi")) as server:
        assert backend(server.url, eternal).complete(PROMPT, NEVER).text == "Hi"


@pytest.mark.parametrize("when", ["3600", "Wed, 21 Oct 2099 07:28:00 GMT"])
def test_a_wait_beyond_the_deadline_is_not_begun(when: str) -> None:
    with FaultServer(bad.status(429, "quota", f"Retry-After: {when}")) as server:
        with pytest.raises(ModelError, match="busy or the quota"):
            backend(server.url).complete(PROMPT, NEVER)
        assert len(server.requests) == 1


@pytest.mark.parametrize(
    "when",
    ["soon", "-5", "99999999999999999999x", "²", "Fri, 99999999999999999999 Jan 2026 00:00:00 GMT"],
)
def test_a_wait_nobody_understands_is_the_usual_one(when: str) -> None:
    later = bad.raw(f"HTTP/1.1 503 X\r\nRetry-After: {when}\r\n\r\n".encode())
    with FaultServer(later, bad.reply("Hi")) as server:
        assert backend(server.url).complete(PROMPT, NEVER).text == "Hi"


@pytest.mark.parametrize(
    "answer",
    [bad.stall(), bad.stall(head()), bad.stall(head(), piece("Hel")), bad.status(503, "busy")],
    ids=["before the head", "before the text", "in the text", "between attempts"],
)
def test_stop_hangs_up_also_while_the_server_is_silent(answer: Answer) -> None:
    patient = Limits(deadline=3600, silence=3600, pauses=(1800.0,))
    with FaultServer(answer) as server:
        stop = threading.Event()

        def end() -> None:
            until(lambda: bool(server.requests), "it is asked")
            time.sleep(0.2)  # and waits for the answer
            stop.set()

        ending = threading.Thread(target=end)
        ending.start()
        with pytest.raises(Stopped):
            backend(server.url, patient).complete(PROMPT, stop)
        ending.join()


def test_stop_while_text_streams_ends_the_work_on_the_server() -> None:
    stop, seen = threading.Event(), list[str]()

    def watch(text: str) -> None:
        seen.append(text)
        if len(seen) == 3:
            stop.set()

    # So long that it does not begin anew, with its head, before the stop is noticed.
    endless = bad.drip(head() + b"".join(piece(str(n)) for n in range(50_000)), 0)
    with FaultServer(endless) as server:
        with pytest.raises(Stopped):
            backend(server.url, Limits(deadline=3600)).complete(PROMPT, stop, watch)
        assert server.hung_up.wait(PATIENCE)
    assert seen[:3] == ["0", "1", "2"]


def test_a_stop_before_the_start_asks_nobody() -> None:
    stopped = threading.Event()
    stopped.set()
    with FaultServer(bad.reply("Hi")) as server:
        with pytest.raises(Stopped):
            backend(server.url).complete(PROMPT, stopped)
        assert server.requests == []


def test_a_key_never_follows_a_redirect() -> None:
    secret = Key("sk-canary-4711")
    with FaultServer(bad.reply("stolen")) as thief:
        away = bad.status(302, "", f"Location: {thief.url}/chat/completions")
        with FaultServer(away) as server:
            with pytest.raises(ModelError, match="redirect"):
                backend(server.url, key=secret).complete(PROMPT, NEVER)
            assert server.requests[0].headers["authorization"] == "Bearer sk-canary-4711"
        assert thief.requests == []


def test_a_key_that_the_server_repeats_is_not_shown() -> None:
    secret = Key("sk-canary-4711")
    refusal = bad.error(401, "Incorrect API key: sk-canary-4711")
    with (
        FaultServer(refusal) as server,
        pytest.raises(ModelError, match="refuses the key") as caught,
    ):
        backend(server.url, key=secret).complete(PROMPT, NEVER)
    assert "sk-canary" not in str(caught.value)
    assert "sk-canary" not in repr(secret)


def test_an_environment_proxy_does_not_get_between_us_and_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with FaultServer(bad.reply("proxied")) as proxy, FaultServer(bad.reply("direct")) as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url.removesuffix("/v1"))
        assert backend(server.url).complete(PROMPT, NEVER).text == "direct"
        assert proxy.requests == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ALL_PROXY", "socks://127.0.0.1:9"),
        ("HTTPS_PROXY", "proxy:port"),
        ("NO_PROXY", "fe80::/10"),
        ("SSL_CERT_FILE", "/no/such/file"),
    ],
)
def test_an_environment_that_names_no_proxy_or_certificates_is_one_error(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ModelError, match="cannot be asked") as caught:
        backend("https://model.invalid/v1").complete(PROMPT, NEVER)
    assert name in caught.value.hint


def test_a_defect_in_the_watcher_is_not_swallowed() -> None:
    def broken(_: str) -> None:
        raise ZeroDivisionError

    watch: Callable[[str], None] = broken
    with FaultServer(bad.reply("Hi")) as server, pytest.raises(ZeroDivisionError):
        backend(server.url).complete(PROMPT, NEVER, watch)


@pytest.mark.parametrize(
    ("code", "words", "said"),
    [
        (401, "Invalid key sk-secret.", r"refuses the key \(status 401\): Invalid key \*\*\*"),
        (403, "", r"refuses the key \(status 403\)"),
        (503, "Loading model", r"failed \(status 503\): Loading model"),
    ],
)
def test_a_server_that_does_not_list_its_models_is_there(code: int, words: str, said: str) -> None:
    listed = bad.error(code, words)
    with FaultServer(bad.reply("x"), models=listed) as server:
        asked = backend(server.url, key=Key("sk-secret"))
        with pytest.raises(ModelError, match=said) as caught:
            asked.models(NEVER)
    assert "sk-secret" not in str(caught.value)


def test_a_connection_that_is_reset_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def reset() -> None:
            connection, _ = server.accept()
            connection.recv(1)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()

        resetting = threading.Thread(target=reset)
        resetting.start()
        with pytest.raises(ModelError, match=r"127\.0\.0\.1 failed: \w+"):
            backend(f"http://127.0.0.1:{server.getsockname()[1]}/v1").complete(PROMPT, NEVER)
        resetting.join()


def test_a_proxy_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    with pytest.raises(ModelError) as caught:
        backend("https://model.example/v1").complete(PROMPT, NEVER)
    assert "--base-url, HTTPS_PROXY and ALL_PROXY" in caught.value.hint
