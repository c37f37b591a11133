"""A plush bear: tens of thousands of hairs over a soft body."""

import materials as m
import mesh
import numpy as np
import strands

BODY = [
    # centre, radii, hairs
    ((0, 0, 0.55), (0.50, 0.44, 0.55), 15000),
    ((0, -0.04, 1.36), (0.47, 0.42, 0.42), 14000),
    ((-0.36, 0, 1.72), (0.17, 0.10, 0.17), 3000),
    ((0.36, 0, 1.72), (0.17, 0.10, 0.17), 3000),
    ((-0.52, -0.18, 0.72), (0.17, 0.19, 0.36), 5000),
    ((0.52, -0.18, 0.72), (0.17, 0.19, 0.36), 5000),
    ((-0.32, -0.45, 0.18), (0.21, 0.34, 0.19), 5000),
    ((0.32, -0.45, 0.18), (0.21, 0.34, 0.19), 5000),
    ((0, -0.42, 1.26), (0.21, 0.15, 0.16), 2500),
]

# Shorter on head and snout, so that the face is seen.
LENGTHS = {1: 0.095, 8: 0.05}


def hairs(points, normals, length, rng, steps=6):
    t = np.linspace(0, 1, steps)[None, :, None]
    count = len(points)
    way = strands.unit(normals + rng.normal(0, 0.38, (count, 3)))
    reach = length * np.clip(rng.normal(1, 0.28, (count, 1, 1)), 0.3, 1.9)
    curl = rng.normal(0, 0.35, (count, 1, 3)) + np.array([0, 0, -0.35])
    return points[:, None] + reach * (way[:, None] * t + curl * t**2)


def ball(name, centre, radii, material):
    points = [(0, -1)] + [(np.cos(a), np.sin(a)) for a in np.linspace(-1.45, 1.45, 24)] + [(0, 1)]
    solid = mesh.lathe(name, points, material, 48)
    solid.location, solid.scale = centre, radii
    return solid


def build():
    rng = np.random.default_rng(21)

    def fur(n):
        patch = n.noise(n.coord(), 3.5, 4, 0.6)
        fine = n.noise(n.coord(), 40, 2)
        color = n.ramp(patch, (0.3, "#c99b66"), (0.7, "#ecca98"))
        return {"Base Color": n.mix(n.ramp(fine, (0.4, 0.0), (0.7, 0.3)), color, "#a5763f")}

    wool = m.principled("fur", "#dcb27c", 0.75, fur, specular=0.25, sheen=0.4)
    snout = m.principled("snout fur", "#f6e8cf", 0.8, specular=0.2, sheen=0.4)
    under = m.principled("skin", "#b98d58", 0.95)
    gloss = m.principled("eyes", "#120d0a", 0.08, specular=0.7, clearcoat=1.0)
    for i, (centre, radii, count) in enumerate(BODY):
        points, normals = strands.ellipsoid_points(count, centre, radii, rng)
        above = points[:, 2] > 0.02
        paths = hairs(points[above], normals[above], LENGTHS.get(i, 0.13), rng)
        paths[..., 2] = np.maximum(paths[..., 2], 0.012)
        radii_along = np.linspace(1, 0.25, 6) * 0.0028
        strands.tubes("fur", paths, radii_along, snout if i == 8 else wool)
        ball("skin", centre, radii, snout if i == 8 else under)
    for x in (-0.17, 0.17):
        ball("eye", (x, -0.49, 1.47), (0.07, 0.06, 0.074), gloss)
    ball("nose", (0, -0.61, 1.34), (0.09, 0.06, 0.062), gloss)
    red = m.principled("ribbon", "#a33a3a", 0.4, sheen=0.4)
    a = np.linspace(0, 2 * np.pi, 40)
    neck = np.stack([0.42 * np.cos(a), 0.37 * np.sin(a) - 0.03, np.full(40, 0.99)], 1)
    mesh.tube("ribbon", neck.tolist(), 0.07, red, cyclic=True)
