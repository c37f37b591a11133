"""Renders the out-of-focus rooms behind the studio's surfaces.

    blender -b -P assets/makers/backdrops/blurred_rooms.py -- <output folder> [pixels] [samples] [name ...]

A level camera at 1.15 m, 30° wide, focused one metre ahead; light discs are about 8 % of the width.
"""

import math
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../samples")]
sys.dont_write_bytecode = True

import bpy  # noqa: E402
import numpy as np  # noqa: E402
import mesh  # noqa: E402
import post  # noqa: E402
import room_scenes  # noqa: E402
import scene  # noqa: E402
from PIL import Image, ImageFilter  # noqa: E402

EYE, ANGLE_DEG, FOCUS = 11.5, 30, 10.0
DISC = 0.08
WORK_PIXELS = 400  # enough, because the blur removes finer details


def add_camera(pixels):
    view = bpy.context.scene
    view.render.resolution_x = view.render.resolution_y = pixels
    data = bpy.data.cameras.new("camera")
    data.angle, data.clip_end = math.radians(ANGLE_DEG), 2000
    # Aperture that spreads a point four metres away over DISC of the width.
    aperture = DISC * 2 * math.tan(math.radians(ANGLE_DEG / 2)) * FOCUS / (1 - FOCUS / 40)
    data.dof.use_dof, data.dof.focus_distance = True, FOCUS
    data.dof.aperture_fstop = data.lens * 1e-3 / aperture
    obj = mesh.link(bpy.data.objects.new("camera", data))
    obj.location, obj.rotation_euler = (0, 0, EYE), (math.pi / 2, 0, 0)
    view.camera = obj


def render(name, folder, pixels, samples):
    scene.reset()
    look = getattr(room_scenes, name)()
    add_camera(min(pixels, WORK_PIXELS))
    scene.cycles(samples // 2, bounces=6, clamp=8.0)
    with tempfile.TemporaryDirectory() as temp:
        first = {k: post.load(p) for k, p in scene.render_passes(temp, "a", 3).items()}
        second = {k: post.load(p) for k, p in scene.render_passes(temp, "b", 17).items()}
    flat = np.zeros_like(first["image"])
    light = post.denoise(first["image"], second["image"], flat, flat, window=8, k=0.9)
    srgb, exposure = post.tone(light, **look)
    picture = Image.fromarray((srgb * 255 + 0.5).astype(np.uint8))
    picture = picture.resize((pixels, pixels), Image.LANCZOS).filter(ImageFilter.GaussianBlur(0.006 * pixels))
    picture.save(os.path.join(folder, f"{name}.jpg"), quality=88, subsampling=0, optimize=True)
    print(f"rendered {name}: mean {np.asarray(picture).mean():.0f}, exposure {exposure:.2f}", flush=True)


def main():
    args = sys.argv[sys.argv.index("--") + 1 :]
    folder = os.path.abspath(args[0])
    pixels = int(args[1]) if len(args) > 1 else 1024
    samples = int(args[2]) if len(args) > 2 else 64
    os.makedirs(folder, exist_ok=True)
    for name in args[3:] or room_scenes.NAMES:
        render(name, folder, pixels, samples)


main()
