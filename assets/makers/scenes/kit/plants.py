"""Leaves, branches, ferns, herbs and fir. Leaves are about 1 long and lie along y."""

import math

import bpy
import numpy as np
from mathutils import Vector

import mesh

from .batch import Batch, Shape, aim, grid


def blade(rng, width=0.42, tip=1.3, fold=0.18, bend=0.25, wave=0.03, base=0.7):
    """A leaf: `tip` above 1 is pointed, `fold` bends it along the rib, `bend` lets it hang."""
    bend, fold = bend * rng.uniform(0.5, 1.5), fold * rng.uniform(0.5, 1.4)
    lean, phase = rng.uniform(-0.12, 0.12), rng.uniform(0, 6.28)

    def surface(u, v):
        w = width / 2 * np.sin(np.pi * u**base) ** 0.85 * (1 - u) ** (0.12 * tip) * 1.15
        x = v * w + lean * u * u
        z = fold * np.abs(v) ** 1.3 * w * 2 - bend * u * u + wave * np.sin(8 * u + phase) * v
        return x, u - 0.12 * bend * u * u, z

    return grid(surface, 12, 6)


def round_leaf(rng, cup=0.12):
    """A eucalyptus leaf: almost a coin."""
    cup, bend = cup * rng.uniform(0.3, 1.6), rng.uniform(-0.1, 0.25)

    def surface(u, v):
        w = 0.46 * np.sqrt(np.clip(1 - (2 * u - 1) ** 2, 0, 1)) ** 0.9 + 0.0
        return v * w, u * 0.95, cup * (v * w * 2) ** 2 + bend * (u - 0.2) ** 2

    return grid(surface, 12, 8)


def curve(start, direction, length, droop=0.3, steps=14, turn=0.0):
    """Points of a stem that leaves `start` along `direction` and bends down (and sideways by `turn`)."""
    p, d = np.array(start, float), np.array(direction, float)
    d /= np.linalg.norm(d)
    side = np.cross(d, [0, 0, 1])
    points = [p]
    for _ in range(steps):
        d = d + np.array([0, 0, -droop / steps]) + side * turn / steps
        d /= np.linalg.norm(d)
        p = p + d * length / steps
        points.append(p)
    return np.array(points)


def along(points, t):
    """Place and direction at a share of a stem."""
    s = t * (len(points) - 1)
    i = min(int(s), len(points) - 2)
    step = points[i + 1] - points[i]
    return points[i] + step * (s - i), step / np.linalg.norm(step)


def stem(points, radius, material, name="stem"):
    radii = np.linspace(1.0, 0.35, len(points))
    return mesh.tube(name, [tuple(p) for p in points], radius, material, resolution=3, radii=radii)


def branch(rng, points, shapes, materials, size, pairs=9, spread_deg=60, start=0.12, grow=(0.7, 1.0, 0.5), lift=0.25, name="branch", radius=0.02, opposite=True):
    """Leaves in pairs along a stem; `materials` are those of leaf and stem, `grow` the sizes at foot, middle and tip."""
    batch = Batch(name)
    for k in range(pairs):
        t = start + (1 - start) * (k + rng.uniform(-0.2, 0.2)) / max(1, pairs - 1)
        at, way = along(points, min(0.999, max(0, t)))
        scale = size * np.interp(t, [0, 0.5, 1], grow)
        turn = k * math.radians(90 if opposite else 137.5) + rng.uniform(-0.4, 0.4)
        side = np.cross(way, [0.13, 0.21, 0.97])
        side /= np.linalg.norm(side)
        up = np.cross(side, way)
        for half in (0, 1) if opposite else (0,):
            a = turn + half * math.pi
            out = side * math.cos(a) + up * math.sin(a)
            spread = math.radians(spread_deg * rng.uniform(0.75, 1.25))
            toward = way * math.cos(spread) + out * math.sin(spread) + np.array([0, 0, lift * 0.3])
            batch.add(shapes[rng.integers(len(shapes))], aim(at, Vector(toward), rng.uniform(-35, 35), scale * rng.uniform(0.8, 1.15)), rng.random())
    batch.add(shapes[0], aim(points[-1], Vector(points[-1] - points[-2]), rng.uniform(0, 360), size * grow[2]), rng.random())
    return [batch.build(materials[0]), stem(points, radius, materials[1])]


def eucalyptus(rng, start, direction, length, materials, size=0.5, droop=0.35, turn=0.0):
    points = curve(start, direction, length, droop, turn=turn)
    shapes = [round_leaf(rng) for _ in range(6)]
    return branch(rng, points, shapes, materials, size, round(length * 3.6), 68, 0.1, (0.9, 1.0, 0.4), name="eucalyptus", radius=0.025)


def laurel(rng, start, direction, length, materials, size=0.8, droop=0.3, turn=0.0, width=0.4):
    """A branch of plain pointed leaves: olive, laurel, lemon, by its width."""
    points = curve(start, direction, length, droop, turn=turn)
    shapes = [blade(rng, width) for _ in range(7)]
    return branch(rng, points, shapes, materials, size, round(length * 2.6 / size) + 3, 48, 0.15, (0.8, 1.0, 0.55), name="laurel", radius=0.03, opposite=False)


def fern(rng, start, direction, length, materials, droop=0.9, width=0.32, turn=0.0):
    """A frond: leaflets in rows, each a small comb of blades."""
    points = curve(start, direction, length, droop, 26, turn)
    shapes = [blade(rng, 0.34, fold=0.1, bend=0.12) for _ in range(5)]
    batch, rows = Batch("fern"), round(length * 9)
    for k in range(rows):
        t = 0.1 + 0.9 * k / rows
        at, way = along(points, min(t, 0.999))
        reach = width * length * math.sin(math.pi * min(1, 0.25 + 0.78 * t)) ** 0.8
        side = np.cross(way, [0, 0, 1])
        side /= np.linalg.norm(side)
        for sign in (-1, 1):
            out = side * sign * 0.93 + way * 0.36 + np.array([0, 0, -0.12 * rng.random()])
            for j in range(7):
                s = (j + 1) / 7.5
                spot = at + out * reach * s * 0.92
                for edge in (-1, 1):
                    lean = out * 0.55 + way * edge * 0.8
                    batch.add(shapes[rng.integers(5)], aim(spot, Vector(lean), rng.uniform(-15, 15), reach * 0.26 * (1 - 0.72 * s)), rng.random())
    return [batch.build(materials[0]), stem(points, 0.02, materials[1])]


def palm(rng, start, direction, length, materials, droop=0.8, leaflets=26, width=0.5, turn=0.0):
    """A feather palm's frond."""
    points = curve(start, direction, length, droop, 22, turn)
    shapes = [blade(rng, 0.085, fold=0.4, bend=0.35) for _ in range(6)]
    batch = Batch("palm")
    for k in range(leaflets):
        t = 0.12 + 0.88 * k / leaflets
        at, way = along(points, min(t, 0.999))
        side = np.cross(way, [0, 0, 1])
        side /= np.linalg.norm(side)
        long = width * length * math.sin(math.pi * min(0.97, 0.22 + 0.75 * t)) ** 0.7
        for sign in (-1, 1):
            out = side * sign * 0.8 + way * (0.5 + 0.5 * t) + np.array([0, 0, 0.16])
            batch.add(shapes[rng.integers(6)], aim(at, Vector(out), rng.uniform(-20, 20), long * rng.uniform(0.85, 1.1)), rng.random())
    return [batch.build(materials[0]), stem(points, 0.035, materials[1])]


def needle():
    w = 0.022
    verts = [(-w, 0, -w), (w, 0, -w), (0, 0, w), (-w * 0.7, 0.7, -w * 0.7), (w * 0.7, 0.7, -w * 0.7), (0, 0.7, w * 0.7), (0, 1, 0)]
    faces = [(0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5), (3, 4, 6), (4, 5, 6), (5, 3, 6)]
    return Shape(verts, faces, [(0, 0)] * 3 + [(0.7, 0)] * 3 + [(1, 0)])


def fir(rng, start, direction, length, materials, needles_per_unit=75, twigs=5, size=0.17, droop=0.2, turn=0.0):
    """A fir branch with side twigs; needles stand around each, fewer below."""
    shape, batch, stems = needle(), Batch("fir"), []

    def dress(points, long):
        for k in range(round(long * needles_per_unit)):
            at, way = along(points, min(0.999, rng.random() ** 0.9))
            side = np.cross(way, [0, 0, 1])
            side /= np.linalg.norm(side) + 1e-9
            up = np.cross(side, way)
            a = rng.normal(0, 1.25)
            out = up * math.cos(a) + side * math.sin(a)
            lean = way * rng.uniform(0.5, 1.0) + out
            batch.add(shape, aim(at, Vector(lean), rng.uniform(0, 360), size * rng.uniform(0.75, 1.2)), rng.random())

    main = curve(start, direction, length, droop, 16, turn)
    dress(main, length)
    stems.append(stem(main, 0.035, materials[1]))
    for k in range(twigs):
        t = 0.12 + 0.7 * k / max(1, twigs)
        at, way = along(main, t)
        side = np.cross(way, [0, 0, 1])
        side /= np.linalg.norm(side)
        for sign in (-1, 1):
            toward = way * 0.75 + side * sign * rng.uniform(0.6, 0.9) + np.array([0, 0, rng.uniform(-0.1, 0.15)])
            long = length * (0.62 - 0.48 * t) * rng.uniform(0.8, 1.15)
            twig = curve(at, toward, long, droop * 0.7, 10)
            dress(twig, long)
            stems.append(stem(twig, 0.02, materials[1]))
    return [batch.build(materials[0], smooth=False), *stems]


def group(objects, at=(0, 0, 0), turn_deg=(0, 0, 0), scale=1.0):
    handle = mesh.link(bpy.data.objects.new("handle", None))
    for obj in objects:
        obj.parent = handle
    handle.location, handle.scale = at, (scale,) * 3
    handle.rotation_euler = [math.radians(d) for d in turn_deg]
    bpy.context.view_layer.update()
    return handle
