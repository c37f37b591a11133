"""Baskets: strands woven around uprights, a rolled rim, a twisted handle."""

import math

import numpy as np

import mesh


def basket(at, size, height, material, rows=13, posts=19, flare=1.18, turn_deg=0.0, handle=True, strand=0.05):
    """An oval basket of half axes `size`; `posts` is odd, so that each row passes them the other way."""
    parts = []
    a = np.linspace(0, 2 * math.pi, posts * 10, endpoint=False)

    def oval(z, push=0.0):
        grow = 1 + (flare - 1) * z / height
        return np.stack([(size[0] * grow + push) * np.cos(a), (size[1] * grow + push) * np.sin(a), np.full(len(a), z)], 1)

    pitch = height / rows
    for k in range(rows):
        weave = strand * 0.9 * np.sin(a * posts / 2 + math.pi * k)
        points = oval(pitch * (k + 0.5)) + np.stack([weave * np.cos(a), weave * np.sin(a), 0.012 * np.sin(a * 3 + k)], 1)
        # Half a wave more than whole ones: the strand goes twice around before it closes.
        parts.append(mesh.tube("strand", [tuple(p) for p in points], pitch * 0.56, material, cyclic=True, resolution=3, kind="POLY"))
    for k in range(posts):
        t = 2 * math.pi * k / posts
        foot, top = (size[0] * math.cos(t), size[1] * math.sin(t), 0.0), (size[0] * flare * math.cos(t), size[1] * flare * math.sin(t), height)
        parts.append(mesh.rod("post", foot, top, strand * 0.6, material, 8))
    for z, phase in ((height + 0.02, 0.0), (height + 0.05, math.pi), (0.03, 0.0)):
        twist = 0.05 * np.sin(a * 24 + phase)
        points = oval(min(z, height)) + np.stack([twist * np.cos(a), twist * np.sin(a), z - min(z, height) + 0.05 * np.cos(a * 24 + phase)], 1)
        parts.append(mesh.tube("rim", [tuple(p) for p in points], 0.06, material, cyclic=True, resolution=3, kind="POLY"))
    base = mesh.lathe("base", [(0, 0), (size[0], 0, 0.02), (size[0], 0.05, 0.02), (0, 0.05)], material, 64)
    base.scale.y = size[1] / size[0]
    parts.append(base)
    if handle:
        t = np.linspace(0, math.pi, 90)
        for phase in (0, 2.1, 4.2):
            x = size[0] * flare * np.cos(t)
            z = height * 0.5 + np.sin(t) ** 0.75 * size[0] * 1.25
            parts.append(mesh.tube("handle", [(float(u), 0.055 * math.cos(40 * s + phase), float(w) + 0.055 * math.sin(40 * s + phase)) for u, w, s in zip(x, z, t)], 0.05, material, resolution=3, kind="POLY"))
    return mesh.move(parts, at, (0, 0, turn_deg))
