"""A stone shelf in a bathroom: folded towels, eucalyptus in a vase, soft steam-white light from the left."""

import materials as m
import mesh

from kit import cloth, furniture, gobos, lights, plants, shapes, stones, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Bathroom shelf with eucalyptus", "de": "Badregal mit Eukalyptus"},
    "category": "beauty",
    "tags": {
        "en": ["bathroom", "shelf", "towel", "towels", "eucalyptus", "spa", "vase", "stone", "soap"],
        "de": ["Bad", "Badezimmer", "Regal", "Handtuch", "Handtücher", "Eukalyptus", "Spa", "Vase", "Stein", "Seife"],
    },
    "seasons": ["all"],
    "light": ["soft", "window", "diffuse"],
    "moods": ["calm", "clean", "natural"],
    "colors": ["white", "sage", "beige", "gray green"],
}
VIEWS = {
    "low": View(5, span=5.0, row=0.75, seed=41, yaw_deg=3),
    "middle": View(15, span=4.8, row=0.74, seed=42),
    "high": View(36, span=5.1, row=0.66, seed=43, yaw_deg=-6),
}
TONE = Tone(key=0.42, contrast=1.1)


def terry(name, color):
    """Loops of cotton."""

    def build(n):
        at = n.coord()
        loops = n.add("ShaderNodeTexVoronoi", {"Vector": at, "Scale": 46.0}).outputs[0]
        fuzz = n.noise(at, 90, 3, 0.7)
        return {
            "Base Color": surfaces.shade(n, color, n.ramp(loops, (0.0, 1.0), (0.6, 0.0)), 0.22),
            "Normal": n.bump(n.math("ADD", n.math("MULTIPLY", loops, -1.0), n.math("MULTIPLY", fuzz, 0.5)), 0.9, 0.04),
        }

    return m.principled(name, color, 0.95, build, sheen=1.0, specular=0.05)


def build(view, rng):
    stone = surfaces.marble("shelf", "#e9e5de", "#a69d92", "#d9cdbb", 0.16, 0.7)
    wall = surfaces.plaster("wall", "#cfd2c6", 0.28, 0.1)
    furniture.top((40, 7), (0, 0.9, 0), stone, 0.45, 0.07)
    mesh.box("wall", (60, 1, 30), (0, 4.9, -8), wall)

    white, sage = terry("white", "#efece5"), terry("sage", "#a9b49c")
    cloth.folded(rng, (2.3, 1.7, 0.5), 4, white, (2.45, 1.6, 0), -7)
    cloth.folded(rng, (2.2, 1.6, 0.46), 4, sage, (2.5, 1.65, 0.5), -2)
    cloth.folded(rng, (2.1, 1.55, 0.46), 4, white, (2.42, 1.6, 0.96), -10)
    glaze = surfaces.ceramic("vase", "#e2dcd0", 0.5, "#b7ab98")
    furniture.vase((-2.35, 1.7, 0), 1.75, 0.72, glaze, 0.36, 0.4)
    leaf = surfaces.leaf("eucalyptus", "#6d8a78", "#a9bda5", "#c2cdb4", 0.3, 0.55, 0.3)
    stem = m.principled("stem", "#8a7a5e", 0.7)
    for dx, dy, length, droop in ((-0.5, -0.1, 2.3, 0.5), (0.05, 0.1, 2.7, 0.25), (0.5, -0.2, 2.3, 0.6), (-0.15, -0.5, 1.9, 0.7), (0.75, 0.2, 2.0, 0.8), (-0.9, 0.1, 1.9, 0.9)):
        plants.eucalyptus(rng, (-2.35, 1.7, 1.6), (dx, dy, 1), length, (leaf, stem), 0.5, droop, rng.uniform(-0.2, 0.2))
    front(*plants.eucalyptus(rng, (3.3, -1.75, 0.12), (-0.95, 0.12, 0.12), 2.2, (leaf, stem), 0.42, 0.1))
    soap = m.principled("soap", "#e9dfc9", 0.4, subsurface=0.0)
    dish = surfaces.ceramic("dish", "#b9b2a4", 0.55, "#8a8274")
    mesh.lathe("dish", [(0, 0), (0.62, 0, 0.03), (0.66, 0.1, 0.03), (0.6, 0.1, 0.02), (0.56, 0.05), (0, 0.05)], dish).location = (-1.75, 0.1, 0)
    mesh.box("soap", (0.72, 0.46, 0.24), (-1.75, 0.1, 0.06), soap, 0.1, 6, 24)
    pebble = surfaces.pebble("pebble", "#8d8a82", "#cfcac0", 0.5)
    for x, y, size in ((1.55, -0.2, 0.2), (1.85, 0.05, 0.27), (1.3, 0.25, 0.13)):
        stones.pebble(rng, (x, y), size, pebble, 0.55, 0.0)

    gobos.leaves(rng, -60, 30, 14, (0, 2, 1.6), 6, 5, 1.5, gap=2.6)
    lights.sun(-60, 30, 2.6, "#fff1da", 5)
    lights.panel((-8, -3.5, 5.5), (0, 0.5, 1), (5, 6), 1100, "#f6f8ff", "key")
    lights.sky(0.55, "#eef0ea")
    return Place(0.0, shapes.rectangle(-1.0, -1.2, 1.0, 1.1), [(0, 0), (-0.25, 0.1), (0.25, -0.1)], 2.0, 3.2, 0.35, 0.2, "#e0dad0", "ground")
