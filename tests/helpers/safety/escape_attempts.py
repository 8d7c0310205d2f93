"""Run inside a jail by the system's Python, standard library only: tries every way out.

Takes one JSON object of canaries as its argument; prints a JSON list of what was reached.
"""

import ctypes
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

GIVEN = json.loads(sys.argv[1])
LIBC = ctypes.CDLL(None, use_errno=True)
X_HELLO = b"l\0\x0b\0\0\0\0\0\0\0\0\0"


def unix(address: str, hello: bytes = b"\0AUTH\r\n") -> bool:
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(2)
        link.connect(address)
        link.send(hello)
        return True


def tcp(host: str, port: int) -> bool:
    with socket.create_connection((host, port), timeout=2):
        return True


def udp(host: str, port: int) -> bool:
    """Counts when the listener outside got it: it answers."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.settimeout(1)
        link.sendto(b"leak", (host, port))
        return bool(link.recv(8))


def raw() -> bool:
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3)) as link:
        link.settimeout(1)
        link.bind((GIVEN["interface"], 0))
        return True


def readable(path: str) -> bool:
    with open(path, "rb") as file:
        file.read(1)
    return True


def holds(path: str, text: str) -> bool:
    with open(path, "rb") as file:
        return text.encode() in file.read()


def writable(path: str) -> bool:
    with open(path, "ab"):
        return True


def made(path: str) -> bool:
    with open(path, "x"):
        return True


def leave_files() -> None:
    """Files that must not be there when one looks from outside."""
    for folder in GIVEN["folders"]:
        for name in (folder, f"/proc/1/root{folder}", f"{GIVEN['workspace']}/../../..{folder}"):
            try:
                made(f"{name}/{GIVEN['escaped']}")
            except OSError:
                continue


def killed(pid: int) -> bool:
    os.kill(pid, 0)
    return holds(f"/proc/{pid}/environ", GIVEN["token"])


def traced(pid: int) -> bool:
    return LIBC.ptrace(16, pid, 0, 0) == 0 and holds(f"/proc/{pid}/environ", GIVEN["token"])


def peeked(pid: int) -> bool:
    buffer = ctypes.create_string_buffer(8)
    local = struct.pack("PN", ctypes.addressof(buffer), 8)
    remote = struct.pack("PN", GIVEN["address"], 8)
    return LIBC.process_vm_readv(pid, local, 1, remote, 1, 0) > 0


def some_process_holds_the_token() -> bool:
    found = False
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            found |= int(pid) != os.getpid() and holds(f"/proc/{pid}/environ", GIVEN["token"])
        except OSError:
            continue
    return found


def mounted(kind: str) -> bool:
    return LIBC.mount(b"none", b"/mnt", kind.encode(), 0, None) == 0


def key_found() -> bool:
    """The canary in the keys of the user who started all this."""
    searched = LIBC.syscall(250, 10, -4, b"user", GIVEN["key"].encode(), 0)
    if searched < 0:
        searched = LIBC.syscall(249, b"user", GIVEN["key"].encode(), None, 0)
    return searched >= 0


def shared_memory() -> bool:
    return LIBC.shmget(GIVEN["memory"], 0, 0) >= 0


def typed_into_terminal() -> bool:
    import fcntl

    with open("/dev/tty", "rb") as terminal:
        fcntl.ioctl(terminal, 0x5412, b"x")
    return True


def node_made() -> bool:
    path = "/dev/shm/node"
    os.mknod(path, 0o600 | 0o060000, os.makedev(8, 0))
    return readable(path)


def linked() -> bool:
    target = os.path.join(GIVEN["workspace"], "link")
    os.link(GIVEN["file"], target)
    return readable(target)


def in_a_new_namespace() -> bool:
    """Gaining rights in a namespace of one's own, then mounting over the system."""
    if os.fork() == 0:
        ok = LIBC.unshare(0x10000000 | 0x00020000) == 0
        ok = ok and LIBC.mount(b"/", b"/usr", None, 0x1020, None) == 0
        try:
            ok = ok and made("/usr/uitars-escape")
        except OSError:
            ok = False
        os._exit(0 if ok else 1)
    return os.waitstatus_to_exitcode(os.wait()[1]) == 0


def entered(pid: int) -> bool:
    descriptor = os.open(f"/proc/{pid}/ns/net", os.O_RDONLY)
    return LIBC.setns(descriptor, 0) == 0 and tcp("127.0.0.1", GIVEN["port"])


def attempts() -> Iterator[tuple[str, Callable[[], bool]]]:
    pid = GIVEN["pid"]
    for name in ("x", "bus"):
        address = GIVEN[name]
        hello = X_HELLO if name == "x" else b"\0AUTH\r\n"
        yield f"{name} path", lambda a=address, h=hello: unix(a, h)
        yield f"{name} abstract", lambda a=address, h=hello: unix("\0" + a, h)
        yield f"{name} by root of 1", lambda a=address, h=hello: unix(f"/proc/1/root{a}", h)
    yield "tcp", lambda: tcp("127.0.0.1", GIVEN["port"])
    yield "tcp outside", lambda: tcp(GIVEN["host"], GIVEN["port"])
    yield "tcp 6", lambda: tcp("::1", GIVEN["port6"])
    yield "udp", lambda: udp("127.0.0.1", GIVEN["udp"])
    yield "raw packets", raw
    for path in (GIVEN["file"], GIVEN["home"], *GIVEN["private"]):
        yield f"read {path}", lambda p=path: readable(p)
        yield f"read {path} by root of 1", lambda p=path: readable(f"/proc/1/root{p}")
    yield "read by link", lambda: os.symlink(GIVEN["file"], "out") or readable("out")
    yield "hard link", linked
    kernel = ("sys/kernel/core_pattern", "sys/kernel/modprobe", "sys/vm/drop_caches")
    triggers = ("sysrq-trigger", "irq/default_smp_affinity", "self/../sys/kernel/hostname")
    system = (f"/proc/{name}" for name in (*kernel, *triggers))
    for path in ("/usr/bin/ls", "/etc/passwd", "/sys/kernel/uevent_helper", *system):
        yield f"write {path}", lambda p=path: writable(p)
    yield "environment", lambda: GIVEN["token"] in json.dumps(dict(os.environ))
    yield "environments of processes", some_process_holds_the_token
    yield "signal", lambda: killed(pid)
    yield "ptrace", lambda: traced(pid)
    yield "process memory", lambda: peeked(pid)
    yield "namespace of a process", lambda: entered(pid)
    yield "keys", key_found
    yield "shared memory", shared_memory
    yield "terminal", typed_into_terminal
    for kind in ("tmpfs", "proc", "sysfs", "devtmpfs"):
        yield f"mount {kind}", lambda k=kind: mounted(k)
    yield "device node", node_made
    for path in ("/dev/mem", "/dev/kmsg", "/dev/uinput", "/dev/sda", "/dev/fuse", "/dev/kvm"):
        yield f"open {path}", lambda p=path: readable(p)
    yield "input devices", lambda: bool(os.listdir("/dev/input"))
    yield "new namespace", in_a_new_namespace
    yield "become root", lambda: os.getuid() != 0 and not os.setuid(0) and readable("/etc/shadow")
    yield "chroot", lambda: LIBC.chroot(b"/proc/1/root") == 0
    yield "load a module", lambda: LIBC.syscall(175, b"", 0, b"") == 0
    yield "reboot", lambda: LIBC.reboot(0) == 0
    yield "clock", lambda: LIBC.syscall(227, 0, struct.pack("qq", int(time.time()), 0)) == 0


def main() -> None:
    reached: list[str] = []
    tried = 0
    for name, attempt in attempts():
        if GIVEN["only"] and name not in GIVEN["only"]:
            continue
        tried += 1
        try:
            if attempt():
                reached.append(name)
        except (OSError, ValueError):
            continue
    if GIVEN["only"]:
        print(json.dumps({"tried": tried, "reached": reached}))
        return
    leave_files()
    # A process that leaves its session and ignores what it can must still end with the jail.
    for nap in GIVEN["naps"]:
        tried += 1
        command = ["/usr/bin/setsid", "/usr/bin/sleep", nap]
        subprocess.Popen(command, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    print(json.dumps({"tried": tried, "reached": reached}))


main()
