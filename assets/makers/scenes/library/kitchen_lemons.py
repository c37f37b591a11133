"""An oak worktop by the window: lemons, halves, herbs, a linen napkin; tiles behind."""

import materials as m
import mesh

from kit import cloth, fruits, furniture, gobos, lights, plants, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Kitchen with lemons", "de": "Küche mit Zitronen"},
    "category": "food",
    "tags": {
        "en": ["kitchen", "worktop", "wood", "lemons", "citrus", "herbs", "mint", "napkin", "tiles", "window light"],
        "de": ["Küche", "Arbeitsplatte", "Holz", "Zitronen", "Zitrusfrüchte", "Kräuter", "Minze", "Serviette", "Fliesen", "Fensterlicht"],
    },
    "seasons": ["spring", "summer"],
    "light": ["window", "morning", "soft sun"],
    "moods": ["fresh", "rustic", "homely"],
    "colors": ["yellow", "green", "oak", "cream"],
}
VIEWS = {
    "low": View(7, span=5.0, row=0.73, seed=21, yaw_deg=-4),
    "middle": View(18, span=4.9, row=0.72, seed=22),
    "high": View(40, span=5.1, row=0.64, seed=23, yaw_deg=6),
}
TONE = Tone(key=0.30, contrast=1.14)


def build(view, rng):
    oak = m.wood("oak", "#c9a273", "#8c6238", 0.42, plank=2.6)
    furniture.top((40, 12), (0, 2.0, 0), oak, 0.6)
    wall = m.tiles("tiles", "#e9e6dc", "#c3bcae", 1.5, 0.75, 0.16)
    mesh.box("wall", (60, 1, 30), (0, 6.4, -6), wall)

    skin, face = fruits.peel("peel"), fruits.pulp("pulp")
    bowl = surfaces.ceramic("bowl", "#dfe4de", 0.3, "#8a8f88")
    furniture.bowl(1.25, 0.85, (2.3, 2.5, 0), bowl)
    for x, y, z in ((1.85, 2.3, 0.35), (2.7, 2.2, 0.38), (2.35, 2.85, 0.4), (2.25, 2.5, 0.86)):
        fruits.lemon(rng, (x, y), 0.37, skin, z)
    board = m.wood("board", "#8d5f38", "#5d3a20", 0.5)
    furniture.board((3.4, 1.9, 0.16), (-2.2, 0.75, 0), board, -14)
    fruits.half(rng, (-1.75, 0.15), 0.40, skin, face, 0.16, 12 + rng.uniform(-10, 10), 58)
    fruits.half(rng, (-2.75, 0.75), 0.38, skin, face, 0.16, -25, 35)
    fruits.slice_(rng, (-1.35, 0.85), 0.36, face, skin, 0.16)
    fruits.lemon(rng, (-2.3, 1.35), 0.41, skin, 0.16)
    fruits.lemon(rng, (1.75, 0.15), 0.42, skin)
    fruits.slice_(rng, (1.28, -0.55), 0.36, face, skin)
    front(fruits.lemon(rng, (-2.35, -2.0), 0.42, skin))
    front(*fruits.half(rng, (2.35, -1.75), 0.42, skin, face, 0.0, -28, 48))

    green = surfaces.leaf("mint", "#3f6a2c", "#86a94c", "#a8bf72")
    stem = m.principled("stem", "#6f8a45", 0.6)
    for x, y, d in ((1.9, -0.3, (-0.3, -0.8, 0.25)), (2.1, 0.9, (0.9, -0.5, 0.3)), (-1.1, 1.5, (-0.6, 0.6, 0.5))):
        plants.laurel(rng, (x, y, 0.08), d, 0.95, (green, stem), 0.42, 0.5, width=0.55)
    front(*plants.laurel(rng, (-0.9, -2.6, 0.05), (-0.85, 0.3, 0.28), 1.2, (green, stem), 0.46, 0.5, width=0.55))
    napkin = surfaces.linen("napkin", "#e6dfd0", 0.03)
    cloth.drape(napkin, (2.6, 2.2), (3.3, -0.3), 0.28, [bpy_object("top")], 22, 46, 1.2, int(rng.integers(1000)), thickness=0.02, lumps=0.22, shrink=-0.06)
    pot = surfaces.ceramic("pot", "#b9694a", 0.6)
    furniture.vase((-3.3, 4.4, 0), 1.7, 0.8, pot, 0.75, 0.5)
    for k in range(9):
        plants.laurel(rng, (-3.3 + rng.uniform(-0.3, 0.3), 4.4, 1.5), (rng.uniform(-0.7, 0.7), rng.uniform(-0.6, 0.4), 1), rng.uniform(1.1, 1.9), (green, stem), 0.5, 0.6, width=0.55)

    gobos.bars(-68, 33, 13, (0, 0.8, 0.6), (7.5, 10), (3, 3), 0.5, turn_deg=8)
    lights.sun(-68, 33, 5.0, "#ffe6c2", 1.4)
    lights.panel((-9, -1, 6.5), (0, 0.5, 0.5), (6, 7), 900, "#e9f0ff", "fill")
    lights.sky(0.36, "#f1ece2")
    return Place(0.0, shapes.rectangle(-0.9, -0.7, 1.0, 0.9), [(0, 0), (-0.25, 0.15), (0.3, -0.1)], 2.0, 3.2, 0.12, 0.45, "#b08a5c", "ground")


def bpy_object(name):
    import bpy

    return bpy.data.objects[name]
