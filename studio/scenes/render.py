"""
Renders one shot. Run by `photos.ts`, or by hand:

    blender -b -P render.py -- --shot 1 --width 1600 --height 900 --samples 128 \\
        --screens DIR --languages en,fr --out FILE

Writes FILE, a PNG in the shot's colour grade, and for shots whose screens must keep their exact colours a PNG
of only the screens in each language (the same name with the suffix `.screens-en.png` and so on), to be laid over.
"""

import argparse
import pathlib
import random
import sys
import time

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import denoise  # noqa: E402
import materials  # noqa: E402
import shots  # noqa: E402


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument('--shot', required=True, choices=sorted(shots.SHOTS))
    parser.add_argument('--width', type=int, default=1600)
    parser.add_argument('--height', type=int, default=900)
    parser.add_argument('--samples', type=int, default=128)
    parser.add_argument('--screens', required=True, help='folder with the textures, and with one of screens a language')
    parser.add_argument('--languages', required=True, type=lambda names: names.split(','))
    parser.add_argument('--out', required=True)
    parser.add_argument('--only-screens', action='store_true', help='leaves out the photo itself')
    return parser.parse_args(sys.argv[sys.argv.index('--') + 1 :])


def set_up_cycles(scene: bpy.types.Scene, width: int, height: int, samples: int) -> None:
    """Path tracing on the CPU, with what the denoiser needs to know."""
    render, cycles = scene.render, scene.cycles
    render.engine, cycles.device = 'CYCLES', 'CPU'
    render.resolution_x, render.resolution_y, render.resolution_percentage = width, height, 100
    render.use_persistent_data = True
    cycles.use_adaptive_sampling, cycles.use_denoising = False, False
    cycles.samples, cycles.seed = samples, 11
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transmission_bounces = (
        5,
        2,
        3,
        4,
    )
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_direct, cycles.sample_clamp_indirect, cycles.blur_glossy = 0, 2.5, 1.0
    cycles.pixel_filter_type, cycles.filter_width = 'BLACKMAN_HARRIS', 1.5
    layer = scene.view_layers[0]
    layer.cycles.denoising_store_passes = True
    layer.use_pass_emit = layer.use_pass_environment = True
    for what in ('diffuse', 'glossy', 'transmission'):
        for part in ('direct', 'indirect', 'color'):
            setattr(layer, f'use_pass_{what}_{part}', True)


def set_up_world(scene: bpy.types.Scene) -> None:
    scene.world = bpy.data.worlds.new('world')
    scene.world.use_nodes = True
    background = scene.world.node_tree.nodes['Background']
    background.inputs[0].default_value, background.inputs[1].default_value = (0.25, 0.38, 0.38, 1), 0.004


def render_passes(scene: bpy.types.Scene, folder: pathlib.Path) -> None:
    """Renders the passes that the denoiser reads."""
    tree = scene.node_tree
    tree.nodes.clear()
    layers, output = tree.nodes.new('CompositorNodeRLayers'), tree.nodes.new('CompositorNodeOutputFile')
    output.base_path = str(folder)
    output.format.file_format, output.format.color_depth, output.format.color_mode = 'OPEN_EXR', '32', 'RGB'
    output.file_slots.clear()
    for name in denoise.PASSES:
        output.file_slots.new(name)
        tree.links.new(layers.outputs[name], output.inputs[name])
    bpy.ops.render.render(write_still=False)
    for name in denoise.PASSES:
        # Blender adds the frame's number.
        (folder / f'{name}0001.exr').replace(folder / f'{name}.exr')


def grade(scene: bpy.types.Scene, denoised: pathlib.Path, look: shots.Look, out: str) -> None:
    """A little glow around lights, a vignette, and the film's tone curve."""
    width, tree = scene.render.resolution_x, scene.node_tree
    nodes, link = tree.nodes, tree.links.new
    nodes.clear()
    source = nodes.new('CompositorNodeImage')
    source.image = bpy.data.images.load(str(denoised))
    source.image.colorspace_settings.name = 'Linear'
    glow = nodes.new('CompositorNodeGlare')
    glow.glare_type, glow.quality, glow.threshold, glow.mix = 'FOG_GLOW', 'HIGH', 1.3, -0.90
    glow.size = 8 if width > 1000 else 7
    ellipse, blur = nodes.new('CompositorNodeEllipseMask'), nodes.new('CompositorNodeBlur')
    ellipse.width, ellipse.height = 1.05, 0.95
    blur.filter_type, blur.size_x, blur.size_y = 'FAST_GAUSS', int(width * 0.28), int(width * 0.28)
    vignette, multiply = nodes.new('CompositorNodeMapRange'), nodes.new('CompositorNodeMixRGB')
    vignette.inputs['To Min'].default_value, vignette.inputs['To Max'].default_value = look.vignette, 1
    multiply.blend_type = 'MULTIPLY'
    saturation = nodes.new('CompositorNodeHueSat')
    saturation.inputs['Saturation'].default_value = look.saturation
    link(source.outputs[0], glow.inputs[0])
    link(glow.outputs[0], saturation.inputs['Image'])
    link(ellipse.outputs[0], blur.inputs[0])
    link(blur.outputs[0], vignette.inputs['Value'])
    link(saturation.outputs[0], multiply.inputs[1])
    link(vignette.outputs[0], multiply.inputs[2])
    link(multiply.outputs[0], nodes.new('CompositorNodeComposite').inputs[0])
    scene.view_settings.view_transform, scene.view_settings.look = 'Filmic', 'Medium High Contrast'
    scene.view_settings.exposure = look.exposure
    save_png(scene, out, 'RGB')


def in_language(picture: str, language: str) -> str:
    """A screen's picture in a language; a picture outside the languages' folders is the same in each."""
    path = pathlib.Path(picture)
    translated = path.parent.parent / language / path.name
    return str(translated if translated.exists() else path)


def frame_screens(scene: bpy.types.Scene, screens: list[bpy.types.Object]) -> None:
    """Has only the part of the picture rendered that screens are in, with room for their blur."""
    bpy.context.view_layer.update()
    corners = [
        world_to_camera_view(scene, scene.camera, screen.matrix_world @ Vector(corner))
        for screen in screens
        for corner in screen.bound_box
    ]
    render = scene.render
    render.use_border, render.use_crop_to_border = True, False
    render.border_min_x, render.border_max_x = _span([corner.x for corner in corners])
    render.border_min_y, render.border_max_y = _span([corner.y for corner in corners])


def _span(places: list[float]) -> tuple[float, float]:
    return max(0, min(places) - 0.04), min(1, max(places) + 0.04)


def render_screens(scene: bpy.types.Scene, samples: int, languages: list[str], out: pathlib.Path) -> None:
    """Renders only the screens in each language, in their own colours, with anything in front of them cut out."""
    scene.use_nodes = False
    lit = [thing for thing in scene.objects if 'screen' in thing]
    for thing in scene.objects:
        if thing.type == 'LIGHT':
            thing.hide_render = True
        else:
            thing.is_holdout = 'screen' not in thing
    frame_screens(scene, lit)
    scene.render.film_transparent = True
    # Light that is reflected isn't asked for.
    scene.cycles.samples, scene.cycles.max_bounces = samples, 0
    layer = scene.view_layers[0]
    layer.cycles.denoising_store_passes = False
    scene.view_settings.view_transform, scene.view_settings.look = 'Standard', 'None'
    scene.view_settings.exposure = 0
    for language in languages:
        for thing in lit:
            picture = in_language(thing['screen'], language)
            thing.data.materials[0] = materials.exact_screen(f'{language} {thing.name}', picture)
        save_png(scene, str(out.with_suffix(f'.screens-{language}.png')), 'RGBA')


def save_png(scene: bpy.types.Scene, out: str, mode: str) -> None:
    settings = scene.render.image_settings
    settings.file_format, settings.color_mode = 'PNG', mode
    scene.render.filepath = out
    bpy.ops.render.render(write_still=True)


def main() -> None:
    options = parse_arguments()
    random.seed(7)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.use_nodes = True
    out = pathlib.Path(options.out).resolve()
    folder = out.with_suffix('.passes')
    folder.mkdir(parents=True, exist_ok=True)
    started = time.time()

    def say(what: str) -> None:
        # Blender itself fills the standard output.
        print(f'shot {options.shot}: {what} after {time.time() - started:.0f} s', file=sys.stderr)

    look = shots.SHOTS[options.shot](options.screens)
    set_up_world(scene)
    set_up_cycles(scene, options.width, options.height, options.samples)
    say('built')
    if not options.only_screens:
        render_passes(scene, folder)
        say('rendered')
        denoised = denoise.denoise(folder)
        say('denoised')
        grade(scene, denoised, look, str(out))
        say('graded')
    if look.exact_screens:
        render_screens(scene, look.screen_samples, options.languages, out)
    say('done')


main()
