"""What is seen from a place is what the rules' lines of sight say, whatever walls there are."""

from hypothesis import assume, given
from hypothesis import strategies as st

from desktop.rules.battlefield import Battlefield, Shape, obstacles_of, seen_from
from desktop.rules.geometry import inside, off_outline

WIDE, HIGH = 30, 20
places = st.tuples(st.floats(0.1, WIDE - 0.1), st.floats(0.1, HIGH - 0.1))
corners = st.tuples(st.integers(0, WIDE), st.integers(0, HIGH))
walls = st.lists(
    st.builds(
        lambda points, kind, open: Shape(kind=kind, points=points, open=open and kind == "door"),
        st.lists(corners, min_size=2, max_size=4, unique=True).map(
            lambda points: tuple((float(x), float(y)) for x, y in points)
        ),
        st.sampled_from(["wall", "door", "difficult", "full"]).filter(lambda k: k != "difficult"),
        st.booleans(),
    ),
    max_size=12,
).map(tuple)


@given(walls, places, places)
def test_a_place_is_seen_where_no_wall_and_no_closed_door_is_on_the_line(
    ground: tuple[Shape, ...], eye: tuple[float, float], other: tuple[float, float]
) -> None:
    field = Battlefield(width=WIDE, height=HIGH, ground=ground)
    outline = seen_from(field, eye)
    around = (*outline, outline[0])
    for shape in ground:  # neither right at a wall, where both answers are right
        assume(off_outline(eye, shape.points) > 0.01)
    hair = min(off_outline(other, around[at : at + 2]) for at in range(len(outline)))
    assume(hair > 0.01)
    blocked = obstacles_of(field).crossed(eye, other, "wall")
    assert inside(other, around) != blocked


def test_two_walls_that_meet_leave_no_gap_to_look_through() -> None:
    corner = (
        Shape(kind="wall", points=((10.0, 0.0), (10.0, 10.0))),
        Shape(kind="wall", points=((10.0, 10.0), (0.0, 10.0))),
    )
    field = Battlefield(width=WIDE, height=HIGH, ground=corner)
    outline = seen_from(field, (5.0, 5.0))
    assert not inside((10.1, 10.1), (*outline, outline[0]))


def test_an_open_door_is_looked_through_and_a_closed_one_is_not() -> None:
    door = Shape(kind="door", points=((10.0, 0.0), (10.0, 20.0)))
    field = Battlefield(width=WIDE, height=HIGH, ground=(door,))
    opened = field.with_door(0, open=True)
    for ground, seen in ((field, False), (opened, True)):
        outline = seen_from(ground, (5.0, 5.0))
        assert inside((15.0, 15.0), (*outline, outline[0])) == seen
    assert hash(opened) != hash(field)
