"""The gate knows what programs write on their buttons in the languages of its word lists."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.policy import Mode, explain
from uitars_runtime.gate.policy_file import named
from uitars_runtime.gate.word_lists import WordLists
from uitars_runtime.gate.words import (
    asked_about,
    lets_out,
    names_a_bin,
    names_a_secret,
    pastes,
    risk_of,
    risk_of_button,
    risk_of_picture,
    says_yes,
    shows_a_secret_field,
    starts_programs,
    warns,
)
from uitars_runtime.types import Click, Point

CLICK = Click(Point(10, 10))
DELETE_AND_MORE = {
    "traditional Chinese": ("刪除(_D)", "不儲存(_D)", "放棄(_D)", "取代(_R)", "移到垃圾桶(_T)"),
    "Korean": ("삭제(_D)", "저장하지 않음(_D)", "버리기(_D)", "바꾸기(_R)", "휴지통으로 옮기기"),
    "Turkish": ("_Sil", "_Kaldır", "Kaydetmeden Kapat", "Yerine _Koy", "Çöpe _Taşı", "SİL"),
    "Czech": ("_Smazat", "O_dstranit", "_Neukládat", "Nah_radit", "Přesunout do _koše"),
    "Swedish": ("_Ta bort", "Spa_ra inte", "_Förkasta", "Er_sätt", "Flytta till pa_pperskorgen"),
    "Ukrainian": ("В_илучити", "_Не зберігати", "В_ідкинути", "За_мінити", "Видалити _обране"),
    "Danish": ("_Slet", "_Gem ikke", "_Kassér", "E_rstat", "Flyt til papirkurv"),
    "Norwegian": ("_Slett", "I_kke lagre", "_Forkast", "E_rstatt", "Flytt til papirkurven"),
    "Finnish": ("_Poista", "_Älä tallenna", "_Hylkää", "_Korvaa", "Siirrä _roskakoriin"),
    "Hungarian": ("_Törlés", "_Ne legyen mentve", "_Eltávolítás", "Áthelyezés a _Kukába"),
    "Romanian": ("Șt_erge", "Şterge", "_Nu salva", "_Elimină", "Înlocuieşte", "Mută la gunoi"),
    "Greek": ("_Διαγραφή", "ΔΙΑΓΡΑΦΗ", "_Χωρίς αποθήκευση", "Α_φαίρεση", "_Αντικατάσταση"),
    "Arabic": ("ا_حذف", "احذِف", "لا ت_حفظ", "ا_ستبدل", "إزالة", "انقل إلى المهملات"),
}
SEND_AND_MORE = {
    "traditional Chinese": ("傳送(_S)", "分享", "安裝(_I)", "結帳", "貼上並前往"),
    "Korean": ("보내기(_S)", "공유", "설치(_I)", "결제하기", "구매"),
    "Turkish": ("_Gönder", "Paylaş", "Satın Al", "Ödeme Yap", "KUR"),
    "Czech": ("Ode_slat", "Sdílet", "_Instalovat", "Objednat", "Zaplatit"),
    "Swedish": ("_Skicka", "_Dela", "_Installera", "Köp nu", "Betala"),
    "Ukrainian": ("_Надіслати", "Поділитися", "_Встановити", "Купити", "Оплатити"),
    "Danish": ("Videresend", "_Del", "_Installér", "Køb nu", "Betal"),
    "Norwegian": ("Videresend", "_Del", "_Installer", "Kjøp nå", "Betal"),
    "Finnish": ("_Lähetä", "_Jaa", "_Asenna", "Osta nyt", "Maksa"),
    "Hungarian": ("_Küldés", "Megosztás", "_Telepítés", "Megrendelés", "Fizetés"),
    "Romanian": ("_Trimite", "Partajează", "_Instalează", "Cumpără", "Plătește"),
    "Greek": ("_Αποστολή", "Κοινή χρήση", "_Εγκατάσταση", "Αγορά", "ΠΛΗΡΩΜΗ"),
    "Arabic": ("أ_رسل", "مشاركة", "تثبيت", "شراء", "ادفع"),
}
ALLOW_AND_UNLOCK = {
    "traditional Chinese": ("允許", "解除鎖定"),
    "Korean": ("허용", "잠금 해제"),
    "Turkish": ("İzin Ver", "Kilidi Kaldır"),
    "Czech": ("Povolit", "Odemknout"),
    "Swedish": ("Tillåt", "Lås upp"),
    "Ukrainian": ("Дозволити", "Розблокувати"),
    "Danish": ("Tillad", "Lås op"),
    "Norwegian": ("Tillat", "Lås opp"),
    "Finnish": ("Salli", "Avaa lukitus"),
    "Hungarian": ("Engedélyezés", "Feloldás"),
    "Romanian": ("Permite", "Deblochează"),
    "Greek": ("Να επιτρέπεται", "Ξεκλείδωμα"),
    "Arabic": ("اسمح", "افتح القفل"),
}
QUESTIONS = {
    "traditional Chinese": ("是(_Y)", "否(_N)", "確定要永遠刪除「a.txt」嗎？", "密碼："),
    "Korean": ("예(_Y)", "아니요(_N)", "파일 300개를 영구히 삭제하시겠습니까?", "암호(_P):"),
    "Turkish": ("_Evet", "_Hayır", "300 dosya silinsin mi?", "Yeni parola:"),
    "Czech": ("_Ano", "_Ne", "Opravdu chcete smazat 300 souborů?", "Zadejte heslo:"),
    "Swedish": ("_Ja", "_Nej", "Vill du ta bort 300 filer?", "_Lösenord:"),
    "Ukrainian": ("_Так", "_Ні", "Остаточно вилучити 300 файлів?", "_Новий пароль:"),
    "Danish": ("_Ja", "_Nej", "Er du sikker på at du vil slette 300 filer?", "A_dgangskode:"),
    "Norwegian": ("_Ja", "_Nei", "Er du sikker på at du vil slette 300 filer?", "_Passord:"),
    "Finnish": ("_Kyllä", "_Ei", "Haluatko varmasti poistaa 300 tiedostoa?", "_Salasana:"),
    "Hungarian": ("_Igen", "_Nem", "Biztosan törölni akarja a 300 fájlt?", "_Jelszó:"),
    "Romanian": ("_Da", "_Anulează", "Sigur doriți să ștergeți 300 de fișiere?", "Parolă:"),
    "Greek": ("_Ναι", "Ό_χι", "Διαγραφή 300 αρχείων;", "_Συνθηματικό:"),
    "Arabic": ("_نعم", "_لا", "أمتأكد من أنك تريد حذف 300 ملف؟", "كلمة السر:"),
}
ORDINARY = {
    "traditional Chinese": "開啟(_O) 儲存(_S) 關閉(_C) 複製(_C) 編輯(_E) 復原(_U) 刪除線(_S)",
    "Korean": "열기(_O) 저장(_S) 닫기(_C) 복사(_C) 편집(_E) 도움말(_H) 인쇄(_P) 내보내기(_E)",
    "Turkish": "_Aç _Kaydet _Kapat _Kopyala _Düzenle _Yardım _Yazdır _Yeni Kaydır",
    "Czech": "_Otevřít _Uložit _Zavřít _Kopírovat _Upravit _Nápověda _Tisk _Nový",
    "Swedish": "_Öppna _Spara _Stäng _Kopiera _Redigera _Hjälp _Ny _Egenskaper",
    "Ukrainian": "_Відкрити _Зберегти _Закрити _Копіювати _Правка _Довідка _Друк З_мінити",
    "Danish": "_Åbn _Gem _Luk _Kopiér _Redigér _Hjælp _Udskriv _Ny",
    "Norwegian": "_Åpne _Lagre _Lukk _Kopier _Rediger _Hjelp _Ny _Egenskaper",
    "Finnish": "_Avaa _Tallenna _Sulje _Kopioi _Muokkaa _Ohje _Tulosta _Toista",
    "Hungarian": "_Megnyitás _Mentés _Bezárás _Másolás S_zerkesztés _Súgó _Nyomtatás Ú_j",
    "Romanian": "_Deschide _Salvează Î_nchide _Copiază _Editare _Ajutor _Tipărește _Nou",
    "Greek": "Ά_νοιγμα Απο_θήκευση _Κλείσιμο Αντι_γραφή _Επεξεργασία _Βοήθεια _Αναίρεση",
    "Arabic": "ا_فتح ا_حفظ أ_غلق ا_نسخ تحرير مساعدة ا_طبع جديد",
}
"""What programs of the language call opening, saving, closing and the like."""


@pytest.mark.parametrize("language", DELETE_AND_MORE)
def test_what_cannot_be_taken_back_is_known(language: str) -> None:
    assert [name for name in DELETE_AND_MORE[language] if _risk_of_push(name) != "R2"] == []


@pytest.mark.parametrize("language", SEND_AND_MORE)
def test_what_leaves_this_computer_is_known(language: str) -> None:
    assert [name for name in SEND_AND_MORE[language] if _risk_of_push(name) != "R3"] == []


@pytest.mark.parametrize("language", ALLOW_AND_UNLOCK)
def test_what_opens_this_computer_is_known(language: str) -> None:
    assert [name for name in ALLOW_AND_UNLOCK[language] if _risk_of_push(name) != "R4"] == []


@pytest.mark.parametrize("language", ORDINARY)
def test_ordinary_buttons_are_no_question(language: str) -> None:
    names = ORDINARY[language].split()
    assert [name for name in names if _risk_of_push(name) or risk_of(name, misread=True)] == []


@pytest.mark.parametrize("language", QUESTIONS)
def test_a_yes_is_to_what_the_window_asks(language: str, tmp_path: Path) -> None:
    yes, no, question, _ = QUESTIONS[language]
    decisions = [
        explain(CLICK, named(Mode.ASK_ON_RISK), workspace=tmp_path, facts=facts).decision
        for facts in (
            Facts(role="push button", name=yes, words=question),
            Facts(role="push button", name=no, words=question),
        )
    ]
    assert decisions == ["ask", "allow"]
    assert lets_out(no)


@pytest.mark.parametrize("language", QUESTIONS)
def test_fields_for_secrets_are_known(language: str) -> None:
    label = QUESTIONS[language][3]
    assert names_a_secret(label)
    assert shows_a_secret_field(label)


@pytest.mark.parametrize(
    ("yes", "lost"),
    [
        ("繼續", "如果您還原檔案，它們將會遺失。"),
        ("계속", "문서를 저장하지 않으면 모든 바뀐 내용을 잃습니다."),
        ("Devam et", "Eğer belgeyi kaydetmezseniz, tüm değişiklikler yitirilecek."),
        ("_Pokračovat", "Neuložíte-li dokument, budou všechny změny ztraceny."),
        ("_Fortsätt", "Om du inte sparar dokumentet, kommer alla ändringar att förloras."),
        ("_Продовжити", "Якщо Ви не збережете документ, тоді зміни будуть втрачені."),
        ("_Fortsæt", "Hvis du ikke gemmer dokumentet, så mister du alle ændringerne."),
        ("_Fortsett", "Alle endringer vil gå tapt hvis du ikke lagrer dokumentet."),
        ("_Jatka", "Jos et tallenna asiakirjaa, tekemäsi muutokset menetetään."),
        ("_Folytatás", "Ha nem ment, az összes változtatás elvész."),
        ("_Continuă", "Dacă nu salvați documentul, toate modificările vor fi pierdute."),
        ("_Συνέχεια", "Αν δεν αποθηκεύσετε το έγγραφο, οι αλλαγές θα χαθούν οριστικά."),
        ("_متابعة", "إذا لم تقم بحفظ المستند، سيتم فقدان كافة التغييرات."),
    ],
)
def test_a_yes_and_what_it_loses_are_known(yes: str, lost: str) -> None:
    assert says_yes(yes)
    assert warns(lost) is not None


@pytest.mark.parametrize("name", ["Kaldır", "KALDIR", "kaldır", "İptal Et ve Sil", "Kaldırılsın"])
def test_turkish_capitals_are_the_same_words(name: str) -> None:
    assert risk_of(name) is not None


@pytest.mark.parametrize("question", ["Διαγραφή «a.txt»;", "حذف؟", "삭제?"])
def test_each_language_has_its_question_mark(question: str) -> None:
    assert asked_about(question) is not None
    assert asked_about(question.rstrip(";؟?") + ".") is None


@pytest.mark.parametrize(
    "name",
    [
        *("내보내기", "이름 바꾸기", "已安裝", "Seçimi Kaldır", "Anulează ștergerea"),
        *("Propiedades del documento", "Povolit zalamování textu", "Встановити мову"),
        *("Parola intera", "Toner", "Set", "SIL Open Font License"),
    ],
)
def test_a_listed_word_inside_another_phrase_is_no_deed(name: str) -> None:
    assert risk_of(name, misread=True) is None
    assert not names_a_secret(name)


@pytest.mark.parametrize(
    ("name", "pushed", "elsewhere"),
    [
        ("_Dela", "R3", None),  # Share, and Divide
        ("Dela med…", "R3", "R3"),
        ("Dela upp celler", None, None),
        ("還原(_R)", "R2", None),  # Revert, and Undo
        ("还原(_R)", "R2", None),
        ("_Temizle", "R2", None),  # Discard, and Clear
        ("_Değiştir", "R2", None),  # Replace, and Change
        ("ت_جاهل", "R2", None),  # Discard, and Ignore
        ("_Renunță", None, None),  # Cancel of every dialog, and Discard
        ("Renunță la modificări", "R2", "R2"),
    ],
)
def test_what_gtk_calls_two_things_is_asked_about_on_a_button(
    name: str, pushed: str | None, elsewhere: str | None
) -> None:
    assert _risk_of_push(name) == pushed
    found = risk_of(name)
    assert (found and found[0].value) == elsewhere
    assert not lets_out(name)


@pytest.mark.parametrize(
    ("name", "risk"),
    [
        *((name, "R2") for name in ("Throw Away", "Clear Log…", "Empty", "Write to Disk", "Zap")),
        *((name, "R2") for name in ("_Trash it", "Low-level format", "Unlink", "Don't keep")),
        *((name, "R3") for name in ("Hang Up", "Ban user", "Squash and merge", "RSVP")),
        *((name, "R4") for name in ("Show password", "Export keys…", "Admit all")),
    ],
)
def test_deeds_in_other_words_are_known(name: str, risk: str) -> None:
    assert _risk_of_push(name) == risk


@pytest.mark.parametrize(
    ("text", "risk"),
    [
        *((text, "R2") for text in ("Clear the log?", "Empty your cache?", "Format this disk?")),
        *((text, "R2") for text in ("Do you want to suspend Ann?", "Evict Bob?", "Blank it?")),
        *((text, "R3") for text in ("Ban Ann from the room?", "Really call 112?", "Hang up?")),
        ("Restore the backup over your files?", "R2"),
        ("Protokoll leeren?", "R2"),
    ],
)
def test_questions_in_whole_sentences_are_known(text: str, risk: str) -> None:
    found = asked_about(text)
    assert found is not None
    assert found[0] == risk


@pytest.mark.parametrize("text", ["The disc will be blanked", "12 rows are gone for good"])
def test_what_is_lost_is_warned_of(text: str) -> None:
    assert warns(text)


@pytest.mark.parametrize(
    "text", ["Where is the log?", "Open the folder?", "Save the file?", "Do you like trade books?"]
)
def test_other_questions_ask_about_nothing(text: str) -> None:
    assert asked_about(text) is warns(text) is None


@pytest.mark.parametrize(
    "name", ["Find and Replace…", "Reset Zoom", "Remove Formatting", "Transfer rate", "Post code"]
)
def test_ordinary_work_that_holds_a_grave_word_is_no_deed(name: str) -> None:
    assert _risk_of_push(name) is risk_of(name) is risk_of_picture(name) is None


def test_what_is_harmless_hides_nothing_beside_it() -> None:
    assert risk_of("내보내기 후 삭제") is not None
    assert risk_of("Reset zoom and delete") is not None
    assert risk_of("Seçimi kaldır ve sil") is not None


@pytest.mark.parametrize("name", ["실행 취소", "Spustit", "Kör…", "Rulează"])
def test_undoing_and_running_start_no_programs(name: str) -> None:
    assert not starts_programs(name)


def test_bins_pastes_and_launchers_are_known() -> None:
    assert all(map(names_a_bin, ("垃圾桶", "휴지통", "Çöp", "Koš", "Papperskorg", "Смітник")))
    assert all(map(pastes, ("貼上(_P)", "붙여넣기(_P)", "_Yapıştır", "_Vložit", "Klistra _in")))
    assert all(
        map(starts_programs, ("開啟終端機", "터미널 열기", "Uçbirimi Aç", "Otevřít terminál"))
    )


def test_every_language_has_the_lists_that_a_question_needs() -> None:
    text = (files("uitars_runtime.gate") / "word_lists.toml").read_bytes()
    languages = msgspec.toml.decode(text, type=dict[str, WordLists])
    spoken = {name: words for name, words in languages.items() if words.yes}
    assert len(spoken) == 24
    for name, words in spoken.items():
        lists = (words.irreversible, words.outside, words.opening, words.no, words.final)
        assert all((*lists, words.paste, words.starts, words.trash)), name


def _risk_of_push(name: str) -> str | None:
    found = risk_of_button(name, pushed=True)
    return found and found[0].value
