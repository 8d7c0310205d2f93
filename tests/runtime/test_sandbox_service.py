"""`uitars sandbox serve`: the verbs over HTTP for who holds the token, and for nobody else."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tarfile
import threading
import time
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import sync_playwright

from helpers.desks import PATIENCE, gone, until
from helpers.living import held, now, sandbox, session
from helpers.typist import running
from uitars_runtime.errors import DesktopError, TakenError, UsageError
from uitars_runtime.paths import HOME_VARIABLE
from uitars_runtime.sessions.folder import living, sessions_folder
from uitars_runtime.sessions.remote import Made, RemoteSandbox

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="private desktops need Linux")


class Served(NamedTuple):
    url: str
    token: str
    client: RemoteSandbox

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def status(self, way: str, place: str, /, **options: object) -> int:
        """What whoever holds the token is answered."""
        headers = {"Authorization": f"Bearer {self.token}", **options.pop("headers", {})}  # type: ignore[dict-item]
        options = {"timeout": PATIENCE, **options}
        return httpx.request(way, self.url + place, headers=headers, **options).status_code  # type: ignore[arg-type]


@contextmanager
def serving() -> Generator[Served]:
    """A service, ended by a signal."""
    words = ["-m", "uitars_runtime.cli.sandbox", "serve", "--json"]
    service = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True)
    assert service.stdout is not None
    text = ""
    while not text.endswith("}\n"):
        text += service.stdout.readline()
    told = json.loads(text)
    file = Path(told["token"])
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    token = file.read_text().strip()
    try:
        with RemoteSandbox(told["url"], token) as client:
            yield Served(told["url"], token, client)
            service.send_signal(signal.SIGTERM)
            service.communicate(timeout=60)
    finally:
        service.kill()
        service.communicate()
    assert service.returncode == 0
    assert not file.exists()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(tmp_path_factory.mktemp("home")))
        # The tests' links to programs are hidden behind a wall.
        patch.setenv("UITARS_PROGRAMS", "open")
        with serving() as service:
            yield service
        for record in living():
            assert sandbox("stop", record.id).returncode == 0
        assert list(sessions_folder().glob("*")) == []


@pytest.fixture(scope="module")
def made(served: Served) -> Made:
    """A session for all of them."""
    return served.client.start(size="640x480", app=["xclock"])


def said(served: Served, session: str, *command: str, given: str = "") -> tuple[int, str, str]:
    out: list[str] = []
    err: list[str] = []
    ended = served.client.exec(session, command, out.append, err.append, given)
    return ended.code, "".join(out), "".join(err)


def test_a_session_from_start_to_stop(served: Served, tmp_path: Path) -> None:
    client = served.client
    first = client.start(size="640x480")
    assert first.id in {record.id for record in client.living()}
    assert client.show(first.id[:5]).desktop.display == first.display
    assert said(served, first.id, "sh", "-c", "cat; echo no >&2; exit 3", given="é\n") == (
        *(3, "é\n", "no\n"),
    )
    client.pause(first.id)
    with pytest.raises(UsageError, match="is paused"):
        said(served, first.id, "true")
    client.resume(first.id)
    folder = tmp_path / "tree"
    (folder / "below").mkdir(parents=True)
    (folder / "below" / "one.txt").write_text("one")
    (folder / "run").write_text("#!/bin/sh\necho ran\n")
    (folder / "run").chmod(0o755)
    (folder / "link").symlink_to("/etc/hostname")
    (folder / "twin").hardlink_to(folder / "run")
    client.put(first.id, folder)
    assert not (Path(first.workspace) / "tree" / "link").exists()
    assert said(served, first.id, "sh", "-c", "tree/run") == (0, "ran\n", "")
    client.checkpoint(first.id, "kept")
    said(served, first.id, "rm", "-r", "tree")
    client.restore(first.id, "kept")
    client.get(first.id, "tree", tmp_path / "back")
    assert (tmp_path / "back" / "below" / "one.txt").read_text() == "one"
    again = client.start(**{"from": f"{first.id}:kept"})
    assert said(served, again.id, "cat", "tree/below/one.txt") == (0, "one", "")
    for one in (first.id, again.id):
        client.stop(one)
        with pytest.raises(UsageError, match="There is no session"):
            client.show(one)


def test_checkpoints_are_listed_and_taken_away_also_those_of_ended_sessions(
    served: Served, tmp_path: Path
) -> None:
    client = served.client
    first = client.start(size="640x480").id
    assert client.checkpoints(first[:6]) == ()
    client.put(first, Path(__file__), "file")
    for name in ("one", "two"):
        client.checkpoint(first, name)
    again = client.start(**{"from": f"{first}:two"}).id
    client.stop(first)
    assert [(kept.name, kept.bytes > 0) for kept in client.checkpoints(first)] == [
        *(("one", True), ("two", True)),
    ]
    place = f"/sessions/{first}/checkpoints"
    assert served.status("DELETE", f"{place}/none") == 404
    assert served.status("DELETE", f"{place}/..%2fone") == 400
    with pytest.raises(UsageError, match="begins with the checkpoint"):
        client.remove_checkpoint(first, "two")
    client.stop(again)
    client.remove_checkpoint(first, "one")
    assert client.remove_checkpoint(first, "two") >= Path(__file__).stat().st_size
    # Of what nobody knows any more the list is told, as for every session that is not there.
    for status in (served.status("GET", place), served.status("DELETE", f"{place}/one")):
        assert status == 404
    unknown = sandbox("checkpoints", first)
    assert (unknown.returncode, f"There is no session '{first}'." in unknown.stderr) == (2, True)


def test_a_browser_is_started_and_others_work_it(served: Served, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<title>of the person</title><input id=name>")
    address = (tmp_path / "page.html").as_uri()
    made = served.client.start(size="640x480", browser=address, cdp=True)
    assert served.client.show(made.id).endpoint == made.endpoint != ""
    with sync_playwright() as playwright:
        page = playwright.chromium.connect_over_cdp(made.endpoint).contexts[0].pages[0]
        assert page.title() == "of the person"
        page.fill("#name", "by Playwright")
        served.client.checkpoint(made.id, "one")
        endpoint = served.client.restore(made.id, "one")
        page = playwright.chromium.connect_over_cdp(endpoint).contexts[0].pages[0]
        assert page.input_value("#name") == "by Playwright"
    assert endpoint == served.client.show(made.id).endpoint != made.endpoint
    served.client.stop(made.id)


def shows(address: str) -> bool:
    """Whether the page of a view is answered."""
    try:
        return httpx.get(address.partition("#")[0], timeout=PATIENCE).status_code == 200
    except httpx.TransportError:
        return False


def test_a_session_is_watched_as_long_as_who_asked_stays(served: Served) -> None:
    session = served.client.start(size="640x480").id
    with served.client.view(session) as shown:
        assert shows(shown.address)
        assert httpx.get(f"http://127.0.0.1:{urlsplit(shown.address).port}/").status_code == 401
        assert not served.client.show(session).person
        time.sleep(0.5)  # longer than until the next look whether who asked is there
        assert shows(shown.address)
    until(lambda: not shows(shown.address), "nobody is let in any more")
    with served.client.view(session, control=True):
        assert served.client.show(session).person
        with (
            pytest.raises(TakenError, match="A person works"),
            served.client.view(session, control=True),
        ):
            pass
        assert served.status("POST", f"/sessions/{session}/view", json={"control": True}) == 409
        assert served.status("POST", f"/sessions/{session}/pause") == 409
    until(lambda: not served.client.show(session).person, "it is given back")
    right = {"Authorization": f"Bearer {served.token}"}
    place = f"{served.url}/sessions/{session}/view"
    with httpx.stream("POST", place, headers=right, timeout=60) as reply:
        lines = reply.iter_lines()
        assert json.loads(next(lines))["id"] == session
        served.client.stop(session)
        assert json.loads(next(lines)) == {"ended": f"The session {session} has ended."}


def test_a_service_that_ends_gives_back_what_a_person_took_over(served: Served) -> None:
    with session(apps=("mousepad",)) as record, running(record) as run, ExitStack() as watching:
        with serving() as other:
            watching.enter_context(other.client.view(record.id, control=True))
            assert run.control.paused == "You work in its session."
        until(lambda: not now(record).person, "it is given back")
        run.goes_on()


def test_output_comes_as_it_is_written_and_the_command_ends_with_who_asked(
    served: Served, made: Made
) -> None:
    came: list[str] = []
    workspace = Path(made.workspace)

    def leave(text: str) -> None:
        came.append(text)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        served.client.exec(
            *(made.id, ["sh", "-c", "echo $$ > pid; echo begun; sleep 1000"], leave, came.append)
        )
    assert came == ["begun\n"]
    pid = int((workspace / "pid").read_text())
    until(lambda: gone(pid), "the command ends")


def test_large_files_go_through_in_pieces(served: Served, made: Made, tmp_path: Path) -> None:
    large = tmp_path / "large"
    large.write_bytes(os.urandom(1 << 20) * 64)
    served.client.put(made.id, large, "a/large")
    served.client.get(made.id, "a/large", tmp_path / "back")
    assert (tmp_path / "back").read_bytes() == large.read_bytes()
    # In chunks, and where the end never comes.
    right = {"Authorization": f"Bearer {served.token}"}
    place = f"{served.url}/sessions/{made.id}/files/chunks"
    put = httpx.put(place, headers=right, content=iter([b"ab", b"c"]), timeout=PATIENCE)
    assert put.status_code == 201
    assert httpx.get(place, headers=right, timeout=PATIENCE).content == b"abc"
    with socket.create_connection(("127.0.0.1", served.port)) as link:
        head = f"PUT /sessions/{made.id}/files/chunks HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
        link.sendall(f"{head}Authorization: Bearer {served.token}\r\n".encode())
        link.sendall(b"Content-Length: 1000\r\n\r\ncut off")
    until(
        lambda: (
            sorted(one.name for one in Path(made.workspace).iterdir()).count("chunks") == 1
            and not [
                one for one in Path(made.workspace).iterdir() if one.name.startswith(".chunks")
            ]
        ),
        "nothing is left of what was cut off",
    )
    assert httpx.get(place, headers=right, timeout=PATIENCE).content == b"abc"


@pytest.fixture
def begun(served: Served, made: Made) -> Generator[tuple[Path, bytes, Iterator[bytes]]]:
    """A folder that is being sent, its first file not yet to the end; what came, and the rest."""
    folder = Path(made.workspace) / "changing"
    folder.mkdir()
    with (folder / "a").open("wb") as file:
        file.truncate(64 << 20)
    for name in "bc":
        (folder / name).write_text(name)
    place = f"{served.url}/sessions/{made.id}/files/changing"
    right = {"Authorization": f"Bearer {served.token}"}
    with httpx.stream("GET", place, headers=right, timeout=60) as reply:
        # Until a part of it came, the server may not have looked at the file yet.
        rest = reply.iter_raw()
        yield folder, next(rest), rest
    shutil.rmtree(folder)


def test_a_file_that_goes_while_its_folder_is_sent_is_all_that_is_missing(
    begun: tuple[Path, bytes, Iterator[bytes]],
) -> None:
    folder, came, rest = begun
    (folder / "b").unlink()
    with tarfile.open(fileobj=io.BytesIO(came + b"".join(rest))) as archive:
        assert archive.getnames() == ["a", "c"]


def test_a_folder_that_cannot_be_sent_to_its_end_is_not_taken_for_whole(
    begun: tuple[Path, bytes, Iterator[bytes]],
) -> None:
    folder, _, rest = begun
    os.truncate(folder / "a", 0)
    with pytest.raises(httpx.RemoteProtocolError):
        list(rest)


def test_strangers_are_refused(served: Served) -> None:
    right = {"Authorization": f"Bearer {served.token}"}
    place = f"{served.url}/sessions"

    def answer(**headers: str) -> tuple[int, bool]:
        reply = httpx.get(place, headers=headers)
        return reply.status_code, {"title", "hint"} <= reply.json().keys()

    assert answer() == (401, True)
    assert answer(Authorization="Bearer wrong") == (401, True)
    assert answer(**right, Host=f"evil.example:{served.port}") == (403, True)
    assert answer(**right, Origin="http://evil.example") == (403, True)
    assert answer(**right, Origin="null") == (403, True)
    assert answer(**right) == (200, False)
    assert answer(Authorization=f"bearer {served.token}") == (200, False)
    assert httpx.options(place, headers={"Origin": "http://evil.example"}).status_code == 501
    # Who may not is told before the file is sent.
    reply = httpx.put(f"{place}/x/files/y", headers={"Expect": "100-continue"}, content=b"x")
    assert reply.status_code == 401


def test_no_path_leads_out_of_the_workspace(served: Served, made: Made) -> None:
    said(served, made.id, "sh", "-c", "ln -s /etc link; ln -s /etc/hostname name; mkfifo pipe")
    for name in ("%2e%2e%2fx", "%2fetc%2fhostname", "link/hostname", "name", "pipe"):
        place = f"/sessions/{made.id}/files/{name}"
        assert served.status("GET", place) == 400, name
    for name in ("..%2f..%2fx", "%2fetc%2fuitars", "link/uitars"):
        place = f"/sessions/{made.id}/files/{name}"
        assert served.status("PUT", place, content=b"x") == 400, name
    assert not Path("/etc/uitars").exists()
    # A link in the way of a file is replaced, not followed.
    before = Path("/etc/hostname").read_bytes()
    assert served.status("PUT", f"/sessions/{made.id}/files/name", content=b"x") == 201
    assert Path("/etc/hostname").read_bytes() == before
    assert (Path(made.workspace) / "name").read_bytes() == b"x"


@pytest.mark.parametrize(
    ("way", "place", "options", "status"),
    [
        ("GET", "/sessions/ffffffff/checkpoints", {}, 404),
        ("GET", "/sessions/..%2f..", {}, 404),
        ("POST", "/sessions/{}/serve", {}, 404),
        ("POST", "/sessions/ffffffff/view", {}, 404),
        ("POST", "/sessions/{}/view", {"json": {"control": "yes"}}, 400),
        ("POST", "/sessions", {"json": {"browser": "--gpu-launcher=sh"}}, 400),
        ("POST", "/sessions", {"json": {"browser": "about:\0blank"}}, 400),
        ("POST", "/sessions", {"json": {"app": ["xclock -title a\0b"]}}, 400),
        ("POST", "/sessions", {"json": {"from": "ffffffff:none"}}, 400),
        ("GET", "/sessions/ffffffff", {}, 404),
        ("GET", "/other", {}, 404),
        ("GET", "/sessions/{}/files/none", {}, 404),
        ("DELETE", "/sessions/", {}, 404),
        ("POST", "/sessions", {"content": b'{"siz'}, 400),
        ("POST", "/sessions", {"content": b'{"pickle": 1}'}, 400),
        ("POST", "/sessions", {"json": {"size": "huge"}}, 400),
        ("POST", "/sessions", {"json": {"limits": {"memory": -1}}}, 400),
        ("POST", "/sessions", {"json": {"workspace": "/no/such/folder"}}, 400),
        ("POST", "/sessions/{}/exec", {"json": {"command": []}}, 400),
        ("POST", "/sessions/{}/exec", {"json": {"command": ["a\0b"]}}, 400),
        ("POST", "/sessions/{}/exec", {"json": {"command": ["no-such-program"]}}, 400),
        ("POST", "/sessions/{}/exec", {"json": {"command": ["echo", "a" * 200_000]}}, 400),
        ("POST", "/sessions/{}/exec", {"content": b" " * 2_000_000}, 400),
        ("POST", "/sessions/{}/restore", {"json": {"name": "none"}}, 400),
        ("GET", "/sessions", {"headers": {"X-Long": "a" * 100_000}}, 431),
    ],
)
def test_what_makes_no_sense_is_refused(
    served: Served, made: Made, way: str, place: str, options: dict[str, object], status: int
) -> None:
    assert served.status(way, place.format(made.id), **options) == status
    assert said(served, made.id, "echo", "here") == (0, "here\n", "")


@pytest.mark.parametrize(
    ("words", "after", "status"),
    [
        ("GET /sessions HTTP/1.1", "Host: evil.example\r\n\r\n", 403),
        ("GET /sessions HTTP/1.1", "Origin: \r\nOrigin: http://evil.example\r\n\r\n", 403),
        ("GET http://[::1/sessions HTTP/1.1", "\r\n", 400),
        ("POST /sessions HTTP/1.1", f"Content-Length: {'9' * 5000}\r\n\r\n", 400),
        (
            "POST /sessions HTTP/1.1",
            "Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n",
            400,
        ),
        (
            "POST /sessions HTTP/1.1",
            "Transfer-Encoding: chunked\r\n\r\n2\r\n{}no\r\n0\r\n\r\n",
            400,
        ),
    ],
)
def test_a_request_that_is_none_is_refused(
    served: Served, words: str, after: str, status: int
) -> None:
    head = f"Host: 127.0.0.1:{served.port}\r\nAuthorization: Bearer {served.token}\r\n"
    before = len(living())
    with socket.create_connection(("127.0.0.1", served.port)) as link:
        link.sendall(f"{words}\r\n{head}{after}".encode())
        answer = b"".join(iter(lambda: link.recv(1 << 16), b""))
    assert answer.split()[1] == str(status).encode()
    assert len(living()) == before


def test_a_session_that_is_held_is_told(served: Served, made: Made) -> None:
    with held(served.client.show(made.id)), pytest.raises(TakenError, match="is taken"):
        served.client.pause(made.id)


def test_the_limit_that_a_command_reached_is_told(served: Served) -> None:
    session = served.client.start(size="640x480", limits={"disk": 1 << 24}).id
    command = ["sh", "-c", "head -c 20000000 /dev/zero > large"]
    ended = served.client.exec(session, command, print, print)
    assert (ended.code != 0, ended.limit.endswith("limit of disk was reached.")) == (True, True)
    served.client.stop(session)


def test_a_session_that_is_stopped_ends_its_commands(served: Served) -> None:
    session = served.client.start(size="640x480").id
    begun = threading.Event()

    def stop() -> None:
        begun.wait()
        served.client.stop(session)

    stopping = threading.Thread(target=stop)
    stopping.start()
    with pytest.raises(DesktopError, match="ended meanwhile"):
        served.client.exec(
            *(session, ["sh", "-c", "echo; sleep 1000"], lambda _: begun.set(), print)
        )
    stopping.join()


def test_many_clients_are_served_beside_those_who_say_nothing(served: Served, made: Made) -> None:
    silent = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(64)]
    silent[0].sendall(b"GET /sessions HTTP/1.1\r\nHost:")
    try:
        with ThreadPoolExecutor(64) as workers:
            texts = [f"{number}\n" for number in range(64)]
            found = list(workers.map(lambda text: said(served, made.id, "printf", text), texts))
        assert found == [(0, text, "") for text in texts]
        # They are not waited for for ever.
        silent[0].settimeout(60)
        assert silent[0].recv(1) == b""
    finally:
        for link in silent:
            link.close()


def test_a_port_that_is_taken_is_said(served: Served) -> None:
    done = sandbox("serve", "--port", str(served.port))
    assert (done.returncode, done.stdout) == (2, "")
    assert f"port {served.port}" in done.stderr
