"""The floor of a forest: a mossy log, ferns, trunks in the haze, sun from behind."""

import numpy as np
from mathutils import Vector

import materials as m
import mesh

from kit import lights, plants, relief, shapes, stones, surfaces
from kit.batch import Batch, aim
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Mossy forest floor", "de": "Moosiger Waldboden"},
    "category": "outdoor",
    "tags": {
        "en": ["forest", "moss", "fern", "ferns", "wood", "bark", "log", "nature", "trees", "woods"],
        "de": ["Wald", "Waldboden", "Moos", "Farn", "Farne", "Holz", "Rinde", "Baumstamm", "Natur", "Bäume"],
    },
    "seasons": ["spring", "summer", "autumn"],
    "light": ["back light", "sun rays", "soft"],
    "moods": ["natural", "wild", "fresh"],
    "colors": ["green", "brown", "moss"],
}
VIEWS = {
    "low": View(6, span=4.9, row=0.74, seed=81, yaw_deg=4, f_stop=1.8),
    "middle": View(16, span=4.9, row=0.71, seed=82, f_stop=1.8),
    "high": View(37, span=4.9, row=0.64, seed=83, yaw_deg=-5, f_stop=2.4),
}
TONE = Tone(key=0.145, contrast=1.18)


def moss_ground(name):
    def build(n):
        at = n.coord()
        fine, patch = n.noise(at, 14, 5, 0.65), n.noise(at, 1.1, 5, 0.6)
        green = n.mix(n.ramp(fine, (0.3, 0.0), (0.7, 1.0)), "#22310f", "#5b7232")
        earth = n.mix(n.ramp(fine, (0.3, 0.0), (0.7, 1.0)), "#2e2116", "#6d5338")
        return {"Base Color": n.mix(n.ramp(patch, (0.44, 0.0), (0.52, 1.0)), earth, green), "Normal": n.bump(fine, 0.9, 0.1)}

    return m.principled(name, "#4a5a2a", 0.95, build, specular=0.1)


def tufts(rng, count, spot, material, size=0.16, name="moss"):
    """Moss: many short blades that stand in cushions; `spot()` returns a place and a normal."""
    kinds = [plants.blade(rng, 0.2, bend=0.5) for _ in range(5)]
    batch = Batch(name)
    for _ in range(count):
        at, normal = spot()
        lean = Vector(normal) + Vector(rng.normal(0, 0.55, 3))
        batch.add(kinds[rng.integers(5)], aim(at, lean, rng.uniform(0, 360), size * rng.uniform(0.5, 1.3)), rng.random())
    return batch.build(material)


def build(view, rng):
    wave, fine = relief.waves(81, 24, 0.3, 1.5), relief.waves(82, 30, 2, 8)
    flat = lambda x, y: 1 - 0.93 * np.exp(-((x / 1.7) ** 2 + ((y - 0.1) / 1.1) ** 2) ** 2)
    ground = lambda x, y: (0.22 * wave(x, y) + 0.035 * fine(x, y)) * flat(x, y) + 0.03 * np.maximum(y - 2, 0)
    relief.sheet("floor", (44, 44), (0, 14), ground, moss_ground("moss ground"), 300)
    stone = surfaces.pebble("rock", "#4c4f48", "#8b8d80", 0.75)
    slab, top = stones.slab(rng, (0, 0.15), (1.6, 1.1), 0.55, stone, 0.02)
    moss = surfaces.leaf("moss", "#2c4018", "#6f8437", "#6f8437", 0.3, 0.8, 0.08)

    def on_ground():
        x, y = rng.normal(0, 2.4), rng.uniform(-2.6, 5)
        return (x, y, float(ground(x, y)) - 0.02), (0, 0, 1)

    tufts(rng, 9000, on_ground, moss, 0.15)
    bark = surfaces.bark("bark", "#2e2219", "#6f5a45")
    for start, end, radius in (((-4.8, 3.3, 0.5), (1.6, 2.5, 0.42), 0.62), ((2.2, 3.6, 0.1), (5.5, 1.9, 0.35), 0.3)):
        log(rng, start, end, radius, bark, moss)
    rocks = [(-2.3, 0.7, 0.5), (2.35, 0.5, 0.62), (2.0, -0.55, 0.26), (-1.9, -0.45, 0.24)]
    for x, y, size in rocks:
        stones.boulder(rng, (x, y), size, stone, float(ground(np.array(x), np.array(y))), 0.15, 4)
    green = surfaces.leaf("fern", "#2f5a20", "#7fa843", "#a9bf6a", 0.4)
    stem = m.principled("fern stem", "#6a6a35", 0.7)
    for x, y in ((-3.2, 1.4), (3.3, 1.8), (-1.6, 4.2), (1.6, 4.6)):
        for k in range(6):
            a = 2 * np.pi * k / 6 + rng.uniform(-0.4, 0.4)
            plants.fern(rng, (x, y, 0.05), (np.cos(a) * 0.8, np.sin(a) * 0.8, 1.0), rng.uniform(1.6, 2.3), (green, stem), 1.1, 0.26)
    front(*plants.fern(rng, (-3.2, -2.2, -0.2), (0.85, 0.25, 0.75), 2.3, (green, stem), 1.2, 0.26))
    front(*plants.fern(rng, (3.3, -2.6, -0.2), (-0.8, 0.2, 0.6), 1.8, (green, stem), 1.1, 0.28))
    for _ in range(26):
        x, y = rng.uniform(-16, 16), rng.uniform(9, 34)
        points = [(x + rng.uniform(-0.35, 0.35) * k, y, -1 + 5.4 * k) for k in range(6)]
        mesh.tube("trunk", points, rng.uniform(0.25, 0.85), bark, radii=[1.5, 1.0, 0.95, 0.9, 0.85, 0.8])
    far = surfaces.leaf("far", "#33521f", "#86a447", "#86a447", 0.5)
    cloud = Batch("far leaves")
    kinds = [plants.blade(rng, 0.5) for _ in range(4)]
    for _ in range(4200):
        at = (rng.uniform(-18, 18), rng.uniform(13, 34), rng.uniform(0.0, 1.0) ** 0.7 * 15)
        cloud.add(kinds[rng.integers(4)], aim(at, Vector(rng.normal(0, 1, 3)), rng.uniform(0, 360), rng.uniform(0.5, 1.0)), rng.random())
    cloud.build(far)
    lights.sun(150, 40, 6.0, "#fff0c4", 1.5)
    lights.panel((-5, -4, 7), (0, 0, 0), (5, 5), 420, "#f0f4e4", "fill")
    lights.sky(0.8, (0.0, "#2c331c"), (0.46, "#75835c"), (0.58, "#d3dcb6"), (1.0, "#dfe6d6"))
    return Place(top, shapes.round_polygon(0.95, 0.15, squeeze=0.6), [(0, 0.1), (-0.15, 0.2), (0.2, 0.15)], 1.8, 3.1, 0.05, 0.8, "#6a6c62")


def log(rng, start, end, radius, bark, moss):
    a, b = Vector(start), Vector(end)
    obj = relief.body("log", int(rng.integers(1 << 30)), bark, ((b - a).length / 2 * 1.1, radius, radius), 0.06, 0.02, 6)
    obj.location = (a + b) / 2
    obj.rotation_euler = (b - a).to_track_quat("X", "Z").to_euler()
    way, long = (b - a).normalized(), (b - a).length
    side = way.cross(Vector((0, 0, 1))).normalized()

    def spot():
        t, turn = rng.uniform(0.02, 0.98), rng.normal(0, 0.6)
        r = radius * np.sqrt(max(0.05, 1 - (2 * t - 1) ** 2 * 0.8)) * 0.97
        up = Vector((0, 0, 1)) * np.cos(turn) + side * np.sin(turn)
        return a + way * long * t + up * r, up

    tufts(rng, 2600, spot, moss, 0.15, "log moss")
