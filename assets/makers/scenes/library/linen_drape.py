"""Linen over a block, its folds falling to a pale table; pears, a vase with an olive branch, soft light of a window."""

import math

import numpy as np

import materials as m
import mesh

from kit import furniture, gobos, lights, plants, relief, shapes, surfaces
from kit.batch import drop
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Draped linen", "de": "Drapiertes Leinen"},
    "category": "fashion",
    "tags": {
        "en": ["linen", "drape", "fabric", "cloth", "folds", "pears", "still life", "vase", "window light"],
        "de": ["Leinen", "Drapierung", "Stoff", "Tuch", "Falten", "Birnen", "Stillleben", "Vase", "Fensterlicht"],
    },
    "seasons": ["autumn", "all"],
    "light": ["soft", "window", "side light"],
    "moods": ["calm", "natural", "classic"],
    "colors": ["natural", "beige", "gray", "green"],
}
VIEWS = {
    "low": View(7, span=5.0, row=0.70, seed=331, yaw_deg=-4),
    "middle": View(18, span=5.0, row=0.66, seed=332),
    "high": View(38, span=5.1, row=0.60, seed=333, yaw_deg=5),
}
TONE = Tone(key=0.30, contrast=1.15)


def over_block(seed, size, height, spread, material):
    """A cloth over a block: almost level on top, folds down the sides, its rim spread on the table.

    Each ring is the block's outline at one distance along the cloth; unfolded it gives the weave.
    """
    w, d = size
    outline = mesh.rounded_rect(w, d, 0.16, 0)[:, :2]
    outline = np.vstack([outline, outline[:1]])
    step = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(outline, axis=0), axis=1))])
    long = step[-1]
    s = np.linspace(0, long, 640, endpoint=False)
    x, y = np.interp(s, step, outline[:, 0]), np.interp(s, step, outline[:, 1])
    tx, ty = np.roll(x, -1) - np.roll(x, 1), np.roll(y, -1) - np.roll(y, 1)
    # Normals turn softly around the corners, so that the folds fan out.
    turn = np.unwrap(np.arctan2(-tx, ty))
    kernel = np.hanning(61) / np.hanning(61).sum()
    turn = np.convolve(np.concatenate([turn[-60:] - 2 * math.pi, turn, turn[:60] + 2 * math.pi]), kernel, "same")[60:-60]
    nx, ny = np.cos(turn), np.sin(turn)
    ring_x, ring_y = np.cos(2 * math.pi * s / long) * long / 6.28, np.sin(2 * math.pi * s / long) * long / 6.28
    folds, pleats = relief.waves(seed, 22, 0.6, 2.4), relief.waves(seed + 1, 22, 4, 11, 2, 0.5)
    phase = 23 * 2 * math.pi * s / long + 2.4 * folds(ring_x, ring_y)
    fold = (0.6 + 0.5 * folds(ring_x + 7, ring_y)).clip(0.12, 1) * (0.5 + 0.5 * np.sin(phase)) ** 1.3
    pleat = pleats(ring_x, ring_y)
    corner = np.exp(-(((np.abs(x) - w / 2) ** 2 + (np.abs(y) - d / 2) ** 2) / 0.42**2))
    rim = spread * (1 + 0.3 * folds(ring_x * 0.5 + 3, ring_y * 0.5) + 0.4 * corner)
    wrinkle = relief.waves(seed + 2, 26, 0.8, 4.5)
    soft = lambda px, py: 0.03 * wrinkle(px, py) * (1 - np.exp(-((px / (w * 0.33)) ** 2 + (py / (d * 0.36)) ** 2) ** 2))

    rings, flat = [], []

    def ring(px, py, pz, along):
        rings.append(np.stack([px, py, pz + 0 * px], 1))
        flat.append(np.stack([x + nx * along, y + ny * along], 1))

    for k in np.linspace(0.004, 0.965, 44):
        ring(x * k, y * k, height + soft(x * k, y * k), 0)
        flat[-1] = np.stack([x * k, y * k], 1)
    for a in np.linspace(0.2, math.pi / 2, 9):
        out = 0.09 * math.sin(a)
        z = height - 0.09 * (1 - math.cos(a)) + soft(x, y) * math.cos(a)
        ring(x + nx * out, y + ny * out, z, 0.09 * a)
    foot, fall = 0.07, height - 0.09
    bulge = 0.04 + 0.27 * fold + 0.24 * corner + 0.02 * pleat
    for k in np.linspace(0.04, 1, 40):
        out = 0.09 + bulge * (k * k * (3 - 2 * k)) ** 0.8
        ring(x + nx * out, y + ny * out, height - 0.09 - (fall - foot) * k, 0.14 + fall * k)
    for k in np.linspace(0.03, 1, 46):
        e = rim * k
        swell = 0.07 * np.exp(-e / 0.28) + (0.1 * fold + 0.05 * np.maximum(0, pleat)) * np.exp(-e / 0.7) * np.minimum(1, k * 6) + 0.02
        out = 0.09 + bulge + e
        ring(x + nx * out, y + ny * out, swell + 0.012 * wrinkle(x + nx * out, y + ny * out), 0.14 + fall + e)
    obj = mesh.loft("linen", rings, material)
    uv = np.stack(flat)
    n, count = len(s), len(rings)
    j, i = np.meshgrid(np.arange(count - 1), np.arange(n), indexing="ij")
    corners = [uv[j, i], uv[j, (i + 1) % n], uv[j + 1, (i + 1) % n], uv[j + 1, i]]
    obj.data.uv_layers[0].data.foreach_set("uv", np.ascontiguousarray(np.stack(corners, 2), np.float32).ravel())
    solid = obj.modifiers.new("solid", "SOLIDIFY")
    solid.thickness, solid.offset = 0.016, 1.0
    obj.rotation_euler.z = math.radians(-5)
    return obj


def pear(rng, at, size, material, stalk, ground=0.0, lean=(0, 0)):
    """A pear with its stalk; `lean` turns it, in degrees."""
    outline = [(0, 0.06), (0.25, 0.0, 0.1), (0.62, 0.2, 0.3), (0.66, 0.75, 0.5), (0.4, 1.25, 0.4), (0.24, 1.62, 0.25), (0.1, 1.72, 0.08), (0, 1.66)]
    body = mesh.lathe("pear", outline, material, 96, 10)
    co = np.empty(len(body.data.vertices) * 3, np.float32)
    body.data.vertices.foreach_get("co", co)
    p = co.reshape(-1, 3)
    wave = relief.waves(int(rng.integers(1 << 30)), 12, 0.8, 2.6, 3)
    p[:, :2] *= 1 + 0.05 * wave(*p.T)[:, None]
    p[:, 0] += 0.07 * np.maximum(p[:, 2] - 0.8, 0) ** 1.5
    body.data.vertices.foreach_set("co", p.ravel())
    body.scale = (size,) * 3
    body.rotation_euler = (math.radians(lean[0]), math.radians(lean[1]), rng.uniform(0, 6.28) if lean == (0, 0) else 0)
    body.location = (at[0], at[1], 0)
    drop(body, ground - 0.01)
    twig = mesh.tube("stalk", [(0.06, 0, 1.62), (0.1, 0, 1.78), (0.13, 0.03, 1.92), (0.2, 0.05, 2.06)], 0.035, stalk)
    twig.parent = body
    return [body, twig]


def skin(n):
    at = n.coord()
    ripe, speck = n.noise(at, 0.9, 3), n.noise(at, 26, 2, 0.5)
    color = n.mix(n.ramp(ripe, (0.42, 0.0), (0.66, 1.0)), "#939a4a", "#b0824a")
    color = n.mix(n.ramp(speck, (0.62, 0.0), (0.68, 0.5)), color, "#6f5a2c")
    return {"Base Color": color, "Roughness": n.ramp(ripe, (0.3, 0.34), (0.7, 0.5)), "Normal": n.bump(n.noise(at, 5, 3), 0.08, 0.03)}


def build(view, rng):
    mesh.box("wall", (60, 1, 40), (0, 5.0, -12), surfaces.plaster("wall", "#bdb4a6", 0.45, 0.12))
    furniture.top((40, 12), (0, 2.2, 0), m.wood("table", "#cdb592", "#a38661", 0.5, plank=2.2), 0.6)
    linen = surfaces.linen("linen", "#d9cebb", 0.03, 0.5)
    over_block(331 + view.seed, (3.1, 2.2), 1.0, 0.42, linen)
    fruit, stalk = m.principled("pear", "#a89a41", 0.42, skin, specular=0.45), surfaces.bark("stalk", "#4a3522", "#7d6040")
    pear(rng, (2.7, 0.75), 0.47, fruit, stalk)
    pear(rng, (2.55, -0.75), 0.44, fruit, stalk, 0.03, (98, 28))
    pear(rng, (-2.75, 0.5), 0.42, fruit, stalk)
    front(*pear(rng, (-2.15, -2.75), 0.46, fruit, stalk))
    clay = surfaces.ceramic("vase", "#8d8577", 0.55, "#5d564b")
    furniture.vase((2.75, 2.6, 0), 2.0, 0.85, clay, 0.3, 0.4)
    leaf = surfaces.leaf("olive leaf", "#55664a", "#94a482", "#b7c09c", 0.25, 0.55, 0.3)
    twig = surfaces.bark("twig", "#5f523f", "#94856c")
    for way, length in (((-0.75, -0.1, 1.0), 3.0), ((-0.2, 0.1, 1.0), 3.3), ((0.4, -0.2, 1.0), 2.6), ((0.8, 0.1, 0.8), 2.2)):
        plants.laurel(rng, (2.75, 2.6, 1.9), way, length, (leaf, twig), 0.52, 0.7, width=0.24)
    bowl = surfaces.ceramic("bowl", "#e4dccd", 0.4, "#a19683")
    furniture.bowl(0.95, 0.6, (-2.7, 2.1, 0), bowl)
    plum = m.principled("plum", "#3d2b40", 0.4, lambda n: {"Roughness": n.ramp(n.noise(n.coord(), 2.5, 4), (0.3, 0.3), (0.7, 0.65))})
    for x, y, z, r in ((-2.95, 1.95, 0.3, 0.3), (-2.4, 1.9, 0.32, 0.31), (-2.7, 2.4, 0.32, 0.3), (-2.68, 2.05, 0.72, 0.3)):
        ball = relief.body("plum", int(rng.integers(1 << 30)), plum, (r, r * 0.95, r * 0.95), 0.05, 0, 4)
        ball.location = (x, y, z + r * 0.6)
    front(*plants.laurel(rng, (3.5, -2.4, 0.12), (-0.9, 0.12, 0.12), 2.0, (leaf, twig), 0.5, 0.15, width=0.26))
    azimuth = -72 + view.light_turn_deg
    gobos.bars(azimuth, 30, 16, (0.3, 1.2, 1.2), (8, 9), (2, 3), 0.5, turn_deg=5)
    lights.sun(azimuth, 30, 3.6, "#fff0da", 2.4)
    lights.panel((-8, -1.5, 5), (0, 0.3, 0.8), (5, 6), 620, "#f3f4ff", "key")
    lights.sky(0.3, "#ece8e2")
    return Place(1.016, shapes.rectangle(-0.95, -0.65, 0.95, 0.65), [(0, 0), (-0.2, 0.1), (0.2, 0.05)], 1.9, 3.0, 0.02, 0.9, "#d9cebb")
