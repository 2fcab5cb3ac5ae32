"""The club's room: walls with a zellige dado, floor, slats, screens, what hangs on the walls, and lamps."""

import math
from dataclasses import dataclass

import bmesh
import bpy
from mathutils import Matrix

import materials
import shapes

DADO_HEIGHT = 0.96
FRIEZE_HEIGHT = 0.18
TILE_SHEET = 0.80
WALL = ((0.0130, 0.0250, 0.0190), (0.0210, 0.0400, 0.0300))


@dataclass(frozen=True)
class Room:
    """The inner walls, in metres; the back wall is what the camera looks at."""

    left: float
    right: float
    front: float
    back: float
    height: float = 3.2


def build_room(room: Room, screens: str) -> None:
    """Floor, ceiling and walls, with tiles along the back and the sides."""
    thick = 0.12
    wall = materials.plaster('wall', *WALL)
    shapes.box('floor', (room.left, room.front, -thick), (room.right, room.back, 0), materials.terrazzo())
    ceiling = materials.plain('ceiling', (0.004, 0.005, 0.0045), 0.95, specular=0.1)
    shapes.box(
        'ceiling', (room.left, room.front, room.height), (room.right, room.back, room.height + thick), ceiling
    )
    shapes.box('wall', (room.left, room.back, 0), (room.right, room.back + thick, room.height), wall)
    shapes.box('wall', (room.left, room.front - thick, 0), (room.right, room.front, room.height), wall)
    shapes.box('wall', (room.left - thick, room.front, 0), (room.left, room.back, room.height), wall)
    shapes.box('wall', (room.right, room.front, 0), (room.right + thick, room.back, room.height), wall)
    width, depth = room.right - room.left, room.back - room.front
    middle = ((room.left + room.right) / 2, (room.front + room.back) / 2)
    tile_wall(screens, width, Matrix.Translation((middle[0], room.back - 0.012, 0)))
    for x, turn in ((room.left + 0.012, 90), (room.right - 0.012, -90)):
        place = Matrix.Translation((x, middle[1], 0)) @ Matrix.Rotation(math.radians(turn), 4, 'Z')
        tile_wall(screens, depth, place)


def tile_wall(screens: str, width: float, foot: Matrix, dado: float = DADO_HEIGHT) -> None:
    """Glazed squares with an eight-fold frieze above, from the foot of a wall that faces -Y."""
    squares = bpy.data.materials.get('zellige') or materials.glazed('zellige', f'{screens}/zellige.png')
    stars = bpy.data.materials.get('frieze') or materials.glazed('frieze', f'{screens}/frieze.png', 0.2)
    shapes.panel(
        'dado',
        width,
        dado,
        squares,
        foot @ Matrix.Translation((0, 0, dado / 2)),
        repeat=(width / TILE_SHEET, dado / TILE_SHEET),
    )
    shapes.panel(
        'frieze',
        width,
        FRIEZE_HEIGHT,
        stars,
        foot @ Matrix.Translation((0, 0, dado + FRIEZE_HEIGHT / 2)),
        repeat=(width / FRIEZE_HEIGHT, 1),
    )
    trim = materials.plain('trim', (0.020, 0.038, 0.028), 0.22, clearcoat=0.5)
    for height in (dado, dado + FRIEZE_HEIGHT):
        created = shapes.box('trim', (-width / 2, -0.008, -0.009), (width / 2, 0.006, 0.009), trim, 0.004, 2)
        created.matrix_world = foot @ Matrix.Translation((0, 0, height))


def put_slats(room: Room, left: float, right: float, low: float = DADO_HEIGHT + FRIEZE_HEIGHT + 0.02) -> None:
    """Wooden slats on a part of the back wall."""
    timber = materials.wood('slat', 2, materials.SLAT, 0.5, 0)
    x = left
    while x < right:
        shapes.box('slat', (x, room.back - 0.05, low), (x + 0.038, room.back, room.height), timber, 0.003, 1)
        x += 0.062


def put_screen(
    picture: str,
    width: float,
    at: tuple[float, float, float],
    turn_degrees: float = 0,
    strength: float = 1.25,
    halo_watts: float = 9,
) -> bpy.types.Object:
    """
    A 16:9 display around a point, with a soft light behind it; it faces -Y unless turned. Returns the lit
    surface.
    """
    height = width * 9 / 16
    place = Matrix.Translation(at) @ Matrix.Rotation(math.radians(turn_degrees), 4, 'Z')
    case = shapes.box(
        'case',
        (-width / 2 - 0.012, 0.0015, -height / 2 - 0.016),
        (width / 2 + 0.012, 0.042, height / 2 + 0.012),
        materials.plain('case', (0.006, 0.006, 0.007), 0.3),
        0.004,
        2,
    )
    case.matrix_world = place @ case.matrix_basis
    surface = shapes.panel('screen', width, height, materials.screen('screen', picture, strength), place)
    surface['screen'] = picture
    if halo_watts:
        halo = shapes.area_light(
            (0, 0, 0), (0, 0, 0), width * 0.98, halo_watts, (0.25, 0.85, 0.60), height * 0.98
        )
        halo.matrix_world = place @ Matrix.Translation((0, 0.050, 0)) @ Matrix.Rotation(math.pi / 2, 4, 'X')
    return surface


def put_sconce(at: tuple[float, float, float], watts: float = 2.4) -> None:
    """A black cylinder on the wall that shines up and down."""
    x, y, z = at
    shapes.cylinder('sconce', 0.04, z - 0.1, z + 0.1, (x, y), materials.black())
    for up in (1, -1):
        shapes.area_light(
            (x, y, z + up * 0.11),
            (math.pi if up > 0 else 0, 0, 0),
            0.05,
            watts,
            materials.KELVIN[2700],
            spread_degrees=105,
        )


def put_spot(
    at: tuple[float, float, float], watts: float, tilt_degrees: float = 0, spread_degrees: float = 80
) -> None:
    """A small warm light in the ceiling, tilted towards the back wall."""
    shapes.area_light(
        at,
        (math.radians(tilt_degrees), 0, 0),
        0.12,
        watts,
        materials.KELVIN[2700],
        spread_degrees=spread_degrees,
    )


def put_fill(at: tuple[float, float, float], rotation_degrees: tuple[float, float], watts: float) -> None:
    """A faint cool light from behind the camera that no glass reflects."""
    tilt, turn = (math.radians(angle) for angle in rotation_degrees)
    shapes.area_light(at, (tilt, 0, turn), 1.8, watts, materials.KELVIN[9000], 1.0).visible_glossy = False


def put_picture(picture: str, size: tuple[float, float], at: tuple[float, float, float]) -> None:
    """A framed print on the back wall, with a passe-partout, behind glass."""
    (width, height), place = size, Matrix.Translation(at)
    frame = materials.wood('frame', 0, materials.LACQUER, 0.3, 0.4)
    edge = 0.022
    for low, high in (
        ((-width / 2 - edge, -0.022, -height / 2 - edge), (width / 2 + edge, 0.01, -height / 2)),
        ((-width / 2 - edge, -0.022, height / 2), (width / 2 + edge, 0.01, height / 2 + edge)),
        ((-width / 2 - edge, -0.022, -height / 2), (-width / 2, 0.01, height / 2)),
        ((width / 2, -0.022, -height / 2), (width / 2 + edge, 0.01, height / 2)),
    ):
        part = shapes.box('frame', low, high, frame, 0.003, 2)
        part.matrix_world = place @ part.matrix_basis
    shapes.panel('print', width, height, materials.printed('print', picture, 0.5, 0.25), place)


def put_clock(at: tuple[float, float, float], hour: float, radius: float = 0.16) -> None:
    """A round wall clock without figures."""
    x, y, z = at
    parts = [
        shapes.lathe(
            'rim',
            [
                (radius, 0),
                (radius + 0.014, 0.005),
                (radius + 0.014, 0.03),
                (radius - 0.004, 0.034),
                (radius - 0.004, 0.012),
            ],
            materials.brass(),
            64,
        ),
        shapes.lathe(
            'face', [(radius, 0.012), (0.0001, 0.012)], materials.plain('face', (0.62, 0.58, 0.47), 0.5), 64
        ),
    ]
    ink = materials.plain('ink', (0.012, 0.014, 0.013), 0.5)
    for mark in range(12):
        angle = math.radians(30 * mark)
        long = 0.034 if mark % 3 == 0 else 0.02
        start, end = radius - 0.015, radius - 0.015 - long
        parts.append(
            shapes.rod(
                'mark',
                (start * math.sin(angle), start * math.cos(angle), 0.014),
                (end * math.sin(angle), end * math.cos(angle), 0.014),
                0.0032,
                ink,
                segments=8,
            )
        )
    for angle, length, width in ((hour * 30, 0.6, 0.005), (hour % 1 * 360, 0.82, 0.0036)):
        turn = math.radians(angle)
        end = (length * radius * math.sin(turn), length * radius * math.cos(turn), 0.018)
        parts.append(shapes.rod('hand', (0, 0, 0.018), end, width, ink, end_radius=width * 0.6, segments=8))
    shapes.group(parts, Matrix.Translation((x, y, z)) @ Matrix.Rotation(math.pi / 2, 4, 'X'), 'clock')


def put_hooks(left: float, y: float, z: float, count: int = 4) -> None:
    """Coat hooks on a board, one of them with the balls' triangle on it."""
    timber, metal = materials.wood('hooks', 0, materials.WALNUT), materials.brass()
    shapes.box(
        'board',
        (left - 0.08, y - 0.018, z - 0.045),
        (left + (count - 1) * 0.16 + 0.08, y, z + 0.045),
        timber,
        0.004,
        2,
    )
    for index in range(count):
        x = left + index * 0.16
        shapes.rod('hook', (x, y - 0.01, z), (x, y - 0.07, z - 0.012), 0.007, metal)
        shapes.rod(
            'hook', (x, y - 0.07, z - 0.014), (x, y - 0.085, z + 0.022), 0.007, metal, end_radius=0.009
        )
        shapes.sphere('hook', 0.011, (x, y - 0.085, z + 0.024), metal)
    x, side, low = left + 0.16, 0.29, z - 0.012
    corners = [
        (x, y - 0.045, low),
        (x - side / 2, y - 0.04, low - side * 0.866),
        (x + side / 2, y - 0.04, low - side * 0.866),
    ]
    for start, end in zip(corners, corners[1:] + corners[:1]):
        shapes.rod('triangle', start, end, 0.012, materials.wood('triangle', 2, materials.OAK))


def put_pendant(
    at: tuple[float, float, float],
    watts: float,
    radius: float = 0.208,
    ceiling: float = 3.2,
    into: bpy.types.Collection | None = None,
) -> None:
    """
    An enamelled shade with a brass ring, its rim at a height, hung from the ceiling; without watts it only
    looks lit.
    """
    scale = radius / 0.208
    enamel = materials.plain('enamel', (0.006, 0.022, 0.015), 0.26, clearcoat=0.6)
    inside = materials.plain('enamel inside', (0.62, 0.50, 0.33), 0.45)
    if not watts:
        inside = materials.emission('lit enamel', (1, 0.66, 0.34), 3)
    outer = [(0.035, 0.20), (0.06, 0.195), (0.085, 0.165), (0.17, 0.05), (0.205, 0), (0.208, -0.006)]
    inner = [(0.033, 0.192), (0.058, 0.187), (0.082, 0.160), (0.167, 0.047), (0.202, -0.001), (0.208, -0.006)]
    ring = [(0.2085, -0.008), (0.2115, -0.004), (0.2085, 0)]
    for profile, material in ((outer, enamel), (inner, inside), (ring, materials.brass())):
        shapes.lathe('shade', [(r * scale, z * scale) for r, z in profile], material, 64, at, into)
    x, y, z = at
    shapes.cylinder('cap', 0.036 * scale, z + 0.19 * scale, z + 0.25 * scale, (x, y), materials.brass(), into)
    shapes.cylinder('cord', 0.006, z + 0.25 * scale, ceiling, (x, y), materials.brass(), into, 16)
    bulb = materials.emission('bulb', materials.KELVIN[3000], 6)
    shapes.sphere('bulb', 0.034 * scale, (x, y, z + 0.105 * scale), bulb, into)
    if watts:
        shapes.area_light((x, y, z + 0.098 * scale), (0, 0, 0), 0.15 * scale, watts, materials.KELVIN[3000])


def put_canopy(length: float, rim: float, watts: float, ceiling: float) -> None:
    """A snooker table's long shade over the origin, along Y: green outside, bright inside, on brass rods."""
    wide, narrow, high = 0.42, 0.17, 0.24
    outside = materials.plain('canopy', (0.005, 0.030, 0.014), 0.4)
    inside = materials.plain('canopy inside', (0.70, 0.62, 0.45), 0.6)
    for material, grow in ((outside, 0.006), (inside, 0)):
        _hipped_shade(length / 2 + grow, wide + grow, narrow + grow, rim, high + grow, material)
    trim, half = materials.brass(), length / 2
    for sign in (-1, 1):
        x, y = sign * wide, sign * half
        shapes.box('trim', (x - 0.008, -half, rim - 0.03), (x + 0.008, half, rim + 0.006), trim, 0.004)
        shapes.box('trim', (-wide, y - 0.008, rim - 0.03), (wide, y + 0.008, rim + 0.006), trim, 0.004)
        for side in (-0.15, 0.15):
            shapes.cylinder('rod', 0.006, rim + high, ceiling, (side, sign * length * 0.3), trim, segments=12)
    lamps = 3
    pitch = 2 * (half - (wide - narrow)) / lamps
    for index in range(lamps):
        at = (0, (index - (lamps - 1) / 2) * pitch, rim + high - 0.05)
        shapes.area_light(at, (0, 0, 0), 0.24, watts / lamps, materials.KELVIN[3000], pitch * 0.8)


def _hipped_shade(
    half: float, wide: float, narrow: float, rim: float, high: float, material: bpy.types.Material
) -> None:
    """The four sloping sides of a shade and its flat top."""
    top = half - (wide - narrow)
    lower = [(-wide, -half, rim), (wide, -half, rim), (wide, half, rim), (-wide, half, rim)]
    upper = [(-narrow, -top), (narrow, -top), (narrow, top), (-narrow, top)]
    mesh = bmesh.new()
    below = [mesh.verts.new(corner) for corner in lower]
    above = [mesh.verts.new((x, y, rim + high)) for x, y in upper]
    for index in range(4):
        following = (index + 1) % 4
        mesh.faces.new((below[index], below[following], above[following], above[index]))
    mesh.faces.new(above)
    shapes.from_bmesh('canopy', mesh, material)
