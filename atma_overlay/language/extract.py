"""Extraction without a model: one utterance to candidate statements and contingencies."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache, partial

from atma_overlay.language import told_of_each
from atma_overlay.language.candidates import (
    BY_DOING,
    Candidate,
    Found,
    Part,
    StatedContingency,
    touches,
)
from atma_overlay.language.changes import (
    adoptions,
    by_the_way,
    called_off,
    contrasts,
    corrections,
    doers,
    fallen_through,
    from_to,
    handovers,
    in_other_words,
    insteads,
    moves,
    next_words,
    old_ones,
    rather_than,
    renames,
    said_over,
    set_against,
    short_corrections,
    totals,
    was_now,
)
from atma_overlay.language.changes.change_verbs import compile_moves
from atma_overlay.language.dates.in_order import told_in_order
from atma_overlay.language.dates.one_after_another import in_turn
from atma_overlay.language.doubts import either_one, hedges, its_own, no_rules, provisional, reasons_for_once, scopes
from atma_overlay.language.endings import (
    formers,
    retractions,
    taken_back,
    unnamed,
    untied,
)
from atma_overlay.language.endings.told_over import over
from atma_overlay.language.facts import (
    appointments,
    arrivals,
    bracketed_ages,
    dated_releases,
    duties,
    fragments,
    fronted,
    guessed,
    listed_things,
    medicines,
    mentions,
    onsets,
    other_uses,
    passing_values,
    readings,
    roles,
    statements,
)
from atma_overlay.language.grammar import skeletons
from atma_overlay.language.grammar.antecedents import remember_names, remember_who_acts
from atma_overlay.language.grammar.stretches import Cover
from atma_overlay.language.grammar.typed import spelled_out
from atma_overlay.language.instructions import standing
from atma_overlay.language.kept_beside import COVERING, fresh, keeps, left_behind, of_rule, reach, tidy, without_stated
from atma_overlay.language.labels import cards
from atma_overlay.language.labels.labelled_facts import with_labels
from atma_overlay.language.queries.grounds import granted
from atma_overlay.language.rules import contingencies
from atma_overlay.language.scene import OPEN, Scene
from atma_overlay.language.texts.material import within
from atma_overlay.language.texts.weights import Weight
from atma_overlay.language.told_facts import of_the_speaker, told_as_fact, told_for_real
from atma_overlay.language.turn import ReadSentence, ReadTurn, read_turn
from atma_overlay.language.vocabulary import things
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.language.vocabulary.called_so import with_usual_names
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.language.work import work_states
from atma_overlay.records import Act, Change
from atma_overlay.values.normal import normalise

VERSION = "rules/1"
MAX_CUE_CHARACTERS = 400
"""A correction is short: a cue in a long document mends nothing."""
MAX_RULES = 24
"""Likewise: each is looked at by every write and recall to come, so that a text full of them would slow them all."""
MAX_BEHIND = 32
"""Candidates of the sentences before that a rule looks back on: with all of them a text would cost its square."""


class RulesExtractor:
    """Finds candidate statements by rules alone: deterministic, linear in the length of the text, no network."""

    def __init__(self, lexicon: Lexicon | None = None) -> None:
        self.lexicon = lexicon or Lexicon.load()
        self._moves = compile_moves(self.lexicon)
        self.version = VERSION

    def extract(self, text: str, *, speaker: str, at: datetime, play: Weight = Weight.MEANT) -> Found:
        """The candidates of one utterance.

        Args:
            text: the utterance, verbatim; a lone surrogate, which is no character, is read as a question mark.
            speaker: the canonical subject that *I* stands for.
            at: when it was said, aware UTC.
            play: what the speaker plays or practises when it begins.
        """
        text = text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
        spelled = spelled_out(text)
        if spelled is None:
            return with_usual_names(self._turn(text, speaker, at, play), self.lexicon.names)
        found = spelled.given_back(self._turn(spelled.text, speaker, at, play))
        return with_usual_names(found, self.lexicon.names)

    def _turn(self, text: str, speaker: str, at: datetime, play: Weight) -> Found:
        """What a whole turn states: it takes back or mends the one before, or tells something by itself."""
        if play:
            return self._found(text, speaker, at, play=play)
        mended = taken_back.taken_back(text, speaker=speaker, at=at)
        mended = mended or short_corrections.mending(text, speaker=speaker, at=at, lexicon=self.lexicon)
        return self._found(text, speaker, at) if mended is None else Found((mended,), (), ())

    def _found(
        self, text: str, speaker: str, at: datetime, *, labels: bool = True, is_part: bool = False,
        play: Weight = Weight.MEANT,
    ) -> Found:  # fmt: skip
        turn = read_turn(text, speaker=speaker, at=at, play=play)
        turn.is_part = is_part
        found: list[Candidate] = []
        rules: list[StatedContingency] = []
        announced: Attribute | None = None
        for sentence in turn.sentences:
            if sentence.framed:
                continue
            remember_who_acts(sentence, turn)
            told_here = adoptions.announces(sentence, self.lexicon)
            mine = was_now.without_the_new(self._told(sentence, turn), sentence)
            asked = standing.told(sentence, turn, self.lexicon)
            mine = standing.without_what_they_say(mine, asked) if asked else mine
            forgets = bool(mine) and any(c.part is Part.RETRACTED for c in mine)
            ruled = contingencies.NO_RULES
            if not forgets:
                ruled = contingencies.from_sentence(
                    sentence, turn, self.lexicon, self._sentence, [*found[-MAX_BEHIND:], *mine]
                )
            ruled = no_rules.as_told(ruled, sentence, turn) if ruled.stated else ruled
            rules += [r for r in ruled.stated if not within(r.span[0], turn.material)]
            if mine:
                mine = told_as_fact(mine, sentence, turn, ruled=ruled, lexicon=self.lexicon)
                mine = told_in_order(mine, sentence, turn)
            if ruled.stated:
                mine = _beside_rules(mine, ruled, found[-MAX_BEHIND:], sentence, turn)
            if mine:
                mine = old_ones.told(mine, sentence, turn, self.lexicon)
                news = told_here or announced
                if news is not None:
                    mine = [adoptions.placed(c, news, turn) for c in mine]
                mine = its_own.left_to_others(formers.set_apart(mine, sentence, turn, self.lexicon), sentence, turn)
                mine = either_one.of_either(mine, sentence, turn)
                found += doers.of_the_named(doers.told_by(mine, sentence, turn, self.lexicon), sentence)
            found += [instruction.candidate for instruction in asked]
            if not forgets and not asked:
                told = list(in_other_words.told(sentence, turn, self._sentence, self.lexicon))
                found = said_over.with_told(found, told)
            if announced is not None:
                found += next_words.announced(sentence, turn, self.lexicon, announced)
            announced = None if told_here is None or next_words.is_told(told_here, mine, turn) else told_here
            remember_names(sentence, turn)
        found = cards.beside(of_the_speaker(found, turn), turn)
        if labels:
            part = partial(self._found, speaker=speaker, at=at, labels=False, play=play)
            found = with_labels(found, turn, lambda said: part(said).candidates)
        found = _without_withdrawn(corrections.settled(told_for_real(found, turn), turn, cue=text[:MAX_CUE_CHARACTERS]))
        found = in_turn(found, turn) if len(found) > 1 else found
        return Found(tuple(tidy(found)), tuple(rules[:MAX_RULES]), tuple(turn.antecedents))

    def _told(self, sentence: ReadSentence, turn: ReadTurn) -> list[Candidate]:
        """What a sentence states, of each of several people where it tells it of them."""
        each = told_of_each.said_of_each(sentence, turn) if "and" in sentence.words or "&" in sentence.words else []
        if not each:
            return self._sentence(sentence, turn)
        evidence = turn.text[sentence.sentence.start : sentence.sentence.end]
        told = [c.but(evidence=evidence) for one in each for c in self._sentence(one, turn)]
        return list(dict.fromkeys(told))

    def _sentence(self, sentence: ReadSentence, turn: ReadTurn) -> list[Candidate]:
        out: list[Candidate] = []
        whole = Scene(turn, sentence, fragments.bare_clause(sentence), self.lexicon, turn.times_of(sentence))
        retracting = self._retractions(whole)
        if retracting:
            return retracting
        out += [*retractions.dismissals(whole), *corrections.corrections(whole)]
        out += adoptions.adoptions(whole)
        out += [*adoptions.shifts(whole), *totals.totals(whole), *bracketed_ages.aged(whole)]
        out += dated_releases.dated(whole)
        weighs = hedges.weighed(sentence)
        if not weighs:
            out += adoptions.rebooked(whole)
            out += adoptions.returns(whole)
            out += [*arrivals.arrivals(whole), *fronted.fronted(whole)]
        out += over(whole)
        out += self._clauses(sentence, turn)
        out += list(listed_things.beside(out, whole))
        states = [] if weighs else work_states.states(whole)
        out = [*work_states.without_ends(out, whole), *(x.candidate for x in states)]
        out = granted(out, sentence)
        told = list(readings.readings(whole))
        taken = [c.span for c in told]
        if taken:
            out = [c for c in out if c.known_attribute or not touches(c.span, taken)] + told
        out += [c for c in fragments.from_sentence(whole) if not touches(c.span, taken)]
        whole_ones = [c for c in out if c.attribute in untied.WHOLE]
        out = untied.told_whole(out) if whole_ones else out
        if not sentence.verbs.isdisjoint(from_to.VERBS):
            out = from_to.changed_from(out, whole)
        out = set_against.set_against(out, whole)
        out = roles.placed(out, list(roles.roles(whole)))
        out = insteads.instead(adoptions.succeeding(out, self.lexicon), whole)
        out = rather_than.rather_than(out, whole)
        if "so" in sentence.words:
            out = reasons_for_once.passing_with_its_reason(out, whole)
        out = hedges.doubted(out, sentence, weighs) if weighs else contrasts.contrasted(out, whole)
        out = hedges.supposing(out, sentence)
        out = corrections.named(out, sentence)
        telling = [c for c in out if c.replaces and (c.part is Part.ADOPTED or c.act is Act.CORRECT)]
        replaced = {normalise(c.replaces) for c in telling if c.replaces}
        if replaced:
            out = [
                c.but(change=Change.SINCE) if fresh(c) else c for c in out if not left_behind(c, replaced, turn.text)
            ]
        out = out if weighs else duties.with_duties(skeletons.beside(out, whole), whole)
        read = [c for c in out if c.part is not Part.PARTED or c.attribute in COVERING]
        covered = [c.span for c in read if c.attribute != BY_DOING]
        out += [c for c in mentions.from_sentence(whole, covered) if c.norm not in replaced]
        out = work_states.without_guesses(out, states)
        if weighs:
            return hedges.without_thoughts(out, sentence, weighs)
        out = fallen_through.fallen_through(unnamed.without_named(by_the_way.beside(out, whole)), whole)
        out, low = list(things.acquired(other_uses.told_of_another_use(out, whole), whole)), sentence.lowered
        dosed = "mg" in low or "ml" in low or "mcg" in low or "µg" in low or " iu" in low
        return medicines.in_one_form(out, whole) if dosed else out

    def _retractions(self, scene: Scene) -> list[Candidate]:
        turn = scene.turn
        part = partial(self._found, speaker=turn.speaker, at=turn.at, labels=False, is_part=True)
        return [] if turn.is_part else list(retractions.retractions(scene, lambda said: part(said).candidates))

    def _clauses(self, sentence: ReadSentence, turn: ReadTurn) -> list[Candidate]:
        """What the clauses of a sentence tell, each by its verb."""
        out: list[Candidate] = []
        naming, posts_pass = not renames.HINTS.isdisjoint(sentence.words), appointments.may_appoint(sentence)
        onset = len(sentence.clauses) > 1 and not onsets.ONSETS.isdisjoint(sentence.verbs)
        asked_who = guessed.may_guess(sentence)
        off = called_off.denied_change(sentence.said) if called_off.may_deny(sentence) else None
        for at, clause in enumerate(sentence.clauses):
            denied = called_off.called_off(sentence, at) if off is not None else None
            begun = denied or (onsets.begun(sentence, at) if onset else None)
            begun = begun or (guessed.guessed(sentence, turn, at) if asked_who else None) or clause
            times = turn.times_in(*reach(at, sentence)) if turn.times else []
            scene = Scene(turn, sentence, begun, self.lexicon, times)
            stated = scopes.set_apart(list(statements.from_clause(scene)), scene)
            stated = stated if denied is None or off is None else called_off.denials(stated, off)
            moved = list(moves.from_clause(scene, self._moves))
            renamed = list(renames.renames(scene)) if naming else []
            moved += handovers.handed_over(scene)
            moved += appointments.appointed(scene) if posts_pass else ()
            if moved or renamed:
                moved = renamed or without_stated(moved, stated)
                taken = [c.span for c in moved if renamed or c.part is Part.ADOPTED]
                stated = [c for c in stated if keeps(c, moved) or not touches(c.span, taken)]
                out += moved
            out += stated
        return out


def _beside_rules(
    mine: list[Candidate], ruled: contingencies.Rules, before: list[Candidate], sentence: ReadSentence, turn: ReadTurn
) -> list[Candidate]:
    """The candidates of a sentence that states rules: what a rule names in passing is the rule's."""
    if not ruled.supposed:  # "my vet depends on my flat" says where nobody lives
        mine = [c for c in mine if c.value_kind != "phrase"]
    mine = [c for c in mine if c.confidence >= OPEN or not of_rule(c, ruled.stated)]
    named = passing_values.told_in_passing(ruled.stated, [*before, *mine], turn, sentence)
    return mine + provisional.passing(list(named), sentence)


def _without_withdrawn(found: list[Candidate]) -> list[Candidate]:
    """The candidates of a turn without what it asks to be forgotten; what is quoted holds until the next."""
    found = [c.but(valid_to=None, temporary=False) if c.value_kind == "quote" else c for c in found]
    withdrawn = Cover([c.span for c in found if c.part is Part.RETRACTED])
    return [c for c in found if c.part is Part.RETRACTED or not withdrawn.holds(c.span)] if withdrawn else found


@lru_cache(maxsize=1)
def default_extractor() -> RulesExtractor:
    """The extractor over the shipped lexicon, built once."""
    return RulesExtractor()
