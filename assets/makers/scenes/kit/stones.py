"""Pebbles, boulders and gravel."""

import math

import numpy as np

from . import relief
from .batch import drop


def pebble(rng, at, size, material, flat=0.6, sink=0.06, ground=0.0, rough=0.16):
    """One stone lying on the ground, with random rotation and shape."""
    radii = (size * rng.uniform(0.85, 1.2), size * rng.uniform(0.7, 0.95), size * flat * rng.uniform(0.8, 1.15))
    obj = relief.body("pebble", int(rng.integers(1 << 30)), material, radii, rough)
    obj.rotation_euler = (rng.uniform(-0.15, 0.15), rng.uniform(-0.15, 0.15), rng.uniform(0, 2 * math.pi))
    obj.location = (at[0], at[1], 0)
    return drop(obj, ground - sink * size)


def boulder(rng, at, size, material, ground=0.0, sink=0.15, facets=7):
    radii = size * np.array([1, rng.uniform(0.7, 0.95), rng.uniform(0.55, 0.85)])
    obj = relief.body("boulder", int(rng.integers(1 << 30)), material, radii, 0.2, 0.03, 6, facets)
    obj.rotation_euler = (0, 0, rng.uniform(0, 2 * math.pi))
    obj.location = (at[0], at[1], 0)
    return drop(obj, ground - sink * size)


def slab(rng, at, size, height, material, ground=0.0):
    """A flat stone as a base: uneven rim, almost level top."""
    obj = relief.body("slab", int(rng.integers(1 << 30)), material, (size[0], size[1], height), 0.13, 0.008, 6, 0)
    co = np.empty(len(obj.data.vertices) * 3, np.float32)
    obj.data.vertices.foreach_get("co", co)
    p = co.reshape(-1, 3)
    top = height * 0.62
    soft = height * 0.12
    over = p[:, 2] - (top - soft)
    p[:, 2] = np.where(over > 0, top - soft + soft * (1 - np.exp(-np.maximum(over, 0) / soft)) * 1.0, p[:, 2])
    obj.data.vertices.foreach_set("co", p.ravel())
    obj.location = (at[0], at[1], 0)
    drop(obj, ground - height * 0.25)
    return obj, float(obj.location.z + top)


def gravel(rng, count, area, size, material, ground=0.0, avoid=None):
    """Small stones within (x0, y0, x1, y1); `avoid(x, y)` keeps places free."""
    made = []
    while len(made) < count:
        x, y = rng.uniform(area[0], area[2]), rng.uniform(area[1], area[3])
        if avoid and avoid(x, y):
            count -= 1
            continue
        made.append(pebble(rng, (x, y), size * math.exp(rng.normal(0, 0.4)), material, 0.6, 0.2, ground))
    return made
