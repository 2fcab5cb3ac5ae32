"""Pool and snooker tables: long side along Y, the middle of the bed over the origin."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import bmesh
import bpy

import materials
import shapes

BED_HEIGHT = 0.80
NOSE_DEPTH_STEPS = 8


@dataclass(frozen=True)
class TableSpec:
    """The measures of a kind of table, in metres; halves are between the cushions' noses."""

    name: str
    half_length: float
    half_width: float
    cloth: materials.RGB
    tones: tuple[materials.RGB, materials.RGB, materials.RGB]
    corner_radius: float
    corner_offset: float
    side_radius: float
    side_offset: float
    corner_gap: float
    side_gap: float
    # Snooker's cushions curve into the pockets, pool's are cut straight.
    curved_jaws: bool
    metal_corners: bool
    sights: bool
    rail_width: float
    cushion_depth: float = 0.048

    @property
    def rail_height(self) -> float:
        return BED_HEIGHT + 0.044

    @property
    def outer(self) -> tuple[float, float]:
        """Half the table's width and length with its rails."""
        edge = self.cushion_depth + self.rail_width
        return self.half_width + edge, self.half_length + edge

    @property
    def pockets(self) -> list[tuple[float, float, float]]:
        """Where the pockets are, and their radius; the four corners come first."""
        across, along = self.half_width + self.corner_offset, self.half_length + self.corner_offset
        corners = [(sx * across, sy * along, self.corner_radius) for sx in (-1, 1) for sy in (-1, 1)]
        sides = [(sx * (self.half_width + self.side_offset), 0, self.side_radius) for sx in (-1, 1)]
        return corners + sides


POOL = TableSpec(
    name='pool',
    half_length=1.12,
    half_width=0.56,
    cloth=materials.POOL_CLOTH,
    tones=materials.WALNUT,
    corner_radius=0.062,
    corner_offset=0.022,
    side_radius=0.055,
    side_offset=0.068,
    corner_gap=0.080,
    side_gap=0.066,
    curved_jaws=False,
    metal_corners=True,
    sights=True,
    rail_width=0.112,
)

SNOOKER = TableSpec(
    name='snooker',
    half_length=1.7845,
    half_width=0.889,
    cloth=materials.SNOOKER_CLOTH,
    tones=materials.MAHOGANY,
    corner_radius=0.050,
    corner_offset=0.026,
    side_radius=0.050,
    side_offset=0.062,
    corner_gap=0.105,
    side_gap=0.085,
    curved_jaws=True,
    metal_corners=False,
    sights=False,
    rail_width=0.105,
)


def build_table(spec: TableSpec) -> bpy.types.Collection:
    """Builds a table as a collection to be put into the scene with `shapes.instance`."""
    into = shapes.collection(spec.name)
    cloth = materials.cloth(spec.cloth)
    cutters = [
        shapes.cylinder('cutter', radius, BED_HEIGHT - 0.3, BED_HEIGHT + 0.2, (x, y), None, into, 64)
        for x, y, radius in spec.pockets
    ]
    _build_bed(spec, cloth, cutters, into)
    _build_cushions(spec, cloth, into)
    extra = _build_rails(spec, cutters, into)
    _build_pockets(spec, into)
    _build_body(spec, into)
    if spec.sights:
        _build_sights(spec, into)
    if spec.curved_jaws:
        _draw_baulk(spec, into)
    shapes.bake(list(into.objects), cutters + extra)
    bpy.context.scene.collection.children.unlink(into)
    return into


def _build_bed(spec: TableSpec, cloth: bpy.types.Material, cutters: list, into: bpy.types.Collection) -> None:
    x, y = spec.half_width + spec.cushion_depth + 0.02, spec.half_length + spec.cushion_depth + 0.02
    bed = shapes.box('bed', (-x, -y, BED_HEIGHT - 0.03), (x, y, BED_HEIGHT), cloth, into=into)
    shapes.subtract(bed, cutters)


def _cushion_profile(depth: float) -> list[tuple[float, float]]:
    """A cushion's section as (depth behind the nose, height above the bed), around from the nose."""
    top = [(0, 0.0335), (0, 0.0365), (0.0012, 0.0385)]
    for step in range(1, NOSE_DEPTH_STEPS + 1):
        share = step / NOSE_DEPTH_STEPS
        top.append((0.0012 + (depth - 0.0012) * share, 0.0395 + 0.004 * share))
    return top + [(depth, 0), (0.02, 0), (0.008, 0.022)]


def _jaw(spec: TableSpec, straight: float, reach: float) -> Callable[[float], float]:
    """How much longer a cushion is at a depth than at its nose, where it ends at a pocket."""
    if not spec.curved_jaws:
        return lambda depth: straight * depth
    full = spec.cushion_depth
    return lambda depth: reach * math.sqrt(max(0, 1 - (1 - depth / full) ** 2))


def _build_cushions(spec: TableSpec, cloth: bpy.types.Material, into: bpy.types.Collection) -> None:
    profile = _cushion_profile(spec.cushion_depth)
    corner, side = _jaw(spec, 1.15, 0.052), _jaw(spec, 0.25, 0.030)

    def sweep(start: float, end: float, jaws: tuple, place: Callable) -> None:
        mesh = bmesh.new()
        first = [mesh.verts.new(place(start - jaws[0](depth), depth, z)) for depth, z in profile]
        last = [mesh.verts.new(place(end + jaws[1](depth), depth, z)) for depth, z in profile]
        count = len(profile)
        for index in range(count):
            following = (index + 1) % count
            mesh.faces.new((first[index], first[following], last[following], last[index]))
        mesh.faces.new(first)
        mesh.faces.new(last[::-1])
        shapes.from_bmesh('cushion', mesh, cloth, into=into, crease_degrees=50)

    near, far = spec.side_gap, spec.half_length - spec.corner_gap
    for sign in (-1, 1):

        def long_side(t: float, depth: float, z: float, sign: int = sign) -> shapes.Point:
            return sign * (spec.half_width + depth), t, BED_HEIGHT + z

        def short_side(t: float, depth: float, z: float, sign: int = sign) -> shapes.Point:
            return t, sign * (spec.half_length + depth), BED_HEIGHT + z

        sweep(near, far, (side, corner), long_side)
        sweep(-far, -near, (corner, side), long_side)
        width = spec.half_width - spec.corner_gap
        sweep(-width, width, (corner, corner), short_side)


def _build_rails(spec: TableSpec, cutters: list, into: bpy.types.Collection) -> list[bpy.types.Object]:
    """The rails and corner blocks. Returns further shapes that were only cut with."""
    outer_x, outer_y = spec.outer
    inner_x, inner_y = spec.half_width + spec.cushion_depth, spec.half_length + spec.cushion_depth
    corner, low, top = spec.rail_width + 0.038, spec.rail_height - 0.05, spec.rail_height
    along, across = materials.wood(spec.name, 1, spec.tones), materials.wood(spec.name, 0, spec.tones)
    block = materials.plain('casting', (0.03, 0.03, 0.032), 0.28, 1) if spec.metal_corners else along
    for sign in (-1, 1):
        left, right = sorted((sign * inner_x, sign * outer_x))
        rail = shapes.box(
            'rail', (left, corner - outer_y, low), (right, outer_y - corner, top), along, into=into
        )
        shapes.subtract(rail, cutters[4:])
        shapes.bevel(rail, 0.010, 4)
        front, back = sorted((sign * inner_y, sign * outer_y))
        rail = shapes.box(
            'rail', (corner - outer_x, front, low), (outer_x - corner, back, top), across, into=into
        )
        shapes.bevel(rail, 0.010, 4)
    extra = []
    for index, (sx, sy) in enumerate((sx, sy) for sx in (-1, 1) for sy in (-1, 1)):
        created = shapes.extrude(
            'corner',
            _corner_outline(outer_x + 0.002, outer_y + 0.002, corner + 0.003, 0.055),
            lambda x, y, sx=sx, sy=sy: (x * sx, y * sy, low - 0.005),
            (0, 0, 0.0585 - (0.0035 if block == along else 0)),
            block,
            into,
        )
        inner = shapes.box(
            'cutter',
            (min(0, sx * inner_x), min(0, sy * inner_y), BED_HEIGHT - 0.1),
            (max(0, sx * inner_x), max(0, sy * inner_y), BED_HEIGHT + 0.1),
            None,
            into=into,
        )
        shapes.subtract(created, [cutters[index], inner])
        shapes.bevel(created, 0.006, 3, 40)
        extra.append(inner)
    return extra


def _corner_outline(x: float, y: float, size: float, radius: float) -> list[tuple[float, float]]:
    """A square at the corner (x, y) whose outer corner is round."""
    arc = [math.pi / 2 * step / 12 for step in range(13)]
    rounding = [(x - radius + radius * math.cos(a), y - radius + radius * math.sin(a)) for a in arc]
    return [(x - size, y - size), (x, y - size), *rounding, (x - size, y)]


def _build_pockets(spec: TableSpec, into: bpy.types.Collection) -> None:
    """Leather collars, open towards the bed, and the dark wells below."""
    leather, well = materials.leather(), materials.plain('well', (0.006, 0.005, 0.0045), 0.7, specular=0.12)
    for x, y, r in spec.pockets:
        towards_bed = math.atan2(-math.copysign(1, y) if abs(y) > 0.1 else 0, -math.copysign(1, x))
        lip = 0.0015 if spec.metal_corners else 0.0045
        collar = [
            (r + lip * 2, 0.0440),
            (r + 0.001, 0.0448 + lip),
            (r - 0.003, 0.0448 + lip),
            (r - 0.006, 0.043),
            (r - 0.007, 0.02),
            (r - 0.007, -0.012),
        ]
        gap = (towards_bed, math.radians(82))
        shapes.lathe('collar', collar, leather, 72, (x, y, BED_HEIGHT), into, gap)
        bowl = [
            (r - 0.0005, -0.008),
            (r - 0.003, -0.012),
            (r - 0.011, -0.03),
            (r - 0.02, -0.10),
            (r - 0.035, -0.13),
            (0.001, -0.135),
        ]
        shapes.lathe('well', bowl, well, 48, (x, y, BED_HEIGHT), into)


def _build_body(spec: TableSpec, into: bpy.types.Collection) -> None:
    """The apron and the legs."""
    x, y = spec.outer
    low, high = BED_HEIGHT - 0.23, spec.rail_height - 0.05
    along, across = materials.wood(spec.name, 1, spec.tones), materials.wood(spec.name, 0, spec.tones)
    for sign in (-1, 1):
        left, right = sorted((sign * (x - 0.05), sign * (x - 0.02)))
        shapes.box('apron', (left, 0.02 - y, low), (right, y - 0.02, high), along, 0.004, 2, into)
        front, back = sorted((sign * (y - 0.05), sign * (y - 0.02)))
        shapes.box('apron', (0.02 - x, front, low), (x - 0.02, back, high), across, 0.004, 2, into)
    upright = materials.wood(spec.name, 2, spec.tones)
    rows = (-1, 1) if spec.metal_corners else (-1, -0.34, 0.34, 1)
    for side in (-1, 1):
        for row in rows:
            lx, ly = side * (x - 0.16), row * (y - 0.22)
            if spec.metal_corners:
                shapes.box(
                    'leg',
                    (lx - 0.08, ly - 0.08, 0),
                    (lx + 0.08, ly + 0.08, BED_HEIGHT - 0.2),
                    upright,
                    0.01,
                    2,
                    into,
                )
            else:
                turned = [
                    (0.045, 0),
                    (0.06, 0.03),
                    (0.045, 0.08),
                    (0.075, 0.3),
                    (0.085, 0.42),
                    (0.06, 0.5),
                    (0.09, 0.52),
                    (0.09, 0.6),
                ]
                shapes.lathe('leg', turned, upright, 32, (lx, ly, 0), into)


def _build_sights(spec: TableSpec, into: bpy.types.Collection) -> None:
    """Mother-of-pearl sights in the rails."""
    pearl = materials.plain('pearl', (0.82, 0.78, 0.70), 0.18, clearcoat=0.6)
    middle = spec.cushion_depth + spec.rail_width / 2
    places = [
        (sx * (spec.half_width + middle), k * spec.half_length / 4)
        for sx in (-1, 1)
        for k in (-3, -2, -1, 1, 2, 3)
    ] + [(k * spec.half_width / 2, sy * (spec.half_length + middle)) for sy in (-1, 1) for k in (-1, 0, 1)]
    for place in places:
        shapes.cylinder(
            'sight', 0.0055, spec.rail_height - 0.002, spec.rail_height + 0.0004, place, pearl, into, 24
        )


def _draw_baulk(spec: TableSpec, into: bpy.types.Collection) -> None:
    """The baulk line, the D and the spots of a snooker table."""
    chalk = materials.plain('line', (0.55, 0.60, 0.52), 0.9)
    height, baulk, radius = BED_HEIGHT + 0.0006, 0.737 - spec.half_length, 0.292
    shapes.strip(
        'line', [(-spec.half_width, baulk, height), (spec.half_width, baulk, height)], 0.003, chalk, into
    )
    arc = [math.pi + math.pi * step / 48 for step in range(49)]
    curve = [(radius * math.cos(a), baulk + radius * math.sin(a), height) for a in arc]
    shapes.strip('line', curve, 0.003, chalk, into)
    for y in (0, spec.half_length / 2, spec.half_length - 0.324):
        shapes.cylinder('spot', 0.004, BED_HEIGHT, height, (0, y), chalk, into, 16)
