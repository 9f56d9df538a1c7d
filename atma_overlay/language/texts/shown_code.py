"""Code that is shown without a fence: its lines, and the comments beside them.

*# I live in Denver*, over *print(city)*, and *-- we use MySQL*, over *select 1;*, are no words to the assistant. A
heading (*# Denver*) and a list of dashes look the same: a mark makes a comment only where a line of code stands next.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tokens import Span

_NAME = r"[A-Za-z_$][\w$]*"
_JOINED = r"(?:\.|::|->|\$)"
_PATH = rf"{_NAME}(?:{_JOINED}{_NAME}|\[[^\[\]\n]{{0,30}}\])*"
_CALLED = rf"(?:[a-z_$][\w$]*|{_NAME}(?:{_JOINED}{_NAME})+)!?\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\)"
_TYPE = r"(?:int|long|float|double|char|bool|boolean|[sS]tring|auto|final)"
_TYPED = rf"(?:(?:const|let|var|val|local|mut|set|{_TYPE}) )*"
_DATA = rf"(?:[\"'\[{{(].*|-?\d.*|{_CALLED}.*|(?:True|False|None|null|true|false|nil|NULL|TRUE|FALSE|NA|new .*)[;,]?)"
_STATEMENTS = (
    rf"(?:{_TYPED}{_PATH} ?(?:=|<-|:=) ?)?(?:await |return |new |yield |throw |raise |del |puts )?"
    rf"{_CALLED}(?:\.\w+)*[;,]?(?: ?\{{)?"
    rf"|{_PATH} ?<<?- ?{_DATA}|{_TYPED}{_PATH} ?(?::=|[-+*/|&.]=) ?{_DATA}|(?:{_TYPED}{_PATH}|{_TYPE} {_NAME}) ?= ?.*;"
    r"|return (?:.*;|[\"'\[{\d].*|True|False|None|null|nil)|puts [\"'].*|main = .*"
    r"|Dim \w+ As .*|\((?:def\w*|setq|ns) .*"
)
_OPENINGS = (
    r"import \{.*|import [\w.*]+(?: as \w+)?;|from [\w.]+ import .+|#include .*|using [\w.]+;|package [\w.]+;"
    r"|(?:import|require|load) ['\"].*|import \w+(?:\.[\w.]+| as \w+)|import (?:os|sys|re|json|numpy|pandas)\b.*"
    r"|(?:async )?def \w+[!?]?(?:\(.*|)|(?:fn|func|function)\b ?\w* ?\(.*|class \w+(?:(?:\(.*\))?(?: ?\{|:)| < \w+)"
    r"|(?:(?:public|private|protected|static|export|async|final|default|function|void|\w+(?:<\w+>)?) ){1,4}\w+\(.*[){;]"
    r"|(?:els)?if [^\n]*(?:==|!=|<|>| in | is | not |\().*[:{]|else:|try:|finally:|except(?: [\w.]+(?: as \w+)?)?:"
    r"|for \w+(?:, ?\w+)* in \S.*[:{]|(?:for|while|if) .*; ?(?:do|then)|while .*[=<>(T].*:|fi|esac|pass"
    r"|break;|continue;"
    r"|[\[\](){},;]*[\](){}][\[\](){},;]*|\} ?else ?\{|</?[a-z][\w-]*(?: [^<>\n]*)?/?>(?:.*</?[a-z][\w-]*>)?"
    r"|#!/.*|<\?php.*|.* %>%|FROM \S+(?::\S+| AS \S+)|RUN [a-z./].*|ENV \w+[= ]\S+|(?:CMD|ENTRYPOINT) [\[\"a-z./].*"
    r"|(?:COPY|ADD) \S+ [./]\S*|WORKDIR [/\w]\S*|EXPOSE \d+|ARG \w+(?:=\S*)?|\\\w+\{.*"
)
_QUERIES = (
    r"(?i:select (?:.* )?from [\w.\"`]+(?:[ ;,].*)?|select [^\n]*;|select (?:[\w.*]+, ?)*[\w.]+,|select \*"
    r"|insert into .*"
    r"|update [\w.]+ set .*|delete from [\w.]+.*|(?:create|alter|drop|truncate) (?:or replace |temporary |unique )?"
    r"(?:table|view|index|database|schema|function|user|trigger|extension)\b.*|(?:begin|commit|rollback|show tables"
    r"|(?:use|describe) \w+);|where [\w.]+ ?(?:=|<|>| like | in | is ).*|(?:order|group) by [\w., ]+;"
    r"|(?:(?:inner|left|right|outer|full) )*join \w+(?: \w+)? on .*|values ?\(.*)"
)
_COMMANDS = (
    r"(?:\$|❯|PS [A-Z]:\\[^>]*>|mysql>|sqlite>|\w+=#) [a-z./].*|sudo [a-z].*|pip3? install .*"
    r"|(?:npm|npx|yarn|pnpm) (?:install|i|run|add|ci|start|test|create)\b.*"
    r"|git (?:clone|add|commit|push|pull|checkout|rebase|merge|status|log|diff|init|stash)\b.*"
    r"|docker(?:-compose| compose)? (?:run|build|push|pull|exec|ps|up|down)\b.*"
    r"|kubectl (?:get|apply|describe|logs|delete|exec|create|rollout)\b.*"
    r"|(?:apt|apt-get|brew|cargo|go) (?:install|update|build|run|get|mod|test)\b.*"
    r"|(?:python3?|node|bash|sh|ruby|php|perl|Rscript) [\w./-]+\.\w+.*|cd [\w./~-]+|export [A-Za-z_]+=.*"
    r"|(?:curl|wget|ssh|scp|chmod|chown|mkdir|grep|sed|awk) [^\n]*[-/.'\"]\S*.*|[^\n]*\{"
)
"""What people also write about: *git push fails since I moved*."""
_SETS = (
    rf"{_TYPED}{_PATH} ?= ?{_DATA}|[A-Z][A-Z\d_]{{2,}}=\S*|[a-z]+(?:_[a-z\d]+)+ ?[:=] ?\S.*"
    r"|[a-z]+(?:\.[a-z]+)+ ?= ?\S.*|\[[a-z][\w.-]*\]"
)
"""*city = "York"*: so do those who keep notes; beside it a comment is one all the same."""
_NOTED = re2.compile(r"[a-z]{2,} ?= ?[$€£]?\d[\d.,]*\w*")
"""*rent = 900*: a note of one's own."""
_TRAIL = r"[ \t]+(?:#|//|--|;|%)[ \t]*\S.*"
_CODE = re2.compile(
    rf"(?:{_STATEMENTS}|{_OPENINGS}|{_QUERIES}|echo [\"'$].*)(?:{_TRAIL})?|(?:{_SETS}|{_COMMANDS}){_TRAIL}"
)
_COMMAND, _SETTING_LINE = re2.compile(_COMMANDS), re2.compile(_SETS)
_MARKED = re2.compile(r"(?:#+|--|%+|;+)[^\n>=]*\S.*")
_BLOCK = re2.compile(r"(?s:/\*.*?\*/|<!--.*?-->|\{-.*?-\}|--\[\[.*?\]\])")
_SPEAKS = re2.compile(r"(?i)\b(?:i|we|my|our)\b")
_MAY_HOLD = PatternSet(r"[;{}<$=%*]|\w\(|(?m)^[ \t]*(?:#|--|FROM |RUN |ENV |fi$|(?i:select )|sudo |pip|npm|git |cd )")
_LONGEST = 300
"""Characters of a line that is looked at."""
_BLANK, _TOLD, _COMMENT, _SETTING, _CODED = range(5)
_SHOWS = frozenset({_CODED, _SETTING})
_MOST_BLANK = 1
"""Empty lines between a comment and the code that it is of."""


def code_shown(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that are code without a fence, and the comments beside it, in no order."""
    if not _MAY_HOLD.found_in(text):
        return
    yield from (m.span() for m in _BLOCK.finditer(text))
    lines = text.split("\n")
    kinds = [_kind(line.strip()[:_LONGEST]) for line in lines]
    if _SHOWS.isdisjoint(kinds):
        return
    above, below = _nearest(kinds), _nearest(kinds[::-1])[::-1]
    start = 0
    for line, kind, beside in zip(lines, kinds, zip(above, below, strict=True), strict=True):
        if _is_shown(line, kind, beside):
            yield start, start + len(line)
        start += len(line) + 1


def _is_shown(line: str, kind: int, beside: tuple[int, int]) -> bool:
    """Whether a line is code, a comment beside some, or sets something among code."""
    if kind == _SETTING:
        return _SPEAKS.search(line) is not None or _CODED in beside
    return kind == _CODED or (kind == _COMMENT and not _SHOWS.isdisjoint(beside))


def _kind(line: str) -> int:
    """What a line is by its looks."""
    if not line:
        return _BLANK
    if _NOTED.fullmatch(line):
        return _TOLD
    if _CODE.fullmatch(line) or (_COMMAND.fullmatch(line) and not _SPEAKS.search(line)):
        return _CODED
    if _SETTING_LINE.fullmatch(line):
        return _SETTING
    return _COMMENT if _MARKED.fullmatch(line) else _TOLD


def _nearest(kinds: list[int]) -> list[int]:
    """For each line, what the nearest is before it that is no comment and hardly an empty line away."""
    found, nearest, blank = [], _TOLD, 0
    for kind in kinds:
        found.append(nearest)
        if kind == _BLANK:
            blank += 1
            nearest = nearest if blank <= _MOST_BLANK else _TOLD
        elif kind != _COMMENT:
            nearest, blank = kind, 0
    return found
