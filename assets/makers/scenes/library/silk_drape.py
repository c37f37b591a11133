"""Champagne silk in soft folds that climb behind the product; a string of pearls, light from the left."""

import math

import numpy as np

import materials as m
import mesh

from kit import lights, relief, shapes, surfaces
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
    "middle": View(17, span=4.8, row=0.71, seed=92, f_stop=1.8),
    "high": View(40, span=6.2, row=0.62, seed=93, yaw_deg=4),
}
TONE = Tone(key=0.33, contrast=1.3)
LIFT = 0.36


def folds(seed):
    """Satin in long folds that run together and apart, level and `LIFT` high at the product's place."""
    drift, swell = relief.waves(seed, 8, 0.12, 0.45), relief.waves(seed + 1, 8, 0.15, 0.5)

    def height(x, y):
        along = 0.55 * x - 0.83 * y
        across = 0.83 * x + 0.55 * y
        phase = 1.5 * across + 2.6 * drift(x, y) + 0.25 * np.sin(0.5 * along)
        crest = (0.5 + 0.5 * np.sin(phase)) ** 1.5 + 0.35 * (0.5 + 0.5 * np.sin(2.3 * phase + 3.0 * swell(x, y))) ** 2
        level = np.exp(-(((x / 1.35) ** 2 + ((y - 0.1) / 0.95) ** 2) ** 2))
        return (0.36 + 0.16 * swell(x, y)) * crest * (1 - level) + LIFT * level + 0.2 * np.maximum(y - 1.2, 0) ** 1.35

    return height


def build(view, rng):
    silk = surfaces.silk("silk", "#dcc9ae", 0.24)
    # A low camera sees the cloth down to its own foot.
    size, at, cells = ((20, 26), (0, -2), 760) if view.pitch_deg < 10 else ((20, 16), (0, 3), 640)
    height = folds(view.seed)
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
