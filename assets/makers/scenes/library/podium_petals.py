"""Two steps of pink plaster under the shadow of leaves, rose petals all around."""

import math

import mesh

from kit import gobos, lights, petals, plants, shapes, stones, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Podium with rose petals", "de": "Podest mit Rosenblättern"},
    "category": "beauty",
    "tags": {
        "en": ["podium", "plaster", "rose petals", "petals", "leaves", "stones", "arch", "leaf shadow"],
        "de": ["Podest", "Putz", "Rosenblätter", "Blütenblätter", "Blätter", "Steine", "Bogen", "Blattschatten"],
    },
    "seasons": ["spring", "summer"],
    "light": ["sun", "warm", "leaf shadow"],
    "moods": ["romantic", "soft", "elegant"],
    "colors": ["pink", "pastel", "rose", "blush"],
}
VIEWS = {
    "low": View(6, span=5.0, row=0.74, seed=11, yaw_deg=4),
    "middle": View(17, span=4.8, row=0.72, seed=12),
    "high": View(38, span=5.1, row=0.66, seed=13, yaw_deg=-5),
}
TONE = Tone(key=0.27, contrast=1.15)


def build(view, rng):
    plaster = surfaces.plaster("plaster", "#dcb3ab", 0.4)
    pale = surfaces.plaster("pale", "#e6c8c0", 0.3)
    deep = surfaces.plaster("deep", "#bf7f78", 0.35)
    wall = surfaces.plaster("wall", "#d6aba1", 0.5, 0.18)
    floor = surfaces.plaster("floor", "#d9b0a6", 0.3, 0.12, 0.6)
    mesh.box("wall", (60, 1, 40), (0, 4.4, -1), wall)
    mesh.box("floor", (60, 40, 1), (0, -10, -1), floor)

    shapes.disc(2.3, 0.38, (0, 0.2, 0), plaster)
    shapes.disc(1.62, 0.34, (0, 0.2, 0.38), pale)
    shapes.disc(0.62, 2.3, (2.35, 2.1, 0), pale)
    shapes.disc(0.5, 0.95, (-2.3, 1.55, 0), deep)
    shapes.arch((-0.6, 3.2), 1.3, 3.5, 0.26, deep)

    stone = surfaces.pebble("stone", "#a98d80", "#e2d2c4", 0.6)
    for x, y, size in ((-2.5, -0.75, 0.30), (-2.9, -0.3, 0.46), (2.55, -0.4, 0.34), (2.2, -1.1, 0.2)):
        stones.pebble(rng, (x, y), size, stone)
    near = surfaces.petal("petal", "#d9717b", "#f3c3ba")
    blush = surfaces.petal("blush", "#eaa7a0", "#f8ded2")

    def height(x, y):
        r = math.hypot(x, y - 0.2)
        if r < 1.55:
            return 0.72 if r > 0.95 or y < -0.4 else None
        if r < 1.72 or 2.22 < r < 2.4:
            return None
        return 0.38 if r < 2.22 else 0.0

    petals.scatter(rng, petals.ring_spots(rng, 46, 1.0, 3.4, height, (0, -0.2)), near)
    petals.scatter(rng, petals.ring_spots(rng, 26, 0.9, 3.6, height, (0, -0.4)), blush)
    ahead = [(rng.uniform(-2.6, 2.6), rng.uniform(-3.6, -2.4), 0.0) for _ in range(9)]
    front(petals.scatter(rng, ahead, near, 0.46))

    green = surfaces.leaf("green", "#3f5d36", "#7d9360")
    stem = surfaces.bark("stem", "#5a4a33", "#8c7a58")
    plants.laurel(rng, (-4.2, 2.8, 0.4), (0.55, -0.1, 1), 3.4, (green, stem), 0.85, 0.5)
    plants.laurel(rng, (-4.4, 2.2, 0.1), (0.9, -0.2, 0.8), 2.8, (green, stem), 0.8, 0.6)
    front(*plants.laurel(rng, (3.6, -2.4, 0.2), (-0.75, 0.25, 0.75), 2.0, (green, stem), 0.7, 0.9))
    gobos.leaves(rng, -52 + view.light_turn_deg, 38, 11, (0, 1.2, 1.3), 5, 8, 1.5, gap=1.3)
    lights.sun(-52 + view.light_turn_deg, 38, 4.6, "#fff0e0", 1.6)
    lights.sky(0.62, "#ece0e4")
    return Place(0.72, shapes.round_polygon(1.25, 0.2), [(0, 0.05), (-0.25, 0.15), (0.3, 0.2)], 2.2, 3.3, 0.05, 0.75, "#ecc8ba")
