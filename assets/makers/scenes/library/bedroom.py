"""A bedroom in the morning: a bed with a linen cover and pillows, a bedside table with a lamp, oak boards."""

import math

import numpy as np

import materials as m
import mesh

from kit import cloth, furniture, gobos, lights, plants, relief, rooms, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone

FACTS = {
    "name": {"en": "Bedroom", "de": "Schlafzimmer"},
    "category": "home",
    "tags": {
        "en": ["bedroom", "bed", "pillows", "linen", "bedside table", "nightstand", "lamp", "wooden floor", "furniture", "morning"],
        "de": ["Schlafzimmer", "Bett", "Kissen", "Leinen", "Nachttisch", "Lampe", "Holzboden", "Möbel", "Morgen"],
    },
    "seasons": ["all"],
    "light": ["window", "morning", "soft sun"],
    "moods": ["calm", "cosy", "homely"],
    "colors": ["white", "sage", "oak"],
}
VIEWS = {
    "middle": View(15, span=25, row=0.80, lens_mm=50, f_stop=0.8, seed=481),
    "high": View(36, span=25, row=0.64, lens_mm=50, f_stop=0.8, seed=483, yaw_deg=5),
}
TONE = Tone(key=0.275, contrast=1.12)


def pillow(seed, at, size, material, turn_deg=(0, 0, 0)):
    """A filled pillow: thick in the middle, its corners drawn out, creases toward the seam."""
    w, d, h = size
    wave = relief.waves(seed, 18, 0.25, 1.1, 3)
    a = np.arange(160) / 160 * 2 * math.pi
    c, s = np.cos(a), np.sin(a)
    square = (np.abs(c) ** 3.2 + np.abs(s) ** 3.2) ** (-1 / 3.2)
    x0, y0 = c * square * (0.94 + 0.06 * np.abs(np.sin(2 * a))), s * square * (0.94 + 0.06 * np.abs(np.sin(2 * a)))
    rings = []
    for t in np.linspace(0.0, math.pi, 44):
        r, z = max(0.003, math.sin(t) ** 0.62), -math.cos(t)
        z = math.copysign(abs(z) ** 1.25, z)
        x, y = x0 * r * w / 2, y0 * r * d / 2
        crease = 0.13 * wave(x, y, np.full(len(a), z * 2)) * (0.35 + r)
        rings.append(np.stack([x, y, z * h / 2 + crease], 1))
    obj = mesh.loft("pillow", rings, material)
    obj.location, obj.rotation_euler = at, [math.radians(v) for v in turn_deg]
    return obj


def bed(rng, x, front, width, length, wood, sheet, cover, throw):
    """A bed whose foot is at `front`: frame, mattress, a cover that hangs over its sides, pillows at the wall."""
    back = front + length
    shapes.slab((width + 0.6, length, 1.5), (x, front + length / 2, 1.5), wood, 0.12)
    for dx in (-width / 2 + 0.8, width / 2 - 0.8):
        mesh.rod("leg", (x + dx, front + 0.8, 0), (x + dx, front + 0.8, 1.6), 0.28, wood)
    mattress = shapes.slab((width, length - 0.2, 2.4), (x, front + length / 2, 2.9), sheet, 0.5)
    shapes.slab((width + 1.6, 0.9, 11.5), (x, back + 0.5, 0), wood, 0.35)
    cloth.drape(cover, (width + 5.0, 15.0), (x, front + 6.3, 0), 6.2, [mattress], frames=46, cells=130, stiffness=9.0, seed=int(rng.integers(1000)), thickness=0.22, lumps=0.5)
    for k, (dx, lift, lean, kind) in enumerate(((-3.9, 7.3, 62, sheet), (3.9, 7.3, 60, sheet), (-3.4, 7.0, 52, cover), (3.6, 7.0, 54, cover), (0.2, 6.7, 46, throw))):
        size = (7.4, 5.0, 2.4) if k < 4 else (5.2, 4.0, 1.9)
        pillow(900 + k * 7, (x + dx, back - 1.5 - 1.2 * (k // 2), lift), size, kind, (lean, rng.uniform(-4, 4), rng.uniform(-4, 4)))


def bedside(rng, x, y, wood, brass, shade, green, stem):
    """A table with a drawer, a lamp that is off, a glass vase with a branch and two books."""
    shapes.slab((5.2, 4.0, 2.4), (x, y, 3.4), wood, 0.1)
    shapes.slab((4.8, 0.2, 1.9), (x, y - 2.02, 3.65), wood, 0.05)
    mesh.rod("knob", (x, y - 2.35, 4.6), (x, y - 2.0, 4.6), 0.16, brass)
    for dx in (-2.2, 2.2):
        for dy in (-1.6, 1.6):
            mesh.rod("leg", (x + dx * 1.08, y + dy, 0), (x + dx, y + dy, 3.4), 0.17, wood)
    foot = surfaces.ceramic("lamp foot", "#c9b8a0", 0.4, "#a08f78")
    rooms.turned([(0, 0), (0.85, 0, 0.05), (1.15, 1.2, 0.9), (0.45, 2.5, 0.5), (0.16, 2.9, 0.1), (0.16, 3.5), (0, 3.5)], (x + 0.9, y + 0.3, 5.8), foot)
    rooms.lamp_shade((x + 0.9, y + 0.3, 8.9), 1.9, 2.7, shade)
    pages = surfaces.paper("pages", "#efe8da")
    furniture.book((2.0, 2.8, 0.4), (x - 1.3, y - 0.3, 5.8), m.principled("cover", "#8a9484", 0.7), pages, 8)
    furniture.book((1.8, 2.5, 0.32), (x - 1.35, y - 0.3, 6.2), m.principled("cover", "#d8cdbb", 0.7), pages, -5)


def build(view, rng):
    mesh.box("floor", (140, 110, 1), (0, -2, -1), rooms.floorboards("oak floor", "#c7a476", "#94703f"))
    face = 26.0
    mesh.box("wall", (140, 1, 60), (0, face + 0.5, 0), rooms.painted("wall", "#b9bfae", 0.8, 0.06))
    rooms.skirting(face, rooms.painted("trim", "#e9e5db", 0.45, 0.04), 1.2)
    oak = m.wood("bed oak", "#c39a68", "#8f6a42", 0.45, scale=0.5)
    white, sage, rust = surfaces.linen("white linen", "#e9e5dc", 0.05, 0.5), surfaces.linen("sage linen", "#c3c8b6", 0.05, 0.5), surfaces.linen("rust linen", "#b5744f", 0.05, 0.5)
    bed(rng, -6.2, 5.6, 16.0, 20.0, oak, white, white, rust)
    brass = surfaces.metal("brass", "#b08d4f", 0.3)
    green, stem = surfaces.leaf("olive", "#5d7250", "#93a078", "#a5b08c", 0.25), m.principled("stem", "#7b7a58", 0.6)
    bedside(rng, 7.4, face - 3.2, oak, brass, rooms.drapery("shade", "#eee3cd", 0.45), green, stem)
    rooms.picture((12.5, face - 0.1, 12.5), (7.0, 9.0), oak, m.principled("mount", "#f2eee6", 0.8), surfaces.plaster("paint", "#8a9c8c", 0.5, 0.4))
    rooms.curtain(int(rng.integers(1000)), 15.5, 30, 0.12, 34, face - 1.6, rooms.drapery("curtain", "#e4dccb", 0.4), 0.46)
    basket = surfaces.linen("basket", "#b99668", 0.12, 1.2)
    rooms.turned([(0, 0), (1.9, 0, 0.2), (2.5, 2.2, 1.6), (2.3, 4.0, 0.15), (2.1, 4.0, 0.12), (2.0, 3.4), (0, 3.2)], (13.2, 12.0, 0), basket)
    leaf, stalk = surfaces.leaf("palm", "#34572f", "#6a8f50", "#8aa562", 0.35), m.principled("stalk", "#5a7a3c", 0.6)
    for k in range(13):
        a, lean = k * 2.4 + rng.uniform(-0.3, 0.3), rng.uniform(0.15, 0.7)
        plants.palm(rng, (13.2 + 0.5 * math.cos(a), 12.0 + 0.5 * math.sin(a), 3.2), (lean * math.cos(a), lean * math.sin(a), 1), rng.uniform(7, 10.5), (leaf, stalk), rng.uniform(0.5, 1.1), 22, 0.34)

    azimuth = 58 + view.light_turn_deg
    gobos.bars(azimuth, 32, 46, (0, 4, 3), (22, 26), (2, 3), 1.0, turn_deg=-4, margin=70)
    lights.sun(azimuth, 32, 4.4, "#ffe6c6", 1.3)
    lights.panel((36, -8, 20), (0, 6, 4), (18, 22), 10500, "#e9f0ff", "fill")
    lights.sky(0.55, "#efe9df")
    return Place(0.0, shapes.rectangle(-6.5, -3.2, 6.5, 3.0), [(0, 0), (1.4, -0.4), (-1.0, -0.6)], 17.0, 15.0, 0.12, 0.4, "#a9835a", "ground")
