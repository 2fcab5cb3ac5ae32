"""The phone with the remote on it."""

import math

import bmesh
import bpy
from mathutils import Matrix, Vector

import materials
import shapes

WIDTH, HEIGHT, THICKNESS, CORNER = 0.0735, 0.1572, 0.0080, 0.0115
SCREEN_WIDTH = WIDTH - 0.0042
SCREEN_HEIGHT = SCREEN_WIDTH * 78 / 36


def _slab(
    name: str,
    width: float,
    height: float,
    radius: float,
    y: float,
    depth: float,
    material: bpy.types.Material,
):
    outline = shapes.rounded_rectangle(width, height, radius)
    return shapes.extrude(name, outline, lambda x, z: (x, y, z), (0, depth, 0), material)


def _lit_screen(picture: str) -> bpy.types.Object:
    """The lit part of the front: a rectangle with round corners that carries the picture."""
    mesh = bmesh.new()
    outline = shapes.rounded_rectangle(SCREEN_WIDTH, SCREEN_HEIGHT, CORNER - 0.0018)
    face = mesh.faces.new([mesh.verts.new((x, -0.0007, z)) for x, z in outline])
    layer = mesh.loops.layers.uv.new()
    for loop in face.loops:
        loop[layer].uv = (loop.vert.co.x / SCREEN_WIDTH + 0.5, loop.vert.co.z / SCREEN_HEIGHT + 0.5)
    face.normal_update()
    if face.normal.y > 0:
        face.normal_flip()
    created = shapes.from_bmesh('remote', mesh, materials.screen('remote', picture, 1.3), fix_normals=False)
    created['screen'] = picture
    return created


def build_phone(picture: str, place: Matrix) -> bpy.types.Object:
    """A phone upright around a place, its screen towards -Y."""
    body = _slab(
        'body', WIDTH, HEIGHT, CORNER, 0, THICKNESS, materials.plain('aluminium', (0.30, 0.31, 0.32), 0.26, 1)
    )
    shapes.bevel(body, 0.0018, 4, 40)
    front = _slab(
        'front',
        WIDTH - 0.0016,
        HEIGHT - 0.0016,
        CORNER - 0.0006,
        -0.0005,
        0.0010,
        materials.plain('front glass', (0.002, 0.002, 0.003), 0.06, clearcoat=1),
    )
    shapes.bevel(front, 0.0003, 2, 40)
    key = shapes.box(
        'key',
        (WIDTH / 2 - 0.0004, 0.0026, 0.012),
        (WIDTH / 2 + 0.0008, 0.0054, 0.028),
        body.data.materials[0],
        0.0005,
        2,
    )
    return shapes.group([body, front, key, _lit_screen(picture)], place, 'phone')


def put_phone_on_rail(picture: str, at: shapes.Point, turn_degrees: float) -> Vector:
    """Stands the phone on a small holder on a table's rail. Returns the middle of its screen."""
    tilt = math.radians(-16)
    turn = Matrix.Rotation(math.radians(turn_degrees), 4, 'Z')
    foot = Matrix.Translation(at) @ turn
    middle = Matrix.Translation((0, 0, 0.0075 + HEIGHT / 2 * math.cos(tilt)))
    place = foot @ middle @ Matrix.Rotation(tilt, 4, 'X')
    build_phone(picture, place)
    steel = materials.plain('holder', (0.62, 0.40, 0.16), 0.3, 1)
    parts = [
        shapes.box('base', (-0.034, -0.040, 0.0005), (0.034, 0.050, 0.0055), steel, 0.0022),
        shapes.box('lip', (-0.028, -0.0335, 0.005), (0.028, -0.0295, 0.013), steel, 0.0012),
    ]
    back = shapes.box('back', (-0.026, -0.002, -0.055), (0.026, 0.002, 0.030), steel, 0.0012)
    back.rotation_euler, back.location = (tilt, 0, 0), (0, 0.0095, 0.044)
    shapes.group([*parts, back], foot, 'holder')
    return place.translation
