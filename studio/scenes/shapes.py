"""Meshes and lights by measure. Lengths are metres, angles radians unless named otherwise."""

import math
from collections.abc import Callable, Iterable

import bmesh
import bpy
from mathutils import Matrix, Vector

Point = tuple[float, float, float]
Collection = bpy.types.Collection
Material = bpy.types.Material
Object = bpy.types.Object


def add(name: str, data: bpy.types.ID | None, into: Collection | None = None) -> Object:
    """A new object of some data (None for an empty) in a collection, or in the scene."""
    created = bpy.data.objects.new(name, data)
    (into or bpy.context.scene.collection).objects.link(created)
    return created


def collection(name: str, in_scene: bool = True) -> Collection:
    """A new collection."""
    created = bpy.data.collections.new(name)
    if in_scene:
        bpy.context.scene.collection.children.link(created)
    return created


def from_bmesh(
    name: str,
    mesh: bmesh.types.BMesh,
    material: Material | None,
    smooth: bool = False,
    into: Collection | None = None,
    crease_degrees: float | None = None,
    fix_normals: bool = True,
) -> Object:
    """Turns a bmesh into an object; edges sharper than the crease stay sharp."""
    if fix_normals:
        bmesh.ops.recalc_face_normals(mesh, faces=mesh.faces)
    data = bpy.data.meshes.new(name)
    mesh.to_mesh(data)
    mesh.free()
    if material:
        data.materials.append(material)
    if smooth or crease_degrees is not None:
        data.polygons.foreach_set('use_smooth', [True] * len(data.polygons))
    if crease_degrees is not None:
        data.use_auto_smooth, data.auto_smooth_angle = True, math.radians(crease_degrees)
    return add(name, data, into)


def bevel(target: Object, width: float, segments: int = 3, limit_degrees: float = 30) -> Object:
    """Rounds an object's sharp edges."""
    modifier = target.modifiers.new('bevel', 'BEVEL')
    modifier.width, modifier.segments = width, segments
    modifier.limit_method, modifier.angle_limit = 'ANGLE', math.radians(limit_degrees)
    target.data.polygons.foreach_set('use_smooth', [True] * len(target.data.polygons))
    target.data.use_auto_smooth, target.data.auto_smooth_angle = True, math.radians(35)
    return target


def box(
    name: str,
    low: Point,
    high: Point,
    material: Material | None,
    rounding: float = 0,
    segments: int = 3,
    into: Collection | None = None,
) -> Object:
    """A box between two corners, whose edges may be rounded."""
    mesh = bmesh.new()
    bmesh.ops.create_cube(mesh, size=1)
    size = [b - a for a, b in zip(low, high)]
    for vertex in mesh.verts:
        vertex.co = Vector([c * s for c, s in zip(vertex.co, size)])
    created = from_bmesh(name, mesh, material, into=into)
    created.location = [(a + b) / 2 for a, b in zip(low, high)]
    return bevel(created, rounding, segments) if rounding else created


def lathe(
    name: str,
    profile: list[tuple[float, float]],
    material: Material,
    segments: int = 48,
    at: Point = (0, 0, 0),
    into: Collection | None = None,
    gap: tuple[float, float] | None = None,
) -> Object:
    """
    A profile of (radius, height) turned around the vertical axis; `gap` (its angle, half its width) leaves
    out a part.
    """
    mesh = bmesh.new()
    angles = [2 * math.pi * index / segments for index in range(segments)]
    rings = [
        [mesh.verts.new((radius * math.cos(a), radius * math.sin(a), height)) for a in angles]
        for radius, height in profile
    ]
    for lower, upper in zip(rings, rings[1:]):
        for index in range(segments):
            if gap:
                off = (2 * math.pi * (index + 0.5) / segments - gap[0] + math.pi) % (2 * math.pi) - math.pi
                if abs(off) < gap[1]:
                    continue
            following = (index + 1) % segments
            mesh.faces.new((lower[index], lower[following], upper[following], upper[index]))
    created = from_bmesh(name, mesh, material, into=into, crease_degrees=40, fix_normals=False)
    created.location = at
    return created


def cylinder(
    name: str,
    radius: float,
    low: float,
    high: float,
    at: tuple[float, float],
    material: Material | None,
    into: Collection | None = None,
    segments: int = 48,
) -> Object:
    """An upright cylinder between two heights."""
    mesh = bmesh.new()
    bmesh.ops.create_cone(
        mesh, cap_ends=True, segments=segments, radius1=radius, radius2=radius, depth=high - low
    )
    created = from_bmesh(name, mesh, material, into=into, crease_degrees=40)
    created.location = (*at, (low + high) / 2)
    return created


def rod(
    name: str,
    start: Point,
    end: Point,
    radius: float,
    material: Material,
    into: Collection | None = None,
    end_radius: float | None = None,
    segments: int = 20,
) -> Object:
    """A round bar from one point to another, which may become thinner."""
    a, b = Vector(start), Vector(end)
    mesh = bmesh.new()
    bmesh.ops.create_cone(
        mesh,
        cap_ends=True,
        segments=segments,
        radius1=radius,
        radius2=radius if end_radius is None else end_radius,
        depth=(b - a).length,
    )
    created = from_bmesh(name, mesh, material, into=into, crease_degrees=40)
    created.location = (a + b) / 2
    created.rotation_mode = 'QUATERNION'
    created.rotation_quaternion = Vector((0, 0, 1)).rotation_difference(b - a)
    return created


def sphere(name: str, radius: float, at: Point, material: Material, into: Collection | None = None) -> Object:
    mesh = bmesh.new()
    bmesh.ops.create_uvsphere(mesh, u_segments=32, v_segments=20, radius=radius)
    created = from_bmesh(name, mesh, material, smooth=True, into=into)
    created.location = at
    return created


def panel(
    name: str,
    width: float,
    height: float,
    material: Material,
    place: Matrix,
    into: Collection | None = None,
    repeat: tuple[float, float] = (1, 1),
) -> Object:
    """An upright rectangle that faces -Y, with a picture laid over it `repeat` times."""
    mesh = bmesh.new()
    corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    face = mesh.faces.new([mesh.verts.new((x * width, 0, z * height)) for x, z in corners])
    layer = mesh.loops.layers.uv.new()
    for loop, (x, z) in zip(face.loops, corners):
        loop[layer].uv = ((x + 0.5) * repeat[0], (z + 0.5) * repeat[1])
    created = from_bmesh(name, mesh, material, into=into, fix_normals=False)
    created.matrix_world = place
    return created


def rounded_rectangle(
    width: float, height: float, radius: float, steps: int = 10
) -> list[tuple[float, float]]:
    """The outline of a rectangle with round corners around the origin."""
    outline = []
    for sx, sz, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
        for index in range(steps + 1):
            angle = math.radians(start + 90 * index / steps)
            outline.append(
                (
                    sx * (width / 2 - radius) + radius * math.cos(angle),
                    sz * (height / 2 - radius) + radius * math.sin(angle),
                )
            )
    return outline


def extrude(
    name: str,
    outline: Iterable[tuple[float, float]],
    to_point: Callable[[float, float], Point],
    along: Point,
    material: Material | None,
    into: Collection | None = None,
) -> Object:
    """A flat outline, put into space by a function, made thick along a vector."""
    mesh = bmesh.new()
    face = mesh.faces.new([mesh.verts.new(to_point(u, v)) for u, v in outline])
    grown = bmesh.ops.extrude_face_region(mesh, geom=[face])['geom']
    bmesh.ops.translate(mesh, vec=along, verts=[v for v in grown if isinstance(v, bmesh.types.BMVert)])
    return from_bmesh(name, mesh, material, into=into)


def strip(
    name: str, points: list[Point], width: float, material: Material, into: Collection | None = None
) -> Object:
    """A flat, level line through points."""
    mesh = bmesh.new()
    vectors = [Vector(point) for point in points]
    pairs = []
    for index, here in enumerate(vectors):
        ahead = vectors[min(index + 1, len(vectors) - 1)] - vectors[max(index - 1, 0)]
        side = Vector((-ahead.y, ahead.x, 0)).normalized() * width / 2
        pairs.append((mesh.verts.new(here + side), mesh.verts.new(here - side)))
    for (a, b), (c, d) in zip(pairs, pairs[1:]):
        mesh.faces.new((a, b, d, c))
    return from_bmesh(name, mesh, material, into=into)


def subtract(target: Object, cutters: Iterable[Object]) -> None:
    """Cuts shapes out of an object (see `bake`)."""
    for cutter in cutters:
        modifier = target.modifiers.new('cut', 'BOOLEAN')
        modifier.operation, modifier.object, modifier.solver = 'DIFFERENCE', cutter, 'EXACT'


def bake(objects: Iterable[Object], cutters: Iterable[Object]) -> None:
    """Turns the objects' modifiers into plain geometry and removes the shapes that they were cut with."""
    graph = bpy.context.evaluated_depsgraph_get()
    for target in objects:
        if target.type == 'MESH' and target.modifiers:
            target.data = bpy.data.meshes.new_from_object(target.evaluated_get(graph))
            target.modifiers.clear()
    for cutter in cutters:
        bpy.data.objects.remove(cutter)


def instance(source: Collection, at: tuple[float, float], turn_degrees: float = 0) -> Matrix:
    """Places a collection on the floor. Returns the transform for objects on top of it."""
    created = add(source.name, None)
    created.instance_type, created.instance_collection = 'COLLECTION', source
    created.location, created.rotation_euler = (*at, 0), (0, 0, math.radians(turn_degrees))
    return Matrix.Translation((*at, 0)) @ Matrix.Rotation(math.radians(turn_degrees), 4, 'Z')


def group(objects: Iterable[Object], place: Matrix, name: str = 'group') -> Object:
    """Moves objects together."""
    parent = add(name, None)
    parent.matrix_world = place
    for child in objects:
        child.parent = parent
    return parent


def area_light(
    at: Point,
    rotation: Point,
    size: float,
    watts: float,
    colour: Point,
    size_y: float | None = None,
    spread_degrees: float = 180,
) -> Object:
    """A lamp that shines down unless rotated: a disc, or a rectangle when `size_y` is given."""
    light = bpy.data.lights.new('light', 'AREA')
    light.shape, light.size, light.energy, light.color = 'DISK', size, watts, colour
    light.spread = math.radians(spread_degrees)
    if size_y is not None:
        light.shape, light.size_y = 'RECTANGLE', size_y
    created = add('light', light)
    created.location, created.rotation_euler = at, rotation
    return created
