"""Whether a task is in a language that the model reads, said before anything is done.

The network was trained on English. Chinese that names what stands on the screen is put into English
(chinese.py); everything else is refused at once, in the task's own language where we have a
sentence in it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.requests.chinese import in_english


class Understood(msgspec.Struct, frozen=True):
    """The task as the network reads it."""

    task: str


class Foreign(msgspec.Struct, frozen=True):
    """The task is in another language; a sentence for whoever worded it."""

    said: str


_COMMON: Final[dict[str, frozenset[str]]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": "the a an and then in into to of on open click press type enter select choose tick "
        "untick check uncheck from with menu button save file write add turn off set put make "
        "go show find close start please is it this that for at by first last next field box "
        "text new all",
        "de": "und der das ein eine einen dem mit auf für dann bitte ins zum zur im öffne öffnen"
        " klicke klick drücke gib wähle schreibe starte tippe speichere datei menü auswählen",
        "fr": "le la les et puis dans sur une du ouvre ouvrez ouvrir cliquez clique écris écrivez"
        " tapez choisis choisissez sélectionnez enregistre enregistrez fichier appuyez",
        "es": "el la los las y en una luego con abre abra abrir haz clic escribe escriba pulsa"
        " selecciona seleccione elige guarda guarde archivo menú",
        "it": "il la le lo gli e poi nel nella una apri aprire fai clicca premi scrivi seleziona"
        " scegli salva",
        "pt": "o os e na uma depois então abra abrir clique digite escreva selecione escolha salve"
        " arquivo",
        "nl": "het een en op vervolgens dan klik druk typ kies bestand opslaan sla",
        "pl": "otwórz kliknij wpisz wybierz oraz następnie naciśnij zapisz plik",
        "sv": "och sedan ett öppna klicka skriv välj tryck spara",
        "cs": "otevři klikni napiš vyber a pak stiskni ulož soubor",
        "tr": "aç tıkla yaz seç ve sonra bas kaydet dosyayı",
    }.items()
}
"""Words that tasks in a language have, by its code."""
_SCRIPTS: Final = {
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "HANGUL": "ko",
    "CYRILLIC": "ru",
    "CJK": "zh",
}
"""First word of a letter's name; another script than these and Latin has no sentence of its own."""
_SENTENCES: Final = {
    "": "The embedded model understands English only, and this task is in another language. Word it"
    ' in English, for example: Click "OK". Another model may understand it (--model).',
    "zh": "随附的小模型只理解英文和几种中文说法，这个任务它看不懂，所以什么也没有做。可以这样说："
    "打开计算器；点击“保存”；在“姓名”中输入“张三”；勾选“显示行号”；选择“文件”菜单中的“保存”；"
    "按 Ctrl+S；用“，然后”连接。也可以换一个模型（--model）。",
    "ja": "付属の小さなモデルは英語しか理解できないため、何も実行しませんでした。英語で書くか、"
    "別のモデルを選んでください（--model）。",
    "ko": "내장된 작은 모델은 영어만 이해하므로 아무것도 하지 않았습니다. 영어로 쓰거나 다른 모델을"
    " 선택하세요(--model).",
    "ru": "Встроенная модель понимает только английский, поэтому ничего не сделано. Сформулируйте"
    " задачу по-английски или выберите другую модель (--model).",
    "de": "Das mitgelieferte Modell versteht nur Englisch, darum wurde nichts getan. Die Aufgabe"
    ' auf Englisch stellen, zum Beispiel: Click "OK". Oder ein anderes Modell nehmen (--model).',
    "fr": "Le modèle fourni ne comprend que l'anglais : rien n'a été fait. Formulez la tâche en"
    ' anglais, par exemple : Click "OK". Ou choisissez un autre modèle (--model).',
    "es": "El modelo incluido solo entiende inglés, así que no se hizo nada. Escriba la tarea en"
    ' inglés, por ejemplo: Click "OK". O elija otro modelo (--model).',
}
_WORD: Final = re.compile(r"(?<![^\W\d_])(?<!['’])[^\W\d_]+")
"""Without what English puts behind an apostrophe: the rest of "I've" is Turkish by itself."""
_QUOTED: Final = re.compile(r"\"[^\"]*\"|“[^”]*”|‘[^’]*’|(?<!\w)'[^']*'(?!\w)|«[^»]*»|「[^」]*」")


def read_task(task: str) -> Understood | Foreign:
    """What a person asked for, or why it cannot be read. What stands in quotes is copied, so its
    language does not matter."""
    language = _language(_QUOTED.sub(" ", task))
    if language == "en":
        return Understood(task)
    if language == "zh":
        english = in_english(task)
        if english is not None:
            return Understood(english)
    return Foreign(_SENTENCES.get(language, _SENTENCES[""]))


def _language(said: str) -> str:
    """`en`, the code of another language, or empty for one without a code here."""
    letters = [unicodedata.name(letter, "").split(" ")[0] for letter in said if letter.isalpha()]
    latin = letters.count("LATIN")
    words = _WORD.findall(said.lower())
    begins = bool(letters) and letters[0] != "LATIN"
    if begins or (len(letters) - latin > latin / 2 and not _COMMON["en"] & set(words[:1])):
        others = [name for name in letters if name != "LATIN"]
        # Japanese has Chinese letters as well, Chinese never has Japanese ones.
        named = [_SCRIPTS.get(name, "") for name in others]
        return next((code for code in ("ja", "ko") if code in named), max(named, key=named.count))
    said_once = set(words)
    code, hits = max(
        ((code, len(said_once & marks)) for code, marks in _COMMON.items()),
        key=lambda pair: pair[1],
    )
    own = len(said_once & _COMMON["en"])
    return code if hits > own and (hits > 1 or own == 0) else "en"
