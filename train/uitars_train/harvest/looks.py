"""How programs are shown: dark or light, which font, how large, on which screen, in which language.

The same program and round always get the same look. Settings go to the programs as environment and
as files of the folder that the private desktop lends them. Not here: starting them.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from uitars_runtime.types import Size
from uitars_train.harvest.records import Look

FONTS: Final = ("DejaVu Sans", "Noto Sans", "Cantarell")
SCALES: Final = (1.0, 1.0, 1.25, 1.5, 2.0)
SIZES: Final = (
    *(Size(1024, 768), Size(1280, 800), Size(1366, 768), Size(1600, 900)),
    Size(1920, 1080),
)
LANGUAGES: Final = ("de", "fr", "es", "it", "pl", "pt")
"""Whose letters the eyes read: what they cannot read nothing confirms."""
_FOREIGN: Final = 6
"""Of so many rounds one is in another language."""
_ATK: Final = "/usr/share/java/java-atk-wrapper.jar"
_ROOM: Final = Size(1600, 900)
"""Screen at least for what is shown twice as large."""

_FONTCONFIG: Final = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <match target="pattern">
    <test name="family"><string>sans-serif</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>{font}</string></edit>
  </match>
  <match target="pattern">
    <test name="family"><string>Sans</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>{font}</string></edit>
  </match>
</fontconfig>
"""
_GTK: Final = """[Settings]
gtk-font-name={font} 10
gtk-xft-dpi={dpi}
gtk-application-prefer-dark-theme={dark}
gtk-icon-theme-name={icons}
gtk-menu-images=1
"""
_QT: Final = """[Appearance]
color_scheme_path=/usr/share/{tool}/colors/darker.conf
custom_palette={dark}
icon_theme={icons}
style={style}
[Fonts]
general="{font},10,-1,5,50,0,0,0,0,0"
fixed="DejaVu Sans Mono,10,-1,5,50,0,0,0,0,0"
[Interface]
menus_have_icons=true
"""
_THUNDERBIRD: Final = """user_pref("layout.css.devPixelsPerPx", "{scale}");
user_pref("ui.systemUsesDarkTheme", {dark});
user_pref("app.update.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
"""


def look_of(name: str, turn: int) -> Look:
    """How a program is shown in a round; rounds take turns with light and dark, and one in six is
    in another language."""
    first, source = random.Random(name), random.Random(f"{name} {turn}")
    dark = (first.randrange(2) + turn) % 2 == 1
    foreign = (first.randrange(_FOREIGN) + turn) % _FOREIGN == 0
    scale = source.choice(SCALES)
    size = source.choice([one for one in SIZES if scale < 2 or one.width >= _ROOM.width])
    language = source.choice(LANGUAGES) if foreign else ""
    return Look(dark, source.choice(FONTS), scale, size, language)


def environment(look: Look, toolkit: str, workspace: Path) -> dict[str, str]:
    """What a program is told of a look, its files written below the workspace."""
    settings = workspace / ".look"
    settings.mkdir(exist_ok=True)
    _write_files(look, settings)
    found = {
        "XDG_CONFIG_HOME": str(settings),
        "FONTCONFIG_FILE": str(settings / "fonts.conf"),
        "GTK_THEME": "Adwaita:dark" if look.dark else "Adwaita",
        "GTK2_RC_FILES": str(settings / "gtkrc"),
        "ADW_DEBUG_COLOR_SCHEME": "prefer-dark" if look.dark else "prefer-light",
        "QT_QPA_PLATFORMTHEME": "qt6ct" if toolkit.startswith("Qt6") else "qt5ct",
        "QT_SCALE_FACTOR": f"{look.scale:g}",
        "SAL_USE_VCLPLUGIN": "gtk3",
        "GNOME_ACCESSIBILITY": "1",
        "GTK_MODULES": "gail:atk-bridge",
        "NO_AT_BRIDGE": "0",
        "LIBGL_ALWAYS_SOFTWARE": "1",
        "QTWEBENGINE_DISABLE_SANDBOX": "1",
    }
    if toolkit == "Java Swing":
        found["JAVA_TOOL_OPTIONS"] = (
            f"-Dsun.java2d.uiScale={look.scale:g} -Xbootclasspath/a:{_ATK}"
            " -Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper"
        )
    if look.language:
        found["LANGUAGE"] = look.language
    if look.scale == 2 and toolkit in _GTK_SCALES:
        found["GDK_SCALE"] = "2"
    return found


def pixels_told(look: Look, toolkit: str) -> float:
    """Screen pixels to one of those in which a program tells where its widgets are: what is drawn
    larger as a whole is counted as if it were not."""
    if toolkit.startswith(_COUNT_SMALL):
        return look.scale
    return 2.0 if look.scale == 2 and toolkit in _GTK_SCALES else 1.0


_GTK_SCALES: Final = ("GTK3", "GTK4", "libadwaita", "LibreOffice", "wx")
"""GTK draws twice as large, or only its letters larger."""
_COUNT_SMALL: Final = ("Qt", "KDE")


def _write_files(look: Look, settings: Path) -> None:
    dark = "true" if look.dark else "false"
    letters = 1.0 if look.scale == 2 else look.scale
    gtk = _GTK.format(
        font=look.font, dpi=round(98304 * letters), dark=int(look.dark), icons="Adwaita"
    )
    for folder in ("gtk-3.0", "gtk-4.0"):
        _put(settings / folder / "settings.ini", gtk)
    points = round(10 * look.scale)
    _put(settings / "gtkrc", f'gtk-font-name="{look.font} {points}"\ngtk-icon-theme-name="Tango"\n')
    icons = "breeze-dark" if look.dark else "breeze"
    for tool in ("qt5ct", "qt6ct"):
        _put(
            settings / tool / f"{tool}.conf",
            _QT.format(tool=tool, dark=dark, icons=icons, style="Fusion", font=look.font),
        )
    _put(settings / "kdeglobals", f"[Icons]\nTheme={icons}\n")
    _put(settings / "fonts.conf", _FONTCONFIG.format(font=look.font))
    _put(
        settings.parent / ".home" / "thunderbird" / "user.js",
        _THUNDERBIRD.format(scale=f"{look.scale:g}", dark=int(look.dark)),
    )


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
