"""A garage with its door open: worn concrete, block walls, tyres, a tool cabinet, a steel shelf with boxes."""

import math

import numpy as np

import materials as m
import mesh

from kit import lights, rooms, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone

FACTS = {
    "name": {"en": "Garage", "de": "Garage"},
    "category": "tech",
    "tags": {
        "en": ["garage", "concrete floor", "tyres", "tool cabinet", "steel shelf", "cardboard boxes", "block wall", "daylight"],
        "de": ["Garage", "Betonboden", "Reifen", "Werkzeugschrank", "Metallregal", "Kartons", "Blocksteinwand", "Tageslicht"],
    },
    "seasons": ["all"],
    "light": ["daylight", "side light"],
    "moods": ["industrial", "sober", "masculine"],
    "colors": ["gray", "red", "black"],
}
VIEWS = {
    "middle": View(15, span=27, row=0.80, lens_mm=50, f_stop=0.8, seed=461),
    "high": View(36, span=27, row=0.64, lens_mm=50, f_stop=0.8, seed=463, yaw_deg=5),
}
TONE = Tone(key=0.20, contrast=1.16)


def blocks(name, upper, lower, band):
    """Painted concrete blocks: grey up to `band`, white above."""

    def build(n):
        at = n.coord()
        xyz = n.add("ShaderNodeSeparateXYZ", {0: at})
        flat = n.add("ShaderNodeCombineXYZ", {0: n.math("ADD", xyz.outputs[0], xyz.outputs[1]), 1: xyz.outputs[2]})
        brick = n.add("ShaderNodeTexBrick", {"Vector": flat.outputs[0], "Color1": "#ffffff", "Color2": "#f3f3f3", "Mortar": "#d8d8d8", "Scale": 1.0, "Mortar Size": 0.06, "Mortar Smooth": 0.5, "Brick Width": 4.0, "Row Height": 2.0})
        grain, cloud, run = n.noise(at, 9, 5, 0.7), n.noise(at, 0.2, 6, 0.62), n.noise(n.add("ShaderNodeMapping", {"Vector": at, "Scale": (1.2, 1.2, 0.09)}).outputs[0], 1.0, 4, 0.6)
        edge = n.math("ADD", xyz.outputs[2], n.math("MULTIPLY", n.math("SUBTRACT", grain, 0.5), 0.12))
        color = n.mix(n.math("GREATER_THAN", edge, band), lower, upper)
        color = n.mix(1.0, color, brick.outputs["Color"], "MULTIPLY")
        color = surfaces.shade(n, color, n.ramp(n.math("ADD", n.math("MULTIPLY", cloud, 0.6), n.math("MULTIPLY", run, 0.4)), (0.34, 0.0), (0.62, 1.0)), 0.24)
        pits = n.ramp(n.noise(at, 5, 3, 0.5), (0.28, 0.0), (0.36, 1.0))
        height = n.math("ADD", n.math("MULTIPLY", brick.outputs["Fac"], -1.0), n.math("ADD", n.math("MULTIPLY", grain, 0.35), n.math("MULTIPLY", pits, 0.3)))
        return {"Base Color": color, "Roughness": n.ramp(cloud, (0.3, 0.5), (0.7, 0.7)), "Normal": n.bump(height, 0.5, 0.07)}

    return m.principled(name, upper, 0.6, build, specular=0.3)


def rubber(name):
    def build(n):
        at = n.coord()
        dust = n.noise(at, 0.9, 6, 0.66)
        return {"Base Color": n.mix(n.ramp(dust, (0.42, 0.0), (0.7, 0.5)), "#1b1b1c", "#4a4744"), "Roughness": n.ramp(dust, (0.3, 0.5), (0.7, 0.8)), "Normal": n.bump(n.noise(at, 20, 3), 0.1, 0.02)}

    return m.principled(name, "#222223", 0.65, build)


def tyre(at, material, radius=3.2, width=2.1, turn_deg=0.0, blocks_around=54):
    """A tyre lying: grooves around, blocks of tread between them."""
    profile = [(2.05, 0.1), (2.15, 0.0), (2.6, -0.06), (3.0, 0.1), (3.2, 0.42)]
    for z in (0.72, 1.02, 1.32):
        profile += [(3.22, z - 0.14), (3.22, z - 0.06), (3.1, z - 0.05), (3.1, z + 0.05), (3.22, z + 0.06)]
    profile += [(3.2, 1.68), (3.0, 2.0), (2.6, 2.16), (2.15, 2.1), (2.05, 2.0), (2.0, 1.7), (1.95, 1.05), (2.0, 0.4), (2.05, 0.1)]
    n = blocks_around * 8
    a = np.arange(n) / n * 2 * math.pi
    rings = []
    for r, z in profile:
        tread = np.clip((r - 3.05) / 0.1, 0, 1)
        cut = np.clip(np.cos(a * blocks_around + z * 5) * 3 - 2.0, 0, 1) * 0.11 * tread
        s = (r - cut) / 3.2 * radius
        rings.append(np.stack([s * np.cos(a), s * np.sin(a), np.full(n, z / 2.1 * width)], 1))
    obj = mesh.smooth_by_angle(mesh.loft("tyre", rings, material), 40)
    obj.location, obj.rotation_euler.z = at, math.radians(turn_deg)
    return obj


def cabinet(at, red, steel, dark):
    """A roller cabinet with drawers, seen from the front."""
    x, y, z = at
    for dx in (-2.9, 2.9):
        for dy in (0.7, 3.9):
            mesh.rod("wheel", (x + dx - 0.25, y + dy, 0.55), (x + dx + 0.25, y + dy, 0.55), 0.55, dark)
    shapes.slab((7.2, 4.8, 7.6), (x, y + 2.4, 1.2), red, 0.12)
    shapes.slab((7.5, 5.1, 0.35), (x, y + 2.4, 8.8), dark, 0.1)
    height = 1.42
    for tall in (0.95, 0.95, 0.95, 1.3, 2.3):
        shapes.slab((6.7, 0.24, tall - 0.07), (x, y - 0.06, height), red, 0.05)
        shapes.slab((6.1, 0.3, 0.16), (x, y - 0.22, height + tall - 0.3), steel, 0.06)
        height += tall + 0.03


def carton(rng, size, at, paper, tape, turn_deg):
    w, d, h = size
    shapes.slab(size, at, paper, 0.04, turn_deg)
    strip = shapes.slab((0.55, d + 0.02, h + 0.015), at, tape, 0.01, turn_deg)
    return strip


def shelf(rng, x0, x1, y, face, steel, board, paper, tape, tins):
    for x in (x0, (x0 + x1) / 2, x1):
        for d in (y, face - 0.3):
            shapes.slab((0.4, 0.4, 24), (x, d, 0), steel, 0.03)
    for z in (1.0, 7.2, 13.4, 19.6):
        shapes.slab((x1 - x0 + 0.4, face - y, 0.5), ((x0 + x1) / 2, (y + face) / 2, z), board, 0.04)
        x = x0 + 0.5
        while x < x1 - 2.2:
            if rng.random() < 0.6:
                w, d, h = rng.uniform(2.6, 4.4), rng.uniform(2.6, 3.4), rng.uniform(2.2, 4.2)
                if x + w > x1 - 0.3:
                    break
                carton(rng, (w, d, h), (x + w / 2, y + 0.4 + d / 2, z + 0.5), paper, tape, rng.uniform(-5, 5))
                x += w + rng.uniform(0.2, 0.8)
            else:
                r, h = rng.uniform(0.55, 0.95), rng.uniform(1.5, 2.4)
                rooms.turned([(0, 0), (r, 0, 0.05), (r, h, 0.04), (r * 0.93, h, 0.03), (r * 0.9, h - 0.1), (0, h - 0.1)], (x + r, y + 1.2, z + 0.5), tins[rng.integers(len(tins))])
                x += 2 * r + rng.uniform(0.15, 0.5)


def build(view, rng):
    mesh.box("floor", (160, 110, 1), (0, -12, -1), rooms.screed("floor", "#8d8a85", 0.34, 30.0, 0.45))
    wall, face = blocks("blocks", "#d6d4cd", "#7f858a", 12.0), 13.0
    mesh.box("wall", (140, 1, 60), (0, face + 0.5, 0), wall)
    steel, dark = surfaces.metal("steel", "#8d9196", 0.34), m.principled("dark", "#26282b", 0.5)
    shelf(rng, -19.5, -6.2, face - 4.4, face, m.principled("frame", "#39424c", 0.45), m.wood("board", "#b79467", "#8e6d45", 0.7), surfaces.paper("carton", "#b08a5c", 0.3), m.principled("tape", "#c7a878", 0.35), [surfaces.ceramic("tin", c, 0.3) for c in ("#9aa0a4", "#33485c", "#b9b4a6", "#8a3a2c")])
    cabinet((12.6, face - 6.2, 0), surfaces.ceramic("red", "#8f1f1b", 0.28), steel, dark)
    black = rubber("rubber")
    for k in range(3):
        tyre((4.9 + rng.uniform(-0.12, 0.12), face - 4.2 + rng.uniform(-0.1, 0.1), k * 2.12), black, 3.2, 2.1, rng.uniform(0, 90))
    mesh.rod("pipe", (1.2, face - 0.5, 0), (1.2, face - 0.5, 40), 0.32, m.principled("pipe", "#c7c6c0", 0.45))
    shapes.slab((1.7, 0.8, 2.3), (1.2, face - 0.4, 13.5), m.principled("box", "#b9bab7", 0.5), 0.15)

    lights.panel((-40, -14, 17), (0, 2, 3), (30, 28), 26000, "#f1f4ff", "key")
    lights.panel((26, -18, 24), (4, 4, 3), (14, 3), 3600, "#ffe7c8", "fill")
    lights.sky(0.30, "#cfd4da")
    return Place(0.0, shapes.rectangle(-7.0, -3.6, 7.0, 3.6), [(-0.4, 0), (-1.6, 0.8), (0.6, 0.4)], 19.0, 16.0, 0.12, 0.4, "#8d8a85", "ground")
