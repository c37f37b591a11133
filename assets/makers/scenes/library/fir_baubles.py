"""Christmas: a slice of birch in fresh snow, fir and red baubles, small lamps far behind in the blue hour."""

import math

import materials as m
import mesh

from kit import furniture, lights, plants, relief, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Snow, fir and baubles", "de": "Schnee, Tanne und Christbaumkugeln"},
    "category": "seasonal",
    "tags": {
        "en": ["christmas", "snow", "fir", "baubles", "winter", "string lights", "advent", "holiday", "wood slice"],
        "de": ["Weihnachten", "Schnee", "Tanne", "Tannenzweige", "Christbaumkugeln", "Winter", "Lichterkette", "Advent", "Baumscheibe"],
    },
    "seasons": ["winter", "christmas"],
    "light": ["evening", "blue hour", "warm lamps"],
    "moods": ["festive", "cozy", "magical"],
    "colors": ["red", "green", "white", "gold"],
}
VIEWS = {
    "low": View(6, span=5.0, row=0.73, f_stop=2.8, seed=51, yaw_deg=-3, key=0.1),
    "middle": View(16, span=5.0, row=0.72, f_stop=2.8, seed=52),
    "high": View(38, span=5.0, row=0.63, f_stop=2.8, seed=53, yaw_deg=5),
}
TONE = Tone(key=0.175, contrast=1.16)


def bauble(at, size, ball, cap, ground):
    r = [(math.sin(a * math.pi / 48) + 1e-4, -math.cos(a * math.pi / 48)) for a in range(49)]
    body = mesh.lathe("bauble", r, ball, 96)
    collar = mesh.lathe("collar", [(0.2, 0.93), (0.2, 1.12, 0.02), (0.14, 1.15), (0, 1.15)], cap, 48)
    ring = mesh.tube("ring", [(0.1 * math.cos(a), 0, 1.24 + 0.1 * math.sin(a)) for a in (k * math.pi / 8 for k in range(17))], 0.018, cap, kind="POLY")
    handle = mesh.move([body, collar, ring], (at[0], at[1], ground + size), (at[2], at[3], at[4]), size)
    return [body, collar, ring, handle]


def slice_of_birch(radius, height, at, rng):
    def rings(n):
        xyz = n.add("ShaderNodeSeparateXYZ", {0: n.coord()}).outputs
        wobble = n.math("MULTIPLY", n.noise(n.coord(), 1.3, 3), 0.35)
        r = n.math("ADD", n.math("SQRT", n.math("ADD", n.math("MULTIPLY", xyz[0], xyz[0]), n.math("MULTIPLY", xyz[1], xyz[1]))), wobble)
        year = n.math("ABSOLUTE", n.math("SINE", n.math("MULTIPLY", r, 34)))
        crack = n.noise(n.coord(), 6, 5)
        tone = n.math("ADD", n.math("MULTIPLY", year, 0.35), n.math("MULTIPLY", crack, 0.6))
        return {"Base Color": n.mix(n.ramp(tone, (0.2, 0.0), (0.75, 1.0)), "#a97c4f", "#dcb989"), "Normal": n.bump(tone, 0.25, 0.02)}

    wood = m.principled("slice", "#c79b68", 0.7, rings)
    rind = surfaces.bark("rind", "#4a3c30", "#cfc4b4")
    mesh.lathe("slice", [(0, 0), (radius * 0.97, 0), (radius * 0.97, height, 0.03), (radius * 0.5, height), (0, height)], wood, 128).location = at
    shell = mesh.lathe("rind", [(radius * 0.93, 0), (radius, 0, 0.03), (radius, height - 0.02, 0.05), (radius * 0.955, height - 0.01)], rind, 160)
    shell.location = at


def dusk():
    """A winter evening's haze: pale at the ground, blue above."""

    def build(n):
        z = n.add("ShaderNodeSeparateXYZ", {0: n.coord()}).outputs[2]
        t = n.add("ShaderNodeMapRange", {"Value": z, 1: 19.0, 2: 34.0, 3: 0.0, 4: 1.0}).outputs[0]
        return {"Base Color": n.ramp(t, (0.0, "#b9c3d6"), (0.3, "#76869f"), (1.0, "#2f4468"))}

    return m.principled("dusk", "#5a6c8c", 0.95, build)


def build(view, rng):
    wave, fine = relief.waves(7, 24, 0.25, 1.4), relief.waves(8, 30, 3, 11)

    def ground(x, y):
        import numpy as np

        flat = 1 - np.exp(-((x**2 + (y - 0.2) ** 2) / 3.2))
        return (0.16 * wave(x, y) + 0.012 * fine(x, y)) * flat + 0.02 * (y > 0) * y

    relief.sheet("snow", (44, 40), (0, 13), ground, surfaces.snow(), 420)
    slice_of_birch(1.7, 0.42, (0, 0.2, -0.06), rng)
    needles = surfaces.leaf("needles", "#1f3f2a", "#3f6a45", "#3f6a45", 0.12, 0.4, 0.5)
    wood = surfaces.bark("twig", "#3a2a1e", "#6b543e")
    for start, way, length in (((-4.6, 2.2, 1.9), (1, -0.35, -0.1), 4.0), ((-4.8, 1.2, 0.5), (1, -0.15, 0.06), 3.2), ((4.7, 2.4, 1.1), (-1, -0.3, 0.0), 3.4), ((4.6, 0.9, 0.25), (-1, -0.1, 0.05), 2.5), ((-3.2, 3.6, 3.6), (0.8, -0.3, -0.3), 3.4)):
        plants.fir(rng, start, way, length, (needles, wood), 120, 6, 0.24, 0.25)
    front(*plants.fir(rng, (-4.0, -2.3, 0.2), (1, 0.12, 0.05), 2.4, (needles, wood), 120, 4, 0.22, 0.1))
    red = surfaces.metal("red", "#b3161f", 0.16)
    matt = m.principled("matt", "#a01722", 0.5, specular=0.4)
    gold = surfaces.metal("gold", "#d8b070", 0.24)
    bauble((-2.15, 0.35, 20, -30, 15), 0.46, red, gold, -0.06)
    bauble((2.2, 0.5, -30, 22, 40), 0.54, matt, gold, -0.08)
    bauble((2.75, -0.45, 60, 30, -20), 0.32, gold, gold, -0.05)
    bauble((-2.75, 1.4, 10, 20, 5), 0.36, gold, gold, 0.0)
    front(*bauble((1.95, -2.4, 35, -20, 10), 0.44, red, gold, -0.1))
    lamps = [(rng.uniform(-9, 9), rng.uniform(9, 17), rng.uniform(1.4, 7.5)) for _ in range(64)]
    furniture.string_lights(lamps, 64, "#ff9d45", 1.6, 0.085)
    dark = surfaces.leaf("far fir", "#16302a", "#26463a", "#26463a", 0.1)
    for x in (-9, -5.5, 5, 8.5, -2, 2.4):
        for k in range(7):
            plants.fir(rng, (x + rng.uniform(-0.4, 0.4), 15 + rng.uniform(-1, 1), 0.6 + k * 1.1), (rng.uniform(-1, 1), -0.6, -0.2), 3.2 - 0.3 * k, (dark, wood), 26, 3, 0.5, 0.4)
    mesh.box("night", (160, 1, 80), (0, 34, -20), dusk())
    lights.panel((-5.5, -4.5, 6), (0, 0.3, 0.3), (2.2, 2.2), 1300, "#ffd9a6")
    lights.panel((7, 6, 5), (0, 0, 0.5), (3, 4), 700, "#9fc0ff", "fill")
    lights.sky(0.5, (0.0, "#5a6a8a"), (0.5, "#6f86b4"), (1.0, "#8aa4d8"))
    return Place(0.36, shapes.round_polygon(1.25, 0.2), [(0, 0.15), (-0.25, 0.25), (0.25, 0.2)], 2.1, 3.2, 0.05, 0.7, "#c79b68")
