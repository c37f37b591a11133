"""A living room in the morning: oak boards, a panelled wall, curtain, sideboard, a palm in a basket."""

import math

import materials as m
import mesh

from kit import furniture, gobos, lights, plants, rooms, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone

FACTS = {
    "name": {"en": "Living room", "de": "Wohnzimmer"},
    "category": "home",
    "tags": {
        "en": ["living room", "wooden floor", "parquet", "sideboard", "curtain", "house plant", "furniture", "panelled wall", "interior", "window light"],
        "de": ["Wohnzimmer", "Holzboden", "Parkett", "Sideboard", "Vorhang", "Zimmerpflanze", "Möbel", "Wandpaneel", "Wohnung", "Fensterlicht"],
    },
    "seasons": ["all"],
    "light": ["window", "morning", "soft sun"],
    "moods": ["homely", "calm", "elegant"],
    "colors": ["oak", "cream", "green"],
}
VIEWS = {
    "middle": View(15, span=25, row=0.80, lens_mm=50, f_stop=0.8, seed=441),
    "high": View(36, span=25, row=0.64, lens_mm=50, f_stop=0.8, seed=443, yaw_deg=5),
}
TONE = Tone(key=0.30, contrast=1.12)


def build(view, rng):
    mesh.box("floor", (120, 90, 1), (0, -8, -1), rooms.floorboards("oak floor"))
    wall, trim = rooms.painted("wall", "#dcd6ca", 0.7, 0.06), rooms.painted("trim", "#e6e1d6", 0.45, 0.04)
    face = 11.0
    mesh.box("wall", (120, 1, 60), (0, face + 0.5, 0), wall)
    rooms.skirting(face, trim, 1.5)
    mesh.box("rail", (120, 0.4, 0.35), (0, face, 8.6), trim, 0.1)
    for k in range(-3, 4):
        x = k * 9.2 - 2.6
        rooms.moulding(x - 4.0, x + 4.0, 2.4, 7.7, face, trim)
        rooms.moulding(x - 4.0, x + 4.0, 9.8, 26, face, trim)

    rooms.curtain(int(rng.integers(1000)), -19.5, -10.6, 0.12, 30, face - 1.4, rooms.drapery("curtain", "#d9cfbf", 0.35), 0.42)
    walnut, brass = m.wood("walnut", "#8a5f3d", "#54361f", 0.42, scale=0.6), surfaces.metal("brass", "#b08d4f", 0.3)
    rooms.sideboard((12.2, face - 4.6, 0), (15, 4.2, 7.2), walnut, brass, 3)
    pages, cover, cover2 = surfaces.paper("pages", "#efe8da"), m.principled("cover", "#7d8a7c", 0.7), m.principled("cover", "#c9b79c", 0.7)
    furniture.book((2.9, 2.1, 0.34), (8.2, face - 2.6, 7.2), cover, pages, 8)
    furniture.book((2.5, 1.9, 0.28), (8.3, face - 2.6, 7.54), cover2, pages, -6)
    furniture.vase((11.4, face - 2.4, 7.2), 3.2, 1.15, surfaces.ceramic("vase", "#e8e1d4", 0.55, "#b9ad9b"), 0.4, 0.4)
    green, stem = surfaces.leaf("eucalyptus", "#5d7763", "#8fa592", "#a5b8a3", 0.25), m.principled("stem", "#7b7a58", 0.6)
    for k in range(9):
        a = k * 0.7 + rng.uniform(-0.2, 0.2)
        plants.eucalyptus(rng, (11.4, face - 2.4, 10.2), (0.65 * math.cos(a), 0.5 * math.sin(a), 1), rng.uniform(3.0, 4.6), (green, stem), 0.72, 0.5)
    rooms.picture((4.2, face - 0.1, 11.6), (5.4, 7.2), surfaces.metal("frame", "#a5864e", 0.35), m.principled("mount", "#f2eee6", 0.8), surfaces.plaster("paint", "#b5674a", 0.5, 0.35))

    planter = surfaces.plaster("planter", "#c8bfb0", 0.5, 0.2, 0.75)
    rooms.turned([(0, 0), (1.5, 0, 0.2), (2.1, 2.0, 1.4), (1.95, 3.6, 0.12), (1.75, 3.6, 0.1), (1.75, 3.1), (0, 3.1)], (-9.2, 6.4, 0), planter)
    leaf, stalk = surfaces.leaf("palm", "#2d5230", "#5f8a4c", "#86a25e", 0.35), m.principled("stalk", "#5a7a3c", 0.6)
    for k in range(15):
        a = k * 2.4 + rng.uniform(-0.3, 0.3)
        lean = rng.uniform(0.15, 0.75)
        plants.palm(rng, (-9.2 + 0.5 * math.cos(a), 6.4 + 0.5 * math.sin(a), 3.0), (lean * math.cos(a), lean * math.sin(a), 1), rng.uniform(8, 12.5), (leaf, stalk), rng.uniform(0.5, 1.1), 24, 0.34)

    azimuth = -62 + view.light_turn_deg
    gobos.bars(azimuth, 31, 46, (-1, 3, 3), (20, 26), (2, 3), 1.0, turn_deg=4, margin=60)
    lights.sun(azimuth, 31, 4.6, "#ffe4c0", 1.2)
    lights.panel((-34, -6, 20), (0, 4, 4), (18, 22), 9000, "#e6eeff", "fill")
    lights.sky(0.5, "#efe9df")
    return Place(0.0, shapes.rectangle(-6.5, -3.0, 6.5, 3.5), [(0, 0), (-1.2, 0.8), (1.2, 0.5)], 17.0, 15.5, 0.12, 0.4, "#a9835a", "ground")
