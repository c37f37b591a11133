"""A toy car, its far wheels partly seen below the body."""

import math

import materials as m
import mesh


def turned(name, at, points, material):
    """A wheel turned from (radius, depth) points, its axle along y; positive depth is away from the viewer."""
    wheel = mesh.lathe(name, points, material, 96)
    wheel.location, wheel.rotation_euler.x = at, math.radians(-90)
    return wheel


def solid(at, radius, width, tyre, hub):
    w = width / 2
    turned(
        "tyre",
        at,
        [(0, -w), (radius * 0.6, -w), (radius * 0.62, -w), (radius, -w, w * 0.5), (radius, w, w * 0.5)]
        + [(radius * 0.62, w), (0, w)],
        tyre,
    )
    for side in (-1, 1):
        d = side * w
        turned(
            "hub",
            at,
            [(0, d * 1.12), (radius * 0.2, d * 1.12, 0.01), (radius * 0.56, d * 1.05, 0.01), (radius * 0.58, d)],
            hub,
        )


def profile(name, outline, width, material, radius=0.06):
    """A side view [(x, z)] as wide as `width`, with rounded edges."""
    body = mesh.prism(name, outline, width, material)
    body.rotation_euler.x = math.radians(90)
    body.location.y = width / 2
    return mesh.bevel(body, radius, 4, 25)


def toy_car():
    """A wooden car with black tyres: one block for the body, one for the cabin."""
    paint = m.principled("paint", "#2f6f8f", 0.35, specular=0.45)
    beech = m.wood("beech", "#d9b483", "#bb9059", 0.45, 2.5)
    tyre = m.principled("tyre", "#1b1b1c", 0.75, specular=0.25)
    hub = m.principled("hub", "#d8d2c4", 0.4)
    glass = m.principled("pane", "#26323a", 0.12, specular=0.6)
    under = [(-1.5, 0.47), (-1.5, 0.74), (-1.3, 0.84), (-0.75, 0.9), (0.75, 0.9), (1.45, 0.78), (1.55, 0.6)]
    profile("body", [*under, (1.55, 0.47)], 1.2, paint, 0.07)
    profile("cabin", [(-0.95, 0.86), (-0.7, 1.36), (0.35, 1.36), (0.75, 0.86)], 1.0, beech, 0.07)
    for side in (-1, 1):
        y = side * 0.5
        for x0, x1, top0, top1 in ((-0.78, -0.24, -0.6, -0.24), (-0.14, 0.55, -0.14, 0.28)):
            pane = [(x0, 0.95), (top0, 1.27), (top1, 1.27), (x1, 0.95)]
            profile("pane", pane, 0.02, glass, 0.005).location.y = y + 0.01
    for x in (-0.95, 0.95):
        mesh.rod("axle", (x, -0.6, 0.36), (x, 0.6, 0.36), 0.05, beech)
        for y in (-0.68, 0.68):
            solid((x, y, 0.36), 0.36, 0.2, tyre, hub)
