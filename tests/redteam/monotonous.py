"""Texts of one thing over and over: what a rule that looks ahead, or back, may look over once for each."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count

Text = Callable[[int], str]
"""A text of about as many characters."""

MARKS = {
    "quotation marks that open": "“",
    "quotation marks that close": "”",
    "empty quotations": "“”",
    "straight quotation marks": '"',
    "apostrophes": "'",
    "typographic apostrophes": "’",
    "brackets": "(",
    "brackets that close": ")",
    "braces": "{[<",
    "hyphens": "-",
    "dashes": " – ",
    "long dashes": "—",
    "bullets": "•\n",
    "bullets with words": "- a\n",
    "numbered lines": "1. a\n",
    "quoted lines": "> a\n",
    "tables": "| a | b |\n",
    "fences": "```\n",
    "line ends": "\n",
    "Windows line ends": "\r\n",
    "line separators": "\u2028",
    "blanks": " ",
    "no-break spaces": "\u00a0",
    "full stops": ".",
    "full stops apart": ". ",
    "ellipses": "…",
    "exclamation marks": "!",
    "question marks": "?",
    "commas": ", ",
    "semicolons": "; ",
    "colons": ": ",
    "slashes": "a/",
    "backslashes": "\\",
    "equals signs": "=",
    "emoji": "😂",
    "joined emoji": "👩\u200d👩\u200d",
    "combining marks": "a\u0301",
    "combining marks alone": "\u0301",
    "zero-width spaces": "\u200b",
    "direction marks": "\u202e",
    "NUL": "\0",
    "currency signs": "€",
    "digits": "1",
    "figures": "1 ",
    "figures with commas": "1,",
    "letters": "a",
    "capitals": "Ab",
    "underscores": "_",
    "words with full stops": "a.",
    "words with hyphens": "a-",
    "another script": "дом ",
    "a script without blanks": "我",
}
"""Marks and shapes of text."""
WORDS = {
    "and": " and", "or": " or", "but": " but", "if": "if ", "when": " when", "since": "since ", "until": "until ",
    "because": " because", "that": "that ", "which": "which is ", "who": "who ", "of": " of", "from to": "from to ",
    "between": "between ", "not": "not ", "contractions": "don't ", "possessives": "my sister's ", "owners": "'s ",
    "my": "my ", "the": "the ", "I": "I ", "I'm": "I'm ", "she said": "She said ", "was": "was ", "living": "living ",
    "would": "would ", "almost": "almost ", "no longer": "no longer ", "went back": "went back to ",
    "dropped": "dropped my phone in the ", "instead": "instead of ", "actually": "actually ", "forget": "forget that ",
    "depends": "depends on ", "whenever": "whenever ", "months": "May ", "days": "Monday ", "years": "2019 ",
    "dates": "2019-03-04 ", "hours": "7:30 ", "ago": "ago ", "every": "every ", "twice": "twice a week ",
    "names": "Lotte ", "speakers": "user: I live in Leeds\n", "translate": "translate: ", "mail": "from: a\n",
    "listed": "I like tea, ", "chained": "I live in Turin and ", "sentences": "I moved to York. ",
}  # fmt: skip
"""Words that rules look for."""
DIFFERENT = {
    "facts of many": "Lotte{} lives in Town{}. ",
    "kin": "My sister's name is Lotte{}. ",
    "slots": "My rent{} is {} euros. ",
    "changes": "We switched from Tool{} to Gear{}. ",
    "ends": "I left Firm{}. ",
    "rules": "If I move to Town{} I join Club{}. ",
    "dependences": "My vet{} depends on my flat{}. ",
    "requests to forget": "Forget that I like tea{}. ",
    "corrections": "Actually, my code{} is {}. ",
    "premises": "Since I live in Town{}, ",
    "questions": "Do I still live in Town{}? ",
    "spells": "I was in Town{} until 19{}. ",
    "pronouns": "Ann{} is here. She lives in Town{}. ",
    "apposed": "Lotte{}, who is my boss{}, ",
    "days of a month": "On {} March I met Ann{}. ",
    "prices": "The price went from ${}0 to ${}. ",
    "quotations": "“w{}” ",
    "straight quotations": '"w{}" ',
    "addresses": "http://a{}.b a{}@b.c ",
    "lines": "w{}\n",
    "fields": "key{}: value{}\n",
    "figures that differ": "{} ",
    "names that differ": "Name{} ",
    "listed things": "tea{} and ",
    "owned": "Ann{}'s dog{} ",
    "news": "New job! Firm{}. ",
    "first days": "My first day at Firm{}. ",
}
"""Sentences of which no two are alike."""


def _repeated(piece: str) -> Text:
    return lambda size: (piece * (size // len(piece) + 1))[:size]


def _numbered(piece: str) -> Text:
    def text(size: int) -> str:
        pieces, length = [], 0
        for n in count():
            pieces.append(piece.replace("{}", str(n)))
            length += len(pieces[-1])
            if length >= size:
                break
        return "".join(pieces)[:size]

    return text


TEXTS: dict[str, Text] = {
    **{name: _repeated(piece) for name, piece in (MARKS | WORDS).items()},
    **{name: _numbered(piece) for name, piece in DIFFERENT.items()},
    "lines quoted and never closed": _numbered("“w{} "),
    "blanks behind a word": lambda size: "x" + " " * size + "x",
    "brackets that are all closed": lambda size: "(" * (size // 2) + ")" * (size // 2),
}


def pairs(number: int, chance: random.Random) -> Iterator[tuple[str, Text]]:
    """Texts of two things: in turn, or one half of each."""
    names, pieces = list(TEXTS), [*MARKS.values(), *WORDS.values()]
    for _ in range(number // 2):
        one, other = chance.sample(names, 2)
        yield f"{one}, then {other}", _halves(TEXTS[one], TEXTS[other])
        first, second = chance.sample(pieces, 2)
        yield repr(first + second), _repeated(first + second)


def _halves(one: Text, other: Text) -> Text:
    return lambda size: one(size // 2) + other(size - size // 2)
