"""The place for a product in a scene, and the neutral product of previews."""

import math
from dataclasses import dataclass, field

import materials as m
import mesh

from .jewels import string


@dataclass
class Place:
    """Lengths in units of 10 cm. `polygon` bounds the product's foot, `positions` are good places for its middle."""

    height: float = 0.0
    polygon: list = field(default_factory=lambda: [(-1.2, -0.5), (1.2, -0.5), (1.2, 0.6), (-1.2, 0.6)])
    positions: list = field(default_factory=lambda: [(0.0, 0.0)])
    max_width: float = 2.2
    max_height: float = 3.0
    gloss: float = 0.1
    roughness: float = 0.7
    color: str = "#cccccc"
    edge: str = "rim"  # "rim": the surface ends at the polygon; "ground": it continues
    hangs: bool = False  # the ground is a wall, and the top of a product hangs at the positions


@dataclass
class Tone:
    """`key` is the mean level of the picture (0.18 is middle gray); scenes with visible lamps set `exposure` instead."""

    key: float = 0.3
    exposure: float | None = None
    contrast: float = 1.12
    shoulder: float = 0.62


def neutral_product(place, lies=False, share=0.72):
    """A plain matte white bottle with a gray cap, for previews and comparisons. Returns its data, lengths in cm."""
    if place.hangs:
        return neutral_bag(place) if place.max_height > 3 else neutral_necklace(place)
    height = place.max_height * share
    radius = min(height * 0.2, place.max_width * 0.4)
    x, y = place.positions[0]
    body = m.principled("neutral body", "#d8d6d2", 0.45, specular=0.4)
    cap = m.principled("neutral cap", "#55534f", 0.35)
    top = height * 0.72
    profile = [(0, 0), (radius * 0.97, 0, 0.03), (radius, 0.05, 0.03), (radius, top * 0.84, radius * 0.7), (radius * 0.42, top, radius * 0.3), (radius * 0.4, top * 1.06), (0, top * 1.06)]
    cover = [(0, top * 1.03), (radius * 0.5, top * 1.03, 0.02), (radius * 0.48, height, 0.05), (0, height)]
    for name, points, material in (("body", profile, body), ("cap", cover, cap)):
        part = mesh.lathe(name, points, material)
        part.location = (x, y - height / 2, place.height + radius) if lies else (x, y, place.height)
        part.rotation_euler.x = -math.pi / 2 if lies else 0
    return {"shape": "bottle", "lies": lies, "at_cm": [x * 10, y * 10], "height_cm": round(height * 10, 2), "radius_cm": round(radius * 10, 2), "albedo": [0.68, 0.66, 0.63]}


def neutral_bag(place):
    """A plain canvas bag that hangs by its handle."""
    (x, y), z = place.positions[0], place.height
    wide, tall, drop = place.max_width * 0.62, place.max_height * 0.5, place.max_height * 0.24
    canvas = m.cloth("neutral bag", "#d8d6d2", None, 0.03)
    angles = [k * math.pi / 48 for k in range(96)]
    power = lambda value, exponent: math.copysign(abs(value) ** exponent, value)
    rings = []
    for t in (k / 24 for k in range(25)):
        half, thick = wide / 2 * (1 - 0.06 * t), 0.36 * math.sin(math.pi * min(1.0, 0.12 + 0.8 * (1 - t))) + 0.05
        rings.append([(x + power(math.cos(a), 0.35) * half, y - drop - tall * (1 - t), z + 0.42 + power(math.sin(a), 0.8) * thick) for a in angles])
    mesh.loft("neutral bag", rings, canvas, caps=(True, False))
    steps = [(side, k / 10) for side, order in ((-1, range(11)), (1, range(9, -1, -1))) for k in order]
    handle = [(x + side * wide * 0.2 * (1 - t**2), y - drop * (1 - t) - 0.14, z + 0.6) for side, t in steps]
    mesh.tube("strap", handle, 0.075, canvas)
    return {"shape": "bag", "hangs": True, "at_cm": [x * 10, y * 10], "height_cm": round((tall + drop) * 10, 2), "width_cm": round(wide * 10, 2), "albedo": [0.68, 0.66, 0.63]}


def neutral_necklace(place):
    """Plain matte beads on a string, with a drop."""
    (x, y), z = place.positions[0], place.height
    wide, tall = place.max_width * 0.5, place.max_height * 0.72
    chalk = m.principled("neutral beads", "#d8d6d2", 0.45, specular=0.4)
    drop = tall * 0.2
    right = [(wide / 2 * math.sin(math.pi * t**1.25) ** 0.8, t * (tall - drop)) for t in (k / 40 for k in range(41))]
    path = [(x + across, y - down, z) for across, down in right + [(-across, down) for across, down in right[-2:0:-1]]]
    bead = wide * 0.032
    string(path, bead, chalk, bead * 2.05)
    profile = [(0, -drop), (drop * 0.3, -drop * 0.75, drop * 0.3), (0.02, 0, 0.02), (0, 0)]
    pendant = mesh.lathe("drop", profile, chalk)
    pendant.location, pendant.rotation_euler.x = (x, y - tall + drop, z + 0.06), -math.pi / 2
    return {"shape": "necklace", "hangs": True, "at_cm": [x * 10, y * 10], "height_cm": round(tall * 10, 2), "width_cm": round(wide * 10, 2), "albedo": [0.68, 0.66, 0.63]}
