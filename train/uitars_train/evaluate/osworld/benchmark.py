"""OSWorld's tasks as a benchmark: fresh private desktops, and what is known of them."""

from __future__ import annotations

from typing import Final

from uitars_train.evaluate.osworld.desks import machine_for
from uitars_train.evaluate.osworld.host import Benchmark
from uitars_train.evaluate.osworld.judging import OSWORLD
from uitars_train.evaluate.osworld.machine import TaskMachine
from uitars_train.evaluate.osworld.needs import why_not

BENCHMARK: Final = Benchmark[TaskMachine]("osworld", "OSWorld", machine_for, why_not, OSWORLD)
