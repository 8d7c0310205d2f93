"""Secrets are known by their form, left out of every record, and ordinary words stay."""

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.fakes import frame
from helpers.runs import EVERY_ACTION, started
from helpers.safety.hostile_text import REPEATED, filled, seconds
from uitars_runtime.frame import Frame
from uitars_runtime.journal import RunJournal
from uitars_runtime.privacy.words import LONGEST, concealed, concealed_text
from uitars_runtime.run_record import Ending, RunEnded
from uitars_runtime.types import CallTool, OpenWindow, Outcome, Proposal, Step, Task, Type, Wait

# Put together here, so that no scanner takes this file for a leak.
SECRETS = {
    "AWS key": "AKIA" + "IOSFODNN7EXAMPLE",
    "GitHub token": "ghp_" + "a1B2" * 9,
    "GitLab token": "glpat-" + "x" * 20,
    "Slack token": "xoxb-" + "123456789012-abcdef",
    "Google key": "AIza" + "x" * 35,
    "Stripe key": "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "npm token": "npm_" + "a" * 36,
    "Google token": "ya29.a0" + "A" * 60,
    "Shopify token": "shpat_" + "0a" * 16,
    "DigitalOcean token": "dop_v1_" + "0a" * 32,
    "age key": "AGE-SECRET-KEY-1" + "Q" * 58,
    "Hugging Face token": "hf_" + "b" * 34,
    "key": "sk-" + "proj-abcdefghijklmnop1234",
    "web token": "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxIn0abcdef." + "c2lnbmF0dXJl",
    "private key": "-----BEGIN RSA PRIVATE KEY-----\nabc\ndef\n-----END RSA PRIVATE KEY-----",
    "card number": "4111 1111 1111 1111",
}


@pytest.mark.parametrize("what", SECRETS)
def test_a_secret_is_left_out(what: str) -> None:
    secret = SECRETS[what]
    shown = concealed_text(f"before {secret} after")
    assert shown == f"before [hidden: {what}] after"
    assert concealed_text(shown) == shown


@pytest.mark.parametrize(
    ("secret", "what"),
    [
        (
            "-----BEGIN PGP PRIVATE KEY " + "BLOCK-----\nabc\n-----END PGP PRIVATE KEY BLOCK-----",
            "key",
        ),
        ("4111 1111 1111 1111", "card"),
        ("2223 0031 2200 3222", "card"),
        ("2720" + "990000000007", "card"),
    ],
)
def test_a_secret_before_a_full_stop_is_left_out(secret: str, what: str) -> None:
    note = {"key": "private key", "card": "card number"}[what]
    assert concealed_text(f"It is {secret}. Mine.") == f"It is [hidden: {note}]. Mine."


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("password: hunter22", "hunter22"),
        ('{"api_key": "abc123def456"}', "abc123def456"),
        ("DB_PASSWORD=s3cr3t-pw", "s3cr3t-pw"),
        ("Authorization: Bearer abcdef123456", "abcdef123456"),
        ("postgres://me:pa55word@host/db", "pa55word"),
        ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG", "wJalrXUtnFEMI/K7MDENG"),
        ("Passwort: geheim123", "geheim123"),
        ('{"password": "correct horse battery staple"}', "staple"),
        ('{"password": "my dog, a \\" cat"}', "cat"),
        ("password = 'pa;ss <w0rd>'", "w0rd"),
        ('{"arguments": "{\\"password\\": \\"hunter22\\"}"}', "hunter22"),
        ("password: *Str0ng!pass", "Str0ng"),
        ("password: $tr0ng!pass", "tr0ng"),
        ("DB_PASS=s3cr3t-pw ./serve", "s3cr3t-pw"),
        ("smtp_pass: s3cr3t-pw", "s3cr3t-pw"),
        ("MYSQL_PWD=s3cr3t-pw mysql", "s3cr3t-pw"),
        ("Server=db;Uid=me;Pwd=s3cr3t-pw;", "s3cr3t-pw"),
        ("curl -u me:hunter2 https://example.org", "hunter2"),
        ("curl -sS -ume:hunter2 https://example.org", "hunter2"),
        ("curl --user 'me:my pass' https://example.org", "my pass"),
        ("curl -x p:1 --proxy-user=me:hunter2 https://example.org", "hunter2"),
        ("mysql -u root -phunter2 shop", "hunter2"),
        ("mysqldump -p'my pass' shop", "my pass"),
        ("sshpass -p hunter2 ssh me@host", "hunter2"),
        ("postgres://me:p@55word@host/db", "55word"),
        ("Authorization: Basic bWU6cGE1NXdvcmQ=", "bWU6cGE1NXdvcmQ="),
        ("mysqldump --user me --password hunter22 shop", "hunter22"),
        ("password of the token: abc123def", "abc123def"),
        ("token: Bearer abcdef123456", "abcdef123456"),
        ("log in as bob with the password hunter22, please", "hunter22"),
        ("My password is 'hunter22'", "hunter22"),
        ("set the password to hunter22", "hunter22"),
        ("das Passwort lautet geheim123", "geheim123"),
        ("<db:password>hunter22</db:password>", "hunter22"),
        ("docker login -u bob -p hunter22 registry", "hunter22"),
        ("tokens: abcdef123456", "abcdef123456"),
        ("Your password is: hunter22", "hunter22"),
        ('the new password is: "hunter22"', "hunter22"),
        ("Passwort lautet: Sommer2024", "Sommer2024"),
        ("Passwort ist Sommer2024", "Sommer2024"),
        ("mot de passe est : Soleil2024", "Soleil2024"),
        ("le mot de passe est Soleil2024", "Soleil2024"),
        ("set the password to Sommer.2024.", "Sommer.2024"),
        ("password: a1.b2[c3d4e5", "c3d4e5"),
        ("token: abc.def(ghijkl1", "ghijkl1"),
        ('{"password": "a.b(c_de"}', "c_de"),
        ("token=4711471147", "4711471147"),
        ("eyJnotatoken-ghp_" + "a1B2" * 9, "a1B2"),
        ("x-eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxIn0abcdef." + "c2lnbmF0dXJl", "c2ln"),
    ],
)
def test_an_announced_secret_is_left_out(text: str, hidden: str) -> None:
    shown = concealed_text(text)
    assert hidden not in shown
    assert "[hidden: " in shown


@pytest.mark.parametrize(
    "name",
    [
        *(
            "密碼",
            "암호",
            "비밀번호",
            "Parola",
            "ŞİFRE",
            "Heslo",
            "Lösenord",
            "Lösenfras",
            "Пароль",
        ),
        *("Парольна фраза", "Adgangskode", "Kodeord", "Passord", "Salasana", "Jelszó", "Parolă"),
        *("Κωδικός πρόσβασης", "ΚΩΔΙΚΟΣ ΠΡΟΣΒΑΣΗΣ", "Συνθηματικό", "كلمة السر", "كلمة المرور"),
        *("Senha", "Palavra-passe", "Wachtwoord", "Hasło", "密码", "パスワード"),
    ],
)
@pytest.mark.parametrize("sign", [": ", "=", " : ", "："])
def test_a_secret_is_announced_in_each_language_of_the_gate(name: str, sign: str) -> None:
    assert concealed_text(f"{name}{sign}hunter22 ok") == f"{name}{sign}[hidden: secret] ok"
    assert concealed_text(f'{{"{name}": "my dog 5"}}') == f'{{"{name}": "[hidden: secret]"}}'


@pytest.mark.parametrize(
    "text",
    [
        "The password field is empty.",
        "암호화: AES-256-GCM, Şifreleme: AES-256-GCM",
        "parola chiave: computer, desenhar: um quadrado",
        "Type <secret>bank</secret> as the password: <secret>bank</secret>",
        "order 4111 1111 1111 1112 of 2026-11-21 12:00",
        "call 030 12345678, room 4711",
        "sk-short ghp_short AKIA",
        "https://example.org/a:b@c?d=e",
        "12345678901234567890",
        'export PASSWORD="$PASSWORD" TOKEN=${TOKEN_OF_MINE} password=********',
        "--token-count 1000000 --password-file /run/secrets/pass",
        'token = "" + "ordinary words"',
        "x = 3.14159265358979323846",
        "PWD=/home/me OLDPWD=/srv/data PASS: test_one bypass=12345678 test_pass PASSED",
        "docker run -u 1000:1000 -p 8080:80 mysql; sort -u a:b; mkdir -pv a/b; mysql -p shop",
        'curl -u "$USER:$PASS" -u me: https://example.org',
        "Secretary: Johnson, tokenizer: sentencepiece, password policy, the password is required",
        'api_key = os.environ["API_KEY"]; tokens = tokenizer.encode(text)',
        "docker run -p 8080:80 nginx",
        "Save the password to notes2024.txt, to 'notes 2.txt'. Passwort auf notes24.md schreiben",
        'set max_tokens=200000 and "total_tokens": 1234567, tokens to 128000',
        "api_key = get_key(); token = tokens[0123]",
        "4111111111111111.png 4111111111111111.5 2026-1128-0910-2001",
    ],
)
def test_ordinary_words_stay(text: str) -> None:
    assert concealed_text(text) == text


@pytest.mark.parametrize("pattern", REPEATED)
def test_a_text_eight_times_as_long_is_eight_times_the_work(pattern: str) -> None:
    # Processor time, the least of some looks. A filter that looks at a run again for every place
    # in it does 64 times the work, so that twice what is right says enough on any machine.
    short, long = filled(pattern, 16 * 1024), filled(pattern, 128 * 1024)
    assert min(seconds(long) for _ in range(2)) < 16 * min(seconds(short) for _ in range(5)) + 0.01


def test_what_is_too_long_to_be_looked_through_is_not_kept() -> None:
    secret = SECRETS["GitHub token"]
    shown = concealed_text("a " * LONGEST + secret)
    assert len(shown) <= LONGEST
    assert secret not in shown
    assert shown.endswith("more characters were left out]")
    assert concealed_text(shown) == shown


@given(st.text())
def test_hiding_twice_is_hiding_once(text: str) -> None:
    once = concealed_text(text)
    assert concealed_text(once) == once


@pytest.mark.parametrize("action", EVERY_ACTION)
def test_a_step_without_secrets_is_itself(action: object) -> None:
    step = msgspec.structs.replace(_step(), proposal=Proposal("why", action, "raw"))  # type: ignore[arg-type]
    assert concealed(step) is step


def test_every_text_of_a_record_is_looked_at(tmp_path: Path) -> None:
    secret = SECRETS["GitHub token"]
    task = f"log in with {secret}"
    journal = RunJournal.create(
        tmp_path / "run", msgspec.structs.replace(started(), task=Task(task))
    )
    proposal = Proposal(f"I use {secret}", Type(secret), f"type({secret})", problem=secret)
    window = OpenWindow(1, f"{secret} - Notes", "Notes")
    observation = journal.intend(0, proposal, Frame(frame(1).pixels, windows=(window,)))
    assert observation.windows == (OpenWindow(1, "[hidden: GitHub token] - Notes", "Notes"),)
    assert secret not in (tmp_path / "run" / "intent.json").read_text()
    call = CallTool("server", "tool", {"deep": [{"er": secret}]})
    for index, action in enumerate((Type(secret), call)):
        step = journal.keep(
            msgspec.structs.replace(_step(), index=index, observation=observation, said=(secret,))
        )
        step = journal.keep(msgspec.structs.replace(step, proposal=Proposal("", action, secret)))
        journal.append(step)
    journal.end(RunEnded(Ending.FINISHED, 0, 2, 1.0, None, f"because {secret}", secret))
    for file in (tmp_path / "run").rglob("*"):
        if file.is_file():
            assert secret.encode() not in file.read_bytes(), file
    first = json.loads((tmp_path / "run" / "steps.jsonl").read_text().splitlines()[0])
    assert first["proposal"]["action"]["text"] == "[hidden: GitHub token]"


def test_a_person_can_have_everything_kept(tmp_path: Path) -> None:
    journal = RunJournal.create(tmp_path / "run", started(), conceal=False)
    step = msgspec.structs.replace(_step(), outcome=Outcome(ok=True, text=SECRETS["key"]))
    assert journal.keep(step) is step


def _step() -> Step:
    from helpers.runs import picture
    from uitars_runtime.types import Observation

    seen = picture(1)
    observation = Observation("0" * 64, seen.size)
    return Step(0, observation, Proposal("", Wait(), ""), None, Outcome(ok=True, text="done"))


@given(st.integers(0, 2**256 - 1))
def test_names_of_pictures_stay(number: int) -> None:
    digest = f"{number:064x}"
    assert concealed_text(digest) == digest


def test_a_name_of_a_picture_with_the_digits_of_a_card_stays() -> None:
    digest = "9d704111111111111111" + "ab" * 22
    assert concealed_text(digest) == digest
    assert "4111" not in concealed_text("pay with 4111 1111 1111 1111, please")
