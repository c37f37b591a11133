"""Bottles, tumblers, stemmed glasses, and their content."""

import math

import materials as m
import mesh


def bottle(at, radius, height, material, neck=0.3, shoulder=0.62, cap=None):
    """A solid bottle, filled with its material. `shoulder` is the share of the height where it narrows."""
    r, s = radius * neck, height * shoulder
    profile = [(0, 0), (radius * 0.95, 0, 0.05), (radius, s * 0.3, 0.1), (radius, s, radius * 0.7), (r, s + radius * 1.1, radius * 0.6), (r, height * 0.95), (r * 1.2, height * 0.955, 0.02), (r * 1.2, height, 0.02), (0, height)]
    parts = [mesh.lathe("bottle", profile, material, 64)]
    if cap:
        parts.append(mesh.lathe("cap", [(r * 1.02, height * 0.88), (r * 1.3, height * 0.88, 0.02), (r * 1.3, height * 1.03, 0.03), (0, height * 1.03)], cap, 48))
    for part in parts:
        part.location = at
    return parts


def tumbler(at, radius, height, glass, drink=None, level=0.55, wall=0.05, base=0.14):
    """A straight glass with a thick foot; `drink` reaches `level` of its height."""
    profile = [(0, 0), (radius * 0.9, 0, 0.06), (radius, height, 0.02), (radius - wall, height, 0.02), (radius * 0.92 - wall, base, 0.08), (0, base)]
    parts = [mesh.lathe("tumbler", profile, glass, 96)]
    if drink:
        top = height * level
        wide = radius * (0.92 + 0.08 * level) - wall + 0.006
        parts.append(mesh.lathe("drink", [(0, base - 0.005), (radius * 0.92 - wall + 0.004, base - 0.005, 0.07), (wide, top - 0.01), (wide - 0.03, top - 0.03, 0.02), (0, top - 0.03)], drink, 96))
    for part in parts:
        part.location = at
    return parts


def coupe(at, radius, height, glass, drink=None):
    """A shallow bowl on a stem."""
    bowl = height * 0.58
    outer = [(0, 0), (radius * 0.72, 0, 0.01), (radius * 0.7, 0.03, 0.02), (0.07, 0.09, 0.05), (0.045, height * 0.3), (0.06, bowl, 0.05), (radius * 0.7, bowl + (height - bowl) * 0.28, radius * 0.4), (radius, height, 0.01)]
    inner = [(radius - 0.025, height, 0.01), (radius * 0.68, bowl + (height - bowl) * 0.34, radius * 0.4), (0, bowl + 0.07)]
    parts = [mesh.lathe("coupe", outer + inner, glass, 96, 8)]
    if drink:
        z = bowl + (height - bowl) * 0.72
        parts.append(mesh.lathe("drink", [(0, bowl + 0.065), (radius * 0.685, bowl + (height - bowl) * 0.33, radius * 0.4), (radius * 0.875, z), (0, z)], drink, 96, 8))
    for part in parts:
        part.location = at
    return parts


def ice(rng, at, size, material):
    """A cube of ice, its edges melted."""
    obj = mesh.box("ice", (size, size * rng.uniform(0.85, 1.1), size * rng.uniform(0.8, 1.05)), (0, 0, -size / 2), material, size * 0.16, 4)
    obj.rotation_euler = [rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5), rng.uniform(0, math.pi)]
    obj.location = at
    return obj


def liquid(name, color, shadow=None):
    return m.glass(name, color, 0.0, 1.34, shadow or color)


def straw(at, lean, length, material, radius=0.04):
    """A drinking straw from its foot; `lean` is its way over the table per unit of height."""
    x, y, z = at
    return mesh.tube("straw", [(x, y, z), (x + lean[0] * length, y + lean[1] * length, z + length)], radius, material, kind="POLY")
