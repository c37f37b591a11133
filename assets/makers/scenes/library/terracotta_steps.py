"""Steps and an archway of terracotta plaster under a hard southern sun, a cactus, the sea behind the arch."""

import math

import numpy as np
from mathutils import Vector

import materials as m
import mesh

from kit import furniture, gobos, lights, plants, shapes, stones, surfaces
from kit.batch import Batch, aim
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Terracotta steps", "de": "Terrakotta-Stufen"},
    "category": "fashion",
    "tags": {
        "en": ["terracotta", "steps", "stairs", "archway", "architecture", "sea", "cactus", "hard light", "shoes", "bag"],
        "de": ["Terrakotta", "Stufen", "Treppe", "Torbogen", "Architektur", "Meer", "Kaktus", "hartes Licht", "Schuhe", "Tasche"],
    },
    "seasons": ["summer"],
    "light": ["hard sun", "late afternoon"],
    "moods": ["bold", "warm", "graphic"],
    "colors": ["terracotta", "orange", "blue", "sand"],
}
VIEWS = {
    "low": View(6, span=5.2, row=0.76, seed=221, yaw_deg=-5),
    "middle": View(16, span=5.0, row=0.73, seed=222),
    "high": View(36, span=5.2, row=0.64, seed=223, yaw_deg=6),
}
TONE = Tone(key=0.27, contrast=1.16)


def build(view, rng):
    clay = surfaces.plaster("clay", "#c07a5c", 0.45, 0.2, 0.8)
    pale = surfaces.plaster("pale", "#dcb595", 0.4, 0.15, 0.8)
    mesh.box("floor", (60, 40, 1), (0, -10, -1), pale)
    shapes.slab((4.6, 3.0, 0.5), (0, 0.7, 0), clay, 0.05)
    shapes.slab((7.5, 2.2, 1.1), (0.9, 3.1, 0), clay, 0.06)
    shapes.slab((1.8, 1.4, 2.2), (2.7, 3.4, 0), pale, 0.06)
    gate(clay, (-1.5, 4.9), 1.25, 3.4, 8.0, 4.6)
    mesh.box("sea", (3000, 1500, 1), (0, 772, -9), m.principled("sea", "#2f83a8", 0.35))
    pot = surfaces.plaster("pot", "#e6d3bb", 0.3, 0.1, 0.7)
    furniture.vase((-2.0, 1.5, 0.5), 1.0, 0.6, pot, 0.7, 0.5)
    cactus(rng, (-2.0, 1.5, 1.35))
    stone = surfaces.pebble("stone", "#a2765c", "#dfc4a6", 0.65)
    for x, y, size, z in ((1.75, -0.25, 0.22, 0.5), (1.5, 0.0, 0.12, 0.5), (-2.6, -1.1, 0.34, 0), (2.7, -1.2, 0.24, 0)):
        stones.pebble(rng, (x, y), size, stone, 0.62, 0.05, z)
    front(stones.pebble(rng, (2.2, -2.6), 0.42, stone))
    dry = surfaces.leaf("dry", "#a88f58", "#d6c28c", "#e3d4a4", 0.35, 0.7, 0.15)
    stem = surfaces.bark("stem", "#8a7650", "#b9a578")
    front(*plants.palm(rng, (-4.3, -2.3, 0.2), (0.9, 0.15, 0.5), 2.7, (dry, stem), 0.9, 20, 0.4))
    gobos.palm(rng, 52, 34, 10, (0.3, 1.4, 1.4), 7.0, (-3.4, -3.0), 65, 1)
    lights.sun(52, 34, 5.4, "#fff0da", 0.7)
    lights.sky(0.6, (0.0, "#b98a68"), (0.49, "#d9c8b8"), (0.5, "#bcd6ec"), (0.57, "#8dbbe6"), (1.0, "#4f8fd6"))
    return Place(0.5, shapes.rectangle(-1.7, -0.6, 1.7, 1.4), [(0, 0.1), (-0.4, 0.3), (0.4, 0.0)], 2.6, 3.2, 0.03, 0.8, "#c07a5c")


def gate(material, at, radius, height, width, wall_height):
    """A wall with an arched opening, thick enough to show its depth."""
    x, y = at
    spring = height - radius
    arc = [(radius * math.cos(t), spring + radius * math.sin(t)) for t in (k * math.pi / 40 for k in range(41))]
    outline = [(-width, 0), (-radius, 0), *reversed(arc), (radius, 0), (width * 1.6, 0), (width * 1.6, wall_height), (-width, wall_height)]
    wall = mesh.prism("gate", outline, 1.0, material)
    mesh.bevel(wall, 0.07, 4, 40)
    wall.rotation_euler.x = math.pi / 2
    wall.location = (x, y + 1.0, 0)
    return wall


def cactus(rng, at):
    """Round ribs that taper to a dome, with pale spines along each."""
    skin = surfaces.leaf("cactus", "#3f6b4a", "#6f9a6a", "#8fb387", 0.1, 0.5, 0.3)
    a = np.arange(120) / 120 * 2 * np.pi
    spines, needle = Batch("spines"), plants.needle()
    for dx, dy, tall, r in ((0, 0, 1.9, 0.34), (0.42, 0.1, 1.0, 0.24), (-0.38, 0.12, 1.3, 0.26)):
        rings = []
        for t in np.linspace(0, 1, 40):
            width = r * (1 - max(0, (t - 0.72) / 0.28) ** 2.2) ** 0.5 + 1e-3
            ring = width * (1 + 0.13 * np.cos(11 * a))
            rings.append(np.stack([at[0] + dx + ring * np.cos(a), at[1] + dy + ring * np.sin(a), np.full(120, at[2] + tall * t)], 1))
        mesh.loft("cactus", rings, skin)
        for rib in range(11):
            turn = 2 * math.pi * rib / 11
            for t in np.linspace(0.06, 0.9, 14):
                width = r * 1.12 * (1 - max(0, (t - 0.72) / 0.28) ** 2.2) ** 0.5
                foot = (at[0] + dx + width * math.cos(turn), at[1] + dy + width * math.sin(turn), at[2] + tall * t)
                for _ in range(3):
                    way = (math.cos(turn) + rng.normal(0, 0.5), math.sin(turn) + rng.normal(0, 0.5), rng.normal(0.2, 0.5))
                    spines.add(needle, aim(foot, Vector(way), 0, 0.11), 0.5)
    spines.build(surfaces.paper("spine", "#efe3c4", 0.0), smooth=False)
