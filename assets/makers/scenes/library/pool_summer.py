"""Summer at the pool: warm stone coping, rippled turquoise water behind, a straw hat, a cold drink, a rolled towel."""

import math

import numpy as np
from mathutils import Vector

import materials as m
import mesh

from kit import cloth, fruits, glassware, gobos, lights, plants, relief, shapes, surfaces, water
from kit.batch import Batch, aim
from kit.cameras import View
from kit.place import Place, Tone
from kit.settle import settle
from kit.stage import front

FACTS = {
    "name": {"en": "Summer at the pool", "de": "Sommer am Pool"},
    "category": "outdoor",
    "tags": {
        "en": ["pool", "swimming pool", "water", "summer", "vacation", "towel", "lemonade", "straw hat", "palm", "sun", "turquoise", "orange"],
        "de": ["Pool", "Schwimmbad", "Wasser", "Sommer", "Urlaub", "Handtuch", "Limonade", "Strohhut", "Palme", "Sonne", "Türkis", "Orange"],
    },
    "seasons": ["summer"],
    "light": ["hard sun", "sun", "palm shadow"],
    "moods": ["fresh", "cheerful", "relaxed"],
    "colors": ["turquoise", "blue", "sand", "orange"],
}
VIEWS = {
    "middle": View(18, span=5.0, row=0.72, seed=382, f_stop=3.4),
    "low": View(8, span=5.0, row=0.74, seed=381, yaw_deg=-4, f_stop=3.2),
    "high": View(39, span=5.0, row=0.66, seed=383, yaw_deg=5, f_stop=3.6),
}
TONE = Tone(key=0.32, contrast=1.15)


def hat(at, turn, straw, band):
    """A straw hat: braid in rings, a brim that waves a little."""
    a = np.arange(160) / 160 * 2 * math.pi
    profile = [(1.62, 0.0), (1.6, 0.035), (1.2, 0.09), (0.86, 0.1), (0.8, 0.18), (0.77, 0.5), (0.7, 0.76), (0.5, 0.88), (0.2, 0.9), (0.01, 0.9)]
    fine = mesh.round_profile([(r, z, 0.12) for r, z in profile], 5)
    rings = []
    for r, z in fine:
        brim = max(0.0, r - 0.85)
        rings.append(np.stack([r * 1.06 * np.cos(a), r * np.sin(a), z + 0.09 * brim * np.sin(2 * a + 0.6) + 0.05 * brim * np.sin(5 * a)], 1))
    under = [ring - [0, 0, 0.035] for ring in rings[:14]][::-1]
    parts = [mesh.loft("hat", [*under, *rings], straw)]
    belt = [np.stack([r * 1.06 * np.cos(a), r * np.sin(a), np.full(160, z)], 1) for r, z in ((0.84, 0.13), (0.825, 0.2), (0.8, 0.36), (0.785, 0.38))]
    parts.append(mesh.loft("band", belt, band))
    return mesh.move(parts, at, turn)


def sunglasses(at, turn_deg, frame, lens):
    """Round glasses that rest on their rims, temples folded behind them."""
    a = np.linspace(0, 2 * math.pi, 64, endpoint=False)
    parts = []
    for sign in (-1, 1):
        x, z = sign * 0.36 + 0.3 * np.cos(a), 0.31 + 0.27 * np.sin(a) + 0.02 * np.cos(a) * sign
        parts.append(mesh.tube("rim", [(float(u), 0.0, float(w)) for u, w in zip(x, z)], 0.032, frame, cyclic=True, kind="POLY"))
        glass = mesh.prism("lens", [(float(u), float(w)) for u, w in zip(x, z)], 0.02, lens)
        glass.rotation_euler.x, glass.location.y = math.pi / 2, 0.01
        parts.append(glass)
        parts.append(mesh.tube("temple", [(sign * 0.66, 0.0, 0.4), (sign * 0.7, 0.09, 0.38), (sign * 0.25, 0.13 + 0.04 * sign, 0.26), (-sign * 0.5, 0.15 + 0.05 * sign, 0.05)], 0.032, frame))
    parts.append(mesh.tube("bridge", [(-0.1, 0.0, 0.37), (0.0, -0.02, 0.42), (0.1, 0.0, 0.37)], 0.03, frame))
    return mesh.move(parts, at, (0, 0, turn_deg))


def shrubs(rng, material, y):
    """Leaves far behind, for the blur."""
    kinds, cloud = [plants.blade(rng, 0.55) for _ in range(4)], Batch("shrubs")
    for _ in range(2600):
        x = rng.uniform(-17, 17)
        at = (x, y + rng.normal(0, 0.7), (4.6 + 1.6 * math.sin(0.5 * x) + math.sin(1.3 * x)) * rng.random() ** 0.7)
        cloud.add(kinds[rng.integers(4)], aim(at, Vector(rng.normal(0, 1, 3)), rng.uniform(0, 360), rng.uniform(0.7, 1.3)), rng.random())
    return cloud.build(material)


def straw_braid():
    def build(n):
        xyz = n.add("ShaderNodeSeparateXYZ", {0: n.coord()}).outputs
        r = n.math("SQRT", n.math("ADD", n.math("MULTIPLY", xyz[0], xyz[0]), n.math("MULTIPLY", xyz[1], xyz[1])))
        row = n.math("SINE", n.math("MULTIPLY", n.math("ADD", r, n.math("MULTIPLY", xyz[2], 1.0)), 78))
        cross = n.math("SINE", n.math("MULTIPLY", n.math("ARCTAN2", xyz[1], xyz[0]), 150))
        weave = n.math("ADD", n.math("MULTIPLY", row, 0.5), n.math("MULTIPLY", n.math("MULTIPLY", row, cross), 0.4))
        fibre = n.noise(n.coord(), 9, 4, 0.6)
        tone = n.math("ADD", n.math("MULTIPLY", weave, 0.25), fibre)
        return {"Base Color": n.mix(n.ramp(tone, (0.25, 0.0), (0.75, 1.0)), "#b98f52", "#ecd3a0"), "Normal": n.bump(weave, 0.7, 0.02)}

    return m.principled("straw braid", "#d9b87f", 0.7, build, specular=0.25)


def build(view, rng):
    stone = surfaces.plaster("coping", "#e3d6c0", 0.45, 0.16, 0.7)
    edge = 1.75
    for k in range(-5, 6):
        width = 2.9
        mesh.box("coping", (width - 0.05, 2.6, 0.34), (k * width + 0.35, edge - 1.3, -0.34), stone, 0.07, 5)
        mesh.box("deck", (width - 0.05, 2.9, 0.34), (k * width - 0.75, edge - 4.1, -0.35), stone, 0.04, 4)
    mesh.box("joint", (40, 12, 0.3), (0, edge - 6.05, -0.4), surfaces.sand("joint", "#b8a88c"))
    tiles = m.tiles("tiles", "#3fb4c6", "#d8eef0", 0.5, 0.5, 0.15)
    mesh.box("pool wall", (60, 0.3, 6), (0, edge - 0.16, -6.05), tiles)
    bed = water.bed("bed", "#52c3d0", "#effffb", 0.85, 0.75)
    relief.sheet("bed", (60, 26), (0, edge + 13), lambda x, y: -3.0 + 0 * x, bed, 4)
    blue = water.clear("water", "#dff7f6", "#d2f2f0")
    calm = relief.waves(int(rng.integers(1 << 30)), 30, 0.5, 3.2)
    swell = relief.waves(int(rng.integers(1 << 30)), 16, 0.2, 0.7)
    relief.sheet("water", (60, 24), (0, edge + 12), lambda x, y: -0.72 + 0.03 * calm(x, y) + 0.03 * swell(x, y), blue, (560, 360))
    far = edge + 22.5
    mesh.box("far wall", (80, 0.4, 6), (0, far + 0.3, -5.6), tiles)
    mesh.box("far coping", (80, 3, 0.4), (0, far + 1.7, -0.34), stone, 0.08)
    mesh.box("far deck", (120, 20, 0.3), (0, far + 12, -0.4), stone)
    hedge = m.principled("hedge", "#4d7244", 0.95, lambda n: {"Base Color": n.mix(n.ramp(n.noise(n.coord(), 0.7, 6, 0.7), (0.35, 0.0), (0.7, 1.0)), "#27472a", "#86b064"), "Normal": n.bump(n.noise(n.coord(), 1.2, 6, 0.7), 1.0, 0.6)})
    shrubs(rng, surfaces.leaf("shrub", "#335a2c", "#8fb85a", "#8fb85a", 0.4), far + 11.6)
    mesh.box("hedge", (140, 3, 6.5), (0, far + 14, -0.4), hedge, 0.5)

    hat((2.75, 0.75, 0.02), (0, 0, 20), straw_braid(), m.principled("hat band", "#23424f", 0.8, sheen=0.4))
    glass = surfaces.clear("glass", "#f4f8f6")
    glassware.tumbler((-2.15, 0.75, 0), 0.48, 1.5, glass, m.principled("juice", "#f6ab34", 0.08, specular=0.6), 0.8)
    frozen = m.glass("ice", "#f6fbfd", 0.03, 1.31, "#f4f8fa")
    for dx, dy, z in ((0.12, -0.1, 1.2), (-0.16, 0.08, 1.22)):
        glassware.ice(rng, (-2.15 + dx, 0.75 + dy, z), 0.3, frozen)
    flesh = fruits.pulp("orange pulp", "#f0902a", "#fac670", "#f8e2b4", "#ea7c18", 11)
    skin = fruits.peel("orange peel", "#ef8418", "#ea9a24")
    wheel = fruits.slice_(rng, (-2.15, 0.75), 0.38, flesh, skin, lean=(84, 25))
    wheel.location = (-1.76, 0.6, 1.52)
    glassware.straw((-2.3, 0.85, 0.16), (0.14, -0.08), 2.05, m.principled("straw", "#e8654f", 0.4), 0.045)
    settle(fruits.half(rng, (-1.7, -0.25), 0.38, skin, flesh, 0.0, 20, 55, 1.0))
    settle(fruits.lemon(rng, (-2.35, -0.2), 0.4, skin, 0.0, 1.0, 0.0))
    towel = surfaces.linen("towel", "#f3efe6", 0.05, 0.8)
    stripe = surfaces.linen("stripe", "#3d9fb4", 0.05, 0.8)
    cloth.folded(rng, (2.0, 1.5, 0.34), 4, towel, (-3.3, 1.0, 0), 12, 0.02)
    front(*cloth.folded(rng, (1.9, 1.4, 0.5), 4, stripe, (2.75, -2.75, 0), -28, 0.03))
    sunglasses((1.65, -0.95, 0), -24, m.principled("frame", "#3a2214", 0.18, specular=0.6), m.principled("lens", "#120d0c", 0.04, specular=0.8))
    leaf, rib = surfaces.leaf("palm", "#3f6f3a", "#86ad58", "#a9c07a", 0.35, 0.45, 0.4), surfaces.bark("rib", "#6b7a3f", "#a3ad6b")
    front(*plants.palm(rng, (-4.6, -3.0, 0.9), (1, 0.35, 0.12), 2.6, (leaf, rib), 0.55, 20, 0.42))
    plants.palm(rng, (5.6, 4.8, 4.6), (-0.9, -0.15, 0.05), 3.6, (leaf, rib), 0.9, 26, 0.42)
    plants.palm(rng, (-5.8, 5.5, 5.2), (0.9, -0.1, 0.0), 3.4, (leaf, rib), 0.9, 26, 0.42)
    azimuth = -48 + view.light_turn_deg
    gobos.palm(rng, azimuth, 48, 9, (0.3, 0.2, 0.4), 6.5, (3.8, -2.4), 128, 1)
    lights.sun(azimuth, 48, 5.2, "#fff2dc", 0.7)
    lights.sky(0.85, (0.0, "#c9bda6"), (0.495, "#d4e4ec"), (0.54, "#d8eaf6"), (0.75, "#86bdec"), (1.0, "#559bde"))
    return Place(0.0, shapes.rectangle(-1.05, -0.85, 1.0, 1.0), [(0, 0), (-0.2, 0.1), (0.2, -0.1)], 2.0, 3.2, 0.06, 0.65, "#e3d6c0", "ground")
