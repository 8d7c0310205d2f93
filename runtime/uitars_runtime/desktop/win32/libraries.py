"""Windows' own libraries as we call them: each function with its types, loaded when asked for.

On 64-bit Windows, the only one that uitars can be installed on, there is one way to call a
function; `ctypes.CDLL` is right for all of them.
"""

from __future__ import annotations

import ctypes
import functools
from ctypes import POINTER, Structure, c_int, c_size_t, c_uint, c_void_p, wintypes
from typing import Any

Handle = c_void_p
"""Also of a window: a plain int here, 0 or None for none."""
EnumWindowsCall = ctypes.CFUNCTYPE(wintypes.BOOL, Handle, c_size_t)
EnumMonitorsCall = ctypes.CFUNCTYPE(wintypes.BOOL, Handle, Handle, POINTER(wintypes.RECT), c_size_t)


class GuiThread(Structure):
    """`GUITHREADINFO`: who has the keyboard in a thread, and whether a menu is open."""

    _fields_ = (
        ("size", wintypes.DWORD),
        ("flags", wintypes.DWORD),
        ("active", Handle),
        ("focus", Handle),
        ("capture", Handle),
        ("menu", Handle),
        ("moving", Handle),
        ("caret", Handle),
        ("caret_place", wintypes.RECT),
    )


class ProcessEntry(Structure):
    """`PROCESSENTRY32W`."""

    _fields_ = (
        ("size", wintypes.DWORD),
        ("usage", wintypes.DWORD),
        ("process", wintypes.DWORD),
        ("heap", c_size_t),
        ("module", wintypes.DWORD),
        ("threads", wintypes.DWORD),
        ("parent", wintypes.DWORD),
        ("priority", wintypes.LONG),
        ("flags", wintypes.DWORD),
        ("file", wintypes.WCHAR * 260),
    )


class _BasicLimits(Structure):
    _fields_ = (
        ("process_time", wintypes.LARGE_INTEGER),
        ("job_time", wintypes.LARGE_INTEGER),
        ("flags", wintypes.DWORD),
        ("smallest", c_size_t),
        ("largest", c_size_t),
        ("processes", wintypes.DWORD),
        ("affinity", c_size_t),
        ("priority", wintypes.DWORD),
        ("scheduling", wintypes.DWORD),
    )


class JobLimits(Structure):
    """`JOBOBJECT_EXTENDED_LIMIT_INFORMATION`."""

    _fields_ = (
        ("basic", _BasicLimits),
        ("io", ctypes.c_ulonglong * 6),
        ("process_memory", c_size_t),
        ("job_memory", c_size_t),
        ("peak_process", c_size_t),
        ("peak_job", c_size_t),
    )


_Functions = dict[str, tuple[Any, tuple[Any, ...]]]
"""Name -> type of the result, types of the arguments."""
_RECT = POINTER(wintypes.RECT)
_DWORD = POINTER(wintypes.DWORD)
_USER32: _Functions = {
    "EnumWindows": (wintypes.BOOL, (EnumWindowsCall, c_size_t)),
    "EnumChildWindows": (wintypes.BOOL, (Handle, EnumWindowsCall, c_size_t)),
    "EnumDisplayMonitors": (wintypes.BOOL, (Handle, _RECT, EnumMonitorsCall, c_size_t)),
    "GetAncestor": (Handle, (Handle, c_uint)),
    "GetClassNameW": (c_int, (Handle, wintypes.LPWSTR, c_int)),
    "GetForegroundWindow": (Handle, ()),
    "GetGUIThreadInfo": (wintypes.BOOL, (wintypes.DWORD, POINTER(GuiThread))),
    "GetWindow": (Handle, (Handle, c_uint)),
    "GetWindowLongPtrW": (ctypes.c_ssize_t, (Handle, c_int)),
    "GetWindowRect": (wintypes.BOOL, (Handle, _RECT)),
    "GetWindowTextW": (c_int, (Handle, wintypes.LPWSTR, c_int)),
    "GetWindowThreadProcessId": (wintypes.DWORD, (Handle, _DWORD)),
    "IsIconic": (wintypes.BOOL, (Handle,)),
    "IsWindowVisible": (wintypes.BOOL, (Handle,)),
    "SendMessageTimeoutW": (
        ctypes.c_ssize_t,
        (Handle, c_uint, c_size_t, c_void_p, c_uint, c_uint, POINTER(c_size_t)),
    ),
    "SetProcessDpiAwarenessContext": (wintypes.BOOL, (Handle,)),
    "WindowFromPoint": (Handle, (wintypes.POINT,)),
}
_KERNEL32: _Functions = {
    "AssignProcessToJobObject": (wintypes.BOOL, (Handle, Handle)),
    "CloseHandle": (wintypes.BOOL, (Handle,)),
    "CreateJobObjectW": (Handle, (c_void_p, wintypes.LPCWSTR)),
    "CreateToolhelp32Snapshot": (Handle, (wintypes.DWORD, wintypes.DWORD)),
    "GetCurrentProcess": (Handle, ()),
    "OpenProcess": (Handle, (wintypes.DWORD, wintypes.BOOL, wintypes.DWORD)),
    "Process32FirstW": (wintypes.BOOL, (Handle, POINTER(ProcessEntry))),
    "Process32NextW": (wintypes.BOOL, (Handle, POINTER(ProcessEntry))),
    "QueryFullProcessImageNameW": (
        wintypes.BOOL,
        (Handle, wintypes.DWORD, wintypes.LPWSTR, _DWORD),
    ),
    "SetInformationJobObject": (wintypes.BOOL, (Handle, c_int, c_void_p, wintypes.DWORD)),
    "TerminateJobObject": (wintypes.BOOL, (Handle, c_uint)),
}
_DWMAPI: _Functions = {
    "DwmGetWindowAttribute": (c_int, (Handle, wintypes.DWORD, c_void_p, wintypes.DWORD)),
}
_SHCORE: _Functions = {
    "GetDpiForMonitor": (c_int, (Handle, c_int, POINTER(c_uint), POINTER(c_uint))),
}


@functools.cache
def user32() -> Any:
    return _typed("user32", _USER32)


@functools.cache
def kernel32() -> Any:
    return _typed("kernel32", _KERNEL32)


@functools.cache
def dwmapi() -> Any:
    return _typed("dwmapi", _DWMAPI)


@functools.cache
def shcore() -> Any:
    return _typed("shcore", _SHCORE)


def _typed(name: str, functions: _Functions) -> ctypes.CDLL:
    library = ctypes.CDLL(name)
    for function, (result, arguments) in functions.items():
        entry = library[function]
        entry.restype = result
        entry.argtypes = arguments
        setattr(library, function, entry)
    return library
