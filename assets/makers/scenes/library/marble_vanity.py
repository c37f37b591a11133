"""A marble vanity: a round mirror, a brass tray with a flacon, a brush jar, a rose; soft light from the right."""

import math

import materials as m
import mesh

from kit import furniture, gobos, lights, petals, plants, shapes, surfaces
from kit.batch import Batch, pose
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Marble vanity", "de": "Schminktisch aus Marmor"},
    "category": "beauty",
    "tags": {
        "en": ["marble", "vanity", "mirror", "brass", "flacon", "perfume", "rose", "bathroom", "makeup"],
        "de": ["Marmor", "Schminktisch", "Spiegel", "Messing", "Flakon", "Parfüm", "Rose", "Bad", "Kosmetik"],
    },
    "seasons": ["all"],
    "light": ["soft", "window"],
    "moods": ["elegant", "luxurious", "feminine"],
    "colors": ["white", "gold", "blush", "gray"],
}
VIEWS = {
    "low": View(6, span=5.0, row=0.75, seed=121, yaw_deg=-4),
    "middle": View(16, span=4.8, row=0.73, seed=122),
    "high": View(38, span=5.1, row=0.64, seed=123, yaw_deg=5),
}
TONE = Tone(key=0.42, contrast=1.13)


def build(view, rng):
    marble = surfaces.marble("marble", "#f0ece6", "#8f8880", "#d8c8b2", 0.1, 0.9)
    furniture.top((40, 8), (0, 1.4, 0), marble, 0.35, 0.06)
    wall = surfaces.plaster("wall", "#d9c9bf", 0.2, 0.08)
    mesh.box("wall", (60, 1, 30), (0, 6.2, -8), wall)
    mesh.box("room", (60, 1, 30), (0, -26, -8), m.principled("room", "#cdbfb4", 0.9))
    brass = surfaces.metal("brass", "#d2a860", 0.2)
    mirror = m.principled("mirror", "#f2f4f4", 0.02, metallic=1.0)
    frame = [mesh.tube("frame", [(1.55 * math.cos(a), 0, 1.55 * math.sin(a)) for a in (k * math.pi / 40 for k in range(80))], 0.075, brass, cyclic=True)]
    a = [k * math.pi / 48 for k in range(96)]
    frame.append(mesh.from_data("glass", [(1.53 * math.cos(t), 0, 1.53 * math.sin(t)) for t in a], [tuple(range(96))], mirror, smooth=False))
    mesh.move(frame, (-1.75, 3.3, 2.25), (-8, 0, -14))
    mesh.rod("post", (-1.75, 3.35, 0.05), (-1.75, 3.35, 0.8), 0.07, brass)
    mesh.lathe("foot", [(0, 0), (0.7, 0, 0.04), (0.68, 0.08, 0.04), (0.12, 0.14, 0.1), (0, 0.15)], brass).location = (-1.75, 3.35, 0)
    tray = [mesh.loft("tray", [mesh.rounded_rect(2.2, 1.4, 0.5, z) * [s, s, 1] for z, s in ((0.0, 0.97), (0.02, 1.0), (0.14, 1.02), (0.14, 0.985), (0.05, 0.965), (0.045, 0.9), (0.045, 0.05))], brass, caps=(True, True))]
    mesh.move(tray, (2.2, 1.35, 0), (0, 0, -12))
    flacon(2.0, 1.45, 0.05)
    blush = surfaces.ceramic("jar", "#e4c4b8", 0.3)
    furniture.jar(0.36, 0.5, (2.85, 1.15, 0.05), blush, 0.85)
    mesh.lathe("lid", [(0, 0.5), (0.38, 0.5, 0.02), (0.38, 0.66, 0.04), (0, 0.68)], brass, 96).location = (2.85, 1.15, 0.05)
    cup = surfaces.ceramic("cup", "#efe9e2", 0.28, "#b7aa9c")
    furniture.jar(0.42, 1.0, (-2.5, 1.15, 0), cup, 0.95)
    brushes(rng, (-2.5, 1.15, 0.2))
    petal = surfaces.petal("petal", "#d9949a", "#f0cfc6")
    rose(rng, (1.45, -0.25, 0.28), 0.42, petal)
    green = surfaces.leaf("green", "#3f5d36", "#7d9360")
    plants.laurel(rng, (1.55, -0.15, 0.12), (0.9, 0.25, 0.0), 1.0, (green, m.principled("stem", "#5f7a45", 0.6)), 0.45, 0.0, width=0.55)
    spots = [(rng.uniform(-2.2, 2.4), rng.uniform(-0.9, 0.4), 0.0) for _ in range(7)]
    petals.scatter(rng, [s for s in spots if abs(s[0]) > 1.1], petal, 0.34)
    front(petals.scatter(rng, [(rng.uniform(-2.4, 2.4), rng.uniform(-2.5, -1.9), 0.0) for _ in range(5)], petal, 0.38))
    gobos.leaves(rng, 58, 34, 13, (0, 1.5, 1.2), 6, 5, 1.4, gap=2.2)
    lights.sun(58, 34, 2.6, "#fff0de", 3.0)
    lights.panel((7.5, -3, 5.5), (0, 0.5, 0.8), (5, 6), 1100, "#fff8f0", "key")
    lights.panel((-8, 0, 5), (0, 0.5, 1), (3, 6), 260, "#f0f4ff", "fill")
    lights.sky(0.5, "#f2ece8")
    return Place(0.0, shapes.rectangle(-1.0, -0.9, 1.0, 1.0), [(0, 0), (-0.3, 0.1), (0.2, -0.1)], 1.9, 3.1, 0.45, 0.12, "#ece7e0", "ground")


def flacon(x, y, z):
    glass = surfaces.clear("flacon", "#f0e6dc")
    scent = m.glass("scent", "#ffd9b8", 0.0, 1.36, "#f6dcc4")
    gold = surfaces.metal("cap", "#d2a860", 0.18)
    parts = [
        mesh.box("flacon", (0.78, 0.36, 0.95), (0, 0, 0), glass, 0.07, 5),
        mesh.box("scent", (0.64, 0.22, 0.62), (0, 0, 0.08), scent, 0.03, 4),
        mesh.lathe("collar", [(0, 0.95), (0.14, 0.95, 0.01), (0.14, 1.06, 0.01), (0, 1.06)], gold, 64),
        mesh.lathe("cap", [(0, 1.05), (0.2, 1.05, 0.03), (0.2, 1.42, 0.05), (0, 1.43)], gold, 64),
    ]
    return mesh.move(parts, (x, y, z), (0, 0, 18))


def brushes(rng, at):
    handle, hair = m.principled("handle", "#2a2624", 0.3), m.principled("hair", "#7a5240", 0.8, sheen=0.6)
    gold = surfaces.metal("ferrule", "#c9a468", 0.25)
    for dx, dy, tall in ((-0.2, 0.05, 1.5), (0.1, 0.15, 1.75), (0.22, -0.1, 1.35)):
        parts = [
            mesh.lathe("handle", [(0.01, 0), (0.05, 0.3), (0.065, tall * 0.7), (0.05, tall)], handle, 32),
            mesh.lathe("ferrule", [(0.055, tall), (0.075, tall + 0.25), (0.07, tall + 0.25)], gold, 32),
            mesh.lathe("hair", [(0.07, tall + 0.25), (0.16, tall + 0.5, 0.1), (0.12, tall + 0.66, 0.1), (0.01, tall + 0.72)], hair, 48),
        ]
        mesh.move(parts, (at[0] + dx * 0.6, at[1] + dy * 0.6, at[2]), (-dy * 50, dx * 50, 0))


def rose(rng, at, size, material):
    """An open rose: petals in a spiral, steeper toward its heart."""
    batch = Batch("rose")
    for k in range(26):
        t = k / 26
        shape = petals.petal(rng, 0.5 - 0.2 * t, 0.1 + 0.3 * t)
        open_deg = 84 - 78 * t**1.2
        batch.add(shape, pose((0, 0, 0), (0, 0, k * 137.5)) @ pose((0, 0.03 + 0.12 * t, 0.02), (open_deg, 0, 0), 0.45 + 0.55 * t), rng.random() * 0.6 + 0.2 * t)
    obj = batch.build(material)
    obj.scale, obj.location, obj.rotation_euler = (size,) * 3, (at[0], at[1], at[2] - 0.18), (0.75, 0.25, 0.3)
    return obj
