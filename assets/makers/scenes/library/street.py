"""A street in the evening: dry asphalt with a lane marking, a kerb, house fronts and lamps out of focus, low sun."""

import math

import materials as m
import mesh

from kit import garden, lights, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone

FACTS = {
    "name": {"en": "Street in the evening", "de": "Straße am Abend"},
    "category": "outdoor",
    "tags": {
        "en": ["street", "road", "asphalt", "city", "lane marking", "kerb", "house fronts", "street lamps", "evening", "urban", "bokeh"],
        "de": ["Straße", "Fahrbahn", "Asphalt", "Stadt", "Fahrbahnmarkierung", "Bordstein", "Hausfassaden", "Straßenlaternen", "Abend", "urban"],
    },
    "seasons": ["all"],
    "light": ["golden hour", "evening", "low sun"],
    "moods": ["urban", "dynamic", "warm"],
    "colors": ["gray", "orange", "blue"],
}
VIEWS = {
    "middle": View(15, span=26, row=0.80, lens_mm=50, f_stop=0.45, seed=551),
    "high": View(36, span=26, row=0.64, lens_mm=50, f_stop=0.6, seed=553, yaw_deg=-5),
}
TONE = Tone(key=0.175, contrast=1.16)


def asphalt(name):
    """Stones in bitumen, worn along the tracks, with stains and fine cracks."""

    def build(n):
        at = n.coord()
        stones = n.add("ShaderNodeTexVoronoi", {"Vector": at, "Scale": 9.0}).outputs
        tone = n.add("ShaderNodeSeparateColor", {0: stones["Color"]}).outputs[0]
        fine, cloud, stain = n.noise(at, 20, 4, 0.7), n.noise(at, 0.18, 6, 0.6, 0.4), n.noise(at, 0.6, 6, 0.7, 0.8)
        color = n.mix(tone, "#3d3d3f", "#68676a")
        color = n.mix(n.ramp(n.math("ADD", tone, n.math("MULTIPLY", fine, 0.2)), (0.86, 0.0), (0.98, 0.8)), color, "#97948f")
        color = surfaces.shade(n, color, n.ramp(cloud, (0.35, 0.0), (0.65, 1.0)), 0.3)
        color = surfaces.shade(n, color, n.ramp(stain, (0.3, 0.0), (0.42, 1.0)), 0.22)
        cracks = n.add("ShaderNodeTexVoronoi", {"Vector": n.add("ShaderNodeMapping", {"Vector": at, "Scale": (0.09, 0.09, 0.09)}).outputs[0], "Scale": 1.0}, feature="DISTANCE_TO_EDGE").outputs[0]
        crack = n.ramp(n.math("ADD", cracks, n.math("MULTIPLY", fine, 0.006)), (0.003, 1.0), (0.008, 0.0))
        color = n.mix(n.math("MULTIPLY", crack, 0.7), color, "#1d1d1f")
        height = n.math("ADD", n.math("MULTIPLY", stones["Distance"], -0.8), n.math("MULTIPLY", fine, 0.5))
        return {"Base Color": color, "Roughness": n.ramp(cloud, (0.35, 0.55), (0.65, 0.75)), "Normal": n.bump(height, 0.5, 0.05)}

    return m.principled(name, "#565658", 0.65, build, specular=0.3)


def worn_paint(name):
    """Road paint through which the stones show."""

    def build(n):
        at = n.coord()
        wear = n.math("ADD", n.noise(at, 14, 4, 0.7), n.math("MULTIPLY", n.noise(at, 0.7, 5, 0.6), 0.7))
        return {"Base Color": n.mix(n.ramp(wear, (0.92, 0.0), (1.04, 0.85)), "#c9c5bb", "#5c5b5c"), "Normal": n.bump(n.noise(at, 18, 3), 0.4, 0.03)}

    return m.principled(name, "#c9c5bb", 0.7, build, specular=0.3)


def front(rng, x, y, width, height, side, wall, glass, warm):
    """A house front along the street, its windows in rows; a third of them lit."""
    mesh.box("house", (14, width, height), (x + side * 7, y, 0), wall)
    rows, count = int(height // 16), int(width // 9)
    for row in range(rows):
        for k in range(count):
            at = (x - side * 0.1, y - width / 2 + (k + 0.5) * width / count, 8 + row * 16)
            mesh.box("window", (0.6, 4.6, 8.5), (at[0], at[1], at[2]), warm if rng.random() < 0.3 else glass)


def build(view, rng):
    mesh.box("road", (64, 900, 1), (0, 380, -1), asphalt("asphalt"))
    paint = worn_paint("paint")
    for y in (-6, 54, 114, 174):
        mesh.box("dash", (1.3, 30, 0.02), (-11.5, y + 8, 0), paint)
    stone = surfaces.concrete("kerb", "#a7a19a", 0.75)
    pavement = surfaces.concrete("pavement", "#948d84", 0.8)
    for side in (-1, 1):
        for k in range(30):
            shapes.slab((1.6, 9.9, 1.3), (side * 32.8, -40 + k * 10, 0), stone, 0.12)
        mesh.box("pavement", (30, 900, 1.2), (side * 48.6, 380, 0), pavement)
    glass = m.principled("pane", "#2b343d", 0.08, specular=0.8)
    warm = m.emission("lit pane", "#ffc27a", 2.2)
    walls = [surfaces.plaster(f"wall {k}", color, 0.3) for k, color in enumerate(("#b98f6b", "#9c8f80", "#a7684c", "#c2b299", "#7d7f83"))]
    for side in (-1, 1):
        y = 10.0
        while y < 420:
            width, height = rng.uniform(45, 80), rng.uniform(60, 120)
            front(rng, side * 62, y + width / 2, width - 1, height, side, walls[rng.integers(5)], glass, warm)
            y += width
    leaf, bark = surfaces.leaf("leaf", "#4a5a26", "#93a04a", "#a5a554", 0.4), surfaces.bark("bark", "#3a2d22", "#75644f")
    for side in (-1, 1):
        for k in range(5):
            garden.tree(rng, (side * (39 + rng.uniform(-1, 1)), 62 + k * 58 + rng.uniform(-8, 8), 0), 49, leaf, bark)
    iron, lamp = surfaces.metal("iron", "#35363a", 0.5), m.emission("lamp", "#ffb45e", 4.5)
    ball = [(math.sin(k * math.pi / 12) + 1e-4, -math.cos(k * math.pi / 12)) for k in range(13)]
    for side in (-1, 1):
        for k in range(8):
            x, y = side * 36, 48 + k * 45
            mesh.rod("post", (x, y, 0), (x, y, 42), 0.35, iron, 10)
            bulb = mesh.lathe("bulb", ball, lamp, 16)
            bulb.scale, bulb.location = (1.1,) * 3, (x - side * 3, y, 42)
    # Cars far away, seen as their lamps.
    for color, x in (("#ff3a22", 9), ("#fff0cf", -20)):
        glow = m.emission("car lamp", color, 4.0)
        for y in (150, 215, 300):
            for dx in (-3, 3):
                light = mesh.lathe("lamp", ball, glow, 12)
                light.scale, light.location = (0.75,) * 3, (x + dx + rng.uniform(-2, 2), y + rng.uniform(-12, 12), 6)
    lights.sun(132 + view.light_turn_deg, 19, 4.6, "#ffd09a", 1.0)
    lights.panel((-26, -34, 40), (0, 0, 6), (34, 24), 17000, "#dfe6f4", "fill")
    lights.sky(0.85, (0.0, "#6b6258"), (0.5, "#f0c79a"), (0.58, "#d9c4b8"), (1.0, "#7f9cc8"))
    return Place(0.0, shapes.rectangle(-7.0, -3.4, 7.0, 3.6), [(0, 0), (-1.2, 0.6), (1.0, 0.4)], 19.0, 16.0, 0.04, 0.7, "#5a5a5c", "ground")
