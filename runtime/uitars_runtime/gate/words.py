"""Words on buttons that say what pressing them does, in a few languages.

Short on purpose: verbs that a button shows for deeds that cannot be taken back (R2), that leave
this computer (R3), or that open it to others (R4), and the names of fields for secrets. English,
German, French, Spanish, Italian, Portuguese, Dutch, Polish, Russian, Chinese and Japanese. A word
that is missing makes an action ordinary work, so the list is a help and not a wall.
"""

from __future__ import annotations

import re
import unicodedata

from uitars_runtime.risk import Risk

_IRREVERSIBLE = """
    delete, remove, erase, discard, don't save, do not save, without saving, overwrite, replace,
    empty trash, format disk, format drive, reset, uninstall, shut down, power off, restart,
    reboot, log out, sign out,
    submit, sign, revert, wipe, clear all, clear history, register, purge, terminate, force quit,
    close account, close my account, deactivate account, 🗑
    löschen, entfernen, verwerfen, nicht speichern, überschreiben, ersetzen, papierkorb leeren,
    zurücksetzen, deinstallieren, herunterfahren, neu starten, abmelden, absenden, unterschreiben
    supprimer, effacer, ne pas enregistrer, écraser, remplacer, vider la corbeille, réinitialiser,
    désinstaller, éteindre, redémarrer, se déconnecter, soumettre, signer
    eliminar, borrar, descartar, no guardar, sobrescribir, reemplazar, vaciar la papelera,
    restablecer, desinstalar, apagar, reiniciar, cerrar sesión, firmar
    elimina, cancella definitivamente, non salvare, sovrascrivi, sostituisci, svuota il cestino,
    ripristina, disinstalla, spegni, riavvia, firma
    excluir, apagar, não salvar, não guardar, substituir, esvaziar lixeira, redefinir, desligar
    verwijderen, niet opslaan, overschrijven, vervangen, prullenbak legen, afsluiten, ondertekenen
    usuń, nie zapisuj, zastąp, opróżnij kosz, odinstaluj, wyłącz
    удалить, не сохранять, заменить, очистить корзину, сбросить, выключить
    删除, 不保存, 覆盖, 替换, 清空回收站, 卸载, 重置, 提交
    削除, 保存しない, 上書き, 置き換え, ゴミ箱を空にする, 送信する
"""
_OUTSIDE = """
    send, reply all, forward message, post, publish, share, tweet, buy, buy now, pay, pay now,
    purchase,
    order now, place order, place your order, complete order, complete your order, place bid,
    withdraw, deploy, merge pull request, start free trial, check out, checkout, donate, transfer,
    subscribe, unsubscribe,
    book now, book flight, install, upload, call now, invite, confirm payment, confirm order
    senden, antworten an alle, weiterleiten, veröffentlichen, teilen, kaufen, jetzt kaufen,
    bezahlen,
    zahlungspflichtig bestellen, bestellen, bestellung aufgeben, bestellung abschicken,
    kauf abschließen, spenden, überweisen, abonnieren, buchen, installieren,
    hochladen, anrufen, einladen
    envoyer, transférer, publier, partager, acheter, payer, commander, passer la commande,
    faire un don, s'abonner, réserver, installer, téléverser, appeler, inviter
    enviar, reenviar, publicar, compartir, comprar, pagar, hacer pedido,
    realizar pedido, tramitar pedido, finalizar la compra, donar, transferir,
    suscribirse, reservar, instalar, llamar, invitar
    invia, inoltra, pubblica, condividi, acquista, paga, ordina, effettua l'ordine, dona,
    trasferisci, prenota, installa
    enviar, encaminhar, compartilhar, partilhar, finalizar compra, fazer pedido, doar, assinar
    versturen, verzenden, doorsturen, delen, kopen, betalen, bestellen,
    bestelling plaatsen, doneren, overmaken, boeken
    wyślij, opublikuj, udostępnij, kup, zapłać, zamów, złóż zamówienie, przelej, zainstaluj
    отправить, опубликовать, поделиться, купить, оплатить, заказать, оформить заказ,
    перевести, установить
    发送, 发布, 分享, 购买, 付款, 支付, 下单, 转账, 安装, 上传
    送信, 投稿, 共有, 購入, 支払う, 注文, 振込, インストール, アップロード
"""
_OPENING = """
    allow, always allow, allow access, grant, grant access, permit, trust, authenticate, authorize,
    authorise, approve, unlock, change password, reset password, add key, enable remote
    erlauben, zulassen, zugriff gewähren, vertrauen, authentifizieren, autorisieren, genehmigen,
    entsperren, freigeben
    autoriser, permettre, faire confiance, s'authentifier, approuver, déverrouiller
    permitir, conceder, confiar, autenticar, autorizar, aprobar, desbloquear
    consenti, concedi, autorizza, autentica, approva, sblocca
    conceder, aprovar
    toestaan, vertrouwen, verifiëren, goedkeuren, ontgrendelen
    zezwól, zezwalaj, zaufaj, uwierzytelnij, zatwierdź, odblokuj
    разрешить, доверять, подтвердить личность, одобрить, разблокировать
    允许, 授权, 信任, 批准, 解锁
    許可, 信頼, 認証, 承認, ロック解除
"""
_SECRETS = """
    password, passphrase, passcode, pin, pin code, security code, verification code, one-time code,
    cvv, cvc, card number, secret key, private key, recovery key, recovery phrase, seed phrase
    passwort, kennwort, sicherheitscode, bestätigungscode, kartennummer, mot de passe, code secret,
    numéro de carte, contraseña, código de verificación, número de tarjeta, parola d'ordine,
    numero della carta, senha, palavra-passe, wachtwoord, kaartnummer, hasło, пароль, 密码, 验证码,
    パスワード, 暗証番号
"""
_YES = """
    ok, okay, yes, continue, confirm, proceed, accept, agree, i agree, ja, weiter, bestätigen,
    fortfahren, oui, continuer, confirmer, accepter, sí, aceptar, continuar, confirmar, sì,
    continua,
    conferma, accetta, sim, aceitar, doorgaan, bevestigen, tak, potwierdź, да, продолжить, 是, 确定,
    确认, はい
"""
_PASTE = "paste, einfügen, coller, pegar, incolla, colar, plakken, wklej, вставить, 粘贴, 貼り付け"
_NO = """
    cancel, no, no thanks, not now, close, back, go back, later, keep, keep it, ignore, skip,
    dismiss, abbrechen, nein, schließen, zurück, später, annuler, non, fermer, retour, plus tard,
    cancelar, no, cerrar, atrás, más tarde, annulla, chiudi, indietro, não, fechar, voltar,
    annuleren, nee, sluiten, terug, anuluj, nie, zamknij,
    отмена, отменить, нет, закрыть, назад, позже, 取消, 关闭, 返回, 否,
    キャンセル, いいえ, 閉じる, 戻る
"""
_FINAL = """
    permanently, cannot be undone, can't be undone, irreversible, unwiderruflich, endgültig,
    définitivement, irréversible, permanentemente, irreversible, definitivamente, onherroepelijk,
    nieodwracalnie, безвозвратно, 永久, 无法撤销, 完全に
"""
_STARTS = """
    run program, run command, run application, run a program, run a command, run dialog,
    run in terminal, execute, execute command, execute program, launch, launch application,
    application finder, application launcher, shell command, open terminal, open in terminal,
    open a terminal, new terminal, anwendung ausführen, befehl ausführen, programm ausführen,
    ausführen, im terminal öffnen, exécuter, exécuter une commande, lancer, ejecutar,
    ejecutar una aplicación, esegui, esegui comando,
    executar, uitvoeren, uruchom, выполнить, запустить, 运行, 执行, 実行
"""
_RUNS = """
    run, run module, run script, run file, run code, run cell, run all, run customized,
    run current script, run current file, run without debugging, build, build all, rebuild, make,
    make all, compile, debug, start debugging, play, ausführen, starten, erstellen, kompilieren,
    exécuter, ejecutar, esegui, executar, uruchom, запустить, выполнить, 运行, 実行
"""
_CONSOLES = """
    terminal, console, konsole, shell, repl, command window, command prompt, interpreter, ipython
"""
_TRASH = """
    trash, rubbish bin, recycle bin, wastebasket, waste basket, bin, papierkorb, corbeille,
    papelera, cestino, lixeira, prullenbak, kosz, корзина, 回收站, 废纸篓, ゴミ箱
"""
_SECURITY = """
    authentication required, authenticate, unlock keyring, unlock login keyring, keyring password,
    enter password, password required, security settings, legitimierung erforderlich,
    authentifizierung erforderlich, authentification requise, autenticación necesaria,
    autenticazione richiesta, autenticação necessária, authenticatie vereist
"""

_LONGEST_LABEL = 6
"""Words of a line that can be a label; a longer one is a text about something."""
_LONGEST_BUTTON = 12
"""Words on what a program calls a button: the gravest ones say all that they do."""


_SHORTEST_CUT = 6
"""Letters of a word that is still known without its first or last one."""
_SHORTEST_LOST = 4
"""Letters of a word that is still known without a thin one inside."""
_THIN = "ijlt"
_OTHER_WORDS = frozenset(
    {
        *("remote", "summit", "unload", "reverb", "approval", "public", "installs", "hermit"),
        *("suchen", "verwenden", "verlangen", "anmelden", "abrufen", "laufen", "wenden", "weilen"),
        *("monate", "meilen", "zeilen", "haufen", "kuchen", "senken", "vertragen", "sonate"),
        *("filmar", "formar", "descargar", "registar", "clamar", "ordina", "permet", "oublier"),
        *("restant", "zoeken", "tellen", "bepalen", "levert", "metalen", "verwerken"),
        *("layer", "sweet", "crust", "sonar", "helen", "bayer", "mayer", "surge"),
    }
)
"""Words that differ from a listed one by a letter and mean something else."""
_UNSEEN = frozenset({"\u034f", *map(chr, range(0xFE00, 0xFE10))})
"""Marks that change nothing one sees, beside those whose category says so."""
_ALIKE = str.maketrans("1|!i0", "llllo")
"""Characters that look alike in small letters on a screen."""
_TWINS = str.maketrans(
    "авеёіјкмнорсѕтухԁӏһԛԝɡðđαβεικνορτυχ",
    "abeeijkmhopcstyxdlhqwgddabeikvoptux",
)
"""Letters of other scripts, and the Latin ones that look like them, small or as capitals."""
_APART = re.compile(r"\b(\w) (?=\w\b)")
"""A letter that stands by itself before another one."""


def _exactly(words: str) -> re.Pattern[str]:
    """Matches any of the words as a whole; scripts without spaces match anywhere."""
    return _any_of(_listed(words))


def _nearly(words: str) -> re.Pattern[str]:
    """The same for a line in which characters that look alike are one."""
    whole = {word.translate(_ALIKE) for word in _listed(words)}
    cut = {word[1:] for word in whole if len(word) >= _SHORTEST_CUT}
    return _any_of(whole | cut | {word[:-1] for word in whole if len(word) >= _SHORTEST_CUT})


def _listed(words: str) -> set[str]:
    return {_folded(word) for line in words.splitlines() for word in line.split(",")} - {""}


def _any_of(words: set[str]) -> re.Pattern[str]:
    ordered = sorted(words, key=len, reverse=True)
    spaced = "|".join(re.escape(word) for word in ordered if word < "\u3000")
    joined = "|".join(re.escape(word) for word in ordered if word >= "\u3000")
    return re.compile(rf"(?<!\w)(?:{spaced})(?!\w)" + (f"|{joined}" if joined else ""))


def _folded(text: str) -> str:
    """Small letters, compatibility forms, one space between words, no marks of a shortcut, and
    nothing that nobody sees: a soft hyphen in a word does not make it another one."""
    seen = text if text.isascii() else "".join(filter(_is_seen, text))
    plain = unicodedata.normalize("NFKC", seen).replace("’", "'").casefold()
    return " ".join(re.sub(r"[_&](?=\w)", "", plain).split())


def _is_seen(character: str) -> bool:
    return unicodedata.category(character) != "Cf" and character not in _UNSEEN


def _singles(words: str) -> list[str]:
    """Those of the words that are known with one letter wrong or lost."""
    return [word for word in _listed(words) if word.isalpha() and word < "\u3000"]


def _with_one_wrong(words: str) -> dict[tuple[str, str], str]:
    """Each in two parts without the letter between, never the last -> the whole word. Of a shorter
    one only the first letter, which is the one that is underlined most."""
    return {
        (word[:at], word[at + 1 :]): word
        for word in _singles(words)
        if len(word) >= _SHORTEST_CUT - 1
        for at in range(len(word) - 1 if len(word) >= _SHORTEST_CUT else 1)
    }


def _with_one_lost(words: str) -> dict[str, str]:
    """Each without a letter inside -> the whole word. Of a shorter one only a thin letter."""
    return {
        word[:at] + word[at + 1 :]: word
        for word in _singles(words)
        if len(word) >= _SHORTEST_LOST
        for at in range(1, len(word) - 1)
        if len(word) >= _SHORTEST_CUT or word[at] in _THIN
    }


_CLASSES = ((Risk.R4, _OPENING), (Risk.R3, _OUTSIDE), (Risk.R2, _IRREVERSIBLE))
_LABELS = tuple((risk, _exactly(words), _nearly(words)) for risk, words in _CLASSES)
_SINGLE = {risk: _with_one_wrong(words) for risk, words in _CLASSES}
_LOST = {risk: _with_one_lost(words) for risk, words in _CLASSES}
_SECRET = _exactly(_SECRETS)
_SECRET_LABEL = re.compile(
    r"(?:(?:enter|your|new|old|current|confirm|repeat|retype|login|account|master|ihr|dein|neues"
    r"|votre|nouveau|su|tu|nueva|nuova|nova|uw|nieuw)\s+)*(?:" + _SECRET.pattern + r")"
)
_PASTING = _exactly(_PASTE)
_AFFIRMING = _exactly(_YES)
_SECURITY_TITLE = _exactly(_SECURITY)
_WAY_OUT = _exactly(_NO)
_FINALITY = _exactly(_FINAL)
_STARTING = _exactly(_STARTS)
_RUNNING = _exactly(_RUNS)
_CONSOLE = _exactly(_CONSOLES)
_BIN = _exactly(_TRASH)
_QUESTION_MARKS = ("?", "？", "¿")


def risk_of(label: str, *, misread: bool = False) -> tuple[Risk, str] | None:
    """The gravest class that a line of the label speaks of, and its word; None for an ordinary one.

    `label`: what a button or its surroundings say, in one line or several. `misread`: it was read
    from a picture, so that letters which look alike and words that lost one at an edge count too.
    """
    return _gravest(_label_lines(label), misread=misread)


def risk_of_button(name: str) -> tuple[Risk, str] | None:
    """The same of what a program calls a button and names so, which may be a whole sentence."""
    return _gravest(_label_lines(name, _LONGEST_BUTTON), misread=False)


def is_misread(label: str) -> bool:
    """Whether a line read from a picture speaks of a class only with a letter put right."""
    return risk_of(label) is None and risk_of(label, misread=True) is not None


def _gravest(lines: list[str], *, misread: bool) -> tuple[Risk, str] | None:
    for risk, exact, near in _LABELS:
        for line in lines:
            found = exact.search(line)
            if found is None and misread:
                found = near.search(line.translate(_ALIKE))
            if found is not None:
                return risk, found[0]
            if misread and (word := _one_off(line, risk)):
                return risk, word
    return None


def _one_off(line: str, risk: Risk) -> str:
    """A listed word that the line holds with one letter wrong or lost: an underlined one is easily
    misread. Empty for none."""
    for token in re.findall(r"\w+", line):
        if token in _OTHER_WORDS:
            continue
        if word := _LOST[risk].get(token):
            return word
        for at in range(len(token) - 1):
            if word := _SINGLE[risk].get((token[:at], token[at + 1 :])):
                return word
    return ""


def names_a_secret(label: str) -> bool:
    """Whether a field of this name is for a secret."""
    return any(_SECRET.search(line) for line in _label_lines(label))


def shows_a_secret_field(text: str) -> bool:
    """Whether a line of the text is the label of such a field, and not a sentence about one."""
    return any(_SECRET_LABEL.fullmatch(line.rstrip(" :*")) for line in _label_lines(text))


def says_yes(label: str) -> bool:
    """Whether a button of this name does what its window asks about."""
    return any(_AFFIRMING.fullmatch(line) for line in _label_lines(label))


def asked_about(text: str) -> tuple[Risk, str] | None:
    """The gravest class that a question or a warning in the text speaks of, and its word: what a
    button that only says yes does. Sentences of any length count."""
    asking = [
        line for line in _lines(text) if line.endswith(_QUESTION_MARKS) or _FINALITY.search(line)
    ]
    return _gravest(asking, misread=False)


def lets_out(label: str) -> bool:
    """Whether a button of this name leaves things as they are."""
    return any(_WAY_OUT.fullmatch(line) for line in _label_lines(label))


def starts_programs(label: str) -> bool:
    """Whether what is called so starts programs: a launcher, an entry that opens a terminal."""
    return any(
        _STARTING.fullmatch(line.rstrip(" :.…"))
        or (len(line.split()) > 1 and _STARTING.match(line))
        for line in _label_lines(label)
    )


def runs_what_is_written(label: str) -> bool:
    """Whether what is called so in a development environment builds or runs what stands in it."""
    return any(_RUNNING.fullmatch(line.rstrip(" :.…")) for line in _label_lines(label))


def runs_code(title: str) -> bool:
    """Whether a window of this title is one in which lines are executed; names of files in it say
    nothing."""
    plain = re.sub(r"\S*[./]\S*", "", _folded(title))
    return _CONSOLE.search(plain) is not None


def names_a_bin(label: str) -> bool:
    """Whether what is dropped on something of this name is thrown away."""
    return any(_BIN.fullmatch(line) for line in _label_lines(label))


def pastes(label: str) -> bool:
    """Whether a menu entry of this name pastes the clipboard."""
    return any(_PASTING.search(line) for line in _label_lines(label))


def asks_for_credentials(title: str) -> bool:
    """Whether a window of this title asks who somebody is."""
    return _SECURITY_TITLE.search(_folded(title)) is not None


def _label_lines(label: str, longest: int = _LONGEST_LABEL) -> list[str]:
    return [line for line in _lines(label) if 0 < len(line.split()) <= longest]


def _lines(text: str) -> list[str]:
    """Its lines; also as somebody reads them who takes `p a y`, or letters of another script, for
    what they look like."""
    folded = [_APART.sub(r"\1", _folded(line)) for line in text.splitlines()]
    return [*folded, *(line.translate(_TWINS) for line in folded if not line.isascii())]
