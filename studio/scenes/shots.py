"""
The six shots: objects, lighting and camera.

X is to the right, Y into the picture, Z up, in metres.
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

import bpy
from mathutils import Vector

import balls
import furniture
import materials
import phone
import room
import shapes
from balls import PoolBall
from table import BED_HEIGHT, POOL, SNOOKER, build_table

LAMP_RIM = BED_HEIGHT + 0.86


@dataclass(frozen=True)
class Look:
    """How a shot is graded."""

    exposure: float = 0.0
    saturation: float = 1.12
    vignette: float = 0.5
    # Whether the screens are also rendered alone, to be laid over in their exact colours.
    exact_screens: bool = True
    # A screen that is out of focus needs many samples.
    screen_samples: int = 12


def set_camera(
    at: shapes.Point,
    target: shapes.Point,
    lens: float,
    focus: float,
    f_stop: float,
    shift: tuple[float, float] = (0, 0),
) -> None:
    """Puts the camera somewhere; the lens is in millimetres on 36 mm film, the focus in metres."""
    data = bpy.data.cameras.new('camera')
    camera = shapes.add('camera', data)
    camera.location = at
    camera.rotation_euler = (Vector(target) - Vector(at)).to_track_quat('-Z', 'Y').to_euler()
    data.lens, data.sensor_width, data.clip_start = lens, 36, 0.02
    data.shift_x, data.shift_y = shift
    data.dof.use_dof, data.dof.focus_distance = True, focus
    data.dof.aperture_fstop, data.dof.aperture_blades = f_stop, 9
    bpy.context.scene.camera = camera


# What is left of a rack.
RACK = [
    PoolBall(0, 0.02, -0.66, (0.3, -1, 0.5), 20),
    PoolBall(8, 0.20, -0.44, (0.12, -1, 0.40), -12),
    PoolBall(3, -0.27, -0.30, (0.35, -0.9, 0.35), 18),
    PoolBall(12, 0.36, -0.86, (-0.05, -1, 0.55), -18),
    PoolBall(6, 0.10, 0.14, (0.1, -1, 0.4), 14),
    PoolBall(9, -0.34, 0.40, (0.2, -1, 0.2), -30),
    PoolBall(14, 0.34, 0.52, (0.1, -1, 0.5), 24),
    PoolBall(11, -0.10, 0.78, (0.3, -1, 0.3), 35),
]


def television(screens: str) -> Look:
    """1: the television over an 8-Ball table, in the width of the hall."""
    hall = room.Room(left=-6.2, right=4.1, front=-4.6, back=3.0)
    room.build_room(hall, screens)
    room.put_slats(hall, 0.05, 3.35)
    room.put_screen(f'{screens}/en/pool.png', 2.35, (1.55, hall.back - 0.20, 1.84), halo_watts=24)

    place = shapes.instance(build_table(POOL), (0, 0))
    balls.put_pool_balls(screens, RACK, place)
    for y in (-0.68, 0, 0.68):
        room.put_pendant((0, y, LAMP_RIM), 17.5)
    furniture.put_cue((-0.075, -0.82, BED_HEIGHT + 0.0075), (-0.36, -1, 0.118))
    furniture.put_chalk((POOL.outer[0] - 0.045, -0.44, POOL.rail_height), 24)
    furniture.put_chalk((-POOL.outer[0] + 0.05, 0.30, POOL.rail_height), 50, (0.10, 0.02, 0.02))

    furniture.put_cue_rack(-1.95, hall.back)
    for x in (-2.45, -0.72):
        room.put_sconce((x, hall.back - 0.06, 1.98))
    room.put_picture(f'{screens}/print0.png', (0.45, 0.60), (-3.05, hall.back - 0.03, 1.72))
    room.put_spot((-3.4, hall.back - 0.8, 3.1), 7, 28)
    room.put_spot((-1.6, hall.back - 0.7, 3.1), 5, 22)
    room.put_clock((-1.67, hall.back - 0.04, 2.38), 9.78)
    furniture.put_palm((-2.62, hall.back - 0.42), 1.5)

    top = furniture.put_high_table((2.35, 1.55))
    furniture.put_tea_glass((2.25, 1.48, top))
    furniture.put_tea_glass((2.44, 1.60, top), 0.5)
    furniture.put_teapot((2.37, 1.72, top))
    for at in ((1.86, 1.72), (2.62, 1.02)):
        furniture.put_stool(at)
    room.put_spot((2.3, 1.5, 3.0), 12, 0, 60)
    furniture.put_snake_plant((3.55, hall.back - 0.35), 0.85)
    room.put_fill((2.9, -3.6, 2.7), (52, 38), 5)
    set_camera((0.42, -2.06, 1.13), (0.30, 0.9, 1.13), 29, 1.85, 5.6, (0, 0.014))
    return Look(exposure=-0.08, saturation=1.18, vignette=0.42)


def snooker(screens: str) -> Look:
    """2: a frame of snooker with a break on the board."""
    hall = room.Room(left=-4.6, right=4.8, front=-5.5, back=4.3, height=3.6)
    room.build_room(hall, screens)
    room.put_slats(hall, -3.75, -0.55)
    room.put_screen(f'{screens}/en/snooker.png', 2.8, (-2.10, hall.back - 0.20, 1.98), halo_watts=26)

    place = shapes.instance(build_table(SNOOKER), (0, 0))
    half = SNOOKER.half_length
    baulk = 0.737 - half
    balls.put_snooker_balls(
        [
            ('white', -0.40, -0.30),
            ('yellow', 0.292, baulk),
            ('green', -0.292, baulk),
            ('brown', 0, baulk),
            ('blue', 0, 0),
            ('pink', 0, half / 2),
            ('black', 0, half - 0.324),
            ('red', 0.21, 0.98),
            ('red', -0.16, 1.10),
            ('red', 0.46, 0.58),
            ('red', -0.52, 0.36),
        ],
        place,
    )
    room.put_canopy(2.9, BED_HEIGHT + 1.0, 62, hall.height)
    furniture.put_cue((-0.405, -0.45, BED_HEIGHT + 0.0075), (-0.06, -1, 0.064))
    furniture.put_chalk((-SNOOKER.outer[0] + 0.05, -0.75, SNOOKER.rail_height), 15, (0.02, 0.12, 0.04))

    furniture.put_cue_rack(1.75, hall.back, 7)
    for x in (-0.25, 1.3, 2.85):
        room.put_sconce((x, hall.back - 0.06, 2.1), 3.2)
    room.put_picture(f'{screens}/print2.png', (0.48, 0.64), (0.52, hall.back - 0.03, 1.78))
    room.put_spot((0.55, hall.back - 0.8, 3.5), 8, 26)
    room.put_spot((2.1, hall.back - 0.7, 3.5), 8, 22)
    furniture.put_snake_plant((0.05, hall.back - 0.35), 0.9)
    furniture.put_snake_plant((-4.1, hall.back - 0.4), 1.0)
    top = furniture.put_high_table((-2.15, 1.15))
    furniture.put_tea_glass((-2.26, 1.08, top))
    furniture.put_tea_glass((-2.04, 1.12, top), 0.5)
    furniture.put_teapot((-2.14, 1.27, top))
    for at in ((-2.62, 1.30), (-1.75, 1.55)):
        furniture.put_stool(at)
    room.put_spot((-2.1, 1.0, 3.4), 14, 0, 50)
    room.put_fill((-3.2, -4.6, 3.0), (52, -30), 16)
    set_camera((-1.42, -3.10, 1.48), (-0.42, 0.9, 1.48), 29, 3.0, 5.6, (0, -0.045))
    return Look(exposure=0.12, saturation=1.16, vignette=0.42)


def remote(screens: str) -> Look:
    """3: a phone with the pad on it, on the rail of a table in play."""
    hall = room.Room(left=-4.6, right=4.6, front=-4.0, back=3.4)
    room.build_room(hall, screens)
    room.put_slats(hall, -1.2, 2.2)
    room.put_screen(f'{screens}/en/pool.png', 2.0, (-0.9, hall.back - 0.20, 1.52), halo_watts=16)
    place = shapes.instance(build_table(POOL), (0, 0), 0)
    balls.put_pool_balls(screens, RACK, place)
    for y in (-0.68, 0, 0.68):
        room.put_pendant((0, y, LAMP_RIM), 17.5)
    room.put_sconce((1.45, hall.back - 0.06, 1.75))
    room.put_sconce((2.55, hall.back - 0.06, 1.75))
    furniture.put_cue_rack(1.7, hall.back)
    room.put_fill((2.9, -3.6, 2.7), (52, 38), 4)
    middle = phone.put_phone_on_rail(
        f'{screens}/en/phone.png', (0.115, -POOL.half_length - 0.105, POOL.rail_height), 8
    )
    furniture.put_chalk((-0.115, -POOL.half_length - 0.085, POOL.rail_height), 30)
    eye = Vector((0.03, -1.62, 0.967))
    set_camera(tuple(eye), (0.03, -0.7, 0.967), 35.5, (middle - eye).length, 5.6, (0, -0.042))
    return Look(exposure=-0.05, saturation=1.18, screen_samples=40)


def arena(screens: str) -> Look:
    """4: the screen of all tables at the end of a hall, with a table for each of its fields."""
    hall = room.Room(left=-5.2, right=5.2, front=-7.0, back=7.4, height=4.7)
    room.build_room(hall, screens)
    room.put_slats(hall, -3.5, 3.5)
    room.put_screen(f'{screens}/en/tables.png', 5.4, (0, hall.back - 0.30, 2.80), halo_watts=110)
    pool = build_table(POOL)
    for row, y in enumerate((-1.0, 1.95, 4.9)):
        for side in (-1, 1):
            place = shapes.instance(pool, (side * 2.55, y))
            balls.put_pool_balls(screens, _scattered(row * 2 + side), place)
            for along in (-0.55, 0.55):
                room.put_pendant((side * 2.55, y + along, LAMP_RIM), 0, 0.2, hall.height)
            at = (side * 2.55, y, LAMP_RIM - 0.03)
            shapes.area_light(at, (0, 0, 0), 0.3, 46, materials.KELVIN[3000], 1.45)
    for side in (-1, 1):
        # A light in a cove washes the side wall.
        cove = (side * (hall.right - 0.22), 1.0, 3.2)
        shapes.area_light(cove, (0, -side * 0.35, 0), 0.06, 150, materials.KELVIN[2700], 12)
        room.put_sconce((side * 4.35, hall.back - 0.06, 2.3), 10)
        room.put_picture(f'{screens}/print{side % 3}.png', (0.75, 1.0), (side * 3.9, hall.back - 0.03, 1.95))
        furniture.put_palm((side * 3.3, hall.back - 0.6), 1.6)
    for x, y in ((-0.45, 5.6), (0.38, 3.4)):
        top = furniture.put_high_table((x, y))
        furniture.put_tea_glass((x - 0.08, y - 0.06, top))
        furniture.put_tea_glass((x + 0.10, y + 0.02, top), 0.5)
        furniture.put_teapot((x + 0.02, y + 0.14, top))
        furniture.put_stool((x - 0.48, y + 0.1))
        furniture.put_stool((x + 0.46, y - 0.22))
    room.put_spot((0, 4.2, hall.height - 0.1), 50, 0, 80)
    room.put_fill((0, -6.4, 4.0), (56, 0), 40)
    set_camera((0.32, -4.9, 1.56), (0.25, 3, 1.56), 28.5, 8.5, 5.6, (0, 0.035))
    return Look(exposure=-0.05, saturation=1.2, vignette=0.4)


def _scattered(seed: int) -> list[PoolBall]:
    """Some balls of a rack that is being played."""
    generator = random.Random(seed)
    numbers = [0, *generator.sample(range(1, 16), generator.randint(5, 9))]
    places = generator.sample([(column, row) for column in range(6) for row in range(7)], len(numbers))
    return [
        PoolBall(
            number,
            column * 0.16 - 0.4 + generator.uniform(-0.05, 0.05),
            row * 0.3 - 0.9 + generator.uniform(-0.1, 0.1),
            (0.2, -1, 0.5),
            generator.uniform(-40, 40),
        )
        for number, (column, row) in zip(numbers, places)
    ]


def waiting_list(screens: str) -> Look:
    """5: the waiting list on the wall of the café corner."""
    hall = room.Room(left=-3.6, right=4.2, front=-4.2, back=2.6)
    room.build_room(hall, screens)
    room.put_screen(f'{screens}/en/waiting.png', 2.45, (-0.52, hall.back - 0.12, 1.93), halo_watts=18)
    _put_cafe(screens, hall)

    top = furniture.put_high_table((0.34, -0.30))
    furniture.put_tea_glass((0.20, -0.38, top))
    furniture.put_tea_glass((0.46, -0.44, top), 0.55)
    furniture.put_teapot((0.35, -0.20, top))
    furniture.put_stool((-0.12, 0.14))
    room.put_spot((0.3, -0.5, 3.0), 16, 0, 55)

    room.put_sconce((-2.25, hall.back - 0.06, 2.02), 5)
    room.put_spot((0.35, 1.2, 3.1), 14, 30, 110)
    room.put_hooks(-2.95, hall.back, 1.66, 4)
    furniture.put_palm((-2.15, hall.back - 0.45), 1.35)
    place = shapes.instance(build_table(POOL), (-1.75, -0.55), -24)
    balls.put_pool_balls(
        screens,
        [
            PoolBall(7, 0.30, -0.62, (0.3, -1, 0.5), 20),
            PoolBall(10, 0.05, -0.2, (0.2, -1, 0.4), -20),
            PoolBall(0, -0.1, -0.8),
            PoolBall(15, 0.36, 0.35, (0, -1, 0.4), 12),
            PoolBall(4, 0.2, 0.7),
        ],
        place,
    )
    furniture.put_chalk(tuple(place @ Vector((POOL.outer[0] - 0.05, -0.3, POOL.rail_height))), 10)
    for y in (-0.5, 0.5):
        at = place @ Vector((0, y, 0))
        room.put_pendant((at.x, at.y, LAMP_RIM + 0.5), 16)
    room.put_fill((2.5, -3.4, 2.8), (52, 30), 18)
    set_camera((0.30, -2.60, 1.40), (0.26, 2, 1.40), 29, 4.6, 4.0, (0, 0.005))
    return Look(exposure=0.12, saturation=1.15, vignette=0.4)


def _put_cafe(screens: str, hall: room.Room) -> None:
    """A tiled counter with stools, and shelves of tea glasses in their own light behind it."""
    counter = furniture.put_counter(screens, 1.15, hall.right, 1.25)
    for index in range(6):
        at = (1.40 + index * 0.085, 1.52 + 0.07 * (index % 2), counter)
        furniture.put_tea_glass(at, 0.7 if index in (1, 4) else 0.4)
    furniture.put_teapot((2.02, 1.50, counter), 1.1)
    furniture.put_teapot((2.32, 1.62, counter), 1.35)
    furniture.put_snake_plant((2.78, 1.62), 0.5, 10, counter)
    for index, height in enumerate((1.52, 1.90, 2.28)):
        shelf = furniture.put_shelf(1.15, 3.9, hall.back, height)
        for place in range(17):
            x = 1.27 + place * 0.125
            if (place + index * 2) % 6 == 4:
                furniture.put_teapot((x, hall.back - 0.12, shelf), 1.05)
            elif (place + index) % 6 != 3:
                furniture.put_coloured_glass((x, hall.back - 0.13, shelf), place + index)
        light = shapes.area_light(
            (2.5, hall.back - 0.05, height + 0.33),
            (math.radians(-18), 0, 0),
            2.6,
            8,
            materials.KELVIN[2700],
            0.02,
        )
        light.visible_camera = False
    for x in (1.55, 2.35):
        room.put_pendant((x, 1.45, 1.95), 18, 0.15)
    for x in (1.65, 2.30, 2.95):
        furniture.put_stool((x, 0.80), 0.78)


def stream(screens: str) -> Look:
    """6: the picture of a stream: the whole table from above, with tournament light."""
    hall = room.Room(left=-4.0, right=4.0, front=-4.0, back=3.2, height=4.6)
    room.build_room(hall, screens)
    place = shapes.instance(build_table(POOL), (0, 0), 90)
    balls.put_pool_balls(
        screens,
        [
            PoolBall(0, -0.12, 0.30, (0.2, -1, 0.3)),
            PoolBall(8, 0.16, -0.30, (0.35, -1, 0.42), 20),
            PoolBall(3, -0.30, -0.56, (-0.25, -1, 0.40), 24),
            PoolBall(6, 0.36, 0.58, (0.45, -1, 0.42), -30),
            PoolBall(9, -0.26, 0.84, (0.35, -1, 0.40), 40),
            PoolBall(11, 0.42, -0.72, (-0.1, -1, 0.42), -50),
            PoolBall(12, 0.02, -0.92, (0.1, -1, 0.38), 30),
            PoolBall(14, 0.30, 0.06, (-0.3, -1, 0.45), 60),
        ],
        place,
    )
    for x in (-0.62, 0.62):
        shapes.area_light((x, 0.1, 2.7), (0, 0, 0), 0.6, 27, materials.KELVIN[4000], 0.4, 80)
    tip = place @ Vector((-0.150, 0.335, BED_HEIGHT + 0.012))
    furniture.put_cue(tuple(tip), (-0.62, -0.80, 0.098))
    furniture.put_chalk((0.40, -POOL.outer[0] + 0.045, POOL.rail_height), 24)
    furniture.put_chalk((-0.90, POOL.outer[0] - 0.05, POOL.rail_height), 60)
    for x in (-1.5, 1.75):
        furniture.put_stool((x, 1.55), 0.62)
    top = furniture.put_high_table((0.9, 1.75))
    furniture.put_tea_glass((0.82, 1.7, top))
    furniture.put_teapot((0.98, 1.82, top))
    set_camera((0.40, -2.02, 2.42), (0.04, 0.0, 0.76), 32.5, 2.6, 8, (0, -0.085))
    return Look(exposure=-0.1, saturation=1.2, exact_screens=False, vignette=0.65)


SHOTS: dict[str, Callable[[str], Look]] = {
    '1': television,
    '2': snooker,
    '3': remote,
    '4': arena,
    '5': waiting_list,
    '6': stream,
}
