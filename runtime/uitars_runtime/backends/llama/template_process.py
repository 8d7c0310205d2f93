"""The process that renders chat templates; see template.py. A program of its own.

Each line in is `{"template", "messages", "bos", "eos"}`, each line out `{"text"}` or `{"error"}`.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

MEMORY_BYTES = 512 << 20
WARM_UP = "{{ strftime_now('%Y') | tojson }}{{ '\\n' | trim }}{{ raise_exception('') }}"
CPU_SECONDS = 60
"""For the whole life of the process; one rendering takes milliseconds."""


def limit() -> None:
    """Give up everything a rendering does not need."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    # The standard streams stay open; nothing further can be opened.
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))


def main() -> None:
    """Render until the other end is closed."""
    from jinja2 import ext, parser
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Generation(ext.Extension):
        """`{% generation %}` marks the model's own turns for training; a prompt ignores it."""

        tags = {"generation"}  # noqa: RUF012 - Jinja's own interface

        def parse(self, parser: parser.Parser) -> Any:
            next(parser.stream)
            return parser.parse_statements(("name:endgeneration",), drop_needle=True)

    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, ext.loopcontrols]
    )
    environment.filters["tojson"] = lambda value: json.dumps(value, ensure_ascii=False)

    def answer(given: dict[str, Any]) -> dict[str, str]:
        try:
            template = environment.from_string(given["template"])
            text = template.render(
                messages=given["messages"],
                bos_token=given["bos"],
                eos_token=given["eos"],
                add_generation_prompt=True,
                raise_exception=_refuse,
                strftime_now=time.strftime,
            )
        except Exception as error:
            # A stranger's program fails in any way.
            return {"error": f"{type(error).__name__}: {error}"[:500]}
        return {"text": text}

    # What is only imported to read a string or report an error has to be there before the limit.
    answer({"template": WARM_UP, "messages": [], "bos": "", "eos": ""})
    if sys.platform != "win32":
        limit()
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(json.dumps(answer(json.loads(line))).encode() + b"\n")
        sys.stdout.buffer.flush()


def _refuse(message: str) -> None:
    """What templates call to say that they cannot take these messages."""
    raise ValueError(message)


if __name__ == "__main__":
    main()
