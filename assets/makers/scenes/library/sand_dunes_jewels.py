"""Fine rippled sand before a dune in the last sun: a flat stone, gold half buried, pearls, dry grass."""

import math

import numpy as np

import materials as m
import mesh

from kit import jewels, lights, plants, relief, shapes, stones, surfaces
from kit.batch import Batch, grid, pose
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Rippled sand", "de": "Sand mit Wellen"},
    "category": "jewelry",
    "tags": {
        "en": ["sand", "dunes", "desert", "ripples", "jewelry", "gold", "pearls", "stone", "sunset"],
        "de": ["Sand", "Dünen", "Wüste", "Wellen", "Schmuck", "Gold", "Perlen", "Stein", "Sonnenuntergang"],
    },
    "seasons": ["summer", "all"],
    "light": ["low sun", "hard sun", "golden hour"],
    "moods": ["warm", "minimal", "luxurious"],
    "colors": ["sand", "apricot", "gold", "beige"],
}
VIEWS = {
    "middle": View(16, span=4.6, row=0.70, seed=322),
    "low": View(6, span=4.6, row=0.74, seed=321, yaw_deg=-4),
    "high": View(38, span=4.8, row=0.62, seed=323, yaw_deg=4),
}
TONE = Tone(key=0.36, contrast=1.18)


def build(view, rng):
    wave, bend = relief.waves(321, 20, 0.2, 0.7), relief.waves(322, 16, 0.25, 1.0)
    grain, fork = relief.waves(323, 34, 6, 20), relief.waves(324, 14, 0.8, 2.2)

    def ground(x, y):
        calm = 1 - np.exp(-(((x / 1.35) ** 2 + ((y - 0.15) / 1.05) ** 2) ** 2))
        phase = (0.62 * y + 0.72 * x + 0.45 * bend(x, y)) * 11.5 + 0.9 * fork(x, y)
        # A wind ripple is steep on one side.
        ripple = 0.5 + 0.5 * np.sin(phase + 0.55 * np.sin(phase))
        dune = 0.2 * wave(x, y) + 0.35 * np.maximum(y - 3.0, 0) * (0.6 + 0.4 * np.tanh((x + 1.5) / 3.5))
        return calm * (dune + 0.075 * ripple * (0.65 + 0.35 * bend(y, x)) + 0.004 * grain(x, y))

    sand = surfaces.sand("sand", "#dfbf96")
    relief.sheet("sand", (15, 12), (0, 0.6), ground, sand, (620, 620))
    relief.sheet("far sand", (60, 22), (0, 17.4), lambda x, y: ground(x, y) - 0.04 * np.exp(-((y - 6.4) ** 2)), sand, (300, 200))
    at = lambda x, y: float(ground(np.array(x), np.array(y)))
    stone = surfaces.pebble("stone", "#a98f76", "#dcc6ab", 0.6, glint=0.25)
    _, top = stones.slab(rng, (0, 0.2), (1.25, 0.95), 0.42, stone, -0.06)
    for x, y, size in ((1.75, 0.95, 0.34), (2.15, 0.6, 0.17), (-1.9, 1.35, 0.5), (-1.45, 0.95, 0.13)):
        stones.pebble(rng, (x, y), size, stone, 0.7, 0.22, at(x, y))
    gold = jewels.gold()
    jewels.hoop((-1.55, -0.35, at(-1.55, -0.35) - 0.16), 0.38, 0.042, gold, 58, 35)
    jewels.hoop((-1.2, -0.62, at(-1.2, -0.62) - 0.02), 0.24, 0.034, gold, 14, 10)
    jewels.ring((1.72, 0.92, at(1.75, 0.95) + 0.36), 0.15, gold, 74, 25, jewels.gem("citrine", "#ffd9a0"))
    pearl = jewels.pearl("pearl", "#efe0cc")
    path = []
    for k in range(70):
        t = k / 69
        x, y = 1.05 + 0.95 * t + 0.2 * math.sin(7 * t), -0.95 + 0.75 * t + 0.22 * math.cos(6 * t)
        path.append((x, y, at(x, y) - 0.012))
    jewels.string(path, 0.052, pearl, 0.11)
    front(jewels.hoop((-1.5, -2.45, at(-1.5, -2.45) - 0.2), 0.4, 0.045, gold, 52, -25))
    front(stones.pebble(rng, (1.75, -2.25), 0.3, stone, 0.7, 0.2, at(1.75, -2.25)))
    dry = surfaces.leaf("grass", "#a98c55", "#dac48e", "#e6d8aa", 0.35, 0.7, 0.15)
    tuft(rng, (2.9, 2.6, at(2.9, 2.6)), 46, 2.0, dry)
    tuft(rng, (-3.1, 2.9, at(-3.1, 2.9)), 34, 1.7, dry)
    haze = mesh.box("haze", (400, 1, 160), (0, 110, -40), m.principled("haze", "#e8d8cc", 1.0, dusk))
    haze.visible_diffuse = haze.visible_shadow = False
    lights.sun(-74, 19, 6.0, "#ffdcae", 0.7)
    lights.sky(0.62, (0.0, "#d3ae86"), (0.49, "#f0cfae"), (0.53, "#f3d7c0"), (0.62, "#e3d5d8"), (1.0, "#8fb0dc"))
    return Place(top, shapes.round_polygon(0.75, 0.18, squeeze=0.68), [(0, 0.12), (-0.15, 0.18), (0.15, 0.15)], 1.5, 2.4, 0.04, 0.75, "#c9b196")


def dusk(n):
    """The sky over the dunes: peach at the ground, pale blue above."""
    z = n.add("ShaderNodeSeparateXYZ", {0: n.coord()}).outputs[2]
    t = n.add("ShaderNodeMapRange", {"Value": z, 1: 38.0, 2: 70.0, 3: 0.0, 4: 1.0}).outputs[0]
    return {"Base Color": "#000000", "Specular": 0.0, "Emission": n.ramp(t, (0.0, "#ffd2a8"), (0.4, "#f2d6cc"), (1.0, "#a9c0e0")), "Emission Strength": 0.85}


def tuft(rng, at, count, length, material):
    batch = Batch("grass")
    for _ in range(count):
        bend, lean = rng.uniform(0.15, 0.8), rng.uniform(0, 0.5)
        blade = grid(lambda u, v: (v * 0.018 * (1 - u * 0.9), lean * u + bend * u * u, u * (1 - 0.25 * bend * u)), 12, 2)
        batch.add(blade, pose((at[0] + rng.normal(0, 0.1), at[1] + rng.normal(0, 0.1), at[2] - 0.05), (0, 0, rng.uniform(0, 360)), length * rng.uniform(0.5, 1.0)), rng.random())
    return batch.build(material)
