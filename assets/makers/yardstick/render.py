"""Render the yardstick: test pictures in hard classes, with exact alpha and the product's own colour.

    nice -n 19 blender -b -t 1 -P assets/makers/yardstick/render.py -- [names…] [--long 1024] [--out FOLDER] [--store FOLDER]
        [--guards]

Without names all pictures are rendered; with --guards, those of guard_pictures.py, without an index.
Constants of the matting were chosen on the guards too; docs/cutouts.md lists the choices based on the yardstick.
"""

import argparse
import json
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.path.join(HERE, "../samples")
sys.path[:0] = [HERE, os.path.join(HERE, "products"), SAMPLES, os.path.join(SAMPLES, "products")]
sys.dont_write_bytecode = True

import bpy  # noqa: E402
import effects  # noqa: E402
import guard_pictures  # noqa: E402
import layers  # noqa: E402
import numpy as np  # noqa: E402
import post  # noqa: E402
import scene  # noqa: E402
from PIL import Image  # noqa: E402
from pictures import EFFECTS, PICTURES  # noqa: E402

# Their alpha has so many values between 0 and 1 that the product's colour is kept for all of these.
COLORED = {"hair-fur", "lace", "glass-liquid", "smoke-cloth", "foliage", "motion"}


def picture_size(ratio, long_side):
    w, h = ratio
    return (long_side, round(long_side * h / w)) if w >= h else (round(long_side * w / h), long_side)


def build(facts, long_side):
    scene.reset()
    facts["setting"]()
    before = set(bpy.context.scene.objects)
    facts["build"]()
    bpy.context.view_layer.update()
    kinds = {"MESH", "CURVE", "FONT"}
    made = [
        o for o in bpy.context.scene.objects if o not in before and o.type in kinds and not o.get("helper")
    ]
    scene.camera(made, picture_size(facts["ratio"], long_side), **facts["camera"])
    scene.cycles(8)
    threads = bpy.context.scene.render
    threads.threads_mode, threads.threads = "FIXED", 1
    return made


def to_bytes(values):
    return (np.clip(values, 0, 1) * 255 + 0.5).astype(np.uint8)


def save(folder, name, kind, facts, layers_of, effect):
    """JPEG and true foreground of one picture; returns its row of the index."""
    light, alpha, color = layers_of
    _, exposure = post.tone(light, facts["key"], 0.02)
    if "shake" in effect:
        light, alpha, color = effects.shaken(light, alpha, color, *effect["shake"])
    if "photons" in effect:
        light = effects.sensor(light, exposure, effect["photons"])
    look = {"warmth": 0.02, "exposure": exposure}
    photo = post.grain(post.tone(light, **look)[0], 0.008, 7)
    Image.fromarray(to_bytes(photo)).save(
        os.path.join(folder, f"{name}.jpg"), quality=effect.get("quality", 90), optimize=True
    )
    cover = to_bytes(alpha)
    row = {"name": name, "class": kind, "shows": facts["shows"], "file": f"{name}.jpg"}
    if "shows" in effect:
        row["shows"] += f": {effect['shows']}"
    if kind in COLORED:
        row["foreground"] = f"{name}.rgba.png"
        own = to_bytes(post.tone(color, **look)[0])
        # Opaque pixels have the photo's colour: kept empty, the file is a fraction of the size.
        own[(cover == 0) | (cover == 255)] = 0
        Image.fromarray(np.dstack([own, cover]), "RGBA").save(
            os.path.join(folder, row["foreground"]), optimize=True
        )
    else:
        row["alpha"] = f"{name}.alpha.png"
        Image.fromarray(cover, "L").save(os.path.join(folder, row["alpha"]), optimize=True)
    height, width = alpha.shape
    return row | {"width": width, "height": height}


def render(name, facts, options):
    start = time.time()
    kept = os.path.join(options.store, f"{name}.npz") if options.store else ""
    if kept and os.path.exists(kept):
        with np.load(kept) as file:
            got = tuple(file[key].astype(np.float32) for key in ("light", "alpha", "color"))
    else:
        made = build(facts, options.long)
        got = layers.take(made, facts["look"])
        if kept:
            np.savez(kept, light=got[0].astype(np.float16), alpha=got[1], color=got[2].astype(np.float16))
    if facts["class"] == "base":
        rows = [save(options.out, f"{name}-{e}", e, facts, got, look) for e, look in EFFECTS.items()]
    else:
        rows = [save(options.out, name, facts["class"], facts, got, {})]
    print(f"rendered {name} in {time.time() - start:.0f} s", flush=True)
    return rows


def write_index(folder, rows):
    """yardstick.json, in the order of the table; rows of pictures not rendered now stay."""
    path = os.path.join(folder, "yardstick.json")
    known = {}
    if os.path.exists(path):
        with open(path) as file:
            known = {row["name"]: row for row in json.load(file)}
    known |= {row["name"]: row for row in rows}
    order = [n for kind in (None, *EFFECTS) for n in names_of(kind)]
    with open(path, "w") as file:
        json.dump([known[name] for name in order if name in known], file, indent=2)
        file.write("\n")


def names_of(effect):
    if effect is None:
        return [name for name, facts in PICTURES.items() if facts["class"] != "base"]
    return [f"{name}-{effect}" for name, facts in PICTURES.items() if facts["class"] == "base"]


def main():
    args = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--long", type=int, default=1024)
    parser.add_argument("--guards", action="store_true")
    parser.add_argument("--out")
    parser.add_argument("--store", help="folder that keeps the light: a second run only develops it")
    options = parser.parse_args(args)
    pictures, folder = (guard_pictures.PICTURES, "guards") if options.guards else (PICTURES, "yardstick")
    options.out = options.out or os.path.join(HERE, "../../tests", folder)
    for folder in filter(None, (options.out, options.store)):
        os.makedirs(folder, exist_ok=True)
    for name in options.names or pictures:
        rows = render(name, pictures[name], options)
        if not options.guards:
            write_index(options.out, rows)


main()
