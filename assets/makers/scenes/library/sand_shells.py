"""Warm sand with small dunes, shells, a bleached branch, dry grass; low sun."""

import math

import numpy as np

import materials as m
import mesh

from kit import gobos, lights, plants, relief, shapes, stones, surfaces
from kit.batch import drop
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Sand with shells", "de": "Sand mit Muscheln"},
    "category": "outdoor",
    "tags": {
        "en": ["sand", "beach", "dunes", "shells", "seashells", "driftwood", "summer", "desert"],
        "de": ["Sand", "Strand", "Dünen", "Muscheln", "Treibholz", "Sommer", "Wüste"],
    },
    "seasons": ["summer"],
    "light": ["low sun", "golden hour"],
    "moods": ["warm", "relaxed", "natural"],
    "colors": ["sand", "beige", "gold", "cream"],
}
VIEWS = {
    "low": View(6, span=5.0, row=0.73, seed=101, yaw_deg=-4),
    "middle": View(17, span=4.8, row=0.70, seed=102),
    "high": View(39, span=5.1, row=0.60, seed=103, yaw_deg=5),
}
TONE = Tone(key=0.44, contrast=1.15)


def build(view, rng):
    wave = relief.waves(101, 22, 0.25, 0.8)
    bend, fine = relief.waves(102, 16, 0.3, 1.2), relief.waves(103, 30, 4, 14)

    def ground(x, y):
        calm = 1 - 0.9 * np.exp(-((x / 1.5) ** 2 + ((y - 0.1) / 1.0) ** 2) ** 2)
        ripple = 0.5 + 0.5 * np.sin((y * 1.0 + 0.35 * x + 0.6 * bend(x, y)) * 7.5)
        dune = 0.34 * wave(x, y) + 0.16 * np.maximum(y - 1.8, 0)
        return calm * (dune + 0.075 * ripple**1.4 * (0.6 + 0.4 * bend(y, x)) + 0.008 * fine(x, y))

    relief.sheet("sand", (34, 32), (0, 6), ground, surfaces.sand("sand", "#dcc8a6"), 620)
    at = lambda x, y: float(ground(np.array(x), np.array(y)))
    cream, rose = shell_material("cream shell", "#efe1cb", "#c9a27c"), shell_material("rose shell", "#eecdbb", "#b9826c")
    scallop(rng, (-1.75, -0.2, at(-1.75, -0.2)), 0.62, cream, (38, 8, 25))
    scallop(rng, (1.55, -0.45, at(1.55, -0.45)), 0.44, rose, (24, -12, -40))
    spiral((1.95, 0.75, at(1.95, 0.75) + 0.16), 0.36, rose, (80, 10, 60))
    spiral((-2.5, 0.85, at(-2.5, 0.85) + 0.2), 0.46, cream, (75, -20, -35))
    front(*scallop(rng, (-2.1, -2.35, at(-2.1, -2.35) + 0.05), 0.58, rose, (30, 0, -20)))
    stone = surfaces.pebble("stone", "#a89782", "#e0d2bb", 0.55)
    for x, y, size in ((2.45, 0.2, 0.3), (-1.35, 0.75, 0.16), (1.2, 1.1, 0.12)):
        stones.pebble(rng, (x, y), size, stone, 0.6, 0.15, at(x, y))
    wood = surfaces.bark("driftwood", "#8f7f6c", "#d3c6b2")
    driftwood(rng, (-4.6, 2.2, 0.45), (0.6, 2.5, 0.42), 0.2, wood)
    dry = surfaces.leaf("grass", "#a88f58", "#d6c28c", "#e3d4a4", 0.35, 0.7, 0.15)
    grass(rng, (3.0, 2.4, at(3.0, 2.4)), 60, 2.6, dry)
    grass(rng, (-3.6, 3.9, at(-3.6, 3.9)), 50, 2.3, dry)
    front(grass(rng, (3.0, -2.6, at(3.0, -2.6)), 22, 1.7, dry))
    gobos.palm(rng, -58, 27, 10, (0.2, 0.4, 0.6), 6.5, (3.6, -2.6), 125, 1)
    lights.sun(-58, 27, 5.2, "#ffe9cd", 0.9)
    lights.sky(0.75, (0.0, "#d8c6a6"), (0.49, "#efe4d4"), (0.54, "#f3ece6"), (0.66, "#dfe8f2"), (1.0, "#8fb6e2"))
    return Place(at(0, 0.1), shapes.round_polygon(1.1, 0.1, squeeze=0.7), [(0, 0), (-0.25, 0.15), (0.25, 0.1)], 2.0, 3.2, 0.02, 0.9, "#d9bd93", "ground")


def shell_material(name, color, dark):
    def build(n):
        u = surfaces.attribute(n, "u")
        growth = n.math("SINE", n.math("MULTIPLY", n.math("ADD", u, n.math("MULTIPLY", n.noise(n.coord(), 3, 3), 0.06)), 42))
        tone = n.math("ADD", n.math("MULTIPLY", growth, 0.3), n.noise(n.coord(), 5, 4))
        return {"Base Color": n.mix(n.ramp(tone, (0.35, 0.0), (0.95, 1.0)), color, dark), "Normal": n.bump(growth, 0.12, 0.02)}

    return m.principled(name, color, 0.42, build, specular=0.4)


def scallop(rng, at, size, material, turn):
    from kit.batch import Batch, grid, pose

    def surface(u, v):
        a = v * 1.12
        rib = 0.045 * np.cos(a * 24) * u
        r = (u**0.9) * (1 - 0.05 * np.abs(v) ** 4)
        dome = 0.42 * np.sin(np.pi * np.clip(u, 0, 1) ** 0.7 * 0.62) * np.cos(a * 0.85)
        return r * np.sin(a), r * np.cos(a), dome + rib

    obj = Batch("scallop").add(grid(surface, 40, 110), pose((0, 0, 0), (0, 0, 0), size)).build(material)
    solid = obj.modifiers.new("solid", "SOLIDIFY")
    solid.thickness = 0.025
    obj.rotation_euler = [math.radians(t) for t in turn]
    obj.location = (at[0], at[1], 0)
    drop(obj, at[2] - 0.04)
    return [obj]


def spiral(at, size, material, turn):
    """A whelk: a circle that shrinks as it winds up its cone."""
    rings, steps, turns = [], 150, 4.6
    a = np.arange(40) / 40 * 2 * np.pi
    for k in range(steps):
        t = k / (steps - 1)
        shrink = math.exp(-2.9 * t)
        turn_at = t * turns * 2 * math.pi
        centre = np.array([math.cos(turn_at) * 0.62 * shrink, math.sin(turn_at) * 0.62 * shrink, 2.1 * (1 - shrink)])
        out = np.array([math.cos(turn_at), math.sin(turn_at), 0])
        r = 0.6 * shrink * (1 + 0.06 * np.sin(6 * a))
        rings.append(centre + r[:, None] * (np.cos(a)[:, None] * out + np.sin(a)[:, None] * np.array([0, 0, 1.35])))
    obj = mesh.loft("spiral", rings, material, caps=(False, True))
    obj.scale, obj.location = (size,) * 3, at
    obj.rotation_euler = [math.radians(t) for t in turn]
    return obj


def driftwood(rng, start, end, radius, material):
    p = np.linspace(start, end, 9) + rng.normal(0, 0.1, (9, 3))
    mesh.tube("driftwood", [tuple(q) for q in p], radius, material, resolution=8, radii=np.linspace(1.1, 0.45, 9) * rng.uniform(0.85, 1.15, 9))
    mesh.tube("twig", [tuple(p[4]), tuple(p[4] + [0.4, -0.3, 0.5]), tuple(p[4] + [0.9, -0.4, 0.75])], radius * 0.5, material, radii=[1, 0.7, 0.3])


def grass(rng, at, count, length, material):
    from kit.batch import Batch, grid, pose

    batch = Batch("grass")
    for _ in range(count):
        bend, lean = rng.uniform(0.15, 0.8), rng.uniform(0, 0.5)
        blade = grid(lambda u, v: (v * 0.022 * (1 - u * 0.9), lean * u + bend * u * u, u * (1 - 0.25 * bend * u)), 12, 2)
        batch.add(blade, pose((at[0] + rng.normal(0, 0.12), at[1] + rng.normal(0, 0.12), at[2] - 0.05), (0, 0, rng.uniform(0, 360)), length * rng.uniform(0.5, 1.0)), rng.random())
    return batch.build(material)
