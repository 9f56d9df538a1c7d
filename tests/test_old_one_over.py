"""What takes the place of an old one that is told to be over, and what stands beside that and takes none."""

from __future__ import annotations

import pytest

from tests.overlay_worlds import changes, left

_CHANGED = [
    ("My daughter trains with Aston Villa girls.", "My daughter changed clubs, so she trains with Fulham girls."),
    ("My daughter trains with Aston Villa girls.", "My daughter changed clubs. She trains with Fulham girls."),
    ("My girlfriend follows Leeds United.", "My girlfriend has a different team, she follows Aston Villa."),
    ("I play the cello.", "I've given up my old instrument and play the clarinet instead."),
    ("I play the cello.", "I gave up my old instrument. I play the clarinet."),
    ("I drive a Skoda Octavia.", "I traded mine in for a Toyota Corolla last week."),
    ("My sister drives a Skoda Octavia.", "My sister traded hers in for a Toyota Corolla."),
    ("My manager leads Juniper.", "My manager handed over her old project and leads Halcyon instead."),
    ("My sister studies on a Framework 13.", "My sister's old one conked out, so she studies on a ThinkPad X1."),
    ("My podcast is devoted to Stardew Valley.", "I've refocused my podcast, it's devoted to Catan now."),
    ("My brother teaches Korean for a living.", "My brother retrained and teaches Spanish for a living."),
    ("My brother pays for Tidal premium.", "My brother dropped what he had and pays for Deezer premium."),
]


@pytest.mark.parametrize(("known", "said"), _CHANGED)
def test_what_is_told_beside_the_end_of_the_old_one_takes_its_place(known: str, said: str) -> None:
    assert left(known, said) == ("superseded", 0)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (
            "Our joint account is with Monzo.",
            "We shut the old joint account and opened one with Barclays.",
        ),
        ("We unwind with Catan.", "We got bored of ours and unwind with Minecraft these days."),
        ("I'm on ramipril 5 mg.", "My GP took me off my old heart tablets and put me on losartan 50 mg."),
    ],
)
def test_where_it_may_be_another_old_one_it_is_proposed(known: str, said: str) -> None:
    assert [state for before, _, state in changes(known, said) if before] == ["proposed"]


_UNCHANGED = [
    # of another sort
    ("I play tennis with Tom.", "My old boss left and I play tennis with Ann."),
    ("I drive to work with Tom.", "I gave up my old bike and I drive to work with Ann."),
    ("My daughter trains with Aston Villa girls.", "My daughter changed jobs, so she trains with Fulham on Sundays."),
    ("I lead Juniper.", "I handed over my old laptop and lead Halcyon."),
    ("I play chess.", "I sold the old one and play tennis with Ann."),
    ("I study on a Framework 13.", "My old instrument broke and I study on a train."),
    ("My sister follows Leeds United.", "My sister has a new team at work, she follows Aston Villa."),
    ("I follow Leeds United.", "My old club folded, and I follow Ann on Strava."),
    # of somebody else
    ("My daughter trains with Aston Villa girls.", "My son changed clubs, so he trains with Fulham."),
    ("My sister follows Leeds United.", "My brother has a different team, and she follows Aston Villa."),
    ("I play the cello.", "My sister gave up her old instrument and I play the clarinet."),
    ("I play the cello.", "I gave up my old instrument. My sister plays the clarinet."),
    ("I study on a Framework 13.", "My old laptop broke and my brother studies on a ThinkPad X1."),
    ("I drive a Skoda Octavia.", "My neighbour traded hers in for a Toyota Corolla."),
    # not told to be over, or as one more
    ("I play the cello.", "I sold my old instrument, and I also play the clarinet."),
    ("I play the cello.", "I gave up my old instrument when I was nine and play the clarinet."),
    ("I play the cello.", "In 2010 I gave up my old instrument and play the clarinet."),
    ("I play the cello.", "If I give up my old instrument, I play the clarinet."),
    ("I play the cello.", "I nearly gave up my old instrument, and play the clarinet."),
    ("I play the cello.", "I didn't give up my old instrument, and I play the clarinet."),
    ("I play the cello.", "My old instrument is in the attic and I play the clarinet."),
    ("I take photos with a Nikon Z6.", "I left the old one at home and take photos with a Pixel 8."),
    ("My mum cooks pad thai.", "Mum dropped the old dish on the floor and cooks shakshuka."),
    ("My podcast is devoted to Catan.", "They've rebuilt the library, it's devoted to Minecraft."),
]


@pytest.mark.parametrize(("known", "said"), _UNCHANGED)
def test_what_only_stands_beside_an_end_takes_no_place(known: str, said: str) -> None:
    assert left(known, said) == ("active", 0)
