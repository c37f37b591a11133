"""A brass rod before a plaster wall, seen from the front: jewellery hangs from it, beside a silk ribbon and an olive branch."""

import math

import numpy as np

import materials as m
import mesh

from kit import gobos, lights, plants, relief, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone

# The wall is the ground of this scene: x is right, y is up, z is away from the wall.
FACTS = {
    "name": {"en": "Jewellery rod", "de": "Schmuckstange"},
    "category": "jewelry",
    "tags": {
        "en": ["jewellery stand", "jewelry stand", "necklace stand", "rod", "brass", "hanging", "plaster wall", "silk ribbon", "olive branch"],
        "de": ["Schmuckständer", "Kettenständer", "Stange", "Messing", "hängend", "hängt", "Putzwand", "Seidenband", "Olivenzweig"],
    },
    "seasons": ["all"],
    "light": ["window", "leaf shadow", "soft sun"],
    "moods": ["elegant", "calm", "warm"],
    "colors": ["rose", "clay", "brass", "sage"],
}
VIEWS = {
    "front": View(90, span=3.5, row=0.5, seed=541, lens_mm=80, f_stop=5),
}
TONE = Tone(key=0.30, contrast=1.14)
ROD_Y, ROD_Z, ROD = 1.05, 0.46, 0.045


def bracket(x, brass):
    """A rosette on the wall, an arm, and a ball at the rod's end."""
    disc = mesh.lathe("rosette", [(0, 0), (0.17, 0, 0.01), (0.17, 0.03, 0.015), (0.12, 0.05, 0.02), (0.06, 0.09, 0.02), (0, 0.09)], brass)
    disc.location = (x, ROD_Y, 0)
    mesh.rod("arm", (x, ROD_Y, 0.04), (x, ROD_Y, ROD_Z), 0.035, brass)
    end = x + math.copysign(0.16, x)
    mesh.rod("end", (x, ROD_Y, ROD_Z), (end, ROD_Y, ROD_Z), ROD, brass)
    ball = mesh.lathe("ball", [(0, -0.08), (0.08, -0.08, 0.08), (0.08, 0.08, 0.08), (0, 0.08)], brass)
    ball.location = (end, ROD_Y, ROD_Z)


def ribbon(x, silk):
    """A silk ribbon laid over the rod; its ends are cut aslant and turn a little."""
    wave = relief.waves(91, 12, 0.5, 1.6)
    for side, (length, dx, front_z) in enumerate(((1.6, -0.05, 0.05), (1.2, 0.09, -0.05))):
        rings = []
        for t in np.linspace(0, 1, 90):
            over = min(1.0, t / 0.05)
            y = ROD_Y + (ROD + 0.012) * math.cos(over * math.pi / 2) - max(0.0, t - 0.05) * length
            z = ROD_Z + math.copysign((ROD + 0.012) * math.sin(over * math.pi / 2), front_z) + front_z * max(0.0, t - 0.05) * 0.6
            turn = 0.55 * math.sin(2.2 * t + side * 1.4) * t + 0.06 * math.sin(9 * t)
            across = np.linspace(-0.13, 0.13, 13)
            slant = 0.12 * (across / 0.15) * max(0.0, (t - 0.9) / 0.1)
            bow = 0.012 * np.cos(across / 0.15 * math.pi / 2) + 0.02 * wave(across * 6, 0 * across + t * 3 + side) * t
            rings.append(np.stack([x + dx * t + across * math.cos(turn), y + slant, z + across * math.sin(turn) + bow], 1))
        mesh.loft("ribbon", rings, silk, closed=False)


def build(view, rng):
    wall = surfaces.plaster("wall", "#d2b3a3", 0.3, 0.12)
    mesh.box("wall", (30, 30, 1), (0, 0, -1), wall)
    mesh.box("behind", (60, 1, 40), (0, -22, 0), m.principled("floor", "#94745c", 0.6))
    brass = surfaces.metal("brass", "#c9a25c", 0.24)
    mesh.rod("rod", (-1.42, ROD_Y, ROD_Z), (1.42, ROD_Y, ROD_Z), ROD, brass, 48)
    for x in (-1.42, 1.42):
        bracket(x, brass)
    ribbon(-1.12, surfaces.silk("ribbon", "#e9d8c6", 0.36))
    leaf, stem = surfaces.leaf("olive", "#5f6b4a", "#93a07f", "#a8ad8a", 0.2), m.principled("stem", "#6d5b42", 0.75)
    plants.laurel(rng, (1.95, -1.75, 0.5), (-0.35, 1, 0.05), 1.9, (leaf, stem), 0.36, 0.15, 0.25, 0.26)
    plants.laurel(rng, (2.0, -1.5, 0.35), (-0.62, 0.8, 0.0), 1.3, (leaf, stem), 0.34, 0.2, -0.2, 0.26)

    azimuth = -136 + view.light_turn_deg
    gobos.leaves(rng, azimuth, 42, 9, (0.1, -0.2, 0), 3.2, 6, 0.9, gap=1.5)
    lights.sun(azimuth, 42, 3.8, "#fff2e2", 2.2)
    lights.sky(0.5, "#ece9e6")
    return Place(ROD_Z, shapes.rectangle(-0.8, -1.6, 0.9, ROD_Y), [(0.05, ROD_Y + ROD), (-0.25, ROD_Y + ROD), (0.35, ROD_Y + ROD)], 1.7, 2.2, 0.1, 0.8, "#d2b3a3", "ground", hangs=True)
