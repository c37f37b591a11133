"""A deck of larch boards before a lawn: trees out of focus, a pot of grasses, a lantern, the low sun of a morning."""

import math

import materials as m
import mesh

from kit import garden, grasses, lights, plants, rooms, shapes, surfaces
from kit.batch import Batch, bevelled, pose
from kit.cameras import View
from kit.place import Place, Tone

FACTS = {
    "name": {"en": "Wooden terrace by the lawn", "de": "Holzterrasse am Rasen"},
    "category": "outdoor",
    "tags": {
        "en": ["wooden deck", "wooden terrace", "terrace", "patio", "lawn", "grass", "garden", "backyard", "trees", "lantern", "summer"],
        "de": ["Holzterrasse", "Terrasse", "Holzdielen", "Rasen", "Gras", "Wiese", "Garten", "Bäume", "Laterne", "Sommer"],
    },
    "seasons": ["spring", "summer", "autumn"],
    "light": ["morning", "low sun", "back light"],
    "moods": ["natural", "relaxed", "fresh"],
    "colors": ["green", "brown", "gray"],
}
VIEWS = {
    "middle": View(15, span=25, row=0.80, lens_mm=50, f_stop=0.6, seed=561),
    "high": View(36, span=25, row=0.64, lens_mm=50, f_stop=0.6, seed=563, yaw_deg=5),
}
TONE = Tone(key=0.165, contrast=1.15)
BOARD, DECK_END = 1.42, 7.1


def deck(rng, wood):
    """Boards along x with open joints, each a little higher or lower than the next."""
    batch, shape = Batch("deck"), bevelled(120, BOARD - 0.09, 0.4, 0.05)
    for k in range(-22, 5):
        batch.add(shape, pose((0, (k + 0.5) * BOARD, rng.normal(0, 0.008)), (rng.normal(0, 0.12), 0, 0)), rng.random())
    batch.build(wood, smooth=False)
    mesh.box("joist", (120, 40, 1), (0, DECK_END - 20.2, -1.6), m.principled("shade", "#1c1712", 0.95))
    shapes.slab((120, 0.4, 1.7), (0, DECK_END + 0.15, -1.72), wood, 0.05)


def build(view, rng):
    deck(rng, m.wood("larch", "#a98d6e", "#6f5740", 0.62, plank=BOARD))
    earth = m.principled("earth", "#3c4a20", 0.95, lambda n: {"Base Color": n.mix(n.noise(n.coord(), 1.5, 5), "#2c3a17", "#566b2c")})
    mesh.box("ground", (900, 500, 1), (0, DECK_END + 250, -2.75), earth)
    garden.lawn(rng, surfaces.leaf("grass", "#3a5a20", "#7f9a42", "#8fa64a", 0.4, 0.5, 0.2), DECK_END + 0.3, -1.75, rows=12)
    leaf, bark = surfaces.leaf("leaf", "#34521f", "#84a04a", "#9cb45e", 0.4), surfaces.bark("bark", "#3a2d22", "#75644f")
    for x, y, height in ((-46, 92, 62), (-20, 128, 74), (10, 140, 66), (33, 104, 70), (62, 120, 80), (-78, 120, 84), (48, 76, 40), (-34, 74, 36)):
        garden.tree(rng, (x, y, -2), height, leaf, bark, 2600)
    core = m.principled("core", "#1f2c14", 0.95)
    garden.hedge(rng, 84.0, 17.0, leaf, core, 120)

    clay = surfaces.plaster("pot", "#7d7a74", 0.4, 0.25, 0.8)
    at = (-9.6, 3.2, 0)
    rooms.turned([(0, 0), (1.9, 0, 0.12), (2.35, 4.6, 0.1), (2.1, 4.6, 0.1), (2.0, 4.0), (0, 4.1)], at, clay)
    blade = surfaces.leaf("reed", "#4d6030", "#a8ab62", "#b6b36c", 0.35)
    stalk, hair = m.principled("stalk", "#a89562", 0.7), grasses.fluff("plume")
    for _ in range(170):
        a, lean = rng.uniform(0, 6.28), abs(rng.normal(0, 0.55))
        points = plants.curve((at[0] + rng.normal(0, 0.6), at[1] + rng.normal(0, 0.6), 3.9), (lean * math.cos(a), lean * math.sin(a), 1), rng.uniform(4.0, 7.5), rng.uniform(0.3, 0.9), 12, rng.uniform(-0.2, 0.2))
        mesh.tube("reed", [tuple(p) for p in points], 0.07, blade, resolution=1, radii=[1.0 - 0.9 * k / (len(points) - 1) for k in range(len(points))])
    for _ in range(9):
        a, lean = rng.uniform(0, 6.28), rng.uniform(0.05, 0.3)
        grasses.plume(rng, (at[0] + rng.normal(0, 0.4), at[1] + rng.normal(0, 0.4), 3.9), (lean * math.cos(a), lean * math.sin(a), 1), rng.uniform(7.5, 9.5), (hair, stalk), 700, 0.62, 0.3)

    lantern((9.8, 2.6, 0), surfaces.metal("iron", "#2f2f31", 0.5))
    azimuth = 140 + view.light_turn_deg
    lights.sun(azimuth, 26, 5.2, "#ffe2b4", 0.8)
    lights.panel((-24, -30, 36), (0, 0, 6), (30, 22), 9000, "#eef1f4", "fill")
    lights.sky(0.85, (0.0, "#6f7a55"), (0.5, "#ecdcbc"), (0.6, "#d3dfe6"), (1.0, "#9fc0e6"))
    return Place(0.0, shapes.rectangle(-6.8, -3.4, 6.8, 3.2), [(0, 0), (1.2, 0.4), (-1.0, -0.3)], 18.0, 16.0, 0.04, 0.65, "#93795d", "ground")


def lantern(at, iron, side=2.3, height=4.4):
    """A frame of iron with a roof and a candle."""
    x, y, z = at
    shapes.slab((side, side, 0.25), (x, y, z), iron, 0.06, 20)
    shapes.slab((side, side, 0.25), (x, y, z + height), iron, 0.06, 20)
    c, s = math.cos(math.radians(20)), math.sin(math.radians(20))
    for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        dx, dy = i * side * 0.45, j * side * 0.45
        mesh.rod("post", (x + dx * c - dy * s, y + dx * s + dy * c, z), (x + dx * c - dy * s, y + dx * s + dy * c, z + height), 0.09, iron, 10)
    roof = mesh.lathe("roof", [(side * 0.62, 0), (side * 0.3, 0.8, 0.1), (0.2, 0.9), (0.0, 0.95)], iron, 48)
    roof.location = (x, y, z + height + 0.25)
    mesh.tube("handle", [(x + 0.6 * math.cos(k * math.pi / 8), y, z + height + 1.1 + 0.9 * math.sin(k * math.pi / 8)) for k in range(9)], 0.05, iron)
    wax = m.principled("wax", "#efe4cf", 0.5, specular=0.4)
    candle = mesh.lathe("candle", [(0, 0), (0.62, 0, 0.05), (0.62, 2.2, 0.08), (0.0, 2.15)], wax, 48)
    candle.location = (x, y, z + 0.25)
