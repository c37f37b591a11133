"""Potted plants: an olive tree with hundreds of small leaves, and a fern."""

import materials as m
import mesh
import numpy as np
import strands


def leaf_material(name, dark, light):
    def build(n):
        tone = n.noise(n.coord(), 2.6, 3, 0.6)
        return {"Base Color": n.ramp(tone, (0.3, dark), (0.7, light))}

    return m.principled(name, m.between(dark, light), 0.45, build, specular=0.35)


def pot(color, radius=0.42, height=0.72, roughness=0.8):
    clay = m.principled(
        "pot", color, roughness, lambda n: {"Normal": n.bump(n.noise(n.coord(), 6, 4), 0.1, 0.03)}
    )
    foot = radius * 0.72
    mesh.lathe(
        "pot",
        [
            (0, 0),
            (foot, 0, 0.02),
            (radius * 0.97, height - 0.14, 0.02),
            (radius * 1.06, height - 0.13, 0.01),
            (radius * 1.08, height, 0.02),
            (radius * 0.98, height, 0.01),
            (radius * 0.94, height - 0.1),
            (0, height - 0.1),
        ],
        clay,
        128,
    )
    soil = m.principled(
        "soil", "#33241a", 1.0, lambda n: {"Normal": n.bump(n.noise(n.coord(), 18, 4), 0.9, 0.06)}
    )
    mesh.lathe("soil", [(0, height - 0.06), (radius * 0.96, height - 0.08)], soil, 64)


def path(start, way, length, rng, steps=9, droop=0.25, wander=0.2):
    t = np.linspace(0, 1, steps)[:, None]
    bend = rng.normal(0, wander, 3) + np.array([0, 0, -droop])
    return np.asarray(start) + length * (strands.unit(np.asarray(way, float)) * t + bend * t**2)


def olive():
    rng = np.random.default_rng(12)
    pot("#b4623f")
    bark = m.principled(
        "bark", "#6b5a47", 0.9, lambda n: {"Normal": n.bump(n.noise(n.coord(), 14, 4), 0.6, 0.04)}
    )
    trunk = path((0, 0, 0.6), (0.05, 0, 1), 1.15, rng, 12, 0.0, 0.1)
    strands.tubes("trunk", trunk[None], np.linspace(0.05, 0.03, 12), bark, 12)
    branches, twigs = [], []
    for _ in range(13):
        start = trunk[rng.integers(6, 12)]
        a = rng.uniform(0, 2 * np.pi)
        branch = path(
            start, (np.cos(a), np.sin(a), rng.uniform(0.5, 1.8)), rng.uniform(0.6, 1.0), rng, 9, 0.2
        )
        branches.append(branch)
        for _ in range(4):
            a = rng.uniform(0, 2 * np.pi)
            way = (np.cos(a), np.sin(a), rng.uniform(-0.2, 1.2))
            twigs.append(path(branch[rng.integers(3, 9)], way, rng.uniform(0.3, 0.55), rng, 9, 0.3))
    strands.tubes("branches", np.stack(branches), np.linspace(0.02, 0.009, 9), bark, 8)
    strands.tubes("twigs", np.stack(twigs), np.linspace(0.009, 0.004, 9), bark, 6)
    feet, ways = [], []
    for stem in branches + twigs:
        for k in range(2, 9):
            along = stem[k] - stem[k - 1]
            for _ in range(2):
                feet.append(stem[k] - along * rng.uniform(0, 1))
                ways.append(strands.unit(along) * 0.7 + rng.normal(0, 0.6, 3))
    leaf = leaf_material("olive leaf", "#3f5238", "#8a9a72")
    lengths = rng.uniform(0.15, 0.27, len(feet))
    strands.leaves("leaves", feet, ways, lengths, leaf, {"rng": rng, "width": 0.24, "droop": 0.2})


def fern():
    rng = np.random.default_rng(5)
    pot("#e9e6de", 0.40, 0.6, 0.3)
    green = leaf_material("fern", "#2f5a22", "#77a544")
    stems, feet, ways, lengths = [], [], [], []
    for k in range(22):
        a = 2 * np.pi * (k + rng.uniform(-0.4, 0.4)) / 22 * 3
        rise = rng.uniform(1.3, 4.5)
        stem = path(
            (0.1 * np.cos(a), 0.1 * np.sin(a), 0.55),
            (np.cos(a), np.sin(a), rise),
            rng.uniform(1.3, 1.9),
            rng,
            28,
            0.7,
            0.08,
        )
        stem[:, 2] = np.maximum(stem[:, 2], 0.08)
        stems.append(stem)
        along = strands.unit(np.gradient(stem, axis=0))
        side = strands.unit(np.cross(along, (0, 0, 1.0)))
        for j in range(4, 28):
            share = (j - 4) / 24
            for s in (-1, 1):
                feet.append(stem[j])
                ways.append(side[j] * s + along[j] * 0.45 + rng.normal(0, 0.08, 3))
                lengths.append(0.24 * np.sin(np.pi * (0.12 + 0.85 * share)) * rng.uniform(0.85, 1.1))
    strands.tubes("stems", np.stack(stems), np.linspace(0.010, 0.003, 28), green, 6)
    strands.leaves(
        "fronds",
        feet,
        ways,
        lengths,
        green,
        {"rng": rng, "width": 0.2, "droop": 0.2, "tumble": 0.25, "points": 6},
    )
