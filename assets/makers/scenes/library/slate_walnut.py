"""A slab of split slate on a walnut desk, for watches and rings: a leather notebook, a pen, the glow of a lamp."""

import math

import numpy as np

import materials as m
import mesh

from kit import furniture, gobos, lights, relief, shapes, stones, surfaces
from kit.cameras import View
from kit.place import Place, Tone

FACTS = {
    "name": {"en": "Slate on walnut", "de": "Schiefer auf Nussbaum"},
    "category": "jewelry",
    "tags": {
        "en": ["slate", "watch", "jewelry", "jewelry stand", "ring", "stone slab", "walnut", "leather", "notebook", "gentleman"],
        "de": ["Schiefer", "Schieferplatte", "Armbanduhr", "Schmuck", "Schmuckständer", "Ring", "Steinplatte", "Nussbaum", "Leder", "Notizbuch"],
    },
    "seasons": ["all"],
    "light": ["window", "side light"],
    "moods": ["dark", "elegant", "masculine"],
    "colors": ["slate", "walnut", "cognac"],
}
VIEWS = {
    "middle": View(18, span=3.3, row=0.70, f_stop=4.0, seed=531),
}
TONE = Tone(key=0.115, contrast=1.15)


def split(name, seed, size, thick, material, layers=6, cells=420):
    """A broken plate: a jagged outline whose layers end at different places, and low terraces on its face."""
    turn = np.linspace(0, 2 * math.pi, cells, endpoint=False)
    c, s = np.cos(turn), np.sin(turn)
    power = 4.4
    base = (np.abs(c) ** power + np.abs(s) ** power) ** (-1 / power)
    coarse, fine, grit = relief.waves(seed, 14, 0.8, 4.0), relief.waves(seed + 1, 30, 6, 26, fall=0.7), relief.waves(seed + 2, 40, 20, 90, fall=0.4)
    x, y = c * base, s * base
    outline = base * (1 + 0.055 * coarse(x * 1.7, y * 1.7) + 0.022 * fine(x, y) + 0.006 * grit(x, y))
    rings, own = [], np.random.default_rng(seed)
    for k in range(layers):
        z0, z1 = thick * k / layers, thick * (k + 1) / layers
        ends = outline * (1 - 0.016 * own.random() + 0.010 * relief.waves(seed + 10 + k, 22, 2.5, 14)(x, y) - 0.012 * k / layers)
        for t in (0.08, 0.5, 0.92):
            r = ends * (1 + 0.004 * grit(x * 1.0 + 3 * k, y + 2 * t)) - (0.004 if t != 0.5 else 0.0)
            rings.append(np.stack([c * r * size[0], s * r * size[1], np.full(cells, z0 + (z1 - z0) * t)], 1))
    last = np.hypot(rings[-1][:, 0] / size[0], rings[-1][:, 1] / size[1])
    face, step = relief.waves(seed + 30, 30, 1.0, 9.0), relief.waves(seed + 31, 16, 0.9, 3.0)
    for share in (0.993, 0.98, 0.965, 0.95, 0.935, 0.92, 0.9, 0.88, 0.86, 0.83, 0.8, 0.76, 0.72, 0.66, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.02):
        r = last * share
        px, py = c * r, s * r
        # The uppermost layer is missing along parts of the rim.
        lost = 1 / (1 + np.exp(-(share - 0.93 + 0.17 * step(px * 1.6, py * 1.6) + 0.02 * fine(px, py)) * 200))
        z = thick - 0.028 * lost + 0.005 * face(px * 1.2, py * 1.2)
        rings.append(np.stack([px * size[0], py * size[1], z], 1))
    return mesh.smooth_by_angle(mesh.loft(name, rings, material, caps=(True, True)), 32)


def slate(name):
    """Blue-black, faintly rusty: mottled where split, thin lines along its layers at the rim."""

    def build(n):
        at = n.coord()
        layers = n.noise(n.add("ShaderNodeMapping", {"Vector": at, "Scale": (1.3, 1.3, 26)}).outputs[0], 3.0, 6, 0.7, 0.3)
        cloud, cleft, grain = n.noise(at, 1.6, 7, 0.62, 0.8), n.noise(at, 6.5, 8, 0.68, 0.5), n.noise(at, 90, 3, 0.75)
        up = n.math("ABSOLUTE", n.add("ShaderNodeSeparateXYZ", {0: n.add("ShaderNodeNewGeometry").outputs["Normal"]}).outputs[2])
        rim = n.ramp(up, (0.55, 1.0), (0.85, 0.0))
        flat = n.math("ADD", n.math("MULTIPLY", cloud, 0.4), n.math("ADD", n.math("MULTIPLY", cleft, 0.35), n.math("MULTIPLY", grain, 0.25)))
        edge = n.math("ADD", n.math("MULTIPLY", layers, 0.7), n.math("MULTIPLY", grain, 0.3))
        color = n.mix(rim, n.mix(n.ramp(flat, (0.38, 0.0), (0.62, 1.0)), "#1a1e24", "#3f454d"), n.mix(n.ramp(edge, (0.36, 0.0), (0.64, 1.0)), "#17191c", "#686b6c"))
        color = n.mix(n.ramp(n.noise(at, 1.1, 7, 0.72, 1.2), (0.62, 0.0), (0.76, 0.2)), color, "#5c4a3a")
        color = n.mix(n.ramp(grain, (0.66, 0.0), (0.74, 0.45)), color, "#8b8f94")
        height = n.math("ADD", n.math("MULTIPLY", cleft, 1.4), n.math("ADD", n.math("MULTIPLY", n.math("MULTIPLY", layers, rim), 1.6), n.math("MULTIPLY", grain, 0.25)))
        return {"Base Color": color, "Roughness": n.ramp(flat, (0.38, 0.6), (0.62, 0.42)), "Normal": n.bump(height, 0.5, 0.025)}

    return m.principled(name, "#303338", 0.5, build, specular=0.45)


def leather(name, color, dark):
    def build(n):
        at = n.coord()
        cells = n.add("ShaderNodeTexVoronoi", {"Vector": n.add("ShaderNodeMapping", {"Vector": at, "Scale": (1, 1, 1)}).outputs[0], "Scale": 38.0}, feature="DISTANCE_TO_EDGE").outputs[0]
        crease, cloud = n.ramp(cells, (0.0, 0.0), (0.12, 1.0)), n.noise(at, 1.6, 5, 0.6)
        return {"Base Color": n.mix(n.ramp(cloud, (0.3, 0.0), (0.7, 1.0)), dark, surfaces.shade(n, color, crease, 0.3)), "Roughness": n.ramp(cloud, (0.3, 0.5), (0.7, 0.36)), "Normal": n.bump(n.math("ADD", crease, n.noise(at, 60, 3)), 0.35, 0.012)}

    return m.principled(name, color, 0.45, build, specular=0.4)


def pen(at, turn_deg, body, gold):
    """A fountain pen that lies: barrel, cap, clip."""
    parts = [
        mesh.lathe("barrel", [(0, 0), (0.04, 0.0, 0.02), (0.062, 0.35, 0.1), (0.066, 0.75), (0, 0.75)], body, 48),
        mesh.lathe("ring", [(0.068, 0.74), (0.071, 0.75, 0.004), (0.071, 0.785, 0.004), (0.068, 0.79)], gold, 48),
        mesh.lathe("cap", [(0.07, 0.79), (0.07, 1.2), (0.06, 1.36, 0.06), (0.03, 1.4, 0.02), (0, 1.4)], body, 48),
        mesh.tube("clip", [(0, 0.066, 1.33), (0, 0.098, 1.3), (0, 0.088, 1.1), (0, 0.078, 0.9)], 0.012, gold, resolution=3),
    ]
    for part in parts:
        part.rotation_euler.x = -math.pi / 2
    return mesh.move(parts, (at[0], at[1], at[2] + 0.071), (0, 0, turn_deg))


def build(view, rng):
    walnut = m.wood("walnut", "#5f4838", "#33261e", 0.36, scale=1.5, plank=3.3)
    furniture.top((30, 9), (0, 1.2, 0), walnut, 0.4, 0.06)
    mesh.box("wall", (70, 1, 40), (0, 9, -12), surfaces.plaster("wall", "#4a4f4d", 0.3, 0.2))
    stone = slate("slate")
    slab = split("slate", 77, (1.08, 0.72), 0.17, stone)
    slab.rotation_euler.z = math.radians(-7)
    slab.location = (0.02, 0.12, 0.0)
    second = split("slate", 93, (0.7, 0.5), 0.11, stone, 4)
    second.rotation_euler.z, second.location = math.radians(31), (1.5, 1.35, 0.0)

    hide, edge = leather("cognac", "#a1602f", "#6d3a1a"), surfaces.paper("pages", "#e8dcc4")
    furniture.book((1.5, 1.15, 0.24), (-1.35, 1.45, 0), hide, edge, 19)
    brass = surfaces.metal("brass", "#c79b58", 0.2)
    pen((-1.75, 1.2, 0.24), -58, m.principled("resin", "#101114", 0.12, specular=0.6), brass)
    for x, y, size in ((1.28, 0.35, 0.09), (1.45, 0.2, 0.06), (1.42, 0.5, 0.05)):
        stones.pebble(rng, (x, y), size, surfaces.pebble("pebble", "#1f2123", "#46494c", 0.5, 3.0), 0.6)
    # Far behind: books and the soft disc of a lamp.
    for k, color in enumerate(("#5b3b27", "#2f4038", "#6f5a3c", "#39302b", "#55423a")):
        mesh.box("book", (0.34 + 0.06 * (k % 3), 1.4, 2.0 + 0.25 * (k % 2)), (2.2 + 0.46 * k, 4.8, 0), m.principled(f"book {k}", color, 0.6), 0.04)
    mesh.lathe("lamp foot", [(0, 0), (0.6, 0, 0.04), (0.58, 0.08, 0.04), (0.07, 0.14, 0.06), (0.07, 3.2)], brass, 64).location = (-2.6, 4.9, 0)
    gobos.bars(-70, 32, 9, (0.3, 0.75, 0.2), (3.0, 3.2), (2, 2), 0.24, turn_deg=10)
    lights.sun(-70, 32, 3.6, "#ffeeda", 1.8)
    lights.panel((-3.2, 3.4, 3.4), (0, 0.2, 0.2), (1.6, 2.2), 110, "#ffe9cf", "fill", False)
    lights.panel((5, -1, 3.6), (0, 0.3, 0.3), (2, 4), 60, "#dfe9f6", "fill")
    lights.bulb((-2.6, 4.7, 3.6), 280, "#ffbb7a", 0.5, "fill")
    lights.sky(0.26, "#cfd3d6")
    return Place(0.165, [(-0.8, -0.35), (0.8, -0.45), (0.85, 0.55), (-0.7, 0.62)], [(0, 0.05), (-0.08, 0.1), (0.08, 0.08)], 1.3, 1.5, 0.06, 0.5, "#3f4246")
