"""Collects the window's texts into the translators' files, and compiles those for the program.

    python assets/make_translations.py

`uitars_<language>.ts` is what people edit, in Qt Linguist or any editor; new texts come in as
unfinished, texts that are gone are dropped. `uitars_<language>.qm` is what the window loads.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "assets" / "uitars_assets" / "translations"
LANGUAGES = ("zh_CN",)


def tool(name: str) -> str:
    """One of Qt's programs, as PySide6 brings it."""
    import PySide6

    return str(Path(str(PySide6.__file__)).parent / name)


def collect(target: Path) -> None:
    """Bring a translators' file up to date with the code."""
    sources = sorted((ROOT / "app" / "uitars_app").rglob("*.py"))
    language = target.stem.removeprefix("uitars_")
    options = ["-no-obsolete", "-locations", "none", "-source-language", "en"]
    command = [tool("lupdate"), *options, "-target-language", language]
    paths = [str(path.relative_to(ROOT)) for path in sources]
    subprocess.run(
        [*command, *paths, "-ts", str(target)], check=True, cwd=ROOT, stdout=subprocess.DEVNULL
    )


def compile_(source: Path) -> None:
    """Make the file that the program loads."""
    target = source.with_suffix(".qm")
    subprocess.run(
        [tool("lrelease"), "-silent", str(source), "-qm", str(target)], check=True, cwd=ROOT
    )


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    for language in LANGUAGES:
        file = FOLDER / f"uitars_{language}.ts"
        collect(file)
        compile_(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
