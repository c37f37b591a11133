"""Turned discs of oak and walnut, pampas in a stoneware vase, a string of wooden beads; low warm light."""

import math

import numpy as np

import materials as m
import mesh

from kit import gobos, grasses, lights, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Wooden podium with pampas", "de": "Holzpodest mit Pampasgras"},
    "category": "home",
    "tags": {
        "en": ["podium", "wood", "wooden discs", "oak", "walnut", "pampas", "dried grass", "beads", "vase", "boho"],
        "de": ["Podest", "Holz", "Holzscheiben", "Eiche", "Nussbaum", "Pampasgras", "Trockengras", "Holzperlen", "Vase", "Boho"],
    },
    "seasons": ["autumn", "all"],
    "light": ["warm", "evening sun", "soft"],
    "moods": ["natural", "warm", "cozy"],
    "colors": ["oak", "brown", "cream", "ochre"],
}
VIEWS = {
    "low": View(6, span=5.0, row=0.75, seed=321, yaw_deg=4),
    "middle": View(17, span=4.8, row=0.72, seed=322),
    "high": View(38, span=5.1, row=0.64, seed=323, yaw_deg=-5),
}
TONE = Tone(key=0.29, contrast=1.15)
BALL = [(math.sin(k * math.pi / 40) + 1e-4, -math.cos(k * math.pi / 40)) for k in range(41)]


def turned(radius, height, at, material, turn_deg=0.0):
    """A disc from the lathe: rounded rim, a groove, a shallow bead at its foot."""
    r, h = radius, height
    outline = [(0, 0), (r * 0.985, 0, 0.02), (r, 0.03, 0.02), (r, h * 0.42, 0.015), (r - 0.028, h * 0.46, 0.01), (r, h * 0.5, 0.015), (r, h, 0.055), (r * 0.7, h), (0, h)]
    obj = mesh.lathe("turned", outline, material, 160)
    obj.location, obj.rotation_euler.z = at, math.radians(turn_deg)
    return obj


def beads(rng, points, radius, material):
    """Balls along a line on the ground, so close that they touch."""
    points = np.array(points, float)
    step = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    made = []
    for s in np.arange(0, step[-1], radius * 1.98):
        x, y, z = (np.interp(s, step, points[:, k]) for k in range(3))
        ball = mesh.lathe("bead", BALL, material, 40)
        ball.scale, ball.location = (radius, radius, radius * 0.98), (x, y, z + radius * 0.98)
        ball.rotation_euler = rng.uniform(0, 6.28, 3)
        made.append(ball)
    return made


def arc(x, y, radius, start_deg, end_deg, z=0.0, squeeze=1.0):
    turn = np.radians(np.linspace(start_deg, end_deg, 60))
    return [(x + radius * math.cos(t), y + radius * squeeze * math.sin(t), z) for t in turn]


def build(view, rng):
    mesh.box("wall", (60, 1, 40), (0, 4.8, -1), surfaces.plaster("wall", "#ddd3c4", 0.4, 0.1))
    mesh.box("table", (60, 40, 1), (0, -10, -1), surfaces.plaster("table", "#cfbfa8", 0.3, 0.1, 0.7))
    oak = m.wood("oak", "#cba678", "#966d44", 0.45)
    walnut = m.wood("walnut", "#8a5b39", "#4c2d1a", 0.42)
    pale = m.wood("beech", "#e2c39a", "#bd9462", 0.48)
    turned(2.2, 0.36, (0, 0.25, 0), walnut, 12)
    turned(1.55, 0.34, (0, 0.25, 0.36), oak, -24)
    turned(0.82, 1.3, (2.35, 2.3, 0), oak, 70)
    turned(0.62, 0.6, (2.35, 2.3, 1.3), walnut, 30)
    ochre = surfaces.ceramic("ochre", "#c98a35", 0.5, "#8a5a20")
    ball = mesh.lathe("ball", BALL, ochre, 96)
    ball.scale, ball.location = (0.4,) * 3, (2.35, 2.3, 1.9 + 0.395)
    shapes.arch((-0.7, 3.7), 1.45, 3.7, 0.24, pale)
    clay = surfaces.ceramic("stoneware", "#e3d8c6", 0.6, "#9a8a74")
    vase = mesh.lathe("vase", [(0, 0), (0.5, 0, 0.05), (0.82, 0.75, 0.7), (0.5, 1.45, 0.4), (0.3, 1.75, 0.15), (0.38, 1.95, 0.05), (0.31, 1.95, 0.03), (0.24, 1.72, 0.1), (0, 1.4)], clay, 128, 10)
    vase.location = (-2.45, 1.8, 0)
    dry = grasses.fluff("dry")
    stalk = m.principled("stalk", "#a58a5c", 0.8)
    for k in range(6):
        way = (-0.5 + 0.2 * k + rng.uniform(-0.06, 0.06), rng.uniform(-0.25, 0.15), 1)
        grasses.plume(rng, (-2.45 + 0.05 * (k - 3), 1.8, 1.6), way, rng.uniform(2.0, 2.7), (dry, stalk))
    turned(0.5, 0.2, (-2.05, -0.95, 0), pale, 40)
    small = mesh.lathe("ball", BALL, oak, 96)
    small.scale, small.location = (0.3,) * 3, (-2.05, -0.95, 0.2 + 0.297)
    bead = m.wood("bead", "#dcbb8c", "#b38a58", 0.5)
    beads(rng, arc(2.15, -0.85, 0.72, 200, -60, squeeze=0.55) + arc(2.75, -1.6, 0.35, 60, 0), 0.105, bead)
    front(*beads(rng, [(1.2, -2.9, 0), (1.75, -2.55, 0), (2.4, -2.5, 0), (3.1, -2.85, 0)], 0.15, bead))
    front(turned(0.8, 0.34, (-2.75, -2.5, 0), walnut, 30))
    gobos.leaves(rng, 58 + view.light_turn_deg, 26, 12, (0, 1.5, 1.6), 6, 5, 1.4, gap=2.4)
    lights.sun(58 + view.light_turn_deg, 26, 5.0, "#ffe2c0", 1.6)
    lights.panel((-7, -3, 6), (0, 0.5, 0.8), (5, 5), 420, "#fff2e2", "fill")
    lights.sky(0.46, "#efe3d4")
    return Place(0.7, shapes.round_polygon(1.2, 0.25), [(0, 0.1), (-0.25, 0.25), (0.3, 0.2)], 2.2, 3.2, 0.12, 0.42, "#b98a56")
