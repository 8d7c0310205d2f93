"""What people call a program by what it is for, as the desktop's registered categories.

No program is named here: the categories are those of the freedesktop menu specification, the types
tell which program a person chose for the purpose.
"""

from __future__ import annotations

from typing import Final

import msgspec


class Purpose(msgspec.Struct, frozen=True):
    """A kind of program."""

    words: tuple[str, ...]
    """What people call it."""
    categories: frozenset[str]
    """Every one of them marks a program for it."""
    types: tuple[str, ...] = ()
    """Its default program is the one that is chosen for the first of these."""


def _purpose(words: str, categories: str, types: str = "") -> Purpose:
    called = tuple(word.strip() for word in words.split(","))
    return Purpose(called, frozenset(categories.split()), tuple(types.split()))


PURPOSES: Final = (
    _purpose(
        "text editor, editor, plain text editor, notepad, note pad, texteditor, éditeur de texte,"
        " editor de texto, 文本编辑器, 编辑器, 记事本",
        "TextEditor",
        "text/plain",
    ),
    _purpose(
        "web browser, browser, internet browser, internet, webbrowser, navigateur, navegador,"
        " 浏览器, 网页浏览器, 网络浏览器",
        "WebBrowser",
        "x-scheme-handler/https x-scheme-handler/http text/html",
    ),
    _purpose(
        "file manager, file browser, file explorer, files, explorer, dateimanager,"
        " dateiverwaltung, gestionnaire de fichiers, gestor de archivos, 文件管理器, 文件浏览器",
        "FileManager",
        "inode/directory",
    ),
    _purpose(
        "terminal, terminal emulator, terminal window, command line, console, shell, konsole,"
        " kommandozeile, 终端, 终端模拟器, 命令行, 控制台",
        "TerminalEmulator",
        "x-terminal-emulator",
    ),
    _purpose(
        "calculator, calc, pocket calculator, desk calculator, taschenrechner, rechner,"
        " calculatrice, calculadora, 计算器",
        "Calculator",
    ),
    _purpose(
        "paint, painting, paint program, painting program, drawing program, painter, image editor,"
        " picture editor, photo editor, malprogramm,"
        " zeichenprogramm, 画图, 画图程序, 绘图",
        "RasterGraphics",
    ),
    _purpose(
        "image viewer, picture viewer, photo viewer, pictures, photos, bildbetrachter, 图片查看器,"
        " 图像查看器, 看图",
        "Viewer Graphics",
        "image/png image/jpeg",
    ),
    _purpose(
        "pdf viewer, pdf reader, document viewer, dokumentenbetrachter, 文档查看器, 阅读器",
        "Viewer Office",
        "application/pdf",
    ),
    _purpose("music player, audio player, musikspieler, 音乐播放器", "Audio Player", "audio/mpeg"),
    _purpose(
        "video player, movie player, media player, film player, videospieler, 视频播放器, 播放器",
        "Video Player",
        "video/mp4",
    ),
    _purpose(
        "mail, e-mail, email, mail program, mail client, email client, e-mail client,"
        " mailprogramm, messagerie, correo, 邮件, 电子邮件",
        "Email",
        "x-scheme-handler/mailto",
    ),
    _purpose(
        "archive manager, zip program, archiver, archivmanager, 压缩软件, 归档管理器",
        "Archiving",
        "application/zip",
    ),
    _purpose(
        "task manager, system monitor, process viewer, taskmanager, systemmonitor, 任务管理器,"
        " 系统监视器",
        "System Monitor",
    ),
    _purpose(
        "settings, system settings, control panel, control center, preferences, einstellungen,"
        " systemeinstellungen, paramètres, 设置, 系统设置, 控制面板",
        "Settings DesktopSettings",
    ),
    _purpose("word processor, textverarbeitung, 文字处理", "WordProcessor", "application/msword"),
    _purpose(
        "spreadsheet, spreadsheets, spreadsheet program, tabellenkalkulation, 电子表格, 表格",
        "Spreadsheet",
        "application/vnd.ms-excel",
    ),
    _purpose("presentation program, presentations, slides, 演示文稿", "Presentation"),
    _purpose("calendar, kalender, calendrier, calendario, 日历", "Calendar", "text/calendar"),
    _purpose("dictionary, wörterbuch, dictionnaire, diccionario, 词典, 字典", "Dictionary"),
    _purpose("clock, uhr, horloge, reloj, 时钟", "Clock"),
    _purpose("address book, contacts, kontakte, 通讯录, 联系人", "ContactManagement"),
)


def _alike(words: str) -> frozenset[str]:
    return frozenset(words.split())


SYNONYMS: Final = (
    _alike("picture image photo graphic"),
    _alike("movie film video clip"),
    _alike("song music audio sound tune"),
    _alike("mail email"),
    _alike("edit change modify write"),
    _alike("draw paint sketch"),
    _alike("see view show look display"),
    _alike("compare diff difference"),
    _alike("note memo sticky"),
    _alike("disk drive disc"),
    _alike("web internet"),
    _alike("play watch listen"),
    _alike("capture grab screenshot"),
    _alike("calculate compute calculator"),
)
"""Words that people use alike when they say what a program is for, as dictionaries have them."""
