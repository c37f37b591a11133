"""Transparent thin cloth: an organza bag with soaps, and a chiffon scarf on a hook."""

import math

import materials as m
import mesh
import numpy as np


def veil(name, color, cover=0.38):
    """Covers `cover` of the background head-on, more at a slant, slightly unevenly like any thin weave."""
    material, n, output = m.new(name)
    weave = n.ramp(n.noise(n.coord(), 9, 3, 0.6), (0.3, cover * 0.85), (0.7, cover * 1.15))
    facing = n.add("ShaderNodeLayerWeight", {"Blend": 0.5}).outputs["Facing"]
    slant = n.math("MAXIMUM", n.math("SUBTRACT", 1.0, facing), 0.12)
    # n layers of length 1/cos transmit (1 − cover)^(1/cos).
    share = n.math(
        "SUBTRACT", 1.0, n.math("POWER", n.math("SUBTRACT", 1.0, weave), n.math("DIVIDE", 1.0, slant))
    )
    thread = n.add("ShaderNodeBsdfDiffuse", {"Color": color}).outputs[0]
    lit = n.add("ShaderNodeBsdfTranslucent", {"Color": color}).outputs[0]
    silk = n.add("ShaderNodeBsdfGlossy", {"Color": color, "Roughness": 0.45}).outputs[0]
    both = n.add("ShaderNodeMixShader", {"Fac": 0.35, 1: thread, 2: lit}).outputs[0]
    both = n.add("ShaderNodeMixShader", {"Fac": 0.12, 1: both, 2: silk}).outputs[0]
    hole = n.add("ShaderNodeBsdfTransparent").outputs[0]
    n.set(output.inputs[0], n.add("ShaderNodeMixShader", {"Fac": share, 1: hole, 2: both}).outputs[0])
    return material


def bag():
    rng = np.random.default_rng(3)
    organza = veil("organza", "#e6d3e2", 0.3)
    heights = np.concatenate([np.linspace(0.0, 1.25, 26), np.linspace(1.28, 1.85, 16)])
    radius = np.interp(
        heights, [0, 0.1, 0.5, 0.95, 1.25, 1.4, 1.85], [0.42, 0.58, 0.66, 0.5, 0.13, 0.26, 0.5]
    )
    a = np.arange(240) / 240 * 2 * math.pi
    rings = []
    for z, r in zip(heights, radius):
        deep = np.interp(z, [0, 0.4, 1.0, 1.25, 1.85], [0.03, 0.03, 0.10, 0.3, 0.2])
        folds = 1 + deep * np.sin(11 * a + 1.5 * np.sin(2 * a) + z) + 0.04 * np.sin(3 * a + 2 * z)
        edge = 0.05 * np.sin(11 * a + 1.0) * max(0, z - 1.3) * 2
        rings.append(
            np.stack([r * folds * np.cos(a), r * folds * np.sin(a) * 0.8, np.full(240, z + 0.01) + edge], 1)
        )
    mesh.loft("bag", rings, organza, caps=(True, False))
    satin = m.principled("ribbon", "#8d5a86", 0.3, sheen=0.5)
    neck = [(0.15 * math.cos(t), 0.125 * math.sin(t), 1.27) for t in np.linspace(0, 2 * math.pi, 40)]
    mesh.tube("ribbon", neck, 0.028, satin, kind="POLY")
    for s in (-1, 1):
        loop = [
            (0, -0.13, 1.27),
            (0.18 * s, -0.2, 1.4),
            (0.34 * s, -0.2, 1.33),
            (0.2 * s, -0.19, 1.24),
            (0, -0.14, 1.26),
        ]
        mesh.tube("bow", loop, 0.02, satin)
        mesh.tube("end", [(0, -0.14, 1.27), (0.1 * s, -0.3, 1.1), (0.16 * s, -0.42, 0.85)], 0.018, satin)
    colors = ["#d9a9a0", "#a9b99a", "#e9dcc0", "#9aa9c0"]
    for k in range(9):
        soap = m.principled("soap", colors[k % 4], 0.45, specular=0.4)
        at = (rng.uniform(-0.3, 0.3), rng.uniform(-0.2, 0.2), 0.03 + 0.2 * (k // 4))
        mesh.box("soap", (0.32, 0.22, 0.18), at, soap, 0.06, 5, float(rng.uniform(0, 180)))


def scarf():
    """Gathered at a wooden peg, falling in folds."""
    chiffon = veil("chiffon", "#3f6f86", 0.33)
    peg = m.wood("peg", "#c79c6a", "#9a7047", 0.4, 3.0)
    u, v = np.linspace(-1, 1, 260), np.linspace(0, 1, 120)
    rings = []
    for t in v:
        wide = 0.10 + 0.95 * t**0.8
        deep = 0.05 + 0.17 * t**0.7
        sway = 0.07 * math.sin(3.2 * t) * t
        x = u * wide + 0.03 * np.sin(5 * u + 4 * t) * t + sway
        y = deep * np.sin(7.5 * u + 1.2 * np.sin(2.1 * u + 1.3 * t)) + 0.05 * np.sin(17 * u + 3 * t) * (
            1 - 0.6 * t
        )
        z = 3.0 - 2.45 * t + 0.10 * np.cos(7.5 * u) * t - 0.28 * u**2 * t
        rings.append(np.stack([x, y, z], 1))
    mesh.loft("scarf", rings, chiffon, closed=False)
    mesh.rod("peg", (0, 0.9, 3.02), (0, -0.28, 3.06), 0.075, peg)
