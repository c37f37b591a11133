"""A desk by the window: a pile of linen-bound books, a brass lamp, a plant, a cup; a shelf far behind."""

import math

import materials as m
import mesh

from kit import furniture, gobos, lights, plants, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Desk with books", "de": "Schreibtisch mit Büchern"},
    "category": "home",
    "tags": {
        "en": ["desk", "books", "study", "office", "lamp", "plant", "cup", "coffee", "reading", "wood"],
        "de": ["Schreibtisch", "Bücher", "Arbeitszimmer", "Büro", "Lampe", "Pflanze", "Tasse", "Kaffee", "Lesen", "Holz"],
    },
    "seasons": ["all", "autumn"],
    "light": ["window", "afternoon", "warm"],
    "moods": ["calm", "homely", "intellectual"],
    "colors": ["walnut", "green", "ochre", "cream"],
}
VIEWS = {
    "low": View(7, span=5.0, row=0.74, seed=171, yaw_deg=4, f_stop=3.2),
    "middle": View(17, span=4.8, row=0.72, seed=172, f_stop=3.2),
    "high": View(38, span=5.1, row=0.64, seed=173, yaw_deg=-5, f_stop=3.2),
}
TONE = Tone(key=0.21, contrast=1.15)
COVERS = ["#31504a", "#b5803a", "#7a2f2a", "#d9cdb6", "#3b4a66", "#8b8f76"]


def build(view, rng):
    furniture.top((40, 11), (0, 2.0, 0), m.wood("walnut", "#8f6440", "#4b2f1d", 0.36, plank=3.1), 0.5, 0.07)
    mesh.box("wall", (90, 1, 50), (0, 12, -14), surfaces.plaster("wall", "#b7ab98", 0.3))
    linen = [surfaces.linen(f"cover {k}", c, 0.03) for k, c in enumerate(COVERS)]
    pages = surfaces.paper("pages", "#efe6d4")
    z = 0.0
    for k, (w, d, h, turn) in enumerate(((2.3, 1.7, 0.42, 8), (2.1, 1.6, 0.3, -4), (1.9, 1.45, 0.36, 13))):
        furniture.book((w, d, h), (2.35, 1.3, z), linen[(k * 2) % 6], pages, turn)
        z += h
    cup = surfaces.ceramic("cup", "#dcd5c8", 0.35, "#8d8577")
    furniture.jar(0.42, 0.72, (2.3, 1.25, z), cup, 0.97)
    mesh.lathe("coffee", [(0, 0.6), (0.37, 0.6)], m.principled("coffee", "#24130a", 0.08)).location = (2.3, 1.25, z)
    furniture.book((1.7, 1.25, 0.24), (-2.15, 0.35, 0), linen[3], pages, -16)
    glass = m.principled("glasses", "#1c1613", 0.25, specular=0.6)
    for x in (-2.45, -1.95):
        mesh.tube("rim", [(x + 0.2 * c, 0.2 + 0.0 * s, 0.44 + 0.17 * s) for c, s in ring()], 0.022, glass, cyclic=True)
    mesh.tube("bridge", [(-2.25, 0.2, 0.47), (-2.2, 0.18, 0.52), (-2.15, 0.2, 0.47)], 0.02, glass)
    for x, side in ((-2.65, -1), (-1.75, 1)):
        mesh.tube("temple", [(x, 0.2, 0.48), (x + 0.04 * side, 0.75, 0.44), (x, 1.05, 0.28)], 0.02, glass)
    pot = surfaces.ceramic("pot", "#e6ddcf", 0.5, "#a59986")
    furniture.vase((-2.5, 2.2, 0), 1.1, 0.62, pot, 0.8, 0.5)
    leaf, stem = surfaces.leaf("leaf", "#2f5530", "#6d9450"), m.principled("stem", "#5f7a45", 0.6)
    for _ in range(11):
        plants.laurel(rng, (-2.5, 2.2, 0.95), (rng.uniform(-0.9, 0.9), rng.uniform(-0.7, 0.5), 1), rng.uniform(1.2, 2.2), (leaf, stem), 0.55, 1.0, width=0.6)
    x = -7.0
    while x < 8.0:
        w, h = rng.uniform(0.22, 0.6), rng.uniform(1.6, 2.5)
        mesh.box("book", (w, 1.5, h), (x, 9.5, 1.2), linen[rng.integers(6)], 0.03)
        x += w + 0.03
    mesh.box("shelf", (22, 2, 0.3), (0, 9.5, 0.9), m.wood("shelf", "#8a6a48", "#54391f", 0.5), 0.03)
    front(*furniture.book((1.8, 1.3, 0.3), (2.5, -2.2, 0), linen[1], pages, 24).children)
    pencil = m.principled("pencil", "#c79a2a", 0.4)
    mesh.rod("pencil", (1.25, -0.55, 0.045), (2.05, -0.2, 0.045), 0.04, pencil, 6)
    gobos.bars(-62, 34, 13, (0, 0.8, 0.6), (7.5, 10), (2, 3), 0.5, turn_deg=7)
    lights.sun(-62, 34, 5.2, "#ffe4bc", 1.4)
    lights.panel((-8, -2, 6), (0, 0.5, 0.5), (5, 6), 600, "#eef2ff", "fill")
    lights.sky(0.34, "#e6e0d6")
    return Place(0.0, shapes.rectangle(-0.95, -0.9, 1.0, 1.0), [(0, 0), (-0.2, 0.1), (0.2, -0.1)], 2.0, 3.1, 0.15, 0.4, "#7a5638", "ground")


def ring():
    return [(math.cos(k * math.pi / 12), math.sin(k * math.pi / 12)) for k in range(24)]
