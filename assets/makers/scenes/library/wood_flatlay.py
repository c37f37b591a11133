"""From straight above: old boards, dried orange, cinnamon, star anise, bay leaves, rosemary, twine and bowls of spice."""

import math

import numpy as np

import materials as m
import mesh

from kit import cloth, fruits, furniture, gobos, lights, plants, relief, shapes, surfaces
from kit.batch import Batch, grid, pose
from kit.cameras import View
from kit.place import Place, Tone
from kit.settle import settle

FACTS = {
    "name": {"en": "Old wood from above", "de": "Altes Holz von oben"},
    "category": "food",
    "tags": {
        "en": ["flat lay", "from above", "wood", "rustic", "spices", "cinnamon", "star anise", "orange", "twine", "leaves", "rosemary", "herbs", "nuts"],
        "de": ["Flatlay", "von oben", "Holz", "rustikal", "Gewürze", "Zimt", "Sternanis", "Orange", "Garn", "Schnur", "Blätter", "Rosmarin", "Kräuter", "Nüsse"],
    },
    "seasons": ["autumn", "winter", "all"],
    "light": ["window", "side light", "soft"],
    "moods": ["rustic", "warm", "natural"],
    "colors": ["brown", "orange", "green", "beige"],
}
VIEWS = {
    "flat": View(90, span=7.0, row=0.5, seed=402, lens_mm=60, f_stop=7),
    "flat-b": View(90, span=7.0, row=0.5, seed=401, lens_mm=60, f_stop=7, light_turn_deg=80),
}
TONE = Tone(key=0.2, contrast=1.16)


def boards(rng):
    """Single boards with gaps: each is cut from another part of the wood."""
    woods = [m.wood(f"board {k}", light, dark, 0.75, scale) for k, (light, dark, scale) in enumerate((("#8f7358", "#4c3828", 1.0), ("#84694f", "#463325", 1.25), ("#987d62", "#574130", 0.85)))]
    mesh.box("gap", (16, 16, 0.2), (0, 0, -0.9), m.principled("gap", "#15100c", 0.9))
    y, k = -6.0, 0
    while y < 6:
        wide = rng.uniform(1.35, 1.75)
        obj = mesh.box("board", (44, wide, 0.5), (rng.uniform(-13, 13), y + wide / 2, -0.5 - rng.uniform(0, 0.012)), woods[k % 3], 0.035, 3)
        obj.rotation_euler.z = math.pi * (rng.random() < 0.5)
        y, k = y + wide + rng.uniform(0.025, 0.05), k + 1


def anise(rng, at, size, material):
    """Eight open pods around a heart."""
    def pod(u, v):
        w = 0.17 * np.sin(np.pi * (0.06 + 0.9 * u**0.8)) ** 0.8
        return v * w, u * (1 + 0.05 * v * v), 0.1 + 0.16 * np.sin(np.pi * np.clip(u, 0, 1)) * (np.abs(v) ** 1.5) + 0.1 * u * u

    shape, batch = grid(pod, 12, 8), Batch("anise")
    for k in range(8):
        batch.add(shape, pose((0, 0, 0), (rng.uniform(-6, 6), rng.uniform(-12, 12), k * 45 + rng.uniform(-6, 6)), rng.uniform(0.8, 1.1)), rng.random())
    obj = batch.build(material)
    solid = obj.modifiers.new("solid", "SOLIDIFY")
    solid.thickness = 0.07
    seed = m.principled("seed", "#5a2a14", 0.15, specular=0.6)
    parts = [obj]
    for k in range(0, 8, 2):
        a = math.radians(k * 45 + 90)
        ball = relief.body("seed", k, seed, (0.07, 0.1, 0.05), 0.05, 0, 3)
        ball.location, ball.rotation_euler.z = (0.5 * math.cos(a), 0.5 * math.sin(a), 0.19), a - 1.57
        parts.append(ball)
    return mesh.move(parts, at, (rng.uniform(-6, 6), rng.uniform(-6, 6), rng.uniform(0, 360)), size)


def cinnamon(rng, at, length, turn_deg, material):
    """A quill: bark rolled in from both sides."""
    t = np.linspace(-1, 1, 60)
    r = 0.05 + 0.1 * np.abs(t) ** 0.6
    a = np.sign(t) * np.abs(t) * 3.6
    x, z = np.sign(t) * 0.13 - np.sign(t) * r * np.cos(a) * 1.0, 0.15 + r * np.sin(np.abs(a)) * 0.95
    wave = relief.waves(int(rng.integers(1 << 30)), 10, 0.5, 2.0, 1)
    rings = [np.stack([x * (1 + 0.06 * wave(s)) + 0.02 * wave(s + 5), np.full(60, s), z], 1) for s in np.linspace(-length / 2, length / 2, 26)]
    obj = mesh.loft("cinnamon", rings, material, closed=False)
    solid = obj.modifiers.new("solid", "SOLIDIFY")
    solid.thickness, solid.offset = 0.035, 0
    obj.location, obj.rotation_euler.z = at, math.radians(turn_deg)
    return settle(obj, at[2])


def spool(at, wood, twine):
    """Twine wound on a wooden reel that lies, its end loose on the table."""
    core = [(0, 0), (0.42, 0, 0.03), (0.42, 0.12, 0.04), (0.2, 0.16, 0.03), (0.2, 0.9, 0.03), (0.42, 0.94, 0.04), (0.42, 1.06, 0.03), (0, 1.06)]
    parts = [mesh.lathe("reel", core, wood, 72)]
    coil = []
    for k in range(17 * 26):
        t = k / 26
        coil.append((0.335 * math.cos(t * 6.2832), 0.335 * math.sin(t * 6.2832), 0.2 + 0.66 * (t / 17)))
    parts.append(mesh.tube("coil", coil, 0.026, twine, resolution=3, kind="POLY"))
    inner = mesh.lathe("wound", [(0.2, 0.16), (0.325, 0.18, 0.02), (0.325, 0.88, 0.02), (0.2, 0.9)], twine, 64)
    parts.append(inner)
    return mesh.move(parts, (at[0], at[1], 0.42), (-90, 0, at[2]))


def heap(rng, at, radius, height, material):
    """Ground spice in a bowl."""
    wave = relief.waves(int(rng.integers(1 << 30)), 20, 1.5, 6)
    a, rings = np.arange(64) / 64 * 2 * math.pi, []
    for s in np.linspace(1.0, 0.01, 22):
        x, y = radius * s * np.cos(a), radius * s * np.sin(a)
        rings.append(np.stack([x, y, height * (1 - s**1.6) + 0.05 * wave(x * 2, y * 2) * (1 - s**4)], 1))
    obj = mesh.loft("heap", rings, material)
    obj.location = at
    return obj


def build(view, rng):
    sign = 1 if view.seed % 2 == 0 else -1
    boards(rng)
    flesh = fruits.pulp("dried orange", "#c4661a", "#e0973c", "#e2b878", "#a84f12", 11)
    for x, y, r in ((-2.75, 2.55, 0.72), (-1.75, 3.1, 0.66), (2.75, -2.35, 0.7), (3.3, -1.45, 0.6)):
        settle(fruits.slice_(rng, (x * sign, y), r, flesh, None, 0.0, 0.09, (rng.uniform(2, 7), rng.uniform(0, 360))))
    bark = surfaces.bark("cinnamon", "#5e3218", "#a8693a")
    for x, y, long, turn in ((2.15, 2.95, 2.0, 62), (2.4, 2.6, 1.9, 70), (2.75, 2.4, 2.1, 52)):
        cinnamon(rng, (x * sign, y, 0.0), long, turn * sign, bark)
    twine = surfaces.linen("twine", "#c2a678", 0.02, 0.8)
    mesh.tube("tie", [((2.43 + 0.55 * math.sin(a) * 0.9) * sign, 2.62 + 0.2 * math.sin(a) * 0.9, 0.17 + 0.2 * math.cos(a)) for a in np.linspace(0, 2 * math.pi, 24)], 0.025, twine, cyclic=True)
    star = surfaces.bark("anise", "#4a2412", "#8a4c26")
    for x, y, size in ((-2.55, 1.35, 0.5), (1.55, 3.2, 0.42), (-3.1, -0.2, 0.44), (2.3, -3.2, 0.46), (3.15, 0.95, 0.4)):
        anise(rng, (x * sign, y, 0.0), size, star)
    spool((-2.55 * sign, -1.9, 30 * sign), m.wood("reel", "#b98f60", "#7f5a38", 0.5), twine)
    loose = [((-2.1 + 0.5 * t + 0.35 * math.sin(2.1 * t)) * sign, -1.55 - 0.42 * t + 0.4 * math.cos(2.4 * t), 0.03) for t in np.linspace(0, 4.2, 40)]
    mesh.tube("loose", loose, 0.028, twine, resolution=3)
    glaze, dark = surfaces.ceramic("bowl", "#d9cdbb", 0.4, "#8f7b64"), surfaces.ceramic("dark bowl", "#3c3a38", 0.45)
    furniture.bowl(0.85, 0.5, (2.95 * sign, -0.25 - 0.05, 0), dark, 0.5)
    heap(rng, (2.95 * sign, -0.3, 0.26), 0.7, 0.2, surfaces.sand("paprika", "#a83a16"))
    furniture.bowl(0.7, 0.45, (-3.05 * sign, -3.15, 0), glaze, 0.5)
    pepper = m.principled("pepper", "#2d2521", 0.6)
    corns = [(-3.05 * sign + 0.5 * math.sqrt(u) * math.cos(a), -3.15 + 0.5 * math.sqrt(u) * math.sin(a)) for u, a in zip(rng.random(110), rng.uniform(0, 6.28, 110))]
    fruits.berries(rng, corns, 0.062, pepper, 0.3)
    fruits.berries(rng, [(rng.uniform(-2.5, -1.9) * sign, rng.uniform(-3.4, -2.7)) for _ in range(9)], 0.06, pepper)
    bay, twig = surfaces.leaf("bay", "#5d6f3f", "#93a066", "#b9bd86", 0.25, 0.5, 0.3), surfaces.bark("twig", "#4a3a28", "#7d6a4c")
    plants.laurel(rng, (-3.7 * sign, 3.6, 0.12), (0.75 * sign, -0.8, 0.0), 2.2, (bay, twig), 0.75, 0.05, width=0.42)
    plants.laurel(rng, (3.9 * sign, 1.7, 0.12), (-0.85 * sign, -0.12, 0.0), 1.5, (bay, twig), 0.7, 0.05, width=0.42)
    herb = surfaces.leaf("rosemary", "#4a5f42", "#86997a", "#86997a", 0.15, 0.6, 0.2)
    for x, y, way, long in ((-1.0, -3.7, (0.95, 0.25, 0.02), 2.3), (-0.4, -3.55, (0.9, 0.02, 0.02), 1.9)):
        plants.fir(rng, (x * sign, y, 0.14), (way[0] * sign, way[1], way[2]), long, (herb, twig), 95, 3, 0.26, 0.05)
    nut = surfaces.pebble("hazelnut", "#7a4a26", "#b98a58", 0.45)
    for x, y in ((-2.0, 2.05), (-1.55, 2.35), (1.7, -2.75), (-3.2, 0.65)):
        shell = relief.body("nut", int(rng.integers(1 << 30)), nut, (0.2, 0.19, 0.21), 0.06, 0.0, 4)
        shell.location = (x * sign, y, 0)
        settle(shell)
    napkin = surfaces.linen("napkin", "#d9d2c2", 0.032)
    cloth.folded(rng, (2.4, 2.2, 0.12), 4, napkin, (3.5 * sign, 3.5, -0.02), 24 * sign, 0.015)
    azimuth = -58 + view.light_turn_deg
    gobos.leaves(rng, azimuth, 38, 12, (0, 0, 0), 6, 4, 1.5, gap=2.8)
    lights.sun(azimuth, 38, 3.8, "#ffecd0", 2.0)
    lights.sky(0.6, "#e9e4dd")
    return Place(0.0, shapes.rectangle(-1.7, -2.1, 1.7, 2.1), [(0, 0), (0.12, 0.1), (-0.1, -0.12)], 3.2, 4.2, 0.04, 0.75, "#71583f", "ground")
