"""Every format that a run can be written in, by name. What a format holds is its own module's."""

from __future__ import annotations

from pathlib import Path

from uitars_runtime.errors import UsageError

FORMATS = {
    "osworld": "folder with traj.jsonl and step_N pictures",
    "atif": "folder with trajectory.json (ATIF v1.7) and images",
    "training": "folder with train.jsonl (messages and images)",
    "html": "one page that opens without a network",
    "webm": "a film, every step a chapter; takes ffmpeg",
}


def export(run: Path, form: str, out: Path) -> None:
    """Write the run in this folder. `form`: of `FORMATS`. `out`: a file for html and webm, else a
    folder that is empty or does not exist. Raises `JournalError`, `UsageError`."""
    match form:
        case "osworld":
            from uitars_runtime.export.osworld import export_osworld

            export_osworld(run, out)
        case "atif":
            from uitars_runtime.export.atif import export_atif

            export_atif(run, out)
        case "training":
            from uitars_runtime.export.training import export_training

            export_training(run, out)
        case "html":
            from uitars_runtime.export.folder import write_file
            from uitars_runtime.export.html import export_html

            write_file(out, export_html(run).encode())
        case "webm":
            from uitars_runtime.export.video import export_video

            export_video(run, out)
        case _:
            raise UsageError(f"There is no format {form!r}.", f"There are {', '.join(FORMATS)}.")
