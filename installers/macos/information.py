"""What the bundle says of itself to macOS (Info.plist), and why it asks for what a person must
allow. Screen Recording and Accessibility have lists of their own in the settings: the program says
which (`uitars_runtime/desktop/macos/permissions.py`)."""

from __future__ import annotations

from typing import Final

IDENTIFIER: Final = "org.uitars.Uitars"
_FILES: Final = "A task of yours works with files in a folder that you chose for it."
WHY: Final = {
    "NSScreenCaptureUsageDescription": "Uitars looks at the screen while it works on a task of"
    " yours, and only then.",
    "NSAppleEventsUsageDescription": "Uitars opens the programs and files that a task of yours"
    " names.",
    "NSDesktopFolderUsageDescription": _FILES,
    "NSDocumentsFolderUsageDescription": _FILES,
    "NSDownloadsFolderUsageDescription": _FILES,
    "NSNetworkVolumesUsageDescription": _FILES,
    "NSRemovableVolumesUsageDescription": _FILES,
}
"""Shown with the question that macOS asks; without one it refuses and asks nobody."""


def information(version: str) -> dict[str, object]:
    """Beside what PyInstaller writes there itself."""
    return {
        "CFBundleDisplayName": "Uitars",
        "CFBundleVersion": version,
        "CFBundleShortVersionString": version,
        "LSApplicationCategoryType": "public.app-category.productivity",
        "LSMinimumSystemVersion": "12.0",
        "NSHighResolutionCapable": True,
        **WHY,
    }
