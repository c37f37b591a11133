"""From straight above: white marble, blush roses, a gold-rimmed dish with rings, a flacon, ribbon and a card."""

import math

import numpy as np

import materials as m
import mesh

from kit import flowers, gobos, jewels, lights, petals, plants, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.settle import settle

FACTS = {
    "name": {"en": "Marble from above", "de": "Marmor von oben"},
    "category": "beauty",
    "tags": {
        "en": ["flat lay", "from above", "marble", "roses", "gold", "perfume", "ribbon", "eucalyptus", "jewelry dish", "white"],
        "de": ["Flatlay", "von oben", "Marmor", "Rosen", "Gold", "Parfüm", "Band", "Eukalyptus", "Schmuckschale", "weiß"],
    },
    "seasons": ["all", "spring"],
    "light": ["soft", "window"],
    "moods": ["elegant", "clean", "feminine"],
    "colors": ["white", "blush", "gold", "green"],
}
VIEWS = {
    "flat": View(90, span=7.0, row=0.5, seed=342, lens_mm=60, f_stop=7),
    "flat-b": View(90, span=7.0, row=0.5, seed=341, lens_mm=60, f_stop=7, light_turn_deg=75),
}
TONE = Tone(key=0.46, contrast=1.13)


def ribbon(points, width, material):
    """A satin band that lies in loops, turned on edge here and there."""
    p = np.array(points, float)
    rings = []
    for k, q in enumerate(p):
        a = 0.75 * math.sin(k * 0.42)
        way = p[min(k + 1, len(p) - 1)] - p[max(k - 1, 0)]
        across = np.cross(way, [0, 0, 1])
        across /= np.linalg.norm(across)
        half = (across * math.cos(a) + np.array([0, 0, 1]) * math.sin(a)) * width / 2
        rings.append(np.array([q + half * v + [0, 0, abs(math.sin(a)) * width / 2] for v in (-1, -0.35, 0.35, 1)]))
    return mesh.subdivide(mesh.loft("ribbon", rings, material, closed=False), 2)


def flacon(at, turn_deg):
    """A flat bottle of scent that lies on its back."""
    gold = surfaces.metal("cap", "#d2a860", 0.14)
    parts = [
        mesh.box("flacon", (0.95, 0.42, 1.25), (0, 0, 0), surfaces.clear("flacon", "#f2e8e0"), 0.09, 5),
        mesh.box("scent", (0.8, 0.28, 0.95), (0, 0, 0.1), m.glass("scent", "#fff0e4", 0.0, 1.36, "#fbeee4"), 0.05, 4),
        mesh.lathe("collar", [(0, 1.25), (0.17, 1.25, 0.01), (0.17, 1.36, 0.01), (0, 1.36)], gold, 64),
        mesh.lathe("cap", [(0, 1.35), (0.24, 1.35, 0.03), (0.24, 1.82, 0.05), (0, 1.83)], gold, 64),
    ]
    return mesh.move(parts, (at[0], at[1], at[2] + 0.24), (-90, 0, turn_deg))


def build(view, rng):
    sign = 1 if view.seed % 2 == 0 else -1
    marble = surfaces.marble("marble", "#efebe6", "#b5ada6", "#d9cbb8", 0.16, 0.7)
    mesh.box("marble", (16, 16, 0.6), (0, 0, -0.6), marble, 0.05)
    blush, cream = surfaces.petal("blush", "#d9939a", "#f2d3cb"), surfaces.petal("cream", "#f8ebe0", "#fffaf2")
    green = surfaces.leaf("green", "#4a6a48", "#8ba57f")
    for x, y, size, mat, lean in ((-2.75, 2.65, 0.72, blush, (0.25, -0.2)), (-1.55, 3.25, 0.56, cream, (-0.2, 0.2)), (-3.3, 1.45, 0.5, cream, (0.2, 0.35))):
        flowers.rose(rng, (x * sign, y, 0.12), size, mat, green, lean)
    eucalyptus = surfaces.leaf("eucalyptus", "#6f8c79", "#a6baa2", "#c2cdb4", 0.3, 0.55, 0.3)
    stem = m.principled("stem", "#8a7a5e", 0.7)
    for start, way, length in (((-2.6, 3.5, 0.25), (1.0, 0.05, 0.02), 2.5), ((-3.5, 2.4, 0.25), (0.15, -1.0, 0.02), 2.5), ((3.7, -3.3, 0.2), (-0.9, 0.25, 0.04), 2.6)):
        plants.eucalyptus(rng, (start[0] * sign, start[1], start[2]), (way[0] * sign, way[1], way[2]), length, (eucalyptus, stem), 0.42, 0.08, rng.uniform(-0.3, 0.3))
    gold = surfaces.metal("gold", "#d8ae66", 0.14)
    glaze = surfaces.ceramic("dish", "#f3ece6", 0.2)
    dish = (2.5 * sign, 2.45)
    mesh.lathe("dish", [(0, 0), (0.6, 0, 0.05), (0.95, 0.16, 0.1), (0.93, 0.19, 0.02), (0.6, 0.06, 0.1), (0, 0.05)], glaze).location = (*dish, 0)
    rim = mesh.tube("rim", [(0.945 * math.cos(k * math.pi / 40), 0.945 * math.sin(k * math.pi / 40), 0.182) for k in range(80)], 0.017, gold, cyclic=True)
    rim.location = (*dish, 0)
    jewels.hoop((dish[0] - 0.2, dish[1] + 0.12, 0.06), 0.3, 0.035, gold, 10, 20)
    jewels.ring((dish[0] + 0.32, dish[1] - 0.16, 0.06), 0.19, gold, 20, 60, jewels.gem("morganite", "#fbd0c8"))
    pearl = jewels.pearl("pearl")
    path = [((2.7 + 0.55 * math.cos(t) + 0.13 * t) * sign, 0.35 + 0.62 * math.sin(t) - 0.24 * t, 0.0) for t in np.linspace(0.6, 6.6, 90)]
    jewels.string(path, 0.062, pearl, 0.128)
    flacon((2.55 * sign, -1.75, 0), 24 * sign)
    satin = surfaces.silk("satin", "#d8a5a0", 0.33)
    swirl = [((-2.55 + 0.75 * math.cos(t) * (0.5 + 0.09 * t) - 0.05 * t) * sign, -0.9 + 0.6 * math.sin(t) * (0.5 + 0.08 * t) - 0.3 * t, 0.04 + 0.06 * (1 + math.sin(1.7 * t))) for t in np.linspace(0, 7.2, 40)]
    ribbon(swirl, 0.24, satin)
    card = mesh.box("card", (1.7, 2.4, 0.03), (3.3 * sign, -3.1, 0.01), surfaces.paper("card", "#f7f2ea"), 0.01)
    card.rotation_euler.z = math.radians(-16 * sign)
    brush(rng, (0.9 * sign, -2.75, 0), 97 * sign)
    spots = [(rng.uniform(-3.2, 3.2), rng.uniform(-3.2, 3.2)) for _ in range(60)]
    petals.scatter(rng, [(x, y, 0.0) for x, y in spots if abs(x) > 1.9 or abs(y) > 2.3][:10], blush, 0.4)
    azimuth = -48 + view.light_turn_deg
    gobos.leaves(rng, azimuth, 44, 13, (0, 0, 0), 6, 5, 1.5, gap=2.6)
    lights.sun(azimuth, 44, 3.1, "#fff2e2", 2.4)
    lights.sky(0.66, "#f0eff0")
    return Place(0.0, shapes.rectangle(-1.7, -2.1, 1.7, 2.1), [(0, 0), (0.12, 0.1), (-0.1, -0.12)], 3.2, 4.2, 0.3, 0.18, "#efebe6", "ground")


def brush(rng, at, turn_deg):
    """A make-up brush that lies on the stone."""
    parts = [
        mesh.lathe("handle", [(0.01, 0), (0.05, 0.25), (0.075, 1.1), (0.055, 1.6)], m.principled("handle", "#f0e6de", 0.25), 32),
        mesh.lathe("ferrule", [(0.06, 1.55), (0.1, 1.95), (0.095, 1.95)], surfaces.metal("ferrule", "#d2a860", 0.2), 32),
        mesh.lathe("hair", [(0.09, 1.94), (0.2, 2.3, 0.1), (0.16, 2.55, 0.1), (0.01, 2.62)], m.principled("hair", "#b98a78", 0.85, sheen=0.8), 48),
    ]
    return settle(mesh.move(parts, (at[0], at[1], 0.2), (-88, 0, turn_deg)))
