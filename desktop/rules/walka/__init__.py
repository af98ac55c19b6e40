"""«Walka»: 3d20 against attributes, turns of three segments, hit locations, bursts and blasts.

The chapters in the order of the document, each with its file and its rules:

==============================================================  ==============  ================
chapter                                                         file            rules
==============================================================  ==============  ================
Inicjatywa, Wypatrywanie                                        ``initiative``  5, 6, 8
Tury, Wyzwalacze i zamrożone segmenty, koniec walki             ``turns``       7, 9, 13
Segmenty, i jak długo trzyma Ogień Zaporowy                     ``segments``    9, 10, 25
Akcje za 1, 2, 3 segmenty; ruch, postawa, wypatrywanie          ``actions``     9, 10, 20, 21
Testy                                                           ``checks``      1, 4, 17
Kości, Używanie umiejętności, Pechowa 20-tka                    ``d20``         1 to 3, 12
Strzał, Celowanie, Strzał snajperski, Dwie bronie, Utrudnienia  ``shooting``    11, 14 to 23
Strzelanie serią                                                ``shooting``    24, 25
Posługiwanie się bronią                                         ``weapons``     10, 15, 19, 24
Wybrana lokacja w walce wręcz                                   ``exchange``    23
Walka wręcz (z sąsiedniego rozdziału)                           ``exchange``    34 to 47
Trzy rzuty starcia, i punkty na nie                             ``throws``      35, 47
Inne działania Atakującego                                      ``manoeuvres``  44
Szable: rzut, odbijanie, pancerz, formy (z sąsiedniego)         ``sabres``      48 to 51
Efekty (z sąsiedniego rozdziału)                                ``conditions``  52 to 54
Granaty i ładunki wybuchowe                                     ``grenades``    28 to 30
Strzelby, Broń jonowa, Rany                                     ``hits``        26, 27, 31 to 33
==============================================================  ==============  ================

Beside the chapters: ``tables`` (numbers and words of the rules), ``sheet``, ``state`` (what a
fight changes), ``commands``, ``figures`` (numbers that are shown), ``display`` (what a game master
is offered and sees), ``on_map``, ``policies``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, cast

from desktop.languages import ProperName
from desktop.rules import contract
from desktop.rules.cast import enlist, one_side_left
from desktop.rules.contract import Action, Command, Join, Known, Option, WrittenBack, checked, kept
from desktop.rules.display import Caution, Outcome, Standing
from desktop.rules.fields import Choice, Field, Record
from desktop.rules.figures import FigureGroup
from desktop.rules.geometry import Point
from desktop.rules.registry import SHIPPED_BY_ID
from desktop.rules.state import Roster
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Term, Text, Words
from desktop.rules.walka import display, figures, initiative, on_map, segments, turns
from desktop.rules.walka.actions import ACTIONS, BY_ID
from desktop.rules.walka.checks import MODIFIER, SUM, THRESHOLD, armour_in_the_way
from desktop.rules.walka.commands import Act, BeginBattle
from desktop.rules.walka.d20 import ROLLED
from desktop.rules.walka.exchange import OUTCOMES
from desktop.rules.walka.hits import AIM_LOST, leave
from desktop.rules.walka.policies import POLICIES
from desktop.rules.walka.sabres import ALL_DEFLECTED
from desktop.rules.walka.segments import COMES_TO_NOTHING
from desktop.rules.walka.sheet import EFFECTS, Armor, HouseRules, Sheet, Species, Weapon, word
from desktop.rules.walka.sheet_checks import CHECKS
from desktop.rules.walka.shooting import TO_BE_HIT
from desktop.rules.walka.state import (
    ARMOUR,
    Battle,
    Edits,
    Fighter,
    armour_of,
    opponent,
    points_left,
    powered_by,
)
from desktop.rules.walka.tables import METRES, SEGMENTS
from desktop.rules.walka.weapons import names_apart


def _rounds_left(fighter: Fighter) -> dict[str, Any]:
    """Ammunition by its place on the sheet, where None stands for a full magazine."""
    held = zip(fighter.sheet.weapons, fighter.loaded, strict=True)
    left = {}
    for index, (weapon, rounds) in enumerate(held):
        if weapon.magazine is not None or weapon.loaded is not None:
            full = weapon.loaded is None and rounds == weapon.magazine
            left[f"weapons[{index}].loaded"] = None if full else rounds
    return left


class Walka(display.Display):
    """The system: its actions, and what the program asks of it."""

    id: ClassVar[str] = "walka"
    title: ClassVar[str] = "Walka"
    language: ClassVar[str] = "pl"
    unit: ClassVar = Term("seg.", "seg.")
    round_term: ClassVar = display.TURN
    out_rule: ClassVar[str] = "walka-33"
    sheet = Sheet
    house_rules = HouseRules
    fighter = Fighter
    edits = Edits
    catalogue: ClassVar = {"weapon": Weapon, "armor": Armor, "species": Species}
    kind_terms: ClassVar = SHIPPED_BY_ID["walka"].kinds
    decisions: ClassVar = {
        "dodge_grenade": Text(
            "what somebody does who sees a grenade coming: "
            '"stay", "leap", "leap_to_cover", "fling", "throw_back"'
        ),
        "landing": Text(
            "how far from each a grenade lands that missed or was flung off: a list of metres"
        ),
        "deflect": Text('what somebody with a sabre does about a shot: "deflect", "back", "no"'),
        "points": Text('when points are spent on an exchange: "usual", "each"'),
        "resist_with": Text(
            'what somebody who is to be brought down resists with: "build", "dexterity"'
        ),
        "location_die": Text(
            "which of the dice that succeed tells where the target is hit: its face"
        ),
        "skill_points": Text("how many skill points lower each die: a list of numbers"),
    }
    policies: ClassVar = POLICIES
    marks: ClassVar = {
        "damage": Text("levels of a wound"),
        "scratch": Text("a scratch"),
        "light": Text("a light wound"),
        "heavy": Text("a heavy wound"),
        "critical": Text("a critical wound"),
        "success_points": Text("points by which a test succeeds"),
        "caught": Text("somebody is caught in a blast"),
        "suppressed": Text("somebody is kept down by fire"),
        "disabled": Text("a limb stops working"),
        "afflicted": Text("somebody comes under an effect"),
        "deflected": Text("somebody deflects a shot"),
        "lead": Text("somebody takes the initiative hand to hand"),
    }
    marks_for_players: ClassVar = {
        "caught": Text("caught in the blast", context="what a throw came to"),
        "suppressed": Text("suppressed"),
        "disabled": Text("a limb stops working", context="what a throw came to"),
        "afflicted": Text("under an effect", context="what a throw came to"),
        "deflected": Text("deflected", context="what a throw came to"),
        "lead": Text("presses now", context="what a throw came to"),
    }
    marks_of_misses: ClassVar = ("suppressed", "lead", "deflected")
    outcomes: ClassVar = (*OUTCOMES, COMES_TO_NOTHING, ALL_DEFLECTED)
    besides: ClassVar = (MODIFIER, SUM, ROLLED, AIM_LOST, turns.STOPS)
    rules_of_dice: ClassVar = ("walka-12", turns.SOMETHING_ELSE.template)
    seen_by_all: ClassVar = (
        "dead", "posture", "covered", "running", "disabled", "leaning", "suppressed", "deactivated",
        "effect", *EFFECTS,
    )  # fmt: skip
    actions: ClassVar[Sequence[Action[Any, Any]]] = ACTIONS
    checks: ClassVar = CHECKS
    effect_units = (THRESHOLD, TO_BE_HIT, ARMOUR)
    begin_command = BeginBattle
    written_back: ClassVar[Sequence[WrittenBack]] = (
        WrittenBack(Text("Wounds"), kept("wounds"), "Rany", "walka-31"),
        WrittenBack(Text("First aid given"), kept("stabilised"), "Po pierwszej pomocy", "walka-33"),
        WrittenBack(Text("Disabled"), kept("disabled"), "Niesprawne", "walka-27"),
        WrittenBack(Text("Rounds loaded"), _rounds_left, "Załadowane", "walka-24"),
    )

    # ---- a fight

    def muster(self, roster: Roster, house: HouseRules) -> Battle:
        """Fighters as their sheets have them; nothing is rolled yet."""
        state = Battle(house=house, parallel=house.segments == "parallel")
        for recruit in roster:
            sheet: Sheet = recruit.sheet
            weapons = sheet.weapons
            fighter = enlist(
                Fighter,
                recruit,
                attributes=sheet.attributes.model_dump(),
                skills=sheet.skills.model_dump(),
                armour=armour_of(sheet),
                proof=armour_of(sheet, proof=True),
                powered=powered_by(sheet),
                in_the_way=armour_in_the_way(sheet),
                guns=tuple(i for i, weapon in enumerate(weapons) if weapon.gun),
                blades=tuple(i for i, w in enumerate(weapons) if w.category == "melee"),
                sabres=tuple(i for i, weapon in enumerate(weapons) if weapon.sabre),
                loaded=[w.magazine if w.loaded is None else w.loaded for w in weapons],
                to_draw=[i for i, weapon in enumerate(weapons) if weapon.put_away],
                safe=[i for i, weapon in enumerate(weapons) if weapon.safety],
                disabled=list(sheet.disabled),
                stabilised=sheet.stabilised,
            )
            fighter.set_wounds(sheet.wounds)
            state.combatants[recruit.id] = fighter
        return state

    def begin(self, state: Battle, command: BeginBattle, table: Table) -> None:
        """walka-5: initiative, then the first turn."""
        if command.surprised:
            raise Refusal("there is no surprise in this system", "surprised")
        initiative.begin(state, command, table)

    def enter(self, state: Battle, newcomers: Sequence[str], command: Join, table: Table) -> None:
        """walka-5: newcomers roll among themselves and move last."""
        initiative.come_in(state, newcomers, command.this_round, table)

    def on_turn(self, state: Battle) -> Sequence[str]:
        """Whose move it is; side by side everybody moves (walka-9), a trigger ends no move (13)."""
        if state.parallel:
            return state.order
        whose = state.interrupted or state.turn
        return () if whose is None else (whose,)

    def why_not(
        self, state: Battle, actor: str, action: Action[Battle, Any], command: Command | None = None
    ) -> Refusal | None:
        """As always, and the next in the order may act when who is on turn has nothing left.

        A test that is given a cost is for who is on turn (walka-9).
        """
        if state.phase == "over":
            return Refusal("the fight is over; time runs normally", "do")
        if action.whose == "nobody" or state[actor].out:
            return super().why_not(state, actor, action, command)
        fighter = state[actor]
        if actor != state.turn and self._next_may(state, actor, action):
            begins = turns.as_its_move_begins(fighter)
            of_segments = isinstance(action, segments.SegmentAction)
            problem = segments.cannot_begin(state, begins, action) if of_segments else None
            return Refusal(problem, "action") if problem else None
        if not self.is_to_act(state, actor) and (
            action.whose == "to_act" or self.price(state, fighter, action, command) > 0
        ):
            return self.not_their_turn(state, fighter)
        problem = segments.cannot_begin(state, fighter, action)
        if problem and action.do == "hand_over" and state.turn != actor:
            return self.not_their_turn(state, fighter)
        problem = problem or self.too_dear(state, fighter, action, command)
        return Refusal(problem, "action" if action.id else "do") if problem else None

    def _next_may(self, state: Battle, actor: str, action: Action[Battle, Any]) -> bool:
        """Whether somebody who is not on turn may begin its move with this."""
        of_move = isinstance(action, segments.SegmentAction) and action.whose == "to_act"
        return (of_move or action.do in ("freeze", "hand_over")) and turns.comes_next(state, actor)

    def price(
        self, state: Battle, fighter: Any, action: Action[Battle, Any],
        command: Command | None = None,
    ) -> int:  # fmt: skip
        """walka-9 and 10: how many segments it takes."""
        return segments.price_of(fighter, action, command)

    def too_dear(
        self, state: Battle, fighter: Any, action: Action[Battle, Any],
        command: Command | None = None,
    ) -> Text | None:  # fmt: skip
        """walka-9: what does not fit carries over, so one segment is enough to begin with."""
        if segments.can_begin(state, fighter):
            return None
        if command is None and isinstance(action, segments.SegmentAction) and action.can_be_free:
            return None
        if not self.price(state, fighter, action, command):
            return None
        if fighter.carry:
            return Text("busy: {action}", action=fighter.carry.action.label)
        return Text("no segments left")

    def price_in_words(self, state: Battle, fighter: Any, action: Action[Battle, Any]) -> Words:
        """As always; none where only what takes no segments can be done."""
        free = isinstance(action, segments.SegmentAction) and action.can_be_free
        if free and not segments.can_begin(state, fighter):
            return ""
        return super().price_in_words(state, fighter, action)

    def at_once(self, state: Battle, command: Command) -> Mapping[str, Any]:
        """walka-9: the price of what carries over is what is left."""
        action = self.action_of(command)
        fighter = state.combatants.get(command.actor or state.turn or "")
        if fighter is None or not isinstance(action, segments.SegmentAction):
            return {}
        left = segments.available(state, fighter)
        carries = 0 < left < segments.price_of(fighter, action, command)
        return {"cost": left, "in_steps": False} if carries else {}

    def turn_options(self, state: Battle) -> Sequence[Option]:
        """Also what was frozen: its trigger may be pulled in any turn (walka-13)."""
        if state.phase != "turn":
            return ()
        options = display.as_they_stand(state, super().turn_options(state))
        frozen = (fighter.id for fighter in state.standing() if fighter.frozen)
        triggers = (option for id in frozen for option in self._out_of_turn(state, id))
        return [*options, *(option for option in triggers if not option.out_of_turn)]

    def out_of_turn_options(self, state: Battle, id: str) -> Sequence[Option]:
        """What this one can do in somebody else's move."""
        if state.phase != "turn":
            return ()
        return [option for option in self._out_of_turn(state, id) if option.out_of_turn]

    def _out_of_turn(self, state: Battle, id: str) -> Sequence[Option]:
        return display.as_they_stand(state, super().out_of_turn_options(state, id))

    def perform(self, state: Battle, command: Command, table: Table) -> None:
        """Does it; a move that is used up ends first when the next in the order acts."""
        action = self.action_of(command)
        fighter: Any = None
        if action.whose != "nobody":
            actor = self.actor_of(state, command)
            if (
                actor != state.turn
                and not command.overrule
                and self._next_may(state, actor, action)
            ):
                turns.end_turn(state, None, command, table)
                self.check(state, command)
            fighter = state.take(actor)
        if isinstance(action, segments.SegmentAction):
            turns.act(state, fighter, action, cast(Act, command), table)
        else:
            action.perform(state, fighter, command, table)
            table.finish()
        turns.settle(state, table)
        turns.leave_to_others(state, table)

    def outcome(self, state: Battle) -> Outcome | None:
        """walka-7: over by the game master's word; or one side is left standing."""
        if state.phase == "over":
            return Outcome(None, Text("every player is behind cover"), "walka-7")
        return one_side_left(state, self.out_rule)

    # ---- on the map

    def by_map(self, state: Battle, actor: str, step: Mapping[str, Any]) -> Mapping[str, Known]:
        """walka-19, 20 and 29: what the map says of a command."""
        model = self.commands.get((step.get("do", "act"), step.get("action", "")))
        return on_map.known(state, actor, model, step) if model else {}

    def blast(self, state: Battle, step: Mapping[str, Any]) -> tuple[Point, float] | None:
        """walka-29: all rings around the target."""
        actor = state.combatants.get(str(step.get("actor") or state.turn))
        return on_map.blast_of(state, actor, step) if actor else None

    def go_to(self, state: Battle, id: str, to: Point) -> Command | None:
        """One segment of the slowest pace that leads there (walka-10)."""
        pace = on_map.pace_to(state, state[id], to)
        if pace is None:
            return None
        return checked(BY_ID[pace].command, {"actor": id, "action": pace, "to": to})

    def within_reach(self, state: Battle, id: str) -> contract.WithinReach | None:
        """walka-10: how far a segment leads at each pace that can be gone now."""
        if id not in state.positions:
            return None
        paces = (pace for pace in METRES if not self.why_not(state, id, BY_ID[pace]))
        return contract.WithinReach(radii=[(METRES[pace], 1) for pace in paces])

    # ---- by hand

    def edit(self, state: Battle, id: str, values: Mapping[str, Any]) -> None:
        """As always; skill points and rounds are set by name."""
        given = checked(Edits, values, "set.")
        fighter = state.take(id)
        for name in given.model_fields_set:
            value = getattr(given, name)
            for other in value if name == "presses" else ():
                opponent(state, fighter, other, "set.presses")
            if name == "skill_points":
                _set_points(state.house, fighter, value)
            elif name == "loaded":
                _set_loaded(fighter, value)
            elif name == "wounds":
                fighter.set_wounds(value)
            else:
                setattr(fighter, name, list(value) if isinstance(value, list) else value)

    def after_edit(self, state: Battle, id: str, values: Mapping[str, Any], table: Table) -> None:
        """Who is out by what was set waits for nothing and holds nobody down any more. Segments
        that are given are of this turn: what was done with them is taken back (walka-9)."""
        fighter = state.take(id)
        if "segments" in values:
            used = max(SEGMENTS - fighter.segments, 0)
            fighter.track = [
                bar._replace(length=min(bar.length, used - bar.start))
                for bar in fighter.track
                if bar.start < used
            ]
        if fighter.out:
            leave(state, fighter, table)
        elif values.get("suppressed") is False:
            segments.free(state, fighter, table)
        turns.leave_to_others(state, table)

    def value_of(self, fighter: Any, name: str) -> Any:
        """walka-12: what is left of skill points hangs on the house rules, see ``editable``."""
        return None if name == "skill_points" else super().value_of(fighter, name)

    def editable(self, state: Battle, id: str) -> Sequence[Field]:
        """What can be set by hand, with the values that hold now."""
        fields = {field.id: field for field in super().editable(state, id)}
        shown = self.describe(state, id)
        points = shown["skill_points"]
        skills = [Choice(name, Text("{name}", name=word(name))) for name in points]
        fields["skill_points"] = fields["skill_points"].offering(skills, points)
        fields["loaded"] = replace(fields["loaded"], default=shown["loaded"])
        return list(fields.values())

    # ---- how it is shown

    def cautions(self, sheet: Record) -> Sequence[Caution]:
        """walka-15: weapons for which a sheet has too little build."""
        assert isinstance(sheet, Sheet)
        build = sheet.attributes.build + powered_by(sheet)
        return [
            Caution(
                Text(
                    "{weapon} needs build {needed}, {name} has {build}",
                    weapon=weapon.name,
                    needed=weapon.required_build,
                    name=ProperName(sheet.name),
                    build=build,
                ),
                "walka-15",
            )
            for weapon in sheet.weapons
            if (weapon.required_build or 0) > build
        ]

    def figures(self, state: Battle, id: str) -> Sequence[FigureGroup]:
        """The numbers that a fighter is played from."""
        return tuple(figures.figures(state, state[id]))

    def standing(self, state: Battle, id: str) -> Standing:
        """Whether a fighter acts, is ready, has moved or is out."""
        fighter = state[id]
        if fighter.out:
            return "out"
        if state.turn == id:
            return "active"
        if state.parallel:
            return "ready" if fighter.segments else "done"
        return "done" if fighter.moved and state.interrupted != id else "ready"


def _set_points(house: HouseRules, fighter: Fighter, left: Mapping[str, int]) -> None:
    """walka-12: sets what is ``left`` of each skill; what is so already stays as it is."""
    changed = {name: n for name, n in left.items() if points_left(house, fighter, name) != n}
    fighter.spent = spent = {**fighter.spent, **dict.fromkeys(changed, 0)}
    # What each is worth hangs on which of the others were used, so all are reckoned again.
    for _ in changed:
        for name, points in changed.items():
            spent[name] = 0
            spent[name] = points_left(house, fighter, name) - points


def _set_loaded(fighter: Fighter, left: Mapping[str, int]) -> None:
    names, loaded = names_apart(fighter), list(fighter.loaded)
    for name, rounds in left.items():
        if name not in names:
            unknown = Text(
                "{name} has no such weapon: {weapon}", name=fighter.name, weapon=repr(name)
            )
            raise Refusal(unknown, f"set.loaded.{name}")
        loaded[names.index(name)] = rounds
    fighter.loaded = loaded


__all__ = ["BeginBattle", "Walka"]
