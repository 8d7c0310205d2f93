"""The programs that are known, with every option that may be used with them.

An option that runs a program, follows a file for ever, reads a list of file names or writes where
it is not expected is left out: `sort --compress-program`, `tail -f`, `wc --files0-from`, `file -C`.
Of programs that are languages (awk, sed, jq) what is harmless in them is known. Programs whose
behaviour the workspace can change are left out altogether: git runs what its config says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from uitars_runtime.commands.awk import only_prints
from uitars_runtime.commands.languages import AWK_VALUE, JQ, SED
from uitars_runtime.commands.options import Grammar, Kind, Value

TEXT, PATH, NUMBER = Kind.TEXT, Kind.PATH, Kind.NUMBER


def _flags(letters: str, *names: str) -> frozenset[str]:
    """Short options by their letters, long ones by their names."""
    return frozenset([f"-{letter}" for letter in letters] + [f"--{name}" for name in names])


def _values(kind: Value, letters: str, *names: str) -> dict[str, Value]:
    return dict.fromkeys(_flags(letters, *names), kind)


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


_COLOR: dict[str, Value] = {"--color": re.compile("always|never|auto")}
_VERSION = Grammar(plain=True, first=re.compile("--version|-V"), least=1, most=1)
"""Of programs that can do anything, the one use that does nothing."""

_GREP = Grammar(
    flags=_flags(
        "abcEFGHhiIlLnoPqRrsvVwxyz",
        *("count", "extended-regexp", "fixed-strings", "ignore-case", "invert-match"),
        *("line-number", "no-filename", "with-filename", "only-matching", "quiet", "recursive"),
        *("files-with-matches", "files-without-match", "word-regexp", "line-regexp"),
        *("perl-regexp", "no-messages", "version", "help"),
    ),
    values={
        **_values(NUMBER, "ABCm", "after-context", "before-context", "context", "max-count"),
        **_values(TEXT, "e", "regexp", "include", "exclude", "exclude-dir"),
    },
    optional=_COLOR,
    first=TEXT,
    given_first=_flags("e", "regexp"),
    follows=_flags("R"),
    digits=True,
)
_LINES = Grammar(
    flags=_flags("qvz", "quiet", "silent", "verbose", "help", "version"),
    values=_values(NUMBER, "nc", "lines", "bytes"),
    digits=True,
)
_SUMS = Grammar(flags=_flags("bt", "binary", "text", "tag", "help", "version"))
_BASE = Grammar(
    flags=_flags("di", "decode", "ignore-garbage"), values=_values(NUMBER, "w", "wrap"), most=1
)
_NOTHING = Grammar(flags=_flags("", "help", "version"), most=0)

READS: Mapping[str, Grammar] = {
    "arch": _NOTHING,
    "awk": Grammar(values={"-F": TEXT, "-v": AWK_VALUE}, first=only_prints, least=1, leading=True),
    "b2sum": _SUMS,
    "base32": _BASE,
    "base64": _BASE,
    "basename": Grammar(
        flags=_flags("az", "multiple", "zero"),
        values=_values(TEXT, "s", "suffix"),
        operands=TEXT,
        least=1,
    ),
    "cal": Grammar(flags=_flags("13jmy"), operands=NUMBER, most=2),
    "cat": Grammar(
        flags=_flags(
            "AbeEnstTuv",
            *("show-all", "number-nonblank", "show-ends", "number", "squeeze-blank", "show-tabs"),
            *("show-nonprinting", "help", "version"),
        )
    ),
    "cksum": Grammar(),
    "cmp": Grammar(flags=_flags("bls", "quiet", "silent", "verbose"), least=2, most=2),
    "column": Grammar(
        flags=_flags("tnex", "table"), values=_values(TEXT, "so", "separator", "output-separator")
    ),
    "comm": Grammar(flags=_flags("123i", "check-order", "nocheck-order"), least=2, most=2),
    "cut": Grammar(
        flags=_flags("nsz", "complement", "only-delimited"),
        values=_values(
            TEXT, "bcdf", "bytes", "characters", "delimiter", "fields", "output-delimiter"
        ),
    ),
    "date": Grammar(
        flags=_flags("uRI", "utc", "universal", "rfc-email", "iso-8601"),
        values={**_values(TEXT, "d", "date"), **_values(PATH, "r", "reference")},
        optional={"--iso-8601": TEXT, "--rfc-3339": TEXT},
        operands=re.compile(r"\+.*", re.DOTALL),
        most=1,
    ),
    "df": Grammar(
        flags=_flags("ahHiklPT", "all", "human-readable", "si", "inodes", "print-type", "total"),
        values=_values(TEXT, "tx", "type", "exclude-type"),
    ),
    "diff": Grammar(
        flags=_flags(
            "qrsuyibwBENatc",
            *("brief", "recursive", "report-identical-files", "unified", "side-by-side"),
            *("ignore-case", "ignore-all-space", "ignore-blank-lines", "new-file", "text"),
            *("suppress-common-lines", "strip-trailing-cr", "minimal", "context"),
        ),
        values={
            **_values(NUMBER, "UCW", "width"),
            **_values(TEXT, "xL", "exclude", "label"),
        },
        optional={"--unified": NUMBER, "--context": NUMBER, **_COLOR},
        least=2,
        most=2,
        follows=None,
    ),
    "dirname": Grammar(flags=_flags("z", "zero"), operands=TEXT, least=1),
    "du": Grammar(
        flags=_flags(
            "abchHkLlmPsSx0",
            *("all", "apparent-size", "bytes", "total", "human-readable", "summarize", "si"),
        ),
        values={**_values(NUMBER, "d", "max-depth"), **_values(TEXT, "", "exclude")},
        follows=_flags("L"),
    ),
    "echo": Grammar(operands=TEXT, plain=True),
    "egrep": _GREP,
    "env": Grammar(most=0),
    "expand": Grammar(flags=_flags("i", "initial"), values=_values(NUMBER, "t", "tabs")),
    "expr": Grammar(operands=TEXT, plain=True, least=1),
    "gcc": _VERSION,
    "make": _VERSION,
    "factor": Grammar(operands=NUMBER),
    "false": Grammar(most=0),
    "fgrep": _GREP,
    "file": Grammar(
        flags=_flags(
            "bhiLkNnr0", "brief", "mime", "mime-type", "mime-encoding", "dereference", "raw"
        )
    ),
    "find": Grammar(
        whole=True,
        flags=_words(
            "-H -L -P ! -not -a -and -o -or -print -print0 -empty -true -false -depth -prune"
            " -readable -writable -executable -ls -quit -xdev -mount -daystart -noleaf"
        ),
        values={
            **dict.fromkeys(
                _words(
                    "-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype"
                    " -type -xtype -size -mtime -mmin -atime -amin -ctime -cmin -perm -user -group"
                    " -links -inum -maxdepth -mindepth -printf -newermt"
                ),
                TEXT,
            ),
            **dict.fromkeys(_words("-newer -anewer -cnewer -samefile"), PATH),
        },
        follows=_flags("L"),
    ),
    "fmt": Grammar(flags=_flags("cstu"), values=_values(NUMBER, "wg", "width"), digits=True),
    "fold": Grammar(flags=_flags("bs", "bytes", "spaces"), values=_values(NUMBER, "w", "width")),
    "free": Grammar(flags=_flags("bkmghtlw", "human", "total"), most=0),
    "getconf": Grammar(flags=_flags("a"), operands=TEXT, most=1),
    "grep": _GREP,
    "groups": _NOTHING,
    "head": _LINES,
    "hexdump": Grammar(flags=_flags("bCcdovx"), values=_values(NUMBER, "ns", "length", "skip")),
    "hostname": Grammar(flags=_flags("AdfiIs", "fqdn", "short"), most=0),
    "id": Grammar(flags=_flags("Ggnru", "group", "groups", "name", "user"), most=0),
    "join": Grammar(
        flags=_flags("i", "ignore-case", "header", "check-order"),
        values=_values(TEXT, "12aejotv"),
        least=2,
        most=2,
    ),
    "git": _VERSION,
    "jq": Grammar(
        flags=_flags(
            "acCejMnrsS",
            *("ascii-output", "compact-output", "color-output", "exit-status", "join-output"),
            *("monochrome-output", "null-input", "raw-output", "slurp", "sort-keys", "raw-input"),
        ),
        first=JQ,
        least=1,
    ),
    "locale": Grammar(flags=_flags("am"), operands=TEXT, most=1),
    "lsblk": Grammar(flags=_flags("abfJlp", "all", "json"), most=0),
    "lscpu": Grammar(flags=_flags("aJ", "json"), most=0),
    "ls": Grammar(
        flags=_flags(
            "aAbBcCdDfFgGhHiklLmnNopqQrRsStuUvxXZ1",
            *("all", "almost-all", "author", "directory", "classify", "human-readable", "inode"),
            *("no-group", "numeric-uid-gid", "recursive", "reverse", "size", "si", "full-time"),
            *("group-directories-first", "color", "file-type", "literal", "quote-name", "help"),
            *("version", "dereference"),
        ),
        values=_values(TEXT, "ITw", "ignore", "hide", "tabsize", "width"),
        optional={
            **_COLOR,
            "--sort": TEXT,
            "--time": TEXT,
            "--format": TEXT,
            "--time-style": re.compile(r"full-iso|long-iso|iso|locale|\+.*"),
            "--indicator-style": TEXT,
        },
        follows=_flags("L", "dereference"),
    ),
    "md5sum": _SUMS,
    "nl": Grammar(
        flags=_flags("p"),
        values={**_values(TEXT, "bdfhns"), **_values(NUMBER, "ilvw")},
    ),
    "node": _VERSION,
    "nproc": Grammar(flags=_flags("", "all"), most=0),
    "numfmt": Grammar(
        values=_values(TEXT, "d", "from", "to", "suffix", "field", "format", "padding", "round"),
        operands=NUMBER,
    ),
    "od": Grammar(
        flags=_flags("abcdfilosxv"),
        values={**_values(TEXT, "At", "format", "address-radix"), **_values(NUMBER, "jN")},
    ),
    "paste": Grammar(flags=_flags("sz", "serial"), values=_values(TEXT, "d", "delimiters")),
    "printenv": Grammar(operands=TEXT),
    "printf": Grammar(first=re.compile("(?!-).*", re.DOTALL), operands=TEXT, plain=True, least=1),
    "ps": Grammar(
        flags=_flags("AaefFjlNTwdHLMyuxZ", "forest", "no-headers"),
        values={
            **_values(re.compile("(?!.*environ).*"), "o", "format"),
            **_values(TEXT, "Cu", "sort"),
            **_values(NUMBER, "p", "pid", "ppid"),
        },
        operands=re.compile("[aAfhjlLmTuwx]{1,6}"),  # `e` shows what programs were started with.
        most=1,
    ),
    "python3": _VERSION,
    "pwd": Grammar(flags=_flags("LP"), most=0),
    "readlink": Grammar(flags=_flags("efmnqsvz", "canonicalize"), least=1),
    "realpath": Grammar(flags=_flags("eLmPqsz", "no-symlinks"), least=1),
    "rev": Grammar(),
    "sed": Grammar(
        flags=_flags(
            "nErsuz", "quiet", "silent", "regexp-extended", "separate", "unbuffered", "null-data"
        )
        | _flags("i", "in-place"),
        values=_values(SED, "e", "expression"),
        first=SED,
        given_first=_flags("e", "expression"),
        writes=_flags("i", "in-place"),
        apart=_flags("i"),
    ),
    "seq": Grammar(
        flags=_flags("w", "equal-width"),
        values=_values(TEXT, "fs", "format", "separator"),
        operands=NUMBER,
        least=1,
        most=3,
    ),
    "sha1sum": _SUMS,
    "sha256sum": _SUMS,
    "sha512sum": _SUMS,
    "sleep": Grammar(operands=re.compile(r"[0-5]?\d(\.\d{1,3})?s?"), least=1, most=1),
    "sort": Grammar(
        flags=_flags(
            "bcCdfghiMmnrRsuVz",
            *("ignore-leading-blanks", "dictionary-order", "ignore-case", "numeric-sort"),
            *("general-numeric-sort", "human-numeric-sort", "reverse", "unique", "stable"),
            *("version-sort", "month-sort", "check", "merge", "zero-terminated"),
        ),
        values={
            **_values(TEXT, "kt", "key", "field-separator"),
            **_values(PATH, "o", "output"),
        },
        writes=_flags("o", "output"),
    ),
    "stat": Grammar(
        flags=_flags("fLt", "dereference", "file-system", "terse"),
        values=_values(TEXT, "c", "format", "printf"),
        least=1,
    ),
    "strings": Grammar(flags=_flags("afw", "all"), values=_values(NUMBER, "n", "bytes")),
    "tac": Grammar(flags=_flags("br"), values=_values(TEXT, "s", "separator")),
    "tail": _LINES,
    "test": Grammar(
        whole=True,
        flags=_words("! = == != -eq -ne -lt -le -gt -ge -a -o"),
        values={
            **dict.fromkeys(_words("-e -f -d -s -r -w -x -L -h -p -S -nt -ot -ef"), PATH),
            **dict.fromkeys(_words("-n -z"), TEXT),
        },
        operands=TEXT,
    ),
    "tr": Grammar(
        flags=_flags("cCdst", "complement", "delete", "squeeze-repeats", "truncate-set1"),
        operands=TEXT,
        least=1,
        most=2,
    ),
    "tree": Grammar(
        flags=_flags("adfipqstrushDFNQU", "dirsfirst", "noreport", "gitignore"),
        values={**_values(NUMBER, "L", "filelimit"), **_values(TEXT, "IP")},
        apart=_flags("LIP"),
    ),
    "true": Grammar(most=0),
    "tty": _NOTHING,
    "uname": Grammar(
        flags=_flags("aimnoprsv", "all", "kernel-name", "kernel-release", "machine"), most=0
    ),
    "unexpand": Grammar(flags=_flags("a", "all"), values=_values(NUMBER, "t", "tabs")),
    "uniq": Grammar(
        flags=_flags(
            "cdDiuz", "count", "repeated", "all-repeated", "ignore-case", "unique", "group"
        ),
        values=_values(NUMBER, "fsw", "skip-fields", "skip-chars", "check-chars"),
        most=1,
    ),
    "uptime": Grammar(flags=_flags("ps", "pretty", "since"), most=0),
    "wc": Grammar(
        flags=_flags("cmlLw", "bytes", "chars", "lines", "max-line-length", "words", "help")
    ),
    "which": Grammar(flags=_flags("a"), operands=TEXT, least=1),
    "who": Grammar(flags=_flags("abHqu", "all", "heading"), most=0),
    "whoami": _NOTHING,
    "zcat": Grammar(),
    "xxd": Grammar(
        flags=_flags("bipuE"),
        values=_values(NUMBER, "cgls"),
        most=1,
        apart=_flags("bipuE"),
        leading=True,
    ),
}
"""Programs that change nothing but, with some options, a file that is named."""

WRITES: Mapping[str, Grammar] = {
    "chmod": Grammar(
        flags=_flags("cfRv", "changes", "recursive", "verbose"),
        first=re.compile(r"0?[0-7]{3}|[ugoa]{0,4}[+=][rwxX]{1,4}"),
        least=2,
    ),
    "cp": Grammar(
        flags=_flags(
            "adfilLnpPrRTuv",
            *("archive", "force", "interactive", "no-clobber", "recursive", "update", "verbose"),
            *("no-target-directory", "no-dereference"),
        ),
        values=_values(PATH, "t", "target-directory"),
        least=1,
        follows=_flags("aLrR", "archive", "recursive"),
    ),
    "ln": Grammar(flags=_flags("fTv", "force", "verbose"), least=1),
    "mkdir": Grammar(
        flags=_flags("pv", "parents", "verbose"),
        values=_values(re.compile("0?[0-7]{3}"), "m", "mode"),
        least=1,
    ),
    "mv": Grammar(
        flags=_flags(
            "finTuv",
            "force",
            "interactive",
            "no-clobber",
            "update",
            "verbose",
            "strip-trailing-slashes",
        ),
        values=_values(PATH, "t", "target-directory"),
        least=1,
    ),
    "rm": Grammar(
        flags=_flags("dfiIrRv", "dir", "force", "recursive", "verbose"),
        least=1,
    ),
    "rmdir": Grammar(flags=_flags("pv", "parents", "verbose"), least=1),
    "tee": Grammar(flags=_flags("ai", "append"), least=0),
    "touch": Grammar(
        flags=_flags("acfhm", "no-create"),
        values={**_values(TEXT, "dt", "date", "time"), **_values(PATH, "r", "reference")},
        least=1,
    ),
    "truncate": Grammar(
        flags=_flags("co", "no-create"),
        values={
            "-s": re.compile(r"[+<>/%-]?\d{1,9}[KMkm]?B?"),
            "--size": re.compile(r"[+<>/%-]?\d{1,9}[KMkm]?B?"),
            **_values(PATH, "r", "reference"),
        },
        least=1,
    ),
}
"""Programs that change the files they name."""
