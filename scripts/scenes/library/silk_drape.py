"""Champagne silk over two steps, falling in folds; a few pearls, light from the left."""

import math

import materials as m
import mesh

from kit import cloth, gobos, lights, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone

FACTS = {
    "name": {"en": "Draped silk", "de": "Drapierte Seide"},
    "category": "jewelry",
    "tags": {
        "en": ["silk", "satin", "drape", "fabric", "folds", "pearls", "luxury"],
        "de": ["Seide", "Satin", "Drapierung", "Stoff", "Falten", "Perlen", "Luxus"],
    },
    "seasons": ["all"],
    "light": ["soft", "side light"],
    "moods": ["elegant", "luxurious", "sensual"],
    "colors": ["champagne", "gold", "cream", "beige"],
}
VIEWS = {
    "low": View(7, span=6.0, row=0.72, seed=91, yaw_deg=-4),
    "middle": View(19, span=6.2, row=0.68, seed=92),
    "high": View(40, span=6.2, row=0.62, seed=93, yaw_deg=4),
}
TONE = Tone(key=0.32, contrast=1.16)


def build(view, rng):
    silk = surfaces.silk("silk", "#d9bb93", "#fff3df", 0.36)
    wall = surfaces.plaster("wall", "#d6c2a8", 0.2, 0.08)
    floor = mesh.box("floor", (60, 40, 1), (0, -4, -1), m.principled("floor", "#cfb595", 0.6))
    mesh.box("wall", (60, 1, 40), (0, 6.5, -2), wall)
    low = shapes.disc(2.0, 0.55, (0, 0.2, 0), wall, 0.1)
    step = shapes.disc(1.15, 0.55, (0, 0.2, 0.55), wall, 0.1)
    back = mesh.rod("rail", (-6, 4.4, 3.6), (6, 4.4, 3.6), 0.3, wall)
    cloth.drape(silk, (11, 9.5), (0.3, 1.4), 1.45, [floor, low, step, back], 44, 120, 1.6, view.seed, lumps=0.55, shrink=-0.12, friction=12)
    pearl = m.principled("pearl", "#f1e6d8", 0.18, specular=0.6, sheen=0.3)
    top = 1.12
    for k in range(15):
        a = -0.4 - k * 0.135
        ball = mesh.lathe("pearl", [(math.sin(t * math.pi / 20) + 1e-4, -math.cos(t * math.pi / 20)) for t in range(21)], pearl, 32)
        ball.scale = (0.075 + 0.012 * math.sin(k * 0.4),) * 3
        ball.location = (0.98 * math.cos(a), 0.2 + 0.86 * math.sin(a), top + 0.075)
    gobos.bars(-64, 36, 13, (0, 1.0, 1.0), (7, 10), (2, 3), 0.5, turn_deg=-6)
    lights.sun(-64, 36, 3.6, "#ffe9cc", 2.2)
    lights.panel((-7, -4, 6), (0, 0, 1), (4, 5), 700, "#fff4e6", "fill")
    lights.panel((6, 3, 4), (0, 0.5, 1), (2, 5), 260, "#ffffff", "fill")
    lights.sky(0.38, "#efe6da")
    return Place(top, shapes.round_polygon(0.95, 0.2), [(0, 0.15), (-0.15, 0.2), (0.2, 0.2)], 1.8, 3.0, 0.1, 0.4, "#d9bb93")
