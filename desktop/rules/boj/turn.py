"""«Ход»: the cards that give the order, rounds, and whose turn it is (boj-1, 2, 4)."""

from collections import Counter
from collections.abc import Sequence

from desktop.rules.boj.state import Fighter, Scene
from desktop.rules.cast import one_side_left, present
from desktop.rules.contract import Begin, Command, bare
from desktop.rules.dice import Dice, Face, FaceNames, Pool
from desktop.rules.fields import shown
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text, few


class BeginScene(Begin):
    """The start of a fight: who does not know of the danger yet."""

    surprised: list[str] = shown([], "Surprised", "Не ждут нападения", "boj-17", kind="combatants")


class Wait(Command, do="wait"):
    """Acting later: after somebody who is still to come."""

    after: str = shown(..., "After", "После", kind="combatant")


EndTurn = bare(do="end_turn", about="boj-1: the end of one's turn.")


# ---- the deck

DECK = 52
SUITS = "♦♥♣♠"
"""From low to high: a card of 1 to 13 is a diamond, of 40 to 52 a spade."""

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

# How people type them besides, first as Russian has them: бубны, черви, трефы, пики; валет, дама,
# король, туз.
_SUITS = {"♦": "♢Dб", "♥": "♡Hч", "♣": "♧Cт", "♠": "♤Sп"}
_RANKS = {"10": "T", "J": "В", "Q": "Д", "K": "К", "A": "Т"}


def _spellings(card: int) -> tuple[str, ...]:
    suit, rank = SUITS[(card - 1) // len(RANKS)], RANKS[(card - 1) % len(RANKS)]
    spellings = [
        spelling
        for suit_letter in (suit, *_SUITS[suit])
        for rank_letter in (rank, *_RANKS.get(rank, ""))
        for spelling in (suit_letter + rank_letter, rank_letter + suit_letter)
    ]
    return tuple(dict.fromkeys(spellings))


NAMES = FaceNames(
    "card",
    tuple(_spellings(card) for card in range(1, DECK + 1)),
    tuple(f"{suit}{({**_RANKS, '10': '10'}).get(rank, rank)}" for suit in SUITS for rank in RANKS),
)
"""``"♠A"`` for 52, ``"♠Т"`` in Russian."""
RED = SUITS[:2]


def precedence(card: int) -> tuple[int, int]:
    """By which cards are sorted, first to act first: high ranks, then ♠ ♣ ♥ ♦."""
    suit, rank = divmod(card - 1, len(RANKS))
    return -rank, -suit


# ---- the order, and whose turn it is


def start_round(state: Scene, table: Table) -> None:
    """boj-1: everybody has an action again; boj-2: cards are drawn, once or every turn."""
    state.round += 1
    for id, fighter in list(state.combatants.items()):
        if fighter.over or fighter.acted or fighter.moved or fighter.held_by_roll:
            mine = state.take(id)
            mine.over = mine.acted = mine.moved = False
            mine.held_by_roll = None
    if state.round == 1 or state.house.redraw == "each_turn":
        draw(state, table)
    pass_turn(state, table)


def draw(state: Scene, table: Table) -> None:
    """boj-2: a card for everybody, and by these the order."""
    for fighter in state.take_all():
        fighter.card = 0
    drawn = [state.take(c.id) for c in state.standing()]
    deal(drawn, table)
    drawn.sort(key=lambda c: precedence(c.card))
    state.order = [c.id for c in drawn]
    table.log("boj-2", Text("Initiative: {names}", names=few([c.name for c in drawn])))


def deal(fighters: Sequence[Fighter], table: Table, there: Sequence[Fighter] = ()) -> None:
    """boj-2: a card for each; those of one group share theirs. ``there`` have theirs already.

    With more than 52 at the table a second deck is begun when the first is used up.
    """
    of_groups = {fighter.group: fighter.card for fighter in there if fighter.group}
    alone = (fighter.card for fighter in there if not fighter.group)
    times = Counter([*of_groups.values(), *alone])
    decks = max(times.values(), default=1)
    gone = frozenset(card for card in times if times[card] == decks)
    for fighter in fighters:
        shared = of_groups.get(fighter.group or "")
        if shared:
            fighter.card = shared
            continue
        gone = frozenset() if len(gone) == DECK else gone
        deck = Pool(Dice(1, DECK, gone=gone, names=NAMES), Face())
        fighter.card = table.roll(deck, why="boj-2", by=fighter.id, label=Text("initiative"))
        gone |= {fighter.card}
        if fighter.group:
            of_groups[fighter.group] = fighter.card
        table.note("boj-2", fighter, "{name} draws: {card}", card=NAMES.shown(fighter.card))


def come_in(state: Scene, newcomers: Sequence[str], this_round: bool, table: Table) -> None:
    """boj-2: who comes later draws from what is left, and goes by that card from now on."""
    people = [state.take(id) for id in newcomers]
    deal(people, table, [c for c in state.combatants.values() if c.card])
    for fighter in people:
        fighter.over = fighter.acted = not this_round
        after = (
            place
            for place, id in enumerate(state.order)
            if precedence(state[id].card) > precedence(fighter.card)
        )
        state.order.insert(next(after, len(state.order)), fighter.id)
    if state.turn is None:
        pass_turn(state, table)


def pass_turn(state: Scene, table: Table) -> None:
    """The turn goes to the next in the order, and after the last one to a new round.

    Nobody's turn begins once one side only is left.
    """
    if one_side_left(state, "boj-18"):
        state.turn = None
        return
    people = state.combatants
    for id in state.order:
        if not (people[id].over or people[id].out):
            state.turn = id
            mine = state.take(id)
            mine.aimed = mine.unaware = False
            # A defence that stood since before ends, one made in this turn stands on (boj-11); so
            # does the roll of an attack, until the next action (boj-7).
            if mine.guard and mine.guard.kind != "attack" and not mine.acted:
                mine.guard = None
            return
    state.turn = None
    if any(not state[id].out for id in state.order):
        start_round(state, table)


def leave_turn(state: Scene, fighter: Fighter, table: Table) -> None:
    """boj-4: aim that was not used in the turn after it is lost."""
    table.turn_only()
    if fighter.aiming and not fighter.aimed:
        fighter.aiming = False
        table.note("boj-4", fighter, "{name} loses the aim")
    if not fighter.acted:  # An action that was not taken in one's turn is gone.
        fighter.guard = None
    fighter.over = fighter.acted = True
    if state.turn == fighter.id:
        pass_turn(state, table)


def wait(state: Scene, fighter: Fighter, command: Wait, table: Table) -> None:
    """boj-2: somebody lets another go first, and comes after that one from now on."""
    if fighter.id not in state.order:
        raise Refusal(Text("{name} has no card", name=fighter.name), "actor", rule="boj-2")
    other = present(state, command.after, "after")
    if other.id == fighter.id or other.over or other.id not in state.order:
        raise Refusal("needs somebody who is still to act", "after", rule="boj-2")
    state.order.remove(fighter.id)
    state.order.insert(state.order.index(other.id) + 1, fighter.id)
    table.note("boj-2", fighter, "{name} waits and acts after: {other}", other=other.name)
    if state.turn == fighter.id:
        pass_turn(state, table)
