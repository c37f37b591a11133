"""A terrace in the south: limestone table, olive branches, a linen napkin, a pot; the sea far behind."""

import materials as m
import mesh

from kit import cloth, fruits, furniture, gobos, lights, plants, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Terrace by the sea", "de": "Terrasse am Meer"},
    "category": "outdoor",
    "tags": {
        "en": ["terrace", "sea", "olive", "olives", "olive branch", "mediterranean", "stone table", "summer", "garden"],
        "de": ["Terrasse", "Meer", "Olive", "Oliven", "Olivenzweig", "mediterran", "Steintisch", "Sommer", "Garten"],
    },
    "seasons": ["summer"],
    "light": ["hard sun", "noon", "leaf shadow"],
    "moods": ["sunny", "relaxed", "fresh"],
    "colors": ["blue", "white", "olive", "terracotta"],
}
VIEWS = {
    "low": View(7, span=5.0, row=0.74, seed=201, yaw_deg=-4, f_stop=3.2),
    "middle": View(17, span=5.0, row=0.70, seed=202, f_stop=3.2),
    "high": View(38, span=5.1, row=0.64, seed=203, yaw_deg=5, f_stop=3.2),
}
TONE = Tone(key=0.40, contrast=1.15)


def build(view, rng):
    stone = surfaces.plaster("limestone", "#e2d8c6", 0.4, 0.2, 0.7)
    furniture.top((40, 9), (0, 1.4, 0), stone, 0.8, 0.09)
    white = surfaces.plaster("white", "#f1ece3", 0.4, 0.06)
    shapes.slab((60, 1.2, 5), (0, 24, -6.4), white, 0.2)
    mesh.box("sea", (3000, 1500, 1), (0, 780, -16), m.principled("sea", "#2b7d9c", 0.3))
    for k in range(7):
        x = -15 + 5 * k + rng.uniform(-0.5, 0.5)
        shapes.disc(0.55, 3.2, (x, 24, -3.2), white, 0.2)
    shapes.slab((60, 1.6, 0.7), (0, 24, -0.2), white, 0.15)
    clay = surfaces.plaster("clay", "#b86b47", 0.35, 0.2, 0.75)
    furniture.vase((-2.4, 1.7, 0), 1.5, 0.78, clay, 0.5, 0.5)
    leaf = surfaces.leaf("olive leaf", "#5c6e48", "#9aab82", "#b7c09c", 0.25, 0.55, 0.3)
    twig = surfaces.bark("twig", "#6a5b44", "#a3937a")
    for way, length in (((-0.5, -0.2, 1.0), 2.1), ((0.15, 0.1, 1.0), 2.6), ((0.6, -0.3, 1.0), 2.0), ((-0.2, -0.5, 0.9), 1.8), ((0.9, 0.1, 0.8), 1.7)):
        plants.laurel(rng, (-2.4, 1.7, 1.35), way, length, (leaf, twig), 0.5, 0.6, width=0.24)
    dish = surfaces.ceramic("dish", "#dfe6e6", 0.3, "#6f8fa0")
    furniture.bowl(0.85, 0.42, (2.25, 1.0, 0), dish, 0.5)
    olive = m.principled("olive", "#5f6b2a", 0.25, specular=0.6)
    ripe = m.principled("ripe", "#3a2b35", 0.25, specular=0.6)
    fruits.berries(rng, [(2.25 + dx, 1.0 + dy) for dx, dy in ((0, 0), (0.28, 0.1), (-0.26, 0.12), (0.1, -0.27), (-0.16, -0.22), (0.05, 0.3))], 0.15, olive, 0.2)
    fruits.berries(rng, [(2.32, 1.08), (2.1, 0.95)], 0.15, ripe, 0.4)
    fruits.berries(rng, [(1.35, -0.5), (1.6, -0.3)], 0.15, olive)
    plants.laurel(rng, (3.2, -0.1, 0.1), (-0.9, -0.35, 0.05), 1.7, (leaf, twig), 0.45, 0.0, width=0.24)
    front(*plants.laurel(rng, (-3.5, -2.1, 0.1), (0.95, 0.1, 0.1), 2.1, (leaf, twig), 0.5, 0.1, width=0.24))
    napkin = surfaces.linen("napkin", "#7f9fb5", 0.03)
    cloth.folded(rng, (1.5, 1.2, 0.16), 4, napkin, (-2.1, 0.1, 0), 24, 0.015)
    gobos.leaves(rng, 42, 52, 12, (0, 0.8, 0.6), 6, 6, 1.0, width=0.26, gap=2.0)
    lights.sun(42, 52, 5.2, "#fff3df", 0.7)
    lights.sky(0.8, (0.0, "#b9ab94"), (0.495, "#cfdfe8"), (0.53, "#d6e8f4"), (0.75, "#7db4e6"), (1.0, "#4f93d8"))
    return Place(0.0, shapes.rectangle(-1.0, -0.9, 1.0, 1.0), [(0, 0), (-0.25, 0.1), (0.2, -0.1)], 2.0, 3.2, 0.05, 0.7, "#e2d8c6", "ground")
