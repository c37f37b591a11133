"""Renders a view of a scene of the library: its plate and the compositor's other files.

    blender -b -P assets/makers/scenes/build.py -- ID VIEW                      into assets/scenes/ID
    blender -b -P assets/makers/scenes/build.py -- ID VIEW --draft 320 [--samples 24] [--empty] [--out FILE.png]
    blender -b -P assets/makers/scenes/build.py -- ID VIEW --quick 4 --out DIR    all files of a view, a quarter of the side
    blender -b -P assets/makers/scenes/build.py -- ID VIEW --gpu     on a CUDA device, with three times the samples
    blender -b -P assets/makers/scenes/build.py -- --list
"""

import argparse
import importlib
import os
import sys
import time
from dataclasses import dataclass

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

import kit  # noqa: E402, F401
import bpy  # noqa: E402
import numpy as np  # noqa: E402
from kit import cameras, denoise, export, lights, passes, stage, tone  # noqa: E402
from kit.place import neutral_product  # noqa: E402
from nodes import rgb  # noqa: E402

LIBRARY = os.path.join(HERE, "library")
OUT = os.path.normpath(os.path.join(HERE, "../../scenes"))
MAX_PLATE_BYTES = 460_000


def scene_ids():
    return sorted(f[:-3].replace("_", "-") for f in os.listdir(LIBRARY) if f.endswith(".py") and not f.startswith("_"))


def module_of(scene_id):
    return importlib.import_module("library." + scene_id.replace("-", "_"))


def set_up(scene, name, product):
    view = scene.VIEWS[name]
    stage.reset()
    place = scene.build(view, np.random.default_rng(view.seed))
    neutral = neutral_product(place, view.pitch_deg > 80) if product else None
    camera = cameras.place_camera(view, place.height)
    bpy.context.view_layer.update()
    return view, place, camera, neutral


def clean_light(halves, strength=1.0, blur=None):
    """Light without color and noise, albedo, guides. `blur`: see `denoise.soften`."""
    a, b = halves
    # With few samples, a lamp's out-of-focus reflection in glass appears as dots, not as a disc.
    soft = lambda values: values if blur is None else denoise.soften(values, blur)
    albedo, normal = soft((a["albedo"] + b["albedo"]) / 2), soft((a["normal"] + b["normal"]) / 2)
    guide = np.concatenate([albedo * 1.5, normal], -1).astype(np.float32)
    denoise.despeckle(a["image"], b["image"])
    bare = soft(denoise.smooth([denoise.demodulate(h["image"], albedo) for h in halves], guide, strength))
    return bare, albedo, guide


def key_share(halves, bare, albedo, guide):
    """Share of the key light, at half the resolution: its file is smaller still."""
    bare, albedo, guide = (denoise.shrink(values, 2) for values in (bare, albedo, guide))
    key = denoise.smooth([denoise.demodulate(denoise.shrink(h["key"], 2), albedo) for h in halves], guide)
    return np.clip(denoise.luma(key) / np.maximum(denoise.luma(bare), 1e-5), 0, 1)


def expose(scene, view, linear):
    return scene.TONE.exposure or tone.meter(linear, view.key or scene.TONE.key)


def finish(scene, linear, exposure):
    return tone.srgb(tone.display_linear(linear, exposure, scene.TONE.contrast, scene.TONE.shoulder))


def blur_of(z, camera, view, side):
    """Radius of the circle of confusion in pixels of a picture with this side."""
    return denoise.circles(denoise.resize(z, side, side), camera.data.dof.focus_distance, view.lens_mm, view.f_stop, side)


def picture(scene, view, camera, pixels, samples):
    """A small clean picture and its exposure."""
    blur = blur_of(passes.depth(pixels), camera, view, pixels)
    bare, albedo, _ = clean_light(passes.light(pixels, samples), 1.3, blur)
    linear = bare * (albedo + denoise.FLOOR)
    return linear, expose(scene, view, linear)


def draft(args):
    started = time.time()
    scene = module_of(args.id)
    view, _, camera, _ = set_up(scene, args.view, not args.empty)
    built = time.time()
    linear, exposure = picture(scene, view, camera, args.draft, args.samples)
    export.keep(args.out or f"/tmp/{args.id}-{args.view}.png", export.png(finish(scene, linear, exposure)))
    print(f"DRAFT {args.id} {args.view}: built in {built - started:.1f} s, rendered in {time.time() - built:.1f} s, exposure {exposure:.3f}", flush=True)


@dataclass
class Effort:
    """Sides of the plate and of its light in pixels, samples of light."""

    plate: int = 2304
    light: int = 1536
    light_samples: int = 16
    small: int = 384
    small_samples: int = 40


def on_gpu():
    return Effort(light_samples=96, small_samples=120)


def quick(divisor):
    """Smaller plates; their light keeps most of its resolution, which is visible on metal and out-of-focus parts."""
    full = Effort()
    return Effort(full.plate // divisor, full.light // divisor, full.light_samples, 256, 28)


def plate(view, camera, z, effort):
    """The full picture in linear light, and the key light's share of it."""
    halves = passes.light(effort.light, effort.light_samples)
    bare, seen, guide = clean_light(halves, blur=blur_of(z, camera, view, effort.light))
    share = key_share(halves, bare, seen, guide)
    say("light")
    side = effort.plate
    fine = side * 2
    lit, albedo = np.empty((fine, fine, 3), np.float32), np.empty((fine, fine, 3), np.float32)
    for top, points in passes.color_strips(fine):
        here = np.concatenate([points["albedo"] * 1.5, points["normal"]], -1).astype(np.float32)
        part = np.s_[top : top + len(here)]
        # A pixel at an edge is a mixture of lit surfaces: the light meets the color of each before the mean.
        lit[part] = denoise.enlarge(bare, guide, here, top, fine / effort.light) * (points["albedo"] + denoise.FLOOR)
        albedo[part] = points["albedo"]
    detailed, albedo = denoise.halve(lit), denoise.halve(albedo)
    say("color")
    blur = blur_of(z, camera, view, side)
    plain = denoise.resize(bare * (seen + denoise.FLOOR), side, side)
    weight = denoise.plain_share(seen, albedo, blur, side / effort.light)
    detailed = denoise.soften(detailed, blur)
    return detailed + (plain - detailed) * weight[..., None], share


def say(stage_name):
    """CPU time so far, for the log."""
    print(f"DONE {stage_name} at {time.process_time():.0f} s of processor time", flush=True)


def render(scene_id, name, effort, out):
    started = time.time()
    scene, folder = module_of(scene_id), os.path.join(out, scene_id)
    os.makedirs(folder, exist_ok=True)
    view, place, camera, _ = set_up(scene, name, False)
    file = lambda end: os.path.join(folder, f"{name}{end}")
    sizes = {}

    z = passes.depth(512)
    linear, share = plate(view, camera, z, effort)
    exposure = expose(scene, view, linear)
    sizes["plate"] = export.keep(file(".webp"), export.best_webp(finish(scene, linear, exposure), MAX_PLATE_BYTES))
    values, nearest = export.inverse_depth(z)
    sizes["depth"] = export.keep(file("-depth.png"), export.png16(values))
    sizes["key"] = export.keep(file("-key.webp"), export.webp(denoise.resize(share, 576, 576), 82))
    front = passes.foreground(768, 40)
    if front is not None:
        alpha = np.clip(front[..., 3:], 0, 1)
        straight = front[..., :3] / np.maximum(alpha, 1e-3)
        sizes["front"] = export.keep(file("-front.webp"), export.webp(np.concatenate([finish(scene, straight, exposure), alpha], -1), 84))
    elif os.path.exists(file("-front.webp")):
        os.remove(file("-front.webp"))

    x, y = place.positions[0]
    sphere = passes.surroundings((x, y, place.height + place.max_height * 0.4)) * exposure
    lamps = [o for o in bpy.context.scene.objects if o.type == "LIGHT" and o.lightgroup == "key"]
    bpy.context.view_layer.update()
    key = max(lamps, key=lambda o: sum(lights.describe(o, (x, y, place.height), 1)["strength"]), default=None)
    if key:
        area = (x, y, place.height, place.max_width * 1.6, place.max_height * 1.2)
        sizes["gobo"] = export.keep(file("-gobo.png"), export.png(passes.seen_key(key, area)))
    described = [lights.describe(o, (x, y, place.height), exposure) for o in bpy.context.scene.objects if o.type == "LIGHT"]
    sizes["json"] = export.keep(
        file(".json"),
        export.dump(
            # The camera keeps its digits: at a low pitch four decimals miss the ground by a tenth of a millimeter.
            {"camera": cameras.facts(camera, view, place.height)}
            | export.rounded(
                {
                    "pixels": effort.plate,
                    "seed": view.seed,
                    "cm_per_pixel": view.span * 10 / effort.plate,
                    "ground": ground_facts(place, camera),
                    "tone": {"exposure": exposure, "contrast": scene.TONE.contrast, "shoulder": scene.TONE.shoulder},
                    "depth_nearest_cm": nearest,
                    "front": front is not None,
                    "lights": described,
                    "gobo": key and {"light": [o for o in bpy.context.scene.objects if o.type == "LIGHT"].index(key), "center_cm": [x * 10, y * 10], "foot_cm": place.height * 10, "width_cm": place.max_width * 16, "height_cm": place.max_height * 12},
                    "probe": {"at_cm": [x * 10, y * 10, (place.height + place.max_height * 0.4) * 10], "harmonics": export.harmonics(sphere), "sphere": denoise.shrink(sphere, 2)},
                }
            )
        ),
    )
    say("plate and data")
    _, place, camera, neutral = set_up(scene, name, True)
    reference, _ = picture(scene, view, camera, effort.small, effort.small_samples)
    sizes["reference"] = export.keep(file("-reference.webp"), export.webp(finish(scene, reference, exposure), 88))
    export.keep(os.path.join(folder, "scene.json"), export.dump({"id": scene_id, **scene.FACTS, "flat_lay": view.pitch_deg > 80 and not place.hangs, "neutral_product": export.rounded(neutral)}))
    print(f"VIEW {scene_id} {name}: {time.process_time() / 60:.1f} min of processor time, {(time.time() - started) / 60:.1f} min in all, {sum(sizes.values()) // 1000} KB {sizes}", flush=True)


def ground_facts(place, camera):
    cm = lambda points: [[x * 10, y * 10] for x, y in points]
    return {
        "height_cm": place.height * 10,
        "edge": place.edge,
        "polygon_cm": cm(place.polygon),
        "polygon": [cameras.project(camera, (x, y, place.height)) for x, y in place.polygon],
        "positions_cm": cm(place.positions),
        "positions": [cameras.project(camera, (x, y, place.height)) for x, y in place.positions],
        "max_width_cm": place.max_width * 10,
        "max_height_cm": place.max_height * 10,
        "gloss": place.gloss,
        "roughness": place.roughness,
        "color": rgb(place.color)[:3],
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("id", nargs="?")
    parser.add_argument("view", nargs="?", default="middle")
    parser.add_argument("--draft", type=int)
    parser.add_argument("--samples", type=int, default=24)
    parser.add_argument("--empty", action="store_true")
    parser.add_argument("--out")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--quick", type=int, default=1, help="divides the side of the plate")
    args = parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])
    stage.use_gpu = args.gpu
    if args.list:
        for scene_id in scene_ids():
            print("LISTED", scene_id, *module_of(scene_id).VIEWS, flush=True)
    elif args.draft:
        draft(args)
    else:
        effort = quick(args.quick) if args.quick > 1 else on_gpu() if args.gpu else Effort()
        render(args.id, args.view, effort, args.out or OUT)


main()
