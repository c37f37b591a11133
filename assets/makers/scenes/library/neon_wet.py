"""Night in the city: wet asphalt with puddles, a concrete block, neon lines in magenta and cyan."""

import materials as m
import mesh

from kit import lights, relief, shapes, stones, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Neon on wet ground", "de": "Neonlicht auf nassem Boden"},
    "category": "tech",
    "tags": {
        "en": ["neon", "night", "wet", "asphalt", "puddle", "city", "cyberpunk", "gaming", "reflection", "concrete"],
        "de": ["Neon", "Neonlicht", "Nacht", "nass", "Asphalt", "Pfütze", "Stadt", "Cyberpunk", "Gaming", "Spiegelung", "Beton"],
    },
    "seasons": ["all"],
    "light": ["neon", "night", "edge light"],
    "moods": ["cool", "dark", "energetic"],
    "colors": ["magenta", "cyan", "black", "violet"],
}
VIEWS = {
    "low": View(6, span=4.9, row=0.73, seed=161, yaw_deg=-3, f_stop=1.8),
    "middle": View(15, span=4.9, row=0.72, seed=162, f_stop=1.6),
    "high": View(38, span=4.9, row=0.63, seed=163, yaw_deg=4, f_stop=1.8),
}
TONE = Tone(exposure=1.5, contrast=1.18)


def asphalt():
    def build(n):
        at = n.coord()
        grit = n.add("ShaderNodeTexVoronoi", {"Vector": at, "Scale": 14.0}).outputs[0]
        fine, pool = n.noise(at, 22, 4, 0.65), n.noise(at, 0.42, 4, 0.5)
        wet = n.ramp(pool, (0.44, 0.0), (0.54, 1.0))
        bumps = n.math("MULTIPLY", n.math("ADD", n.math("MULTIPLY", grit, -1.0), n.math("MULTIPLY", fine, 0.5)), n.math("SUBTRACT", 1.05, wet))
        return {
            "Base Color": n.mix(wet, n.mix(n.ramp(fine, (0.3, 0.0), (0.7, 1.0)), "#191a1d", "#3a3b40"), "#0d0e11"),
            "Roughness": n.mix(wet, n.ramp(fine, (0.3, 0.28), (0.7, 0.5)), (0.03, 0.03, 0.03, 1)),
            "Normal": n.bump(bumps, 0.6, 0.06),
        }

    return m.principled("asphalt", "#202125", 0.35, build, specular=0.6)


def tube(points, color, strength=3.2, radius=0.055):
    return mesh.tube("neon", points, radius, m.emission("neon", color, strength), resolution=6, kind="POLY")


def build(view, rng):
    relief.sheet("ground", (44, 40), (0, 9), lambda x, y: 0 * x, asphalt(), 4)
    mesh.box("wall", (60, 1, 40), (0, 7.2, -1), surfaces.concrete("wall", "#4b4c54", 0.6))
    block = surfaces.concrete("block", "#85858b", 0.5)
    shapes.slab((2.9, 2.1, 0.5), (0, 0.2, 0), block, 0.05, 0)
    shapes.slab((1.3, 1.3, 1.7), (2.35, 2.2, 0), block, 0.05, 24)
    shapes.slab((0.9, 0.9, 0.8), (-2.3, 1.5, 0), block, 0.05, -17)
    pink, cyan = "#ff2a9d", "#22d3ff"
    tube([(-2.5, 5.0, 0.2), (-2.5, 5.0, 4.4), (-0.1, 5.0, 4.4)], pink)
    tube([(2.9, 5.2, 0.1), (2.9, 5.2, 3.6), (0.5, 5.2, 3.6)], cyan)
    tube([(-3.6, 3.4, 0.06), (-1.6, 4.2, 0.06)], cyan, 2.6)
    tube([(1.72, 1.45, 0.06), (2.5, 1.18, 0.06)], pink, 2.4, 0.04)
    stone = surfaces.pebble("stone", "#1e1f22", "#55565c", 0.3)
    for x, y, size in ((1.75, -0.5, 0.13), (-1.8, -0.35, 0.17), (-2.1, -0.1, 0.1), (2.2, 0.0, 0.08)):
        stones.pebble(rng, (x, y), size, stone)
    front(shapes.slab((0.9, 0.7, 0.5), (-2.3, -2.3, 0), block, 0.04, 31))
    lights.panel((-6, 1.5, 3.5), (0, 0.2, 1), (0.6, 5), 520, pink, "key")
    lights.panel((6, 2.0, 3.5), (0, 0.2, 1), (0.6, 5), 520, cyan, "key")
    lights.panel((0, -6, 6), (0, 0.3, 0.8), (4, 3), 90, "#cfd4ff", "fill")
    lights.sky(0.12, "#3a3f66")
    return Place(0.5, shapes.rectangle(-1.2, -0.6, 1.2, 1.0), [(0, 0.1), (-0.3, 0.2), (0.3, 0.15)], 2.1, 3.1, 0.1, 0.5, "#85858b")
