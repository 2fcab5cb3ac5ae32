"""Balls on a table."""

import math
from dataclasses import dataclass

import bmesh
import bpy
from mathutils import Matrix, Quaternion, Vector

import materials
import shapes
from table import BED_HEIGHT

POOL_RADIUS = 0.0286
SNOOKER_RADIUS = 0.02625

SNOOKER_PAINT: dict[str, materials.RGB] = {
    'white': (0.80, 0.76, 0.64),
    'red': (0.36, 0.004, 0.006),
    'yellow': (0.78, 0.46, 0.010),
    'green': (0.004, 0.085, 0.028),
    'brown': (0.095, 0.028, 0.008),
    'blue': (0.006, 0.050, 0.30),
    'pink': (0.80, 0.20, 0.26),
    'black': (0.006, 0.006, 0.007),
}


@dataclass(frozen=True)
class PoolBall:
    """A numbered ball (0 is the cue ball): its place on the bed, where its number looks, how it is rolled."""

    number: int
    across: float
    along: float
    looks: tuple[float, float, float] = (0.1, -1, 0.45)
    roll_degrees: float = 0


def _ball_mesh() -> bpy.types.Mesh:
    """A sphere whose UV map takes an equirectangular picture without a seam."""
    known = bpy.data.meshes.get('pool ball')
    if known:
        return known
    mesh = bmesh.new()
    bmesh.ops.create_uvsphere(mesh, u_segments=96, v_segments=48, radius=POOL_RADIUS)
    layer = mesh.loops.layers.uv.new()
    for face in mesh.faces:
        face.smooth = True
        places = [loop.vert.co for loop in face.loops]
        turns = [math.atan2(p.y, p.x) / (2 * math.pi) % 1.0 for p in places]
        at_pole = [abs(p.x) + abs(p.y) < 1e-6 for p in places]
        proper = [turn for turn, pole in zip(turns, at_pole) if not pole]
        if max(proper) - min(proper) > 0.5:
            turns = [turn + 1 if turn < 0.5 else turn for turn in turns]
            proper = [turn for turn, pole in zip(turns, at_pole) if not pole]
        for loop, place, turn, pole in zip(face.loops, places, turns, at_pole):
            up = 0.5 + math.asin(max(-1, min(1, place.z / POOL_RADIUS))) / math.pi
            loop[layer].uv = (sum(proper) / len(proper) if pole else turn, up)
    data = bpy.data.meshes.new('pool ball')
    mesh.to_mesh(data)
    mesh.free()
    return data


def _pool_paint(screens: str, number: int) -> bpy.types.Material:
    name = f'ball{number}'
    return bpy.data.materials.get(name) or materials.printed(name, f'{screens}/{name}.png', 0.06, 1)


def _looking(towards: tuple[float, float, float], roll_degrees: float) -> Quaternion:
    """The rotation that turns a ball's number (on its local +Y) to a direction, upright, then rolls it."""
    front = Vector(towards).normalized()
    up = Vector((0, 0, 1))
    up = (up - front * up.dot(front)).normalized()
    right = front.cross(up)
    basis = Matrix((right, front, up)).transposed()
    return Quaternion(front, math.radians(roll_degrees)) @ basis.to_quaternion()


def put_pool_balls(screens: str, balls: list[PoolBall], table: Matrix) -> None:
    """Puts numbered balls on a table placed anywhere."""
    for ball in balls:
        data = _ball_mesh().copy()
        data.materials.append(_pool_paint(screens, ball.number))
        created = shapes.add('ball', data)
        created.location = table @ Vector((ball.across, ball.along, BED_HEIGHT + POOL_RADIUS))
        created.rotation_mode = 'QUATERNION'
        created.rotation_quaternion = _looking(ball.looks, ball.roll_degrees)


def put_snooker_balls(balls: list[tuple[str, float, float]], table: Matrix) -> None:
    """Puts plain balls (paint, across, along) on a table placed anywhere."""
    for paint, across, along in balls:
        material = materials.plain(f'snooker {paint}', SNOOKER_PAINT[paint], 0.06, clearcoat=1)
        mesh = bmesh.new()
        bmesh.ops.create_uvsphere(mesh, u_segments=64, v_segments=40, radius=SNOOKER_RADIUS)
        created = shapes.from_bmesh('ball', mesh, material, smooth=True)
        created.location = table @ Vector((across, along, BED_HEIGHT + SNOOKER_RADIUS))
