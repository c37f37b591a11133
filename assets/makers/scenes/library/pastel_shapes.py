"""A seamless sweep in lilac with arches, steps and balls in pastel, one coral accent; sun from the left."""

import math

import numpy as np

import mesh

from kit import gobos, lights, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Pastel shapes", "de": "Pastellformen"},
    "category": "minimal",
    "tags": {
        "en": ["pastel", "shapes", "geometric", "podium", "arch", "spheres", "balls", "steps", "stairs", "minimal", "seamless", "studio"],
        "de": ["Pastell", "Formen", "geometrisch", "Podest", "Bogen", "Kugeln", "Stufen", "Treppe", "minimal", "Hohlkehle", "Studio"],
    },
    "seasons": ["all", "spring", "summer"],
    "light": ["sun", "hard sun"],
    "moods": ["playful", "clean", "modern"],
    "colors": ["lilac", "pastel", "peach", "mint", "coral"],
}
VIEWS = {
    "middle": View(16, span=4.9, row=0.72, seed=332),
    "low": View(6, span=4.9, row=0.74, seed=331, yaw_deg=4),
    "high": View(38, span=4.9, row=0.64, seed=333, yaw_deg=-5),
}
TONE = Tone(key=0.36, contrast=1.16)


def sweep(material, depth=5.2, radius=2.6, width=70):
    """Floor and wall in one piece, as a roll of background paper hangs."""
    turn = np.linspace(-math.pi / 2, 0, 28)
    outline = [(-24.0, 0.0), *((depth + radius * math.cos(t), radius + radius * math.sin(t)) for t in turn), (depth + radius, 30.0)]
    rings = [np.array([(x, y, z) for y, z in outline]) for x in np.linspace(-width / 2, width / 2, 3)]
    return mesh.loft("sweep", rings, material, closed=False)


def ball(at, radius, material):
    obj = mesh.lathe("ball", [(radius * math.sin(t * math.pi / 48) + 1e-4, -radius * math.cos(t * math.pi / 48)) for t in range(49)], material, 96)
    obj.location = (at[0], at[1], at[2] + radius)
    return obj


def stairs(at, steps, width, tread, rise, material, turn_deg=0.0):
    parts = [mesh.box("step", (width, tread * (steps - k), rise), (0, tread * k / 2, rise * k), material, 0.035) for k in range(steps)]
    return mesh.move(parts, at, (0, 0, turn_deg))


def gate(at, width, height, thick, depth, material, turn_deg=0.0):
    """An arch of flat section, as a wooden toy has: an upright block with a round opening."""
    r, inner = width / 2, width / 2 - thick
    a = np.linspace(0, math.pi, 41)
    outer_line = [(r, 0.0), *((r * math.cos(t), height - r + r * math.sin(t)) for t in a), (-r, 0.0)]
    inner_line = [(-inner, 0.0), *((inner * math.cos(t), height - r + inner * math.sin(t)) for t in a[::-1]), (inner, 0.0)]
    block = mesh.prism("gate", outer_line + inner_line, depth, material)
    mesh.bevel(block, 0.035, 3)
    block.rotation_euler.x = math.pi / 2
    block.location.y = depth / 2
    return mesh.move([block], at, (0, 0, turn_deg))


def build(view, rng):
    coat = lambda name, color: surfaces.plaster(name, color, 0.16, 0.06, 0.7)
    lilac, pale, peach = coat("lilac", "#cbbbd9"), coat("pale", "#cfc2de"), coat("peach", "#f0c3a6")
    mint, cream, coral = coat("mint", "#9fcbb9"), coat("cream", "#f3e7d3"), surfaces.ceramic("coral", "#ec6a56", 0.28)
    sweep(lilac)
    shapes.disc(1.7, 0.42, (0, 0.2, 0), pale, 0.05)
    gate((-1.0, 2.6, 0), 2.5, 3.5, 0.5, 0.8, peach, 12)
    gate((-0.95, 2.75, 0), 1.35, 2.2, 0.34, 0.7, cream, 12)
    stairs((2.55, 1.8, 0), 4, 1.5, 0.46, 0.42, mint, -24)
    ball((2.9, 2.1, 1.26), 0.36, coral)
    ball((-2.25, 0.75, 0), 0.46, mint)
    ball((1.95, -0.35, 0), 0.24, coral)
    ball((-1.85, -0.25, 0), 0.15, cream)
    shapes.disc(0.34, 1.25, (-2.95, 1.75, 0), pale, 0.05)
    cone = mesh.lathe("cone", [(0, 0), (0.42, 0, 0.05), (0.03, 1.15, 0.05), (0, 1.17)], cream, 96)
    cone.location = (1.85, 0.95, 0)
    front(ball((2.35, -2.5, 0), 0.42, peach))
    front(shapes.disc(0.5, 0.5, (-2.5, -2.35, 0), mint, 0.06))
    azimuth = -56 + view.light_turn_deg
    gobos.bars(azimuth, 36, 15, (0.3, 1.6, 1.9), (7.6, 9.0), (2, 2), 0.28, turn_deg=4)
    lights.sun(azimuth, 36, 3.6, "#fff2e2", 1.1)
    lights.panel((7, -4, 6), (0, 0.3, 0.8), (5, 5), 420, "#e6e4ff", "fill")
    lights.sky(0.68, "#e8e6f6")
    return Place(0.42, shapes.round_polygon(1.3, 0.2), [(0, 0.05), (-0.25, 0.15), (0.25, 0.2)], 2.2, 3.2, 0.06, 0.7, "#cfc2de")
