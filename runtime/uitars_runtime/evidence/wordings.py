"""Natural wordings of what is asked for: states, wishes, edits of a document, answers. Pure.

One row for each way of saying it: a pattern over a clause and the goal it means. Quoted text is a
mark in the clause. What hedges (`not`, `except`, `every`) is nobody's name and leaves it unread.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from uitars_runtime.evidence import meanings
from uitars_runtime.evidence.goals import Change, Goal, Unread
from uitars_runtime.evidence.meanings import DOCUMENT, ORDINALS, Maker

MARK: Final = "\ue000\\d+\ue001"
"""What stands in a clause for a quoted text."""
_ON: Final = (
    r"(?:switched |turned |set to |put )?on|ticked|checked|enabled|active|activated|selected|"
    r"shown|visible|included"
)
_OFF: Final = (
    r"(?:switched |turned |set to |put )?off|un-?ticked|un-?checked|disabled|inactive|deactivated|"
    r"deselected|hidden|not (?:ticked|checked|on|enabled|active|selected|shown|visible)|cleared"
)
STATE: Final = rf"(?:(?P<on>{_ON})|(?P<off>{_OFF}))"
_WISH: Final = r"(?:i want|i need|i would like|i'd like|i'd prefer|we want|we need|let|have|get)"
_MUST: Final = r"(?:should|must|needs? to|ha(?:s|ve) to|ought to|is to|are to|shall|is supposed to)"
_LINE: Final = r"(?:a|the|one|another|this)\s+(?:(?:new|more|last|final|first|further)\s+)*line"
_SAYING: Final = (
    r"(?:that (?:says|reads|contains|goes)|saying|reading|containing|with(?: the (?:text|words?))?|"
    r"called|of|:)?"
)
_END: Final = r"(?:at|to|on|as)\s+(?:the\s+)?(?:very\s+)?(?:end|bottom|last line|a new last line)"
_TOP: Final = r"(?:at|to|on|as)\s+(?:the\s+)?(?:very\s+)?(?:top|beginning|start|first line)"
_OF: Final = rf"(?:\s+(?:of|in)\s+{DOCUMENT})?"
_INSIDE: Final = rf"(?:\s+(?:in|of|from|inside|throughout)\s+{DOCUMENT}|\s+everywhere)?"
_NOUN: Final = (
    r"(?:(?:the|every|each|all|any)\s+)?"
    r"(?:(?:words?|text|name|phrase|typo|(?:spelling )?mistake|occurrences? of)\s+)?"
)
_REMOVE: Final = (
    r"(?:delete|remove|erase|get rid of|take out|take away|cut out|do away with|drop|strike|"
    r"kick out)"
)
_MESSAGE: Final = (
    r"(?:this|that|the)\s+(?:\w+\s+)?(?:message|dialog|dialogue|window|warning|notice|pop-?up|"
    r"question|box|alert|notification|it|thing)|this|that|it"
)
_HEDGES: Final = re.compile(
    r"\b(?:not|never|except|unless|if|only|but|until|without|other|rest|all|every|each|everything|"
    r"both|none|any|nothing|instead|than|whether|because|so that|when|already)\b|n't\b",
    re.IGNORECASE,
)
_MANNERS: Final = re.compile(r"(?:,?\s+(?:please|for me|thanks|thank you))+$", re.IGNORECASE)
_ENDS: Final = re.compile(
    r"(?:\s+(?:too|as well|now|again|there|any ?more|any longer|at once|right away))+$",
    re.IGNORECASE,
)
_PUSHED: Final = (
    r"apply|submit|order|send|book|buy|pay|reset|confirm|accept|continue|proceed|register|"
    r"subscribe|sign in|sign up|log in|log out|search|refresh|reload|cancel|start|stop|play|pause|"
    r"print|undo|redo|ok|okay|clear"
)

Say = Callable[[str], str]


def natural(piece: str, words: str, say: Say) -> Goal | None:
    """The goal of a clause in natural words; None where no row fits. `say`: gives marks their text
    back; `words`: the clause as it is shown."""
    plain = _ENDS.sub("", without_manners(piece))
    for pattern, make in _ROWS:
        found = pattern.fullmatch(plain)
        if found is None:
            continue
        rough = {name: text or "" for name, text in found.groupdict().items()}
        named = (rough[name] for name in ("x", "f") if name in rough)
        if any(_HEDGES.search(text) for text in named):
            return Unread(words)
        groups = {name: say(text.strip(" ,:")) for name, text in rough.items()}
        groups["quoted"] = "yes" if re.search(MARK, plain) else ""
        return make(words, groups)
    return None


def without_manners(piece: str) -> str:
    """A clause without `please`, `for me` and the like at its end."""
    return _MANNERS.sub("", piece)


def _row(pattern: str, make: Maker) -> tuple[re.Pattern[str], Maker]:
    return re.compile(pattern, re.IGNORECASE), make


_X: Final = r"(?:the\s+)?(?P<x>.+?)"
_FILE: Final = (
    r"(?:(?:the|this|that|my|your)\s+)?(?:file|document|text|changes?|work|note|notes|it|all)"
)
_ROWS: Final = (
    # states
    _row(
        rf"(?:make (?:quite |really )?sure|ensure|see to it|take care)(?: that)? {_X} (?:is|"
        rf"are|stays?|gets?) {STATE}",
        meanings.state,
    ),
    _row(rf"{_X} {_MUST} (?:be|stay|get) {STATE}", meanings.state),
    _row(rf"{_WISH} {_X} (?:to be |be )?{STATE}", meanings.state),
    _row(
        r"(?:remove|take away|take|clear|undo) the (?:tick|check ?mark|check|cross) (?:from|"
        rf"of|off|at|for|in|on|next to|beside|before) {_X}",
        meanings.off,
    ),
    _row(
        r"(?:put|set|place|add|make) (?:a|the) (?:tick|check ?mark|check|cross) (?:in|into|at|"
        rf"on|for|next to|beside|by|against|to|before) {_X}",
        meanings.on,
    ),
    _row(
        r"(?:i|we) (?:do not|don't|no longer|don’t) (?:want|need|like)(?: to (?:have|see|get|"
        rf"use|receive|hear))?(?: any)? {_X}",
        meanings.off,
    ),
    _row(rf"(?:hide|silence|(?:do not|don't|don’t|never) (?:show|display|use)) {_X}", meanings.off),
    _row(rf"(?:i'd|i would) rather not (?:have|see|get|use) {_X}", meanings.off),
    _row(rf"(?:no|without) {_X}", meanings.off),
    _row(r"(?P<x>mute|pause|freeze)(?: (?:it|everything|all|the (?:sound|audio)))?", meanings.on),
    # documents
    _row(
        rf"(?:add|append|put|write|insert|type|enter)\s+{_LINE}\s+{_END}{_OF}\s*{_SAYING}\s*(?P"
        r"<v>.+)",
        meanings.line(Change.APPEND),
    ),
    _row(
        rf"(?:add|append|put|write|insert|type|enter)\s+{_LINE}\s+{_TOP}{_OF}\s*{_SAYING}\s*(?P"
        r"<v>.+)",
        meanings.line(Change.PREPEND),
    ),
    _row(
        rf"(?:add|append|put|write|insert|type|enter)\s+(?:{_LINE}\s*{_SAYING}|the (?:title|"
        rf"heading|words?|text|header|sentence))?\s*(?P<v>.+?)\s+{_END}{_OF}",
        meanings.line(Change.APPEND),
    ),
    _row(
        rf"(?:add|append|put|write|insert|type|enter)\s+(?:{_LINE}\s*{_SAYING}|the (?:title|"
        rf"heading|words?|text|header|sentence))?\s*(?P<v>.+?)\s+{_TOP}{_OF}",
        meanings.line(Change.PREPEND),
    ),
    _row(
        r"(?:add|append|put|write|insert)\s+(?:a|the) (?:new )?(?:last|final) "
        rf"line\s*{_SAYING}\s*(?P<v>.+?)(?:\s+(?:to|into|in)\s+{DOCUMENT})?",
        meanings.line(Change.APPEND),
    ),
    _row(
        r"(?:add|put|write|insert)\s+(?:a|the) (?:new )?first "
        rf"line\s*{_SAYING}\s*(?P<v>.+?)(?:\s+(?:to|into|in)\s+{DOCUMENT})?",
        meanings.line(Change.PREPEND),
    ),
    _row(
        rf"(?:write|put|add|insert)\s+(?P<v>.+?)\s+as (?:a|the) (?:new )?first line{_OF}",
        meanings.line(Change.PREPEND),
    ),
    _row(
        r"(?:write|put|add|insert|append)\s+(?P<v>.+?)\s+as (?:a|the) (?:new )?(?:last|final) "
        rf"line{_OF}",
        meanings.line(Change.APPEND),
    ),
    _row(
        rf"(?:add|append|insert)\s+{_LINE}\s*{_SAYING}\s*(?P<v>{MARK})(?:\s+(?:to|in|"
        rf"into)\s+{DOCUMENT})?",
        meanings.line(Change.INSERT),
    ),
    _row(rf"append\s+(?P<v>.+?)(?:\s+to\s+{DOCUMENT})?", meanings.line(Change.APPEND)),
    _row(
        rf"(?:replace|exchange|swap|substitute)\s+{_NOUN}(?P<old>.+?)\s+(?:with|by|for|"
        rf"against)\s+{_NOUN}(?P<v>.+?){_INSIDE}",
        meanings.replaced,
    ),
    _row(
        r"(?:change|turn|correct|rename|alter|convert)\s+(?:the word|the text|every|each|"
        rf"all)\s+(?P<old>.+?)\s+(?:in)?to\s+{_NOUN}(?P<v>.+?){_INSIDE}",
        meanings.replaced,
    ),
    _row(rf"{_REMOVE}\s+the (?P<nth>{'|'.join(ORDINALS)}) line{_INSIDE}", meanings.cut),
    _row(
        rf"{_REMOVE}\s+the line (?:about|with|that (?:says|reads|contains)|containing|saying|"
        rf"reading)\s+(?P<old>.+?){_INSIDE}",
        meanings.cut,
    ),
    _row(
        rf"{_REMOVE}\s+(?:the )?(?:words?|text|phrase|sentence)\s+(?P<x>.+?){_INSIDE}",
        meanings.word_removed,
    ),
    _row(
        rf"(?:every|each|all) (?P<old>.+?) {_MUST} (?:become|be|read|be (?:replaced|changed)) "
        rf"(?:(?:by|with|to|into) )?{_NOUN}(?P<v>.+?){_INSIDE}",
        meanings.replaced,
    ),
    # windows and messages
    _row(rf"(?:{_REMOVE}|dismiss|clear away|acknowledge)\s+(?:{_MESSAGE})", meanings.dismissed),
    _row(rf"(?:{_REMOVE}|hide)\s+{_X}", meanings.removed),
    _row(
        r"(?:agree|say yes|accept)(?: (?:to|with) (?:it|that|this|the \w+)| it| that)?",
        meanings.agreed("yes", "ok", "agree", "accept"),
    ),
    _row(
        r"(?:refuse|decline|reject|say no)(?: (?:to )?(?:it|that|this|the \w+))?",
        meanings.agreed("no", "cancel", "decline", "refuse"),
    ),
    _row(
        r"(?:answer|reply)(?: (?:it|(?:to )?(?:the|this) question))?(?: with)? (?P<v>yes|no|"
        r"ok|cancel)",
        meanings.answered,
    ),
    # saving
    _row(
        rf"(?:save|store)(?: {_FILE})? (?:with|by|using|by pressing) (?:the )?(?:keys? )?"
        r"(?:ctrl|control)[ +-]s",
        meanings.saved,
    ),
    _row(
        rf"(?:save|store|keep)(?: {_FILE})?(?: to (?:the )?disk)?|to be saved|be saved|have it "
        r"saved|saved",
        meanings.saved,
    ),
    _row(
        rf"(?:save|store|keep)(?: {_FILE})?(?: (?:under|by|with) the (?:file ?)?name(?: of)?| "
        r"as a file called| as a new file called| calling it| and call it) (?P<name>.+)",
        meanings.saved,
    ),
    _row(r"rename (?:the |this )?(?:file|folder|document)\b.*", meanings.unread),
    # values
    _row(rf"(?:empty|clear|blank(?: out)?) {_X}", meanings.emptied),
    _row(
        rf"(?P<verb>{_PUSHED})(?: (?:it|them|that|this|everything|all|"
        r"(?:the|my|your) \w+(?: \w+)?))?",
        meanings.pushed,
    ),
    _row(
        r"(?:turn|bring|move|drag|raise|lower|increase|decrease|reduce|adjust|set|put) (?:the "
        r")?(?P<f>.+?)(?: (?:up|down|back))? to (?P<v>[\d.,]+)(?: ?(?:%|percent))?",
        meanings.held,
    ),
    _row(rf"(?:change|rename|switch) {_X} from (?P<old>.+?) (?:in)?to (?P<v>.+)", meanings.changed),
    _row(
        rf"(?:change|turn|correct|rename|alter|switch) {_X} (?:in)?to (?P<v>.+?){_INSIDE}",
        meanings.changed,
    ),
    _row(
        rf"{_WISH} (?:the )?(?P<f>.+?) (?:to (?:be|say|read|hold|contain|show)|be|say|read) "
        r"(?P<v>.+)",
        meanings.held,
    ),
    _row(
        rf"(?:the )?(?P<f>.+?) {_MUST} (?:be set to|be changed to|be|say|read|hold|contain|"
        r"become|show)(?: the (?:line|words?|text))? (?P<v>.+)",
        meanings.held,
    ),
    _row(r"(?:set|make it so that) (?:the )?(?P<f>.+?) (?:is|to) (?P<v>.+)", meanings.held),
    _row(r"make (?:the )?(?P<rest>[^,:]+)", meanings.made),
    _row(r"fill in (?P<v>.+?) (?:for|as|in|into|at) (?:the )?(?P<f>.+)", meanings.noted),
    _row(
        r"(?:use|take|go with|go for|opt for|have) (?P<v>.+?) (?:as|for) (?:the )?(?P<f>.+)",
        meanings.held,
    ),
    _row(
        r"(?:leave|write|put|add) (?:a|the) (?P<f>remark|note|comment|message|reason|hint)(?: "
        rf"that says| saying|:)? (?P<v>{MARK})",
        meanings.remark,
    ),
    _row(r"(?:select|choose|pick|use|take) (?:the )?(?P<x>.+?) instead of .+", meanings.wanted),
    _row(r"(?:take|go for|opt for|use|go with|decide on|mark) (?:the )?(?P<x>.+)", meanings.wanted),
    _row(
        r"(?:i want|i'd like|i would like|i'll have|i'll take|i will take|i prefer|i'd prefer|"
        r"i need) (?:the )?(?P<x>[^:]+)",
        meanings.wanted,
    ),
    _row(r"(?!fill|complete|type|enter|choose|press)(?P<f>[\w -]+): ?(?P<v>.+)", meanings.noted),
    _row(
        r"(?:in|from) the (?P<menu>.+?) menu,? (?:choose|select|pick|click(?: on)?|use|open) "
        r"(?:the )?(?P<x>.+)",
        meanings.shown,
    ),
    _row(
        r"(?:for|under|in|into|as|at) (?:the )?(?P<f>[\w -]+?),? (?:put|enter|write|type|take|"
        r"choose|select|pick|use|set) (?:in )?(?P<v>.+)",
        meanings.held,
    ),
    _row(rf"(?:call|name) (?:it|the (?P<f>[\w -]+?)) (?P<v>{MARK})", meanings.called),
    _row(
        r"(?!(?:what|which|who|where|when|how|why|this|that|it|there|here)\b)"
        r"(?:the |my )?(?P<f>[\w -]+?) is (?P<v>.+)",
        meanings.held,
    ),
    # places
    _row(
        r"(?:open(?: up)?|go to|choose|select|click(?: on)?) (?P<menu>[\w ]+?) ?(?:>|→|->) ?"
        r"(?P<x>[\w .…-]+)",
        meanings.shown,
    ),
    _row(
        r"(?:show(?: me)?|display|bring up|open(?: up)?|get me|take me to) (?:the "
        r")?(?P<x>.+?) (?:from|in|through|via) the (?P<menu>.+?) menu",
        meanings.shown,
    ),
    _row(
        r"(?:show(?: me)?|display|bring up|take me to|go to|go into|switch to|navigate to|"
        r"visit|head to) (?:the )?(?P<x>.+)",
        meanings.shown,
    ),
)
