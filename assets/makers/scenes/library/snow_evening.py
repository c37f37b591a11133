"""A winter evening outdoors: a weathered rail in snow, a lantern that burns, snowy pines far behind in blue dusk."""

import math

import numpy as np

import materials as m
import mesh

from kit import candles, lights, plants, relief, shapes, surfaces
from kit.batch import Batch, pose
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Snowy evening", "de": "Winterabend im Schnee"},
    "category": "outdoor",
    "tags": {
        "en": ["snow", "winter", "lantern", "evening", "dusk", "pines", "forest", "candle", "wood", "cold", "frost", "cones"],
        "de": ["Schnee", "Winter", "Laterne", "Abend", "Dämmerung", "Kiefern", "Tannen", "Wald", "Kerze", "Holz", "Kälte", "Frost", "Zapfen"],
    },
    "seasons": ["winter"],
    "light": ["evening", "blue hour", "candlelight"],
    "moods": ["calm", "cozy", "cold"],
    "colors": ["blue", "white", "amber", "brown"],
}
VIEWS = {
    "middle": View(15, span=4.9, row=0.72, f_stop=2.8, seed=362),
    "low": View(6, span=5.0, row=0.74, f_stop=2.8, seed=361, yaw_deg=-3),
    "high": View(37, span=5.0, row=0.63, f_stop=2.8, seed=363, yaw_deg=5),
}
TONE = Tone(exposure=1.18, contrast=1.15)


def dusk():
    def build(n):
        z = n.add("ShaderNodeSeparateXYZ", {0: n.coord()}).outputs[2]
        t = n.add("ShaderNodeMapRange", {"Value": z, 1: 14.0, 2: 44.0, 3: 0.0, 4: 1.0}).outputs[0]
        return {"Emission": n.ramp(t, (0.0, "#d9b9a6"), (0.22, "#93a3c4"), (0.55, "#5f7cae"), (1.0, "#2f4f86")), "Emission Strength": 0.44}

    return m.principled("dusk", "#101418", 0.95, build)


def pine(rng, at, height, needles, snow):
    """A far conifer: rings of drooping boughs, each under its own snow."""
    green, white, shape = Batch("pine"), Batch("pine snow"), plants.blade(rng, 0.42, fold=0.5, bend=0.4)
    rows = 15
    for k in range(rows):
        t = k / rows
        reach = height * 0.28 * (1 - t) ** 0.85 + 0.12
        for j in range(max(5, round(13 * (1 - t)))):
            a = 2 * math.pi * (j + rng.random()) / max(5, round(13 * (1 - t)))
            z = at[2] + height * (0.08 + 0.92 * t) + rng.normal(0, 0.06 * height / rows)
            matrix = pose((at[0], at[1], z), (rng.uniform(-28, -8), 0, math.degrees(a)), reach * rng.uniform(0.8, 1.15))
            green.add(shape, matrix, rng.random())
            if rng.random() < 0.75:
                white.add(shape, pose((0, 0, 0.035 * reach + 0.03)) @ matrix @ pose((0, 0.12, 0), scale=(0.72, 0.82, 0.8)), rng.random())
    return [green.build(needles), white.build(snow)]


def lantern(rng, at, metal, glass, turn_deg=18):
    """Four posts, glass, a roof with a ring, a candle inside."""
    w, h = 0.95, 1.55
    parts = [mesh.box("foot", (w + 0.2, w + 0.2, 0.12), (0, 0, 0), metal, 0.03), mesh.box("rim", (w + 0.16, w + 0.16, 0.08), (0, 0, h), metal, 0.02)]
    for x in (-1, 1):
        for y in (-1, 1):
            parts.append(mesh.box("post", (0.08, 0.08, h), (x * w / 2, y * w / 2, 0.06), metal, 0.02))
    for k in range(4):
        a = k * math.pi / 2
        pane = mesh.box("pane", (w - 0.06, 0.015, h - 0.12), (-math.sin(a) * w / 2, math.cos(a) * w / 2, 0.12), glass, turn_deg=math.degrees(a))
        parts.append(pane)
    roof = [mesh.rounded_rect(s, s, 0.08, z) for s, z in ((w + 0.3, h + 0.07), (w + 0.26, h + 0.13), (0.42, h + 0.5), (0.36, h + 0.52), (0.34, h + 0.7), (0.12, h + 0.76))]
    parts.append(mesh.smooth_by_angle(mesh.loft("roof", roof, metal, caps=(True, True)), 30))
    parts.append(mesh.tube("ring", [(0.24 * math.cos(k * math.pi / 12), 0, h + 0.95 + 0.24 * math.sin(k * math.pi / 12)) for k in range(24)], 0.03, metal, cyclic=True))
    return mesh.move(parts, at, (0, 0, turn_deg))


def build(view, rng):
    wave, fine = relief.waves(361, 24, 0.3, 1.5), relief.waves(362, 30, 3, 11)
    snow = surfaces.snow()
    boards = m.wood("boards", "#8a7a68", "#4a3f36", 0.75, plank=1.45)
    mesh.box("boards", (30, 12.25, 0.5), (0, -1.95, -0.5), boards, 0.04)

    def drift(x, y):
        clear = np.maximum(np.abs(x + 0.2 * wave(y, x)) / 1.75, np.abs(y - 0.1 + 0.25 * wave(x, y)) / 1.35)
        rise = 1 - np.exp(-np.maximum(clear - 1.0, 0) ** 1.4 * 3.2)
        hide = 0.05 * (1 - np.minimum(1, np.maximum(clear - 0.98, 0) * 30))
        # Flat in front: a low camera must see the foot of the product.
        deep = np.clip((y + 0.6) / 1.5, 0.22, 1)
        return rise * deep * (0.22 + 0.13 * wave(x, y)) + 0.012 * fine(x, y) * rise - hide

    relief.sheet("snow", (24, 12.1), (0, -1.95), drift, snow, (520, 340))
    meadow = relief.waves(363, 18, 0.08, 0.4)
    relief.sheet("meadow", (120, 60), (0, 36), lambda x, y: -5.5 + 0.8 * meadow(x, y) + 0.06 * np.maximum(y - 12, 0), snow, 160)
    mesh.box("dusk", (260, 1, 120), (0, 66, -14), dusk())
    needles = surfaces.leaf("needles", "#16302c", "#2f4f46", "#2f4f46", 0.1)
    for x, y, h in ((-9.5, 19, 11), (-5.2, 24, 13), (7.6, 18, 11.5), (11.5, 24, 15), (3.4, 29, 14), (-13.5, 27, 16), (-1.4, 35, 15), (16, 33, 17), (8, 38, 16), (-9, 39, 17)):
        pine(rng, (x, y, -5.4 + 0.06 * max(y - 12, 0)), h, needles, snow)
    iron, glass = m.principled("iron", "#17181a", 0.45, metallic=0.7), surfaces.clear("pane", "#f4f6f4")
    at = lambda x, y: float(drift(np.array(x), np.array(y)))
    spot = (-2.35, 1.55)
    lantern(rng, (*spot, 0.1), iron, glass)
    candles.candle(rng, (*spot, 0.22), 0.28, 0.62, "#f1e2c6", 150.0, "fill")
    cap = relief.body("snow cap", 5, snow, (0.34, 0.34, 0.1), 0.1, 0.02)
    cap.location = (*spot, 0.1 + 1.55 + 0.74)
    green = surfaces.leaf("fir needles", "#1f3f2e", "#446a4c", "#3f6a45", 0.12, 0.4, 0.5)
    twig = surfaces.bark("twig", "#3a2a1e", "#6b543e")
    for start, way, length in (((4.6, 1.7, 0.9), (-1, -0.35, -0.12), 2.9), ((4.6, 0.7, 0.35), (-1, -0.2, 0.02), 2.3), ((-4.9, 0.4, 0.4), (1, -0.2, 0.0), 2.4)):
        plants.fir(rng, start, way, length, (green, twig), 110, 5, 0.22, 0.2)
    berry = m.principled("berry", "#b01a1f", 0.22, specular=0.6)
    for k in range(13):
        x, y = 2.45 + rng.normal(0, 0.26), 0.75 + rng.normal(0, 0.2)
        ball = relief.body("berry", k, berry, (0.085, 0.085, 0.08), 0.03, 0.0, 3)
        ball.location = (x, y, max(0.0, at(x, y)) + 0.07 + 0.12 * rng.random() * (abs(x - 2.45) < 0.2))
    cone(rng, (1.75, -0.35, max(0, at(1.75, -0.35)) + 0.22), 0.34, surfaces.bark("cone", "#3a261a", "#8a6848"), (80, 0, 40))
    cone(rng, (-1.75, -0.1, max(0, at(-1.75, -0.1)) + 0.2), 0.3, surfaces.bark("cone b", "#3a261a", "#8a6848"), (75, 0, -60))
    front(*plants.fir(rng, (3.7, -2.7, 0.75), (-1, 0.12, -0.08), 2.1, (green, twig), 110, 4, 0.22, 0.15))
    front(*cone(rng, (-2.1, -2.5, at(-2.1, -2.5) + 0.24), 0.4, surfaces.bark("cone c", "#3a261a", "#8a6848"), (78, 0, 65)))
    lights.panel((-5.5, -4.5, 5.5), (0, 0.3, 0.5), (2, 2), 900, "#ffd8ac", "key")
    lights.panel((6.5, 4, 6), (0, 0, 0.6), (4, 4), 520, "#9dbcff", "fill")
    lights.sky(0.5, (0.0, "#5c6c90"), (0.5, "#7f93c0"), (1.0, "#8fa8dc"))
    return Place(0.0, shapes.rectangle(-1.1, -0.8, 1.1, 0.9), [(0, 0), (-0.25, 0.1), (0.25, -0.05)], 2.1, 3.2, 0.05, 0.75, "#6b5e50", "ground")


def cone(rng, at, size, material, turn):
    """A pine cone: scales in a spiral around a core."""
    batch, scale = Batch("cone"), plants.blade(rng, 0.7, tip=0.4, fold=0.1, bend=-0.5, base=0.5)
    for k in range(70):
        t = (k + 0.5) / 70
        r = math.sin(math.pi * (0.12 + 0.83 * t)) ** 0.8
        batch.add(scale, pose((0, 0, 2.1 * t - 1.05), (0, 0, k * 137.5)) @ pose((0, 0.25 * r, 0), (38 + 25 * t, 0, 0), 0.55 * r + 0.12), rng.random())
    obj = batch.build(material)
    obj.scale, obj.location, obj.rotation_euler = (size,) * 3, at, [math.radians(d) for d in turn]
    core = relief.body("core", 3, material, (0.32, 0.32, 1.0), 0.05, 0.0, 3)
    core.scale, core.location, core.rotation_euler = (size,) * 3, at, [math.radians(d) for d in turn]
    return [obj, core]
