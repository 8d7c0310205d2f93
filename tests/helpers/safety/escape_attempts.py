"""Run inside a jail by the system's Python, standard library only: tries every way out.

Takes one JSON object of canaries as its argument; prints a JSON list of what was reached.
"""

import ctypes
import json
import os
import resource
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


def own_namespace(how: str) -> bool:
    """A user namespace of one's own, where one may do everything."""
    if how == "clone":
        child = LIBC.syscall(56, 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0)
    elif how == "clone3":
        given = struct.pack("QQQQQQQQQQQ", 0x10000000, 0, 0, 0, signal.SIGCHLD, *(0,) * 6)
        child = LIBC.syscall(435, given, len(given))
    else:
        return LIBC.unshare(0x10000000) == 0
    if child == 0:
        os._exit(0)
    return child > 0


def of_family(family: int) -> bool:
    with socket.socket(family, socket.SOCK_STREAM):
        return True


def set_id_left(how: str) -> bool:
    """A file with rights of another user, which stays in the workspace."""
    path, mode = f"bits-{how}", 0o106755
    if how == "mknod":
        os.mknod(path, mode)
    elif how == "open":
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o6755))
    elif how == "openat2":
        LIBC.syscall(437, -100, path.encode(), struct.pack("QQQ", 0o101, 0o6755, 0), 24)
    elif how == "unnamed":
        descriptor = os.open(".", os.O_TMPFILE | os.O_WRONLY, 0o6755)
        os.link(f"/proc/self/fd/{descriptor}", path, follow_symlinks=True)
    else:
        open(path, "x").close()
        if how == "fchmod":
            os.chmod(os.open(path, os.O_RDONLY), 0o6755)
        elif how == "fchmodat2":
            LIBC.syscall(452, -100, path.encode(), 0o6755, 0)
        else:
            os.chmod(path, 0o6755)
    return bool(os.stat(path).st_mode & 0o6000)


def raised(kind: int) -> bool:
    """More than the limit that was set."""
    resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    return True


def allocated(folder: str, size: int) -> bool:
    path = os.path.join(folder, "large")
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY, 0o600)
    try:
        os.posix_fallocate(descriptor, 0, size)
    finally:
        os.close(descriptor)
        os.unlink(path)
    return True


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
    for how in ("unshare", "clone", "clone3"):
        yield f"user namespace by {how}", lambda h=how: own_namespace(h)
    for family in (40, 17, 38):  # the machine around this one, raw packets, ciphers of the kernel
        yield f"sockets of family {family}", lambda f=family: of_family(f)
    for how in ("chmod", "fchmod", "fchmodat2", "mknod", "open", "openat2", "unnamed"):
        yield f"rights of another by {how}", lambda h=how: set_id_left(h)
    for name in ("AS", "FSIZE", "CORE", "NOFILE", "NPROC"):
        yield f"limit {name}", lambda n=name: raised(getattr(resource, f"RLIMIT_{n}"))
    for folder in ("/tmp", "/run", "/dev", "/dev/shm"):
        yield f"memory in {folder}", lambda f=folder: allocated(f, 900 << 20)
    yield "file of 2 GiB", lambda: allocated(".", 2 << 30)
    yield "names of keys", lambda: holds("/proc/keys", GIVEN["key"])
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
