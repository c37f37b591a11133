"""The place for a product in a scene, and the neutral product of previews."""

import math
from dataclasses import dataclass, field

import materials as m
import mesh


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


@dataclass
class Tone:
    """`key` is the mean level of the picture (0.18 is middle gray); scenes with visible lamps set `exposure` instead."""

    key: float = 0.3
    exposure: float | None = None
    contrast: float = 1.12
    shoulder: float = 0.62


def neutral_product(place, lies=False, share=0.72):
    """A plain matte white bottle with a gray cap, for previews and comparisons. Returns its data, lengths in cm."""
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
