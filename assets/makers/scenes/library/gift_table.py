"""Presents in kraft and dark green paper with ribbons, fir twigs, a warm lamp: a table for giving."""

import materials as m
import mesh

from kit import fruits, furniture, lights, paper, plants, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Gift table", "de": "Gabentisch"},
    "category": "seasonal",
    "tags": {
        "en": ["gifts", "presents", "ribbon", "wrapping paper", "birthday", "christmas", "holiday", "bow", "wood"],
        "de": ["Geschenke", "Gabentisch", "Schleife", "Geschenkpapier", "Geburtstag", "Weihnachten", "Feiertage", "Holz"],
    },
    "seasons": ["winter", "christmas", "birthday"],
    "light": ["warm lamps", "soft", "evening"],
    "moods": ["festive", "warm", "cozy"],
    "colors": ["green", "kraft", "red", "gold"],
}
VIEWS = {
    "low": View(6, span=5.0, row=0.74, seed=131, yaw_deg=-3, f_stop=3.2),
    "middle": View(17, span=4.8, row=0.72, seed=132, f_stop=3.2),
    "high": View(38, span=5.1, row=0.64, seed=133, yaw_deg=5, f_stop=3.2),
}
TONE = Tone(key=0.25, contrast=1.16)


def build(view, rng):
    furniture.top((40, 12), (0, 2.2, 0), m.wood("oak", "#b98f62", "#7a5233", 0.42, plank=2.3), 0.5)
    mesh.box("wall", (90, 1, 50), (0, 13, -14), surfaces.plaster("wall", "#8d7f70", 0.3))
    kraft, green = surfaces.paper("kraft", "#c39d6f", 0.4), surfaces.paper("green", "#29453a", 0.3)
    cream = surfaces.paper("cream", "#ece2d0", 0.3)
    red, gold = surfaces.silk("red", "#a3222b", 0.38), surfaces.silk("gold", "#c9a15c", 0.34)
    paper.gift((1.9, 1.5, 1.1), (-2.35, 1.6, 0), kraft, red, 14)
    paper.gift((1.3, 1.1, 0.7), (-2.2, 1.6, 1.12), cream, gold, -12)
    paper.gift((1.7, 1.5, 1.6), (2.45, 2.0, 0), green, gold, -18)
    paper.gift((1.05, 0.9, 0.55), (2.1, 0.25, 0), cream, red, 22)
    paper.gift((2.2, 1.6, 1.3), (0.5, 4.6, 0), kraft, gold, 6)
    front(*children(paper.gift((1.2, 1.0, 0.6), (-2.5, -2.2, 0), green, red, -24)))
    needles = surfaces.leaf("needles", "#1f3f2a", "#3f6a45", "#3f6a45", 0.12, 0.4, 0.5)
    wood = surfaces.bark("twig", "#3a2a1e", "#6b543e")
    plants.fir(rng, (-3.4, 0.5, 0.1), (1, -0.1, 0.05), 2.1, (needles, wood), 110, 4, 0.2, 0.1)
    plants.fir(rng, (3.7, 0.9, 0.1), (-1, -0.35, 0.05), 1.7, (needles, wood), 110, 4, 0.2, 0.1)
    front(*plants.fir(rng, (3.4, -2.2, 0.1), (-1, 0.12, 0.06), 1.7, (needles, wood), 110, 3, 0.2, 0.1))
    berry = m.principled("berry", "#a31c22", 0.25, specular=0.6)
    fruits.berries(rng, [(1.45, -0.45), (1.6, -0.3), (1.32, -0.2), (-1.6, -0.1), (-1.75, -0.3)], 0.085, berry)
    lamps = [(rng.uniform(-8, 8), rng.uniform(9, 12), rng.uniform(0.6, 7)) for _ in range(60)]
    furniture.string_lights(lamps, 60, "#ffa24d", 1.8, 0.07)
    lights.panel((-6, -4, 6.5), (0, 0.4, 0.6), (2.4, 2.4), 1300, "#ffdcb0", "key")
    lights.panel((6, 3, 5), (0, 0.4, 0.6), (2, 4), 420, "#ffc98c", "fill")
    lights.sky(0.32, "#cbbfb4")
    return Place(0.0, shapes.rectangle(-1.0, -0.9, 1.0, 1.0), [(0, 0), (-0.25, 0.1), (0.2, -0.1)], 2.0, 3.2, 0.12, 0.45, "#a67e55", "ground")


def children(handle):
    return [o for o in handle.children]
