"""From straight above: creased linen, a card, eucalyptus, a ribbon, a saucer; the middle is free."""

import math

import numpy as np

import materials as m
import mesh

from kit import cloth, gobos, lights, plants, shapes, stones, surfaces
from kit.cameras import View
from kit.place import Place, Tone

FACTS = {
    "name": {"en": "Linen from above", "de": "Leinen von oben"},
    "category": "fashion",
    "tags": {
        "en": ["flat lay", "from above", "linen", "cloth", "eucalyptus", "card", "stones", "natural"],
        "de": ["Flatlay", "von oben", "Leinen", "Stoff", "Eukalyptus", "Karte", "Steine", "natürlich"],
    },
    "seasons": ["all"],
    "light": ["soft", "window", "leaf shadow"],
    "moods": ["natural", "calm", "airy"],
    "colors": ["linen", "beige", "sage", "white"],
}
VIEWS = {
    "flat": View(90, span=7.0, row=0.5, seed=71, lens_mm=60, f_stop=8),
    "flat-b": View(90, span=7.0, row=0.5, seed=72, lens_mm=60, f_stop=8, light_turn_deg=80),
}
TONE = Tone(key=0.45, contrast=1.12)


def build(view, rng):
    linen = surfaces.linen("linen", "#e6dfd2", 0.032, 0.5)
    _, height = cloth.creased((16, 16), (0, 0), linen, view.seed, 0.12, 2.6, 0.02, 360)
    over = lambda x, y, r: float(height(*(np.meshgrid(np.linspace(x - r, x + r, 9), np.linspace(y - r, y + r, 9)))).max())
    card = surfaces.paper("card", "#f6f2ea")
    kraft = surfaces.paper("kraft", "#cdb08a", 0.35)
    leaf = surfaces.leaf("eucalyptus", "#6f8c79", "#a6baa2", "#c2cdb4", 0.3, 0.55, 0.3)
    stem = m.principled("stem", "#8a7a5e", 0.7)
    sign = 1 if view.seed % 2 else -1
    lift = over(-2.3 * sign, 2.1, 1.3)
    sheet_at(card, (2.2, 3.0), (-2.4 * sign, 2.3, lift), 14 * sign)
    sheet_at(kraft, (1.5, 2.0), (-1.95 * sign, 1.9, lift + 0.05), -9 * sign)
    for start, way, length in (((3.8 * sign, 4.0, 0.3), (-0.9 * sign, -0.45, 0.05), 3.6), ((3.9 * sign, 3.0, 0.3), (-0.6 * sign, -0.9, 0.05), 2.7), ((-3.6 * sign, -3.5, 0.3), (0.95 * sign, 0.2, 0.05), 3.2)):
        plants.eucalyptus(rng, start, way, length, (leaf, stem), 0.46, 0.12, rng.uniform(-0.25, 0.25))
    glaze = surfaces.ceramic("saucer", "#e9e4da", 0.35, "#a09280")
    saucer = mesh.lathe("saucer", [(0, 0), (0.7, 0, 0.05), (1.05, 0.16, 0.05), (1.02, 0.19, 0.02), (0.7, 0.06, 0.1), (0, 0.05)], glaze)
    dish = (2.1 * sign, -2.45, over(2.1 * sign, -2.45, 1.0))
    saucer.location = dish
    stone = surfaces.pebble("stone", "#8f887c", "#d3cabb", 0.55)
    for x, y, size in ((2.0, -2.4, 0.24), (2.35, -2.6, 0.17), (-2.7, -1.6, 0.28), (-2.35, -1.25, 0.15)):
        stones.pebble(rng, (x * sign, y), size, stone, 0.6, 0.0, dish[2] + 0.06 if x > 0 else over(x * sign, y, 0.1))
    ribbon = surfaces.silk("ribbon", "#c9b79c", 0.4)
    swirl = [(2.2 * sign + 0.9 * math.cos(t) * (0.4 + 0.1 * t) + 0.2 * t * sign, 0.35 + 0.8 * math.sin(t) * (0.5 + 0.06 * t) - 0.35 * t, 0.3 + 0.1 * math.sin(1.7 * t)) for t in (k * 0.25 for k in range(22))]
    band(swirl, 0.2, ribbon)
    azimuth = -40 + view.light_turn_deg
    gobos.leaves(rng, azimuth, 44, 10, (0, 0, 0), 5, 6, 1.5, gap=2.0)
    lights.sun(azimuth, 44, 3.4, "#fff3e2", 1.8)
    lights.sky(0.62, "#eef0f2")
    return Place(0.06, shapes.rectangle(-1.9, -2.2, 1.9, 2.2), [(0, 0), (0.15, 0.1), (-0.1, -0.15)], 3.6, 4.2, 0.02, 0.9, "#e2d8c6", "ground")


def sheet_at(material, size, at, turn_deg):
    card = mesh.box("card", (size[0], size[1], 0.03), at, material, 0.012)
    card.rotation_euler = (0.02, -0.03, math.radians(turn_deg))
    return card


def band(points, width, material):
    """A ribbon standing on edge more and less."""
    p = np.array(points)
    rings = []
    for k, q in enumerate(p):
        a = 0.9 * math.sin(k * 0.5)
        side = p[min(k + 1, len(p) - 1)] - p[max(k - 1, 0)]
        across = np.cross(side, [0, 0, 1])
        across /= np.linalg.norm(across)
        w = (across * math.cos(a) + np.array([0, 0, 1]) * math.sin(a)) * width / 2
        rings.append(np.array([q + w * v + [0, 0, abs(math.sin(a)) * width / 2] for v in (-1, -0.3, 0.3, 1)]))
    obj = mesh.loft("band", rings, material, closed=False)
    return mesh.subdivide(obj, 2)
