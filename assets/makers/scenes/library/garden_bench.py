"""A weathered bench in the garden: cut lavender, a straw hat, a clay pot; bushes in the sun far behind."""

import math

import numpy as np
from mathutils import Vector

import materials as m
import mesh

from kit import gobos, lights, plants, shapes, surfaces
from kit.batch import Batch, aim, grid
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Garden bench with lavender", "de": "Gartenbank mit Lavendel"},
    "category": "outdoor",
    "tags": {
        "en": ["garden", "bench", "wood", "lavender", "straw hat", "pot", "foliage", "summer garden", "provence", "green"],
        "de": ["Garten", "Gartenbank", "Bank", "Holz", "Lavendel", "Strohhut", "Topf", "Laub", "Sommergarten", "Provence"],
    },
    "seasons": ["summer", "spring"],
    "light": ["back light", "sun", "evening sun"],
    "moods": ["relaxed", "natural", "romantic"],
    "colors": ["green", "purple", "wood", "lavender"],
}
VIEWS = {
    "low": View(7, span=5.0, row=0.74, seed=361, yaw_deg=-4, f_stop=2.8),
    "middle": View(17, span=4.8, row=0.72, seed=362, f_stop=2.8),
    "high": View(38, span=5.1, row=0.64, seed=363, yaw_deg=5, f_stop=2.8),
}
TONE = Tone(key=0.215, contrast=1.15)


def scrap(width, bend=0.2):
    """A coarse leaf for what is tiny or far: nine times fewer faces than a blade."""
    return grid(lambda u, v: (v * width / 2 * np.sin(np.pi * (0.06 + 0.9 * u)), u, 0.3 * np.abs(v) * width - bend * u * u), 4, 2)


def lavender(rng, start, way, length, materials, size=0.075):
    """One stalk: florets in whorls along its last third, closer toward the tip."""
    bud, stalk = materials
    points = plants.curve(start, way, length, rng.uniform(0.05, 0.3), 14, rng.uniform(-0.25, 0.25))
    kinds = [scrap(0.62, bend) for bend in (0.1, 0.2, 0.35)]
    spikes = Batch("lavender")
    for k in range(10):
        t = 0.66 + 0.34 * (k / 9) ** 0.85
        at, d = plants.along(points, min(t, 0.999))
        grow = size * (1.15 - 0.5 * k / 9)
        for j in range(9):
            out = Vector(rng.normal(0, 1, 3))
            out = (out - Vector(d) * out.dot(Vector(d))).normalized()
            spikes.add(kinds[j % 3], aim(at, out * 0.9 + Vector(d) * rng.uniform(0.5, 1.2), rng.uniform(0, 360), grow * rng.uniform(0.9, 1.7)), rng.random())
    return [spikes.build(bud), mesh.tube("stalk", [tuple(p) for p in points], 0.013, stalk, resolution=2)]


def bunch(rng, at, way, count, length, materials, spread=0.1, fan=0.16):
    made = []
    for _ in range(count):
        start = (at[0] + rng.normal(0, spread * 0.5), at[1] + rng.normal(0, spread * 0.5), at[2] + abs(rng.normal(0, spread * 0.5)))
        lean = Vector(way) + Vector(rng.normal(0, fan, 3) * (1, 1, 0.5))
        made += lavender(rng, start, tuple(lean), length * rng.uniform(0.85, 1.1), materials)
    return made


def straw(name):
    def build(n):
        at = n.coord()
        xyz = n.add("ShaderNodeSeparateXYZ", {0: at})
        r = n.math("SQRT", n.math("ADD", n.math("MULTIPLY", xyz.outputs[0], xyz.outputs[0]), n.math("MULTIPLY", xyz.outputs[1], xyz.outputs[1])))
        turn = n.math("ARCTAN2", xyz.outputs[1], xyz.outputs[0])
        row = n.math("SINE", n.math("MULTIPLY", n.math("ADD", r, xyz.outputs[2]), 70))
        weave = n.math("MULTIPLY", row, n.math("SINE", n.math("MULTIPLY", turn, 90)))
        cloud = n.noise(at, 3, 4, 0.6)
        color = surfaces.shade(n, "#d9b878", n.ramp(n.math("ADD", n.math("MULTIPLY", weave, 0.25), cloud), (0.3, 0.0), (0.75, 1.0)), 0.34)
        return {"Base Color": color, "Normal": n.bump(n.math("ADD", weave, row), 0.5, 0.02)}

    return m.principled(name, "#d2b074", 0.75, build, specular=0.2)


def hat(rng, at, turn_deg, material, ribbon):
    """A straw hat lying, its brim a little wavy."""
    outline = [(1.5, 0.05), (1.48, 0.02), (1.1, 0.05, 0.2), (0.78, 0.1, 0.1), (0.72, 0.55, 0.25), (0.6, 0.82, 0.2), (0.3, 0.86, 0.2), (0.01, 0.8)]
    rings, a = [], np.arange(160) / 160 * 2 * math.pi
    for r, z in mesh.round_profile(outline, 8):
        brim = max(0, (r - 0.8) / 0.7)
        lift = brim**1.5 * (0.05 + 0.06 * np.sin(2 * a + 0.7) + 0.03 * np.sin(3 * a))
        rings.append(np.stack([r * 1.08 * np.cos(a), r * np.sin(a), z + np.maximum(lift, -0.02)], 1))
    body = mesh.loft("hat", rings, material)
    solid = body.modifiers.new("solid", "SOLIDIFY")
    solid.thickness = 0.025
    band = mesh.loft("band", [np.stack([r * 1.08 * np.cos(a), r * np.sin(a), np.full(160, z)], 1) for r, z in ((0.805, 0.13), (0.8, 0.15), (0.772, 0.36), (0.765, 0.38))], ribbon)
    return mesh.move([body, band], at, (0, 0, turn_deg))


def bench(rng, wood):
    """Slats with gaps and rounded edges, a rail with a board behind."""
    y = -2.5
    while y < 1.9:
        depth = 0.92
        slat = shapes.slab((16, depth, 0.34), (rng.uniform(-1.5, 1.5), y + depth / 2, -0.34), wood, 0.05)
        slat.rotation_euler.z = rng.uniform(-0.003, 0.003)
        y += depth + 0.11
    for x in (-5.6, 5.2):
        shapes.slab((0.5, 0.4, 3.4), (x, 2.3, -0.6), wood, 0.05)
    for z in (0.85, 1.95):
        shapes.slab((16, 0.22, 0.72), (rng.uniform(-1, 1), 2.25, z), wood, 0.05).rotation_euler.x = -0.12


def garden(rng):
    """Bushes and lavender rows far behind, a lawn, leaves that the sun shines through."""
    lawn = m.principled("lawn", "#5f7d34", 0.95, lambda n: {"Base Color": n.mix(n.ramp(n.noise(n.coord(), 0.7, 5, 0.65), (0.35, 0.0), (0.65, 1.0)), "#4c6a2d", "#7b9545")})
    mesh.box("lawn", (160, 80, 1), (0, 42, -6), lawn)
    green = surfaces.leaf("bush", "#3f6a26", "#9aba52", "#b4c66c", 0.5)
    kinds, cloud = [scrap(0.5, bend) for bend in (0.1, 0.2, 0.3, 0.4)], Batch("bushes")
    for bx, by, bz, r in ((-7, 13, -1.5, 3.6), (-1.5, 17, -1.0, 4.4), (5.0, 14, -2.0, 3.4), (11, 19, 0, 5), (-14, 19, 0, 5)):
        for _ in range(620):
            p = Vector(rng.normal(0, 1, 3)).normalized()
            at = (bx + p.x * r, by + p.y * r, bz + p.z * r * 0.95)
            cloud.add(kinds[rng.integers(4)], aim(at, p + Vector(rng.normal(0, 0.6, 3)), rng.uniform(0, 360), rng.uniform(0.7, 1.4)), rng.random())
    cloud.build(green)
    core = m.principled("core", "#2c4219", 0.95)
    mesh.box("hedge", (120, 2, 20), (0, 30, -6), m.principled("hedge", "#4f6c36", 0.95, lambda n: {"Base Color": n.mix(n.ramp(n.noise(n.coord(), 0.5, 6, 0.7), (0.35, 0.0), (0.65, 1.0)), "#3a5526", "#a9c46a")}))
    for bx, by, bz, r in ((-7, 13, -1.5, 3.1), (-1.5, 17, -1.0, 3.8), (5.0, 14, -2.0, 2.9), (11, 19, 0, 4.3), (-14, 19, 0, 4.3)):
        ball = mesh.lathe("core", [(math.sin(k * math.pi / 20) + 1e-4, -math.cos(k * math.pi / 20)) for k in range(21)], core, 32)
        ball.scale, ball.location = (r,) * 3, (bx, by, bz)
    purple = surfaces.leaf("far lavender", "#6a5596", "#a893cc", "#b9a8d8", 0.4, 0.7, 0.1)
    row, spike = Batch("far lavender"), scrap(0.16)
    for _ in range(1300):
        x, y = rng.uniform(-9, 9), rng.uniform(5.5, 8.5)
        row.add(spike, aim((x, y, rng.uniform(-1.6, 0.3) + 0.25 * math.sin(x * 1.3)), Vector((rng.normal(0, 0.2), rng.normal(0, 0.2), 1)), rng.uniform(0, 360), rng.uniform(0.6, 1.1)), rng.random())
    row.build(purple)


def build(view, rng):
    wood = m.wood("bench", "#b99a76", "#7d6247", 0.6)
    bench(rng, wood)
    garden(rng)
    bud = surfaces.leaf("lavender", "#5b3f97", "#9a7fcc", "#8b74bd", 0.3, 0.7, 0.1)
    stalk = m.principled("lavender stalk", "#7d8f5c", 0.7)
    bunch(rng, (2.9, 0.5, 0.08), (-1, -0.5, 0.05), 22, 1.9, (bud, stalk), 0.12, 0.1)
    twine = m.principled("twine", "#c9a873", 0.9)
    for k in range(4):
        ring = mesh.tube("twine", [(0.0, 0.2 * math.cos(t), 0.15 * math.sin(t)) for t in (j * math.pi / 8 for j in range(16))], 0.018, twine, cyclic=True)
        mesh.move([ring], (2.42 - 0.035 * k, 0.28, 0.16), (0, 0, 26))
    hat(rng, (-2.6, 0.75, 0.03), 20, straw("straw"), m.principled("ribbon", "#4d4676", 0.6, sheen=0.4))
    clay = surfaces.plaster("clay", "#b5643f", 0.4, 0.22, 0.8)
    pot = mesh.lathe("pot", [(0, 0), (0.62, 0, 0.03), (0.82, 1.05, 0.03), (0.93, 1.05, 0.03), (0.97, 1.38, 0.04), (0.86, 1.38, 0.03), (0.8, 1.1), (0.78, 1.16), (0, 1.2)], clay, 128)
    pot.location = (2.55, 1.55, 0)
    leaf = surfaces.leaf("lavender leaf", "#6f8460", "#a5b48c", "#a5b48c", 0.2, 0.7, 0.15)
    for k in range(26):
        a, r = rng.uniform(0, 6.28), rng.uniform(0, 0.6)
        start = (2.55 + r * math.cos(a), 1.55 + r * math.sin(a), 1.1)
        way = (r * math.cos(a) * 0.7, r * math.sin(a) * 0.5, 1)
        lavender(rng, start, way, rng.uniform(1.3, 2.1), (bud, stalk), 0.08)
        points = plants.curve(start, (way[0] * 1.6, way[1] * 1.6, 1), rng.uniform(0.5, 1.0), 0.3, 8)
        plants.branch(rng, points, [scrap(0.12, 0.3)], (leaf, stalk), 0.4, 4, 40)
    for x, y in ((1.2, -0.75), (-1.4, -0.7), (1.55, -0.2)):
        lavender(rng, (x, y, 0.05), (rng.uniform(-1, 1), -0.4, 0.0), 0.9, (bud, stalk), 0.07)
    front(*bunch(rng, (-3.9, -1.75, 0.1), (1, -0.1, 0.14), 9, 2.5, (bud, stalk), 0.12, 0.1))
    gobos.leaves(rng, 150 + view.light_turn_deg, 40, 12, (0, 0.5, 0.8), 6, 5, 1.3, gap=2.6)
    lights.sun(150 + view.light_turn_deg, 40, 5.4, "#ffeabf", 1.2)
    lights.panel((-6, -5, 6), (0, 0, 0.6), (5, 5), 620, "#fbf6ea", "fill")
    lights.sky(0.85, (0.0, "#54682f"), (0.47, "#8fa860"), (0.55, "#e3ecc4"), (0.7, "#e8f0ea"), (1.0, "#a8cbea"))
    return Place(0.0, shapes.rectangle(-1.0, -0.75, 1.0, 0.85), [(0, 0), (-0.2, 0.15), (0.2, -0.1)], 2.0, 3.2, 0.05, 0.65, "#a5855f", "ground")
