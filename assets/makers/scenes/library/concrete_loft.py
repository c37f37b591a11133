"""A concrete loft: a block of concrete, steel-framed window light across a rough wall, a monstera leaf."""

import mesh

from kit import gobos, lights, plants, shapes, stones, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Concrete loft", "de": "Beton-Loft"},
    "category": "tech",
    "tags": {
        "en": ["concrete", "loft", "industrial", "window shadow", "block", "urban", "palm", "architecture"],
        "de": ["Beton", "Loft", "Industrie", "Fensterschatten", "Block", "urban", "Palme", "Architektur"],
    },
    "seasons": ["all"],
    "light": ["hard sun", "window", "graphic"],
    "moods": ["cool", "modern", "masculine"],
    "colors": ["gray", "anthracite", "green"],
}
VIEWS = {
    "low": View(5, span=5.0, row=0.76, seed=191, yaw_deg=4),
    "middle": View(16, span=4.8, row=0.73, seed=192),
    "high": View(38, span=5.1, row=0.64, seed=193, yaw_deg=-5),
}
TONE = Tone(key=0.25, contrast=1.18)


def build(view, rng):
    wall = surfaces.concrete("wall", "#9c9a96", 0.7)
    for k in range(-3, 4):
        # Cast panels with open joints.
        for z in (-1.0, 3.0):
            shapes.slab((3.96, 0.6, 3.97), (k * 4 + 0.7, 4.2, z), wall, 0.03)
    mesh.box("gap", (60, 0.4, 20), (0, 4.5, -2), surfaces.concrete("gap", "#2e2d2c", 0.8))
    floor = surfaces.concrete("floor", "#8b8985", 0.38)
    mesh.box("floor", (60, 40, 1), (0, -10, -1), floor)
    pale, dark = surfaces.concrete("pale", "#bdbab4", 0.6), surfaces.concrete("dark", "#5c5b5a", 0.55)
    shapes.slab((3.0, 2.2, 0.7), (0, 0.2, 0), pale, 0.045, 0)
    shapes.slab((1.5, 1.5, 1.9), (2.45, 2.1, 0), dark, 0.05, 18)
    shapes.disc(0.62, 0.36, (-2.2, 0.75, 0), dark, 0.04)
    stone = surfaces.pebble("stone", "#4f4d4b", "#a19d97", 0.6)
    stones.boulder(rng, (-2.2, 0.75), 0.46, stone, 0.36, 0.05, 6)
    for x, y, size in ((1.75, -0.7, 0.12), (1.95, -0.5, 0.2)):
        stones.pebble(rng, (x, y), size, stone)
    green, stem = surfaces.leaf("palm", "#27452b", "#5f8650"), surfaces.bark("stem", "#46502f", "#78865a")
    for way, length in (((0.55, -0.3, 1.0), 3.2), ((0.9, -0.4, 0.7), 2.6), ((0.2, -0.5, 1.0), 2.9)):
        plants.palm(rng, (-4.2, 2.6, 0.2), way, length, (green, stem), 1.0, 22, 0.5)
    front(*plants.palm(rng, (4.3, -2.2, 0.1), (-0.9, 0.2, 0.5), 2.9, (green, stem), 0.8, 20, 0.42))
    azimuth = -50 + view.light_turn_deg
    gobos.bars(azimuth, 38, 13, (0.2, 1.4, 1.6), (6.5, 8.5), (3, 4), 0.28, turn_deg=-9)
    lights.sun(azimuth, 38, 5.4, "#fff2de", 0.8)
    lights.sky(0.5, (0.0, "#8a8884"), (0.5, "#c3c6c9"), (1.0, "#c9d8ea"))
    return Place(0.7, shapes.rectangle(-1.3, -0.7, 1.3, 1.1), [(0, 0.1), (-0.35, 0.2), (0.35, 0.15)], 2.2, 3.1, 0.04, 0.65, "#bdbab4")
