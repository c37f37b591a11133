"""Roses and tulips: petals that wrap around a heart."""

import math

import numpy as np
from mathutils import Vector

import mesh

from . import plants
from .batch import Batch, aim, grid, pose


def cupped(rng, radius, height, wrap, close, flare, hang):
    """A petal around the z axis: it bulges to `radius`, then closes over the heart or flares and hangs."""
    phase, wave, notch = rng.uniform(0, 6.28), rng.uniform(0.01, 0.035), rng.uniform(0, 0.06)
    tall = height * rng.uniform(0.93, 1.06)

    def surface(u, v):
        angle = v * wrap * np.sin(np.pi * (0.1 + 0.62 * u)) ** 0.7
        t = u * (1 - 0.2 * np.abs(v) ** 2.4 * u) * (1 - notch * np.exp(-(v**2) / 0.04) * u**5)
        r = radius * np.sqrt(1 - (1 - np.clip(t, 0, 1)) ** 2.4) * (1 - close * t**3)
        r = r + flare * t**4 * (1 + 0.35 * v * v) + wave * np.sin(5 * v + phase) * t**2
        z = tall * t - hang * t**5 * (1 + 0.3 * v * v)
        return r * np.sin(angle), r * np.cos(angle), z

    return grid(surface, 16, 14)


def rose(rng, at, size, material, green=None, lean=(0.3, 0.0), count=34, opened=1.0):
    """An open rose of about `size` across its half; `lean` tilts it in radians toward
    the camera and the right, its foot is at `at`."""
    batch, spin = Batch("rose"), rng.uniform(0, 360)
    for k in range(count):
        t = k / (count - 1)
        shape = cupped(rng, 0.05 + 0.56 * t**0.9, 0.92 - 0.3 * t**2, 1.35 - 0.5 * t, 0.42 * (1 - t), 0.42 * t**2.2 * opened, 0.42 * t**3 * opened)
        batch.add(shape, pose((0, 0, 0.06 * (1 - t)), (rng.uniform(-5, 5), rng.uniform(-5, 5), spin + k * 137.5)), rng.uniform(0.2, 0.8))
    parts = [batch.build(material)]
    if green:
        cup = Batch("sepals")
        blade = plants.blade(rng, 0.3, bend=0.5)
        for k in range(5):
            a = k * 1.2566
            cup.add(blade, aim((0, 0, 0.02), (math.cos(a), math.sin(a), 0.1), 0, 0.6), rng.random())
        parts += [cup.build(green), mesh.lathe("hip", [(0, -0.18), (0.13, -0.1, 0.08), (0.16, 0.05, 0.05), (0, 0.08)], green, 24)]
    return mesh.move(parts, at, (math.degrees(lean[0]), math.degrees(lean[1]), 0), size)


def tulip(rng, foot, way, length, size, materials, droop=0.3):
    """A tulip with its stem from `foot`; `materials` are those of petals, stem and leaf. Two leaves hold the stem."""
    petal, stalk, green = materials
    points = plants.curve(foot, way, length, droop, 14, rng.uniform(-0.3, 0.3))
    parts = [mesh.tube("stem", [tuple(p) for p in points], 0.055 * size / 0.4, stalk, resolution=4)]
    bloom = Batch("tulip")
    for k in range(6):
        inner = k % 2
        shape = cupped(rng, 0.46 - 0.05 * inner, 1.22, 0.72, 0.42, 0.05, 0.0)
        bloom.add(shape, pose((0, 0, 0), (rng.uniform(-4, 4), rng.uniform(-4, 4), k * 60)), rng.random())
    obj = bloom.build(petal)
    obj.scale, obj.location = (size,) * 3, points[-1]
    obj.rotation_euler = Vector(points[-1] - points[-2]).to_track_quat("Z", "Y").to_euler()
    parts.append(obj)
    leaves = Batch("tulip leaves")
    for k in range(2):
        at, d = plants.along(points, 0.08 + 0.14 * k)
        side = np.cross(d, [0, 0, 1] if abs(d[2]) < 0.9 else [0, 1, 0]) * (1 if k else -1)
        leaves.add(plants.blade(rng, 0.24, fold=0.5, bend=0.35), aim(at, tuple(d + 0.35 * side), rng.uniform(-30, 30), length * rng.uniform(0.6, 0.85)), rng.random())
    parts.append(leaves.build(green))
    return parts
