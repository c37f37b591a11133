"""Easter morning: a nest with pastel eggs, tulips in a jug, catkins, a pale wooden table by a window."""

import math

import numpy as np
from mathutils import Vector

import materials as m
import mesh

from kit import cloth, flowers, furniture, gobos, lights, plants, shapes, surfaces
from kit.batch import Batch, Shape, pose
from kit.cameras import View
from kit.place import Place, Tone
from kit.settle import settle
from kit.stage import front

FACTS = {
    "name": {"en": "Easter eggs and tulips", "de": "Ostereier und Tulpen"},
    "category": "seasonal",
    "tags": {
        "en": ["easter", "eggs", "easter eggs", "nest", "tulips", "catkins", "spring", "pastel", "morning", "flowers", "wood"],
        "de": ["Ostern", "Eier", "Ostereier", "Nest", "Osternest", "Tulpen", "Weidenkätzchen", "Frühling", "Pastell", "Morgen", "Blumen", "Holz"],
    },
    "seasons": ["spring", "easter"],
    "light": ["morning", "window", "soft"],
    "moods": ["fresh", "cheerful", "cozy"],
    "colors": ["pastel", "yellow", "mint", "pink", "white"],
}
VIEWS = {
    "middle": View(16, span=4.9, row=0.72, seed=372, f_stop=3.0),
    "low": View(6, span=5.0, row=0.74, seed=371, yaw_deg=4, f_stop=3.0),
    "high": View(38, span=5.0, row=0.64, seed=373, yaw_deg=-5, f_stop=3.2),
}
TONE = Tone(key=0.42, contrast=1.14)


def egg(rng, at, size, material, turn=None):
    t = np.linspace(0, math.pi, 40)
    outline = [(max(1e-4, math.sin(a) * (1 - 0.13 * -math.cos(a)) * 0.78), -math.cos(a) * 1.03) for a in t]
    obj = mesh.lathe("egg", outline, material, 64)
    obj.scale, obj.location = (size,) * 3, at
    obj.rotation_euler = [math.radians(d) for d in (turn or (rng.uniform(65, 105), rng.uniform(-25, 25), rng.uniform(0, 360)))]
    return obj


def nest(rng, at, radius, material):
    """Dry grass wound in a ring: hundreds of thin bent stalks around an open middle."""
    batch = Batch("nest")
    for _ in range(620):
        a0, span = rng.uniform(0, 6.28), rng.uniform(0.7, 2.0)
        r = radius * rng.normal(1.0, 0.1)
        z0 = abs(rng.normal(0.22, 0.16)) * radius
        tilt, out = rng.normal(0, 0.16) * radius, rng.normal(0.04, 0.1) * radius
        w = rng.uniform(0.008, 0.018)
        a = a0 + np.linspace(0, 1, 12) * span
        s = np.linspace(-1, 1, 12)
        rr = r + out * s + 0.25 * out * s**2
        z = np.maximum(0.02, z0 + tilt * s + 0.02 * np.sin(5 * s + a0))
        p = np.stack([rr * np.cos(a), rr * np.sin(a), z], 1)
        across = np.stack([np.cos(a), np.sin(a), np.full(12, 0.6)], 1) * w
        verts = np.concatenate([p - across, p + across * [1, 1, -1]])
        faces = [(k, k + 1, 12 + k + 1, 12 + k) for k in range(11)]
        batch.add(Shape(verts, faces), pose(at), rng.random())
    return batch.build(material)


def catkins(rng, foot, way, length, twig, fur):
    points = plants.curve(foot, way, length, 0.12, 16, rng.uniform(-0.4, 0.4))
    mesh.tube("twig", [tuple(p) for p in points], 0.035, twig, resolution=4, radii=np.linspace(1, 0.45, len(points)))
    outline = [(0.075 * math.sin(math.pi * t) ** 0.7 + 1e-4, 0.24 * t) for t in np.linspace(0, 1, 12)]
    for k in range(round(length * 3.2)):
        at, d = plants.along(points, min(0.99, 0.3 + 0.7 * k / (length * 3.2)))
        side = np.cross(d, rng.normal(0, 1, 3))
        bud = mesh.lathe("catkin", outline, fur, 20)
        bud.location = at
        bud.rotation_euler = Vector(d + 0.55 * side / np.linalg.norm(side)).to_track_quat("Z", "Y").to_euler()
        bud.scale = (rng.uniform(0.8, 1.2),) * 3


def build(view, rng):
    furniture.top((40, 16.4), (0, -1.0, 0), m.wood("pale wood", "#e6d6bf", "#bfa585", 0.5, plank=1.9), 0.5)
    mesh.box("wall", (90, 1, 40), (0, 9.5, -14), surfaces.plaster("wall", "#dfe6df", 0.2, 0.06))
    glaze = surfaces.ceramic("jug", "#f3f1ea", 0.25, "#c7c3b6")
    furniture.vase((-2.55, 2.0, 0), 1.75, 0.72, glaze, 0.62, 0.42)
    stalk, green = m.principled("stalk", "#8aa863", 0.5), surfaces.leaf("tulip leaf", "#5f8a4c", "#9dbb76", "#b4c98c", 0.3, 0.5, 0.3)
    yellow, pink = surfaces.petal("yellow", "#f2c33c", "#f6dc86"), surfaces.petal("pink", "#ea8f9c", "#f7d9cf")
    ways = ((-0.5, -0.25, 1), (0.02, -0.4, 1), (0.42, -0.1, 1), (-0.15, 0.3, 1), (0.75, -0.35, 0.9), (-0.85, -0.3, 0.8), (0.25, -0.55, 1), (-0.3, -0.5, 1))
    for k, way in enumerate(ways):
        flowers.tulip(rng, (-2.55 + 0.1 * way[0], 2.0 + 0.1 * way[1], 1.25), way, rng.uniform(1.25, 1.75), 0.36, (pink if k % 3 == 1 else yellow, stalk, green), 0.28)
    twig, fur = surfaces.bark("twig", "#4a3628", "#7d644c"), m.principled("fur", "#d8d4cb", 0.95, sheen=1.0)
    catkins(rng, (-2.4, 2.2, 1.0), (0.35, 0.3, 1), 3.4, twig, fur)
    catkins(rng, (-2.7, 2.2, 1.0), (-0.45, 0.25, 1), 3.2, twig, fur)

    straw = surfaces.leaf("straw", "#a58850", "#d9c48a", "#d9c48a", 0.2, 0.75, 0.1)
    shells = [surfaces.ceramic(f"egg {k}", c, 0.42, s) for k, (c, s) in enumerate((("#bfe0d2", "#8aa79a"), ("#f6d9a6", "#c9a06a"), ("#f3c4c6", "#c78f92"), ("#cfd3ee", "#8f94b8"), ("#f4ece0", "#b79c80")))]
    nest(rng, (2.15, 1.0, 0), 0.88, straw)
    for k, (dx, dy, z) in enumerate(((-0.36, -0.14, 0.34), (0.3, -0.24, 0.34), (0.06, 0.34, 0.36), (-0.06, -0.02, 0.64))):
        egg(rng, (2.15 + dx, 1.0 + dy, z), 0.32, shells[k], (80, rng.uniform(-20, 20), rng.uniform(0, 360)))
    settle(egg(rng, (1.5, -0.45, 0), 0.31, shells[2]))
    settle(egg(rng, (-2.0, 0.3, 0), 0.33, shells[0]), 0.09)
    settle(egg(rng, (-1.45, -0.45, 0), 0.3, shells[1]))
    settle(egg(rng, (-0.95, 2.6, 0), 0.33, shells[4]))
    napkin = surfaces.linen("napkin", "#c9dccf", 0.03)
    cloth.folded(rng, (1.7, 1.3, 0.1), 4, napkin, (-2.35, 0.45, 0), 18, 0.012)
    feather(rng, (1.25, 0.55, 0.03), 0.55, surfaces.petal("feather", "#f4efe6", "#fbf8f2"), 35)
    flowers.tulip(rng, (3.9, -0.5, 0.12), (-1, -0.05, 0.0), 1.6, 0.34, (yellow, stalk, green), 0.05)
    front(settle(egg(rng, (2.35, -2.45, 0), 0.38, shells[3])))
    front(settle(egg(rng, (1.75, -2.75, 0), 0.34, shells[1])))
    front(*flowers.tulip(rng, (-3.9, -2.3, 0.14), (1, 0.05, 0.0), 1.7, 0.4, (pink, stalk, green), 0.05))
    azimuth = 62 + view.light_turn_deg
    gobos.bars(azimuth, 32, 15, (0.2, 0.8, 1.0), (7, 8), (2, 3), 0.3, turn_deg=-5)
    lights.sun(azimuth, 32, 3.6, "#fff0d6", 1.6)
    lights.panel((6.5, -2, 5.5), (0, 0.4, 0.8), (4, 5), 520, "#fffaf0", "key")
    lights.panel((-7, 0, 5), (0, 0.5, 1), (3, 6), 200, "#eaf2ff", "fill")
    lights.sky(0.6, "#eef2f0")
    return Place(0.0, shapes.rectangle(-1.0, -0.9, 1.0, 0.9), [(0, 0), (-0.2, 0.1), (0.2, -0.1)], 2.0, 3.2, 0.12, 0.5, "#dcc9ae", "ground")


def feather(rng, at, size, material, turn_deg):
    shape = plants.blade(rng, 0.36, fold=0.25, bend=-0.2)
    return Batch("feather").add(shape, pose(at, (0, 0, turn_deg), size * 1.4), 0.5).build(material)
