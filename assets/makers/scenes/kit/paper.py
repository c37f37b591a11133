"""Sheets, layers and boxes of paper."""

import math

import numpy as np

import mesh

from . import relief


def layer(outline, z, material, thickness=0.03, curl=0.0, seed=0):
    """A flat cut-out of card at height z; `outline` is a list of (x, y)."""
    obj = mesh.prism("paper", outline, thickness, material)
    obj.location.z = z
    mesh.bevel(obj, thickness * 0.3, 2)
    return obj


def wave_outline(rng, x0, x1, y, amount, back, count=5):
    """A sheet whose front edge is a soft wave and that reaches `back` behind it."""
    wave = relief.waves(int(rng.integers(1 << 30)), count, 0.3, 0.9, 1)
    xs = np.linspace(x0, x1, 140)
    edge = [(x, y + amount * float(wave(x))) for x in xs]
    return edge + [(x1, back), (x0, back)]


def gift(size, at, material, ribbon, turn_deg=0.0, bow=True):
    """A wrapped box with a ribbon both ways, and a bow."""
    w, d, h = size
    parts = [mesh.box("gift", size, (0, 0, 0), material, 0.035)]
    band = min(w, d) * 0.13
    parts.append(mesh.box("ribbon", (band, d + 0.03, h + 0.02), (0, 0, 0), ribbon, 0.012))
    parts.append(mesh.box("ribbon", (w + 0.03, band, h + 0.022), (0, 0, 0), ribbon, 0.012))
    if bow:
        for k in range(6):
            a = math.pi * 2 * k / 6 + 0.3
            long = band * (2.6 if k % 2 else 2.1)
            parts.append(loop(ribbon, band * 0.75, long, h, a))
    return mesh.move(parts, at, (0, 0, turn_deg))


def loop(material, width, length, z, turn):
    t = np.linspace(0, 1, 28)
    along = np.sin(np.pi * t) * length
    up = 0.62 * length * np.sin(2 * np.pi * t) * 0.55 + 0.42 * length * np.sin(np.pi * t)
    rings = []
    for s, u, k in zip(along, up, t):
        w = width / 2 * (0.45 + 0.55 * math.sin(math.pi * k))
        rings.append(np.array([(s * math.cos(turn) - v * w * math.sin(turn), s * math.sin(turn) + v * w * math.cos(turn), z + max(0.01, u) + 0.01) for v in (-1, -0.4, 0.4, 1)]))
    obj = mesh.loft("loop", rings, material, closed=False)
    solid = obj.modifiers.new("solid", "SOLIDIFY")
    solid.thickness = 0.008
    return obj
