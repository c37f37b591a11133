"""A pavement before a plastered house: slabs, a granite plinth, a wooden door, the shadow of a street tree."""

import math

from mathutils import Vector

import materials as m
import mesh

from kit import gobos, lights, plants, rooms, shapes, surfaces
from kit.batch import Batch, aim, bevelled, grid
from kit.cameras import View
from kit.place import Place, Tone

FACTS = {
    "name": {"en": "Pavement in the city", "de": "Gehweg in der Stadt"},
    "category": "outdoor",
    "tags": {
        "en": ["pavement", "sidewalk", "street", "city", "house wall", "paving stones", "front door", "tree shadow", "urban"],
        "de": ["Gehweg", "Bürgersteig", "Straße", "Stadt", "Hauswand", "Pflastersteine", "Haustür", "Baumschatten", "urban"],
    },
    "seasons": ["spring", "summer", "autumn"],
    "light": ["sun", "leaf shadow", "afternoon"],
    "moods": ["urban", "lively", "mediterranean"],
    "colors": ["ochre", "gray", "green"],
}
VIEWS = {
    "middle": View(15, span=26, row=0.80, lens_mm=50, f_stop=0.9, seed=451),
    "high": View(36, span=26, row=0.64, lens_mm=50, f_stop=0.9, seed=453, yaw_deg=5),
}
TONE = Tone(key=0.245, contrast=1.13)


def slabs(rng, stone, size=4.0, gap=0.055):
    """Concrete slabs in running bond, none quite level: each its own tone."""
    shape = bevelled(size * 1.5 - gap, size - gap, 0.6)
    batch = Batch("slabs")
    for row in range(-9, 5):
        for k in range(-8, 9):
            x, y = k * size * 1.5 + (row % 2) * size * 0.75 + 0.9, row * size
            tilt = rng.normal(0, 0.0025, 2)
            matrix = aim((x, y, rng.normal(0, 0.012)), Vector((tilt[0], 1, tilt[1])), 0)
            batch.add(shape, matrix, rng.random())
    return batch.build(stone, smooth=False)


def paving(name):
    def build(n):
        at, tint = n.coord(), surfaces.attribute(n, "tint")
        fine, cloud, spots = n.noise(at, 22, 4, 0.72), n.noise(at, 0.35, 7, 0.62, 0.5), n.noise(at, 1.1, 6, 0.7, 1.0)
        color = n.mix(n.math("MULTIPLY", tint, 0.9), "#9b958b", "#b3aca0")
        color = surfaces.shade(n, color, n.ramp(n.math("ADD", n.math("MULTIPLY", cloud, 0.5), n.math("MULTIPLY", fine, 0.5)), (0.34, 0.0), (0.66, 1.0)), 0.32)
        color = surfaces.shade(n, color, n.ramp(spots, (0.3, 0.0), (0.42, 1.0)), 0.25)
        return {"Base Color": color, "Roughness": n.ramp(cloud, (0.35, 0.62), (0.65, 0.85)), "Normal": n.bump(n.math("ADD", fine, spots), 0.35, 0.03)}

    return m.principled(name, "#a39c92", 0.8, build, specular=0.25)


def door(x, y, width, wood, frame, iron):
    """A panelled door in a stone frame, set back into the wall."""
    for dx in (-width / 2 - 0.9, width / 2 + 0.9):
        shapes.slab((1.8, 2.4, 30), (x + dx, y + 0.5, 0), frame, 0.12)
    shapes.slab((width + 3.6, 4.4, 0.9), (x, y, 0), frame, 0.12)
    for half in (-1, 1):
        leaf = x + half * width / 4
        shapes.slab((width / 2 - 0.05, 0.5, 27), (leaf, y + 1.9, 0.9), wood, 0.06)
        for z0, z1 in ((2.0, 7.4), (9.0, 18.5), (20, 27)):
            rooms.moulding(leaf - width / 4 + 0.7, leaf + width / 4 - 0.7, z0 + 0.9, z1 + 0.9, y + 1.62, wood, 0.35, 0.16)
            shapes.slab((width / 2 - 2.6, 0.3, z1 - z0 - 1.2), (leaf, y + 1.62, z0 + 1.5), wood, 0.12)
    mesh.rod("handle", (x + 0.5, y + 1.2, 10.5), (x + 0.5, y + 1.2, 13.5), 0.13, iron)


def build(view, rng):
    soil = surfaces.plaster("joint", "#57503f", 0.6, 0.4, 0.95)
    mesh.box("bed", (160, 90, 1), (0, 0, -1.10), soil)
    slabs(rng, paving("paving"))
    tuft = Batch("moss")
    scrap = grid(lambda u, v: (v * 0.05 * (1 - u), u, -0.3 * u * u + 0 * v), 3, 1)
    for _ in range(420):
        x, y = rng.uniform(-22, 22), 8.85 + rng.normal(0, 0.06)
        if abs(math.sin(x * 0.9) + math.sin(x * 0.37 + 1)) > 0.9:
            tuft.add(scrap, aim((x, y, -0.05), Vector(rng.normal(0, 0.45, 3)) + Vector((0, -0.2, 1)), rng.uniform(0, 360), rng.uniform(0.15, 0.6)), rng.random())
    tuft.build(surfaces.leaf("weeds", "#4f6b2c", "#8a9c4e", "#93a35c", 0.3))

    face = 9.0
    plaster = surfaces.plaster("house", "#bfa384", 0.55, 0.2, 0.9)
    mesh.box("house left", (60, 1, 60), (-30 + 6.2, face + 0.5, 0), plaster)
    mesh.box("house right", (40, 1, 60), (20 + 17.4, face + 0.5, 0), plaster)
    granite = surfaces.pebble("granite", "#77726b", "#a7a19a", 0.75)
    x = -30.0
    while x < 5.4:
        long = min(rng.uniform(6.5, 8.0), 5.9 - x)
        shapes.slab((long - 0.06, 0.9, 4.4), (x + long / 2, face - 0.1, -0.3), granite, 0.09)
        x += long
    green, iron = m.wood("door", "#41584f", "#33463f", 0.42, scale=0.5), surfaces.metal("iron", "#3c3a37", 0.4)
    door(11.8, face - 0.6, 8.4, green, surfaces.concrete("frame", "#b8afa0", 0.8), iron)

    pot = surfaces.plaster("pot", "#b0694a", 0.45, 0.25, 0.8)
    at = (-9.6, face - 2.9, 0)
    rooms.turned([(0, 0), (1.5, 0, 0.1), (2.0, 3.3, 0.1), (2.3, 3.35, 0.1), (2.3, 4.1, 0.12), (2.0, 4.1, 0.1), (1.9, 3.6), (0, 3.7)], at, pot)
    leaf, stem = surfaces.leaf("olive", "#4d6138", "#8a9a68", "#a0ab80", 0.25), surfaces.bark("trunk", "#4a3a2a", "#85715a")
    trunk = plants.curve((at[0], at[1], 3.6), (0.06, 0, 1), 6.0, -0.1, 12, 0.2)
    mesh.tube("trunk", [tuple(p) for p in trunk], 0.32, stem)
    for k in range(46):
        a, z = rng.uniform(0, 6.28), rng.uniform(-0.25, 1.0)
        start, _ = plants.along(trunk, rng.uniform(0.55, 0.98))
        plants.laurel(rng, start, (math.cos(a), math.sin(a), z + 0.35), rng.uniform(2.4, 4.6), (leaf, stem), 0.85, rng.uniform(0.1, 0.5), rng.uniform(-0.4, 0.4), 0.22)

    azimuth = -48 + view.light_turn_deg
    gobos.crown(rng, azimuth, 40, 48, (0, 4, 6), (20, 14), 34, 46, 0.9, 4.5)
    lights.sun(azimuth, 40, 5.2, "#ffefd9", 0.7)
    lights.sky(0.75, (0.0, "#8d8374"), (0.5, "#d9dde0"), (1.0, "#a9c6ea"))
    return Place(0.0, shapes.rectangle(-7.0, -3.2, 7.0, 3.4), [(0, 0), (-1.2, 0.8), (1.0, 0.5)], 19.0, 16.0, 0.03, 0.8, "#a39c92", "ground")
