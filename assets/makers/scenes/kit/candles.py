"""Burning candles: glowing wax, a wick, a flame and its light."""

import math

import numpy as np

import materials as m
import mesh

from . import lights, relief, surfaces


def flame_material():
    material, n, output = m.new("flame")
    z = n.add("ShaderNodeSeparateXYZ", {0: n.coord()}).outputs[2]
    color = n.ramp(z, (0.0, "#3c5ad0"), (0.14, "#ff9a3a"), (0.5, "#ffc766"), (1.0, "#ffdf9a"))
    strength = n.ramp(z, (0.0, 0.08), (0.2, 0.5), (0.55, 1.0), (1.0, 0.55))
    glow = n.add("ShaderNodeEmission", {"Color": color, "Strength": n.math("MULTIPLY", strength, 2.2)}).outputs[0]
    n.set(output.inputs[0], glow)
    return material


def candle(rng, at, radius, height, color="#f1e4cc", power=6.0, group="fill", lit=True):
    wax = surfaces.wax("wax", color, "#ff9d4a", height - 1.1, height, 0.16 if lit else 0.0)
    rim, pool = radius * 0.97, radius * 0.78
    profile = [(0, 0), (radius, 0), (radius, height * 0.5), (rim, height, 0.05), (rim - 0.06, height + 0.02, 0.03), (pool, height - 0.1, 0.05), (0, height - 0.13)]
    body = mesh.lathe("candle", profile, wax, 96)
    co = np.empty(len(body.data.vertices) * 3, np.float32)
    body.data.vertices.foreach_get("co", co)
    p = co.reshape(-1, 3)
    wave = relief.waves(int(rng.integers(1 << 30)), 12, 1.0, 4.0, 3)
    p[:, :2] *= (1 + 0.015 * wave(*(p.T / radius)))[:, None]
    p[:, 2] += 0.05 * wave(p[:, 0] / radius * 2, p[:, 1] / radius * 2, 0 * p[:, 0]) * (p[:, 2] > height * 0.9)
    body.data.vertices.foreach_set("co", p.ravel())
    body.location = at
    made = [body]
    x, y, z = at[0], at[1], at[2] + height
    made.append(mesh.tube("wick", [(x, y, z - 0.15), (x + 0.005, y, z + 0.02), (x + 0.03, y, z + 0.14)], 0.016, m.principled("wick", "#15100c", 0.9)))
    if lit:
        t = np.linspace(0, 1, 24)
        outline = [(0.088 * math.sin(math.pi * u**0.62) ** 0.9 * (1 - 0.35 * u) + 1e-3, u) for u in t]
        fire = mesh.lathe("flame", outline, flame_material(), 32)
        fire.scale = (1, 1, 0.42 * rng.uniform(0.85, 1.15))
        fire.location = (x + 0.015, y, z + 0.02)
        fire.rotation_euler = (rng.uniform(-0.06, 0.06), rng.uniform(-0.06, 0.06), 0)
        fire.visible_shadow = False
        fire.visible_diffuse = False
        made.append(fire)
        lights.bulb((x, y, z + 0.27), power, "#ffac5c", 0.09, group)
    return made
