"""Render the sample product pictures.

    blender -b -P assets/makers/samples/render.py -- [names…] [--long 1600] [--samples 96] [--out public/samples]

Without names all products are rendered. Each product module defines its setting; see products/.
"""

import argparse
import importlib
import json
import os
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "products")]

sys.dont_write_bytecode = True

import bpy  # noqa: E402
import numpy as np  # noqa: E402
import post  # noqa: E402
import scene  # noqa: E402
from PIL import Image  # noqa: E402

NAMES = ["mug", "lotion", "mokapot", "perfume", "beanie", "desklamp", "candle", "camera"]


def picture_size(ratio, long_side):
    w, h = ratio
    return (long_side, round(long_side * h / w)) if w >= h else (round(long_side * w / h), long_side)


def build(module, long_side):
    """Room and product of a module → (facts, product objects, size)."""
    scene.reset()
    facts = module.FACTS
    module.setting()
    before = set(bpy.context.scene.objects)
    module.build()
    product = [
        o
        for o in bpy.context.scene.objects
        if o not in before and o.type in {"MESH", "CURVE", "FONT", "CURVES"} and not o.get("helper")
    ]
    size = picture_size(facts["ratio"], long_side)
    scene.camera(product, size, **facts["camera"])
    return facts, product, size


def gather(name, product, samples, store):
    """Two independent halves of the light, guides and alpha; adds to the runs stored in `store`."""
    kept = os.path.join(store, f"{name}.npz") if store else None
    total = dict(np.load(kept)) if kept and os.path.exists(kept) else {"runs": np.array(0)}
    runs = int(total["runs"])
    with tempfile.TemporaryDirectory() as folder:
        for half in "ab":
            paths = scene.render_passes(folder, half, 11 + 2 * runs + (half == "b"))
            fresh = {f"{half}-{key}": post.load(path) for key, path in paths.items()}
            for key, value in fresh.items():
                total[key] = value if runs == 0 else (total[key] * runs + value) / (runs + 1)
        if "alpha" not in total:
            mask = os.path.join(folder, "alpha.exr")
            scene.render_alpha(mask, product)
            total["alpha"] = post.load(mask, 4)[..., 3]
    total["runs"] = np.array(runs + 1)
    if kept:
        np.savez(kept, **total)
    return total


def render(name, long_side, samples, out, draft, store):
    module = importlib.import_module(name)
    start = time.time()
    facts, product, size = build(module, long_side)
    scene.cycles(max(1, samples // 2))
    got = gather(name, product, samples, store)
    first, second = got["a-image"], got["b-image"]
    if draft:
        light = (first + second) / 2
    else:
        albedo, normal = ((got[f"a-{key}"] + got[f"b-{key}"]) / 2 for key in ("albedo", "normal"))
        light = post.settle(post.denoise(first, second, albedo, normal), albedo, normal)
    srgb, exposure = post.tone(light, **facts.get("tone", {}))
    srgb = post.grain(srgb, facts.get("grain", 0.012), 7)
    if draft:
        Image.fromarray((srgb * 255 + 0.5).astype(np.uint8)).save(os.path.join(out, f"{name}.png"))
    else:
        post.save_jpeg(os.path.join(out, f"{name}.jpg"), srgb)
        post.save_gray(os.path.join(out, f"{name}.alpha.png"), got["alpha"])
    print(
        f"rendered {name} {size[0]}x{size[1]} in {time.time() - start:.0f} s, run {got['runs']}, "
        f"exposure {exposure:.2f}",
        flush=True,
    )


def write_index(out):
    """samples.json: what each rendered picture shows."""
    rows = []
    for name in NAMES:
        if not os.path.exists(os.path.join(out, f"{name}.jpg")):
            continue
        facts = importlib.import_module(name).FACTS
        width, height = Image.open(os.path.join(out, f"{name}.jpg")).size
        rows.append(
            {
                "name": name,
                "title": facts["title"],
                "material": facts["material"],
                "file": f"{name}.jpg",
                "alpha": f"{name}.alpha.png",
                "width": width,
                "height": height,
                "suggestedStyle": facts["style"],
            }
        )
    with open(os.path.join(out, "samples.json"), "w") as file:
        json.dump(rows, file, indent=2)
        file.write("\n")


def main():
    args = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--long", type=int, default=960)
    parser.add_argument("--samples", type=int, default=96)
    parser.add_argument("--out", default=os.path.join(HERE, "../../../public/samples"))
    parser.add_argument("--draft", action="store_true", help="PNG without noise removal")
    parser.add_argument("--store", help="folder that keeps the light; every further run adds its samples")
    options = parser.parse_args(args)
    out = os.path.abspath(options.out)
    for folder in filter(None, (out, options.store)):
        os.makedirs(folder, exist_ok=True)
    for name in options.names or NAMES:
        render(name, options.long, options.samples, out, options.draft, options.store)
    if not options.draft:
        write_index(out)


main()
