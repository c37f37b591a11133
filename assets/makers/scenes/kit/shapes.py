"""Solids of sets: discs, arches, steps, slabs. Every edge is rounded."""

import math

import mesh


def disc(radius, height, at, material, edge=0.05):
    obj = mesh.lathe("disc", [(0, 0), (radius, 0), (radius, height, edge), (radius * 0.6, height), (0, height)], material, 160)
    obj.location = at
    return obj


def arch(at, radius, height, thickness, material):
    """An upright arch of round section: legs of `height` less its radius."""
    x, y = at
    turn = [math.pi * k / 48 for k in range(49)]
    points = [(x - radius, y, -0.1), (x - radius, y, (height - radius) / 2)]
    points += [(x - radius * math.cos(t), y, height - radius + radius * math.sin(t)) for t in turn]
    points += [(x + radius, y, (height - radius) / 2), (x + radius, y, -0.1)]
    return mesh.tube("arch", points, thickness, material, resolution=10, kind="POLY")


def slab(size, at, material, edge=0.04, turn_deg=0.0):
    return mesh.box("slab", size, at, material, edge, 4, turn_deg)


def round_polygon(radius, y=0.0, sides=16, x=0.0, squeeze=1.0):
    turn = [2 * math.pi * k / sides for k in range(sides)]
    return [(x + radius * math.cos(t), y + radius * math.sin(t) * squeeze) for t in turn]


def rectangle(x0, y0, x1, y1):
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
