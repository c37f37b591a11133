"""A peg rail on a limewashed wall, seen from the front: the product hangs from the middle peg, between a straw hat and a bunch of dried eucalyptus."""

import math

import numpy as np

import materials as m
import mesh

from kit import gobos, lights, plants, relief, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

# The wall is the ground of this scene: x is right, y is up, z is away from the wall.
FACTS = {
    "name": {"en": "Hook on the wall", "de": "Haken an der Wand"},
    "category": "fashion",
    "tags": {
        "en": ["hook", "hanging", "coat hook", "peg", "peg rail", "coat rack", "wall", "straw hat", "dried eucalyptus", "limewash"],
        "de": ["Haken", "hängend", "hängt", "Wandhaken", "Kleiderhaken", "Hakenleiste", "Garderobenleiste", "Wand", "Strohhut", "Trockenblumen", "Kalkwand"],
    },
    "seasons": ["all", "summer"],
    "light": ["window", "leaf shadow", "soft sun"],
    "moods": ["natural", "calm", "warm"],
    "colors": ["cream", "oak", "beige", "sage"],
}
VIEWS = {
    "front": View(90, span=7.4, row=0.5, seed=531, lens_mm=70, f_stop=6),
}
TONE = Tone(key=0.42, contrast=1.13)
RAIL_Y = 2.15
# The rail's face, and how far a peg reaches from the wall.
RAIL, PEG = 0.24, 0.95


def peg(x, wood):
    """A turned peg of a peg rail: a slim neck, a round head. It rises a little toward its end."""
    profile = [(0, 0), (0.15, 0, 0.02), (0.125, 0.05, 0.03), (0.105, 0.4, 0.1), (0.12, 0.52, 0.05), (0.2, 0.6, 0.06), (0.205, 0.68, 0.06), (0.13, PEG - RAIL, 0.05), (0, PEG - RAIL)]
    obj = mesh.lathe("peg", profile, wood)
    mesh.move([obj], (x, RAIL_Y, RAIL - 0.02), (-9, 0, 0))
    return obj


def straw_hat(rng, at, straw, band):
    """A hat with its brim against the wall, the crown toward the room."""
    wave = relief.waves(77, 12, 0.5, 1.4)
    rings = []
    for k, (r, z) in enumerate([(1.62, 0.1), (1.58, 0.13), (1.4, 0.12), (1.2, 0.1), (1.0, 0.1), (0.86, 0.13), (0.8, 0.22), (0.78, 0.4), (0.76, 0.62), (0.73, 0.8), (0.66, 0.92), (0.52, 0.97), (0.3, 0.97), (0.05, 0.96)]):
        turn = np.linspace(0, 2 * math.pi, 120, endpoint=False)
        bend = max(0.0, (r - 0.86)) * 0.2
        rings.append(np.stack([r * 0.96 * np.cos(turn), r * 1.05 * np.sin(turn), z + bend * wave(np.cos(turn) * 1.5, np.sin(turn) * 1.5 + k * 0.02)], 1))
    hat = mesh.subdivide(mesh.loft("hat", rings, straw, caps=(False, True)), 1)
    ribbon = mesh.loft("ribbon", [mesh.circle(0.815, 0.2), mesh.circle(0.8, 0.44)], band)
    ribbon.scale = (0.96, 1.05, 1)
    return mesh.move([hat, ribbon], at, (7, -5, 0))


def straw(name, light, dark):
    """Plaited straw in rings around the crown."""

    def build(n):
        at = n.coord()
        xyz = n.add("ShaderNodeSeparateXYZ", {0: at}).outputs
        r = n.math("SQRT", n.math("ADD", n.math("MULTIPLY", xyz[0], xyz[0]), n.math("MULTIPLY", xyz[1], xyz[1])))
        turn = n.math("ARCTAN2", xyz[1], xyz[0])
        row = n.math("ADD", r, n.math("MULTIPLY", xyz[2], 0.9))
        plait = n.math("SINE", n.math("ADD", n.math("MULTIPLY", row, 115), n.math("MULTIPLY", n.math("SINE", n.math("MULTIPLY", turn, 70)), 1.1)))
        cross = n.math("SINE", n.math("ADD", n.math("MULTIPLY", turn, 140), n.math("MULTIPLY", row, 40)))
        tone = n.math("ADD", n.math("MULTIPLY", n.noise(at, 9, 4, 0.6), 0.6), n.math("ADD", n.math("MULTIPLY", plait, 0.16), n.math("MULTIPLY", cross, 0.1)))
        return {"Base Color": n.mix(n.ramp(tone, (0.1, 0.0), (0.6, 1.0)), dark, light), "Normal": n.bump(n.math("ADD", plait, n.math("MULTIPLY", cross, 0.5)), 0.5, 0.012)}

    return m.principled(name, light, 0.7, build, sheen=0.2, specular=0.25)


def bunch(rng, at, leaf, stem, twine):
    """Eucalyptus that hangs upside down, tied at its stems."""
    x, y, z = at
    for k in range(11):
        a = rng.uniform(-0.5, 0.5)
        foot = (x + 0.05 * rng.normal(), y - 0.28 + 0.12 * rng.random(), z + 0.07 * rng.normal())
        plants.eucalyptus(rng, foot, (0.42 * a, -1, 0.16 * rng.normal()), rng.uniform(2.0, 3.3), (leaf, stem), 0.4, 0.05, rng.uniform(-0.25, 0.25))
        mesh.rod("stem", foot, (foot[0] - 0.08 * a, foot[1] + rng.uniform(0.28, 0.42), foot[2]), 0.024, stem, 10)
    for k in range(5):
        turn = np.linspace(0, 2 * math.pi, 24, endpoint=False)
        mesh.tube("twine", [(x + 0.15 * math.cos(t), y - 0.17 + 0.035 * k + 0.012 * math.sin(2 * t), z + 0.13 * math.sin(t)) for t in turn], 0.018, twine, cyclic=True, resolution=3)
    loop = [(x - 0.1, y - 0.1, z + 0.08), (x - 0.09, y + 0.25, z + 0.05), (x, y + 0.46, z + 0.02), (x + 0.09, y + 0.25, z + 0.05), (x + 0.1, y - 0.1, z + 0.08)]
    mesh.tube("loop", loop, 0.018, twine, resolution=6)


def build(view, rng):
    lime = surfaces.plaster("lime", "#e9e3d9", 0.6, 0.12)
    mesh.box("wall", (40, 40, 1), (0, 0, -1), lime)
    mesh.box("behind", (80, 1, 60), (0, -34, 0), m.principled("floor", "#8c6f50", 0.6))
    oak = m.wood("oak", "#c09a6c", "#8c6640", 0.42)
    mesh.box("rail", (30, 0.92, RAIL), (0, RAIL_Y, 0), oak, 0.05, 5)
    beech = m.wood("beech", "#c8a478", "#9c7449", 0.35, scale=1.4)
    # The left peg is inside the hat.
    for x in (2.95, 5.9):
        peg(x, beech)
    front(peg(0, beech))
    straw_hat(rng, (-3.0, RAIL_Y - 0.42, 0.3), straw("straw", "#dcbf8c", "#a9834e"), m.cloth("band", "#4d4a45", None, 0.02))
    leaf, stem = surfaces.leaf("eucalyptus", "#7d8a72", "#a7ad93", "#b5b596", 0.2), m.principled("stem", "#7e6a4c", 0.75)
    bunch(rng, (2.95, RAIL_Y - 0.48, 0.62), leaf, stem, m.principled("twine", "#b9975f", 0.9))

    azimuth = -138 + view.light_turn_deg
    gobos.leaves(rng, azimuth, 40, 13, (0.2, -0.6, 0), 6, 6, 1.5, gap=2.5)
    lights.sun(azimuth, 40, 3.9, "#fff4e6", 2.0)
    lights.sky(0.5, "#e9ebee")
    return Place(RAIL, shapes.rectangle(-1.9, -3.3, 1.9, 2.2), [(0, RAIL_Y + 0.2)], 4.2, 5.0, 0.05, 0.85, "#e9e3d9", "ground", hangs=True)
