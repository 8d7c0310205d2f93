"""The Python that a machine is sent: lines of pyautogui, and one program for text beyond ASCII.

What a model says stands in them as literals only; nothing else of it becomes source.
"""

from __future__ import annotations

from collections.abc import Sequence

from uitars_runtime.desktop.autogui import Call

_HEAD = "import pyautogui\npyautogui.FAILSAFE = False\npyautogui.PAUSE = 0\n"

# The clipboard first: it loses nothing. Where the machine has none, xdotool types with keys that it
# makes up, slowly: a program that is late finds the next sign on the same key. Which of them did it
# is the last line that is printed. A clipboard on X is a program's, which takes a while to own it.
_ENTER = """\
import platform, shutil, subprocess, sys, time
text = {text}
def paste():
    import pyperclip
    before = pyperclip.paste()
    pyperclip.copy(text)
    ends = time.monotonic() + 2
    while pyperclip.paste() != text:
        if time.monotonic() > ends:
            raise RuntimeError("the clipboard holds something else")
        time.sleep(0.05)
    pyautogui.hotkey("command" if platform.system() == "Darwin" else "ctrl", "v")
    time.sleep(0.5)
    pyperclip.copy(before)
try:
    paste()
    print("clipboard")
except Exception as error:
    if not shutil.which("xdotool"):
        sys.exit("neither a clipboard (" + str(error).strip().split("\\n")[0] + ") nor xdotool")
    command = ["xdotool", "type", "--clearmodifiers", "--delay", "200", "--", text]
    subprocess.run(command, check=True)
    print("xdotool")
"""


def program(calls: Sequence[Call]) -> str:
    """What makes these calls, in order."""
    return _HEAD + "\n".join(call.line() for call in calls)


def entering(text: str) -> str:
    """What enters a text of any script, by the machine's clipboard or by xdotool."""
    return _HEAD + _ENTER.format(text=ascii(text))
