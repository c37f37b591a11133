"""Champagne silk in soft folds that climb behind the product; a string of pearls, light from the left."""

import math

import materials as m
import mesh

from kit import cloth, lights, relief, shapes, surfaces
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
    "low": View(7, span=4.8, row=0.74, seed=91, yaw_deg=-4, f_stop=1.8),
    "middle": View(17, span=4.8, row=0.71, seed=92, f_stop=1.8),
    "high": View(38, span=4.8, row=0.64, seed=93, yaw_deg=4, f_stop=2.4),
}
TONE = Tone(key=0.33, contrast=1.3)
LIFT = 0.36


def build(view, rng):
    silk = surfaces.silk("silk", "#dcc9ae", 0.24)
    # A low camera sees the cloth down to its own foot.
    size, at, cells = ((20, 26), (0, -2), 760) if view.pitch_deg < 10 else ((20, 16), (0, 3), 640)
    height = cloth.long_folds(view.seed, LIFT)
    relief.sheet("silk", size, at, height, silk, cells)
    pearl = m.principled("pearl", "#f1e6d8", 0.18, specular=0.6, sheen=0.3)
    for k in range(22):
        a = -0.15 - k * 0.115
        ball = mesh.lathe("pearl", [(math.sin(t * math.pi / 20) + 1e-4, -math.cos(t * math.pi / 20)) for t in range(21)], pearl, 32)
        ball.scale = (0.075 + 0.012 * math.sin(k * 0.4),) * 3
        x, y = 1.2 * math.cos(a), 0.1 + 0.85 * math.sin(a)
        ball.location = (x, y, float(height(x, y)) + 0.07)
    lights.sun(-74, 24, 2.6, "#fff0dc", 5)
    lights.panel((2.5, 8.5, 6.5), (0, 0.5, 0.2), (9, 2.6), 380, "#fff6ea", "fill")
    lights.panel((-7, -4, 6), (0, 0, 1), (3, 4), 420, "#fff4e6", "key")
    lights.panel((6, 3, 4), (0, 0.5, 1), (2, 5), 90, "#ffffff", "fill")
    lights.sky(0.16, "#efe6da")
    return Place(LIFT, shapes.round_polygon(0.95, 0.1, squeeze=0.7), [(0, 0.1), (-0.15, 0.15), (0.2, 0.1)], 1.8, 3.0, 0.1, 0.4, "#d9bb93", "ground")
