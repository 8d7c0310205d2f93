"""uitars as an agent of Harbor, held against Harbor's own classes in a virtual environment of its
own, and worked on this machine in a container's place. No container is started.

`UITARS_HARBOR_PYTHON` names a Python with Harbor (3.12 and later); else one is made by pip.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.recorded import record
from uitars_runtime.types import Finish, Type, Wait

pytestmark = pytest.mark.drill

ROOT = Path(__file__).resolve().parents[2]
WORKING = """
import asyncio, inspect, json, subprocess, sys
from pathlib import Path
from harbor.agents.base import BaseAgent
from harbor.agents.factory import AgentFactory
from harbor.environments.base import BaseEnvironment, ExecResult
from harbor.models.agent.context import AgentContext
from harbor.utils.trajectory_validator import TrajectoryValidator
from uitars_train.evaluate.harbor import UitarsAgent

logs, place, programs, model, task = sys.argv[1:]
agent = AgentFactory.create_agent_from_import_path(
    "uitars_train.evaluate.harbor:UitarsAgent", logs_dir=Path(logs), model_name="nano",
    program=programs, steps="5", extra_env={"UITARS_HOME": place + "/home"},
    environment_logs_dir=Path(place),
)
assert isinstance(agent, BaseAgent) and not UitarsAgent.__abstractmethods__
for name in ("name", "version", "setup", "run"):
    ours, theirs = (inspect.signature(getattr(one, name)) for one in (UitarsAgent, BaseAgent))
    assert list(ours.parameters) == list(theirs.parameters), name

class Here:
    "This machine in a container's place: what is not overridden here is Harbor's own signature."
    asked = []

    async def exec(self, command, cwd=None, env=None, timeout_sec=None, user=None):
        self.asked.append(command)
        command = command.replace("--model nano", "--model " + model)
        import os
        done = subprocess.run(["bash", "-c", command], cwd=place, capture_output=True, text=True,
                              env={**os.environ, **(env or {})})
        return ExecResult(stdout=done.stdout, stderr=done.stderr, return_code=done.returncode)

    async def download_dir(self, source_dir, target_dir):
        import shutil
        shutil.copytree(source_dir, target_dir, dirs_exist_ok=True)

for name in ("exec", "download_dir"):
    ours, theirs = (inspect.signature(getattr(one, name)) for one in (Here, BaseEnvironment))
    assert list(ours.parameters) == list(theirs.parameters), name
here, context = Here(), AgentContext()
async def work():
    await agent.setup(here)
    await agent.run(task, here, context)
asyncio.run(work())
validator = TrajectoryValidator()
valid = validator.validate(Path(logs) / "trajectory.json")
print(json.dumps({"valid": valid, "errors": validator.errors, "asked": here.asked,
                  "context": context.model_dump()}))
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    if given := os.environ.get("UITARS_HARBOR_PYTHON"):
        return given
    newer = next((found for n in (12, 13, 14) if (found := shutil.which(f"python3.{n}"))), None)
    if newer is None:
        pytest.skip("Harbor needs Python 3.12, which is not installed")
    place = tmp_path_factory.mktemp("harbor")
    subprocess.run([newer, "-m", "venv", str(place)], check=True)
    python = str(place / "bin" / "python")
    done = subprocess.run([python, "-m", "pip", "install", "-q", "harbor"], check=False)
    if done.returncode:
        pytest.skip("Harbor cannot be installed here")
    return python


def test_the_agent_is_one_of_harbor_and_its_record_passes_harbors_validator(
    python: str, tmp_path: Path
) -> None:
    recorded = record(tmp_path / "recorded", Wait(0), Type("echo it's done"), *[Finish()] * 3)
    (tmp_path / "logs").mkdir()
    (tmp_path / "place").mkdir()
    task = 'Don\'t stop; say $(whoami) & "done"'
    # msgspec is all that the agent's own half needs beside Harbor.
    subprocess.run([python, "-m", "pip", "install", "-q", "msgspec"], check=False)
    done = subprocess.run(
        [
            *(python, "-c", WORKING, str(tmp_path / "logs"), str(tmp_path / "place")),
            *(str(Path(sys.executable).parent), f"replay:{recorded}", task),
        ],
        env={
            **{name: value for name, value in os.environ.items() if name != "PYTHONHOME"},
            "PYTHONPATH": f"{ROOT / 'train'}:{ROOT / 'runtime'}",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert (told["valid"], told["errors"]) == (True, [])
    assert told["context"]["metadata"]["exit_code"] == 0
    assert told["context"]["n_input_tokens"] == 0
    kept = json.loads((tmp_path / "logs" / "trajectory.json").read_text())
    assert kept["steps"][0]["message"][0]["text"] == task
    assert list((tmp_path / "logs" / "images").iterdir())
