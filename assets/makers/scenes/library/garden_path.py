"""A path of flagstones through a garden: lawn, box balls, a clipped hedge, a terracotta pot, the shadow of a tree."""

import math

import numpy as np
from mathutils import Vector

import materials as m
import mesh

from kit import garden, gobos, lights, plants, relief, rooms, shapes, surfaces
from kit.batch import Batch, Shape, aim, grid, pose
from kit.cameras import View
from kit.place import Place, Tone

FACTS = {
    "name": {"en": "Garden path", "de": "Gartenweg"},
    "category": "outdoor",
    "tags": {
        "en": ["garden path", "garden", "flagstones", "terrace", "patio", "lawn", "grass", "hedge", "boxwood", "summer"],
        "de": ["Gartenweg", "Garten", "Natursteinplatten", "Terrasse", "Rasen", "Gras", "Hecke", "Buchsbaum", "Sommer"],
    },
    "seasons": ["spring", "summer"],
    "light": ["sun", "leaf shadow", "morning"],
    "moods": ["natural", "fresh", "relaxed"],
    "colors": ["green", "gray", "terracotta"],
}
VIEWS = {
    "middle": View(16, span=25, row=0.80, lens_mm=50, f_stop=0.7, seed=491),
    "high": View(36, span=25, row=0.64, lens_mm=50, f_stop=0.7, seed=493, yaw_deg=5),
}
TONE = Tone(key=0.21, contrast=1.13)
STONES_END = 5.2


def flags(rng, stone, size=(3.4, 5.6), gap=0.22):
    """Rows of broken rectangles, each with an uneven rim, a tone and a slight tilt of its own."""
    wave, batch, y = relief.waves(490, 18, 0.5, 2.6, 3), Batch("flags"), STONES_END
    while y > -16:
        depth, x = rng.uniform(*size) * 0.85, -24.0 + rng.uniform(0, 4)
        while x < 24:
            wide = rng.uniform(*size) * 1.35
            batch.add(flag(rng, wide - gap, depth - gap, wave), pose((x + wide / 2, y - depth / 2, rng.normal(0, 0.014)), (rng.normal(0, 0.16), rng.normal(0, 0.16), rng.normal(0, 0.4))), rng.random())
            x += wide
        y -= depth
    return batch.build(stone, smooth=False)


def flag(rng, wide, deep, wave):
    outline = np.array([(x, y) for x, y, _ in mesh.rounded_rect(wide, deep, 0.35, 0, 8)])
    # More points along the long sides, so the rim can be uneven.
    points = []
    for a, b in zip(outline, np.roll(outline, -1, 0)):
        steps = max(1, round(float(np.hypot(*(b - a))) / 0.3))
        points += [a + (b - a) * k / steps for k in range(steps)]
    p, shift = np.array(points), rng.uniform(-50, 50, 2)
    rim = 1 + 0.024 * wave(p[:, 0] + shift[0], p[:, 1] + shift[1], 0 * p[:, 0])
    n, rings = len(p), []
    for inset, z in ((0.0, -0.5), (0.0, -0.12), (0.012, -0.04), (0.03, 0.0)):
        rings.append(np.column_stack([p * (rim - inset)[:, None], np.full(n, z)]))
    faces = [(r * n + i, r * n + (i + 1) % n, (r + 1) * n + (i + 1) % n, (r + 1) * n + i) for r in range(3) for i in range(n)]
    faces.append(tuple(3 * n + i for i in range(n)))
    return Shape(np.concatenate(rings), faces)


def slate(name):
    def build(n):
        at, tint = n.coord(), surfaces.attribute(n, "tint")
        fine, cloud, layer = n.noise(at, 13, 6, 0.7), n.noise(at, 0.7, 8, 0.65, 0.8), n.noise(at, 2.4, 7, 0.62, 1.6)
        color = n.mix(tint, "#8d867a", "#a79f8f")
        color = n.mix(n.ramp(layer, (0.42, 0.0), (0.62, 0.6)), color, "#b7a283")
        color = surfaces.shade(n, color, n.ramp(n.math("ADD", n.math("MULTIPLY", cloud, 0.55), n.math("MULTIPLY", fine, 0.45)), (0.34, 0.0), (0.64, 1.0)), 0.36)
        color = n.mix(n.ramp(n.noise(at, 1.6, 6, 0.75), (0.6, 0.0), (0.68, 0.45)), color, "#6d7350")
        height = n.math("ADD", n.math("MULTIPLY", layer, 1.2), n.math("ADD", cloud, n.math("MULTIPLY", fine, 0.35)))
        return {"Base Color": color, "Roughness": n.ramp(cloud, (0.35, 0.6), (0.65, 0.82)), "Normal": n.bump(height, 0.42, 0.06)}

    return m.principled(name, "#9a9284", 0.75, build, specular=0.25)


def build(view, rng):
    mesh.box("soil", (160, 60, 1), (0, -10, -1.14), surfaces.plaster("soil", "#5b5238", 0.8, 0.4, 0.95))
    mesh.box("ground", (200, 90, 1), (0, STONES_END + 45, -1.05), m.principled("earth", "#3c4a20", 0.95, lambda n: {"Base Color": n.mix(n.noise(n.coord(), 1.5, 5), "#2c3a17", "#566b2c")}))
    flags(rng, slate("flagstone"))
    garden.lawn(rng, surfaces.leaf("grass", "#3d5d20", "#8aa544", "#8fa64a", 0.4, 0.5, 0.25), STONES_END)
    green, core = surfaces.leaf("box", "#2f4a20", "#6b8a40", "#86a058", 0.3), m.principled("core", "#1f2c14", 0.95)
    garden.clipped(rng, (12.0, 12.5, 2.5), (3.1, 3.0, 2.9), 5200, green, core)
    garden.clipped(rng, (17.6, 16.0, 3.4), (4.1, 4.0, 3.8), 6000, green, core)
    garden.clipped(rng, (-17.5, 17.0, 2.8), (3.6, 3.4, 3.2), 5000, green, core)
    leaves, bark = surfaces.leaf("leaf", "#3a5a24", "#8aa650", "#9cb45e", 0.4), surfaces.bark("bark", "#3a2d22", "#75644f")
    for x, y, height in ((-44, 74, 50), (-17, 96, 62), (8, 84, 44), (31, 70, 54), (57, 92, 66), (-74, 92, 60)):
        garden.tree(rng, (x, y, -1), height, leaves, bark, 3000)
    garden.hedge(rng, 27.0, 15.0, surfaces.leaf("hedge", "#38581f", "#86a348", "#9cb45e", 0.35), core)

    clay = surfaces.plaster("pot", "#b4704e", 0.45, 0.25, 0.8)
    at = (-9.4, 3.0, 0)
    rooms.turned([(0, 0), (1.7, 0, 0.1), (2.3, 3.5, 0.1), (2.6, 3.55, 0.1), (2.6, 4.4, 0.12), (2.3, 4.4, 0.1), (2.2, 3.9), (0, 4.0)], at, clay)
    leaf, stem = surfaces.leaf("lavender leaf", "#6f8068", "#9aa88c", "#a9b59b", 0.25), m.principled("lavender stem", "#7a8a5c", 0.6)
    bud = surfaces.leaf("lavender", "#5b3f97", "#9a7fcc", "#8b74bd", 0.3, 0.7, 0.1)
    floret = grid(lambda u, v: (v * 0.3 * np.sin(np.pi * (0.06 + 0.9 * u)), u, 0.1 * np.abs(v) - 0.2 * u * u), 4, 2)
    spikes, foliage, narrow = Batch("lavender"), Batch("lavender leaves"), plants.blade(rng, 0.16)
    for _ in range(150):
        a, lean = rng.uniform(0, 6.28), abs(rng.normal(0, 0.34))
        points = plants.curve((at[0] + rng.normal(0, 0.8), at[1] + rng.normal(0, 0.8), 3.9), (lean * math.cos(a), lean * math.sin(a), 1), rng.uniform(4.2, 6.2), 0.15, 10, rng.uniform(-0.2, 0.2))
        mesh.tube("stalk", [tuple(p) for p in points], 0.035, stem, resolution=2)
        for k in range(34):
            t = 0.72 + 0.28 * k / 34
            where, d = plants.along(points, min(t, 0.999))
            spikes.add(floret, aim(where, Vector(rng.normal(0, 1, 3)) + Vector(d) * 0.8, rng.uniform(0, 360), rng.uniform(0.16, 0.26)), rng.random())
        for k in range(14):
            where, d = plants.along(points, rng.uniform(0.02, 0.45))
            foliage.add(narrow, aim(where, Vector(d) * 0.8 + Vector(rng.normal(0, 0.6, 3)), rng.uniform(0, 360), rng.uniform(0.8, 1.5)), rng.random())
    spikes.build(bud)
    foliage.build(leaf)

    azimuth = -54 + view.light_turn_deg
    gobos.crown(rng, azimuth, 42, 52, (-2, 3, 4), (22, 15), 30, 46, 0.9, 5.0)
    lights.sun(azimuth, 42, 5.4, "#fff0d8", 0.7)
    lights.sky(0.8, (0.0, "#6f7a55"), (0.5, "#cfdae2"), (0.62, "#a9c6e6"), (1.0, "#8db4e2"))
    return Place(0.0, shapes.rectangle(-6.8, -3.4, 6.8, 3.2), [(0, 0), (1.2, 0.4), (-1.0, -0.3)], 18.0, 16.0, 0.03, 0.8, "#9a9284", "ground")
