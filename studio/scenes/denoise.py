"""
Takes the noise out of a Cycles render: OpenCV's joint bilateral filter over the light alone, guided by shape.

Debian's Blender has no denoiser of its own. Colours and patterns of surfaces are nearly free of noise, so only the
light that falls on them is filtered, and they are multiplied back.
"""

import os
import pathlib

os.environ['OPENCV_IO_ENABLE_OPENEXR'] = '1'

import cv2  # noqa: E402
import numpy as np  # noqa: E402

# What a surface does with light: the passes of the light, direct and indirect, and of the surface's colour.
LIGHTS = [
    ('DiffDir', 'DiffInd', 'DiffCol'),
    ('GlossDir', 'GlossInd', 'GlossCol'),
    ('TransDir', 'TransInd', 'TransCol'),
]
SHINING = ['Emit', 'Env']
SHAPE = ['Denoising Normal', 'Denoising Depth']
PASSES = [*(name for light in LIGHTS for name in light), *SHINING, *SHAPE]

# Two directions on which normals are laid, and what twice the depth counts beside them.
ACROSS, ALONG, TWICE_AS_DEEP = np.float32([0.6, 0.3, 0.7]), np.float32([-0.5, 0.8, 0.1]), 3.0
# How far guides may differ, and the filter's reach in pixels: of the two looks for a guide, and of the last one.
LIKENESS, GUIDE_REACH, REACH = 0.13, 3.0, 7.0

RING = np.uint8([[1, 1, 1], [1, 0, 1], [1, 1, 1]])


def read_pass(folder: pathlib.Path, name: str) -> np.ndarray:
    """A pass as rows of three floats a pixel; what isn't a number is 0."""
    return np.nan_to_num(cv2.imread(str(folder / f'{name}.exr'), cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH), posinf=0)


def without_fireflies(light: np.ndarray) -> np.ndarray:
    """Takes every pixel down to its brightest neighbour."""
    sums = light.sum(axis=2)
    return light * np.minimum(1, (cv2.dilate(sums, RING) + 1e-4) / (sums + 1e-6))[..., None]


def stops(light: np.ndarray) -> np.ndarray:
    """How bright light is, an eighth for each stop of a camera; what is darker than black counts as black."""
    return np.log2(light.mean(axis=2) + 0.003) / 8


def smooth(light: np.ndarray, guides: list[np.ndarray], reach: float) -> np.ndarray:
    return cv2.ximgproc.jointBilateralFilter(np.dstack(guides), light, -1, LIKENESS, reach)


def smooth_light(light: np.ndarray, shape: list[np.ndarray]) -> np.ndarray:
    """First by shape alone, then also by what that shows of the shadows."""
    light = without_fireflies(light)
    across, along, depth = shape
    guide = smooth(light, shape, GUIDE_REACH)
    guide = smooth(guide, [across + depth, along, stops(guide)], GUIDE_REACH)
    return smooth(light, [across + depth, along, stops(guide)], REACH)


def lift_shadows(light: np.ndarray) -> np.ndarray:
    """sRGB's curve, for which the looks are made: it opens the shadows of a dark room before the film's own curve."""
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 0) ** (1 / 2.4) - 0.055)


def denoise(folder: pathlib.Path) -> pathlib.Path:
    """Reads a render's passes, `<name>.exr` in a folder, and writes what they add up to, lifted. Returns its path."""
    normal, depth = (read_pass(folder, name) for name in SHAPE)
    shape = [normal @ ACROSS, normal @ ALONG, np.log2(depth[..., 0] + 0.01) * TWICE_AS_DEEP]
    picture = sum(read_pass(folder, name) for name in SHINING)
    for direct, indirect, colour in LIGHTS:
        light = read_pass(folder, direct) + read_pass(folder, indirect)
        if light.any():
            picture += smooth_light(light, shape) * read_pass(folder, colour)
    target = folder / 'denoised.exr'
    cv2.imwrite(str(target), lift_shadows(picture))
    return target
