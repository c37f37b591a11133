"""Stacked slabs of travertine under a hard sun, plumes of pampas behind, one ball of rust."""

import math

import numpy as np

import materials as m
import mesh

from kit import grasses, lights, relief, shapes, stones, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Travertine podium", "de": "Podest aus Travertin"},
    "category": "beauty",
    "tags": {
        "en": ["podium", "stone", "travertine", "slabs", "blocks", "pampas", "dried grass", "hard sun", "shadow", "natural"],
        "de": ["Podest", "Stein", "Travertin", "Platten", "Steinblöcke", "Pampasgras", "Trockengras", "harte Sonne", "Schatten", "natürlich"],
    },
    "seasons": ["summer", "autumn"],
    "light": ["hard sun", "afternoon", "warm"],
    "moods": ["natural", "warm", "elegant"],
    "colors": ["sand", "beige", "cream", "rust"],
}
VIEWS = {
    "low": View(6, span=5.0, row=0.75, seed=301, yaw_deg=4),
    "middle": View(17, span=4.8, row=0.72, seed=302),
    "high": View(38, span=5.1, row=0.64, seed=303, yaw_deg=-5),
}
TONE = Tone(key=0.33, contrast=1.15)


def travertine(name, light="#e8dac3", dark="#c7ae8b", roughness=0.6):
    """Sediment bands with long pits; each block shows another part."""

    def build(n):
        own = n.add("ShaderNodeObjectInfo").outputs["Random"]
        shift = n.add("ShaderNodeCombineXYZ", {0: n.math("MULTIPLY", own, 17), 1: n.math("MULTIPLY", own, 9), 2: n.math("MULTIPLY", own, 5)}).outputs[0]
        at = n.add("ShaderNodeVectorMath", {0: n.coord(), 1: shift}, operation="ADD").outputs[0]
        flat = lambda x, z: n.add("ShaderNodeMapping", {"Vector": at, "Scale": (x, x, z)}).outputs[0]
        band = n.noise(flat(0.5, 4.5), 1.2, 5, 0.6, 0.5)
        fine = n.noise(flat(1.6, 15), 1.7, 4, 0.65)
        pits = n.ramp(n.noise(flat(2.6, 8), 2.3, 3, 0.55), (0.31, 0.0), (0.37, 1.0))
        color = n.mix(n.ramp(band, (0.36, 0.0), (0.64, 1.0)), dark, light)
        color = surfaces.shade(n, surfaces.shade(n, color, n.ramp(fine, (0.3, 0.0), (0.65, 1.0)), 0.16), pits, 0.45)
        return {
            "Base Color": color,
            "Roughness": n.ramp(band, (0.35, roughness - 0.14), (0.65, roughness + 0.12)),
            "Normal": n.bump(n.math("ADD", pits, n.math("MULTIPLY", fine, 0.3)), 0.45, 0.045),
        }

    return m.principled(name, m.between(light, dark), roughness, build, specular=0.3)


def block(rng, size, at, material, turn_deg=0.0, rough=0.022, corner=0.1):
    """A sawn block: level top, sides a little uneven, edges worn and chipped here and there."""
    w, d, h = size
    outline = mesh.rounded_rect(w, d, corner, 0)[:, :2]
    outline = np.vstack([outline, outline[:1]])
    step = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(outline, axis=0), axis=1))])
    t = np.linspace(0, step[-1], 420, endpoint=False)
    x, y = np.interp(t, step, outline[:, 0]), np.interp(t, step, outline[:, 1])
    wave, chips = relief.waves(int(rng.integers(1 << 30)), 36, 1.5, 12, 3, 0.6), relief.waves(int(rng.integers(1 << 30)), 20, 2, 9, 3, 0.5)
    levels = [(0, 0.015), (0.02, 0), *((z, 0) for z in np.linspace(0.06, h - 0.05, 9)), (h - 0.03, 0.002), (h - 0.012, 0.01), (h - 0.003, 0.022), (h, 0.04)]
    rings = []
    for z, inset in levels:
        chip = 0.09 * np.maximum(0, chips(x, y, np.full(len(x), 3.0)) - 0.75) * (z > h - 0.06) * (1 if z < h else 1.15)
        inward = inset + chip - rough * wave(x, y, np.full(len(x), z))
        rings.append(np.stack([x * (1 - 2 * inward / w), y * (1 - 2 * inward / d), np.full(len(x), z)], 1))
    for s in (0.9, 0.5, 0.01):
        rings.append(np.stack([x * s, y * s, np.full(len(x), h)], 1))
    obj = mesh.smooth_by_angle(mesh.loft("block", rings, material), 42)
    obj.location, obj.rotation_euler.z = at, math.radians(turn_deg)
    return obj


def build(view, rng):
    stone, darker = travertine("travertine"), travertine("darker", "#d2bd9c", "#a68a66")
    mesh.box("wall", (60, 1, 40), (0, 4.9, -1), surfaces.plaster("wall", "#dcc7a8", 0.45, 0.14))
    mesh.box("floor", (60, 40, 1), (0, -10, -1), surfaces.plaster("floor", "#d3bb98", 0.35, 0.14, 0.7))
    block(rng, (4.4, 2.7, 0.5), (0, 0.35, 0), stone, -3)
    block(rng, (2.9, 2.0, 0.36), (0.1, 0.25, 0.5), stone, 5)
    block(rng, (1.5, 1.2, 1.0), (2.5, 2.75, 0), darker, 14)
    block(rng, (1.35, 1.05, 0.85), (2.42, 2.75, 1.0), stone, -6)
    block(rng, (1.5, 1.0, 1.7), (-2.55, 2.7, 0), stone, -12)
    ball = mesh.lathe("ball", [(math.sin(k * math.pi / 40) + 1e-4, -math.cos(k * math.pi / 40)) for k in range(41)], surfaces.plaster("rust", "#b0552f", 0.3, 0.2, 0.7), 96)
    ball.scale, ball.location = (0.46,) * 3, (2.4, 2.65, 1.85 + 0.455)
    river = surfaces.pebble("river", "#9c8468", "#d9c5a6", 0.6)
    low = stones.pebble(rng, (-1.82, -0.1), 0.3, river, 0.55, 0.02, 0.5)
    stones.pebble(rng, (-1.8, -0.08), 0.19, river, 0.6, 0.05, 0.5 + low.dimensions.z - 0.02)
    for x, y, size in ((1.9, -1.45, 0.2), (2.35, -1.2, 0.32), (-2.6, -1.0, 0.16)):
        stones.pebble(rng, (x, y), size, river)
    front(block(rng, (1.5, 1.1, 0.55), (-2.75, -2.75, 0), darker, 24))
    dry = grasses.fluff("dry")
    stalk = m.principled("stalk", "#a58a5c", 0.8)
    for k in range(7):
        way = (-0.42 + 0.13 * k + rng.uniform(-0.06, 0.06), rng.uniform(-0.25, 0.0), 1)
        grasses.plume(rng, (-2.5 + 0.06 * k, 3.6, 0.1), way, rng.uniform(3.4, 4.5), (dry, stalk))
    for k in range(3):
        front(*grasses.plume(rng, (4.0 + 0.2 * k, -2.2, -0.4), (-0.8 - 0.12 * k, 0.1, 0.65 - 0.1 * k), rng.uniform(2.4, 2.8), (dry, stalk), 900, 0.5))
    lights.sun(-56 + view.light_turn_deg, 31, 5.2, "#fff0dc", 0.7)
    lights.sky(0.52, (0.0, "#c9ad87"), (0.5, "#e6ddd2"), (1.0, "#bcd0ea"))
    return Place(0.86, shapes.rectangle(-1.05, -0.55, 1.2, 0.95), [(0.05, 0.15), (-0.2, 0.25), (0.3, 0.2)], 2.1, 3.1, 0.05, 0.65, "#dfcfb5")
