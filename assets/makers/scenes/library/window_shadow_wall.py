"""A plaster wall with the crossed light of a window; a stone shelf, a ceramic vase with one branch, a bowl, two books."""

import math

import mesh

from kit import furniture, gobos, lights, plants, shapes, stones, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Wall with window light", "de": "Wand mit Fensterlicht"},
    "category": "minimal",
    "tags": {
        "en": ["wall", "window shadow", "window light", "sunlight", "plaster", "vase", "branch", "ceramic", "books", "shelf"],
        "de": ["Wand", "Fensterschatten", "Fensterlicht", "Sonnenlicht", "Putz", "Vase", "Zweig", "Keramik", "Bücher", "Regal"],
    },
    "seasons": ["all", "autumn"],
    "light": ["hard sun", "window", "evening sun"],
    "moods": ["calm", "minimal", "cozy"],
    "colors": ["cream", "white", "sage", "beige"],
}
VIEWS = {
    "low": View(5, span=5.0, row=0.77, seed=351, yaw_deg=4),
    "middle": View(16, span=4.8, row=0.75, seed=352),
    "high": View(36, span=5.1, row=0.67, seed=353, yaw_deg=-5),
}
TONE = Tone(key=0.27, contrast=1.17)


def ribbed(at, radius, height, material, ribs=34):
    """A ceramic vase with upright ribs and a narrow neck."""
    import numpy as np

    a = np.arange(ribs * 8) / (ribs * 8) * 2 * math.pi
    outline = [(0.02, 0), (radius * 0.7, 0, 0.05), (radius, height * 0.38, radius), (radius * 0.8, height * 0.66, radius * 0.5), (radius * 0.34, height * 0.82, radius * 0.4), (radius * 0.36, height * 0.98, 0.05), (radius * 0.44, height, 0.03), (radius * 0.34, height * 0.985, 0.02), (radius * 0.26, height * 0.8)]
    rings = []
    for r, z in mesh.round_profile(outline, 12):
        t = z / height
        depth = 0.035 * min(1, max(0, (0.78 - t) / 0.15)) * min(1, t / 0.06)
        ring = max(r, 0.01) - depth * (0.5 - 0.5 * np.abs(np.cos(a * ribs / 2)) ** 0.7)
        rings.append(np.stack([ring * np.cos(a), ring * np.sin(a), np.full(len(a), z)], 1))
    obj = mesh.loft("ribbed", rings, material)
    obj.location = at
    return obj


def build(view, rng):
    mesh.box("wall", (60, 1, 40), (0, 3.1, -14), surfaces.plaster("wall", "#e5dccd", 0.6, 0.12))
    shapes.slab((40, 5.4, 0.9), (0, 0.8, -0.9), surfaces.plaster("shelf", "#d8ccb8", 0.45, 0.14, 0.65), 0.07)
    white = surfaces.ceramic("white", "#ece5d8", 0.55, "#b3a791")
    ribbed((-2.2, 1.35, 0), 0.85, 1.9, white)
    leaf = surfaces.leaf("leaf", "#56664c", "#93a27e", "#b3bd9c", 0.3, 0.5, 0.3)
    twig = surfaces.bark("twig", "#4f4232", "#877660")
    for way, length, turn in (((-0.4, -0.1, 1.0), 2.2, 0.2), ((0.35, -0.15, 1.0), 2.9, -0.3), ((0.75, 0.0, 0.8), 1.7, 0.2)):
        plants.eucalyptus(rng, (-2.2, 1.35, 1.75), way, length, (leaf, twig), 0.5, 0.5, turn)
    sage, rust = surfaces.linen("sage", "#8a967f", 0.02, 0.2), surfaces.linen("rust", "#a8603f", 0.02, 0.2)
    pages = surfaces.paper("pages", "#e9e0cc", 0.3)
    furniture.book((2.1, 1.5, 0.34), (2.45, 1.4, 0), sage, pages, 172)
    furniture.book((1.8, 1.35, 0.26), (2.5, 1.42, 0.345), rust, pages, 186)
    bowl = surfaces.ceramic("bowl", "#54524c", 0.45, "#8a867c")
    furniture.bowl(0.6, 0.42, (2.5, 1.4, 0.61), bowl, 0.45)
    stone = surfaces.pebble("stone", "#8d8272", "#cbbfab", 0.6)
    for x, y, size in ((1.75, -0.2, 0.17), (2.0, 0.05, 0.26), (-1.75, -0.35, 0.13)):
        stones.pebble(rng, (x, y), size, stone)
    front(*plants.eucalyptus(rng, (-3.5, -1.75, 0.12), (1, 0.05, 0.16), 2.2, (leaf, twig), 0.5, 0.2))
    cup = surfaces.ceramic("cup", "#a9694a", 0.5, "#6d3f2a")
    front(furniture.bowl(0.62, 0.62, (2.55, -1.55, 0), cup, 0.6))
    azimuth = -44 + view.light_turn_deg
    gobos.bars(azimuth, 31, 12, (0.35, 1.9, 1.85), (5.8, 6.6), (2, 2), 0.3, turn_deg=-6)
    lights.sun(azimuth, 31, 5.4, "#ffe4bd", 0.75)
    lights.panel((6, -5, 6), (0, 0.5, 1), (5, 5), 260, "#eaf0ff", "fill")
    lights.sky(0.42, (0.0, "#cbbda6"), (0.5, "#dedbd8"), (1.0, "#c5d4ea"))
    return Place(0.0, shapes.rectangle(-1.1, -0.9, 1.1, 0.9), [(0, 0), (-0.3, 0.1), (0.3, -0.1)], 2.0, 3.2, 0.04, 0.65, "#d8ccb8", "ground")
