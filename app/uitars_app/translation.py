"""The window's language. Texts stand in English in the code, inside `tr` or `translate`.

Translations are Qt Linguist files in the assets: `uitars_<language>.ts` is what people translate,
`.qm` what is loaded; `make translations` writes both.
"""

from __future__ import annotations

from importlib.resources import as_file, files

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from uitars_app.preferences import Language


def language_in_force(choice: Language) -> Language:
    """The chosen language; for `system` the first of the system's that there is."""
    if choice != "system":
        return choice
    for name in QLocale.system().uiLanguages():
        if name.startswith(("zh-CN", "zh-Hans", "zh_CN")) or name == "zh":
            return "zh_CN"
        if name.startswith("en"):
            return "en"
    return "en"


def install(application: QCoreApplication, choice: Language) -> None:
    """Show the application in this language; before the first window is made."""
    language = language_in_force(choice)
    QLocale.setDefault(QLocale("en_GB" if language == "en" else language))
    if language == "en":
        return
    folder = files("uitars_assets") / "translations"
    with as_file(folder / f"uitars_{language}.qm") as ours:
        qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        for name, place in ((f"qtbase_{language}", qt), (ours.name, str(ours.parent))):
            translator = QTranslator(application)
            if translator.load(name, place):
                application.installTranslator(translator)
