"""What is said in another language than English tells the rules nothing; English with foreign names is read as ever."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.language.extract import default_extractor

ME = Scope(tenant="acme", user="ana")
AT = datetime(2026, 1, 1, tzinfo=UTC)

KNOWN = (
    "I live in Chicago. My boss is Priya. My doctor is Dr. Moss. I work at Halden Press. My rent is £780. "
    "We use Slack. I have a Volvo. My sister lives in Leeds. I'm vegetarian. My gym is Pulse."
)
"""What is known of the slots that the sentences below would be read into."""

FOREIGN = {
    "German": """
        Ich wohne in Berlin.
        Mein Arzt ist Dr. Weber.
        Ich bin letzte Woche von Bonn nach Kiel gezogen.
        Meine Chefin heißt jetzt Petra.
        Wir benutzen Teams statt Slack.
        Meine Miete ist auf 900 € gestiegen.
        Ich arbeite in einem Start-up in München.
        Meine Schwester war in Rom und ist jetzt in Wien.
        Ich habe den Volvo verkauft.
        ich hab jetzt einen hund, er heisst Max
        Mein Name ist Anna Schmidt.
        Wohne jetzt in Hamburg.
        Das Fitnessstudio ist nun Urban Sports.
        """,
    "Dutch": """
        Ik woon in Utrecht.
        Mijn huur is €900.
        Mijn baas is Joost van Dam.
        We zijn van Slack naar Teams gegaan.
        Ik werk sinds mei bij Philips in Eindhoven.
        Mijn zus is vorige week naar Gent verhuisd.
        Mijn dokter is Dr. Bakker.
        Ik heb de Volvo verkocht en nu een fiets.
        ik ben nu veganist
        Mijn week was druk en mijn hond is ziek.
        De sportschool is nu Basic-Fit.
        """,
    "French": """
        J'habite à Lyon.
        Je travaille chez Renault.
        Ma femme s'appelle Claire.
        Mon loyer est de 800 euros.
        Mon médecin est le Dr Martin.
        J'ai déménagé de Nantes à Paris.
        On utilise Teams maintenant, plus Slack.
        Ma sœur a quitté Leeds pour Lille.
        Je suis végétalienne.
        Je n'ai plus la Volvo.
        Notre patron est Julien.
        """,
    "Spanish": """
        Vivo en Madrid.
        Mi jefe es Juan.
        Mi hermana se llama Ana y vive en Sevilla.
        Me mudé de Lima a Quito.
        Trabajo para Telefónica.
        El alquiler es 900 € ahora.
        Mi médico es el Dr. García.
        Usamos Teams en vez de Slack.
        He vendido el Volvo.
        Ya no soy vegetariano.
        mi gimnasio es McFit
        """,
    "Italian": """
        Abito a Roma.
        Il mio capo è Luca.
        Mi sono trasferita da Torino a Milano.
        Ho cambiato lavoro: ora lavoro da Ferrari.
        Mia sorella vive a Napoli.
        Il mio medico è il dottor Bianchi.
        Usiamo Teams al posto di Slack.
        L'affitto è 900 euro.
        Ho venduto la Volvo.
        Sono vegano.
        La mia palestra è Virgin.
        """,
    "Portuguese": """
        Moro em Lisboa.
        O meu médico é o Dr. Silva.
        A minha irmã mora no Porto.
        Minha chefe é a Paula.
        Mudei de Braga para Faro.
        Trabalho na Galp desde maio.
        Usamos o Teams em vez do Slack.
        Vendi o Volvo.
        A renda é 900 €.
        Eu não sou mais vegetariano.
        """,
    "Polish": """
        Mieszkam w Krakowie.
        Mój szef to Piotr Nowak.
        Przeprowadziłam się z Gdyni do Sopotu.
        Moja siostra mieszka w Łodzi.
        Pracuję w Google od maja.
        Używamy Teams zamiast Slack.
        Czynsz wynosi 2000 zł.
        Sprzedałem Volvo.
        Nie jem mięsa.
        Mój lekarz to dr Kowalski.
        """,
    "Swedish": """
        Jag bor i Lund.
        Min chef heter Anna.
        Jag har flyttat från Malmö till Kiruna.
        Vi använder Teams i stället för Slack.
        Min syster bor i Umeå.
        Jag jobbar på Volvo.
        Hyran är 9000 kronor.
        jag bor i lund
        Min läkare är Dr. Berg.
        Jag har sålt min Volvo.
        """,
    "Danish": """
        Jeg bor i Aarhus.
        Min chef hedder Lars.
        Jeg er flyttet fra Odense til Vejle.
        Vi bruger Teams nu.
        Min søster arbejder hos Lego.
        Min læge er Dr. Holm.
        Huslejen er 7000 kroner.
        Jeg har en hund og to katte.
        Jeg er ikke vegetar mere.
        """,
    "Norwegian": """
        Jeg bor i Bergen.
        Sjefen min heter Kari.
        Vi har flyttet fra Oslo til Bodø.
        Jeg jobber i Equinor.
        Søsteren min bor i Tromsø.
        Vi bruker Teams nå.
        Fastlegen min er Dr. Dahl.
        Leia er 12000 kroner.
        Jeg har solgt Volvoen.
        """,
    "Finnish": """
        Asun Turussa.
        Muutin Tampereelle viime vuonna.
        Pomoni on Mikko.
        Työskentelen Nokialla.
        Käytämme nyt Teamsia.
        Siskoni asuu Oulussa.
        asun nykyään helsingissä
        Vuokrani on 900 euroa.
        Lääkärini on Dr. Virtanen.
        """,
    "Turkish": """
        Ankara'da yaşıyorum.
        Eşim doktor.
        Kız kardeşim İzmir'de yaşıyor.
        Patronum Mehmet.
        Bursa'dan Antalya'ya taşındım.
        Artık Teams kullanıyoruz.
        Benim adım Deniz.
        Kiram 9000 lira oldu.
        Volvo'yu sattım.
        """,
    "Czech": """
        Bydlím v Praze.
        Můj šéf je Pavel.
        Přestěhoval jsem se z Brna do Plzně.
        Používáme Teams místo Slack.
        Moje sestra žije v Ostravě.
        Pracuji ve firmě Slack.
        Prodal jsem Volvo.
        Můj doktor je Dr. Novák.
        Nájem je 900 eur.
        """,
    "any, typed in haste": """
        moj szef to adam
        ich arbeite bei siemens
        mein chef is der thomas
        vivo en madrid ahora
        ma copine s appelle lea
        la mia ragazza si chiama giulia
        mieszkam w krakowie
        jag jobbar pa volvo
        min kaereste hedder lise
        ankarada yasiyorum
        ICH WOHNE IN BERLIN
        """,
    "other scripts": """
        Я живу в Берлине.
        Мой врач - доктор Иванова.
        Μένω στην Αθήνα.
        我住在北京。
        나는 서울에 살아요.
        أعيش في القاهرة وأعمل في بنك.
        אני גר בחיפה.
        """,
}
SAID = [(language, line.strip()) for language, lines in FOREIGN.items() for line in lines.strip().splitlines()]

ENGLISH = [
    ("My boss is van der Berg.", "manager = van der Berg"),
    ("My landlord is Joost de Vries.", "landlord = Joost de Vries"),
    ("My doctor is Dr. de la Cruz.", "doctor = Dr. de la Cruz"),
    ("My doctor is Dr. Müller.", "doctor = Dr. Müller"),
    ("My dentist is Dr. Núñez.", "dentist = Dr. Núñez"),
    ("My dentist is Dr. El-Sayed.", "dentist = Dr. El-Sayed"),
    ("I live in Köln.", "home_city = Köln"),
    ("I live in São Paulo.", "home_city = São Paulo"),
    ("I live in Le Havre.", "home_city = Le Havre"),
    ("I live in La Paz.", "home_city = La Paz"),
    ("I live in Łódź.", "home_city = Łódź"),
    ("I live in Den Haag.", "home_city = Den Haag"),
    ("I live in Aix-en-Provence.", "home_city = Aix-en-Provence"),
    ("I live in Rio de Janeiro.", "home_city = Rio de Janeiro"),
    ("I moved to 's-Hertogenbosch.", "move = Hertogenbosch"),
    ("I moved to Frankfurt am Main.", "home_city = Frankfurt am Main"),
    ("Moved to Málaga.", "home_city = Málaga"),
    ("I moved from Wien to Zürich.", "by_subject = Zürich"),
    ("i live in utrecht", "home_city = utrecht"),
    ("moved to san sebastian tbh", "home_city = san sebastian"),
    ("I work at Deutsche Bahn.", "employer = Deutsche Bahn"),
    ("I work at Crédit Agricole.", "employer = Crédit Agricole"),
    ("I work for Die Zeit.", "employer = Die Zeit"),
    ("I work at El País.", "employer = El País"),
    ("I work at Banco do Brasil.", "employer = Banco; work = Brasil"),
    ("I work at Mein Laden.", "employer = Mein Laden"),
    ("My favourite dish is coq au vin.", "favourite_food = coq au vin"),
    ("My favourite dish is spaghetti alle vongole.", "favourite_food = spaghetti alle vongole"),
    ("my favourite dish is pad kra pao", "favourite_food = pad kra pao"),
    ("My favourite food is crème brûlée.", "favourite_food = crème brûlée"),
    ("My favourite restaurant is Chez Panisse.", "favourite_restaurant = Chez Panisse"),
    ("My favourite restaurant is La Piazza.", "favourite_restaurant = La Piazza"),
    ("My favourite book is Die Verwandlung.", "favourite_book = Die Verwandlung"),
    ("My favourite film is Das Boot.", "favourite_film = Das Boot"),
    ("My favourite band is Los Lobos.", "favourite_band = Los Lobos"),
    ("My gym is El Fuerte.", "gym = El Fuerte"),
    ("My yoga teacher is called Mia.", "teacher = Mia"),
    ("Mia lives in Leeds.", "mia / home_city = Leeds"),
    ("Hans lives in Ulm.", "hans / home_city = Ulm"),
    ("Este works at Norvane.", "este / employer = Norvane"),
    ("Ben is my boss.", "manager = Ben"),
    ("Kim moved to York.", " = Kim; kim / home_city = York"),
    ("My cat is called Señor Gato.", "user's cat / pet_cat = Señor Gato"),
    ("My wife is called Zoë.", "spouse = Zoë"),
    ("My husband's name is François.", "spouse = François"),
    ("My boss is called Søren.", "manager = Søren"),
    ("My rent is 900 € now.", "rent = 900"),
    ("my rnet is fine but my rent is 900 quid", "rent = 900 quid"),
    ("gonna switch to neovim, my editor is vim rn", "code_editor = vim"),
    ("My editor is Sublime, c'est la vie.", "code_editor = Sublime"),
    ("The database is MariaDB, voilà.", "database = MariaDB"),
    ("I live in Nice, bien sûr.", "home_city = Nice; live = bien sûr"),
    ("Our CI is Jenkins, na klar.", "ci_system = Jenkins"),
    ("We use Mattermost, danke.", "chat_tool = Mattermost; use = danke"),
    ("Our office is on the Rue de Rivoli and we use Slack.", "office = Rue de Rivoli; chat_tool = Slack"),
    ("I study at the Université de Montréal.", "university = Université de Montréal"),
    ("I'm learning Español, my tutor is Paco.", "learn = Español; advisor = Paco"),
    ("My address is Calle de Alcalá 12.", "home_address = Calle de Alcalá 12"),
    ("My time zone is CET.", "time_zone = CET"),
    ("my os is Sonoma 14.2", "operating_system = Sonoma 14.2"),
    ("The booking app runs on Heroku.", "booking / deploy_target = Heroku"),
]


def read(text: str) -> list[tuple[str, str, str | None]]:
    found = default_extractor().extract(text, speaker="user", at=AT)
    return [(c.subject, c.attribute, c.value) for c in found.candidates]


@pytest.mark.parametrize(("language", "said"), SAID)
def test_a_sentence_in_another_language_states_nothing(language: str, said: str) -> None:
    assert language
    assert read(said) == []


@pytest.mark.parametrize("language", list(FOREIGN))
def test_what_is_said_in_another_language_retires_nothing_and_reaches_the_host(language: str) -> None:
    host = MemoryHost()
    with Overlay(host, ledger="memory://", on_error="raise") as overlay:
        overlay.remember(KNOWN, scope=ME, observed_at=AT)
        before = [(r.attribute, r.value, r.status) for r in overlay.timeline(scope=ME).records]
        said = [line for spoken, line in SAID if spoken == language]
        for day, line in enumerate(said, 1):
            receipt = overlay.remember(line, scope=ME, observed_at=AT + timedelta(days=day))
            assert (receipt.transitions, receipt.records) == ((), ())
            assert receipt.host_ids
        after = [(r.attribute, r.value, r.status) for r in overlay.timeline(scope=ME).records]
    assert len(before) >= 10
    assert after == before


@pytest.mark.parametrize(("said", "told"), ENGLISH)
def test_english_with_foreign_words_is_read(said: str, told: str) -> None:
    found = [
        (f"{attribute}" if who == "user" else f"{who} / {attribute}", value) for who, attribute, value in read(said)
    ]
    assert "; ".join(f"{slot} = {value}" for slot, value in found) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Ich wohne in Berlin. My boss is Raj.", [("user", "manager", "Raj")]),
        ("My boss is Raj. Mein Arzt ist Dr. Weber.", [("user", "manager", "Raj")]),
        ("Hola, vivo en Madrid.\nI work at Norvane.\nMi jefa es Ana.", [("user", "employer", "Norvane")]),
        ("Meine Schwester heißt Lotte. I live in Ulm. Das ist alles.", [("user", "home_city", "Ulm")]),
    ],
)
def test_the_english_sentences_of_a_mixed_text_are_read(said: str, told: list[tuple[str, str, str]]) -> None:
    assert read(said) == told
