"""What language a task is in, what of Chinese is read, and what is said to everything else."""

from __future__ import annotations

import pytest

from uitars_runtime.backends.embedded.requests.language import Foreign, read_task


@pytest.mark.parametrize(
    "task",
    [
        "Open the calculator",
        'Click "保存"',
        'Type "der Hund und das Haus" into the document',
        "Type „der Hund und das Haus“ into the document",
        "Type la vida es bella into the document and press ctrl+s",
        "type 你好世界你好世界你好世界",
        "Press OK",
        "Click Öffnen",
        "2+3",
        "Oh, I've got enough profiles.",
        "We’ve had enough.",
        "solve x + y = 2",
        "plot y = 2x",
        "run du -sh",
        "µTorrent",
        "Δt = 5",
        "Ω",
        "Le Chat",
        "Das Keyboard",
    ],
)
def test_english_stays_whatever_it_quotes(task: str) -> None:
    assert read_task(task) == task


@pytest.mark.parametrize(
    ("task", "english"),
    [
        ("点击“保存”", 'click the "保存"'),
        ("单击「确定」按钮。", 'click the "确定" button'),
        ('双击"note.txt"', 'double-click the "note.txt"'),
        ("右键点击“图片”", 'right-click the "图片"'),
        ("在“姓名”中输入“张三”", 'enter "张三" into the "姓名" field'),
        ("在姓名栏中填写张三", 'enter "张三" into the "姓名" field'),
        ("在文档中输入“你好”", 'type "你好" into the document'),
        ("勾选“显示行号”复选框", 'tick "显示行号"'),
        ("取消勾选“自动换行”", 'untick "自动换行"'),
        ("选择“文件”菜单中的“保存”", 'choose "保存" from the "文件" menu'),
        ("从“File”菜单中选择“Save”", 'choose "Save" from the "File" menu'),
        ("从“颜色”中选择“红色”", 'choose "红色" from "颜色"'),
        ("打开“文件”菜单", 'open the "文件" menu'),
        ("打开计算器", "open 计算器"),
        ("选择文件菜单中的新建文件", 'choose "新建文件" from the "文件" menu'),
        ("在用户中输入用户名", 'enter "用户名" into the "用户" field'),
        ("点击 e", 'click the "e"'),
        ("输入 hello", 'type "hello"'),
        ("按 Ctrl+S", "press Ctrl+S"),
        ("按回车键", "press enter"),
        ("向下滚动", "scroll down"),
        (
            "请打开文本编辑器，然后输入“你好”，再按Ctrl+S并点击“保存”按钮",
            'open 文本编辑器, then type "你好", then press Ctrl+S, then click the "保存" button',
        ),
    ],
)
def test_chinese_that_names_what_is_there_is_read(task: str, english: str) -> None:
    assert read_task(task) == english


@pytest.mark.parametrize(
    ("task", "word"),
    [
        ("帮我整理一下桌面", "英文"),
        ("点击“保存”，然后帮我写一首诗", "英文"),
        ("Öffne den Taschenrechner und addiere 2 und 3", "Englisch"),
        ("Ouvre la calculatrice", "anglais"),
        ("Abre la calculadora y suma 2 y 3", "inglés"),
        ("電卓を開いてください", "英語"),
        ("계산기를 열어줘", "영어"),
        ("Открой калькулятор", "английский"),
        ("Apri la calcolatrice", "English"),
        ("افتح الآلة الحاسبة", "English"),
        ("Otwórz kalkulator i kliknij OK", "English"),
        ("Klicke OK", "Englisch"),
        ("Lösche das Bild", "Englisch"),
        ("envoie un email à la direction", "anglais"),
    ],
)
def test_any_other_language_is_refused_in_that_language_where_we_have_it(
    task: str, word: str
) -> None:
    refused = read_task(task)
    assert isinstance(refused, Foreign)
    assert word in refused.said


@pytest.mark.parametrize(
    "task",
    ["Play Le Mans", "Rename La La Land", "Search Das Boot", "Pick El Salvador", "Delete Le Monde"],
)
def test_a_name_of_another_language_makes_no_other_language(task: str) -> None:
    assert read_task(task) == task


@pytest.mark.parametrize("task", ["board, size 42, im 178 tall", "im done here", "and im shy"])
def test_i_am_without_its_apostrophe_is_not_german(task: str) -> None:
    assert read_task(task) == task
    german = read_task("Speichern im Ordner Bilder")
    assert isinstance(german, Foreign)


def test_what_follows_an_apostrophe_alone_is_no_error() -> None:
    assert isinstance(read_task("’a保存保存保存"), Foreign)
