"""A stone ledge before a sunlit wall: the shadow of a palm across both, a vase of dry grass at the edge."""

import materials as m
import mesh

from kit import furniture, gobos, lights, plants, shapes, stones, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Sunlit wall with leaf shadow", "de": "Sonnige Wand mit Blattschatten"},
    "category": "minimal",
    "tags": {
        "en": ["wall", "leaf shadow", "palm shadow", "sunlight", "ledge", "vase", "plaster", "mediterranean"],
        "de": ["Wand", "Blattschatten", "Palmenschatten", "Sonnenlicht", "Sims", "Vase", "Putz", "mediterran"],
    },
    "seasons": ["summer", "all"],
    "light": ["hard sun", "afternoon", "leaf shadow"],
    "moods": ["calm", "warm", "minimal"],
    "colors": ["cream", "sand", "terracotta", "beige"],
}
VIEWS = {
    "low": View(5, span=5.0, row=0.78, seed=61, yaw_deg=-3),
    "middle": View(16, span=4.8, row=0.76, seed=62),
    "high": View(36, span=5.1, row=0.68, seed=63, yaw_deg=5),
}
TONE = Tone(key=0.34, contrast=1.16)


def build(view, rng):
    wall = surfaces.plaster("wall", "#e6dacb", 0.55, 0.12)
    ledge = surfaces.concrete("ledge", "#d9cfc0", 0.7)
    shapes.slab((40, 5, 1.2), (0, 0.9, -1.2), ledge, 0.09)
    mesh.box("wall", (60, 1, 40), (0, 2.9, -14), wall)
    clay = surfaces.plaster("clay", "#b86f4e", 0.3, 0.2, 0.7)
    furniture.vase((-2.25, 1.25, 0), 2.2, 0.82, clay, 0.3, 0.4)
    dry = surfaces.leaf("dry", "#cdb58a", "#eaddbd", "#f0e6cc", 0.5, 0.7, 0.15)
    stem = m.principled("stem", "#a58a5c", 0.8)
    for _ in range(9):
        way = (rng.uniform(-0.45, 0.5), rng.uniform(-0.4, 0.1), 1)
        plume(rng, (-2.25, 1.25, 2.0), way, rng.uniform(1.6, 2.6), dry, stem)
    shapes.disc(0.85, 0.45, (2.3, 1.1, 0), surfaces.plaster("block", "#e9dcc8", 0.35), 0.06)
    stone = surfaces.pebble("stone", "#a08f7a", "#d9cab2", 0.6)
    stones.pebble(rng, (2.2, 1.05), 0.42, stone, 0.62, 0.0, 0.45)
    stones.pebble(rng, (2.42, 1.12), 0.25, stone, 0.6, 0.0, 0.88)
    for x, y, size in ((1.5, 0.15, 0.16), (1.75, -0.1, 0.1)):
        stones.pebble(rng, (x, y), size, stone)
    green = surfaces.leaf("palm", "#4a6238", "#8a9d5e")
    front(*plants.palm(rng, (4.1, -1.9, 0.3), (-0.9, 0.2, 0.5), 3.0, (green, stem), 0.9, 20, 0.42))
    azimuth = -46 + view.light_turn_deg
    gobos.palm(rng, azimuth, 36, 9, (0.2, 1.5, 1.7), 7.5, (2.9, -3.4), 112, 2)
    gobos.leaves(rng, azimuth, 36, 15, (0, 1.8, 2.0), 5, 4, 1.5, gap=3.0)
    lights.sun(azimuth, 36, 4.8, "#fff1de", 0.9)
    lights.sky(0.55, (0.0, "#d9c8ac"), (0.5, "#e8e2da"), (1.0, "#c3d6ee"))
    return Place(0.0, shapes.rectangle(-1.2, -0.9, 1.1, 0.9), [(0, 0), (-0.4, 0.1), (0.35, -0.1)], 2.1, 3.3, 0.05, 0.7, "#d9cbb5", "ground")


def plume(rng, start, way, length, material, stem):
    """Pampas grass: fine hairs along the upper half of a stalk."""
    from kit.batch import Batch, aim, grid
    from mathutils import Vector

    points = plants.curve(start, way, length, rng.uniform(0.2, 0.8), 18, rng.uniform(-0.3, 0.3))
    hair = grid(lambda u, v: (v * 0.03 * (1 - u * 0.8), u, -0.25 * u * u + 0 * v), 5, 1)
    batch = Batch("plume")
    for _ in range(260):
        t = rng.uniform(0.45, 0.995)
        at, d = plants.along(points, t)
        lean = Vector(d) * 1.3 + Vector(rng.normal(0, 0.5, 3))
        batch.add(hair, aim(at, lean, rng.uniform(0, 360), rng.uniform(0.2, 0.42) * (1.3 - t)), rng.random())
    return [batch.build(material), plants.stem(points, 0.016, stem)]
