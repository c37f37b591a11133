"""Shallow water: ripples that spread around stones, drops, caustics on the ground below."""

import numpy as np

import materials as m

from . import relief
from .surfaces import shade


def surface(rng, size, at, level, rings, material, wind=0.006, cells=420):
    """`rings` are (x, y, radius of the stone, strength): circles that fade with the distance from its edge."""
    calm = relief.waves(int(rng.integers(1 << 30)), 26, 1.2, 7)

    def height(x, y):
        z = wind * calm(x, y)
        for cx, cy, radius, strength in rings:
            d = np.maximum(np.hypot(x - cx, (y - cy)) - radius, 0)
            z = z + strength * np.cos(d * 8.0) * np.exp(-d / 1.1) * np.minimum(1, 0.25 + d * 2)
            z = z + 0.03 * np.exp(-d / 0.05)
        return level + z

    return relief.sheet("water", size, at, height, material, cells)


def clear(name="water", tint="#e8f6f4", shadow="#dff0ee"):
    return m.glass(name, tint, 0.0, 1.333, shadow)


def bed(name, color, light="#ffffff", scale=1.6, strength=0.5, base=None):
    """Ground under water, with a net of bright lines (caustics of the waves)."""

    def build(n):
        at = n.coord()
        bent = n.add(
            "ShaderNodeVectorMath",
            {0: at, 1: n.add("ShaderNodeVectorMath", {0: n.add("ShaderNodeTexNoise", {"Vector": at, "Scale": 1.3, "Detail": 3.0}).outputs[1], 1: (0.7,) * 3}, operation="MULTIPLY").outputs[0]},
            operation="ADD",
        ).outputs[0]
        total = None
        for k, s in enumerate((scale, scale * 1.7)):
            shift = n.add("ShaderNodeVectorMath", {0: bent, 1: (k * 5.3, k * 2.1, 0)}, operation="ADD").outputs[0]
            cell = n.add("ShaderNodeTexVoronoi", {"Vector": shift, "Scale": s}, feature="SMOOTH_F1").outputs[0]
            net = n.math("POWER", n.math("MINIMUM", n.math("MULTIPLY", cell, 1.35), 1.0), 4.0)
            total = net if total is None else n.math("MULTIPLY", n.math("ADD", total, net), 0.6)
        grain = n.noise(at, 22, 4, 0.6)
        ground = shade(n, color, n.ramp(grain, (0.3, 0.0), (0.7, 1.0)), 0.25)
        return {"Base Color": n.mix(n.math("MULTIPLY", total, strength), ground, light), "Normal": n.bump(grain, 0.3, 0.03)}

    return m.principled(name, color, 0.8, build, specular=0.2)


def beads(rng, count, spot, material, size=0.05):
    """Drops of water lying on a surface; `spot()` returns x, y, z."""
    made = []
    for _ in range(count):
        r = size * np.exp(rng.normal(0, 0.45))
        drop = relief.body("drop", int(rng.integers(1 << 30)), material, (r, r * rng.uniform(0.85, 1.1), r * 0.55), 0.08, 0.0, 3)
        drop.location = spot()
        made.append(drop)
    return made
