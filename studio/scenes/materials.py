"""Surfaces of the scenes. Colours are linear RGB; lengths are metres."""

import bpy

RGB = tuple[float, float, float]

# The colour of light at a temperature in kelvin.
KELVIN: dict[int, RGB] = {
    2700: (1, 0.57, 0.22),
    3000: (1, 0.64, 0.31),
    4000: (1, 0.78, 0.56),
    6500: (1, 1, 1),
    9000: (0.62, 0.78, 1),
}

WALNUT = ((0.012, 0.0042, 0.0020), (0.034, 0.0115, 0.0048), (0.066, 0.024, 0.0095))
MAHOGANY = ((0.020, 0.0045, 0.0018), (0.052, 0.0125, 0.0046), (0.095, 0.027, 0.0095))
OAK = ((0.030, 0.015, 0.007), (0.072, 0.038, 0.019), (0.120, 0.068, 0.034))
SLAT = ((0.012, 0.007, 0.0045), (0.030, 0.017, 0.010), (0.055, 0.031, 0.017))
LACQUER = ((0.012, 0.004, 0.002), (0.040, 0.012, 0.006), (0.075, 0.022, 0.010))

POOL_CLOTH = (0.0035, 0.062, 0.033)
SNOOKER_CLOTH = (0.006, 0.066, 0.014)


class Surface:
    """Builds a principled material node by node."""

    def __init__(self, name: str, **inputs: float | RGB) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.shader = self.tree.nodes['Principled BSDF']
        for key, value in inputs.items():
            socket = self.shader.inputs[key.replace('_', ' ').title().replace('Ior', 'IOR')]
            socket.default_value = (*value, 1) if isinstance(value, tuple) else value

    def node(self, kind: str, **inputs: object) -> bpy.types.Node:
        """A new shader node; keywords set its inputs, or else its properties."""
        node = self.tree.nodes.new(f'ShaderNode{kind}')
        for key, value in inputs.items():
            if key in node.inputs:
                node.inputs[key].default_value = value
            else:
                setattr(node, key, value)
        return node

    def link(self, output: bpy.types.NodeSocket, target: bpy.types.NodeSocket | str) -> None:
        """Links an output to a socket, or to the shader's input of that name."""
        self.tree.links.new(output, self.shader.inputs[target] if isinstance(target, str) else target)

    def coordinates(self, scale: RGB = (1, 1, 1)) -> bpy.types.NodeSocket:
        """The object's own coordinates in metres, scaled."""
        mapping = self.node('Mapping')
        mapping.inputs['Scale'].default_value = scale
        self.link(self.node('TexCoord').outputs['Object'], mapping.inputs['Vector'])
        return mapping.outputs['Vector']

    def noise(
        self,
        at: bpy.types.NodeSocket,
        scale: float,
        detail: float = 4,
        distortion: float = 0,
        rough: float = 0.55,
    ) -> bpy.types.NodeSocket:
        """Fractal noise from 0 to 1."""
        node = self.node('TexNoise', Scale=scale, Detail=detail, Distortion=distortion, Roughness=rough)
        self.link(at, node.inputs['Vector'])
        return node.outputs['Fac']

    def ramp(self, factor: bpy.types.NodeSocket, stops: list[tuple[float, RGB]]) -> bpy.types.NodeSocket:
        """Colours by a factor."""
        node = self.node('ValToRGB')
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, colour) in zip(elements, stops):
            element.position, element.color = position, (*colour, 1)
        self.link(factor, node.inputs['Fac'])
        return node.outputs['Color']

    def mix(
        self,
        factor: bpy.types.NodeSocket | float,
        a: bpy.types.NodeSocket,
        b: bpy.types.NodeSocket | RGB,
        blend: str = 'MIX',
    ) -> bpy.types.NodeSocket:
        """Two colours mixed."""
        node = self.node('MixRGB', blend_type=blend)
        for index, value in enumerate((factor, a, b)):
            if isinstance(value, bpy.types.NodeSocket):
                self.link(value, node.inputs[index])
            else:
                node.inputs[index].default_value = (*value, 1) if isinstance(value, tuple) else value
        return node.outputs[0]

    def bump(self, height: bpy.types.NodeSocket, strength: float, distance: float) -> None:
        """Bends the normals by a height field."""
        node = self.node('Bump', Strength=strength, Distance=distance)
        self.link(height, node.inputs['Height'])
        self.link(node.outputs['Normal'], 'Normal')

    def image(self, path: str, extension: str = 'EXTEND') -> bpy.types.NodeSocket:
        """A picture's colour, laid out by the mesh's UV coordinates."""
        node = self.node('TexImage', extension=extension)
        node.image = bpy.data.images.load(path, check_existing=True)
        return node.outputs['Color']


def plain(
    name: str,
    colour: RGB,
    roughness: float = 0.5,
    metallic: float = 0,
    clearcoat: float = 0,
    specular: float = 0.5,
) -> bpy.types.Material:
    """One colour all over; made once for each name."""
    known = bpy.data.materials.get(name)
    if known:
        return known
    return Surface(
        name,
        base_color=colour,
        roughness=roughness,
        metallic=float(metallic),
        clearcoat=float(clearcoat),
        clearcoat_roughness=0.03,
        specular=specular,
    ).material


def brass() -> bpy.types.Material:
    return plain('brass', (0.62, 0.40, 0.16), 0.25, 1)


def black() -> bpy.types.Material:
    return plain('black', (0.008, 0.008, 0.009), 0.35)


def leather() -> bpy.types.Material:
    return plain('leather', (0.012, 0.0065, 0.0040), 0.6, specular=0.2)


def glass() -> bpy.types.Material:
    """Thin clear glass that lets light through without refraction, so that what is in it is lit."""
    known = bpy.data.materials.get('glass')
    if known:
        return known
    surface = Surface('glass')
    mix, clear = surface.node('MixShader'), surface.node('BsdfTransparent', Color=(0.93, 0.96, 0.94, 1))
    fresnel, shine = surface.node('Fresnel', IOR=1.45), surface.node('BsdfGlossy', Roughness=0.03)
    surface.link(fresnel.outputs[0], mix.inputs[0])
    surface.link(clear.outputs[0], mix.inputs[1])
    surface.link(shine.outputs[0], mix.inputs[2])
    surface.link(mix.outputs[0], surface.tree.nodes['Material Output'].inputs['Surface'])
    return surface.material


def wood(
    name: str, axis: int, tones: tuple[RGB, RGB, RGB], roughness: float = 0.34, clearcoat: float = 0.25
) -> bpy.types.Material:
    """Varnished wood whose grain runs along an axis (0, 1 or 2) of the object."""
    known = bpy.data.materials.get(f'{name}{axis}')
    if known:
        return known
    surface = Surface(f'{name}{axis}', roughness=roughness, clearcoat=clearcoat, clearcoat_roughness=0.08)
    bands, pores = [16.0] * 3, [260.0] * 3
    bands[axis], pores[axis] = 1.1, 7
    figure = surface.noise(surface.coordinates(tuple(bands)), 1.6, 4, 1.1, 0.6)
    pore = surface.noise(surface.coordinates(tuple(pores)), 1, 2)
    colour = surface.ramp(figure, list(zip((0.32, 0.5, 0.68), tones)))
    dark = surface.ramp(pore, [(0.38, (0.25, 0.2, 0.18)), (0.52, (1, 1, 1))])
    surface.link(surface.mix(0.55, colour, dark, 'MULTIPLY'), 'Base Color')
    scuffs = surface.noise(surface.coordinates(), 9, 3, 0.6, 0.7)
    surface.link(
        surface.ramp(scuffs, [(0.35, (roughness,) * 3), (0.75, (min(1, roughness + 0.22),) * 3)]), 'Roughness'
    )
    surface.bump(pore, 0.12, 0.0006)
    return surface.material


def cloth(colour: RGB) -> bpy.types.Material:
    """Napped wool: no gloss, fibres, slow unevenness and a few marks of chalk."""
    surface = Surface('cloth', roughness=1.0, specular=0.06, sheen=0.06, sheen_tint=1.0)
    at = surface.coordinates()
    fibres = surface.noise(surface.coordinates((1, 0.35, 1)), 620, 2, 0.5, 0.8)
    dark, light = tuple(c * 0.55 for c in colour), tuple(min(1, c * 1.5) for c in colour)
    tone = surface.ramp(fibres, [(0.3, dark), (0.7, light)])
    uneven = surface.ramp(surface.noise(at, 4.5, 3), [(0.3, (0.84, 0.86, 0.86)), (0.7, (1.05, 1.05, 1.05))])
    worn = surface.mix(1, tone, uneven, 'MULTIPLY')
    chalk = surface.ramp(surface.noise(at, 23, 5, 0.5), [(0.71, (0, 0, 0)), (0.86, (0.10, 0.10, 0.10))])
    surface.link(surface.mix(chalk, worn, (0.42, 0.55, 0.52)), 'Base Color')
    pile = surface.mix(0.35, fibres, surface.noise(at, 160, 2, 0, 0.6))
    surface.bump(pile, 0.55, 0.0010)
    return surface.material


def plaster(name: str, dark: RGB, light: RGB) -> bpy.types.Material:
    """A painted wall with the marks of years."""
    surface = Surface(name, roughness=0.75, specular=0.25)
    at = surface.coordinates()
    surface.link(surface.ramp(surface.noise(at, 2.2, 4, 0.3), [(0.3, dark), (0.7, light)]), 'Base Color')
    surface.bump(surface.noise(at, 60, 2), 0.12, 0.004)
    return surface.material


def terrazzo() -> bpy.types.Material:
    """The floor: dark, polished by feet in some places only."""
    surface = Surface('floor', roughness=0.34, specular=0.45)
    at = surface.coordinates()
    tone = surface.ramp(
        surface.noise(at, 1.6, 4, 0.4), [(0.3, (0.016, 0.017, 0.015)), (0.7, (0.040, 0.040, 0.035))]
    )
    chips = surface.ramp(surface.noise(at, 70, 3, 0.3, 0.5), [(0.66, (0, 0, 0)), (0.69, (0.5, 0.5, 0.5))])
    surface.link(surface.mix(chips, tone, (0.10, 0.095, 0.08)), 'Base Color')
    surface.link(surface.ramp(surface.noise(at, 5, 2), [(0.3, (0.22,) * 3), (0.7, (0.48,) * 3)]), 'Roughness')
    return surface.material


def glazed(name: str, path: str, gloss: float = 0.16) -> bpy.types.Material:
    """Hand-cut glazed tiles from a picture that repeats: no two are quite level."""
    surface = Surface(name, specular=0.5, clearcoat=0.35, clearcoat_roughness=0.06)
    surface.link(surface.image(path, 'REPEAT'), 'Base Color')
    at = surface.coordinates()
    surface.link(
        surface.ramp(surface.noise(at, 18, 2), [(0.3, (gloss,) * 3), (0.7, (gloss + 0.22,) * 3)]), 'Roughness'
    )
    surface.bump(surface.noise(at, 14, 2), 0.35, 0.012)
    return surface.material


def printed(name: str, path: str, roughness: float = 0.6, clearcoat: float = 0) -> bpy.types.Material:
    """A picture on paper, or paint on a ball."""
    surface = Surface(
        name, roughness=roughness, clearcoat=float(clearcoat), clearcoat_roughness=0.015, specular=0.5
    )
    surface.link(surface.image(path), 'Base Color')
    return surface.material


def emission(name: str, colour: RGB, strength: float) -> bpy.types.Material:
    """A surface that only glows."""
    known = bpy.data.materials.get(name)
    if known:
        return known
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    # Bulbs and shades only look lit: area lights do their work, with less noise.
    material.cycles.sample_as_light = False
    nodes = material.node_tree.nodes
    nodes.clear()
    glow = nodes.new('ShaderNodeEmission')
    glow.inputs[0].default_value, glow.inputs[1].default_value = (*colour, 1), strength
    material.node_tree.links.new(glow.outputs[0], nodes.new('ShaderNodeOutputMaterial').inputs[0])
    return material


def screen(name: str, path: str, strength: float) -> bpy.types.Material:
    """A lit display behind glass; the gamma makes up for what Filmic takes from interface colours."""
    surface = Surface(
        name, base_color=(0.004, 0.004, 0.005), roughness=0.14, specular=0.4, emission_strength=strength
    )
    gamma = surface.node('Gamma', Gamma=1.3)
    surface.link(surface.image(path), gamma.inputs[0])
    surface.link(gamma.outputs[0], 'Emission')
    return surface.material


def exact_screen(name: str, path: str) -> bpy.types.Material:
    """A display that shows a picture's own colours under the standard view transform."""
    material = emission(name, (0, 0, 0), 1)
    tree = material.node_tree
    image = tree.nodes.new('ShaderNodeTexImage')
    image.image, image.extension = bpy.data.images.load(path, check_existing=True), 'EXTEND'
    glow = next(node for node in tree.nodes if node.type == 'EMISSION')
    tree.links.new(image.outputs['Color'], glow.inputs[0])
    return material
