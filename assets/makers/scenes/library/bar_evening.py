"""Evening at the bar: polished dark wood, a drink with orange, a shaker, bottles before a warm shelf far behind."""

import math

import materials as m
import mesh

from kit import cloth, fruits, furniture, glassware, lights, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.settle import settle
from kit.stage import front

FACTS = {
    "name": {"en": "Evening at the bar", "de": "Abend an der Bar"},
    "category": "food",
    "tags": {
        "en": ["bar", "evening", "cocktail", "drink", "whisky", "orange", "citrus", "glass", "dark wood", "night", "pub"],
        "de": ["Bar", "Abend", "Cocktail", "Drink", "Getränk", "Whisky", "Orange", "Zitrus", "Glas", "dunkles Holz", "Nacht", "Kneipe", "Theke"],
    },
    "seasons": ["all"],
    "light": ["evening", "warm lamps", "back light"],
    "moods": ["cozy", "dark", "sophisticated"],
    "colors": ["amber", "brown", "orange", "black"],
}
VIEWS = {
    "middle": View(15, span=4.8, row=0.73, f_stop=2.4, seed=302),
    "low": View(6, span=5.0, row=0.75, f_stop=2.4, seed=301, yaw_deg=-4),
    "high": View(37, span=5.1, row=0.64, f_stop=2.8, seed=303, yaw_deg=5),
}
TONE = Tone(exposure=1.8, contrast=1.18)


def glow(name, color, strength, low, high):
    """A back wall that is lit from its shelves' edges: bright above each board, dim between."""

    def build(n):
        z = n.add("ShaderNodeSeparateXYZ", {0: n.coord()}).outputs[2]
        t = n.math("FRACT", n.math("DIVIDE", n.math("SUBTRACT", z, low), high - low))
        level = n.ramp(t, (0.0, 1.0), (0.45, 0.35), (1.0, 0.12))
        cloud = n.ramp(n.noise(n.coord(), 0.25, 3), (0.3, 0.6), (0.7, 1.1))
        return {"Emission": color, "Emission Strength": n.math("MULTIPLY", n.math("MULTIPLY", level, cloud), strength)}

    return m.principled(name, "#3a2416", 0.6, build)


def shelves(rng):
    """Two boards of bottles in front of a lit wall; only their blur is visible."""
    back, board = glow("back", "#ff9a48", 0.34, -1.4, 2.0), m.wood("board", "#4a2f1e", "#22140c", 0.4)
    mesh.box("wall", (60, 0.4, 40), (0, 10.2, -20), back)
    kinds = [glassware.liquid(f"spirit {k}", c) for k, c in enumerate(("#f3bd78", "#faf2e2", "#abc994", "#e79a6c", "#f7deaa"))]
    dark = [m.principled("black glass", "#0d0f0c", 0.08, specular=0.7), m.principled("wine", "#1d120f", 0.1, specular=0.7)]
    gold, cork = m.principled("gold cap", "#b08a48", 0.5), m.principled("cork", "#7a5a3c", 0.8)
    for z in (-1.4, 2.0):
        mesh.box("board", (60, 1.4, 0.14), (0, 9.3, z - 0.14), board, 0.03)
        x = -6.2
        while x < 6.2:
            r = rng.uniform(0.3, 0.46)
            x += r + rng.uniform(0.05, 0.35)
            material = kinds[rng.integers(5)] if rng.random() < 0.72 else dark[rng.integers(2)]
            glassware.bottle((x, 9.2 + rng.uniform(-0.15, 0.2), z), r, rng.uniform(2.1, 2.9), material, rng.uniform(0.26, 0.42), rng.uniform(0.5, 0.7), gold if rng.random() < 0.5 else cork)
            x += r


def pendant(at, glass, cap):
    x, y, z = at
    furniture.string_lights([at], 1, "#ffb765", 1.5, 0.2)
    ball = mesh.lathe("globe", [(0.34 * math.sin(a * math.pi / 24) + 1e-4, -0.42 * math.cos(a * math.pi / 24)) for a in range(25)], glass, 48)
    ball.location = at
    mesh.lathe("socket", [(0, 0.3), (0.13, 0.32, 0.02), (0.13, 0.62, 0.02), (0, 0.64)], cap, 32).location = at
    mesh.rod("cable", (x, y, z + 0.6), (x, y, z + 20), 0.02, cap, 8)


def build(view, rng):
    wood = m.wood("bar", "#7a4c2c", "#3a2013", 0.28, scale=0.8, coat=0.25)
    furniture.top((40, 13), (0, -1.8, 0), wood, 0.6, 0.1)
    shelves(rng)
    glass, black = surfaces.clear("glass", "#f2f4f2"), m.principled("black", "#14110f", 0.35)
    for at in ((-3.2, 7.2, 3.1), (0.6, 7.6, 3.9), (3.9, 7.0, 2.7)):
        pendant(at, glass, black)

    whisky = glassware.liquid("whisky", "#fdd9a0", "#fbd9a8")
    glassware.tumbler((2.05, 0.75, 0), 0.62, 1.15, glass, whisky, 0.5)
    frozen = m.glass("ice", "#f6fbfd", 0.04, 1.31, "#f2f6f8")
    for dx, dy, z in ((-0.14, 0.05, 0.5), (0.2, -0.1, 0.6)):
        glassware.ice(rng, (2.05 + dx, 0.75 + dy, z), 0.46, frozen)
    flesh = fruits.pulp("orange pulp", "#ee8a1e", "#f8bd62", "#f6dca4", "#e36f12", 11)
    skin = fruits.peel("orange peel", "#ee7d16", "#e8941e")
    wheel = fruits.slice_(rng, (2.2, 0.75), 0.42, flesh, skin, lean=(80, 20))
    wheel.location = (2.52, 0.55, 1.2)
    glassware.coupe((-2.35, 2.0, 0), 0.72, 1.7, glass, glassware.liquid("rose drink", "#f9b596", "#f9d0bc"))
    steel = surfaces.metal("steel", "#c9c6c0", 0.16)
    copper = surfaces.metal("copper", "#c98052", 0.18)
    mesh.lathe("shaker", [(0, 0), (0.46, 0, 0.05), (0.56, 1.35, 0.05), (0.54, 1.42, 0.03), (0.36, 1.85, 0.12), (0.27, 1.95, 0.03), (0.27, 2.2, 0.06), (0.2, 2.27, 0.05), (0, 2.28)], copper, 128).location = (3.25, 3.0, 0)
    mesh.lathe("jigger", [(0.01, 0.02), (0.2, 0.0, 0.01), (0.23, 0.0, 0.01), (0.08, 0.4, 0.05), (0.26, 0.95, 0.01), (0.24, 0.95, 0.01), (0.05, 0.45)], steel, 96).location = (-1.65, 1.05, 0)
    napkin = surfaces.linen("napkin", "#e7dccb", 0.03)
    cloth.folded(rng, (1.5, 1.2, 0.12), 4, napkin, (-2.35, 0.15, 0), 22, 0.012)
    settle(fruits.half(rng, (-2.25, 0.1), 0.4, skin, flesh, 0.14, 25, 50, 1.0), 0.12)
    fruits.slice_(rng, (1.55, -0.55), 0.38, flesh, skin, 0.0)
    settle(fruits.slice_(rng, (1.95, -0.4), 0.36, flesh, skin, 0.0, lean=(12, 60)))
    front(settle(fruits.lemon(rng, (2.3, -2.45), 0.46, skin, 0.0, 1.0, 0.0)))
    front(*settle(fruits.half(rng, (-2.3, -2.5), 0.46, skin, flesh, 0.0, -30, 40, 1.0)))
    lights.panel((-5.2, -3.2, 5.2), (0, 0.2, 0.8), (1.6, 1.6), 1050, "#ffd7a2", "key")
    lights.panel((4.5, 5.5, 5), (0, 0.2, 0.8), (1.2, 4), 620, "#ff9c50", "fill", False)
    lights.panel((6.5, -3, 4), (0, 0.2, 0.8), (2, 4), 180, "#ffcfa0", "fill")
    lights.sky(0.12, "#8a7a78")
    return Place(0.0, shapes.rectangle(-1.0, -0.8, 1.0, 0.9), [(0, 0), (-0.25, 0.1), (0.2, -0.1)], 2.0, 3.2, 0.35, 0.3, "#4a2d1b", "ground")
