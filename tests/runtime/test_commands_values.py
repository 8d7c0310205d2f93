"""What only the shell knows: let through where any text does no harm, asked about elsewhere."""

import subprocess
from pathlib import Path

import pytest

from helpers.safety.shell_corpus import make_workspace
from uitars_runtime.commands.classify import classify
from uitars_runtime.tools.shell import ShellSession

EXPLOIT = "a[$(touch seen)]"
"""What bash runs where it reckons with it."""


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    place = make_workspace(tmp_path)
    (place / "exploit").write_text(f"{EXPLOIT}\n")
    (place / "options").write_text("-o../seen\n")
    return place


@pytest.mark.parametrize(
    "line",
    [
        'echo "Today: $(date +%F), `uname`"',
        "x=5; y=$((x*2)); head -n $y notes.txt",
        'f=notes.txt; wc -l < "$f"; echo "${f%.txt}" ${#f}',
        "x=$(wc -l < notes.txt); echo $x; [ $x -gt 3 ] && echo long",
        'while read -r a b; do echo "<$b>" $a; done < notes.txt',
        'cat notes.txt | while IFS= read -r line; do printf "%s\\n" "$line"; done | sort',
        "i=0; while [[ $i -lt 3 ]]; do echo $i; i=$((i+1)); done",
        "for i in $(seq 3) {8..9}; do echo $((i*2)); done",
        'for f in *.txt; do echo "$f: $(wc -l < "$f")"; done | sort',
        "for f in *.txt; do echo ${f%.txt}; done && echo done",
        "(cd src && pwd); { pwd; ls; } | sort; ! false",
        "comm <(sort notes.txt) <(sort data.json)",
        "find . -name '*.py' -print0 | xargs -0 wc -l",
        "find . -name '*.py' -o -name '*.json' | xargs -n1 cat",
        "wc -l $(find src -name '*.py')",
        "ls | xargs -n1 echo file: | xargs -I{} echo '{}'",
        "echo *.txt {a,b}{1..3}; ls {notes,data}.*",
        "less notes.txt; cat notes.txt | less -N",
        '[[ "$(uname)" == Linux ]] && echo yes',
        'grep -e "$(head -n 1 notes.txt)" notes.txt',
        'for i in 1 2; do echo "$HOME $i"; done',
        'x=\'p  q\'; [[ "a $x b" == "a p  q b" ]] && echo yes',
        "[[ 'a $HOME b' != 'a \"$HOME\" b' ]] && echo yes",
        "find . -name main.py | xargs echo 'a{}b'",
    ],
)
def test_what_does_no_harm_runs_as_it_stands(line: str, workspace: Path) -> None:
    parsed = classify(line, workspace)
    assert parsed.risk == "S-read", parsed.reason
    assert _output(parsed.script, workspace) == _output(line, workspace) != ""


@pytest.mark.parametrize(
    "line",
    [
        "sort $(cat options) notes.txt",
        'sort "$(cat options)" notes.txt',
        'x=$(cat options); sort "$x" notes.txt',
        "while read x; do sort $x notes.txt; done < options",
        "for x in $(cat options); do sort $x notes.txt; done",
        "cat options | xargs sort notes.txt",
        "xargs -a options sort",
        "xargs touch <<< ../seen",
        "echo touch seen | xargs -I% % seen",
        "find . -name x | xargs touch",
        "find . -name x -delete | xargs cat",
        "find .. -name x | xargs cat",
        'echo x > "$(cat options)"',
        "cat < $(cat options)",
        'cd "$(cat options)"; ls',
        '"$(cat options)" x',
        "echo $(touch seen)",
        "echo `touch seen`",
        'echo "$(touch seen)"',
        "echo ${x:-$(touch seen)}",
        "echo ${x:=1} ${x@P} ${!x} ${x[y]} ${x:y}",
        "x=$(cat exploit); echo $((x))",
        "read x < exploit; echo $((x+1))",
        "x='a[$(touch seen)]'; for i in 1 2; do echo $((x+1)); x=1; done",
        "for x in 1 $(cat exploit); do echo $((x)); done",
        "x=$(cat exploit); [[ $x -eq 1 ]]",
        "i=0; v=i; read $v < exploit; while [[ $i -lt 3 ]]; do i=$((i+1)); done",
        "for v in n; do read $v < exploit; n=$((n+1)); done",
        "n=1; 'read' n < exploit; (n=$((n+1)))",
        "n=1; { n=x; }; x='a[$(touch seen)]'; echo $((n+1))",
        "for n in $(seq 2; cat exploit); do echo $((n)); done",
        "[[ $(cat exploit) -eq 1 ]]",
        "echo $(( $(cat exploit) ))",
        "PATH=.; ls",
        "IFS=x; echo $y",
        "BASH_ENV=exploit; ls",
        "read PATH <<< .; ls",
        "for PATH in .; do ls; done",
        "IFS=x ls",
        "x[0]=1",
        "x+=1; echo $x",
        "export x=1; ls",
        'awk "$(cat exploit)"',
        'sed -n "$(cat exploit)" notes.txt',
        'find . -exec grep -e "$(cat exploit)" {} +',
        'ps -u "$(cat exploit)"',
        'sort -t"$(cat nothing)" -k -onotes.txt data.json',
        'grep -e"$x" -e -f../secret.txt notes.txt',
        "x=1 > ../seen",
        "cd src; for i in 1 2; do for f in *; do cat $f; done; done",
        "cd src; echo $(for f in *; do cat $f; done)",
        "tee <(ls)",
        "sed -i s/a/b/ <(ls)",
        "less '+!touch seen' notes.txt",
        "less -o seen notes.txt",
        'echo "$(cat ../secret.txt)"',
        "while cd ..; do cat secret.txt; done",
        "{ cd src; }; cat ../../secret.txt",
        "(cd src) && cd .. && cat secret.txt",
        "mv src x; echo $(cd x; cat main.py)",
        "echo $(mv notes.txt x)",
        "".join(f"echo $(for {name} in {{1..100}}; do " for name in "abcd") + "ls" + "; done)" * 4,
        f"{'echo $(' * 500}ls{')' * 500}",
        "read -a x < notes.txt",
        "mapfile -C 'touch seen' -c 1 x < notes.txt",
        "printf -v x y; $x",
        "command ls",
        "command -v ls -p ls; builtin ls",
        "( { true; cd src; true; } | cat; cat ../secret.txt )",
        "( if false; then true; cd src; fi; cat ../secret.txt )",
        "{ for i in {1..100}; do echo {1..200} {1..200}; done; }",
        "".join(f"for a{n} in 1; do " for n in range(150)) + "ls" + "; done" * 150,
    ],
)
def test_what_could_do_harm_is_asked_about(line: str, workspace: Path) -> None:
    assert classify(line, workspace).risk == "S-other"


def test_a_folder_is_left_with_the_brackets_around_it(workspace: Path) -> None:
    parsed = classify("(cd src && ls) > list; cat list", workspace)
    assert parsed.risk == "S-write"
    assert _output(parsed.script, workspace) == "main.py\n"
    assert (workspace / "list").exists()
    assert classify("(cd src && ls) > ../list", workspace).risk == "S-other"
    assert classify("(cd src && ls > ../list)", workspace).risk == "S-write"


def test_no_value_becomes_names_of_files(workspace: Path) -> None:
    (workspace / "star").write_text("/etc/*\n")
    parsed = classify("echo $(cat star)", workspace)
    assert parsed.risk == "S-read"
    assert _output(parsed.script, workspace) == "/etc/*\n"


@pytest.mark.parametrize(
    "line",
    [
        "x=5; echo $((x++)) $x",
        "x=5; echo $((--x)) $x",
        "[[ $1 -eq 1 ]] && echo yes",
        "y='a*'; [[ abc == $y ]] && echo yes",
        "for x in a b; do cat <<E\n$x\nE\ndone",
        "for UID in 1 2; do echo $UID; done",
        "for i in 1; do for j in 1 2; do echo $j; done; done; echo $j",
        "find . -name '*.txt' | xargs -n1 grep -q zzz && echo yes",
        "if find . -name '*.txt' | xargs -n1 grep -q zzz; then echo yes; fi",
        "find . -name main.py | xargs cat <<< notes.txt",
        "less -b 5 notes.txt",
    ],
)
def test_what_would_mean_something_else_is_asked_about(line: str, workspace: Path) -> None:
    assert classify(line, workspace).risk == "S-other"


@pytest.mark.parametrize(
    "line",
    [
        "echo $USER",
        "echo ${x:-1}",
        'echo "$(echo $x)"',
        "y=1; echo $x",
        "echo $x; x=1",
        "x=$((x+1)); echo $x",
        "for i in 1 2; do echo $x; x=$i; done",
        "COLUMNS=80 ls; echo $COLUMNS",
    ],
)
def test_a_variable_of_an_earlier_line_is_asked_about(line: str, workspace: Path) -> None:
    assert classify(line, workspace).risk == "S-other"


def test_a_variable_is_kept_for_later_lines(workspace: Path) -> None:
    session = ShellSession(workspace)
    assert session.run("x=5; y=$((x+1))").ok
    session.run("echo hello")
    assert classify("echo $x $y", workspace).risk == "S-other"
    assert session.run("echo $x $y").text == "5 6\n"
    assert session.run("x=$((x+1)); echo $x").text == "6\n"


def _output(command: str, workspace: Path) -> str:
    ended = subprocess.run(
        ["/bin/bash", "--norc", "--noprofile", "-c", command],
        cwd=workspace,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": str(workspace)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        timeout=30,
    )
    assert not (workspace / "seen").exists()
    return ended.stdout.decode()
