"""Every drill of docs/security.md, whole, against its bar."""

import pytest

from helpers.safety.rows import ROWS, Row


@pytest.mark.drill
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.module)
def test_the_bar_is_met(row: Row) -> None:
    figures = row.run()
    assert figures["tried"] > 0
    assert figures["failed"] == 0, figures
