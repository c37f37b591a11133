"""A hallway bench: an oak board before panelling in sage, a hanging scarf, a basket, a shoe brush and a tin of polish."""

import math

import numpy as np
from mathutils import Vector

import materials as m
import mesh

from kit import gobos, lights, plants, relief, rooms, shapes, surfaces, wicker
from kit.batch import Batch, Shape, aim
from kit.cameras import View
from kit.place import Place, Tone

FACTS = {
    "name": {"en": "Hallway bench", "de": "Bank im Flur"},
    "category": "home",
    "tags": {
        "en": ["hallway", "bench", "shoe bench", "shoe shelf", "shoe rack", "entryway", "wooden board", "panelled wall", "scarf", "basket", "shoe brush"],
        "de": ["Flur", "Bank", "Schuhbank", "Schuhregal", "Garderobe", "Diele", "Holzbrett", "Wandpaneel", "Schal", "Korb", "Schuhbürste"],
    },
    "seasons": ["all", "autumn"],
    "light": ["window", "morning", "soft sun"],
    "moods": ["homely", "calm", "nordic"],
    "colors": ["oak", "sage", "rust"],
}
VIEWS = {
    "middle": View(14, span=5.6, row=0.74, f_stop=3.2, seed=521),
    "high": View(36, span=5.6, row=0.64, f_stop=3.2, seed=523, yaw_deg=5),
}
TONE = Tone(key=0.27, contrast=1.13)


def panelling(face, material, width=0.92, x0=-9.0, x1=9.0):
    """Tongue and groove: rounded boards with a bead beside each joint."""
    x = x0
    while x < x1:
        mesh.box("board", (width - 0.035, 0.3, 16), (x + width / 2, face + 0.15, -2.0), material, 0.035, 4)
        mesh.rod("bead", (x + width - 0.02, face + 0.02, -2.0), (x + width - 0.02, face + 0.02, 14.0), 0.045, material, 16)
        x += width + 0.02


def scarf(rng, x, y, z0, width, wool, depth=0.16):
    """A scarf that hangs from a hook above the frame, with a twisted fringe."""
    wave, fine = relief.waves(52, 12, 0.5, 1.6), relief.waves(53, 12, 1.5, 4.0)
    across = np.linspace(-0.5, 0.5, 120)
    rings = []
    for z in np.linspace(7.5, z0, 120):
        open_ = 0.62 + 0.38 * min(1.0, (7.5 - z) / 6.0)
        fold = 0.5 + 0.5 * np.cos(across * 13 + 2.4 * wave(across * 1.2, 0 * across + z * 0.45))
        yy = y - depth * fold - 0.07 * fine(across * 2, 0 * across + z * 0.6) - 0.05
        hem = 0.05 * wave(across * 2.2, 0 * across + 4.0) * max(0.0, 1 - (z - z0) / 2.5)
        rings.append(np.stack([x + across * width * open_ + 0.05 * wave(across, 0 * across + z * 0.5), yy, np.full(len(across), z) + hem], 1))
    cloth = mesh.loft("scarf", rings, wool, closed=False)
    solid = cloth.modifiers.new("solid", "SOLIDIFY")
    solid.thickness, solid.offset = 0.05, 0.0
    end = rings[-1]
    for k in range(26):
        p = end[round(2 + k * (len(end) - 5) / 25)]
        long, dx = rng.uniform(0.55, 0.72), rng.normal(0, 0.03)
        for phase in (0.0, math.pi):
            points = [(p[0] + dx * t + 0.016 * math.cos(9 * t * math.pi + phase), p[1] + 0.016 * math.sin(9 * t * math.pi + phase), p[2] + 0.02 - long * t) for t in np.linspace(0, 1, 22)]
            mesh.tube("fringe", points, 0.02, wool, resolution=2)
    return cloth


def wool(name, color, second):
    """A coarse twill in object space: diagonal ribs, fuzzy."""

    def build(n):
        xyz = n.add("ShaderNodeSeparateXYZ", {0: n.coord()}).outputs
        rib = n.math("SINE", n.math("MULTIPLY", n.math("ADD", xyz[0], n.math("MULTIPLY", xyz[2], 0.8)), 95))
        fuzz, cloud = n.noise(n.coord(), 30, 4, 0.7), n.noise(n.coord(), 2.2, 4, 0.6)
        tone = n.math("ADD", n.math("MULTIPLY", rib, 0.12), n.math("ADD", n.math("MULTIPLY", fuzz, 0.6), n.math("MULTIPLY", cloud, 0.3)))
        return {"Base Color": n.mix(n.ramp(tone, (0.25, 0.0), (0.7, 1.0)), second, color), "Normal": n.bump(n.math("ADD", n.math("MULTIPLY", rib, 0.4), fuzz), 0.5, 0.02)}

    return m.principled(name, color, 0.95, build, sheen=0.6, specular=0.1)


def brush(rng, at, turn_deg, wood, hair):
    """A shoe brush that lies on its side: an oval back, rows of bristles."""
    outline = [(1.0 * math.copysign(abs(math.cos(a)) ** 0.75, math.cos(a)), 0.3 * math.sin(a) * (1 + 0.06 * math.cos(2 * a))) for a in np.linspace(0, 2 * math.pi, 72, endpoint=False)]
    rings = [np.array([(x * s, y * s2, z) for x, y in outline]) for z, s, s2 in ((0.0, 0.94, 0.9), (0.02, 0.98, 0.96), (0.06, 1.0, 1.0), (0.2, 1.0, 1.0), (0.28, 0.97, 0.9), (0.33, 0.9, 0.75), (0.355, 0.75, 0.5), (0.36, 0.4, 0.2))]
    back = mesh.loft("back", rings, wood, caps=(True, True))
    bristle = Shape([(-0.012, 0, 0), (0.012, 0, 0), (0, 0, 0.016), (-0.008, 1, 0), (0.008, 1, 0), (0, 1, 0.011)], [(0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5), (3, 4, 5)])
    batch = Batch("bristles")
    for k in range(23):
        for j in range(7):
            x, y = -0.88 + 1.76 * k / 22 + 0.02 * (j % 2), -0.21 + 0.42 * j / 6
            if (x / 0.95) ** 2 + (y / 0.27) ** 2 > 1:
                continue
            for _ in range(16):
                spot = (x + rng.normal(0, 0.017), y + rng.normal(0, 0.017), 0.01)
                lean = Vector((rng.normal(0, 0.07) + 0.05 * x, rng.normal(0, 0.07) + 0.25 * y, -1))
                batch.add(bristle, aim(spot, lean, rng.uniform(0, 360), rng.uniform(0.42, 0.46)), rng.random())
    parts = [back, batch.build(hair)]
    return mesh.move(parts, at, (0, 0, turn_deg))


def tin(at, metal, lid, turn_deg=0):
    parts = [
        mesh.lathe("tin", [(0, 0), (0.42, 0, 0.02), (0.42, 0.2, 0.01), (0, 0.2)], metal),
        mesh.lathe("lid", [(0.43, 0.1, 0.005), (0.435, 0.1, 0.005), (0.435, 0.25, 0.02), (0.4, 0.25, 0.01), (0.385, 0.235, 0.01), (0, 0.235)], lid),
    ]
    return mesh.move(parts, at, (0, 0, turn_deg))


def build(view, rng):
    face = 2.5
    oak = m.wood("oak", "#c2a47f", "#8d6c4a", 0.45)
    mesh.box("bench", (16, 4.4, 0.46), (0.4, 0.3, -0.46), oak, 0.06, 5)
    steel = surfaces.metal("steel", "#2a2826", 0.45)
    for x in (-4.6, 5.2):
        mesh.box("leg", (0.3, 3.6, 4.0), (x, 0.3, -4.4), steel, 0.03)
    mesh.box("floor", (60, 50, 1), (0, -18, -5.5), rooms.floorboards("floor", "#9b774f", "#5f4329", 1.4, 17))
    sage = rooms.painted("sage", "#a7ab98", 0.55, 0.08)
    mesh.box("wall", (40, 1, 30), (0, face + 0.85, -8), sage)
    panelling(face, sage)
    mesh.box("far wall", (60, 1, 40), (0, -34, -6), m.principled("room", "#cfc6b8", 0.9))

    straw = surfaces.bark("straw", "#8c6a3e", "#d0aa70")
    wicker.basket((-2.75, 1.35, 0), (0.95, 0.7), 1.35, straw, 12, 19, 1.12, 12, False, 0.055)
    leaf, stem = surfaces.leaf("eucalyptus", "#5b755f", "#8fa592", "#a5b8a3", 0.25), m.principled("stem", "#7b7258", 0.6)
    for k in range(8):
        a = k * 0.8 + rng.uniform(-0.2, 0.2)
        plants.eucalyptus(rng, (-2.75 + 0.15 * math.cos(a), 1.35, 0.9), (0.5 * math.cos(a), 0.3 * math.sin(a) - 0.05, 1), rng.uniform(1.9, 2.9), (leaf, stem), 0.46, 0.55)
    scarf(rng, 2.35, face - 0.1, 1.75, 1.15, wool("wool", "#b3623c", "#7c3a22"))
    beech = m.wood("beech", "#b98655", "#7a4c2a", 0.35, scale=1.6)
    brush(rng, (2.25, 1.2, 0.45), -17, beech, m.principled("hair", "#241b15", 0.55, specular=0.4))
    tin((2.32, -0.35, 0), surfaces.metal("tin", "#b9b4a8", 0.3), surfaces.metal("lid", "#6b3b24", 0.32))

    azimuth = -58 + view.light_turn_deg
    gobos.bars(azimuth, 33, 13, (0.2, 1.2, 1.2), (7.0, 9.5), (2, 3), 0.42, turn_deg=5)
    lights.sun(azimuth, 33, 4.0, "#ffebd2", 1.5)
    lights.panel((-8, -4, 6), (0, 0.5, 0.8), (5, 7), 620, "#e9f0ff", "fill")
    lights.sky(0.42, "#ece6dc")
    return Place(0.0, shapes.rectangle(-1.75, -1.35, 1.65, 1.5), [(0, 0), (-0.15, 0.2), (0.12, 0.1)], 3.4, 3.4, 0.12, 0.42, "#b08452")
