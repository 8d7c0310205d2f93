"""Tasks in Chinese that name what stands on the screen, put into the English that the model reads.

    打开计算器                     open the program, file or address
    打开“文件”菜单                 a menu of the window in front
    点击/单击/按下“保存”(按钮)       click; 双击 and 右击 as well
    在“姓名”中输入“张三”            a field; without a field 输入“张三” types where the caret is
    勾选“显示行号”、取消勾选“换行”     tick and untick
    选择“文件”菜单中的“保存”         a menu's entry; 从“颜色”中选择“红色” one of a list
    按 Ctrl+S、按回车键             keys
    向下滚动                       down or up

Parts are joined by 然后, 再, 并, 接着, commas and stops. Labels are copied as they are, in
quotes or without. A task of which one part is worded otherwise is not read at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

_OPEN, _CLOSE = "“\"「『‘'《", "”\"」』’'》"
_QUOTED: Final = re.compile(f"[{_OPEN}]([^{_OPEN}{_CLOSE}]*)[{_CLOSE}]")
_JOINTS: Final = re.compile(
    r"^(?:首先|先|然后|接着|随后|之后|最后|再|并且|并|和|请|帮我|请帮我)+|[，,。；;、！!\s]+$"
)
_BREAKS: Final = re.compile(
    r"[，,。；;、！!\n]+\s*|(?<=.)(?=然后|接着|随后|最后|并且|并(?=点|单|双|右|输|勾|取|选|打|启|按|在|从)"
    r"|再(?=点|单|双|右|输|勾|取|选|打|启|按|在|从))"
)
_KEYS: Final = {
    **dict.fromkeys(("回车", "回车键", "确认键"), "enter"),
    **dict.fromkeys(("空格", "空格键"), "space"),
    **dict.fromkeys(("退格", "退格键"), "backspace"),
    **dict.fromkeys(("删除键",), "delete"),
    **dict.fromkeys(("制表键",), "tab"),
    **dict.fromkeys(("退出键",), "escape"),
}
_CHORD: Final = r"(?:[A-Za-z]+\d*(?:\s*[+＋-]\s*)?)+(?:[^\W_])?"
_KIND: Final = r"(?P<kind>按钮|链接|图标|选项卡|标签页|标签|菜单项|选项|菜单)?"
_KINDS: Final = {
    "按钮": " button",
    "链接": " link",
    "图标": " icon",
    "选项卡": " tab",
    "标签页": " tab",
    "菜单": " menu",
}
_X, _Y = r"(?P<x>\0\d+\0|[^\0]+?)", r"(?P<y>\0\d+\0|[^\0]+)"
_FIELD: Final = r"(?:输入框|文本框|字段|栏|框|处)?(?:中|里面|里|内|上)?"
_PLACE: Final = r"(?:文档|文件|文本|正文|编辑器|窗口)"

_Said = Callable[[re.Match[str]], str]


def _hand(verb: str) -> _Said:
    return lambda found: f"{verb} the {found['x']}{_KINDS.get(found['kind'] or '', '')}"


def _keys(found: re.Match[str]) -> str:
    return f"press {_KEYS.get(found['x'], found['x'].replace(' ', '').replace('＋', '+'))}"


_RULES: Final[tuple[tuple[str, _Said], ...]] = (
    (f"(?:打开|点开|展开){_X}菜单", lambda m: f"open the {m['x']} menu"),
    (f"(?:打开|启动|运行|开启){_X}", lambda m: f"open {m['x']}"),
    (
        f"在?{_PLACE}(?:中|里面|里|内)?(?:输入|键入|写入|写下|写){_Y}",
        lambda m: f"type {m['y']} into the document",
    ),
    (
        f"在{_X}{_FIELD}(?:输入|键入|填写|填入|写入|写){_Y}",
        lambda m: f"enter {m['y']} into the {m['x']} field",
    ),
    (f"(?:输入|键入|写下){_Y}", lambda m: f"type {m['y']}"),
    (f"(?:取消勾选|取消选中|不勾选|去掉){_X}(?:复选框|选项)?", lambda m: f"untick {m['x']}"),
    (f"(?:勾选|选中|打勾){_X}(?:复选框|选项)?", lambda m: f"tick {m['x']}"),
    (
        f"(?:选择|点击|单击|从|在){_X}菜单(?:中|里面|里|下)?(?:的|选择|点击|单击){_Y}",
        lambda m: f"choose {m['y']} from the {m['x']} menu",
    ),
    (
        f"(?:从|在){_X}(?:列表|下拉框|下拉列表)?(?:中|里面|里)?(?:选择|选){_Y}",
        lambda m: f"choose {m['y']} from {m['x']}",
    ),
    (f"(?:选择|选){_X}", lambda m: f"choose {m['x']}"),
    (f"(?:双击){_X}{_KIND}", _hand("double-click")),
    (f"(?:右击|右键点击|右键单击){_X}{_KIND}", _hand("right-click")),
    (f"(?:按下|按)(?:快捷键|组合键)?\\s*(?P<x>{_CHORD}|{'|'.join(_KEYS)})\\s*键?", _keys),
    (f"(?:点击|单击|点一下|点|按下|按){_X}{_KIND}", _hand("click")),
    ("向?(?P<x>下|上)(?:滚动|翻页)", lambda m: f"scroll {'down' if m['x'] == '下' else 'up'}"),
)
_FORMS: Final = tuple((re.compile(pattern), said) for pattern, said in _RULES)


def in_english(task: str) -> str | None:
    """The task as the model reads it; None where it is worded in another way."""
    labels: list[str] = []

    def keep(found: re.Match[str]) -> str:
        labels.append(found[1])
        return f"\0{len(labels) - 1}\0"

    parts = [_JOINTS.sub("", part.strip()) for part in _BREAKS.split(_QUOTED.sub(keep, task))]
    said = [_part(part) for part in parts if part]
    if not said or None in said:
        return None
    whole = ", then ".join(part for part in said if part)
    return re.sub("\0(\\d+)\0", lambda found: f'"{labels[int(found[1])]}"', whole)


def _part(part: str) -> str | None:
    for pattern, said in _FORMS:
        found = pattern.fullmatch(part)
        if found is not None:
            return _bare_quoted(said(found), found)
    return None


def _bare_quoted(said: str, found: re.Match[str]) -> str:
    """Labels that came without quotes get them, so that they are copied whole."""
    for value in {found.groupdict().get("x"), found.groupdict().get("y")} - {None}:
        if value and "\0" not in value and f"open {value}" != said and "press " not in said:
            said = said.replace(value, f'"{value}"')
    return said
