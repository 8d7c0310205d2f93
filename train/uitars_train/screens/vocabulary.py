"""Words of one split: labels, values and texts for screens, drawn from a random source.

A phrase belongs to exactly one split (`Split.of`); what a curated list does not give for a split is
composed of that split's plain words. Nothing here reads the machine.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from uitars_train.screens import labels, words
from uitars_train.screens.screen import Split

ICONS: dict[str, tuple[str, ...]] = {
    "add": ("list-add", "add"),
    "alarm": ("alarm", "appointment-soon"),
    "archive": ("archive-insert", "archive"),
    "attach": ("mail-attachment", "document-attach"),
    "back": ("go-previous",),
    "battery": ("battery", "battery-full"),
    "bluetooth": ("bluetooth", "bluetooth-active"),
    "bold": ("format-text-bold",),
    "bookmark": ("bookmark-new", "bookmarks"),
    "brightness": ("display-brightness",),
    "brush": ("draw-brush", "tool-brush"),
    "bullet_list": ("format-list-unordered", "view-list-bullet"),
    "calculator": ("accessories-calculator",),
    "calendar": ("office-calendar", "x-office-calendar", "view-calendar"),
    "call": ("call-start",),
    "camera": ("camera-photo",),
    "cart": ("cart", "shopping-cart"),
    "center": ("format-justify-center",),
    "chart": ("view-statistics",),
    "chat": ("user-available", "dialog-messages", "chat-message-new"),
    "check": ("object-select", "dialog-ok", "emblem-ok"),
    "clear": ("edit-clear", "edit-clear-all"),
    "close": ("window-close",),
    "close_document": ("document-close",),
    "cloud": ("folder-cloud", "cloudstatus", "weather-overcast"),
    "code": ("format-text-code", "code-context", "text-x-script"),
    "color": ("color-picker", "color-select"),
    "columns": ("view-column", "view-file-columns"),
    "connect": ("network-connect",),
    "contact": ("contact-new", "x-office-address-book"),
    "copy": ("edit-copy",),
    "crop": ("transform-crop", "image-crop"),
    "cut": ("edit-cut",),
    "database": ("database", "server-database", "network-server-database"),
    "delete": ("edit-delete",),
    "deselect": ("edit-select-none",),
    "disc": ("media-optical",),
    "disconnect": ("network-disconnect",),
    "down": ("go-down",),
    "download": ("download", "folder-download"),
    "edit": ("document-edit", "edit"),
    "eject": ("media-eject",),
    "ellipse": ("draw-ellipse", "draw-circle"),
    "emoji": ("face-smile",),
    "eraser": ("draw-eraser",),
    "error": ("dialog-error",),
    "export": ("document-export",),
    "extract": ("archive-extract",),
    "eye": ("view-visible", "view-reveal"),
    "eye_off": ("view-hidden", "view-conceal"),
    "fast_forward": ("media-seek-forward",),
    "file": ("text-x-generic", "document"),
    "fill": ("fill-color", "format-fill-color"),
    "filter": ("view-filter",),
    "find_next": ("go-down-search",),
    "find_replace": ("edit-find-replace",),
    "first": ("go-first",),
    "flag": ("flag", "mail-flag"),
    "flip_horizontal": ("object-flip-horizontal",),
    "flip_vertical": ("object-flip-vertical",),
    "folder": ("folder",),
    "font": ("preferences-desktop-font", "font"),
    "forward": ("go-next",),
    "fullscreen": ("view-fullscreen",),
    "grid": ("view-grid", "view-app-grid"),
    "group": ("object-group",),
    "hand": ("transform-browse", "hand", "pan"),
    "hard_disk": ("drive-harddisk",),
    "heart": ("emblem-favorite", "love"),
    "help": ("help-contents", "help-browser", "help-about-question"),
    "highlighter": ("draw-highlight", "marker"),
    "history": ("view-history", "document-open-recent"),
    "home": ("go-home", "user-home"),
    "image": ("image-x-generic", "insert-image"),
    "import": ("document-import",),
    "indent": ("format-indent-more",),
    "info": ("dialog-information", "help-about"),
    "insert_object": ("insert-object",),
    "italic": ("format-text-italic",),
    "jump": ("go-jump",),
    "justify": ("format-justify-fill",),
    "key": ("dialog-password", "password-copy"),
    "keyboard": ("input-keyboard",),
    "last": ("go-last",),
    "layers": ("layer-visible-on", "dialog-layers"),
    "left": ("format-justify-left",),
    "line": ("draw-line", "tool-line"),
    "link": ("insert-link",),
    "list": ("view-list-details", "view-list"),
    "location": ("mark-location", "find-location"),
    "lock": ("object-locked", "changes-prevent", "system-lock-screen", "lock"),
    "logout": ("system-log-out",),
    "mail": ("mail-unread", "mail-message"),
    "mail_forward": ("mail-forward",),
    "maximize": ("window-maximize",),
    "menu": ("open-menu", "application-menu"),
    "microphone": ("audio-input-microphone",),
    "minimize": ("window-minimize",),
    "monitor": ("video-display", "computer"),
    "more": ("view-more", "overflow-menu"),
    "mouse": ("input-mouse",),
    "music": ("audio-x-generic", "folder-music"),
    "mute": ("audio-volume-muted",),
    "network": ("network-wired", "network-workgroup"),
    "new": ("document-new",),
    "new_folder": ("folder-new",),
    "new_tab": ("tab-new",),
    "new_window": ("window-new",),
    "next_track": ("media-skip-forward",),
    "notification": ("notifications", "preferences-system-notifications"),
    "numbered_list": ("format-list-ordered",),
    "open": ("document-open",),
    "outdent": ("format-indent-less",),
    "package": ("package-x-generic", "package"),
    "paste": ("edit-paste",),
    "pause": ("media-playback-pause",),
    "pin": ("window-pin", "pin"),
    "play": ("media-playback-start",),
    "pointer": ("edit-select", "tool-pointer", "cursor-arrow"),
    "power": ("system-shutdown",),
    "previous_track": ("media-skip-backward",),
    "print": ("document-print",),
    "print_preview": ("document-print-preview", "document-preview"),
    "properties": ("document-properties",),
    "question": ("dialog-question",),
    "record": ("media-record",),
    "rectangle": ("draw-rectangle", "rectangle-shape"),
    "redo": ("edit-redo",),
    "refresh": ("view-refresh",),
    "remove": ("list-remove",),
    "rename": ("edit-rename",),
    "repeat": ("media-playlist-repeat",),
    "replied": ("mail-reply-sender",),
    "reply_all": ("mail-reply-all",),
    "revert": ("document-revert",),
    "rewind": ("media-seek-backward",),
    "right": ("format-justify-right",),
    "rotate_left": ("object-rotate-left",),
    "rotate_right": ("object-rotate-right",),
    "run": ("system-run", "run-build", "debug-run"),
    "save": ("document-save",),
    "save_as": ("document-save-as",),
    "search": ("edit-find", "system-search"),
    "select_all": ("edit-select-all",),
    "send": ("mail-send", "document-send"),
    "settings": ("configure", "preferences-system", "emblem-system", "settings-configure"),
    "share": ("document-share", "emblem-shared", "share"),
    "shuffle": ("media-playlist-shuffle",),
    "sidebar": ("view-sidetree", "sidebar-show", "sidebar-expand-left"),
    "sort": ("view-sort-ascending", "view-sort"),
    "spam": ("mail-mark-junk",),
    "spelling": ("tools-check-spelling",),
    "split": ("view-split-left-right", "view-split-top-bottom"),
    "star": ("starred", "rating"),
    "stop": ("media-playback-stop", "process-stop"),
    "strikethrough": ("format-text-strikethrough",),
    "subscript": ("format-text-subscript",),
    "superscript": ("format-text-superscript",),
    "sync": ("emblem-synchronizing", "folder-sync", "state-sync"),
    "table": ("table", "insert-table"),
    "tag": ("tag",),
    "terminal": ("utilities-terminal",),
    "text": ("insert-text", "draw-text"),
    "text_color": ("format-text-color",),
    "tools": ("tools", "applications-utilities"),
    "trash": ("user-trash",),
    "tree": ("view-list-tree",),
    "two_pages": ("view-dual", "view-pages-facing"),
    "underline": ("format-text-underline",),
    "undo": ("edit-undo",),
    "ungroup": ("object-ungroup",),
    "unlock": ("object-unlocked", "changes-allow", "unlock"),
    "up": ("go-up",),
    "upload": ("upload", "document-send-upload"),
    "usb": ("drive-removable-media",),
    "user": ("avatar-default", "user-identity", "user"),
    "users": ("system-users", "users"),
    "video": ("video-x-generic", "camera-video"),
    "volume": ("audio-volume-high",),
    "warning": ("dialog-warning",),
    "web": ("internet-web-browser", "applications-internet", "globe"),
    "wifi": ("network-wireless", "network-wireless-signal-excellent"),
    "zoom_fit": ("zoom-fit-best", "zoom-fit-page", "zoom-best-fit"),
    "zoom_in": ("zoom-in",),
    "zoom_original": ("zoom-original",),
    "zoom_out": ("zoom-out",),
    "zoom_width": ("zoom-fit-width",),
}
"""What an icon means, and the freedesktop names its drawings go by, in the order they are tried."""
CALLED: dict[str, str] = {
    **{"trash": "delete", "question": "help", "find_replace": "replace", "replied": "reply"},
    **{"next_track": "next", "previous_track": "previous"},
    **{side: f"align_{side}" for side in ("left", "center", "right")},
}
"""Meanings that the model is told by another name: two drawings of one thing, or a clearer word."""


class Vocabulary:
    """The words of one split. Every method draws from `source`, so a seed repeats."""

    def __init__(self, split: Split, source: random.Random) -> None:
        self._split = split
        self._random = source
        self._lists: dict[int, tuple[str, ...]] = {}

    def _mine(self, phrases: Sequence[str]) -> tuple[str, ...]:
        key = id(phrases)
        if key not in self._lists:
            self._lists[key] = tuple(p for p in phrases if Split.of(p) is self._split)
        return self._lists[key]

    def _word(self, phrases: Sequence[str]) -> str:
        return self._random.choice(self._mine(phrases))

    def word(self) -> str:
        """A plain word in lower case, now and then one that no dictionary has."""
        r = self._random.random()
        if r < 0.12:
            return self.invented().lower()
        return self._word(words.NOUNS if r < 0.6 else words.ADJECTIVES if r < 0.8 else words.VERBS)

    def invented(self) -> str:
        """A made-up name of two to four syllables, capitalized."""
        while True:
            parts = self._random.choices(words.SYLLABLES, k=self._random.randint(2, 4))
            name = "".join(parts).capitalize()
            if Split.of(name) is self._split:
                return name

    def phrase(self, most: int = 3) -> str:
        """One to `most` words, capitalized as labels are."""
        text = " ".join(self.word() for _ in range(self._random.randint(1, most)))
        return text.title() if self._random.random() < 0.35 else text.capitalize()

    def label(self, curated: Sequence[str], share: float = 0.55) -> str:
        """A phrase of a curated list with chance `share`, else a composed one."""
        mine = self._mine(curated)
        if mine and self._random.random() < share:
            return self._random.choice(mine)
        return self.phrase()

    def button(self) -> str:
        r = self._random.random()
        if r < 0.2:
            return f"{self._word(words.VERBS).capitalize()} {self._word(words.NOUNS)}"
        return self.label(labels.BUTTONS, 0.75)

    def field(self) -> str:
        r = self._random.random()
        if r < 0.2:
            noun = self._word(words.NOUNS).capitalize()
            return f"{noun} {self._random.choice(labels.FIELD_ENDINGS)}"
        return self.label(labels.FIELDS, 0.65)

    def check(self) -> str:
        r = self._random.random()
        if r < 0.4:
            start = self._random.choice(labels.CHECK_STARTS)
            return f"{start} {self._word(words.NOUNS)} {self._word(words.NOUNS)}"
        return self.label(labels.CHECKS, 0.6)

    def option(self) -> str:
        r = self._random.random()
        if r < 0.15:
            return self._word(words.PLACES)
        return self.label(labels.OPTIONS, 0.6)

    def menu(self) -> str:
        return self.label(labels.MENUS, 0.8)

    def menu_entry(self) -> str:
        text = self.label(labels.MENU_ENTRIES, 0.65)
        return f"{text}..." if self._random.random() < 0.12 and text[-1] != "." else text

    def tab(self) -> str:
        return self.label(labels.TABS, 0.6)

    def title(self) -> str:
        r = self._random.random()
        if r < 0.3:
            return f"{self.file_name()} - {self.invented()}"
        return self.label(labels.TITLES, 0.5)

    def person(self) -> str:
        name = self._word(words.GIVEN_NAMES)
        return f"{name} {self.invented()}" if self._random.random() < 0.6 else name

    def file_name(self) -> str:
        joint = self._random.choice(("_", "-", " ", ""))
        ending = self._random.choice(("txt", "pdf", "csv", "png", "odt", "py", "jpg", "zip", "md"))
        return f"{self.word()}{joint}{self.word()}.{ending}"

    def number(self) -> str:
        return str(self._random.randint(0, 10 ** self._random.randint(1, 6)))

    def value(self) -> str:
        """What a field or a cell may hold."""
        source = self._random
        match source.randrange(9):
            case 0:
                return self.person()
            case 1:
                return self.number()
            case 2:
                return f"{self.word()}@{self.word()}.{source.choice(('com', 'org', 'net', 'eu'))}"
            case 3:
                year, month, day = (
                    source.randint(1990, 2035),
                    source.randint(1, 12),
                    source.randint(1, 28),
                )
                style = source.choice(("{0}-{1:02}-{2:02}", "{2:02}.{1:02}.{0}", "{1}/{2}/{0}"))
                return style.format(year, month, day)
            case 4:
                return f"{source.randint(0, 999)}.{source.randint(0, 99):02}"
            case 5:
                return self.file_name()
            case 6:
                return self._word(words.PLACES)
            case 7:
                return f"{source.randint(1, 240)} {self._word(words.NOUNS).capitalize()} Street"
            case _:
                return self.phrase(4)

    def placeholder(self) -> str:
        return self.label(labels.PLACEHOLDERS, 0.5)

    def sentence(self, length: int | None = None) -> str:
        """A sentence of `length` words (4 to 12 where it is not given)."""
        count = length or self._random.randint(4, 12)
        return " ".join(self.word() for _ in range(count)).capitalize() + "."

    def icon(self) -> str:
        """The meaning of an icon, a key of `ICONS`."""
        return self._random.choice(tuple(ICONS))
