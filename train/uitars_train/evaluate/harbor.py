"""uitars as an agent of Harbor (Terminal-Bench, SWE-bench and whatever else Harbor runs):

    harbor run --agent uitars_train.evaluate.harbor:UitarsAgent -m openai/NAME \\
        --ak source=dist/uitars-VERSION-py3-none-any.whl \\
        --ae UITARS_BASE_URL=http://... --ae UITARS_API_KEY=... -d DATASET

It installs uitars in the task's container, lets `uitars-run` work there with its shell, its files
and a private desktop, and leaves the run as ATIF beside Harbor's logs. The container is the wall:
all but credentials is granted. Harbor needs Python 3.12 and containers. None was at hand: the
installation in a container was not run. Not here: starting Harbor, judging tasks.
"""

from __future__ import annotations

import importlib
import json
import shlex
import shutil
import tempfile
from pathlib import Path, PurePosixPath
from typing import Any, Final, Protocol

from uitars_runtime import __version__
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.run_record import Ending

_PLACE: Final = "/opt/uitars"
_PACKAGES: Final = "python3 python3-venv xvfb openbox bubblewrap dbus util-linux fonts-dejavu-core"
_INSTALL: Final = f"""set -e
command -v apt-get >/dev/null || {{ echo "no image of Debian or Ubuntu" >&2; exit 1; }}
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends {_PACKAGES}
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {{
  echo "the Python of this image is older than 3.11" >&2; exit 1; }}
python3 -m venv {_PLACE}
{_PLACE}/bin/pip install -q """
_WHEEL: Final = "Build it in a checkout: pip wheel --no-deps -w dist ."
_GRANTED: Final = "R1,R2,R3,S-read,S-write,S-other"
_ENDED: Final = frozenset(ending.exit_code for ending in Ending) - {Ending.ERROR.exit_code}
"""Codes of runs that came to an end of their own; the task's verifier judges them."""


# Harbor is not for every Python that we run on, and has no types here.
_BASE: Final[Any] = importlib.import_module("harbor.agents.base").BaseAgent


class _Result(Protocol):
    stdout: str | None
    stderr: str | None
    return_code: int


class UitarsAgent(_BASE):  # type: ignore[misc]
    """What Harbor asks of an agent; options are given with `--ak NAME=VALUE`."""

    logs_dir: Path
    environment_logs_dir: PurePosixPath
    model_name: str | None

    def __init__(
        self,
        logs_dir: Path,
        model_name: str | None = None,
        *,
        source: str = "",
        program: str = "",
        steps: int = 100,
        seconds: float = 1800.0,
        **others: Any,
    ) -> None:
        """`source`: what pip installs, a wheel of this machine or a requirement. `program`: in its
        place the folder of `uitars-run` in images that hold it already."""
        _BASE.__init__(self, logs_dir, model_name, **others)
        self._source = source
        self._programs = program or f"{_PLACE}/bin"
        self._installs = not program
        self._steps, self._seconds = int(steps), float(seconds)

    @staticmethod
    def name() -> str:
        return "uitars"

    def version(self) -> str:
        return __version__

    async def setup(self, environment: Any) -> None:
        """Install uitars. Raises `DesktopError`, which says what failed."""
        if not self._installs:
            return
        source = self._source
        if not source:
            raise UsageError("uitars is on no package index.", f"Say --ak source=WHEEL. {_WHEEL}")
        if source.endswith(".whl"):
            wheel = Path(source)
            if not wheel.is_file():
                raise UsageError(f"There is no wheel {wheel}.", _WHEEL)
            source = f"/tmp/{wheel.name}"  # noqa: S108 - of the container
            await environment.upload_file(wheel, source)
        done = await environment.exec(_INSTALL + shlex.quote(source), user="root")
        _expect(done, "uitars could not be installed in the container.")

    async def run(self, instruction: str, environment: Any, context: Any) -> None:
        """Let uitars work, and fetch its record. Raises `DesktopError` where it broke off."""
        runs = f"{self.environment_logs_dir}/uitars"
        variables: dict[str, str] = self.extra_env
        done = await environment.exec(self._command(instruction, runs), env=variables)
        if done.return_code not in _ENDED:
            _expect(done, "uitars broke off.")
        context.metadata = {"exit_code": done.return_code}
        await self._fetch(environment, runs)
        self._tell(context)

    def _command(self, instruction: str, runs: str) -> str:
        words = [
            *(f"{self._programs}/uitars-run", "--model", _reference(self.model_name)),
            *("--desktop", "sandbox", "--policy", "autonomous-in-sandbox"),
            *("--yes", _GRANTED, "--max-steps", str(self._steps)),
            *("--timeout", f"{self._seconds:g}", "--run-dir", runs, "--output-format", "json"),
        ]
        told = f'{shlex.join(words)} --workspace "$PWD" -- {shlex.quote(instruction)}'
        return f"mkdir -p {shlex.quote(runs)} && {told}"

    async def _fetch(self, environment: Any, runs: str) -> None:
        """The last run as ATIF: `trajectory.json` and `images/` in the folder of Harbor's logs."""
        out = f"{runs}/atif"
        export = shlex.join([f"{self._programs}/python", "-m", "uitars_runtime.cli.export"])
        last = f'"$(ls -d {shlex.quote(runs)}/*/run.json | tail -n 1 | xargs dirname)"'
        done = await environment.exec(f"{export} {last} --format atif -o {shlex.quote(out)}")
        _expect(done, "The record of uitars cannot be read.")
        with tempfile.TemporaryDirectory(prefix="uitars-harbor-") as folder:
            await environment.download_dir(out, folder)
            shutil.copytree(folder, self.logs_dir, dirs_exist_ok=True)

    def _tell(self, context: Any) -> None:
        totals = json.loads((self.logs_dir / "trajectory.json").read_bytes())["final_metrics"]
        context.n_input_tokens = totals["total_prompt_tokens"]
        context.n_cache_tokens = totals["total_cached_tokens"]
        context.n_output_tokens = totals["total_completion_tokens"]


def _reference(model: str | None) -> str:
    """A model as uitars names it: all servers are spoken to as OpenAI's."""
    if not model or model == "nano":
        return "nano"
    return f"openai/{model.partition('/')[2] or model}"


def _expect(done: _Result, title: str) -> None:
    if done.return_code:
        said = (done.stderr or "") + (done.stdout or "")
        raise DesktopError(title, " / ".join(said.strip().splitlines()[-3:]))
