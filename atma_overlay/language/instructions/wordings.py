"""How a standing instruction is worded: a frame is the whole of a clause, but for what says that it is to stand.

In the frames a space is any white space.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.instructions.values import Position

Place = Position | Literal["name", "code"]
"""Where a value stands; a name, or a language of code, stands in frames of its own."""
Frames = tuple[tuple[Place, str], ...]

_REPLIES = r"(?:answers|replies|responses|messages|explanations)"
_ANSWERS = rf"(?:(?:(?:all|any|of|your|the|my|our) )*{_REPLIES})"
_THINGS = rf"(?:it|them|things|everything|{_ANSWERS})"
_SAY = r"(?:(?:answer|repl|reply|respond|writ|write|talk|speak|chat|communicat|explain)(?:e|ing|ed|ied)?|spoke|wrote)"
_TO_ME = r"(?:me|us|back|(?:to|with|for) (?:me|us))"
_WHAT = (
    rf"(?: (?:{_TO_ME}|(?:to )?(?:all )?my (?:questions|messages)|everything|(?:all )?questions|things|{_ANSWERS}))*"
)
_MEASURES = (
    r"(?:(?:all|the|your|any|my) )*(?:distances|temperatures|times|weights|measurements|lengths|heights|units|dates|"
    r"prices|amounts|costs)"
)
_IN_THEM = (
    rf"(?: (?:with (?:me|us)|to me|(?:in|for|with|from|to) {_ANSWERS}|at the (?:end|top|start)|for {_MEASURES}|in|into"
    rf"|when(?:ever)? you \w+(?: to)?(?: me)?(?: {_MEASURES}| a (?:time|date|price|distance|temperature))?))?"
)
_CODE = r"(?:(?:all|any|of|your|the|my|our) )*(?:code|(?:code )?(?:examples|samples|snippets))"
_ADVERBS = r"(?: (?:really|much|rather|generally|personally|usually|still))*"
_WANT = (
    rf"i(?:'d| would)?{_ADVERBS} (?:want|like|prefer|need|love|have|appreciate)(?: to (?:get|have|receive|see|read))?"
)
_SHOULD = r"(?:should|must|have to|need to|ought to)(?: all)?"
_NO_MORE = (
    r"(?:do not|don't|never|stop(?: with)?|quit|avoid|skip|drop|lose|ditch|cut|scrap|without|leave out|lay off|cut out"
    r"|no(?: more)?|enough (?:with|of)|(?:no|there's no) need (?:to|for)"
    r"|you (?:don't|do not|needn't)(?: (?:need|have) to)?"
    r"|you can (?:stop|drop|skip|lose|forget(?: about)?|leave out)|forget(?: about)?"
    r"|i (?:don't|do not) (?:want|like|need)(?: you to)?|i(?:'m| am) done with|(?:i(?:'ve| have) )?had enough of)"
)
_USING = (
    r"(?:us(?:e|ing)|includ(?:e|ing)|add(?:ing)?|put(?:ting)?|giv(?:e|ing)(?: me)?|show(?:ing)?(?: me)?|cit(?:e|ing)"
    r"|list(?:ing)?|mak(?:e|ing)|ask(?:ing)?(?: me)?)"
)
_SUCH = r"(?: (?:all|any|the|your|these|those|so many|too many|so|that|too|as))*"
_MAY = (
    r"(?:you (?:can|may|could)|you(?:'re| are) (?:allowed|free|welcome) to|feel free to"
    r"|it's (?:ok|okay|fine|alright|all right) (?:to|if you)|i don't mind(?: (?:if )?you)?) "
)
_BY_WISH = rf"(?:{_WANT} (?:for )?you to|(?:i'd|i would) (?:rather|(?:prefer|like|love|appreciate) it if) you) "
_TURN = r"(?:(?:go|going|went|switch|switching|switched|change|changing|changed|move|moving)(?: (?:back|over))* to)"
_USE = (
    rf"(?:us(?:e|ed|ing)|stick (?:to|with)|go with|default to|includ(?:e|ing)|add(?:ing)?|sprinkle|cite|list|make"
    rf"|keep|kept|work in|{_TURN}(?: using)?)"
)
_LET_US = (
    r"let(?:'s| us) (?:speak|talk|chat|communicate|continue|write|stick to|go back to|switch(?: back)? to)(?: in)?"
)

PLAIN: Frames = (
    ("in", rf"{_SAY}{_WHAT} in (?P<v>.+)"),
    ("in", rf"(?:give|send)(?: me| us)? {_ANSWERS}(?: to me)? (?:in|as) (?P<v>.+)"),
    ("in", rf"(?:keep|kept|put|format|phrase|write|quote|show) (?:it all|{_THINGS})(?: to me)? (?:in|as) (?P<v>.+)"),
    ("in", rf"{_TURN} (?:{_SAY}{_WHAT} in )?(?P<v>.+)"),
    ("in", rf"{_LET_US} (?P<v>.+)"),
    ("in", rf"use (?P<v>.+?) (?:in|for|with) {_ANSWERS}"),
    ("in", r"(?:speak|talk) (?P<v>.+?)(?: (?:to|with) (?:me|us))?"),
    ("in", rf"(?:give|show|tell|state|write|put|quote)(?: me)? {_MEASURES}(?: to me)? (?:in|as) (?P<v>.+)"),
    ("use", rf"{_USE} (?P<v>.+?){_IN_THEM}"),
    ("use", rf"(?:format|structure|write|put|keep) {_THINGS} (?:with|using|as|in) (?P<v>.+)"),
    ("use", r"give me (?P<v>.+)"),
    ("be", rf"(?:keep|kept|keeping|make) {_THINGS}(?: as)? (?P<v>.+?)(?: as possible)?"),
    ("be", rf"be(?:ing)? (?P<v>.+?){_IN_THEM}"),
    ("be", rf"(?:give|send|write)(?: me| us)? (?P<v>.+?) {_REPLIES}"),
    ("be", rf"(?:{_SAY}{_WHAT}|treat me) (?P<v>.+)"),
    ("name", r"(?:call|called|address) me(?: (?:as|by))? (?P<v>.+)"),
    ("name", r"refer(?:red)? to me as (?P<v>.+)"),
    ("code", rf"(?:use|stick (?:to|with)) (?P<v>.+?) (?:for|in) {_CODE}"),
    ("code", rf"(?:write|give(?: me)?|show(?: me)?|put|do|keep) {_CODE} in (?P<v>.+)"),
    ("in", rf"(?:switch|change) {_MEASURES}(?: you give me)? to (?P<v>.+)"),
)
BARE: Frames = (
    ("code", rf"{_CODE} in (?P<v>.+)"),
    ("in", rf"(?:{_MEASURES}|{_ANSWERS}) in (?P<v>.+)"),
    ("use", rf"(?P<v>.+?){_IN_THEM}"),
)
"""What is asked for without a verb: *metric units, please*."""
WISHED: Frames = (
    ("in", rf"{_WANT} {_ANSWERS}(?: to be)?(?: (?:kept|written|given|formatted))? (?:in|as) (?P<v>.+)"),
    ("in", rf"(?:{_ANSWERS}|{_MEASURES}) {_SHOULD} be(?: (?:kept|written|given))? in (?P<v>.+)"),
    ("in", rf"{_MEASURES} {_SHOULD} be (?P<v>.+?){_IN_THEM}"),
    ("use", r"(?P<v>.+?) is what i (?:want|need|prefer)(?: from you)?"),
    ("in", r"(?P<v>.+?) is what i (?:want|need|prefer)(?: from you)?"),
    ("use", rf"{_WANT} {_ANSWERS} (?:with|to use|using) (?P<v>.+)"),
    ("use", rf"i(?:'d| would)?{_ADVERBS} prefer (?P<v>.+?)(?: (?:to|over) (?P<old>.+))?"),
    ("in", rf"{_WANT} {_MEASURES}(?: to be)? (?:in|as) (?P<v>.+)"),
    ("use", rf"{_WANT} (?P<v>.+?) (?:from you|in {_ANSWERS})"),
    ("be", rf"{_WANT} {_ANSWERS}(?: to be)?(?: kept)? (?P<v>.+)"),
    ("be", rf"{_WANT} (?:your |my )?(?P<v>.+?) {_REPLIES}"),
    ("be", rf"{_ANSWERS} {_SHOULD} be(?: kept)? (?P<v>.+)"),
    ("name", rf"{_WANT} (?:to be|being) called (?P<v>.+)"),
    ("code", rf"{_WANT} {_CODE}(?: to be)?(?: written)? in (?P<v>.+)"),
    ("code", rf"{_CODE} {_SHOULD} be(?: written)? in (?P<v>.+)"),
)
"""What stands because it is told as a wish of all answers."""
ENDED: Frames = (
    (
        "use",
        rf"{_NO_MORE}(?: {_USING})?{_SUCH} (?P<v>.+?){_IN_THEM}",
    ),
    ("in", rf"{_NO_MORE} {_SAY}{_WHAT} in (?P<v>.+)"),
    ("be", rf"{_NO_MORE} (?:be(?:ing)?|keep(?:ing)? {_THINGS}){_SUCH} (?P<v>.+?){_IN_THEM}"),
    ("be", rf"{_NO_MORE}{_SUCH} (?P<v>.+?) {_REPLIES}"),
    ("name", rf"{_NO_MORE} (?:call|address)(?:ing)? me(?: (?:as|by))? (?P<v>.+)"),
)
"""What is to be so no more."""
ALLOWED: Frames = (
    ("use", r"(?P<v>.+?) (?:are|is) (?:ok|okay|fine|welcome|allowed|good)"),
    ("in", rf"{_ANSWERS} (?:can|may)(?: all)? be in (?P<v>.+)"),
    ("be", rf"{_ANSWERS} (?:can|may)(?: all)? be (?P<v>.+)"),
)


@dataclass(frozen=True, slots=True)
class Wording:
    """A clause that is worded as an instruction: where its parts stand, and how it is told."""

    place: Place
    value: Span
    whole: Span
    old: Span | None
    """What the value is told against."""
    wished: bool = False
    ended: bool = False
    allowed: bool = False
    bare: bool = False


def read(clause: str) -> Iterator[Wording]:
    """The ways in which a clause may be an instruction, as offsets into it.

    Args:
        clause: in lower case with plain apostrophes, blanks in place of what says that it is to stand.
    """
    for number in _HELD.held_by(clause):
        how, place, wording = _FRAMES[number]
        match = wording.fullmatch(clause)
        if match is not None:
            first, last = match.span(wording.groupindex["v"])
            whole = len(clause) - len(clause.lstrip()), len(clause.rstrip())
            old = match.span(wording.groupindex["old"]) if "old" in wording.groupindex else (-1, -1)
            yield Wording(
                place, (first, first + len(clause[first:last].rstrip())), whole, old if old[0] >= 0 else None, **how
            )


def _compiled(
    how: dict[str, bool], frames: Frames, before: str = ""
) -> list[tuple[dict[str, bool], Place, re2._Regexp]]:
    return [
        (how, place, re2.compile(r"\s*" + (before + wording).replace(" ", r"\s+") + r"\s*"))
        for place, wording in frames
    ]


_FRAMES: tuple[tuple[dict[str, bool], Place, re2._Regexp], ...] = (
    *_compiled({"ended": True}, ENDED),
    *_compiled({"wished": True}, WISHED),
    *_compiled({"wished": True}, PLAIN, _BY_WISH),
    *_compiled({"allowed": True}, PLAIN, _MAY),
    *_compiled({"allowed": True}, ALLOWED),
    *_compiled({}, PLAIN),
    *_compiled({"bare": True}, BARE),
)
"""Looked at in this order: what is over, wished for, allowed, told to be done, and asked for without a verb."""
_HELD = PatternSet(*(f"^(?:{wording.pattern})$" for _, _, wording in _FRAMES))
