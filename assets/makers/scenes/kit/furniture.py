"""Furniture of sets: table tops, shelves, bowls, boards, books, windows."""

import math

import materials as m
import mesh


def top(size, at, material, thickness=0.5, edge=0.05):
    """A worktop whose surface is at z = at[2]."""
    return mesh.box("top", (size[0], size[1], thickness), (at[0], at[1], at[2] - thickness), material, edge)


def room(wall, depth=6.0, side=None, floor=None, height=40):
    mesh.box("wall", (70, 1, height), (0, depth + 0.5, -height / 3), wall)
    if side:
        for x in (-22, 22):
            mesh.box("side", (1, 50, height), (x, depth - 25, -height / 3), side)
    if floor:
        mesh.box("floor", (70, 50, 1), (0, depth - 25, -9), floor)


def bowl(radius, height, at, material, foot=0.4, wall=0.07):
    profile = [(0, 0), (radius * foot, 0, 0.03), (radius * foot, 0.06, 0.02), (radius * 0.86, height * 0.55, radius * 0.4), (radius, height, 0.02), (radius - wall, height, 0.02), (radius * 0.82 - wall, height * 0.56, radius * 0.4), (radius * foot * 0.8, wall + 0.06, 0.1), (0, wall + 0.05)]
    obj = mesh.lathe("bowl", profile, material, 128, 10)
    obj.location = at
    return obj


def jar(radius, height, at, material, neck=0.7, wall=0.05):
    profile = [(0, 0), (radius, 0, 0.08), (radius, height * 0.78, radius * 0.5), (radius * neck, height * 0.88, 0.1), (radius * neck, height, 0.03), (radius * neck - wall, height, 0.02), (radius * neck - wall, height * 0.87, 0.1), (radius - wall, height * 0.77, radius * 0.45), (radius - wall, 0.08, 0.06), (0, 0.08)]
    obj = mesh.lathe("jar", profile, material, 128, 8)
    obj.location = at
    return obj


def vase(at, height, radius, material, neck=0.38, belly=0.36):
    profile = [(0, 0), (radius * 0.6, 0, 0.05), (radius, height * belly, radius), (radius * 0.75, height * 0.62, radius * 0.5), (radius * neck, height * 0.82, radius * 0.5), (radius * neck * 1.25, height, 0.03), (radius * neck * 1.1, height, 0.02), (radius * neck * 0.85, height * 0.8, 0.1), (0, height * 0.5)]
    obj = mesh.lathe("vase", profile, material, 128, 12)
    obj.location = at
    return obj


def board(size, at, material, turn_deg=0.0, handle=True):
    """A wooden board lying on a worktop."""
    import numpy as np

    w, d, h = size
    rings = [mesh.rounded_rect(w, d, d * 0.18, 0), mesh.rounded_rect(w, d, d * 0.18, h)]
    obj = mesh.loft("board", [np.asarray(r) for r in rings], material, caps=(True, True))
    mesh.bevel(obj, h * 0.25, 3)
    obj.location, obj.rotation_euler.z = at, math.radians(turn_deg)
    return obj


def book(size, at, cover, pages, turn_deg=0.0):
    """A closed book lying: cover, block of pages, rounded spine."""
    w, d, h = size
    parts = [
        mesh.box("cover", (w, d, 0.05), (0, 0, 0), cover, 0.012),
        mesh.box("cover", (w, d, 0.05), (0, 0, h - 0.05), cover, 0.012),
        mesh.box("pages", (w - 0.12, d - 0.14, h - 0.1), (0.02, 0, 0.05), pages, 0.01),
        mesh.rod("spine", (-w / 2 + 0.02, -d / 2, h / 2), (-w / 2 + 0.02, d / 2, h / 2), h / 2, cover),
    ]
    parts[-1].scale = (1, 0.25, 1)
    return mesh.move(parts, at, (0, 0, turn_deg))


def string_lights(points, bulbs, color="#ffc37a", strength=14.0, radius=0.05):
    """Small lamps along a line, for the blur behind."""
    glow = m.emission("lamp", color, strength)
    for x, y, z in points[:: max(1, len(points) // bulbs)]:
        ball = mesh.lathe("lamp", [(radius * math.sin(a * math.pi / 10) + 1e-4, -radius * math.cos(a * math.pi / 10)) for a in range(11)], glow, 20)
        ball.location = (x, y, z)
