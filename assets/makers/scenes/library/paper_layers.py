"""Wavy layers of colored card around a low step: a set cut from paper, crisp light from the left."""

import math

import mesh

from kit import lights, paper, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Layers of colored paper", "de": "Schichten aus farbigem Papier"},
    "category": "tech",
    "tags": {
        "en": ["paper", "papercut", "waves", "layers", "colorful", "card", "studio", "geometric"],
        "de": ["Papier", "Papierschnitt", "Wellen", "Schichten", "bunt", "Karton", "Studio", "geometrisch"],
    },
    "seasons": ["all"],
    "light": ["studio", "crisp"],
    "moods": ["playful", "modern", "bright"],
    "colors": ["teal", "coral", "cream", "mint", "blue"],
}
VIEWS = {
    "low": View(6, span=4.9, row=0.74, seed=151, yaw_deg=3),
    "middle": View(17, span=4.9, row=0.72, seed=152),
    "high": View(38, span=4.9, row=0.64, seed=153, yaw_deg=-4),
}
TONE = Tone(key=0.36, contrast=1.12)


def build(view, rng):
    shades = ["#f2c9a8", "#ee9c7c", "#7fb5ad", "#4d8f93", "#2f6675"]
    cards = [surfaces.paper(f"card {k}", c, 0.3) for k, c in enumerate(shades)]
    mesh.box("floor", (60, 30, 1), (0, -8, -1), surfaces.paper("floor", "#f3dcc4", 0.25))
    mesh.box("wall", (60, 1, 40), (0, 6.6, -1), cards[4])
    for k, (y, rise) in enumerate(((1.9, 0.7), (2.9, 1.35), (3.9, 2.1), (4.9, 3.0), (5.9, 3.9))):
        standing(rng, y, rise + 0.25, cards[k])
    for k, (y, z) in enumerate(((-3.0, 0.12), (-2.5, 0.06))):
        sheet = paper.layer(paper.wave_outline(rng, -9, 9, 0, 0.3, -6), z, cards[1 - k], 0.05)
        sheet.location.y = y
        front(sheet)
    shapes.disc(1.45, 0.3, (0, 0.15, 0), cards[0], 0.03)
    shapes.disc(0.5, 1.0, (2.15, 0.75, 0), cards[2], 0.03)
    shapes.disc(0.36, 0.5, (-2.05, 0.55, 0), cards[1], 0.03)
    ball = mesh.lathe("ball", [(max(1e-3, math.sin(t * math.pi / 40)), -math.cos(t * math.pi / 40)) for t in range(41)], surfaces.paper("ball", "#f6efe4", 0.25), 80)
    ball.scale, ball.location = (0.36,) * 3, (-2.05, 0.55, 0.86)
    lights.sun(-48, 42, 3.9, "#fff4e4", 1.2)
    lights.panel((7, -3, 6), (0, 0.5, 1), (5, 5), 380, "#eaf2ff", "fill")
    lights.sky(0.62, "#eef0f2")
    return Place(0.3, shapes.round_polygon(1.1, 0.15), [(0, 0.1), (-0.2, 0.15), (0.2, 0.15)], 2.0, 3.2, 0.02, 0.85, "#f2c9a8")


def standing(rng, y, height, material):
    """A card on its edge whose upper rim is a wave."""
    outline = [(x, -z) for x, z in paper.wave_outline(rng, -9, 9, -height, 0.5, 0.1, 6)]
    obj = mesh.prism("wave", outline, 0.06, material)
    mesh.bevel(obj, 0.015, 2)
    obj.rotation_euler.x = 1.5708
    obj.location = (rng.uniform(-1, 1), y, 0)
    return obj
