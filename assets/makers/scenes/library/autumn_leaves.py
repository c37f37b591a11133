"""Autumn: a weathered board, maple and beech leaves, chestnuts, pumpkins behind, low sun."""

import math

import numpy as np

import materials as m
import mesh

from kit import fruits, furniture, gobos, lights, plants, shapes, surfaces
from kit.batch import Batch, Shape, drop, pose
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Autumn leaves", "de": "Herbstlaub"},
    "category": "seasonal",
    "tags": {
        "en": ["autumn", "fall", "leaves", "maple", "pumpkin", "pumpkins", "chestnuts", "wood", "thanksgiving", "harvest"],
        "de": ["Herbst", "Herbstlaub", "Laub", "Blätter", "Ahorn", "Kürbis", "Kürbisse", "Kastanien", "Holz", "Ernte", "Erntedank"],
    },
    "seasons": ["autumn"],
    "light": ["low sun", "golden hour", "warm"],
    "moods": ["warm", "cozy", "rustic"],
    "colors": ["orange", "red", "brown", "gold"],
}
VIEWS = {
    "low": View(6, span=5.0, row=0.73, seed=141, yaw_deg=-4, f_stop=3.2),
    "middle": View(17, span=4.9, row=0.71, seed=142, f_stop=3.2),
    "high": View(38, span=5.0, row=0.63, seed=143, yaw_deg=5, f_stop=3.2),
}
TONE = Tone(key=0.25, contrast=1.17)

LOBES = [(0.0, 0.0), (0.10, 0.10), (0.42, 0.0), (0.30, 0.16), (0.62, 0.26), (0.44, 0.36), (0.70, 0.62), (0.40, 0.56), (0.22, 0.52), (0.28, 0.78), (0.12, 0.74), (0.0, 1.05)]


def maple(rng):
    """A lobed leaf that has dried: bent along its ribs, tips rolled."""
    right = np.array(LOBES)
    outline = np.concatenate([right, right[-2:0:-1] * [-1, 1]])
    fine = []
    for a, b in zip(outline, np.roll(outline, -1, 0)):
        fine += [a + (b - a) * t for t in np.linspace(0, 1, 5)[:-1]]
    outline = np.array(fine)
    heart = np.array([0.0, 0.36])
    rings = [heart + (outline - heart) * s for s in (0.02, 0.35, 0.7, 1.0)]
    p = np.concatenate(rings)
    bend, roll, phase = rng.uniform(-0.3, 0.4), rng.uniform(0.05, 0.4), rng.uniform(0, 6.28)
    r = np.hypot(*(p - heart).T)
    turn = np.arctan2(p[:, 1] - heart[1], p[:, 0])
    z = bend * (p[:, 1] - 0.4) ** 2 + roll * r**2 * (0.6 + 0.4 * np.sin(3 * turn + phase)) - 0.06 * np.cos(5 * turn - 1.5) * r
    n = len(outline)
    faces = [(k * n + i, k * n + (i + 1) % n, (k + 1) * n + (i + 1) % n, (k + 1) * n + i) for k in range(3) for i in range(n)]
    return Shape(np.column_stack([p, z]), faces, np.column_stack([p[:, 1], p[:, 0] * 2]))


def strew(rng, spots, materials, size, name="leaves"):
    made = []
    for k, material in enumerate(materials):
        kinds, batch = [maple(rng) for _ in range(4)] + [plants.blade(rng, 0.62, bend=0.3) for _ in range(3)], Batch(name)
        for x, y, z in spots[k :: len(materials)]:
            shape = kinds[rng.integers(len(kinds))]
            matrix = pose((0, 0, 0), (rng.normal(0, 14) + (180 if rng.random() < 0.3 else 0), rng.normal(0, 14), rng.uniform(0, 360)), size * rng.uniform(0.6, 1.15))
            low = (shape.verts @ np.array(matrix)[:3, :3].T)[:, 2].min()
            matrix.translation = (x, y, z - low + 0.004)
            batch.add(shape, matrix, rng.random())
        made.append(batch.build(material))
    return made


def pumpkin(at, size, skin, stalk, ribs=10, flat=0.72):
    rings = []
    a = np.arange(160) / 160 * 2 * np.pi
    for t in np.linspace(0.03, 0.97, 44) * math.pi:
        r = math.sin(t) ** 0.8
        rib = 1 - 0.11 * (0.5 + 0.5 * np.cos(ribs * a)) ** 3 * math.sin(t) ** 0.5
        z = -math.cos(t) * flat - 0.16 * math.exp(-((r / 0.35) ** 2)) * (1 if t > 1.57 else -1)
        rings.append(np.stack([r * rib * np.cos(a), r * rib * np.sin(a), np.full(160, z)], 1))
    body = mesh.loft("pumpkin", rings, skin)
    body.scale = (size,) * 3
    body.location = (at[0], at[1], at[2])
    drop(body, at[2] - 0.02)
    z = body.location.z + size * (flat - 0.2)
    mesh.tube("stalk", [(at[0], at[1], z), (at[0] + 0.03 * size, at[1], z + 0.3 * size), (at[0] + 0.2 * size, at[1] - 0.1 * size, z + 0.55 * size)], 0.11 * size, stalk, radii=[1.5, 0.8, 1.0])
    return body


def build(view, rng):
    board = m.wood("board", "#a08468", "#5f4834", 0.7, plank=1.9)
    furniture.top((40, 11), (0, 2.0, 0), board, 3.0)
    warm = surfaces.leaf("orange leaf", "#b0441a", "#d98a2b", "#e0b070", 0.35, 0.6, 0.2)
    red = surfaces.leaf("red leaf", "#7d1f16", "#b8432a", "#d09060", 0.35, 0.6, 0.2)
    gold = surfaces.leaf("gold leaf", "#c08a2a", "#e3bd5a", "#efd79a", 0.4, 0.6, 0.2)
    spots = []
    while len(spots) < 70:
        x, y = rng.normal(0, 2.4), rng.uniform(-1.6, 4.5)
        if abs(x) > 1.25 or y > 1.5 or y < -1.2:
            spots.append((x, y, rng.uniform(0, 0.12) * (abs(x) > 1.6)))
    strew(rng, spots, (warm, red, gold), 0.85)
    front(*strew(rng, [(rng.uniform(-3, 3), rng.uniform(-3.2, -2.2), 0.0) for _ in range(8)], (warm, gold), 0.9))
    skin = surfaces.ceramic("pumpkin skin", "#cf6a1e", 0.42, "#e09a4a")
    pale = surfaces.ceramic("pale skin", "#e4d8c0", 0.5, "#c8b590")
    stalk = surfaces.bark("stalk", "#5a4d30", "#a09066")
    pumpkin((2.45, 1.7, 0), 0.95, skin, stalk)
    pumpkin((-2.5, 2.1, 0), 0.7, pale, stalk, 9, 0.78)
    pumpkin((1.7, 0.45, 0), 0.36, pale, stalk, 8, 0.7)
    nut = m.principled("chestnut", "#4a2212", 0.2, specular=0.6)
    fruits.berries(rng, [(-1.55, -0.1), (-1.85, 0.15), (-1.7, -0.45), (1.4, -0.6)], 0.17, nut)
    far = surfaces.leaf("far leaf", "#a8551c", "#d9a53a", "#d9a53a", 0.5)
    kinds, cloud = [plants.blade(rng, 0.55) for _ in range(4)], Batch("far leaves")
    for _ in range(2200):
        at = (rng.uniform(-16, 16), rng.uniform(13, 24), rng.uniform(-1.5, 9) * rng.uniform(0.3, 1))
        cloud.add(kinds[rng.integers(4)], pose(at, rng.uniform(0, 360, 3), rng.uniform(0.4, 0.9)), rng.random())
    cloud.build(far)
    for _ in range(9):
        x, y = rng.uniform(-14, 14), rng.uniform(15, 26)
        mesh.rod("trunk", (x, y, -6), (x, y, 20), rng.uniform(0.3, 0.7), stalk, 12)
    gobos.leaves(rng, -70, 28, 13, (0, 0.6, 0.6), 6, 5, 1.4, gap=2.2)
    lights.sun(-70, 28, 5.0, "#ffdca8", 1.2)
    lights.sky(0.62, (0.0, "#6a5636"), (0.47, "#a98a5a"), (0.56, "#ecdcb8"), (1.0, "#b9cfe6"))
    return Place(0.0, shapes.rectangle(-0.95, -0.9, 0.95, 0.9), [(0, 0), (-0.2, 0.1), (0.2, -0.1)], 1.9, 3.1, 0.05, 0.7, "#8a6f55", "ground")
