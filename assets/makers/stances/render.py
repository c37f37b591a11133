"""Renders products of known stance, each with its alpha, to measure the detection of stances.

    PATH=/usr/bin:$PATH nice -n 15 blender -b -t 1 -P assets/makers/stances/render.py -- [names…] [--long 288] [--out FOLDER]

A few seconds each. Without names it renders the missing ones.
"""

import argparse
import json
import math
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.path.join(HERE, "../samples")
sys.path[:0] = [HERE, SAMPLES]
sys.dont_write_bytecode = True

import bpy  # noqa: E402
import materials as m  # noqa: E402
import mesh  # noqa: E402
import numpy as np  # noqa: E402
import scene  # noqa: E402
from mathutils import Vector  # noqa: E402
from pictures import PICTURES  # noqa: E402
from PIL import Image  # noqa: E402

GROUNDS = ["#b08a60", "#c9c4ba", "#f2f1ee", "#6d7378", "#a9b5a0", "#3a3836"]
WALLS = ["#d9d2c4", "#e9e7e2", "#f2f1ee", "#b9c3c9", "#cfc3b4", "#56585a"]


def build_set(number, wall_y):
    """Ground, wall, and light from a window at one side; other colors for each picture."""
    world = bpy.context.scene.world.node_tree.nodes["Background"]
    world.inputs[0].default_value, world.inputs[1].default_value = (0.9, 0.95, 1, 1), 0.35
    mesh.box("ground", (60, 60, 0.4), (0, 0, -0.4), m.principled("ground", GROUNDS[number % 6], 0.6))
    mesh.box("wall", (80, 1, 60), (0, wall_y + 0.5, -0.5), m.principled("wall", WALLS[(number * 5 + 1) % 6], 0.8))
    side = -1 if number % 2 else 1
    size = 2.5 if number % 3 == 0 else 6
    scene.area_light("window", (side * 6, -4, 8), (0, 0, 0), (size, size), 60)


def pose(objects, facts):
    handle = mesh.move(objects, (0, 0, facts.get("up", 0)), facts.get("turn", (0, 0, 0)))
    bpy.context.view_layer.update()
    lowest = min(point.z for point in scene.product_points(objects))
    # Moves standing and lying products onto the ground, in any pose.
    if facts["stance"] in {"stand", "lie"}:
        handle.location.z -= lowest
    bpy.context.view_layer.update()


def aim(objects, facts, long_side):
    """A thread runs out of the frame: the camera looks at what hangs on it."""
    seen = objects
    if facts.get("thread"):
        top = max(point.z for point in scene.product_points([o for o in objects if o.name[:4] not in {"cord", "thre", "wire"}]))
        seen = [o for o in objects if max((o.matrix_world @ Vector(c)).z for c in o.bound_box) <= top + 0.05]
    fill = 0.6 if facts["stance"] == "hang" else 0.66
    scene.camera(seen, (long_side, long_side), fill, facts["pitch"], facts["yaw"])


def srgb(light, key=0.42):
    level = np.exp(np.mean(np.log(np.maximum(light, 1e-4))))
    light = light * min(4.0, key**2.2 / level)
    light = np.where(light < 0.8, light, 0.8 + 0.2 * (1 - np.exp(-(light - 0.8) / 0.2)))
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * np.maximum(light, 1e-6) ** (1 / 2.4) - 0.055)


def load(path, channels):
    image = bpy.data.images.load(path)
    width, height = image.size
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels.reshape(height, width, 4)[::-1, :, :channels]


def render(name, number, options):
    facts, start = PICTURES[name], time.time()
    scene.reset()
    build_set(number, facts.get("wall", 6))
    objects = [o for o in facts["build"](facts["color"])]
    pose(objects, facts)
    aim(objects, facts, options.long)
    scene.cycles(options.samples)
    r = bpy.context.scene.render
    r.threads_mode, r.threads = "FIXED", 1
    r.image_settings.file_format, r.image_settings.color_mode, r.image_settings.color_depth = "OPEN_EXR", "RGBA", "32"
    r.filepath = f"/tmp/stance-{name}.exr"
    bpy.ops.render.render(write_still=True)
    light = load(r.filepath, 3)
    Image.fromarray((np.clip(srgb(light), 0, 1) * 255 + 0.5).astype(np.uint8)).save(
        os.path.join(options.out, f"{name}.jpg"), quality=80, optimize=True
    )
    os.remove(r.filepath)
    mask = f"/tmp/stance-{name}-alpha.exr"
    scene.render_alpha(mask, objects, 8)
    alpha = load(mask, 4)[..., 3]
    Image.fromarray((np.clip(alpha, 0, 1) * 255 + 0.5).astype(np.uint8), "L").save(
        os.path.join(options.out, f"{name}.alpha.png"), optimize=True
    )
    os.remove(mask)
    print(f"rendered {name} in {time.time() - start:.0f} s", flush=True)


def main():
    args = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--long", type=int, default=288)
    parser.add_argument("--samples", type=int, default=10)
    parser.add_argument("--out", default=os.path.join(HERE, "../../tests/stances"))
    options = parser.parse_args(args)
    os.makedirs(options.out, exist_ok=True)
    order = list(PICTURES)
    missing = [n for n in order if not os.path.exists(os.path.join(options.out, f"{n}.alpha.png"))]
    for name in options.names or missing:
        render(name, order.index(name), options)
    rows = [{"name": name, "stance": facts["stance"]} for name, facts in PICTURES.items()]
    with open(os.path.join(options.out, "stances.json"), "w") as file:
        json.dump(rows, file, indent=2)
        file.write("\n")


main()
