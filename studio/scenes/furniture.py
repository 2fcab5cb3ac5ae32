"""The furniture and props: cues, chalk, high tables, tea, stools, plants, a counter."""

import math
import random

import bmesh
import bpy
from mathutils import Matrix, Vector

import materials
import shapes
from room import tile_wall

CUE_LENGTH = 1.455


def put_cue(tip: shapes.Point, direction: shapes.Point) -> None:
    """A cue with its tip at a point and its butt in a direction from there."""
    shaft = bpy.data.materials.get('maple') or _maple()
    butt = materials.wood('butt', 2, materials.LACQUER, 0.2, 0.8)
    ivory = materials.plain('ferrule', (0.8, 0.77, 0.68), 0.3)
    chalk = materials.plain('tip', (0.05, 0.16, 0.32), 0.9)
    linen = materials.plain('linen', (0.02, 0.02, 0.022), 0.8)
    rubber = materials.plain('rubber', (0.012, 0.012, 0.013), 0.55)
    parts = [
        shapes.lathe(
            'tip',
            [(0.0001, -0.001), (0.003, -0.0008), (0.0052, 0.001), (0.006, 0.004), (0.0061, 0.007)],
            chalk,
            32,
        )
    ]
    for start, start_radius, end, end_radius, material in (
        (0.007, 0.0061, 0.030, 0.0063, ivory),
        (0.030, 0.0063, 0.74, 0.0105, shaft),
        (0.74, 0.0107, 0.752, 0.0108, materials.brass()),
        (0.752, 0.0108, 1.02, 0.0125, butt),
        (1.02, 0.0126, 1.026, 0.0126, ivory),
        (1.026, 0.0127, 1.30, 0.0139, linen),
        (1.30, 0.0139, 1.306, 0.0139, ivory),
        (1.306, 0.014, 1.44, 0.0146, butt),
        (1.44, 0.0146, CUE_LENGTH, 0.0140, rubber),
    ):
        profile = [(0.0001, start), (start_radius, start), (end_radius, end), (0.0001, end)]
        parts.append(shapes.lathe('cue', profile, material, 32))
    turn = Vector((0, 0, 1)).rotation_difference(Vector(direction).normalized())
    shapes.group(parts, Matrix.Translation(tip) @ turn.to_matrix().to_4x4(), 'cue')


def _maple() -> bpy.types.Material:
    surface = materials.Surface('maple', roughness=0.25, clearcoat=0.6)
    grain = surface.noise(surface.coordinates((60, 60, 2)), 1.5, 5, 0.5)
    surface.link(surface.ramp(grain, [(0.3, (0.42, 0.26, 0.12)), (0.7, (0.58, 0.40, 0.21))]), 'Base Color')
    return surface.material


def put_cue_rack(left: float, back: float, count: int = 6) -> None:
    """Cues in a rack on the back wall."""
    timber = materials.wood('rack', 0, materials.WALNUT)
    right = left + count * 0.09 + 0.02
    for index in range(count):
        put_cue((left + 0.055 + index * 0.09, back - 0.06, 2.02), (0, -0.02, -1))
    shapes.box('rack', (left, back - 0.11, 1.72), (right, back, 1.77), timber, 0.006)
    shapes.box('rack', (left, back - 0.12, 0.50), (right, back, 0.58), timber, 0.006)


def put_chalk(at: shapes.Point, turn_degrees: float, paint: materials.RGB = (0.03, 0.16, 0.30)) -> None:
    """A cube of chalk, hollowed by use, standing on a rail."""
    half = 0.0112
    paper = shapes.box(
        'chalk',
        (-half, -half, 0),
        (half, half, 0.0185),
        materials.plain('label', (0.012, 0.045, 0.09), 0.6),
        0.0012,
        2,
    )
    face = shapes.box(
        'chalk',
        (-half, -half, 0.0185),
        (half, half, 0.0222),
        materials.plain(f'chalk{paint}', paint, 0.95),
        0.0016,
        2,
    )
    hollow = shapes.lathe(
        'hollow',
        [(0.0001, 0.0212), (0.005, 0.0216), (0.0085, 0.02225)],
        materials.plain('dust', (0.10, 0.26, 0.42), 1),
        24,
    )
    shapes.group(
        [paper, face, hollow],
        Matrix.Translation(at) @ Matrix.Rotation(math.radians(turn_degrees), 4, 'Z'),
        'chalk',
    )


def put_high_table(at: tuple[float, float]) -> float:
    """A round high table. Returns the height of its top."""
    x, y = at
    top = [(0.0001, 1.06), (0.285, 1.06), (0.292, 1.054), (0.292, 1.035), (0.285, 1.03), (0.0001, 1.03)]
    shapes.lathe('top', top, materials.wood('top', 0, materials.WALNUT), 64, (x, y, 0))
    shapes.cylinder('post', 0.028, 0.02, 1.03, at, materials.black())
    shapes.lathe('foot', [(0.0001, 0.03), (0.20, 0.022), (0.22, 0)], materials.black(), 64, (x, y, 0))
    return 1.06


TEA_GLASS_HEIGHT = 0.088
GLASS_TINTS: tuple[materials.RGB, ...] = (
    (0.010, 0.16, 0.07),
    (0.42, 0.17, 0.015),
    (0.22, 0.012, 0.02),
    (0.012, 0.06, 0.20),
)


def put_tea_glass(at: shapes.Point, full: float = 0.7) -> None:
    """A clear Moroccan tea glass with a gilt band; `full` says how far the mint tea reaches."""
    level = TEA_GLASS_HEIGHT * full
    tea = (
        bpy.data.materials.get('tea')
        or materials.Surface(
            'tea',
            base_color=(0.55, 0.25, 0.03),
            roughness=0.08,
            emission=(0.50, 0.20, 0.02),
            emission_strength=0.12,
        ).material
    )
    radius = 0.0215 + 0.0075 * level / TEA_GLASS_HEIGHT
    shapes.lathe('tea', [(0.0001, 0.004), (0.0215, 0.004), (radius, level), (0.0001, level)], tea, 32, at)
    _put_glass_wall(at, materials.glass())


def put_coloured_glass(at: shapes.Point, tint: int) -> None:
    """An empty tea glass of coloured glass."""
    index = tint % len(GLASS_TINTS)
    _put_glass_wall(at, materials.plain(f'glass {index}', GLASS_TINTS[index], 0.08, clearcoat=1))


def _put_glass_wall(at: shapes.Point, material: bpy.types.Material) -> None:
    height = TEA_GLASS_HEIGHT
    wall = [(0.0001, 0), (0.0235, 0), (0.0245, 0.006), (0.031, height), (0.0300, height), (0.0222, 0.006)]
    shapes.lathe('glass', wall, material, 40, at)
    band = [(0.0292, height - 0.026), (0.0308, height - 0.012), (0.0306, height - 0.012)]
    shapes.lathe('band', band, materials.brass(), 40, at)


def put_teapot(at: shapes.Point, scale: float = 1) -> None:
    """A silver pot with a pointed lid, a spout and a handle."""
    silver = materials.plain('silver', (0.75, 0.73, 0.70), 0.18, 1)
    body = [
        (0.0001, 0),
        (0.045, 0),
        (0.05, 0.004),
        (0.062, 0.03),
        (0.062, 0.05),
        (0.055, 0.075),
        (0.036, 0.097),
        (0.03, 0.102),
        (0.034, 0.106),
        (0.026, 0.118),
        (0.012, 0.130),
        (0.007, 0.142),
        (0.010, 0.150),
        (0.006, 0.160),
        (0.0001, 0.168),
    ]
    parts = [shapes.lathe('pot', body, silver, 48)]
    spout = [(0.05, 0, 0.03), (0.082, 0, 0.045), (0.098, 0, 0.085), (0.118, 0, 0.108)]
    for index, (start, end) in enumerate(zip(spout, spout[1:])):
        parts.append(
            shapes.rod('spout', start, end, 0.014 - index * 0.003, silver, end_radius=0.011 - index * 0.003)
        )
    handle = [
        (-0.050, 0, 0.085),
        (-0.090, 0, 0.095),
        (-0.102, 0, 0.065),
        (-0.082, 0, 0.035),
        (-0.056, 0, 0.028),
    ]
    for start, end in zip(handle, handle[1:]):
        parts.append(shapes.rod('handle', start, end, 0.0055, silver))
    place = Matrix.Translation(at) @ Matrix.Rotation(random.uniform(0, 6), 4, 'Z') @ Matrix.Scale(scale, 4)
    shapes.group(parts, place, 'pot')


def put_stool(at: tuple[float, float], height: float = 0.80) -> None:
    """A stool on four black legs with a brass ring."""
    x, y = at
    seat = materials.plain('seat', (0.050, 0.018, 0.010), 0.42)
    h = height
    cushion = [
        (0.0001, h),
        (0.15, h),
        (0.172, h - 0.006),
        (0.185, h - 0.02),
        (0.185, h - 0.045),
        (0.17, h - 0.055),
        (0.0001, h - 0.055),
    ]
    shapes.lathe('seat', cushion, seat, 48, (x, y, 0))
    for index in range(4):
        angle = index * math.pi / 2 + 0.6
        c, s = math.cos(angle), math.sin(angle)
        shapes.rod(
            'leg',
            (x + 0.12 * c, y + 0.12 * s, h - 0.05),
            (x + 0.2 * c, y + 0.2 * s, 0),
            0.011,
            materials.black(),
        )
    ring = [(0.158, 0.30), (0.172, 0.30), (0.172, 0.312), (0.158, 0.312), (0.158, 0.30)]
    shapes.lathe('ring', ring, materials.brass(), 48, (x, y, 0))


def put_snake_plant(at: tuple[float, float], height: float = 0.75, leaves: int = 16, base: float = 0) -> None:
    """Sansevieria: stiff upright leaves in a brass pot."""
    x, y = at
    pot = [
        (0.0001, 0),
        (0.11, 0),
        (0.14, 0.03),
        (0.155, 0.22),
        (0.16, 0.24),
        (0.15, 0.24),
        (0.14, 0.20),
        (0.0001, 0.20),
    ]
    shapes.lathe('pot', pot, materials.brass(), 48, (x, y, base))
    leaf = bpy.data.materials.get('leaf') or _leaf_surface()
    for index in range(leaves):
        angle, lean = index * 2.4, 0.05 + 0.16 * index / leaves
        long = height * random.uniform(0.6, 1) * (1 - 0.25 * index / leaves)
        root = Vector(
            (
                x + 0.06 * math.cos(angle) * index / leaves,
                y + 0.06 * math.sin(angle) * index / leaves,
                base + 0.2,
            )
        )
        _blade(root, angle, lean, long, random.uniform(0.028, 0.038), leaf, curl=0.04)


def put_palm(at: tuple[float, float], height: float = 1.5, fronds: int = 11) -> None:
    """A young palm in a clay pot: arching fronds with narrow leaflets."""
    x, y = at
    clay = materials.plain('clay', (0.115, 0.045, 0.022), 0.7)
    shapes.lathe(
        'pot',
        [(0.0001, 0), (0.13, 0), (0.18, 0.30), (0.195, 0.30), (0.195, 0.34), (0.175, 0.34), (0.0001, 0.32)],
        clay,
        48,
        (x, y, 0),
    )
    leaf = bpy.data.materials.get('leaf') or _leaf_surface()
    for index in range(fronds):
        angle, reach = index * 2.4 + random.uniform(-0.2, 0.2), random.uniform(0.35, 0.75)
        top = height * random.uniform(0.75, 1)
        points = []
        for step in range(13):
            t = step / 12
            out = reach * t**1.7
            up = 0.32 + (top - 0.32) * (1 - (1 - t) ** 2) - 0.28 * reach * t**4
            points.append(Vector((x + out * math.cos(angle), y + out * math.sin(angle), up)))
        for start, end in zip(points, points[1:]):
            shapes.rod('rachis', tuple(start), tuple(end), 0.005, leaf, segments=6)
        for step in range(4, 13):
            for side in (-1, 1):
                turn = angle + side * (1.15 - 0.05 * step)
                _blade(
                    points[step],
                    turn,
                    1.0 + 0.05 * step,
                    0.30 - 0.012 * abs(step - 7),
                    0.011,
                    leaf,
                    curl=-0.05,
                )


def _leaf_surface() -> bpy.types.Material:
    surface = materials.Surface('leaf', roughness=0.38, specular=0.4)
    bands = surface.noise(surface.coordinates((4, 4, 26)), 2, 4, 1.5)
    surface.link(
        surface.ramp(bands, [(0.35, (0.010, 0.038, 0.012)), (0.6, (0.030, 0.085, 0.022))]), 'Base Color'
    )
    return surface.material


def _blade(
    root: Vector,
    angle: float,
    lean: float,
    length: float,
    width: float,
    material: bpy.types.Material,
    curl: float,
) -> None:
    """One pointed leaf that starts at a root and leans outwards (radians from upright)."""
    out, side = Vector((math.cos(angle), math.sin(angle), 0)), Vector((-math.sin(angle), math.cos(angle), 0))
    mesh, rows, steps = bmesh.new(), [], 8
    for step in range(steps + 1):
        t = step / steps
        tilt = lean + curl * t
        middle = root + out * (length * t * math.sin(tilt)) + Vector((0, 0, length * t * math.cos(tilt)))
        half = width * (1 - t**3) * (0.55 + 0.45 * math.sin(math.pi * min(1, t + 0.15)))
        fold = out * half * 0.45
        rows.append(
            [
                mesh.verts.new(middle - side * half + fold),
                mesh.verts.new(middle),
                mesh.verts.new(middle + side * half + fold),
            ]
        )
    for lower, upper in zip(rows, rows[1:]):
        for index in range(2):
            mesh.faces.new((lower[index], lower[index + 1], upper[index + 1], upper[index]))
    shapes.from_bmesh('leaf', mesh, material, smooth=True)


def put_counter(
    screens: str, left: float, right: float, front: float, depth: float = 0.62, height: float = 1.08
) -> float:
    """A café counter with a tiled front and a wooden top. Returns the height of its top."""
    body = materials.plain('counter', (0.010, 0.018, 0.014), 0.6)
    shapes.box('counter', (left, front + 0.01, 0), (right, front + depth, height - 0.04), body)
    tile_wall(screens, right - left, Matrix.Translation(((left + right) / 2, front, 0)), height - 0.04 - 0.19)
    timber = materials.wood('counter', 0, materials.OAK, 0.3, 0.35)
    shapes.box(
        'counter',
        (left - 0.04, front - 0.07, height - 0.04),
        (right, front + depth, height),
        timber,
        0.006,
        3,
    )
    rail = materials.brass()
    shapes.rod('rail', (left, front - 0.10, 0.20), (right, front - 0.10, 0.20), 0.016, rail)
    return height


def put_shelf(left: float, right: float, back: float, height: float) -> float:
    """A wooden shelf on the back wall with brass brackets. Returns the height of its top."""
    shapes.box(
        'shelf',
        (left, back - 0.24, height - 0.03),
        (right, back, height),
        materials.wood('shelf', 0, materials.OAK),
        0.004,
        2,
    )
    for x in (left + 0.12, right - 0.12):
        shapes.rod(
            'bracket', (x, back - 0.21, height - 0.03), (x, back, height - 0.2), 0.007, materials.brass()
        )
    return height
