"""Bands that look as people's bands do, for the tests, the benchmark and the eye."""

from typing import Any


def _trait(name: str, points: int, text: str = "", **more: Any) -> dict[str, Any]:
    kind = "negative" if points > 0 else "positive"
    return {"name": name, "kind": kind, "points": points, "text": text, **more}


ZENON: dict[str, Any] = {
    "name": "Zenon Kowalski",
    "band": "Referat Paradoksów",
    "archetype": "referent czasu, delegatura Łódź",
    "max_hp": 4,
    "spd": 6,
    "traits": [
        _trait(
            "Techniczny fachowiec",
            -4,
            "Naprawia w terenie to, czego producent nie naprawia w ogóle.",
            advantage_on=["naprawa", "urządzenia"],
        ),
        _trait("Pilot chronocykla", -3, advantage_on=["pilotaż"]),
        _trait(
            "Mistrz improwizacji",
            -4,
            "Raz na potyczkę używa przedmiotu niezgodnie z instrukcją i bez utrudnienia.",
            active=True,
            ap=1,
        ),
        _trait("Chronochoroba", 3, "Po skoku w czasie pierwszy test ma utrudnienie."),
        _trait("Uszkodzony sprzęt", 2),
        _trait("Biurokratyczny koszmar", 3, "Bez formularza B-12 nie otworzy żadnych drzwi."),
        _trait("Piętno czasowe", 3, disadvantage_on=["ukrywanie się"]),
    ],
    "attacks": [
        {
            "name": "Pistolet energetyczny",
            "kind": "ranged",
            "range": 18,
            "text": "Na mrozie odmawia współpracy.",
        },
        {"name": "Klucz nastawny", "kind": "melee", "disadvantage": True},
    ],
    "notes": "Szuka brata, który w 1987 wszedł do windy i wciąż nie wysiadł.",
}

HALINA: dict[str, Any] = {
    "name": "Halina Żółć-Gęślińska",
    "band": "Referat Paradoksów",
    "archetype": "łączniczka, powstanie krasnali",
    "max_hp": 4,
    "spd": 6,
    "traits": [
        _trait("Szybki", -4, "SPD większe o 2″."),
        _trait("Zwinny", -3, advantage_on=["wspinaczka", "skoki"]),
        _trait("Sokoli wzrok", -2, "Widzi przez dym i krzaki, jakby ich nie było."),
        _trait("Adrenalina", -3, "Przy 1 PŻ ma przewagę w każdym teście ataku.", active=True, ap=0),
        _trait("Impulsywny", 3, "Pierwszą akcją rundy zawsze jest ruch."),
        _trait("Przesądny", 2, disadvantage_on=["testy w rundzie 3"]),
        _trait("Tchórzliwy", 4, "Gdy sojusznik pada, traci 1 AP."),
    ],
    "attacks": [
        {"name": "Proca grawitacyjna", "kind": "ranged", "range": 12, "advantage": True},
        {
            "name": "Granat dymny „Wąż”",
            "kind": "ranged",
            "range": 6,
            "thrown": True,
            "uses": 3,
            "text": "Bez obrażeń: ukrycie w promieniu 2″ do końca rundy.",
        },
        {"name": "Szpilka do kapelusza", "kind": "melee"},
    ],
    "notes": "Dług u Platona: jedna broszura, termin wczoraj.",
}

BOGDAN: dict[str, Any] = {
    "name": "Bogdan Wąs",
    "band": "Referat Paradoksów",
    "archetype": "były kierowca PKS-u",
    "hp": 3,
    "max_hp": 4,
    "spd": 6,
    "traits": [
        _trait("Twardziel", -5, "PŻ większe o 2."),
        _trait("Obrońca", -3, "Przyjmuje trafienie za sojusznika w kontakcie.", active=True, ap=1),
        _trait("Krzepki", -2),
        _trait("Otyły", 4, "SPD mniejsze o 1″.", disadvantage_on=["wspinaczka"]),
        _trait("Powolny Refleks", 2),
        _trait("Krótkowidz", 4, "Strzela z utrudnieniem powyżej 12″."),
    ],
    "attacks": [
        {"name": "Dubeltówka po wuju", "kind": "ranged", "range": 10, "uses": 2, "advantage": True},
        {"name": "Łyżka do opon", "kind": "melee", "text": "Dobra też na automaty z kawą."},
    ],
}

BAND = [ZENON, HALINA, BOGDAN]
