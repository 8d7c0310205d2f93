"""Makes random plans of windows; the same random source gives the same plan."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from uitars_train.screens import plan
from uitars_train.screens.vocabulary import Vocabulary

_PAD_ROWS = (
    ("7", "8", "9", "/"),
    ("4", "5", "6", "*"),
    ("1", "2", "3", "-"),
    ("0", ".", "=", "+"),
)
_SCIENCE_ROWS = (("C", "(", ")", "%"), ("sin", "cos", "tan", "^"), ("√", "π", "x²", "mod"))


class Planner:
    """Plans windows with the words of one vocabulary."""

    def __init__(self, words: Vocabulary, source: random.Random, icons: Sequence[str]) -> None:
        """`icons`: the meanings that can be drawn."""
        self._words = words
        self._random = source
        self._icons = tuple(icons)
        self._used: set[str] = set()
        self._focus_free = True
        self._off = 0.08

    def window(
        self, *, dialog: bool = False, small: bool = False, large: bool = False, popups: bool = True
    ) -> plan.Window:
        """One window, with few panels or many; `popups` allows an open menu or list."""
        chance = self._random.random
        self._used.clear()
        self._focus_free = chance() < 0.6
        # Now and then much is disabled: what that looks like is seldom seen otherwise.
        self._off = 0.45 if chance() < 0.2 else 0.08
        count = self._random.choice((1, 1, 2) if small or dialog else (1, 2, 2, 3))
        panels = self._random.choice((1, 2) if small or dialog else (2, 3, 4, 5))
        if large:
            count, panels = self._random.choice((2, 3, 4)), self._random.randint(5, 9)
        columns: list[list[plan.Group]] = [[] for _ in range(min(count, panels))]
        for index in range(panels):
            columns[index % len(columns)].append(self._group())
        menus = () if dialog or chance() < 0.4 else self._menus()
        open_menu = (
            self._random.randrange(len(menus)) if popups and menus and chance() < 0.4 else -1
        )
        return plan.Window(
            title=self._words.title(),
            columns=tuple(tuple(column) for column in columns),
            menus=menus,
            open_menu=open_menu,
            current_entry=self._random.randrange(8) if chance() < 0.6 else -1,
            open_combo=popups and open_menu < 0 and chance() < 0.25,
            tools=self._icon_bar() if not dialog and chance() < 0.4 else None,
            tool_buttons=self._tool_buttons() if not dialog and chance() < 0.15 else (),
            footer=self._button_row() if dialog or chance() < 0.5 else (),
            status=self._words.phrase() if not dialog and chance() < 0.35 else "",
            scrolls=not dialog and chance() < 0.2,
            dialog=dialog,
        )

    # ---------------------------------------------------------------- parts of a window

    def _group(self) -> plan.Group:
        title = self._unique(self._words.tab) if self._random.random() < 0.3 else ""
        if self._random.random() < 0.1:
            labels = self._several(self._words.tab, 2, 5)
            content = tuple(self._panel() for _ in range(self._random.randint(1, 2)))
            current = self._random.randrange(len(labels))
            return plan.Group(plan.Tabs(labels, current, content), title)
        return plan.Group(self._panel(), title)

    def _panel(self) -> plan.Simple:
        makers: dict[Callable[[], plan.Simple], float] = {
            self._form: 6,
            self._checks: 3,
            self._radios: 2.5,
            self._buttons: 1.5,
            self._icon_panel: 1.2,
            self._items: 1.3,
            self._tree: 0.9,
            self._table: 1.3,
            self._pad: 0.6,
            self._cards: 1,
            self._search: 1,
            self._text: 1.2,
            self._links: 0.8,
            self._sliders: 0.9,
            self._progress: 0.3,
        }
        return self._random.choices(tuple(makers), tuple(makers.values()))[0]()

    def _menus(self) -> tuple[plan.Menu, ...]:
        titles = self._several(self._words.menu, 3, 8)
        return tuple(plan.Menu(title, self._entries()) for title in titles)

    def _entries(self) -> tuple[plan.Entry, ...]:
        chance = self._random.random
        with_icons = chance() < 0.35
        with_keys = chance() < 0.6
        entries: list[plan.Entry] = []
        for text in self._several(self._words.menu_entry, 3, 12):
            if entries and entries[-1].text and chance() < 0.2:
                entries.append(plan.Entry())
            key = self._random.choice(("Ctrl+", "Ctrl+Shift+", "Alt+", "F"))
            ending = (
                str(self._random.randint(1, 12))
                if key == "F"
                else self._random.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
            )
            entries.append(
                plan.Entry(
                    text=text,
                    shortcut=key + ending if with_keys and chance() < 0.5 else "",
                    icon=self._icon() if with_icons and chance() < 0.6 else "",
                    checked=chance() < 0.5 if chance() < 0.15 else None,
                    disabled=chance() < self._off + 0.04,
                )
            )
        return tuple(entries)

    def _icon_bar(self) -> plan.Icons:
        size = self._random.choice((16, 16, 20, 22, 22, 24, 28, 32))
        return self._icon_row(self._random.randint(4, 14), size)

    def _tool_buttons(self) -> tuple[plan.Button, ...]:
        return tuple(
            plan.Button(text, icon=self._icon(), flat=True)
            for text in self._several(self._words.button, 2, 6)
        )

    def _button_row(self) -> tuple[plan.Button, ...]:
        texts = self._several(self._words.button, 1, 4)
        accent = self._random.randrange(len(texts)) if self._random.random() < 0.5 else -1
        return tuple(self._button(text, index == accent) for index, text in enumerate(texts))

    # ---------------------------------------------------------------- panels

    def _form(self) -> plan.Form:
        labels = self._random.choices(tuple(plan.Labels), (5, 3, 1.5, 1.5))[0]
        ending = self._random.choice((":", ":", "", "", "*", " :"))
        rows = self._random.randint(1, 7)
        return plan.Form(
            tuple(self._field(labels, ending) for _ in range(rows)),
            labels,
            align_right=self._random.random() < 0.35,
        )

    def _field(self, labels: plan.Labels, ending: str) -> plan.Field:
        chance = self._random.random
        label = self._unique(self._words.field)
        disabled = chance() < self._off
        if labels is plan.Labels.PLACEHOLDER:
            return plan.Field(
                label,
                plan.Kind.LINE,
                placeholder=label,
                focused=self._take_focus(),
                disabled=disabled,
            )
        kind = self._random.choices(tuple(plan.Kind), (7, 0.8, 1.2, 2.2))[0]
        focused = not disabled and kind is not plan.Kind.COMBO and self._take_focus()
        shared = (label, kind)
        match kind:
            case plan.Kind.COMBO:
                options = self._several(self._words.option, 2, 8)
                value = self._random.choice(options)
                return plan.Field(
                    *shared, value=value, options=options, ending=ending, disabled=disabled
                )
            case plan.Kind.SPIN:
                value = str(self._random.randint(0, 999))
                return plan.Field(
                    *shared, value=value, ending=ending, disabled=disabled, focused=focused
                )
            case plan.Kind.AREA:
                lines = [self._words.sentence() for _ in range(self._random.randint(0, 3))]
                return plan.Field(
                    *shared,
                    value="\n".join(lines),
                    ending=ending,
                    disabled=disabled,
                    focused=focused,
                )
            case plan.Kind.LINE:
                filled = chance() < 0.45
                hint = self._words.placeholder() if not filled and chance() < 0.25 else ""
                return plan.Field(
                    *shared,
                    value=self._words.value() if filled else "",
                    placeholder=hint,
                    ending=ending,
                    disabled=disabled,
                    focused=focused,
                    secret=chance() < 0.06,
                )

    def _checks(self) -> plan.Checks:
        texts = self._several(self._words.check, 1, 6)
        return plan.Checks(
            tuple(
                plan.Check(text, self._random.random() < 0.5, self._random.random() < self._off)
                for text in texts
            ),
            vertical=self._random.random() < 0.75,
        )

    def _radios(self) -> plan.Radios:
        texts = self._several(self._words.option, 2, 5)
        on = self._random.randrange(len(texts))
        disabled = self._random.random() < self._off
        return plan.Radios(
            tuple(plan.Check(text, index == on, disabled) for index, text in enumerate(texts)),
            vertical=self._random.random() < 0.6,
        )

    def _buttons(self) -> plan.Buttons:
        return plan.Buttons(self._button_row(), vertical=self._random.random() < 0.4)

    def _button(self, text: str, accent: bool) -> plan.Button:
        chance = self._random.random
        return plan.Button(
            text,
            icon=self._icon() if chance() < 0.2 else "",
            accent=accent,
            flat=chance() < 0.1,
            disabled=chance() < self._off,
        )

    def _icon_panel(self) -> plan.Icons:
        return self._icon_row(self._random.randint(2, 8), self._random.choice((16, 20, 24, 32)))

    def _icon_row(self, count: int, size: int) -> plan.Icons:
        meanings = tuple(self._random.sample(self._icons, count))
        pressed = self._random.randrange(count) if self._random.random() < 0.4 else -1
        disabled = self._random.randrange(count) if self._random.random() < 0.3 else -1
        return plan.Icons(meanings, size, pressed, -1 if disabled == pressed else disabled)

    def _items(self) -> plan.Items:
        items = self._several(self._random.choice((self._words.tab, self._words.option)), 3, 9)
        return plan.Items(items, self._selection(len(items)))

    def _tree(self) -> plan.Tree:
        names = self._several(self._words.tab, 2, 4)
        branches = tuple((name, self._several(self._words.option, 1, 4)) for name in names)
        open_ = tuple(index for index in range(len(names)) if self._random.random() < 0.6)
        return plan.Tree(branches, open_, self._selection(len(names)))

    def _table(self) -> plan.Table:
        headers = self._several(self._words.field, 2, 5)
        rows = tuple(
            (self._unique(self._words.person), *(self._words.value() for _ in headers[1:]))
            for _ in range(self._random.randint(2, 8))
        )
        return plan.Table(headers, rows, self._selection(len(rows)))

    def _pad(self) -> plan.Pad:
        rows: tuple[tuple[str, ...], ...] = _PAD_ROWS
        if self._random.random() < 0.3:
            rows = tuple(
                (*row[:3], {"/": "÷", "*": "×", "-": "−", "+": "+"}[row[3]]) for row in rows
            )
        extra = _SCIENCE_ROWS[: self._random.randint(0, 3)]
        return plan.Pad(self._words.number(), extra + rows)

    def _cards(self) -> plan.Cards:
        buttons = tuple(plan.Button(t) for t in self._several(self._words.button, 0, 2))
        icons = tuple(self._random.sample(self._icons, self._random.randint(1, 3)))
        if buttons and self._random.random() < 0.7:
            icons = ()
        return plan.Cards(
            tuple(
                plan.Card(
                    self._unique(self._words.person),
                    self._words.value() if self._random.random() < 0.6 else "",
                    buttons,
                    icons,
                )
                for _ in range(self._random.randint(2, 6))
            )
        )

    def _search(self) -> plan.Search:
        button = self._button(self._unique(self._words.button), self._random.random() < 0.4)
        return plan.Search(
            self._unique(self._words.placeholder),
            value=self._words.value() if self._random.random() < 0.3 else "",
            button=button if self._random.random() < 0.6 else None,
            focused=self._take_focus(),
        )

    def _text(self) -> plan.Words:
        heading = self._words.phrase(4) if self._random.random() < 0.6 else ""
        length = self._random.randint(5, 11)
        lines = tuple(self._words.sentence(length) for _ in range(self._random.randint(1, 6)))
        return plan.Words(heading, lines)

    def _links(self) -> plan.Links:
        maker = self._random.choice((self._words.tab, self._words.phrase))
        return plan.Links(self._several(maker, 1, 6), vertical=self._random.random() < 0.6)

    def _sliders(self) -> plan.Sliders:
        return plan.Sliders(
            tuple(
                plan.Slider(label, self._random.randint(0, 100), self._random.random() < self._off)
                for label in self._several(self._words.field, 1, 3)
            )
        )

    def _progress(self) -> plan.Progress:
        return plan.Progress(self._unique(self._words.phrase), self._random.randint(0, 100))

    # ---------------------------------------------------------------- draws

    def _icon(self) -> str:
        return self._random.choice(self._icons)

    def _selection(self, count: int) -> int:
        return self._random.randrange(count) if self._random.random() < 0.6 else -1

    def _take_focus(self) -> bool:
        if not self._focus_free or self._random.random() < 0.4:
            return False
        self._focus_free = False
        return True

    def _unique(self, maker: Callable[[], str]) -> str:
        """Words that no other control of the window bears, where that can be had in 20 draws."""
        text = maker()
        for _ in range(20):
            if text.casefold() not in self._used:
                break
            text = maker()
        self._used.add(text.casefold())
        return text

    def _several(self, maker: Callable[[], str], least: int, most: int) -> tuple[str, ...]:
        texts = [self._unique(maker) for _ in range(self._random.randint(least, most))]
        return tuple(dict.fromkeys(texts))
