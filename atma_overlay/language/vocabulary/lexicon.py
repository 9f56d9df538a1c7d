"""The attribute lexicon: how people state common attributes, and ask for them. Data, extensible by users.

What a file may hold is described in `attributes`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.vocabulary.attributes import Attribute, LexiconFile
from atma_overlay.language.vocabulary.lexicon_files import check_lists, check_names, check_things, read_file, shipped
from atma_overlay.language.vocabulary.lexicon_indexes import (
    Had,
    belongings_of,
    by_value,
    facets_of,
    lists_of,
    names_of,
    noun_key,
    nouns_of,
    spelled,
    things_of,
)
from atma_overlay.language.vocabulary.lexicon_patterns import Pattern, is_of_a_part
from atma_overlay.language.vocabulary.patterns_by_verb import PatternsByVerb
from atma_overlay.language.vocabulary.things_by_name import ThingsByName
from atma_overlay.signatures import typed
from atma_overlay.values.terms import terms

_SAINT = frozenset({"st", "st."})


class Lexicon:
    """Compiled attributes. `Lexicon.load()` is the shipped one; `Lexicon.load("mine.toml")` adds the user's own."""

    @typed
    def __init__(self, files: Sequence[LexiconFile]) -> None:
        self.attributes = {a.id: a for file in files for a in file.attribute}
        self.change_verbs = [verb for file in files for verb in file.change_verb]
        self.stative_verbs = frozenset(x for file in files for x in file.stative_verbs)
        self.event_verbs = frozenset(x for file in files for x in file.event_verbs)
        self.additive_verbs = frozenset(x for file in files for x in file.additive_verbs)
        self.parting_verbs = frozenset(x for file in files for x in file.parting_verbs)
        self.leaving_verbs = frozenset(x for file in files for x in file.leaving_verbs)
        self.parting_states = frozenset(x for file in files for x in file.parting_states)
        self._roles = {r.lower() for file in files for r in file.role_words}
        self._suffixes = tuple(suffix for file in files for suffix in file.role_suffixes)
        self._lists = lists_of(files)
        self._sorts = {word: sort for file in files for sort, known in file.sorts.items() for word in known}
        self._facet_verbs = frozenset(v for file in files for facet in file.facet for v in facet.verbs)
        self._facets = facets_of(files, self.attributes)
        self._things = ThingsByName(things_of(files, self.attributes), sorts=self._sorts)
        self._belongings = belongings_of(files, self.attributes)
        told = [act for had in self._belongings.values() for act in (*had.disposals, *had.losses, *had.ends)]
        self.parting_acts = frozenset(verb for verb, _ in told)
        """The verbs by which what one has is had no more."""
        self._nouns = nouns_of(self.attributes.values())
        self._noun_ends = frozenset(key.rpartition(" ")[2] for key in self._nouns)
        self._spelled = spelled(self.attributes.values(), self._nouns)
        self._by_value = by_value(self.attributes.values(), self._lists)
        self._alterations = {
            tuple(w.lemma(x) for x in told.lower().split()): a for a in self.attributes.values() for told in a.alters
        }
        self._patterns = PatternsByVerb(self.attributes.values())
        self.names = names_of(files)
        """What values are called besides, beyond the lists that come with the package."""

    @classmethod
    @typed
    def load(cls, *paths: str | Path) -> Lexicon:
        """The shipped lexicon with the files in `paths` on top.

        An attribute takes the place, whole, of one of the same id that is shipped or stands in an earlier file; its
        words are not merged. Within one file an id stands once. Word lists, names and change verbs add to those before.

        Raises:
            InvalidInputError: a file is missing, not of the format, or says something of no effect; names the file,
                the entry and the field, and what to write instead.
        """
        own = [(str(p), read_file(Path(p))) for p in paths]
        files = [*shipped(), *(file for _, file in own)]
        for origin, file in own:
            check_lists(origin, file, files)
        check_things(own, files)
        check_names(own)
        return cls(files)

    def by_noun(self, label: str) -> Attribute | None:
        """The attribute that a noun phrase names, e.g. "rent" or "home city"."""
        spelled = self._spelled.get(label)
        if spelled is not None:
            return spelled
        last = label.replace("_", " ").split()[-1:]
        if not last or w.lemma(last[0].lower()) not in self._noun_ends:
            return None  # nearly every label that is none of the lexicon's
        return self._nouns.get(noun_key(label.replace("_", " ")))

    def fitting(self, label: str, phrase: Phrase, kind: str) -> Attribute | None:
        """The attribute that a noun phrase names, where it can have this value: *my flight leaves at 6* is none."""
        found = self.by_noun(f"{label} {kind}") if kind in kinds.TIMED else None
        found = found or self.by_noun(label)
        return found if found is not None and self.admits(found, phrase, kind) else None

    def by_value(self, phrase: Phrase) -> Attribute | None:
        """The attribute whose closed list of values holds the phrase's head (*vegetarian*, *divorced*)."""
        head = phrase.tokens[phrase.head].lower
        return self._by_value.get(noun_key(head))

    def is_role(self, phrase: Phrase) -> bool:
        """Whether the phrase names an occupation."""
        if (phrase.of is not None and phrase.determiner is not None) or phrase.pronoun is not None:
            return False
        head = phrase.tokens[phrase.head]
        if head.tag != t.NOUN:
            return False
        return self.is_role_word(w.lemma(head.lower).rpartition("-")[2])

    def is_role_word(self, word: str) -> bool:
        """Whether a word in small letters names an occupation."""
        return word in self._roles or (len(word) > 6 and word.endswith(self._suffixes))

    def admits(self, attribute: Attribute, phrase: Phrase, kind: str) -> bool:
        """Whether a phrase can be a value of the attribute."""
        if phrase.pronoun is not None:
            return False
        if attribute.value_list:
            if self._is_listed(attribute, phrase):
                return True
            if attribute.values == ("role",):
                return self.is_role(phrase)
        wanted = set(attribute.values)
        if "any" in wanted or "thing" in wanted or "activity" in wanted or "language" in wanted:
            return not attribute.value_list
        if "role" in wanted and self.is_role(phrase):
            return True
        if wanted & {"place", "name", "person", "code", "version"} and kind in kinds.NAMED:
            named = " ".join([x.text for x in phrase.tokens[phrase.core : phrase.head + 1]])
            return wanted != {"code"} or self.thing_of(named) is None  # Outlook is no address
        if wanted & {"number", "quantity", "money", "percent"} and kind in kinds.COUNTED:
            return True
        return kind in kinds.TIMED and kinds.of_one_clock(kind, wanted)

    def _is_listed(self, attribute: Attribute, phrase: Phrase) -> bool:
        allowed = self._lists.get(attribute.value_list, frozenset())
        if attribute.listed_whole:
            return _as_listed(phrase, attribute.listed_whole) in allowed
        held = [x.lower for x in phrase.tokens[phrase.core : phrase.end]]
        return any(x in allowed or w.lemma(x) in allowed for x in held) or " ".join(held) in allowed

    def listed(self, attribute: Attribute, phrase: Phrase) -> t.Tagged | None:
        """The word of a phrase that stands in an attribute's list of values, the last one first."""
        allowed = self._lists.get(attribute.value_list, frozenset())
        held = reversed(phrase.tokens[phrase.core : phrase.end])
        return next((x for x in held if x.lower in allowed or w.lemma(x.lower) in allowed), None)

    def words_of(self, attribute: str) -> frozenset[str]:
        """The closed list that the values of an attribute are of; empty where there is none."""
        known = self.attributes.get(attribute)
        return frozenset() if known is None else frozenset(self._lists.get(known.value_list, ()))

    def match(self, clause: Clause) -> Iterator[tuple[Attribute, str, Phrase | tuple[int, int]]]:
        """(attribute, effect, value) for each pattern that the clause matches.

        The value is a phrase, or the span of a verb where the verb is the value. Effects: statement, change, end.
        """
        for pattern, value in self._patterns.matching(clause):
            if self._tells(pattern, value, clause):
                yield pattern.attribute, pattern.effect, value

    def _tells(self, pattern: Pattern, value: Phrase | tuple[int, int], clause: Clause) -> bool:
        """Whether a value is the attribute's own; what is known for that is so whatever part of it is spoken of."""
        if isinstance(value, Phrase) and is_of_a_part(pattern, value, clause):
            return self.thing_of(" ".join(x.text for x in value.tokens[value.core : value.end])) is pattern.attribute
        return True

    def sort_of(self, name: str) -> str | None:
        """The sort of institution that a proper name tells: *Oakdale Academy* is a school, *St Anne's* no street."""
        said = name.lower().split()
        for at in range(len(said) - 1, -1, -1):
            word = said[at]
            if word in self._sorts and (at or word not in _SAINT):
                return self._sorts[word]
        return None

    def facet_of(self, noun: str, preposition: str) -> Attribute | None:
        """The attribute that a part of it tells: *flat* with *in* says where somebody lives."""
        whole = noun_key(noun)
        key = " ".join([x for x in whole.split() if x not in self._facet_verbs or x in {"settle", "unpack"}]) or whole
        return self._facets.get((key, preposition)) or self._facets.get((key.split(" ")[-1], preposition))

    def belonging(self, phrase: Phrase) -> Had | None:
        """What is known of a thing that one only has, by the phrase that names it: *an old hot tub*."""
        head = phrase.tokens[phrase.head]
        if head.tag != t.NOUN or phrase.pronoun is not None:
            return None
        for size in (2, 1):
            key = " ".join(x.lemma for x in phrase.tokens[max(phrase.core, phrase.head + 1 - size) : phrase.head + 1])
            found = self._belongings.get(key)
            if found is not None:
                return found
        return None

    def thing_of(self, name: str) -> Attribute | None:
        """The attribute that a proper name tells by itself: an *iPhone 15* is a phone, *Evernote* keeps notes."""
        return self._things.thing_of(name)

    def tool_typed_small(self, word: str) -> Attribute | None:
        """The attribute of a tool's name in lower case, where nothing else goes by that word: *we use npm*."""
        return self._things.tool_typed_small(word)

    def holds_what_it_is_called(self, attribute: Attribute) -> bool:
        """Whether a value is what one calls it (*our team is Ember*), and no make or product (*our database is …*)."""
        return "code" in attribute.values or not self.lists_things_of(attribute)

    def lists_things_of(self, attribute: Attribute) -> bool:
        """Whether names of what has the attribute are listed, as those of banks and databases are."""
        return attribute.id in self._things.listed

    def alteration(self, lemmas: Sequence[str]) -> Attribute | None:
        """The attribute whose change a verb tells with the words behind it, and no value: *move house*.

        The words behind may go on; the longest run that is known counts.
        """
        for size in range(min(len(lemmas), 4), 0, -1):
            found = self._alterations.get(tuple(lemmas[:size]))
            if found is not None and (size > 1 or len(lemmas) == 1):
                return found
        return None

    def altered_by(self, noun: str) -> Attribute | None:
        """The attribute that a noun stands for where its change is spoken of: *jobs* for the employer."""
        return self._alterations.get((noun_key(noun),))

    def announced_by(self, verb: str) -> Attribute | None:
        """The attribute whose change a bare verb announces (*I've moved*), where only one has it."""
        found = [a for a in self.attributes.values() if f"{verb} to" in a.changes and "place" in a.values]
        return found[0] if len(found) == 1 else None

    def asked(self, query_terms: frozenset[str]) -> list[tuple[Attribute, int]]:
        """The attributes whose cues a query's terms hold, with the size of the largest cue held, best first."""
        found: dict[str, int] = {}
        for term in query_terms:
            for attribute, cue in self._cues.get(term, ()):
                if cue <= query_terms:
                    found[attribute] = max(found.get(attribute, 0), len(cue))
        ranked = sorted(found.items(), key=lambda item: (-item[1], item[0]))
        return [(self.attributes[name], size) for name, size in ranked]

    @cached_property
    def instructions(self) -> frozenset[str]:
        """The ids of the attributes that say how to answer."""
        return frozenset(a.id for a in self.attributes.values() if a.instruction)

    @cached_property
    def _cues(self) -> dict[str, list[tuple[str, frozenset[str]]]]:
        """The cues of questions by their longest term: worked out when the first question is asked."""
        index: dict[str, list[tuple[str, frozenset[str]]]] = defaultdict(list)
        for attribute in self.attributes.values():
            for text in (*attribute.cues, *attribute.nouns, attribute.name):
                cue = frozenset(_cue_terms(text))
                if cue:
                    rarest = max(cue, key=len)
                    index[rarest].append((attribute.id, cue))
        return dict(index)


def _as_listed(phrase: Phrase, nouns: Collection[str]) -> str:
    """What a phrase calls something, without the noun for what it is: *the Pro plan*."""
    words = [x.lower for x in phrase.tokens[phrase.core : phrase.head + 1]]
    named = words[:-1] if len(words) > 1 and words[-1] in nouns else words
    return " ".join(named) if phrase.owner in {None, "my", "our"} else ""


def _cue_terms(text: str) -> tuple[str, ...]:
    return terms(text) or tuple(text.split())
