"""A round brass mirror behind travertine, champagne satin, rings and pearls: soft light for jewelry."""

import math

import numpy as np

import materials as m
import mesh

from kit import flowers, gobos, jewels, lights, relief, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Mirror and satin", "de": "Spiegel und Satin"},
    "category": "jewelry",
    "tags": {
        "en": ["mirror", "satin", "jewelry", "pearls", "gold", "rings", "travertine", "stone", "round mirror", "necklace"],
        "de": ["Spiegel", "Satin", "Schmuck", "Perlen", "Gold", "Ringe", "Travertin", "Stein", "runder Spiegel", "Kette"],
    },
    "seasons": ["all"],
    "light": ["soft", "side light"],
    "moods": ["elegant", "luxurious", "feminine"],
    "colors": ["champagne", "gold", "cream", "beige"],
}
VIEWS = {
    "middle": View(17, span=4.8, row=0.70, seed=312),
    "low": View(8, span=4.8, row=0.73, seed=311, yaw_deg=3),
    "high": View(38, span=4.8, row=0.63, seed=313, yaw_deg=-4),
}
TONE = Tone(key=0.28, contrast=1.16)


def travertine(name, color="#d8c3a5"):
    """Cut across its layers: bands, small holes, matt."""

    def build(n):
        at = n.coord()
        band = n.noise(n.add("ShaderNodeMapping", {"Vector": at, "Scale": (0.5, 0.5, 6.0)}).outputs[0], 1.1, 5, 0.6, 0.4)
        holes = n.noise(n.add("ShaderNodeMapping", {"Vector": at, "Scale": (3.0, 3.0, 9.0)}).outputs[0], 2.2, 3, 0.5)
        pit = n.ramp(holes, (0.30, 1.0), (0.36, 0.0))
        tone = n.mix(n.ramp(band, (0.3, 0.0), (0.7, 1.0)), m.between(color, "#a98a68"), color)
        return {"Base Color": n.mix(n.math("MULTIPLY", pit, 0.7), tone, "#7d6248"), "Roughness": n.ramp(band, (0.3, 0.45), (0.7, 0.65)), "Normal": n.bump(n.math("SUBTRACT", band, pit), 0.4, 0.03)}

    return m.principled(name, color, 0.55, build, specular=0.3)


def round_mirror(at, radius, turn_deg, brass, glass):
    a = [k * math.pi / 60 for k in range(120)]
    ring = [mesh.tube("frame", [(radius * math.cos(t), 0, radius * math.sin(t)) for t in a], 0.07, brass, cyclic=True)]
    ring.append(mesh.from_data("glass", [(radius * 0.985 * math.cos(t), 0, radius * 0.985 * math.sin(t)) for t in a], [tuple(range(120))], glass, smooth=False))
    ring.append(mesh.lathe("backing", [(0, -0.06), (radius * 0.98, -0.06), (radius * 0.98, -0.02), (0, -0.02)], brass))
    ring[2].rotation_euler.x = math.pi / 2
    return mesh.move(ring, at, (-3, 0, turn_deg))


def room():
    """The reflection in the mirror: a soft bright window in a warm room, out of focus."""

    def soft(n):
        xyz = n.add("ShaderNodeSeparateXYZ", {0: n.coord()}).outputs
        x = n.math("MULTIPLY", n.math("ADD", xyz[0], 20.0), 0.13)
        z = n.math("MULTIPLY", n.math("SUBTRACT", xyz[2], 23.0), 0.1)
        r = n.math("SQRT", n.math("ADD", n.math("MULTIPLY", x, x), n.math("MULTIPLY", z, z)))
        return {"Emission": n.ramp(r, (0.0, "#fff1dc"), (1.0, "#b08a66")), "Emission Strength": n.ramp(r, (0.15, 0.8), (1.0, 0.28))}

    wall = mesh.box("room", (90, 1, 60), (0, -26, -20), m.principled("room", "#8a6f58", 0.9, soft))
    wall.visible_shadow = wall.visible_diffuse = False


def draped(material, seed):
    """Satin in narrow soft folds that run to the stone and lie level under it; returns its height(x, y)."""
    swell, fine = relief.waves(seed, 14, 0.35, 1.3), relief.waves(seed + 1, 16, 1.2, 3.6)

    def height(x, y):
        level = np.exp(-(((x / 1.45) ** 2 + ((y - 0.15) / 1.15) ** 2) ** 2))
        fold = np.sqrt(np.sin(2.2 * x + 1.0 * y + 1.1 * swell(x, y)) ** 2 + 0.16)
        return 0.3 * (fold + 0.22 * fine(x, y)) * (1 - level) + 0.1 * level + 0.1 * np.maximum(y - 2.0, 0) ** 1.5

    relief.sheet("satin", (16, 15), (0, 3), height, material, 520)
    return height


def build(view, rng):
    satin = surfaces.silk("satin", "#c9a683", 0.33)
    height = draped(satin, 311 + view.seed)
    mesh.box("back", (60, 1, 40), (0, 9.5, -8), surfaces.plaster("back", "#b8967a", 0.25, 0.1))
    stone = travertine("travertine")
    shapes.disc(1.22, 0.34, (0, 0.15, 0.06), stone, 0.04)
    shapes.disc(0.5, 0.85, (1.75, 1.5, 0.0), stone, 0.04)
    brass = surfaces.metal("brass", "#d8ae66", 0.12)
    mirror = m.principled("mirror", "#f3f1ec", 0.02, metallic=1.0)
    room()
    round_mirror((-1.1, 2.15, 1.75), 1.35, -16, brass, mirror)
    top = lambda x, y: float(height(x, y))
    jewels.hoop((1.62, 1.38, 0.85), 0.26, 0.035, brass, 0, 0)
    jewels.ring((1.9, 1.62, 0.85), 0.17, brass, 70, 30, gem=jewels.gem("topaz", "#f4c98a"))
    jewels.hoop((-1.5, -0.15, top(-1.5, -0.15) + 0.02), 0.36, 0.04, brass, 12, 0)
    jewels.hoop((-1.32, 0.1, top(-1.32, 0.1) + 0.1), 0.28, 0.035, brass, 28, 40)
    pearl = jewels.pearl("pearl", "#e9dbc8")
    path = []
    for k in range(60):
        t = k / 59
        x, y = 1.25 + 0.75 * math.cos(5.2 * t + 0.6) * (0.5 + 0.5 * t), -0.55 + 0.9 * math.sin(5.2 * t + 0.6) * (0.35 + 0.3 * t) - 0.6 * t
        path.append((x, y, top(x, y)))
    jewels.string(path, 0.05, pearl, 0.106)
    near = [(-1.75 + 0.14 * k, -1.75 - 0.02 * k * k, top(-1.75 + 0.14 * k, -1.75 - 0.02 * k * k)) for k in range(8)]
    front(*jewels.string(near, 0.085, pearl, 0.178))
    rose = surfaces.petal("rose", "#cf8f80", "#efd0c0")
    green = surfaces.leaf("green", "#5f6f4c", "#98a57c")
    flowers.rose(rng, (2.05, 0.35, top(2.05, 0.35) + 0.02), 0.42, rose, green, (0.5, -0.3))
    flowers.rose(rng, (2.45, 0.85, top(2.45, 0.85) + 0.05), 0.36, rose, green, (0.3, 0.4))
    front(*flowers.rose(rng, (2.0, -2.05, top(2.0, -2.05)), 0.4, rose, green, (0.4, -0.5)).children)
    gobos.leaves(rng, -62, 38, 9, (0.2, 0.6, 0.6), 4, 4, 1.2, gap=1.6)
    lights.panel((-6.2, -3.3, 5.4), (0, 0.3, 0.4), (1.7, 1.7), 1500, "#fff0da", "key")
    lights.panel((4.5, 5.5, 4.5), (0, 0.6, 0.3), (3, 2), 620, "#ffe6c8", "fill")
    lights.panel((6, -3, 3.5), (0, 0.2, 0.6), (2, 4), 160, "#fff4e8", "fill", False)
    lights.sky(0.4, "#efe0d0")
    return Place(0.4, shapes.round_polygon(0.85, 0.15), [(0, 0.05), (-0.15, 0.12), (0.15, 0.1)], 1.6, 2.4, 0.1, 0.55, "#d8c3a5")
