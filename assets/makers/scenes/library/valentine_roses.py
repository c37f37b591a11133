"""Valentine's day: red and pink roses, paper hearts on strings, a satin ribbon, petals on a blush table."""

import math

import numpy as np

import mesh

from kit import flowers, gobos, lights, paper, petals, plants, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.settle import settle
from kit.stage import front

FACTS = {
    "name": {"en": "Valentine roses", "de": "Rosen zum Valentinstag"},
    "category": "seasonal",
    "tags": {
        "en": ["valentine", "valentines day", "roses", "red roses", "hearts", "love", "ribbon", "gift", "petals", "mothers day", "wedding", "podium"],
        "de": ["Valentinstag", "Rosen", "rote Rosen", "Herzen", "Liebe", "Band", "Schleife", "Geschenk", "Blütenblätter", "Muttertag", "Hochzeit", "Podest"],
    },
    "seasons": ["winter", "spring", "valentine"],
    "light": ["soft", "side light", "warm"],
    "moods": ["romantic", "festive", "feminine"],
    "colors": ["red", "pink", "blush", "white"],
}
VIEWS = {
    "middle": View(16, span=4.9, row=0.72, seed=352, f_stop=3.2),
    "low": View(6, span=5.0, row=0.74, seed=351, yaw_deg=4, f_stop=3.2),
    "high": View(38, span=5.0, row=0.64, seed=353, yaw_deg=-4, f_stop=3.2),
}
TONE = Tone(key=0.27, contrast=1.16)


def heart(size, material, thickness=0.05):
    """A heart of thick paper, its foot at the origin, standing in the x-z plane."""
    outline = []
    for t in np.linspace(0, 2 * math.pi, 73)[:-1]:
        x = 16 * math.sin(t) ** 3
        y = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
        outline.append((x / 16, (y + 17) / 16))
    obj = mesh.prism("heart", [(x * size, y * size) for x, y in outline][::-1], thickness, material)
    mesh.bevel(obj, thickness * 0.35, 2, 60)
    obj.rotation_euler.x = math.pi / 2
    return obj


def curl(rng, start, way, length, width, material, turns=3.0):
    """A satin ribbon that lies on the table in waves."""
    side = np.cross(way, [0, 0, 1])
    rings = []
    for t in np.linspace(0, 1, 60):
        lift = 0.12 * (1 - math.cos(2 * math.pi * turns * t)) * (0.5 + 0.5 * math.sin(5 * t + 1))
        at = np.array(start) + np.array(way) * length * t + side * 0.22 * math.sin(2.2 * math.pi * turns * t / 2) + [0, 0, max(0.012, lift)]
        a = 0.5 * math.sin(2 * math.pi * turns * t + 0.7)
        across = side * math.cos(a) + np.array([0, 0, 1]) * math.sin(a)
        rings.append(np.array([at + across * width / 2 * v + [0, 0, abs(math.sin(a)) * width / 2] for v in (-1, -0.35, 0.35, 1)]))
    return mesh.subdivide(mesh.loft("ribbon", rings, material, closed=False), 2)


def flower_box(rng, at, colors, green, twig):
    """A round box full of roses: a dome of them, leaves between."""
    box = mesh.lathe("box", [(0, 0), (0.86, 0, 0.03), (0.88, 1.15, 0.02), (0.84, 1.15, 0.02), (0.82, 0.9), (0, 0.9)], surfaces.paper("box", "#f4e6df", 0.25))
    band = mesh.lathe("band", [(0.872, 0.42), (0.892, 0.43), (0.894, 0.6), (0.878, 0.61)], surfaces.silk("band", "#b5182a", 0.33))
    for part in (box, band):
        part.location = (at[0], at[1], 0)
    spots = [(0.0, 0.0, 1.5)] + [(0.42 * math.cos(a), 0.42 * math.sin(a), 1.38) for a in np.arange(4) * 1.57 + 0.4] + [(0.74 * math.cos(a), 0.74 * math.sin(a), 1.12) for a in np.arange(9) * 0.698]
    for k, (dx, dy, z) in enumerate(spots):
        x, y = at[0] + dx, at[1] + dy
        flowers.rose(rng, (x, y, z), rng.uniform(0.4, 0.47), colors[k % 2], green, (-dy * 0.85, dx * 0.85))
        if math.hypot(dx, dy) > 0.6 and k % 2:
            plants.laurel(rng, (x, y, z + 0.15), (dx, dy, 0.35), 0.8, (green, twig), 0.5, 0.8, width=0.55)


def build(view, rng):
    table, wall = surfaces.plaster("table", "#e6b9b4", 0.22, 0.1, 0.6), surfaces.plaster("wall", "#dfa5a4", 0.3, 0.12)
    mesh.box("table", (60, 40, 1), (0, -8, -1), table)
    mesh.box("wall", (60, 1, 40), (0, 5.6, -1), wall)
    pale = surfaces.plaster("pale", "#efcfca", 0.25, 0.08, 0.6)
    shapes.disc(1.75, 0.42, (0, 0.2, 0), pale, 0.05)
    shapes.disc(0.85, 1.5, (2.5, 2.3, 0), surfaces.plaster("rose plaster", "#cf8584", 0.25, 0.1), 0.05)
    red, pink = surfaces.petal("red", "#b3141f", "#7d0c17", 0.3), surfaces.petal("pink", "#dd7f8c", "#f4cdc9", 0.4)
    green, twig = surfaces.leaf("green", "#2f4a2c", "#5f7d4a"), surfaces.bark("twig", "#3f4a2a", "#6b7a48")
    flower_box(rng, (-2.55, 1.55), (red, pink), green, twig)
    settle(flowers.rose(rng, (1.85, -0.25, 0), 0.5, red, green, (1.15, 0.5)))
    mesh.tube("stem", [(1.98, -0.12, 0.2), (2.7, 0.2, 0.1), (3.9, 0.5, 0.07)], 0.05, twig)
    plants.laurel(rng, (2.6, 0.15, 0.1), (0.9, 0.35, 0.15), 0.9, (green, twig), 0.5, 0.3, width=0.5)
    white, deep = surfaces.paper("white paper", "#f6e9e4", 0.25), surfaces.paper("red paper", "#b81e2a", 0.25)
    blush = surfaces.paper("blush paper", "#e58f95", 0.25)
    thread = surfaces.paper("thread", "#f2ded8")
    for x, y, z, size, material, turn in ((0.2, 4.3, 2.6, 0.44, deep, 14), (1.35, 4.0, 3.3, 0.36, white, -24), (3.0, 4.2, 3.1, 0.4, blush, 18), (-1.25, 4.6, 3.6, 0.36, white, 26), (2.2, 4.7, 4.1, 0.3, deep, -10), (-3.9, 4.2, 3.9, 0.42, blush, -16)):
        obj = heart(size, material)
        obj.location, obj.rotation_euler.z = (x, y, z), math.radians(turn)
        mesh.rod("thread", (x, y - 0.02, z + 1.76 * size), (x, y - 0.02, 12), 0.012, thread, 8)
    satin = surfaces.silk("satin", "#b5182a", 0.33)
    paper.gift((1.15, 1.0, 0.8), (2.5, 2.3, 1.5), surfaces.paper("wrap", "#f3ddd6", 0.3), satin, 22)
    curl(rng, (-2.3, -0.35, 0.02), np.array([0.94, -0.34, 0]), 1.6, 0.2, satin, 2.0)
    leaning = heart(0.3, deep)
    leaning.location, leaning.rotation_euler = (2.45, 1.15, 0.0), (math.radians(72), 0, math.radians(-14))

    def height(x, y):
        r = math.hypot(x, y - 0.2)
        return 0.42 if 1.0 < r < 1.62 else (0.0 if 1.9 < r and not (x > 1.4 and -0.8 < y < 0.6) else None)

    petals.scatter(rng, petals.ring_spots(rng, 20, 1.05, 3.3, height, (0, -0.1)), red, 0.4)
    petals.scatter(rng, petals.ring_spots(rng, 22, 1.05, 3.5, height, (0, -0.2)), pink, 0.42)
    front(*flowers.rose(rng, (-2.35, -2.5, 0.06), 0.52, red, green, (0.6, -0.6)).children)
    front(petals.scatter(rng, [(rng.uniform(-1.5, 2.8), rng.uniform(-3.0, -2.2), 0.0) for _ in range(7)], pink, 0.44))
    azimuth = -54 + view.light_turn_deg
    gobos.leaves(rng, azimuth, 40, 11, (0, 1.2, 1.3), 5, 6, 1.4, gap=1.7)
    lights.sun(azimuth, 40, 4.0, "#fff0e2", 1.6)
    lights.panel((6, -4, 5), (0, 0.4, 0.8), (4, 5), 260, "#ffe4e4", "fill")
    lights.sky(0.6, "#eedfe0")
    return Place(0.42, shapes.round_polygon(1.25, 0.2), [(0, 0.05), (-0.25, 0.15), (0.3, 0.2)], 2.2, 3.2, 0.08, 0.65, "#efcfca")
