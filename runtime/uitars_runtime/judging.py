"""Who judges a run, with the networks of the embedded model that read a task's words for it.

Those that a run has open anyway are shared; where their files are missing only known wordings can
be judged. How a run is judged is not decided here (evidence/).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from uitars_runtime.backends.replay import REPLAY
from uitars_runtime.errors import ModelError
from uitars_runtime.evidence.readers import Readers
from uitars_runtime.evidence.witness import MENDS, Witness

if TYPE_CHECKING:
    from uitars_runtime.backends.embedded.network.encoder import SentenceEncoder
    from uitars_runtime.backends.embedded.network.form_reader import FormReader
    from uitars_runtime.backends.embedded.network.tagging import Tagger

T = TypeVar("T")


def witness(workspace: Path, model: str) -> Witness:
    """Who watches a run of a model whose programs work there. A recording is not told what is
    missing: it does not listen."""
    mends = 0 if model.startswith(REPLAY) else MENDS
    return Witness(workspace, sentence_encoder, READERS, mends=mends)


def _where_there(opened: Callable[[], T | None]) -> T | None:
    """A network, or nothing where its files are missing."""
    try:
        return opened()
    except ModelError:
        return None


def sentence_encoder() -> SentenceEncoder | None:
    """What lays words of a task beside names of controls."""
    from uitars_runtime.backends.embedded.network import encoder

    return _where_there(encoder.sentence_encoder)


def _edit_reader() -> Tagger | None:
    """What reads which changes of a text are asked for."""
    from uitars_runtime.backends.embedded.network import tagging

    return _where_there(tagging.tagger)


def _form_reader() -> FormReader | None:
    """What reads what a request means for each control of a form."""
    from uitars_runtime.backends.embedded.network import form_reader

    return _where_there(form_reader.form_reader)


READERS: Final = Readers(_edit_reader, _form_reader)
"""Those that come with the package."""
