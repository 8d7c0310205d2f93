"""Kinds of programs whose windows need rules of their own, told by the class of the window.

A program names its own class, so nothing becomes free by a name here: it can only be asked about.
"""

from __future__ import annotations

import enum
import re
from typing import Final

from uitars_runtime.commands.openings import BROWSERS
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.words import runs_code, starts_programs


class Kind(enum.Enum):
    """What a window is for."""

    TERMINAL = enum.auto()
    """What is typed becomes a command, outside any jail: terminals and consoles."""
    LAUNCHER = enum.auto()
    """What is typed starts a program."""
    VIM = enum.auto()
    EMACS = enum.auto()
    """Editors with a way to a shell in their commands."""
    WORKSHOP = enum.auto()
    """Development environments: a part of their window can be a console, and they run code."""
    DESKTOP = enum.auto()
    """A whole desktop in a window, of this computer or another: any program can be in it."""
    BROWSER = enum.auto()
    """Enter can send a form or go to another address."""
    FILES = enum.auto()
    """Files and mails: the Delete key deletes one."""
    KEYS = enum.auto()
    """Passwords, keys and questions for them."""
    MESSAGES = enum.auto()
    """Talks with other people: Enter sends what was written."""
    PICTURES = enum.auto()
    """Shows pictures: the Delete key throws the file away."""
    OTHER = enum.auto()


_NAMES: dict[Kind, tuple[str, ...]] = {
    Kind.TERMINAL: (
        *("alacritty", "cool-retro-term", "deepin-terminal", "eterm", "foot", "gnome-terminal"),
        *("guake", "hyper", "kgx", "kitty", "konsole", "lxterminal", "mate-terminal", "ptyxis"),
        *("qterminal", "rxvt", "sakura", "st-256color", "terminal", "terminator", "terminology"),
        *("termite", "tilda", "tilix", "urxvt", "uxterm", "wezterm", "xfce4-terminal", "xterm"),
        "yakuake",
        *("ghostty", "iterm"),
        *("cascadia_hosting", "cmd.exe", "conhost", "consolewindowclass", "mintty", "powershell"),
        *("putty", "pwsh", "windowsterminal", "wineconsole"),
        *("cmder", "conemu", "cosmic-term", "dev.warp", "edex-ui", "evilvte", "extraterm"),
        *("lilyterm", "raggesilver", "tabby", "tera term", "terminix", "ttermpro"),
    ),
    Kind.LAUNCHER: (
        *(
            "albert",
            "appfinder",
            "bashrun",
            "bemenu",
            "catfish-launcher",
            "dmenu",
            "fbrun",
            "fuzzel",
        ),
        *("gexec", "gmrun", "gnome-do", "grun", "jgmenu", "krunner", "kupfer", "launchy", "rofi"),
        *("synapse", "tofi", "ulauncher", "whiskermenu", "wofi", "xfrun", "xlunch"),
        *("flow.launcher", "powerlauncher", "searchapp", "searchhost", "startmenuexperience"),
        *("alfred", "raycast", "spotlight"),
        *("anyrun", "cerebro", "kickoff", "listary", "nwg-drawer", "onagre", "rlaunch", "ueli"),
        *("vicinae", "wox", "zazu"),
        *("budgie-panel", "gnome-shell", "lxpanel", "mate-panel", "plasmashell", "xfce4-panel"),
    ),
    Kind.BROWSER: BROWSERS,
    Kind.FILES: (
        *("caja", "claws-mail", "dolphin", "evolution", "geary", "kmail", "krusader", "nautilus"),
        *("nemo", "pcmanfm", "spacefm", "thunar", "thunderbird"),
        *("dde-desktop", "dde-file-manager", "doublecmd", "elementary.files", "pantheon-files"),
        *("peony", "xfdesktop"),
        *("cabinetwclass", "explorer.exe", "finder", "olk.exe", "outlook"),
    ),
    Kind.KEYS: (
        *("1password", "bitwarden", "gcr-prompter", "keepass", "kwallet", "lxqt-policykit"),
        *("pinentry", "polkit", "proton-pass", "seahorse", "askpass", "xfce-polkit"),
        *("consent.exe", "credentialui", "keychain", "lastpass", "password", "securityagent"),
        *("authenticator", "authy", "buttercup", "dashlane", "enpass", "ente_auth", "ente auth"),
        *("gksu", "gnome.world.secrets", "kdesu", "kleopatra", "lxqt-sudo", "nordpass", "padloc"),
        *("proton pass", "pwsafe", "qtpass", "roboform", "vaultwarden"),
        *("bitcoin-qt", "electrum", "exodus", "ledger live", "metamask", "trezor", "wallet"),
    ),
    Kind.DESKTOP: (
        *("anydesk", "freerdp", "gnome-boxes", "gnome-connections", "krdc", "nxplayer", "qemu"),
        *("rdesktop", "remmina", "rustdesk", "spicy", "teamviewer", "tigervnc", "virt-manager"),
        *("virt-viewer", "virtualbox", "vinagre", "vmware", "vncviewer", "x2goclient", "xephyr"),
        *("xnest", "xtightvncviewer", "xwayland", "mstsc", "vmconnect"),
    ),
    Kind.VIM: ("gvim", "neovide", "neovim", "nvim", "vim"),
    Kind.EMACS: ("emacs", "zile", "jove"),
    Kind.WORKSHOP: (
        *("studio", "anjuta", "arduino", "atom", "bluej", "clion", "codeblocks", "codium"),
        *("datagrip", "drracket", "eclipse", "eric", "geany", "builder", "goland", "idea"),
        *("idle", "jetbrains", "kate", "kdevelop", "lazarus", "matlab", "netbeans", "octave"),
        *("phpstorm", "pycharm", "qtcreator", "rider", "rstudio", "rubymine", "spyder", "sublime"),
        *("thonny", "code", "vscode", "webstorm", "wing", "devenv"),
    ),
    Kind.MESSAGES: (
        *(
            "beeper",
            "briar",
            "caprine",
            "chatty",
            "cinny",
            "dino",
            "dingtalk",
            "discord",
            "element",
        ),
        *("empathy", "feishu", "ferdium", "fluffychat", "fractal", "franz", "gajim", "hexchat"),
        *("jami", "kakaotalk", "konversation", "kopete", "kvirc", "lark", "mattermost", "messages"),
        *("messenger", "mumble", "neochat", "nheko", "pidgin", "polari", "psi", "qq", "qtox"),
        *("quassel", "rambox", "rocketchat", "signal", "simplex", "skype", "slack", "teams"),
        *("telegram", "telegramdesktop", "threema", "tokodon", "vesktop", "viber", "wechat"),
        *("weixin", "wemeet", "whatsapp", "whatsie", "xchat", "zapzap", "zulip"),
        *("armcord", "chat", "ciscocollabhost", "deltachat", "guilded", "instagram", "irssi"),
        *("jitsi", "keybase", "kik", "legcord", "revolt", "snapchat", "webcord", "webex"),
        *("weechat", "wickr", "wire", "zoom"),
    ),
    Kind.PICTURES: (
        *("digikam", "eog", "eom", "feh", "fotoxx", "geeqie", "gpicview", "gthumb", "gwenview"),
        *("honeyview", "imageglass", "irfanview", "koko", "loupe", "lximage", "mirage", "nomacs"),
        *("nsxiv", "photos", "phototonic", "pix", "qimgv", "qview", "ristretto", "shotwell"),
        *("sxiv", "viewnior", "xnview", "xnviewmp", "xviewer"),
    ),
}
"""Parts of class names in small letters; of the last five kinds whole words of them."""
_LINE_BY_LINE: Final = frozenset(
    {
        *("hexchat", "irssi", "konversation", "kvirc", "mirc"),
        *("polari", "quassel", "weechat", "xchat"),
    }
)
"""Programs for messages that send every line of what is pasted by itself."""


_CATEGORIES: Final = (
    (Kind.TERMINAL, {"TerminalEmulator"}),
    (Kind.DESKTOP, {"RemoteAccess"}),
    (Kind.BROWSER, {"WebBrowser"}),
    (Kind.FILES, {"Archiving", "Email", "FileManager", "Filesystem", "FileTransfer"}),
    (Kind.WORKSHOP, {"IDE"}),
    (Kind.MESSAGES, {"Chat", "InstantMessaging", "IRCClient"}),
    (Kind.PICTURES, {"Photography"}),
)
"""What the system's menus call programs of these kinds, under whatever name."""


def kind_of(facts: Facts) -> Kind:
    """What the window is for: by what it holds, by its class, its program's file name, what it and
    its widget are called, and what the system's menus say that the program is for."""
    if facts.role == "terminal" or facts.terminal:
        return Kind.TERMINAL
    names = _called(facts)
    # Keys first: a vault whose name holds "chrome" is a vault.
    for kind in (
        *(Kind.KEYS, Kind.TERMINAL, Kind.LAUNCHER, Kind.DESKTOP, Kind.BROWSER, Kind.FILES),
    ):
        if any(name in names for name in _NAMES[kind]):
            return kind
    # Titles of pages and mails are content; those of other windows say what they are.
    if runs_code(facts.window) or runs_code(facts.name):
        return Kind.TERMINAL
    if facts.front or starts_programs(facts.window):
        return Kind.LAUNCHER
    words = _words(facts)
    for kind in (Kind.VIM, Kind.EMACS, Kind.WORKSHOP, Kind.MESSAGES, Kind.PICTURES):
        if words.intersection(_NAMES[kind]):
            return kind
    told = (kind for kind, categories in _CATEGORIES if facts.categories & categories)
    return next(told, Kind.OTHER)


def sends_lines(facts: Facts) -> bool:
    """Whether a program for messages sends what is pasted line by line."""
    return kind_of(facts) is Kind.MESSAGES and not _LINE_BY_LINE.isdisjoint(_words(facts))


def _words(facts: Facts) -> set[str]:
    return set(re.findall(r"[a-z]+", _called(facts)))


def _called(facts: Facts) -> str:
    """The class of the window, its program's file name and what that runs, in small letters."""
    program = re.split(r"[/\\]", facts.program)[-1]
    return f"{facts.application} {program} {facts.script}".casefold()
