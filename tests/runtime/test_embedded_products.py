"""Products in pieces: the same numbers, whatever the shapes, and no other thread at work."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uitars_runtime.backends.embedded.network.matching import product

_SIZES = st.integers(0, 300)


@settings(max_examples=60, deadline=None)
@given(_SIZES, _SIZES, st.sampled_from([1, 7, 256]))
def test_it_is_the_product(high: int, wide: int, depth: int) -> None:
    rng = np.random.default_rng(high * 1000 + wide)
    left = rng.standard_normal((high, depth), np.float32)
    right = rng.standard_normal((wide, depth), np.float32)
    assert np.allclose(product(left, right), left @ right.T, atol=1e-3)


_WATCHED = """
import os
import numpy as np
from uitars_runtime.backends.embedded.network.matching import product

def spent():
    tasks = [task for task in os.listdir("/proc/self/task") if task != str(os.getpid())]
    return sum(
        sum(map(int, open(f"/proc/self/task/{task}/stat").read().rsplit(")", 1)[1].split()[11:13]))
        for task in tasks
    )

left, right = np.ones((200, 256), np.float32), np.ones((120, 256), np.float32)
product(left, right)
before = spent()
for _ in range(2000):
    product(left, right)
print(spent() - before)
"""


@pytest.mark.skipif(
    not sys.platform.startswith("linux") or (os.cpu_count() or 1) < 2,
    reason="threads are counted by /proc, and one processor has no other thread",
)
def test_no_other_thread_works_for_it() -> None:
    run = subprocess.run(
        [sys.executable, "-c", _WATCHED], capture_output=True, text=True, check=True
    )
    assert int(run.stdout) == 0
