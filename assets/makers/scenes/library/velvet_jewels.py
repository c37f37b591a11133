"""Emerald velvet in soft folds over a low block, brass rings, a string of pearls: a stage for jewelry."""

import math

import materials as m
import mesh

from kit import cloth, gobos, lights, relief, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Emerald velvet", "de": "Smaragdgrüner Samt"},
    "category": "jewelry",
    "tags": {
        "en": ["velvet", "jewelry", "pearls", "brass", "gold", "luxury", "ring", "necklace", "emerald"],
        "de": ["Samt", "Schmuck", "Perlen", "Messing", "Gold", "Luxus", "Ring", "Kette", "Smaragd"],
    },
    "seasons": ["all", "winter"],
    "light": ["spot", "soft", "side light"],
    "moods": ["luxurious", "dark", "elegant"],
    "colors": ["emerald", "green", "gold", "pearl"],
}
VIEWS = {
    "low": View(8, span=4.4, row=0.73, seed=181, yaw_deg=-4, f_stop=1.4),
    "middle": View(17, span=4.4, row=0.70, seed=182, f_stop=1.4),
    "high": View(38, span=4.4, row=0.64, seed=183, yaw_deg=5, f_stop=2.4),
}
TONE = Tone(key=0.095, contrast=1.15)


def velvet(name, color, bright):
    """Dark where seen from above, bright along its edges, as a pile of fibres is."""

    def build(n):
        at = n.coord("UV")
        brush = n.noise(n.add("ShaderNodeMapping", {"Vector": at, "Scale": (0.8, 1.6, 1)}).outputs[0], 1.4, 4, 0.6)
        edge = n.math("POWER", n.add("ShaderNodeLayerWeight", {"Blend": 0.5}).outputs[1], 2.2)
        shine = n.math("ADD", n.math("MULTIPLY", edge, 0.8), n.ramp(brush, (0.45, 0.0), (0.7, 0.22)))
        return {"Base Color": n.mix(n.math("MINIMUM", shine, 1.0), color, bright), "Normal": n.bump(n.noise(at, 60, 3, 0.7), 0.25, 0.02)}

    return m.principled(name, color, 0.95, build, sheen=1.0, specular=0.05)


def build(view, rng):
    height = cloth.long_folds(view.seed, 0.3, 0.42)
    relief.sheet("velvet", (20, 16), (0, 3), height, velvet("velvet", "#0b2a21", "#3f7f66"), 640)
    mesh.box("back", (60, 1, 40), (0, 11.5, -6), surfaces.plaster("back", "#15352b", 0.2))
    brass = surfaces.metal("brass", "#d6ab62", 0.14)
    for x, y, r, tilt, turn in ((-1.6, 0.55, 0.42, 62, 30), (-1.25, 0.85, 0.3, 15, -10), (1.65, 0.75, 0.52, 72, -35)):
        z = float(height(x, y)) + r * math.sin(math.radians(tilt)) + 0.02
        hoop = mesh.tube("hoop", [(r * math.cos(k * math.pi / 20), r * math.sin(k * math.pi / 20), 0) for k in range(40)], 0.05, brass, cyclic=True)
        hoop.location, hoop.rotation_euler = (x, y, z), (math.radians(tilt), 0, math.radians(turn))
    pearl = m.principled("pearl", "#f3e9dc", 0.16, specular=0.7, sheen=0.4)
    outline = [(math.sin(t * math.pi / 20) + 1e-4, -math.cos(t * math.pi / 20)) for t in range(21)]
    for k in range(34):
        t = k / 33
        x, y = 1.15 + 1.25 * math.sin(2.4 * t + 0.3) * t, -0.95 + 1.5 * t - 0.5 * math.sin(3 * t)
        ball = mesh.lathe("pearl", outline, pearl, 32)
        ball.scale = (0.062,) * 3
        ball.location = (x, y, float(height(x, y)) + 0.06)
        if y < -0.75:
            front(ball)
    for k in range(5):
        x, y = -1.5 + 0.16 * k + rng.uniform(-0.03, 0.03), -1.55 + rng.uniform(-0.2, 0.2)
        ball = mesh.lathe("pearl", outline, pearl, 32)
        ball.scale, ball.location = (0.1 - 0.008 * k,) * 3, (x, y, float(height(x, y)) + 0.09)
        front(ball)
    gobos.leaves(rng, -55, 44, 12, (0, 0.6, 0.5), 5, 4, 1.2, gap=2.0)
    lights.panel((-5.5, -3.5, 6.5), (0, 0.2, 0.4), (1.8, 1.8), 1700, "#fff0d8", "key")
    lights.panel((5, 5, 4), (0, 0.2, 0.5), (1.5, 5), 700, "#d8fff0", "fill")
    lights.sky(0.22, "#a9c4b8")
    return Place(0.3, shapes.round_polygon(0.75, 0.1, squeeze=0.6), [(0, 0.05), (-0.12, 0.1), (0.12, 0.05)], 1.5, 2.2, 0.02, 0.9, "#0f4636", "ground")
