"""Branches of cherry blossom around a pale table, petals on the boards, a light spring sky."""

import math

import numpy as np
from mathutils import Vector

import materials as m
import mesh

from kit import furniture, gobos, lights, plants, shapes, surfaces
from kit.batch import Batch, aim, grid, pose
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Spring blossom", "de": "Frühlingsblüten"},
    "category": "seasonal",
    "tags": {
        "en": ["cherry blossom", "blossom", "spring", "sakura", "branch", "petals", "flowers", "easter", "mother's day", "sky"],
        "de": ["Kirschblüten", "Blüten", "Frühling", "Sakura", "Zweig", "Blütenblätter", "Blumen", "Ostern", "Muttertag", "Himmel"],
    },
    "seasons": ["spring", "easter"],
    "light": ["sun", "soft", "morning"],
    "moods": ["fresh", "romantic", "delicate"],
    "colors": ["pink", "white", "blue", "pastel"],
}
VIEWS = {
    "low": View(7, span=5.0, row=0.75, seed=381, yaw_deg=4, f_stop=3.2),
    "middle": View(17, span=5.0, row=0.71, seed=382, f_stop=3.2),
    "high": View(38, span=5.1, row=0.64, seed=383, yaw_deg=-5, f_stop=3.2),
}
TONE = Tone(key=0.38, contrast=1.13)


def cherry_petal(rng):
    """Round and cupped, with a notch at its tip."""
    cup, wave, phase = rng.uniform(0.16, 0.34), rng.uniform(0.01, 0.03), rng.uniform(0, 6.28)

    def surface(u, v):
        w = 0.44 * np.sin(np.pi * np.clip(0.05 + 0.86 * u, 0, 1)) ** 0.75 * (0.6 + 0.5 * u)
        y = u * (1 - 0.12 * np.exp(-(v**2) / 0.06) * u**8)
        return v * w, y, cup * (v * v * 0.45 + 0.9 * u * u) + wave * np.sin(4 * v + 5 * u + phase) * u

    return grid(surface, 8, 6)


class Blossoms:
    """Collects flowers, buds and their stalks; built once as a few meshes."""

    def __init__(self, rng):
        self.rng = rng
        self.kinds = [cherry_petal(rng) for _ in range(7)]
        self.thread = grid(lambda u, v: (v * 0.03 * (1 - 0.4 * u), u, 0.15 * u * u + 0 * v), 3, 1)
        self.dot = grid(lambda u, v: (v * 0.5 * np.sin(np.pi * (0.1 + 0.8 * u)), u, 0.3 * v * v), 3, 2)
        self.blade = plants.blade(rng, 0.3, bend=0.3)
        self.petals, self.threads, self.dots, self.greens = (Batch(name) for name in ("blossom", "threads", "dots", "greens"))

    def flower(self, at, toward, size, open_deg=None):
        rng = self.rng
        face = aim(at, toward, rng.uniform(0, 360), size)
        lift = rng.uniform(8, 34) if open_deg is None else open_deg
        base = pose((0, 0, 0), (-90, 0, 0))
        tint = rng.random()
        for k in range(5):
            spin = pose((0, 0, 0), (0, 0, 72 * k + rng.uniform(-7, 7)))
            leaf = pose((0, 0.05, 0), (lift + rng.uniform(-8, 8), 0, rng.uniform(-8, 8)), rng.uniform(0.92, 1.08))
            self.petals.add(self.kinds[rng.integers(7)], face @ base @ spin @ leaf, min(1, max(0, tint * 0.6 + rng.uniform(0, 0.4))))
        for _ in range(13):
            spin = pose((0, 0, 0), (0, 0, rng.uniform(0, 360))) @ pose((0, 0, 0), (rng.uniform(38, 82), 0, 0), rng.uniform(0.32, 0.5))
            self.threads.add(self.thread, face @ base @ spin, 0.5)
            self.dots.add(self.dot, face @ base @ spin @ pose((0, 1, 0.15), (0, 0, 0), 0.13), rng.random())
        for k in range(5):
            spin = pose((0, 0, -0.02), (0, 0, 72 * k + 36)) @ pose((0, 0, 0), (-12, 0, 0), 0.42)
            self.greens.add(self.blade, face @ base @ spin, rng.random())

    def bud(self, at, toward, size):
        face = aim(at, toward, self.rng.uniform(0, 360), size) @ pose((0, 0, 0), (-90, 0, 0))
        for k in range(4):
            self.petals.add(self.kinds[k], face @ pose((0, 0, 0), (0, 0, 90 * k)) @ pose((0, 0.02, 0), (78, 0, 0), 0.62), 1.0)
        for k in range(4):
            self.greens.add(self.blade, face @ pose((0, 0, -0.02), (0, 0, 90 * k + 45)) @ pose((0, 0, 0), (60, 0, 0), 0.4), self.rng.random())

    def build(self, materials):
        petal, thread, dot, green = materials
        return [self.petals.build(petal), self.threads.build(thread), self.dots.build(dot), self.greens.build(green)]


def cherry(rng, start, way, length, materials, bark, stalk, size=0.42, droop=0.25, turn=0.0, twigs=4, dense=1.0):
    """A branch with side twigs; blossoms hang in clusters, buds near the tips."""
    bloom, made = Blossoms(rng), []
    main = plants.curve(start, way, length, droop, 18, turn)
    made.append(plants.stem(main, 0.075, bark))
    lines = [(main, 0.25)]
    for k in range(twigs):
        at, d = plants.along(main, 0.2 + 0.65 * k / max(1, twigs - 1))
        side = np.cross(d, [0.1, 0.3, 1]) * (1 if k % 2 else -1)
        side /= np.linalg.norm(side)
        twig = plants.curve(at, d * 0.8 + side * 0.7 + np.array([0, 0, rng.uniform(-0.2, 0.5)]), length * rng.uniform(0.25, 0.42), droop * 0.6, 10, rng.uniform(-0.4, 0.4))
        made.append(plants.stem(twig, 0.035, bark))
        lines.append((twig, 0.15))
    for points, first in lines:
        long = float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())
        for k in range(max(2, round(long * 2.1 * dense))):
            t = first + (1 - first) * (k + rng.uniform(0.2, 0.8)) / max(2, round(long * 2.1 * dense))
            at, d = plants.along(points, min(t, 0.999))
            for _ in range(rng.integers(2, 5)):
                out = Vector(rng.normal(0, 1, 3)) + Vector((0, -0.5, 0.1))
                out = (out - Vector(d) * out.dot(Vector(d)) * 0.7).normalized()
                reach = rng.uniform(0.14, 0.34) * size / 0.42
                tip = Vector(at) + out * reach
                made.append(mesh.tube("stalk", [tuple(at), tuple(Vector(at) + out * reach * 0.5 + Vector((0, 0, 0.02))), tuple(tip)], 0.011, stalk, resolution=2))
                if t > 0.9 and rng.random() < 0.6:
                    bloom.bud(tip, out, size * 0.55)
                else:
                    bloom.flower(tip, out + Vector((0, -0.35, 0.15)), size * rng.uniform(0.8, 1.1) * 0.62)
    return made + bloom.build(materials)


def build(view, rng):
    table = m.wood("table", "#efe6da", "#d3c5b2", 0.55, plank=2.4)
    furniture.top((40, 11), (0, 0.5, 0), table, 0.5)
    petal = surfaces.petal("cherry", "#fdeff0", "#f4c3cd", 0.45)
    materials = (petal, m.principled("thread", "#f3d9dc", 0.6), m.principled("pollen", "#d9a441", 0.7), surfaces.leaf("sepal", "#8a5a4a", "#9a8a52", "#9a8a52", 0.2))
    bark, stalk = surfaces.bark("bark", "#3f2c26", "#7a6055"), m.principled("stalk", "#94793f", 0.6)
    cherry(rng, (-4.6, 2.2, 2.0), (1, -0.12, 0.5), 4.4, materials, bark, stalk, droop=0.35, turn=0.1, twigs=5)
    cherry(rng, (4.6, 2.8, 4.3), (-1, -0.1, -0.05), 3.6, materials, bark, stalk, droop=0.5, twigs=4)
    cherry(rng, (3.3, 0.35, 0.16), (-1, -0.42, 0.0), 1.9, materials, bark, stalk, 0.4, 0.0, twigs=2)
    celadon = surfaces.ceramic("celadon", "#b9cfc4", 0.25, "#8aa598")
    furniture.bowl(0.85, 0.55, (-2.35, 1.0, 0), celadon, 0.45)
    loose = surfaces.petal("loose", "#fbe3e7", "#f0b4c2", 0.4)
    shape = [cherry_petal(rng) for _ in range(6)]
    spots = [(rng.uniform(-3.2, 3.2), rng.uniform(-1.9, 2.6), 0.0) for _ in range(60)]
    scattered(rng, [s for s in spots if math.hypot(s[0], s[1]) > 0.95 and math.hypot(s[0] + 2.35, s[1] - 1.0) > 0.95], shape, loose)
    front(scattered(rng, [(rng.uniform(-2.3, 2.3), rng.uniform(-3.4, -2.4), 0.0) for _ in range(9)], shape, loose))
    front(*cherry(rng, (-3.7, -2.2, 0.25), (1, 0.05, 0.25), 2.1, materials, bark, stalk, 0.44, 0.2, twigs=2))
    far = Batch("far blossom")
    flake = grid(lambda u, v: (v * 0.45 * np.sin(np.pi * (0.06 + 0.88 * u)), u, 0.3 * v * v + 0.2 * u * u), 3, 2)
    for bx, by, bz, r in ((-8, 17, 4.5, 3.6), (-3.5, 21, 6.0, 3.4), (7.5, 18, 4.2, 3.8), (2.5, 25, 5.5, 3.6), (12, 24, 7, 4.4)):
        for _ in range(900):
            p = rng.normal(0, 1, 3)
            p *= rng.random() ** 0.4 / np.linalg.norm(p)
            far.add(flake, aim((bx + r * p[0] * 1.3, by + r * p[1], bz + r * p[2] * 0.8), Vector(rng.normal(0, 1, 3)), rng.uniform(0, 360), rng.uniform(0.5, 0.95)), rng.random())
    far.build(surfaces.petal("far", "#fff4f5", "#fbdde4", 0.6))
    for x, y, lean in ((-8, 17.5, 0.4), (7.5, 18.5, -0.4), (2.5, 26, 0.2)):
        mesh.rod("trunk", (x, y, -8), (x + lean, y, 4.5), 0.3, bark, 16)
    meadow = m.principled("meadow", "#b4c39a", 0.95, lambda n: {"Base Color": n.mix(n.ramp(n.noise(n.coord(), 0.5, 5, 0.65), (0.35, 0.0), (0.65, 1.0)), "#9db284", "#cdd8b4")})
    mesh.box("meadow", (300, 200, 1), (0, 118, -7), meadow)
    gobos.leaves(rng, -48 + view.light_turn_deg, 42, 12, (0, 1.0, 1.0), 6, 4, 0.9, width=0.6, gap=2.6)
    lights.sun(-48 + view.light_turn_deg, 42, 3.9, "#fff2e0", 1.2)
    lights.panel((6, -4, 6), (0, 0.3, 0.6), (5, 5), 300, "#fff4f4", "fill")
    lights.sky(0.72, (0.0, "#d9cfc4"), (0.495, "#e8e6dc"), (0.53, "#e3edf4"), (0.72, "#b9d8f0"), (1.0, "#86b8e6"))
    return Place(0.0, shapes.rectangle(-1.0, -0.9, 1.0, 0.95), [(0, 0), (-0.25, 0.1), (0.2, -0.1)], 2.0, 3.2, 0.08, 0.55, "#e6dccd", "ground")


def scattered(rng, spots, kinds, material, size=0.26):
    """Loose petals on the table, most of them cupped upward."""
    if not spots:
        return None
    batch = Batch("petals")
    for x, y, z in spots:
        shape = kinds[rng.integers(len(kinds))]
        matrix = pose((0, 0, 0), (rng.normal(180 if rng.random() < 0.3 else 0, 10), rng.normal(0, 10), rng.uniform(0, 360)), size * rng.uniform(0.75, 1.15))
        low = (shape.verts @ np.array(matrix)[:3, :3].T)[:, 2].min()
        matrix.translation = (x, y, z - low + 0.002)
        batch.add(shape, matrix, rng.random())
    return batch.build(material)
