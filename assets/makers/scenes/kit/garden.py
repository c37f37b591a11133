"""Parts of gardens at human scale: a lawn, clipped shrubs, a hedge, trees."""

import math

import bpy
from mathutils import Vector

import mesh

from . import plants
from .batch import Batch, aim, grid, pose


def blades(rng):
    kinds = []
    for _ in range(7):
        bend, w = rng.uniform(0.2, 0.8), 0.05
        kinds.append(grid(lambda u, v: (v * w * (1 - u) ** 0.8, bend * u * u, u * (1 - 0.25 * bend * u)), 3, 1))
    return kinds


def lawn(rng, material, begin, z=0.0, tile=5.0, rows=6):
    """One tile of blades from y = `begin` on, repeated with turns; blades of the border hang over what is before it."""
    kinds, batch = blades(rng), Batch("lawn")
    for _ in range(9000):
        scale = rng.uniform(0.3, 0.62)
        batch.add(kinds[rng.integers(7)], pose((rng.uniform(-0.5, 0.5) * tile, rng.uniform(-0.5, 0.5) * tile, -0.03), (rng.normal(0, 14), rng.normal(0, 14), rng.uniform(0, 360)), (1.0, scale, scale)), rng.random())
    first = batch.build(material, smooth=False)
    for row in range(rows):
        for column in range(-6 - row, 7 + row):
            if row == 0 and column == 0:
                continue
            copy = mesh.link(bpy.data.objects.new("lawn", first.data))
            copy.location = (column * tile, begin + tile * (row + 0.5) + 0.1, z)
            copy.rotation_euler.z = math.pi / 2 * rng.integers(4)
    first.location = (0, begin + tile / 2 + 0.1, z)
    # Tufts in the joints and along the border.
    edge = Batch("tufts")
    for _ in range(2600):
        x = rng.uniform(-24, 24)
        y = begin + rng.normal(0.05, 0.1)
        scale = rng.uniform(0.25, 0.6)
        edge.add(kinds[rng.integers(7)], pose((x, y, z - 0.06), (rng.normal(0, 20), rng.normal(10, 20), rng.uniform(0, 360)), (1.0, scale, scale)), rng.random())
    edge.build(material, smooth=False)


def clipped(rng, centre, radii, count, leaf, core, size=(0.5, 0.85)):
    """A clipped shrub: a dark core, small leaves at its surface."""
    kinds, batch = [plants.blade(rng, 0.5) for _ in range(5)], Batch("shrub")
    for _ in range(count):
        p = Vector(rng.normal(0, 1, 3)).normalized()
        if p.z < -0.75:
            continue
        grow = 1 + rng.normal(0, 0.035)
        at = Vector(centre) + Vector((p.x * radii[0], p.y * radii[1], p.z * radii[2])) * grow
        batch.add(kinds[rng.integers(5)], aim(at, p + Vector(rng.normal(0, 0.7, 3)), rng.uniform(0, 360), rng.uniform(*size)), rng.random())
    batch.build(leaf)
    ball = mesh.lathe("core", [(math.sin(k * math.pi / 20) + 1e-4, -math.cos(k * math.pi / 20)) for k in range(21)], core, 40)
    ball.scale, ball.location = [r * 0.94 for r in radii], centre


def hedge(rng, y, height, leaf, core, half=38):
    kinds, batch = [plants.blade(rng, 0.5) for _ in range(5)], Batch("hedge")
    for _ in range(15000):
        x, top = rng.uniform(-half, half), rng.random() < 0.18
        at = (x, y + (rng.uniform(0, 4) if top else rng.normal(0, 0.22)), height + rng.normal(0, 0.2) if top else height * rng.random())
        out = Vector((0, -0.2, 1)) if top else Vector((0, -1, 0.25))
        batch.add(kinds[rng.integers(5)], aim(at, out + Vector(rng.normal(0, 0.6, 3)), rng.uniform(0, 360), rng.uniform(0.7, 1.25)), rng.random())
    batch.build(leaf)
    mesh.box("hedge core", (2 * half + 14, 4, height - 0.2), (0, y + 2.2, 0), core)


def tree(rng, at, height, leaf, bark, leaves=1500):
    """A broad-leaved tree for the distance: one trunk, a crown of several tufts."""
    x, y, z = at
    mesh.rod("trunk", (x, y, z), (x + rng.uniform(-0.04, 0.04) * height, y, z + 0.65 * height), 0.022 * height, bark, 12)
    kinds, crown = [plants.blade(rng, 0.6) for _ in range(4)], Batch("crown")
    way = lambda: Vector(rng.normal(0, 1, 3)).normalized()
    tufts = [way() * rng.uniform(0.08, 0.25) * height for _ in range(11)]
    for _ in range(leaves):
        p = tufts[rng.integers(len(tufts))] + way() * rng.uniform(0.4, 1.0) * 0.12 * height
        spot = (x + p.x, y + p.y, z + 0.73 * height + p.z)
        crown.add(kinds[rng.integers(4)], aim(spot, Vector(rng.normal(0, 1, 3)), rng.uniform(0, 360), rng.uniform(0.033, 0.065) * height), rng.random())
    crown.build(leaf)
