"""The programs that are known, with every option that may be used with them.

An option that runs a program, follows a file for ever, reads a list of file names or writes where
it is not expected is left out: `sort --compress-program`, `tail -f`, `wc --files0-from`, `file -C`.
Of programs that are languages (awk, sed, jq) what is harmless in them is known. Programs whose
behaviour the workspace can change are left out; git, which runs what its settings say, is in
`git.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from uitars_runtime.commands.awk import only_prints
from uitars_runtime.commands.languages import AWK_OPERAND, AWK_VALUE, JQ, SED
from uitars_runtime.commands.options import Grammar, Kind, Value, flags, values
from uitars_runtime.commands.processes import shows_no_environment

TEXT, PATH, NUMBER = Kind.TEXT, Kind.PATH, Kind.NUMBER


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


_COLOR: dict[str, Value] = {"--color": re.compile("always|never|auto")}
_VERSION = Grammar(plain=True, first=re.compile("--version|-V"), least=1, most=1)
"""Of programs that can do anything, the one use that does nothing."""
_FORMAT = re.compile("(?!-).*", re.DOTALL)
_ARCHIVE = re.compile(r"[^:?*\[\\]*", re.DOTALL)
"""A file to tar and unzip: no other computer, no pattern of their own."""

_GREP = Grammar(
    flags=flags(
        "abcEFGHhiIlLnoPqRrsvVwxyz",
        *("count", "extended-regexp", "fixed-strings", "ignore-case", "invert-match"),
        *("line-number", "no-filename", "with-filename", "only-matching", "quiet", "recursive"),
        *("files-with-matches", "files-without-match", "word-regexp", "line-regexp"),
        *("perl-regexp", "no-messages", "version", "help"),
    ),
    values={
        **values(NUMBER, "ABCm", "after-context", "before-context", "context", "max-count"),
        **values(TEXT, "e", "regexp", "include", "exclude", "exclude-dir"),
    },
    optional=_COLOR,
    first=TEXT,
    given_first=flags("e", "regexp"),
    follows=flags("R"),
    digits=True,
)
_LINES = Grammar(
    flags=flags("qvz", "quiet", "silent", "verbose", "help", "version"),
    values=values(NUMBER, "nc", "lines", "bytes"),
    digits=True,
)
_SUMS = Grammar(flags=flags("bt", "binary", "text", "tag", "help", "version"))
_BASE = Grammar(
    flags=flags("di", "decode", "ignore-garbage"), values=values(NUMBER, "w", "wrap"), most=1
)
_PRINTS = Grammar(operands=TEXT, plain=True, anything=True)
"""Whatever it is given."""
_NOTHING = Grammar(flags=flags("", "help", "version"), most=0)

READS: Mapping[str, Grammar] = {
    "arch": _NOTHING,
    "awk": Grammar(
        values={"-F": TEXT, "-v": AWK_VALUE},
        first=only_prints,
        form=AWK_OPERAND,
        least=1,
        leading=True,
    ),
    "b2sum": _SUMS,
    "base32": _BASE,
    "base64": _BASE,
    "basename": _PRINTS,
    "bash": _VERSION,
    "bc": Grammar(flags=flags("lqs"), most=0),
    "bzcat": Grammar(form=re.compile(r"-|.*\.t?bz2?", re.DOTALL)),
    "cal": Grammar(flags=flags("13jmy"), operands=NUMBER, most=2),
    "cat": Grammar(
        flags=flags(
            "AbeEnstTuv",
            *("show-all", "number-nonblank", "show-ends", "number", "squeeze-blank", "show-tabs"),
            *("show-nonprinting", "help", "version"),
        )
    ),
    "cksum": Grammar(),
    "cmp": Grammar(flags=flags("bls", "quiet", "silent", "verbose"), least=2, most=2),
    "column": Grammar(
        flags=flags("tex", "table"), values=values(TEXT, "so", "separator", "output-separator")
    ),
    "comm": Grammar(flags=flags("123i", "check-order", "nocheck-order"), least=2, most=2),
    "cut": Grammar(
        flags=flags("nsz", "complement", "only-delimited"),
        values=values(
            TEXT, "bcdf", "bytes", "characters", "delimiter", "fields", "output-delimiter"
        ),
    ),
    "date": Grammar(
        flags=flags("uR", "utc", "universal", "rfc-email"),
        values={**values(TEXT, "d", "date"), **values(PATH, "r", "reference")},
        optional={**values(TEXT, "I", "iso-8601"), "--rfc-3339": TEXT},
        operands=re.compile(r"\+.*", re.DOTALL),
        most=1,
    ),
    "df": Grammar(
        flags=flags("ahHiklPT", "all", "human-readable", "si", "inodes", "print-type", "total"),
        values=values(TEXT, "tx", "type", "exclude-type"),
    ),
    "diff": Grammar(
        flags=flags(
            "qrsuyibwBENatc",
            *("brief", "recursive", "report-identical-files", "unified", "side-by-side"),
            *("ignore-case", "ignore-all-space", "ignore-blank-lines", "new-file", "text"),
            *("suppress-common-lines", "strip-trailing-cr", "minimal", "context"),
        ),
        values={
            **values(NUMBER, "UCW", "width"),
            **values(TEXT, "xL", "exclude", "label"),
        },
        optional={"--unified": NUMBER, "--context": NUMBER, **_COLOR},
        least=2,
        most=2,
        follows=None,
    ),
    "dirname": _PRINTS,
    "du": Grammar(
        flags=flags(
            "abchHkLlmPsSx0",
            *("all", "apparent-size", "bytes", "total", "human-readable", "summarize", "si"),
        ),
        values={**values(NUMBER, "d", "max-depth"), **values(TEXT, "", "exclude")},
        follows=flags("L"),
    ),
    "echo": _PRINTS,
    "egrep": _GREP,
    "env": Grammar(most=0),
    "expand": Grammar(flags=flags("i", "initial"), values=values(NUMBER, "t", "tabs")),
    "expr": _PRINTS,
    "gcc": _VERSION,
    "make": _VERSION,
    "cmake": _VERSION,
    "perl": _VERSION,
    "factor": Grammar(operands=NUMBER),
    "false": _PRINTS,
    "fgrep": _GREP,
    "file": Grammar(
        flags=flags(
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
        follows=flags("L"),
    ),
    "fmt": Grammar(flags=flags("cstu"), values=values(NUMBER, "wg", "width"), digits=True),
    "fold": Grammar(flags=flags("bs", "bytes", "spaces"), values=values(NUMBER, "w", "width")),
    "free": Grammar(flags=flags("bkmghtlw", "human", "total"), most=0),
    "getconf": Grammar(flags=flags("a"), operands=TEXT, most=1),
    "grep": _GREP,
    "groups": _NOTHING,
    "head": _LINES,
    # Without an end of its own a name is also looked for with one.
    "gzip": Grammar(
        flags=flags("cdlv"),
        form=re.compile(r".*\.(?:gz|tgz|taz|Z)", re.DOTALL),
        least=1,
        known=lambda words: words[:1] in (("-l",), ("-lv",), ("-cd",), ("-dc",)),
    ),
    "hexdump": Grammar(flags=flags("bCcdovx"), values=values(NUMBER, "ns", "length", "skip")),
    "hostname": Grammar(flags=flags("AdfiIs", "fqdn", "short"), most=0),
    "id": Grammar(flags=flags("Ggnru", "group", "groups", "name", "user"), most=0),
    "join": Grammar(
        flags=flags("i", "ignore-case", "header", "check-order"),
        values=values(TEXT, "12aejotv"),
        least=2,
        most=2,
    ),
    "git": _VERSION,
    "iconv": Grammar(
        flags=flags("cl", "list"),
        # With a slash it is a file.
        values=values(re.compile(r"[\w.:-]+", re.ASCII), "ft", "from-code", "to-code"),
    ),
    "jq": Grammar(
        flags=flags(
            "acCejMnrsS",
            *("ascii-output", "compact-output", "color-output", "exit-status", "join-output"),
            *("monochrome-output", "null-input", "raw-output", "slurp", "sort-keys", "raw-input"),
            "tab",
        ),
        values=values(NUMBER, "", "indent"),
        pairs=flags("", "arg", "argjson"),
        first=JQ,
        least=1,
    ),
    "locale": Grammar(flags=flags("am"), operands=TEXT, most=1),
    "lsblk": Grammar(flags=flags("abfJlp", "all", "json"), most=0),
    "lscpu": Grammar(flags=flags("aJ", "json"), most=0),
    "ls": Grammar(
        flags=flags(
            "aAbBcCdDfFgGhHiklLmnNopqQrRsStuUvxXZ1",
            *("all", "almost-all", "author", "directory", "classify", "human-readable", "inode"),
            *("no-group", "numeric-uid-gid", "recursive", "reverse", "size", "si", "full-time"),
            *("group-directories-first", "color", "file-type", "literal", "quote-name", "help"),
            *("version", "dereference"),
        ),
        values=values(TEXT, "ITw", "ignore", "hide", "tabsize", "width"),
        optional={
            **_COLOR,
            "--sort": TEXT,
            "--time": TEXT,
            "--format": TEXT,
            "--time-style": re.compile(r"full-iso|long-iso|iso|locale|\+.*"),
            "--indicator-style": TEXT,
        },
        follows=flags("L", "dereference"),
    ),
    "md5sum": _SUMS,
    "nl": Grammar(
        flags=flags("p"),
        values={**values(TEXT, "bdfhns"), **values(NUMBER, "ilvw")},
    ),
    "node": Grammar(plain=True, first=re.compile("--version|-v"), least=1, most=1),
    "nproc": Grammar(flags=flags("", "all"), most=0),
    "numfmt": Grammar(
        values=values(TEXT, "d", "from", "to", "suffix", "field", "format", "padding", "round"),
        operands=NUMBER,
    ),
    "od": Grammar(
        flags=flags("abcdfilosxv"),
        values={**values(TEXT, "At", "format", "address-radix"), **values(NUMBER, "jN")},
    ),
    "paste": Grammar(flags=flags("sz", "serial"), values=values(TEXT, "d", "delimiters")),
    "pgrep": Grammar(flags=flags("aciflnovx"), operands=TEXT, least=1, most=1),
    "printenv": Grammar(operands=TEXT),
    "printf": Grammar(first=_FORMAT, operands=TEXT, plain=True, least=1, anything=True),
    "ps": Grammar(
        flags=flags("AaefFjlNTwdHLMyuxZ", "forest", "no-headers"),
        values={
            **values(re.compile("(?!.*environ).*"), "o", "format"),
            **values(TEXT, "Cu", "sort"),
            **values(NUMBER, "p", "pid", "ppid"),
        },
        operands=re.compile("[aAfhjlLmTuwx]{1,6}"),
        most=1,
        known=shows_no_environment,
    ),
    "python3": _VERSION,
    "pwd": Grammar(flags=flags("LP"), most=0),
    "readlink": Grammar(flags=flags("efmnqsvz", "canonicalize"), least=1),
    "realpath": Grammar(
        flags=flags("eLmPqsz", "no-symlinks"),
        values=values(PATH, "", "relative-to", "relative-base"),
        least=1,
    ),
    "rev": Grammar(),
    "sed": Grammar(
        flags=flags(
            "nErsuz", "quiet", "silent", "regexp-extended", "separate", "unbuffered", "null-data"
        )
        | flags("i", "in-place"),
        values=values(SED, "e", "expression"),
        first=SED,
        given_first=flags("e", "expression"),
        writes=flags("i", "in-place"),
        apart=flags("i"),
    ),
    "seq": _PRINTS,
    "sha1sum": _SUMS,
    "sha256sum": _SUMS,
    "sha512sum": _SUMS,
    "shuf": Grammar(
        flags=flags("z", "zero-terminated"),
        values={
            **values(NUMBER, "n", "head-count"),
            **values(re.compile(r"\d{1,9}-\d{1,9}"), "i", "input-range"),
        },
        most=1,
    ),
    "sleep": Grammar(operands=re.compile(r"[0-5]?\d(\.\d{1,3})?s?"), least=1, most=1),
    "sort": Grammar(
        flags=flags(
            "bcCdfghiMmnrRsuVz",
            *("ignore-leading-blanks", "dictionary-order", "ignore-case", "numeric-sort"),
            *("general-numeric-sort", "human-numeric-sort", "reverse", "unique", "stable"),
            *("version-sort", "month-sort", "check", "merge", "zero-terminated"),
        ),
        values={
            **values(TEXT, "kt", "key", "field-separator"),
            **values(PATH, "o", "output"),
            **values(NUMBER, "", "parallel"),
        },
        writes=flags("o", "output"),
    ),
    "stat": Grammar(
        flags=flags("fLt", "dereference", "file-system", "terse"),
        values=values(TEXT, "c", "format", "printf"),
        least=1,
    ),
    "strings": Grammar(
        flags=flags("afw", "all"),
        values=values(NUMBER, "n", "bytes"),
        form=re.compile("(?!@).*", re.DOTALL),  # of `@file` it reads more words
    ),
    "tac": Grammar(flags=flags("br"), values=values(TEXT, "s", "separator")),
    "tail": _LINES,
    "tar": Grammar(
        flags=flags("tvzjJ"),
        values=values(PATH, "f"),
        first=re.compile("t[vzjJ]{0,3}f"),
        given_first=flags("t"),
        form=_ARCHIVE,
        known=lambda words: not any(":" in word for word in words),
    ),
    "test": Grammar(
        whole=True,
        flags=_words("! = == != -eq -ne -lt -le -gt -ge -a -o"),
        values={
            **dict.fromkeys(_words("-e -f -d -s -r -w -x -L -h -p -S -nt -ot -ef"), PATH),
            **dict.fromkeys(_words("-n -z"), TEXT),
        },
        operands=TEXT,
        comparing=_words("-nt -ot -ef"),
        anything=True,
    ),
    "tr": _PRINTS,
    "tree": Grammar(
        flags=flags("adfipqstrushDFNQU", "dirsfirst", "noreport", "gitignore"),
        values={**values(NUMBER, "L", "filelimit"), **values(TEXT, "IP")},
        apart=flags("LIP"),
    ),
    "true": _PRINTS,
    "tty": _NOTHING,
    "uname": Grammar(
        flags=flags("aimnoprsv", "all", "kernel-name", "kernel-release", "machine"), most=0
    ),
    "unexpand": Grammar(flags=flags("a", "all"), values=values(NUMBER, "t", "tabs")),
    "uniq": Grammar(
        flags=flags(
            "cdDiuz", "count", "repeated", "all-repeated", "ignore-case", "unique", "group"
        ),
        values=values(NUMBER, "fsw", "skip-fields", "skip-chars", "check-chars"),
        most=1,
    ),
    "unzip": Grammar(
        form=re.compile(rf"{_ARCHIVE.pattern}\.zip", re.DOTALL),
        flags=flags("lv"),
        least=1,
        most=1,
        known=lambda words: words[:1] in (("-l",), ("-v",), ("-lv",)),
    ),
    "uptime": Grammar(flags=flags("ps", "pretty", "since"), most=0),
    "wc": Grammar(
        flags=flags("cmlLw", "bytes", "chars", "lines", "max-line-length", "words", "help")
    ),
    "which": Grammar(flags=flags("a"), operands=TEXT, least=1),
    "who": Grammar(flags=flags("abHqu", "all", "heading"), most=0),
    "whoami": _NOTHING,
    # For another name it looks for one with such an end.
    "zcat": Grammar(form=re.compile(r"-|.*\.(?:gz|tgz|taz|Z)", re.DOTALL)),
    "xzcat": Grammar(form=re.compile(r"-|.*\.(?:xz|txz|lzma)", re.DOTALL)),
    "xxd": Grammar(
        flags=flags("bipuE"),
        values=values(NUMBER, "cgls"),
        most=1,
        apart=flags("bipuE"),
        leading=True,
    ),
}
"""Programs that change nothing but, with some options, a file that is named."""
