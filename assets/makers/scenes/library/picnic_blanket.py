"""A picnic: a checkered blanket in the grass, a wicker basket, bread, apples, daisies, sun through trees."""

import math

import numpy as np
from mathutils import Vector

import materials as m
import mesh

from kit import gobos, lights, plants, relief, shapes, surfaces, wicker
from kit.batch import Batch, Shape, aim, grid, pose
from kit.cameras import View
from kit.place import Place, Tone
from kit.settle import settle
from kit.stage import front

FACTS = {
    "name": {"en": "Picnic blanket", "de": "Picknickdecke"},
    "category": "outdoor",
    "tags": {
        "en": ["picnic", "blanket", "checkered", "gingham", "basket", "wicker", "bread", "apples", "grass", "meadow", "park", "garden", "daisies", "summer"],
        "de": ["Picknick", "Decke", "kariert", "Karo", "Korb", "Weidenkorb", "Brot", "Äpfel", "Gras", "Wiese", "Park", "Garten", "Gänseblümchen", "Sommer"],
    },
    "seasons": ["summer", "spring"],
    "light": ["sun", "afternoon", "leaf shadow"],
    "moods": ["cheerful", "relaxed", "rustic"],
    "colors": ["red", "white", "green", "brown"],
}
VIEWS = {
    "middle": View(18, span=5.0, row=0.70, seed=412, f_stop=3.0),
    "low": View(8, span=5.0, row=0.74, seed=411, yaw_deg=-4, f_stop=2.8),
    "high": View(39, span=5.1, row=0.66, seed=413, yaw_deg=4, f_stop=3.2),
}
TONE = Tone(key=0.25, contrast=1.15)


def gingham(name, color, white="#f2ece0", check=0.42, thread=0.024):
    """Two crossing stripes of cloth: full color where both meet, half where one does."""

    def build(n):
        at = n.coord("UV")
        xyz = n.add("ShaderNodeSeparateXYZ", {0: at}).outputs
        stripe = lambda k: n.math("GREATER_THAN", n.math("SINE", n.math("MULTIPLY", xyz[k], math.pi / check)), 0.0)
        wave = lambda k: n.math("SINE", n.math("MULTIPLY", xyz[k], 6.2832 / thread))
        weave = n.math("MULTIPLY", wave(0), wave(1))
        slub = n.noise(n.add("ShaderNodeMapping", {"Vector": at, "Scale": (1, 14, 1)}).outputs[0], 2.0, 3, 0.6)
        level = n.math("MULTIPLY", n.math("ADD", stripe(0), stripe(1)), 0.5)
        base = n.mix(n.math("MULTIPLY", level, 0.96), white, color)
        base = surfaces.shade(n, base, n.ramp(n.math("ADD", n.math("MULTIPLY", weave, 0.2), slub), (0.3, 0.0), (0.7, 1.0)), 0.18)
        return {"Base Color": base, "Normal": n.bump(n.math("ADD", weave, slub), 0.35, 0.02)}

    return m.principled(name, m.between(color, white), 0.92, build, sheen=0.4, specular=0.1)


def meadow(rng, material, height, hide):
    """Blades of grass, dense and long near the blanket, coarser far behind."""
    kinds = []
    for _ in range(7):
        bend, w = rng.uniform(0.15, 0.6), 0.045
        s = np.array([0, 0.35, 0.7, 1.0])
        left = np.stack([-w * (1 - s), bend * s**2, s * (1 - 0.2 * bend * s)], 1)
        kinds.append(Shape(np.concatenate([left, left * [-1, 1, 1]]), [(k, k + 4, k + 5, k + 1) for k in range(3)], np.stack([np.tile(s, 2), np.repeat([-0.3, 0.3], 4)], 1)))
    for near, count, size in ((True, 15000, 0.42), (False, 11000, 0.62)):
        batch = Batch("grass")
        for _ in range(count):
            x, y = (rng.uniform(-8, 8), rng.uniform(-6, 8)) if near else (rng.uniform(-15, 15), 8 + 16 * rng.random() ** 1.3)
            if near and hide(x, y):
                continue
            wide = 1.0 if near else 1.8
            scale = size * rng.uniform(0.5, 1.25)
            batch.add(kinds[rng.integers(7)], pose((x, y, float(height(x, y)) - 0.02), (rng.normal(0, 10), rng.normal(0, 10), rng.uniform(0, 360)), (scale * wide, scale, scale)), rng.random())
        batch.build(material, smooth=False)


def daisies(rng, spots, white, heart, stalk):
    """Small flowers that stand in the grass."""
    petal = grid(lambda u, v: (v * 0.13 * np.sin(np.pi * (0.1 + 0.85 * u)) ** 0.6, 0.12 + 0.5 * u, 0.1 * u * u - 0.03), 6, 3)
    batch = Batch("daisy")
    for x, y, z in spots:
        size, tall = rng.uniform(0.24, 0.32), rng.uniform(0.3, 0.55)
        top = (x + rng.normal(0, 0.06), y - 0.05, z + tall)
        lean = pose(top, (rng.uniform(10, 40), rng.normal(0, 14), 0), size)
        for k in range(15):
            batch.add(petal, lean @ pose((0, 0, 0), (rng.normal(0, 6), 0, k * 24)), rng.random())
        button = relief.body("heart", int(rng.integers(1 << 30)), heart, (0.18 * size, 0.18 * size, 0.1 * size), 0.03, 0.02, 3)
        button.matrix_world = lean @ pose((0, 0, 0.03))
        button.scale = (1, 1, 1)
        mesh.tube("stalk", [(x, y, z - 0.05), ((x + top[0]) / 2, y, z + tall * 0.5), top], 0.018, stalk, resolution=2)
    return batch.build(white)


def apple_skin(name, red="#b3202a", gold="#d9a64a"):
    def build(n):
        at = n.coord()
        xyz = n.add("ShaderNodeSeparateXYZ", {0: at}).outputs
        turn = n.math("ARCTAN2", xyz[1], xyz[0])
        streak = n.noise(n.add("ShaderNodeCombineXYZ", {0: n.math("MULTIPLY", turn, 4.0), 1: n.math("MULTIPLY", xyz[2], 0.7), 2: 0.0}).outputs[0], 2.2, 5, 0.65)
        patch = n.noise(at, 0.8, 3)
        ripe = n.math("ADD", n.math("MULTIPLY", streak, 0.6), n.math("MULTIPLY", patch, 0.55))
        color = n.mix(n.ramp(ripe, (0.42, 0.0), (0.66, 1.0)), gold, red)
        dots = n.ramp(n.noise(at, 26, 2), (0.66, 0.0), (0.7, 0.5))
        return {"Base Color": n.mix(dots, color, "#e8cf96"), "Roughness": n.ramp(patch, (0.3, 0.2), (0.7, 0.38))}

    return m.principled(name, red, 0.28, build, specular=0.5)


def apple(rng, at, size, skin, stalk, ground=0.0):
    t = np.linspace(0.02, math.pi - 0.02, 48)
    r = np.sin(t) ** 0.85 * (1.0 + 0.1 * np.cos(t + math.pi))
    z = -np.cos(t) * 0.9 + 0.34 * np.exp(-((r / 0.3) ** 2)) * np.where(t > 1.57, -1, 0.6)
    body = mesh.lathe("apple", [(float(a), float(b)) for a, b in zip(r, z)], skin, 72)
    stem = mesh.tube("apple stalk", [(0, 0, 0.45), (0.03, 0, 0.8), (0.14, 0.04, 1.12)], 0.04, stalk, radii=[0.8, 0.9, 1.3])
    handle = mesh.move([body, stem], (at[0], at[1], 0), (rng.uniform(-28, 28), rng.uniform(-28, 28), rng.uniform(0, 360)), size)
    return settle(handle, ground)


def crust():
    def build(n):
        at = n.coord()
        cloud, fine = n.noise(at, 1.4, 5, 0.6), n.noise(at, 16, 4, 0.65)
        flour = n.ramp(n.math("ADD", n.noise(at, 2.6, 6, 0.7), n.math("MULTIPLY", n.add("ShaderNodeSeparateXYZ", {0: n.add("ShaderNodeNewGeometry").outputs["Normal"]}).outputs[2], 0.16)), (0.56, 0.0), (0.7, 0.75))
        base = n.mix(n.ramp(cloud, (0.35, 0.0), (0.68, 1.0)), "#8a4a1c", "#cf8f48")
        return {"Base Color": n.mix(flour, base, "#efdfc2"), "Roughness": n.ramp(fine, (0.3, 0.55), (0.7, 0.85)), "Normal": n.bump(n.math("ADD", cloud, n.math("MULTIPLY", fine, 0.4)), 0.5, 0.05)}

    return m.principled("crust", "#b5732f", 0.7, build, specular=0.2)


def loaf(rng, at, size, material, turn_deg, cuts=5, long=2.6):
    """A baked loaf: cuts across its back that opened in the oven."""
    wave = relief.waves(int(rng.integers(1 << 30)), 14, 0.8, 3.0, 3)
    a, rings = np.arange(72) / 72 * 2 * math.pi, []
    for s in np.linspace(-1, 1, 150):
        r = max(0.004, (1 - abs(s) ** 2.6) ** 0.55)
        y, z = np.cos(a) * r, np.sin(a) * r * 0.78
        back = np.clip(np.sin(a), 0, 1) ** 1.5
        slant = s * long + 0.55 * np.cos(a)
        phase = slant / (2 * long) * cuts * 2 * math.pi
        cut = np.exp(-((np.sin(phase / 2) / 0.2) ** 2)) * back * (abs(s) < 0.88)
        lip = np.exp(-(((np.sin(phase / 2) - 0.34) / 0.14) ** 2)) * back * (abs(s) < 0.88)
        k = 1 - 0.14 * cut + 0.05 * lip + 0.03 * wave(np.full(72, s * long), y, z)
        rings.append(np.stack([np.full(72, s * long), y * k, np.maximum(z * k, -0.55 * r)], 1))
    obj = mesh.loft("loaf", rings, material, caps=(True, True))
    obj.scale, obj.location, obj.rotation_euler = (size,) * 3, at, (0, 0, math.radians(turn_deg))
    return obj


def trees(rng, leaf, bark):
    kinds, cloud = [plants.blade(rng, 0.6) for _ in range(4)], Batch("far leaves")
    for _ in range(2600):
        at = (rng.uniform(-22, 22), rng.uniform(27, 36), rng.uniform(0, 13) * rng.uniform(0.4, 1))
        cloud.add(kinds[rng.integers(4)], aim(at, Vector(rng.normal(0, 1, 3)), rng.uniform(0, 360), rng.uniform(0.7, 1.4)), rng.random())
    cloud.build(leaf)
    for _ in range(7):
        x, y = rng.uniform(-20, 20), rng.uniform(30, 36)
        mesh.rod("trunk", (x, y, -1), (x, y, 20), rng.uniform(0.4, 0.8), bark, 12)
    hedge = m.principled("hedge", "#56743f", 0.95, lambda n: {"Base Color": n.mix(n.ramp(n.noise(n.coord(), 0.5, 6, 0.7), (0.35, 0.0), (0.7, 1.0)), "#2c4a26", "#a4c069")})
    mesh.box("hedge", (120, 1, 13), (0, 38, -1), hedge)


def build(view, rng):
    swell, fine = relief.waves(411, 16, 0.3, 1.1), relief.waves(412, 20, 1.0, 3.4)
    red = gingham("gingham", "#b3202c")
    c, s = math.cos(0.22), math.sin(0.22)

    def cloth_height(x, y):
        calm = 1 - np.exp(-((x**2 + (y - 0.1) ** 2) / 1.7) ** 2)
        u, v = c * x + s * y, -s * x + c * y
        ridge = np.maximum(0, np.sin(1.3 * u + 2.1 * v + 1.6 * swell(x, y))) ** 4
        return calm * (0.1 * ridge + 0.05 * (1 + swell(x, y)) + 0.012 * fine(x, y)) + 0.03

    wide, deep = 7.6, 8.2
    sheet = relief.sheet("blanket", (wide, deep), (0, 0), lambda u, v: 0 * u, red, 360)
    co = np.empty(len(sheet.data.vertices) * 3, np.float32)
    sheet.data.vertices.foreach_get("co", co)
    p = co.reshape(-1, 3)
    u, v = p[:, 0].copy(), p[:, 1].copy()
    v = v + 0.12 * fine(u, 3 + 0 * u) * (v > 0)
    p[:, 0], p[:, 1] = c * u - s * v, s * u + c * v - 0.9
    border = np.minimum((wide / 2 - np.abs(u)), (deep / 2 - np.abs(v)))
    p[:, 2] = cloth_height(p[:, 0], p[:, 1]) * np.clip(0.35 + border / 0.8, 0.35, 1)
    sheet.data.vertices.foreach_set("co", p.ravel())
    solid = sheet.modifiers.new("solid", "SOLIDIFY")
    solid.thickness, solid.offset = 0.03, 1.0

    def covered(x, y):
        a, b = c * x + s * (y + 0.9), -s * x + c * (y + 0.9)
        return abs(a) < wide / 2 - 0.04 and abs(b) < deep / 2 - 0.06

    land = lambda x, y: -0.06 + 0.05 * swell(x * 0.4, y * 0.4) - 0.02 + 0.02 * np.maximum(y - 4, 0)
    earth = m.principled("earth", "#4a5a2c", 0.95, lambda n: {"Base Color": n.mix(n.noise(n.coord(), 1.5, 5), "#33411f", "#6f8240")})
    relief.sheet("earth", (90, 60), (0, 24), lambda x, y: land(x, y) - 0.06, earth, 120)
    grass = surfaces.leaf("grass", "#3f5f22", "#9ab24a", "#8fa64a", 0.4, 0.5, 0.25)
    meadow(rng, grass, land, covered)
    bark = surfaces.bark("bark", "#3a2c20", "#7d6a50")
    trees(rng, surfaces.leaf("far leaf", "#4a7030", "#b4cc68", "#b4cc68", 0.5), bark)

    at = lambda x, y: float(cloth_height(np.array(x), np.array(y))) + 0.03
    willow = m.principled("willow", "#a9783f", 0.6, lambda n: {"Base Color": n.mix(n.ramp(n.noise(n.coord(), 4, 5, 0.65), (0.3, 0.0), (0.7, 1.0)), "#7d4f24", "#cf9d5c"), "Normal": n.bump(n.noise(n.coord(), 14, 3), 0.3, 0.02)})
    spot = (-2.25, 1.9)
    wicker.basket((*spot, at(*spot) + 0.02), (1.25, 0.85), 1.05, willow, turn_deg=-14)
    bread = crust()
    loaf(rng, (-2.0, 1.95, 1.25), 0.33, bread, 68, 6, 3.6).rotation_euler = (0.1, -0.85, 1.0)
    loaf(rng, (-2.75, 2.05, 1.2), 0.3, bread, 68, 6, 3.4).rotation_euler = (0.1, -1.0, 1.9)
    skin = apple_skin("apple")
    stalk = surfaces.bark("apple stalk", "#3a2a1a", "#6b543a")
    for x, y, size in ((-1.6, 1.55, 0.36), (-2.85, 1.5, 0.35)):
        apple(rng, (x, y), size, skin, stalk, 0.85)
    board = m.wood("board", "#c99b66", "#8a5c36", 0.5)
    slab = mesh.box("board", (1.9, 1.25, 0.13), (2.25, 0.95, at(2.25, 0.95) + 0.05), board, 0.05, 4, -16)
    settle(loaf(rng, (2.25, 1.0, 0), 0.4, bread, 12, 4, 1.9), slab.location.z + 0.13)
    for x, y, size in ((1.65, -0.2, 0.34), (2.3, -0.35, 0.36)):
        apple(rng, (x, y), size, skin, stalk, at(x, y) - 0.02)
    white, heart, stem = surfaces.petal("daisy", "#f4f2ec", "#fbfaf4", 0.3), m.principled("daisy heart", "#e3b42c", 0.8), m.principled("daisy stalk", "#6f8f3f", 0.6)
    spots = []
    while len(spots) < 26:
        x, y = rng.uniform(-6, 6), rng.uniform(2.6, 7.5)
        if not covered(x, y):
            spots.append((x, y, float(land(x, y))))
    daisies(rng, spots, white, heart, stem)
    front(*apple(rng, (2.3, -2.6), 0.42, skin, stalk, at(2.3, -2.6) - 0.02).children)
    sprig = surfaces.leaf("sprig", "#48682f", "#93ad56", "#a9b86a", 0.35, 0.5, 0.3)
    front(*plants.laurel(rng, (-4.2, -2.5, 0.5), (1, 0.15, 0.0), 2.3, (sprig, bark), 0.6, 0.3, width=0.4))
    azimuth = -56 + view.light_turn_deg
    gobos.leaves(rng, azimuth, 38, 12, (0, 0.8, 0.6), 6, 6, 1.4, gap=1.9)
    lights.sun(azimuth, 38, 5.2, "#ffefd2", 1.0)
    lights.sky(0.7, (0.0, "#6f7a4a"), (0.48, "#a9b98a"), (0.56, "#e6eee2"), (1.0, "#9cc4ea"))
    return Place(0.06, shapes.rectangle(-1.0, -0.85, 1.0, 0.95), [(0, 0), (-0.2, 0.1), (0.2, -0.1)], 2.0, 3.2, 0.02, 0.92, "#d48c88", "ground")
