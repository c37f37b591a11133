"""Renders empty scenes, as an image model would paint them, for tests of the compositor.

    blender -b -t 1 -P assets/makers/scenes/render.py -- OUT [--samples 32] [--scale 0.75] [name …]
"""

import argparse
import io
import os
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../samples"), os.path.join(HERE, "../backdrops")]
sys.dont_write_bytecode = True

import bpy  # noqa: E402
import indoors  # noqa: E402
import numpy as np  # noqa: E402
import outdoors  # noqa: E402
import parts  # noqa: E402
import post  # noqa: E402
import scene  # noqa: E402
from PIL import Image  # noqa: E402

SCENES = {
    f.__name__: f
    for f in (
        indoors.kitchen,
        indoors.bar,
        indoors.bathroom,
        indoors.loft,
        indoors.cyclorama,
        indoors.slate,
        indoors.marble,
        indoors.desk,
        outdoors.terrace,
        outdoors.forest,
        outdoors.beach,
        outdoors.snow,
    )
}
MAX_BYTES = 120_000


def jpeg(srgb):
    """Best quality that fits in MAX_BYTES."""
    picture = Image.fromarray((srgb * 255 + 0.5).astype(np.uint8))
    for quality in range(92, 40, -2):
        file = io.BytesIO()
        picture.save(file, "JPEG", quality=quality, subsampling=0, optimize=True)
        if file.tell() <= MAX_BYTES:
            break
    return file.getvalue()


def render(name, folder, samples, scale):
    start = time.time()
    scene.reset()
    look = SCENES[name]()
    size = tuple(round(side * scale) for side in look["size"])
    parts.camera(size, **look["camera"])
    scene.cycles(max(1, samples // 2), bounces=6, clamp=3.0)
    bpy.context.scene.render.threads_mode, bpy.context.scene.render.threads = "FIXED", 1
    with tempfile.TemporaryDirectory() as temp:
        a = {k: post.load(p) for k, p in scene.render_passes(temp, "a", 5).items()}
        b = {k: post.load(p) for k, p in scene.render_passes(temp, "b", 19).items()}
    albedo, normal = (a["albedo"] + b["albedo"]) / 2, (a["normal"] + b["normal"]) / 2
    light = post.denoise(a["image"], b["image"], albedo, normal, window=3, patch=1)
    light = post.settle(light, albedo, normal, 0.05)
    srgb, exposure = post.tone(light, **look["tone"])
    with open(os.path.join(folder, f"{name}.jpg"), "wb") as file:
        file.write(jpeg(post.grain(srgb, look["grain"], 3)))
    print(f"rendered {name} {size} in {time.time() - start:.0f} s, exposure {exposure:.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("names", nargs="*", default=[])
    parser.add_argument("--samples", type=int, default=32)
    parser.add_argument("--scale", type=float, default=0.75)
    args = parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])
    os.makedirs(args.out, exist_ok=True)
    for name in args.names or SCENES:
        render(name, args.out, args.samples, args.scale)


main()
