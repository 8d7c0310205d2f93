"""An OpenAI-compatible server, a process of its own, whose model answers as a family writes.

    python dialect_server.py DIALECT TEXT

It prints its address. The model looks at the newest picture it was sent, in which a field is
magenta and a button cyan, and writes the next of four replies: into the field, TEXT, the button,
the end. The replies are written out by hand, and the numbers are reckoned from the size of the
picture alone: nothing of what is tested takes part.
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import cv2
import numpy as np

Place = tuple[float, float]
"""Where something is, as shares of the picture's width and height."""
Numbers = tuple[int, int]


def look(body: dict[str, Any]) -> tuple[dict[str, Place], tuple[int, int]]:
    """Where the coloured things are in the newest picture, and its width and height."""
    parts = [
        part
        for message in body["messages"]
        for part in (message["content"] if isinstance(message["content"], list) else [])
    ]
    url: str = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"][-1]
    data = np.frombuffer(base64.b64decode(url.partition(",")[2]), np.uint8)
    pixels = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.int32)
    height, width, _ = pixels.shape
    seen: dict[str, Place] = {}
    for name, colour in (("field", (255, 0, 255)), ("button", (255, 255, 0))):
        rows, columns = np.nonzero(np.abs(pixels - colour).sum(axis=2) < 60)
        if len(rows):
            middle = float(columns.mean() + 0.5), float(rows.mean() + 0.5)
            seen[name] = middle[0] / width, middle[1] / height
    return seen, (width, height)


def grid(divisor: int) -> Callable[[Place, tuple[int, int]], Numbers]:
    return lambda place, _: (round(place[0] * divisor), round(place[1] * divisor))


def pixels(place: Place, size: tuple[int, int]) -> Numbers:
    return int(place[0] * size[0]), int(place[1] * size[1])


NUMBERS: dict[str, Callable[[Place, tuple[int, int]], Numbers]] = {
    "fara": pixels,
    "fara-1.5": grid(1000),
    "mai-ui": grid(999),
    "glm-v": grid(1000),
    "opencua": pixels,
    "openai-computer": pixels,
    "anthropic-computer": pixels,
}


def json_block(name: str, **arguments: object) -> str:
    return f"<tool_call>\n{json.dumps({'name': name, 'arguments': arguments})}\n</tool_call>"


def native(**arguments: object) -> list[dict[str, object]]:
    name = "finish" if "status" in arguments else "computer"
    function = {"name": name, "arguments": json.dumps(arguments)}
    return [{"id": "call_1", "type": "function", "function": function}]


def answer(dialect: str, turn: int, text: str, at: list[int]) -> object:
    """The reply of a turn: text, or a list of native calls."""
    match dialect:
        case "fara":
            into = {"coordinate": at, "text": text, "press_enter": False}
            ended = {"action": "terminate", "status": "success"}
            turns = [
                {"action": "mouse_move", "coordinate": at},
                {"action": "type", "delete_existing_text": True, **into},
                {"action": "left_click", "coordinate": at},
                ended,
            ]
            return f"I do the next thing.\n{json_block('computer_use', **turns[turn])}"
        case "fara-1.5":
            turns = [
                {"action": "left_click", "coordinate": at},
                {"action": "type", "text": text},
                {"action": "left_click", "coordinate": at},
                {"action": "terminate", "answer": "It is saved."},
            ]
            return f"I do the next thing.\n{json_block('computer_use', **turns[turn])}"
        case "mai-ui":
            turns = [
                {"action": "click", "coordinate": at},
                {"action": "type", "text": text},
                {"action": "click", "coordinate": at},
                {"action": "terminate", "status": "success"},
            ]
            return f"<thinking>\nt\n</thinking>\n{json_block('mobile_use', **turns[turn])}"
        case "glm-v":
            click = f"left_click(start_box='{at}', element_info='it')"
            action = (click, f"type(content='{text}')", click, "DONE()")[turn]
            boxed = f"<|begin_of_box|>{action}<|end_of_box|>"
            return f'<think>why</think>I see it. {boxed}\nMemory:\n[{{"turn": "{turn}"}}]'
        case "opencua":
            click = f"pyautogui.click(x={at[0]}, y={at[1]})"
            end = "computer.terminate(status='success')"
            code = (click, f"pyautogui.write(message='{text}')", click, end)[turn]
            return f"Thought:\nThere.\n\nAction:\nDo it.\n\n```python\n{code}\n```"
        case "openai-computer":
            click = {"type": "click", "x": at[0], "y": at[1], "button": "left"}
            return (
                native(actions=[click]),
                native(type="type", text=text),
                native(action=click),
                native(status="success", answer="It is saved."),
            )[turn]
        case _:
            click = {"action": "left_click", "coordinate": at}
            return (
                native(**click),
                native(action="type", text=text),
                native(**click),
                native(status="success", answer="It is saved."),
            )[turn]


class Handler(BaseHTTPRequestHandler):
    turn = 0

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        dialect, text = sys.argv[1:3]
        seen, size = look(body)
        wanted = "field" if Handler.turn < 2 else "button"
        at = NUMBERS[dialect](seen[wanted], size) if wanted in seen else (0, 0)
        said = answer(dialect, min(Handler.turn, 3), text, list(at))
        Handler.turn += 1
        message = {"content": said} if isinstance(said, str) else {"tool_calls": said}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        data = json.dumps({"choices": [choice]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Nothing but the address is said."""


if __name__ == "__main__":
    server = HTTPServer(("127.0.0.1", 0), Handler)
    print(f"http://127.0.0.1:{server.server_address[1]}/v1", flush=True)
    server.serve_forever()
