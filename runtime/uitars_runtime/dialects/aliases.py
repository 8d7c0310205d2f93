"""The many spellings of verbs and of their arguments, and the one this project reads.

Names are lower-cased first. The spellings are those the open model families and their published
parsers use; an unknown name stays as it is and is refused by verbs.py.
"""

from __future__ import annotations

_VERB_SPELLINGS: dict[str, str] = {
    "click": "left_click left_single leftclick leftsingle tap",
    "double_click": "left_double doubleclick leftdouble left_double_click",
    "triple_click": "left_triple tripleclick",
    "right_click": "right_single rightclick rightsingle",
    "middle_click": "middle_single middleclick middlesingle",
    "mouse_move": "move move_to moveto mousemove hover",
    "drag": "select left_click_drag leftclickdrag left_drag swipe",
    "mouse_down": "mousedown left_mouse_down",
    "mouse_up": "mouseup left_mouse_up",
    "type": "write input_text",
    "hotkey": "key keypress",
    "wait": "sleep",
    "navigate": "goto visit_url",
    "navigate_back": "navigateback history_back press_back back pressback",
    "long_press": "longpress",
    "press_home": "home presshome",
    "press_enter": "pressenter",
    "press_recent": "pressrecent",
    "open_app": "openapp launch",
    "screenshot": "snapshot take_screenshot takescreenshot",
    "call_user": "calluser user_resp",
    "finished": "finish done",
    "fail": "infeasible",
    "shell": "execute_bash bash",
}
_ARGUMENT_SPELLINGS: dict[str, str] = {
    "start": "start_box startbox start_point start_position start_coordinate start_coordinates",
    "end": "end_box endbox end_point end_position end_coordinate end_coordinates",
    "point": "position coordinate coordinates box at",
    "button": "mouse_button",
    "direction": "dir scroll_direction",
    "content": "text input_text type answer question",
    "key": "keys keyname hotkey keyboard_key",
    "url": "link website",
    "name": "appname app_name application app",
    "time": "duration wait_time delay seconds",
    "amount": "step steps clicks scroll_amount",
}


def _inverted(spellings: dict[str, str]) -> dict[str, str]:
    return {word: name for name, words in spellings.items() for word in words.split()}


_VERBS = _inverted(_VERB_SPELLINGS)
_ARGUMENTS = _inverted(_ARGUMENT_SPELLINGS)


def verb(name: str) -> str:
    """The verb a spelling stands for, or the spelling itself in lower case."""
    lowered = name.strip().lower()
    return _VERBS.get(lowered, lowered)


def argument(name: str) -> str:
    """The argument a spelling stands for, or the spelling itself in lower case."""
    lowered = name.strip().lower()
    return _ARGUMENTS.get(lowered, lowered)
