"""Renders the pieces of a prop: color, where their light comes from, and heights.

    blender -b -t 1 -P assets/makers/props/render.py -- rose-petals                       into assets/props/rose-petals
    blender -b -t 1 -P assets/makers/props/render.py -- all --samples 16 --scale 0.5 --out /tmp/props   a quick look
"""

import argparse
import math
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.normpath(os.path.join(HERE, "../scenes"))]
sys.dont_write_bytecode = True

import kit  # noqa: E402, F401
import bpy  # noqa: E402
import mesh  # noqa: E402
import numpy as np  # noqa: E402
from kit import export, lights, passes, stage, tone  # noqa: E402
from mathutils import Vector  # noqa: E402
from pieces import PROPS  # noqa: E402

OUT = os.path.normpath(os.path.join(HERE, "../../props"))
PITCHES = (7, 17, 38, 90)
# Directions of the lamps, seen from above (0: from the camera), and the weights with which the stored color is lit.
LAMPS = {"left": -80, "right": 80, "back": 180}
WEIGHTS = {"sky": 0.4, "left": 0.22, "right": 0.22, "back": 0.16}
ELEVATION = 42
CELL_PIXELS = 288
HEIGHT_PIXELS = 64
# Side of a cell in radii of the largest piece, and the distance between pieces in cells while they are rendered.
CELL, APART = 2.04, 1.75


def set_up():
    scene = stage.reset()
    layer = bpy.context.view_layer
    while layer.lightgroups:
        layer.active_lightgroup_index = 0
        bpy.ops.scene.view_layer_remove_lightgroup()
    for name in WEIGHTS:
        layer.lightgroups.add(name=name)
    scene.world.lightgroup = "sky"
    lights.sky(1.0, "#ffffff")
    for name, azimuth in LAMPS.items():
        # Each lamp lights level white ground to 1, as the sky does.
        lights.sun(azimuth, ELEVATION, math.pi / math.sin(math.radians(ELEVATION)), "#ffffff", 9, name)
    c = scene.cycles
    c.use_fast_gi, c.max_bounces, c.diffuse_bounces, c.glossy_bounces, c.transmission_bounces = False, 6, 2, 2, 6
    c.sample_clamp_indirect, c.adaptive_threshold = 2.0, 0.03
    c.film_transparent_glass = True
    scene.render.film_transparent = True
    # Ground that no camera sees: it darkens and lights the pieces from below.
    grey = bpy.data.materials.new("ground")
    grey.use_nodes = True
    grey.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (0.4, 0.38, 0.36, 1)
    ground = mesh.box("ground", (80, 80, 1), (0, 0, -1.0), grey)
    ground.visible_camera = False
    return scene


def corners(objects):
    """All vertices of the objects in the scene, modifiers applied."""
    graph, found = bpy.context.evaluated_depsgraph_get(), []
    for obj in objects:
        if obj.type not in {"MESH", "CURVE"}:
            continue
        body = obj.evaluated_get(graph).to_mesh()
        co = np.empty(len(body.vertices) * 3, np.float32)
        body.vertices.foreach_get("co", co)
        turn = np.array(obj.matrix_world)
        found.append(co.reshape(-1, 3) @ turn[:3, :3].T + turn[:3, 3])
    return np.concatenate(found)


def place_pieces(builders, seed):
    """Builds the pieces on the ground in a row, too far apart to shade each other → radius and height of each, side of a cell."""
    facts, handles = [], []
    for k, build in enumerate(builders):
        before = set(bpy.data.objects)
        build(np.random.default_rng(seed * 100 + k))
        made = [o for o in bpy.data.objects if o not in before]
        bpy.context.view_layer.update()
        points = corners(made)
        low, high = points.min(0), points.max(0)
        middle = (low + high) / 2
        handle = mesh.link(bpy.data.objects.new("piece", None))
        for obj in made:
            if obj.parent is None:
                obj.parent = handle
        handle.location = (-middle[0], -middle[1], -low[2])
        handles.append(handle)
        radius = float(np.hypot(*(points - middle)[:, :2].T).max())
        print(f"PIECE {k} radius {radius:.2f} height {high[2] - low[2]:.2f}", flush=True)
        facts.append((radius, float(high[2] - low[2])))
    side = CELL * max(radius for radius, _ in facts)
    for k, handle in enumerate(handles):
        handle.location.x += (k - (len(builders) - 1) / 2) * APART * side
    bpy.context.view_layer.update()
    return facts, side


def look(pitch_deg, width):
    """A parallel camera whose picture is `width` wide, centred on the pieces' middle on the ground."""
    data = bpy.data.cameras.new("camera")
    data.type, data.ortho_scale, data.clip_start, data.clip_end = "ORTHO", width, 0.01, 100
    eye = mesh.link(bpy.data.objects.new("camera", data))
    pitch = math.radians(pitch_deg)
    eye.location = Vector((0, -math.cos(pitch), math.sin(pitch))) * 30
    eye.rotation_euler = (math.pi / 2 - pitch, 0, 0)
    bpy.context.scene.camera = eye
    bpy.context.view_layer.update()


def bands(side, height, pitch_deg):
    """Rows above and below the pieces' middle on the ground that a cell needs, in units."""
    flat = math.sin(math.radians(pitch_deg)) * side / 2
    return flat + math.cos(math.radians(pitch_deg)) * height + 0.02, flat + 0.02


def cells(values, count, pixels):
    """The cells of the pieces, cut out of the picture of the whole row."""
    apart = values.shape[1] // count
    left = (apart - pixels) // 2
    return np.concatenate([values[:, k * apart + left : k * apart + left + pixels] for k in range(count)], 1)


def shoot_view(pitch, side, count, height, samples, pixels):
    above, below = bands(side, height, pitch)
    per_unit = pixels / side
    up, down = math.ceil(above * per_unit), math.ceil(below * per_unit)
    apart = round(APART * pixels)
    size = (apart * count, up + down)
    look(pitch, apart * count / per_unit)
    bpy.context.scene.camera.data.shift_y = (up - down) / 2 / size[0]
    wanted = {"image": "Image"} | {name: f"Combined_{name}" for name in WEIGHTS}
    shot = {key: cells(values, count, pixels) for key, values in passes.shoot(wanted, size, samples, channels=4).items()}
    alpha = np.clip(shot["image"][..., 3], 0, 1)
    parts = {name: np.maximum(shot[name][..., :3], 0) * weight for name, weight in WEIGHTS.items()}
    color = sum(parts.values())
    level = np.maximum(color.sum(-1), 1e-5)
    shares = np.stack([parts[name].sum(-1) / level for name in LAMPS], -1)
    straight = color / np.maximum(alpha, 1e-3)[..., None]
    return np.concatenate([tone.srgb(np.clip(straight, 0, 1)), alpha[..., None]], -1), shares, up


def spread(values, alpha, steps=6):
    """Continues values beyond the pieces, so that compression and scaling do not darken their edges."""
    solid = alpha > 0.02
    values = np.where(solid[..., None], values, 0)
    weight = solid.astype(np.float32)
    for _ in range(steps):
        total, near = np.zeros_like(values), np.zeros_like(weight)
        for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            total += np.roll(values * weight[..., None], (dy, dx), (0, 1))
            near += np.roll(weight, (dy, dx), (0, 1))
        fill = (weight == 0) & (near > 0)
        values[fill] = (total / np.maximum(near, 1e-6)[..., None])[fill]
        weight[fill] = 1
    return values


def heights(side, count):
    """Heights of the pieces from straight above, as shares of the highest."""
    apart = round(APART * HEIGHT_PIXELS)
    look(90, apart * count * side / HEIGHT_PIXELS)
    with passes.without_light():
        z = passes.shoot({"z": "Depth"}, (apart * count, HEIGHT_PIXELS), 1, 3, adaptive=False)["z"][..., 0]
    z = cells(z, count, HEIGHT_PIXELS)
    return np.where(z < 1000, np.clip(30 - z, 0, None), 0)


def render(name, samples, scale, out):
    started = time.time()
    builders = PROPS[name]
    set_up()
    facts, side = place_pieces(builders, list(PROPS).index(name) + 1)
    tallest = max(height for _, height in facts)
    pixels = round(CELL_PIXELS * scale)
    count, rows, views = len(builders), 0, []
    colors, shares = [], []
    for pitch in PITCHES:
        rgba, light, up = shoot_view(pitch, side, count, tallest, samples, pixels)
        rgba[..., :3] = spread(rgba[..., :3], rgba[..., 3])
        colors.append(rgba)
        shares.append(spread(light, rgba[..., 3]))
        views.append({"pitch_deg": pitch, "top": rows, "rows": len(rgba), "ground_row": up})
        rows += len(rgba)
    raised = heights(side, count)
    most = float(raised.max())
    folder = os.path.join(out, name)
    os.makedirs(folder, exist_ok=True)
    file = lambda end: os.path.join(folder, end)
    sizes = [
        export.keep(file("color.webp"), export.webp(np.concatenate(colors), 86, 88)),
        export.keep(file("light.webp"), export.webp(np.concatenate(shares), 80)),
        export.keep(file("heights.png"), export.png(raised / most)),
        export.keep(
            file("prop.json"),
            export.dump(export.rounded({"id": name, "cell_cm": side * 10, "cell_pixels": pixels, "highest_cm": most * 10, "weights": WEIGHTS, "pieces": [{"radius_cm": r * 10, "height_cm": h * 10} for r, h in facts], "views": views})),
        ),
    ]
    print(f"PROP {name}: {time.process_time():.0f} s of processor time, {time.time() - started:.0f} s in all, {sum(sizes) // 1000} KB {sizes}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ids", nargs="+")
    parser.add_argument("--samples", type=int, default=64)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--out", default=OUT)
    args = parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])
    for name in PROPS if args.ids == ["all"] else args.ids:
        render(name, args.samples, args.scale, args.out)


main()
