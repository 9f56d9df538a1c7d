"""Short conversations, one or two for each task of the evaluation, to be told to every host alike."""

from __future__ import annotations

from dataclasses import dataclass

from atma_overlay import View


@dataclass(frozen=True, slots=True)
class Told:
    """What is said, a day each, and what is asked then, with the view where the wording leaves it open."""

    said: tuple[str, ...]
    asked: tuple[tuple[str, View | None], ...]


def _told(*said: str, asked: tuple[str, ...], views: tuple[View | None, ...] = ()) -> Told:
    return Told(said, tuple(zip(asked, views or (None,) * len(asked), strict=True)))


EPISODES: dict[str, Told] = {
    "exact recall": _told(
        "My passport number is X48219.", "The locker code is 7731.", "My bike is a Brompton.",
        asked=("What is my passport number?", "What is the locker code?"),
    ),
    "aggregation": _told(
        "I speak French.", "I play the tuba.", "I speak German too.", "I speak a little Basque.",
        asked=("Which languages do I speak?",),
    ),
    "tracking": _told(
        "I live in Porto.", "I moved to Leeds.", "I moved to York.", "I moved to Bath.",
        asked=("Where have I lived?", "Where did I live before?", "Where do I live now?"),
        views=(View.CHANGE, View.HISTORICAL, View.CURRENT),
    ),
    "deletion": _told(
        "I work at Bosch.", "I have a dog called Ink.", "I don't work at Bosch any more.",
        asked=("Where do I work?", "What is my dog called?"),
    ),
    "retraction": _told(
        "My PIN is 4711.", "I live in Ghent.", "Please forget my PIN.",
        asked=("What is my PIN?", "Where do I live?"),
    ),
    "cascade": _told(
        "If I change jobs, I'll cycle to work.", "I work at Kite Maps.", "I take the tram to work.",
        "I switched from Kite Maps to Initech.",
        asked=("How do I get to work?", "Where do I work?"),
    ),
    "absence": _told(
        "My gym depends on where I live.", "I live in Leeds.", "My gym is Ironworks.", "I moved to York.",
        asked=("Which gym do I go to?", "Where do I live?"),
    ),
    "conflict": _told(
        "My rent is 800 euros.", "My sister lives in Ghent.", "My rent went up to 900 euros.",
        "My sister moved to Bruges.",
        asked=("What is my rent?", "Where does my sister live?", "What was my rent before?"),
    ),
    "correction": _told(
        "My manager is Priya.", "My manager is Tomas, not Priya. I misspoke.",
        asked=("Who is my manager?",),
    ),
    "historical": _told(
        "I worked at Acme in 2019.", "I work at Initech.", "I lived in Oslo from 2015 to 2018.", "I live in Rome.",
        asked=("Where did I work in 2019?", "Where did I live in 2016?", "Where do I work?"),
    ),
    "change": _told(
        "We deploy to Fly.", "We moved the deploys from Fly to Hetzner.",
        asked=("What has changed about our deploys?", "Where do we deploy to?"),
        views=(View.CHANGE, None),
    ),
    "premise": _told(
        "I live in Leeds.", "I work at Kite Maps.", "I moved to York.",
        asked=(
            "Since I live in Leeds, which market is near me?", "Since I work at Kite Maps, which trail is short?",
            "As I live in York, where can I swim?",
        ),
    ),
    "suspension": _told(
        "I run every morning.", "I live in Bath.", "This week I'm staying at my parents' in Cork.",
        asked=("Where do I live?", "Where am I staying this week?"),
    ),
    "adaptation": _told(
        "I am vegetarian.", "I like mushrooms.", "I am allergic to hazelnuts.",
        asked=("What should I cook tonight?", "What am I allergic to?"),
    ),
    "control": _told(
        "I like tea.", "I have a cat.", "My brother lives in Hull.", "I have a dog as well.",
        asked=("Which pets do I have?", "Where does my brother live?"),
    ),
}  # fmt: skip
