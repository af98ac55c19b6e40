"""What a fight puts on paper: small cards for its combatants, and the report of how it went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from desktop.encounter.fight import Fight
from desktop.encounter.tables import LogLine
from desktop.paper.pages import PLAIN, Pages, Size, pages
from desktop.paper.sheets import filled, item
from desktop.rules import systems
from desktop.rules.contract import Rules
from desktop.rules.display import Outcome, Vital
from desktop.rules.fields import fields_of
from desktop.rules.state import State


@dataclass(frozen=True, slots=True)
class Dossier:
    """A combatant as the game master wants it at hand: who, how it stands, what it has.

    ``lines`` are pairs of a name and what there is to know: a weapon and its figures.
    """

    name: str
    side: str = ""
    vitals: Sequence[Vital] = ()
    lines: Sequence[tuple[str, str]] = ()
    notes: str = ""


def dossiers(rules: Rules[Any], state: State[Any]) -> list[Dossier]:
    """Every combatant of a state, with whatever lists its sheet has: attacks, weapons, traits."""
    fields = fields_of(rules.sheet)
    found = []
    for id, combatant in state.combatants.items():
        values = filled(fields, combatant.sheet.model_dump(mode="json", by_alias=True))
        lines = [
            (part["head"], "; ".join(filter(None, [", ".join(part["facts"]), *part["texts"]])))
            for field in fields
            if field.kind == "records"
            for part in (item(field.fields, value) for value in values[field.id])
        ]
        found.append(
            Dossier(
                combatant.name,
                combatant.side,
                rules.vitals(state, id),
                lines,
                str(values.get("notes") or ""),
            )
        )
    return found


def cards(
    combatants: Sequence[Dossier],
    *,
    size: Size = "A4",
    title: str = "",
    system: str = PLAIN,
    language: str = "en",
) -> Pages:
    """Nine cards to a page, 63 × 88 mm, to be cut apart; a long text goes on on a further card."""
    told = [asdict(combatant) for combatant in combatants]
    data = {"combatants": told}
    return pages("cards", system, data, title=title, language=language, size=size)


def report(
    title: str,
    lines: Sequence[LogLine],
    *,
    names: Mapping[str, str] | None = None,
    combatants: Sequence[Dossier] = (),
    objectives: Sequence[tuple[str, bool]] = (),
    outcome: Outcome | None = None,
    size: Size = "A4",
    system: str = PLAIN,
    system_title: str = "",
    language: str = "en",
) -> Pages:
    """How a fight went: its log by rounds with dice and rule numbers, how it ended, who stands.

    ``names`` says who an id in the log is; ``combatants`` are shown as they stand at the end.
    """
    rounds: dict[int, list[dict[str, Any]]] = {}
    for line in lines:
        who = (names or {}).get(line.by or "", "")
        rounds.setdefault(line.round, []).append({**line.as_json(), "by": who})
    data = {
        "system_title": system_title,
        "rounds": [{"round": number, "lines": told} for number, told in rounds.items()],
        "combatants": [asdict(combatant) for combatant in combatants],
        "objectives": [{"text": text, "met": met} for text, met in objectives],
        "outcome": asdict(outcome) if outcome else None,
    }
    return pages("report", system, data, title=title, language=language, size=size)


def report_of(fight: Fight, *, title: str = "", size: Size = "A4", language: str = "en") -> Pages:
    """The report of a fight as it stands."""
    rules = systems()[fight.script.system]
    return report(
        title or fight.script.name,
        fight.log,
        names={id: combatant.name for id, combatant in fight.state.combatants.items()},
        combatants=dossiers(rules, fight.state),
        objectives=[(goal.text, goal.met) for goal in fight.state.objectives],
        outcome=fight.outcome,
        size=size,
        system=rules.id,
        system_title=rules.title,
        language=language,
    )
