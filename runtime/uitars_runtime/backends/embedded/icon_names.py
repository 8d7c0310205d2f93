"""What an icon may be called: its likely meanings, what it shows, what else people say for it.

The names are phrases as they stand in a task, without articles. Not here: which meaning a picture
has (`eyes/reader.py`), how names are compared (`likeness.py`).
"""

from __future__ import annotations

from collections.abc import Set
from functools import cache
from typing import Final

from uitars_runtime.backends.embedded.sketch import pieces
from uitars_runtime.eyes.element import Element

OTHER_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "add": ("plus", "plus sign", "insert", "create"),
    "align_center": ("centre", "center text", "centre text", "centered"),
    "align_left": ("left align", "left aligned"),
    "align_right": ("right align", "right aligned", "justify"),
    "archive": ("box", "store away"),
    "attach": ("paperclip", "paper clip", "attachment"),
    "back": ("left arrow", "previous", "go back", "arrow pointing left"),
    "battery": ("charge", "power level"),
    "bold": ("strong", "letter B", "thick"),
    "bookmark": ("ribbon", "favourites", "favorites"),
    "calculator": ("sums", "calculate"),
    "calendar": ("date", "schedule", "agenda", "day"),
    "call": ("phone", "telephone", "receiver"),
    "camera": ("photo camera", "snapshot", "take photo"),
    "cart": ("basket", "shopping cart", "trolley"),
    "chat": ("speech bubble", "message", "comment", "talk"),
    "check": ("tick", "check mark", "checkmark", "accept", "apply", "confirm", "OK", "done"),
    "close": ("cross", "X", "dismiss", "shut", "quit", "exit"),
    "cloud": ("online storage", "weather"),
    "collapse": ("fold", "fewer"),
    "color": ("colour", "palette", "dropper", "pick colour", "pick color"),
    "copy": ("duplicate", "two pages", "two sheets"),
    "crop": ("trim", "cut out"),
    "cut": ("scissors", "pair of scissors"),
    "database": ("cylinder", "data"),
    "delete": ("trash", "trash can", "bin", "dustbin", "wastebasket", "erase", "remove", "clear"),
    "down": ("down arrow", "lower", "arrow pointing down", "move down"),
    "download": ("arrow into tray", "get file"),
    "edit": ("pencil", "pen", "modify", "rename", "write"),
    "eject": ("unmount", "take out"),
    "error": ("failure", "stop sign"),
    "expand": ("unfold", "show more"),
    "export": ("save copy", "send out"),
    "eye": ("show", "view", "visible", "preview", "reveal"),
    "eye_off": ("hide", "crossed out eye", "invisible", "conceal"),
    "fast_forward": ("seek forward", "skip ahead", "double arrow"),
    "file": ("document", "page", "sheet"),
    "filter": ("funnel", "narrow down"),
    "first": ("first page", "start", "beginning", "go to start"),
    "flag": ("mark", "report"),
    "folder": ("directory", "browse", "files"),
    "font": ("typeface", "letter A", "text style"),
    "forward": ("right arrow", "next", "go forward", "arrow pointing right"),
    "fullscreen": ("full screen", "whole screen", "maximize view", "fill screen"),
    "grid": ("tiles", "grid view", "thumbnails", "apps"),
    "heart": ("like", "love", "favourite", "favorite", "wish list"),
    "help": ("question mark", "question", "manual", "support"),
    "history": ("clock", "recent", "clock face"),
    "home": ("house", "start page", "home page", "home folder"),
    "image": ("picture", "photo", "mountains"),
    "import": ("load", "bring in"),
    "indent": ("increase indent", "move right", "shift right"),
    "info": ("information", "about", "details", "letter i"),
    "italic": ("slanted I", "letter I", "slanted"),
    "key": ("password", "encrypt"),
    "keyboard": ("keys", "shortcuts", "typing"),
    "last": ("last page", "end", "go to end"),
    "link": ("chain", "chain link", "hyperlink", "connect"),
    "list": ("list view", "bullets", "details view"),
    "location": ("pin", "map pin", "place", "address", "marker"),
    "lock": ("padlock", "protect", "secure"),
    "logout": ("log out", "sign out", "leave", "exit"),
    "mail": ("envelope", "email", "message", "inbox"),
    "maximize": ("maximise", "square", "full size", "enlarge window"),
    "menu": ("hamburger", "three lines", "three bars", "burger", "main menu"),
    "microphone": ("mic", "speak", "voice"),
    "minimize": ("minimise", "dash", "hide window", "low line"),
    "more": ("three dots", "dots", "ellipsis", "options", "overflow"),
    "mouse": ("pointer",),
    "music": ("note", "song", "audio", "musical note"),
    "mute": ("silence", "sound off", "crossed out speaker", "no sound"),
    "network": ("computers", "connection"),
    "new": ("blank page", "empty page", "new document", "new file", "create"),
    "new_folder": ("create folder", "add folder", "folder with plus"),
    "new_tab": ("add tab", "open tab"),
    "next": ("next track", "skip", "skip forward", "forward", "right arrow"),
    "notification": ("bell", "alert", "alarm"),
    "open": ("open folder", "open file", "load"),
    "outdent": ("decrease indent", "unindent", "move left", "shift left"),
    "paste": ("clipboard", "insert"),
    "pause": ("two bars", "hold", "double bar"),
    "play": ("triangle", "start", "run", "execute"),
    "power": ("shut down", "turn off", "switch off", "shutdown"),
    "previous": ("previous track", "skip back", "back", "left arrow"),
    "print": ("printer", "printout"),
    "properties": ("document settings", "details"),
    "record": ("red dot", "red circle", "start recording"),
    "redo": ("again", "curved arrow right", "repeat"),
    "refresh": ("reload", "update", "circular arrow", "round arrow"),
    "remove": ("minus", "minus sign", "subtract", "delete"),
    "repeat": ("loop", "again"),
    "replace": ("find and replace", "find replace", "substitute"),
    "reply": ("answer", "respond", "reply arrow"),
    "rotate_left": ("turn left", "counterclockwise", "rotate counterclockwise"),
    "rotate_right": ("turn right", "clockwise", "rotate clockwise", "rotate"),
    "save": ("floppy", "floppy disk", "disk", "diskette", "store", "keep"),
    "save_as": ("save copy", "save under another name", "floppy with pencil"),
    "search": ("magnifying glass", "magnifier", "find", "look up", "loupe"),
    "select_all": ("mark all", "select everything"),
    "send": ("paper plane", "submit", "paper airplane"),
    "settings": ("gear", "cog", "cogwheel", "preferences", "options", "configure", "gear wheel"),
    "share": ("connected dots", "publish"),
    "shuffle": ("random", "mix", "crossed arrows"),
    "sort": ("order", "arrows up and down", "arrange"),
    "spelling": ("spell check", "check spelling", "spellcheck"),
    "star": ("favourite", "favorite", "rate", "rating", "bookmark"),
    "stop": ("halt", "square", "cancel", "end"),
    "strikethrough": ("strike", "crossed out text", "strike through"),
    "sync": ("synchronise", "synchronize", "two arrows"),
    "table": ("insert table", "spreadsheet", "cells"),
    "tag": ("label", "price tag", "category"),
    "terminal": ("console", "command line", "shell", "prompt"),
    "underline": ("underlined U", "letter U", "line under"),
    "undo": ("take back", "revert", "curved arrow left"),
    "unlock": ("open padlock", "unprotect"),
    "up": ("up arrow", "higher", "parent folder", "arrow pointing up", "move up"),
    "upload": ("arrow out of tray", "put online"),
    "user": ("person", "account", "profile", "contact", "avatar"),
    "users": ("people", "group", "contacts", "members", "team"),
    "video": ("film", "movie", "camcorder"),
    "volume": ("speaker", "loudspeaker", "sound", "audio"),
    "warning": ("exclamation mark", "triangle", "caution", "alert"),
    "web": ("globe", "browser", "internet", "world", "website"),
    "wifi": ("wireless", "Wi-Fi", "signal"),
    "zoom_in": ("magnifier with plus", "bigger", "enlarge", "larger", "magnify"),
    "zoom_out": ("magnifier with minus", "smaller", "shrink", "reduce"),
}
"""What else people say for an icon of a meaning. A name may stand with several meanings."""
_LITTLE: Final = frozenset({"of", "with", "in", "and", "to", "out"})
"""Words of a name that alone do not bring it to mind."""


def likely(element: Element) -> tuple[tuple[str, float], ...]:
    """What an icon may mean, the likeliest first; empty for what is no icon or an unknown one."""
    return element.meanings or (((element.icon, 1.0),) if element.icon else ())


def spoken(meaning: str) -> str:
    """A meaning as words."""
    return meaning.replace("_", " ")


def other_names(meaning: str, said: Set[str]) -> tuple[str, ...]:
    """Other names of a meaning that have a word in common with `said`, words in small letters."""
    names = OTHER_NAMES.get(meaning, ())
    return tuple(name for name in names if not _words(name).isdisjoint(said))


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(piece.lower() for piece in pieces(name)) - _LITTLE
