"""A flat stone in shallow, rippled water; pebbles, a branch, morning sun from behind."""

from mathutils import Vector

import materials as m
import mesh

from kit import gobos, lights, plants, relief, shapes, stones, surfaces, water
from kit.batch import Batch, aim
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Stones in shallow water", "de": "Steine im flachen Wasser"},
    "category": "beauty",
    "tags": {
        "en": ["water", "ripples", "stones", "pebbles", "spa", "splashing water", "stream", "leaves"],
        "de": ["Wasser", "Wellen", "Steine", "Kiesel", "Spa", "Wellness", "Bach", "Blätter"],
    },
    "seasons": ["summer", "spring"],
    "light": ["sun", "morning", "back light"],
    "moods": ["fresh", "calm", "pure"],
    "colors": ["aqua", "beige", "gray", "green"],
}
VIEWS = {
    "low": View(9, span=5.0, row=0.72, f_stop=2.8, seed=31, yaw_deg=5),
    "middle": View(20, span=4.8, row=0.69, f_stop=2.8, seed=32),
    "high": View(40, span=5.1, row=0.62, f_stop=2.8, seed=33, yaw_deg=-6),
}
TONE = Tone(exposure=1.45, contrast=1.14)


def build(view, rng):
    bed = water.bed("bed", "#a8997a", "#fffbe6", 1.3, 0.8)
    ground = relief.waves(5, 20, 0.3, 1.6)
    relief.sheet("bed", (40, 34), (0, 9), lambda x, y: -0.42 + 0.1 * ground(x, y), bed, 160)
    level = 0.0
    light_stone = surfaces.pebble("light stone", "#8d877b", "#d2c9b8", 0.5)
    gray_stone = surfaces.pebble("gray stone", "#5f6462", "#a3a59f", 0.42)
    slab, top = stones.slab(rng, (0, 0.25), (1.85, 1.35), 0.62, light_stone, -0.22)
    spots = [(-2.6, 0.9, 0.75), (2.55, 1.5, 0.9), (2.1, -0.55, 0.42), (-2.2, -0.7, 0.36), (-1.5, 2.6, 0.6), (0.9, 3.4, 0.8), (3.6, 3.9, 1.2), (-3.9, 3.6, 1.3)]
    rings = [(0, 0.25, 1.62, 0.06)]
    for k, (x, y, size) in enumerate(spots):
        stones.pebble(rng, (x, y), size, gray_stone if k % 3 else light_stone, 0.62, 0.0, -0.36)
        if size > 0.5 and y < 3:
            rings.append((x, y, size * 0.8, 0.026))
    for x, y, size in ((-1.9, -2.5, 0.44), (2.5, -2.6, 0.36)):
        front(stones.pebble(rng, (x, y), size, gray_stone, 0.62, 0.0, -0.3))
    for _ in range(40):
        x, y = rng.uniform(-4.5, 4.5), rng.uniform(-3.4, 4)
        stones.pebble(rng, (x, y), rng.uniform(0.08, 0.22), gray_stone if rng.random() < 0.5 else light_stone, 0.6, 0.1, -0.4)
    water.surface(rng, (36, 30), (0, 8), level, rings, water.clear(), 0.008, 460)
    wet = water.clear("drops")
    water.beads(rng, 26, lambda: (rng.uniform(-1.2, 1.2), rng.uniform(-0.8, 0.0), top - 0.012), wet, 0.035)

    green = surfaces.leaf("green", "#3c6138", "#86a860")
    stem = surfaces.bark("stem", "#5a4a33", "#8c7a58")
    plants.laurel(rng, (-4.0, 2.2, 1.6), (0.85, -0.5, 0.15), 3.0, (green, stem), 0.75, 0.7)
    front(*plants.laurel(rng, (3.9, -2.0, 1.2), (-0.9, 0.1, -0.15), 2.1, (green, stem), 0.7, 0.6))
    bank(rng, green)
    gobos.leaves(rng, 148, 42, 12, (0, 0.5, 0.5), 6, 4, 1.3, gap=3.2)
    lights.sun(148, 42, 5.0, "#fff1d8", 1.2)
    lights.panel((-6, -5, 6), (0, 0, 0.5), (5, 5), 500, "#f2f6ff", "fill")
    lights.sky(0.8, (0.0, "#8f9d80"), (0.48, "#93a982"), (0.56, "#d9e6d6"), (0.7, "#dfeaf0"), (1.0, "#a9cdea"))
    return Place(top, shapes.round_polygon(1.0, 0.25, squeeze=0.65), [(0, 0.2), (-0.2, 0.3), (0.2, 0.25)], 1.9, 3.1, 0.1, 0.5, "#b0a898")


def bank(rng, material):
    """Leaves far behind, for the blur and the mirror of the water."""
    kinds, cloud = [plants.blade(rng, 0.5) for _ in range(4)], Batch("bank")
    for _ in range(3000):
        at = (rng.uniform(-16, 16), rng.uniform(13, 23), abs(rng.normal(0, 2.2)) * rng.uniform(0.3, 1.6) + 0.1)
        cloud.add(kinds[rng.integers(4)], aim(at, Vector(rng.normal(0, 1, 3)), rng.uniform(0, 360), rng.uniform(0.35, 0.8)), rng.random())
    cloud.build(material)
    hedge = m.principled("hedge", "#5c7a4a", 0.95, lambda n: {"Base Color": n.mix(n.ramp(n.noise(n.coord(), 0.8, 5, 0.65), (0.3, 0.0), (0.7, 1.0)), "#4a6b3f", "#b4cf8c")})
    mesh.box("hedge", (90, 1, 15), (0, 24.5, -2), hedge)
