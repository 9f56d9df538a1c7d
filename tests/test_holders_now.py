"""Who holds a post for somebody now, where they are written to, and whom she stands for who is at a school now."""

from __future__ import annotations

import pytest

from tests.test_ties_over import open_values, parts, told

pytestmark = pytest.mark.usefixtures("read_once")

CALLED_NOW = """
Our landlord is Mr Achterberg. | Our new landlord's a Mrs Hobbs. | Achterberg | Hobbs
My dentist is Dr Lund. | My dentist is a Dr Okonjo now. | Lund | Okonjo
My solicitor is Mr Reeve. | My solicitor's a certain Ms Abara these days. | Reeve | Abara
My daughter's teacher is Mrs Pike. | My daughter's teacher is now a Mr Sandhu. | Pike | Sandhu
My piano teacher is Mr Lim. | My piano teacher now is a Ms Varga. | Lim | Varga
My accountant is Mr Boyle. | The accountant now is a Mrs Hussain. | Boyle | Hussain
Our caretaker is Mr Stubbs. | Our caretaker now is a Mr Eklund. | Stubbs | Eklund
My boss is Mr Vance. | My new boss is a Ms Kilbride. | Vance | Kilbride
My therapist is Dr Frey. | My therapist is a certain Dr Milne now. | Frey | Milne
""".strip().splitlines()

CALLED_HEARD = """
My landlord is a Mr Kovac. | Mr Kovac
My line manager's a Miss Ferreira. | Miss Ferreira
Our vet is a Dr Yilmaz. | Dr Yilmaz
""".strip().splitlines()

CALLED_STANDING = """
My landlord is Mr Radu. | My neighbour is a Ms Winter.
My landlord is Mr Radu. | A Ms Winter rang about the boiler.
My landlord is Mr Radu. | The landlord of the pub is a Ms Winter.
My boss is Mr Vance. | My boss is a real Mr Grumpy today.
My dentist is Dr Lund. | My sister's dentist is a Dr Okonjo now.
My dentist is Dr Lund. | My dentist used to be a Dr Okonjo.
My landlord is Mr Radu. | My landlord is a man of few words.
My landlord is Mr Radu. | My old landlord was a Mrs Hobbs.
My landlord is Mr Radu. | My landlord's accountant is a Ms Winter.
My landlord is Mr Radu. | My sister's landlord these days is a Ms Winter.
My landlord is Mr Radu. | The landlord these days is a bit grumpy.
My boss is Mr Vance. | The boss these days is a Ms Pac-Man clone, in the game.
My boss is Mr Vance. | In the show, the boss now is Ms Kilbride.
My manager is Tom. | The manager now is Ms Kilbride at the cafe.
My vet is Dr Yilmaz. | The vet now is off sick.
My landlord is Mr Radu. | Dev says the landlord these days is a Ms Winter.
""".strip().splitlines()

SERVED_NOW = """
My supervisor is Professor Brandt. | Since last term Professor Soren is supervising me. | Brandt | Soren
My violin teacher is Mr Adler. | Mira teaches me violin now. | Adler | Mira
My manager is Tom. | Nadine manages me now. | Tom | Nadine
Tom is my manager. | I have Nadine as my manager now. | Tom | Nadine
My coach is Marek. | Dana is coaching me now. | Marek | Dana
My tutor is Nadia. | Femi tutors me these days. | Nadia | Femi
Dr Orme supervises me. | These days Dr Vasquez supervises me. | Orme | Vasquez
I have Tom as my line manager. | Since March Nadine has been managing me. | Tom | Nadine
My French teacher is Odile. | Marguerite teaches me French now. | Odile | Marguerite
""".strip().splitlines()

SERVED_HEARD = """
I'm doing a PhD with Professor Brandt as my supervisor. | Professor Brandt
I have Tom as my manager. | Tom
I'm registered at the surgery with Dr Ames as my doctor. | Dr Ames
I've got Nadia as my tutor. | Nadia
I'm writing my thesis with Dr Orme as my advisor. | Dr Orme
I'm in therapy with Dr Quill as my therapist. | Dr Quill
I play tennis with Marek as my coach. | Marek
""".strip().splitlines()

SERVED_STANDING = """
My violin teacher is Mr Adler. | Mira teaches me French now.
My manager is Tom. | Nadine manages the Leeds office now.
My manager is Tom. | Nadine manages my sister now.
My coach is Marek. | Dana is coaching me on public speaking for the talk.
My tutor is Nadia. | Femi is teaching me a lesson.
My supervisor is Professor Brandt. | Professor Soren also supervises me.
My manager is Tom. | Nadine is managing me while Tom is on leave.
My manager is Tom. | I see Nadine as my friend now.
My manager is Tom. | I can imagine having Nadine as my manager.
My manager is Tom. | I had Nadine as my manager years ago.
My manager is Tom. | Nadine manages me now and then.
My manager is Tom. | Nadine manages my calendar for me now.
My coach is Marek. | Dana coaches me on weekends now.
My manager is Tom. | Nobody manages me now.
My manager is Tom. | Work manages me now, ha.
My teacher is Mr Adler. | Life teaches me patience now.
My teacher is Mr Adler. | YouTube teaches me guitar now.
My mentor is Greta. | Ivo mentors me now too.
My trainer is Kyle. | Ben trains me these days when Kyle is away.
My manager is Tom. | I wonder whether Nadine manages me now.
My brother has Tom as his manager. | Nadine manages me now.
""".strip().splitlines()

ADDRESSES_NOW = """
My email is pat@old.test. | My email's now pat.w@new.test. | pat@old.test | pat.w@new.test
My email is pat@old.test. | Write to pat.w@new.test instead from now on. | pat@old.test | pat.w@new.test
My email address is li@foo.test. | Please send everything to li@bar.test from now on. | li@foo.test | li@bar.test
You can reach me at sam@one.test. | Reach me at sam@two.test from now on. | sam@one.test | sam@two.test
You can email me at sam@one.test. | You can reach me at sam@two.test now. | sam@one.test | sam@two.test
Contact me at ro@alpha.test. | Best to contact me at ro@beta.test these days. | ro@alpha.test | ro@beta.test
My email's kim@aaa.test. | Please use kim@bbb.test instead. | kim@aaa.test | kim@bbb.test
I'm at deb@one.test. | I'm now at deb@two.test. | deb@one.test | deb@two.test
My work email is deb@one.test. | My work email is now deb@two.test. | deb@one.test | deb@two.test
You can reach me at jo@a.test. | My new email is jo@b.test. | jo@a.test | jo@b.test
Email me at jo@a.test. | Email me at jo@b.test from now on. | jo@a.test | jo@b.test
My email is jo@a.test. | I've switched to jo@b.test for email. | jo@a.test | jo@b.test
My email is nadia.k@a.test. | Send all my mail to nadia@b.test from now on. | nadia.k@a.test | nadia@b.test
Contact me at r.osei@one.test. | Use r.osei@two.test instead from now on. | r.osei@one.test | r.osei@two.test
My email is mo@a.test. | The old inbox is full, so please use mo.t@b.test for everything now. | mo@a.test | mo.t@b.test
""".strip().splitlines()

ADDRESSES_HEARD = """
You can reach me at tilda@one.test. | tilda@one.test
Email me at jo@a.test. | jo@a.test
The best address for me is jo@a.test. | jo@a.test
""".strip().splitlines()

ADDRESSES_STANDING = """
My email is jo@a.test. | Write to my boss at max@c.test from now on.
My email is jo@a.test. | Use max@c.test for invoices from now on.
My email is jo@a.test. | Please send this one to jo.alt@c.test.
My email is jo@a.test. | My husband's email is now al@c.test.
My email is jo@a.test. | My work email is now jo@c.test.
My email is jo@a.test. | You can also reach me at jo2@c.test.
My email is jo@a.test. | Write to support@c.test if it breaks.
My email is jo@a.test. | I emailed help@c.test just now.
My email is jo@a.test. | Should I use jo@c.test instead?
My email is jo@a.test. | Use jo@c.test this week, I'm locked out of the other.
My email is jo@a.test. | Use support@c.test for everything from now on.
My email is jo@a.test. | Please use max@c.test instead.
My email is jo@a.test. | Write to max@c.test from now on.
My email is jo@a.test. | Don't use jo.k@c.test any more, use jo@a.test for everything now.
My email is jo@a.test. | If I lose access, use jo.k@c.test instead.
My email is jo@a.test. | You can reach me at jo2@c.test this week.
My email is jo@a.test. | Use jo.k@c.test for everything until Friday.
My email is jo@a.test. | Please use jo.k@c.test instead of my wife's address for the school.
My email is jo@a.test. | You can reach me at jo2@c.test as well.
My email is jo@a.test. | Email me at jo@a.test or jo2@c.test.
My email is mo@a.test. | My brother Mo is moving, so use mo.b@new.test for invoices now.
""".strip().splitlines()

PRONOUNS_NOW = """
My sister Ada lives in Bristol. | Ada got a new job and she lives in Cardiff now. | Bristol | Cardiff
My daughter Nell attends Mead Primary. | They moved Nell and she's at King School now. | Mead Primary | King School
""".strip().splitlines()

PRONOUNS_STANDING = """
My daughter Hettie goes to Elm Primary. | Hettie visited Anna and she's at Ash Juniors these days.
My daughter Hettie goes to Elm Primary. | We picked Hettie up and she's at home now.
My daughter Hettie goes to Elm Primary. | We dropped Hettie off and she's at Brownies now.
My daughter Hettie goes to Elm Primary. | Hettie's teacher is new, she was at Ash Juniors before.
My daughter Hettie goes to Elm Primary. | Hettie met my colleague and she's at Ash Juniors these days.
My daughter Hettie goes to Elm Primary. | Hettie is tired, she's at swimming club now.
Nadine works at Dunmore. | Nadine called from the airport, she's at Heathrow now.
Nadine works at Dunmore. | Nadine texted Jo and she's at the office now.
My son Otto goes to Elm Park School. | Otto has a match, he's at Fairmead Academy today.
My son Otto goes to Elm Park School. | Otto misses Luca, he's at Fairmead Academy now.
My daughter Hettie goes to Elm Primary. | We took Hettie to see Anna and she's at Ash Juniors now.
My daughter Hettie goes to Elm Primary. | We got Hettie a new tutor and she's at Ash Juniors these days.
My daughter Hettie goes to Elm Primary. | We dropped Hettie off and she's at Ash Juniors today for a match.
My daughter Hettie goes to Elm Primary. | We took Hettie out for lunch and she's at the dentist now.
My daughter Hettie goes to Elm Primary. | My sister picked Hettie up and she's at Ash Juniors now.
My daughter Hettie goes to Elm Primary. | Anna pulled Hettie aside and she's at Ash Juniors now.
Nadine works at Dunmore. | We saw Nadine yesterday and she's at Heathrow now.
My sister Ada lives in Bristol. | We put Ada on the train and she's in Cardiff now.
My son Otto goes to Elm Park School. | Otto met his cousin and he's at Fairmead Academy now.
Edie goes to Ladybirds. | Edie left Kim, she's at Puddles now.
Edie goes to Ladybirds. | Edie likes Emma, she's at Puddles now.
Edie goes to Ladybirds. | If Edie left Ladybirds, she'd be at Puddles now.
""".strip().splitlines()


@pytest.mark.parametrize("line", [*CALLED_NOW, *SERVED_NOW, *ADDRESSES_NOW, *PRONOUNS_NOW])
def test_who_or_what_is_told_to_be_it_now_takes_the_place(line: str) -> None:
    fact, said, old, new = parts(line)
    timeline = told(fact, said)
    assert not any(old in x for x in open_values(timeline, first=True))
    assert any(new in x for x in open_values(timeline, first=False))


@pytest.mark.parametrize("line", [*CALLED_HEARD, *SERVED_HEARD, *ADDRESSES_HEARD])
def test_who_stands_behind_with_is_the_value(line: str) -> None:
    said, name = parts(line)
    assert name in open_values(told(said), first=True)


@pytest.mark.parametrize("line", [*CALLED_STANDING, *SERVED_STANDING, *ADDRESSES_STANDING, *PRONOUNS_STANDING])
def test_what_only_looks_like_it_ends_nothing(line: str) -> None:
    fact, said = parts(line)
    held = open_values(told(fact), first=True)
    assert held
    assert open_values(told(fact, said), first=True) == held
    assert not told(fact, said).transitions
