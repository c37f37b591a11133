"""Halloween: a carved pumpkin that glows, small pumpkins, dry leaves and candles on dark boards in blue dusk."""

import math

import bpy
import numpy as np

import materials as m
import mesh

from kit import candles, lights, shapes, surfaces
from kit.batch import Batch, pose
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front
from library.autumn_leaves import maple, pumpkin

FACTS = {
    "name": {"en": "Halloween pumpkins", "de": "Kürbisse zu Halloween"},
    "category": "seasonal",
    "tags": {
        "en": ["halloween", "pumpkin", "pumpkins", "jack o lantern", "candles", "leaves", "autumn", "spooky", "dusk", "night", "october"],
        "de": ["Halloween", "Kürbis", "Kürbisse", "Kürbislaterne", "Kerzen", "Laub", "Herbst", "gruselig", "Dämmerung", "Nacht", "Oktober"],
    },
    "seasons": ["autumn", "halloween"],
    "light": ["candlelight", "dusk", "evening"],
    "moods": ["spooky", "cozy", "dark"],
    "colors": ["orange", "black", "blue", "brown"],
}
VIEWS = {
    "middle": View(15, span=4.9, row=0.72, f_stop=2.8, seed=392),
    "low": View(6, span=6.0, row=0.74, f_stop=2.8, seed=391, yaw_deg=-3),
    "high": View(37, span=5.1, row=0.63, f_stop=2.8, seed=393, yaw_deg=4),
}
TONE = Tone(exposure=1.7, contrast=1.17)


def hollow(body, skin, inside, wall=0.13):
    """The same body with a hollow: a second skin within it, both closed, so that cuts through it are exact."""
    count = len(body.data.vertices)
    co = np.empty(count * 3, np.float32)
    body.data.vertices.foreach_get("co", co)
    outer = co.reshape(-1, 3).astype(float)
    n = 160
    sides = [(j * n + i, j * n + (i + 1) % n, (j + 1) * n + (i + 1) % n, (j + 1) * n + i) for j in range(count // n - 1) for i in range(n)]
    sides += [tuple(range(n - 1, -1, -1)), tuple(range(count - n, count))]
    within = [tuple(count + i for i in face[::-1]) for face in sides]
    shell = mesh.from_data("shell", np.concatenate([outer, outer * (1 - wall)]), sides + within, skin)
    shell.data.materials.append(inside)
    for polygon in shell.data.polygons[len(sides) :]:
        polygon.material_index = 1
    shell.location = body.location
    bpy.data.objects.remove(body)
    bpy.context.view_layer.update()
    return shell


def lantern(at, size, skin, inside, stalk, turn_deg):
    """A hollow pumpkin with a face cut through it; a light burns inside."""
    body = pumpkin((0, 0, 0), 1.0, skin, stalk, 11, 0.8)
    bpy.data.objects.remove(bpy.data.objects["stalk"])
    body = hollow(body, skin, inside)
    z = body.location.z
    eye = lambda x: [(x - 0.2, z + 0.06), (x + 0.2, z + 0.06), (x + 0.03 * (1 if x > 0 else -1), z + 0.4)]
    mouth = [(-0.52, z - 0.1), (-0.34, z - 0.2), (-0.27, z - 0.1), (-0.14, z - 0.24), (0.0, z - 0.25), (0.12, z - 0.13), (0.2, z - 0.24), (0.36, z - 0.2), (0.52, z - 0.1), (0.4, z - 0.38), (0.22, z - 0.48), (0.14, z - 0.38), (0.02, z - 0.5), (-0.1, z - 0.5), (-0.2, z - 0.4), (-0.3, z - 0.46), (-0.42, z - 0.36)]
    nose = [(-0.08, z - 0.06), (0.08, z - 0.06), (0.0, z + 0.09)]
    for outline in (eye(-0.32), eye(0.32), nose, mouth):
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, outline[1:] + outline[:1]))
        cutter = mesh.prism("cutter", outline if area > 0 else outline[::-1], 1.5, inside)
        cutter.rotation_euler.x = math.pi / 2
        cutter.location.y = 0.0
        bpy.context.view_layer.update()
        cut = body.modifiers.new("cut", "BOOLEAN")
        cut.object, cut.operation, cut.solver = cutter, "DIFFERENCE", "EXACT"
    bpy.context.view_layer.update()
    mesh.apply_modifiers(body)
    for obj in [o for o in bpy.data.objects if o.name.startswith("cutter")]:
        bpy.data.objects.remove(obj)
    stem = mesh.tube("stalk", [(0, 0, z + 0.56), (0.04, 0, z + 0.92), (0.24, -0.1, z + 1.18)], 0.12, stalk, radii=[1.6, 0.8, 1.0])
    return mesh.move([mesh.smooth_by_angle(body, 40), stem], at, (0, 0, turn_deg), size)


def strew(rng, spots, material, size=0.66):
    """Maple leaves that lie almost flat; each touches the boards."""
    batch = Batch("leaves")
    for spot in spots:
        shape, turned = maple(rng), rng.random() < 0.4
        matrix = pose((0, 0, 0), (rng.normal(180 if turned else 0, 8), rng.normal(0, 8), rng.uniform(0, 360)), size * rng.uniform(0.65, 1.1))
        low = (shape.verts @ np.array(matrix)[:3, :3].T)[:, 2].min()
        matrix.translation = (spot[0], spot[1], spot[2] - low + 0.004)
        batch.add(shape, matrix, rng.random())
    return batch.build(material)


def dusk():
    def build(n):
        z = n.add("ShaderNodeSeparateXYZ", {0: n.coord()}).outputs[2]
        t = n.add("ShaderNodeMapRange", {"Value": z, 1: 10.0, 2: 34.0, 3: 0.0, 4: 1.0}).outputs[0]
        return {"Emission": n.ramp(t, (0.0, "#c98a62"), (0.25, "#7d6f8c"), (0.6, "#3f4f7a"), (1.0, "#1f2f5a")), "Emission Strength": 0.22}

    return m.principled("dusk", "#0c0e14", 0.95, build)


def trees(rng, bark):
    """Bare trunks and boughs against the evening sky."""
    for k in range(11):
        x, y = -15 + 3 * k + rng.uniform(-1, 1), rng.uniform(17, 27)
        lean = rng.uniform(-0.12, 0.12)
        points = [(x + lean * z + 0.2 * math.sin(z), y, z - 8) for z in range(0, 26, 3)]
        mesh.tube("trunk", points, rng.uniform(0.35, 0.7), bark, resolution=3, radii=np.linspace(1.0, 0.3, len(points)))
        for _ in range(4):
            z = rng.uniform(3, 15)
            way = rng.choice([-1, 1])
            mesh.tube("bough", [(x + lean * z, y, z - 8), (x + lean * z + way * 1.6, y, z - 7), (x + lean * z + way * 3.4, y - 0.4, z - 5.2)], 0.16, bark, resolution=2, radii=[1, 0.6, 0.2])


def build(view, rng):
    mesh.box("boards", (40, 15, 0.5), (0, -2.6, -0.5), m.wood("boards", "#6a5646", "#31271f", 0.6, plank=1.7), 0.04)
    mesh.box("dusk", (200, 1, 110), (0, 48, -14), dusk())
    bark = surfaces.bark("bark", "#120f10", "#2a2422")
    trees(rng, bark)
    mesh.box("ground", (200, 44, 1), (0, 27, -8), m.principled("ground", "#2a211a", 0.9))
    skin, inside = surfaces.ceramic("pumpkin skin", "#d2691a", 0.4, "#e39a4a"), m.principled("pumpkin flesh", "#f0a13a", 0.6)
    pale, stalk = surfaces.ceramic("pale skin", "#d9cdb6", 0.5, "#b8a684"), surfaces.bark("stalk", "#4a4028", "#93835a")
    green = surfaces.ceramic("green skin", "#3f4a34", 0.45, "#6f7a52")
    spot = (-2.2, 1.75)
    lantern((*spot, 0.0), 1.12, skin, inside, stalk, 14)
    lights.bulb((spot[0], spot[1], 0.55), 190, "#ff9a3c", 0.16, "fill")
    pumpkin((2.35, 1.5, 0), 0.82, skin, stalk, 10, 0.72)
    pumpkin((3.35, 2.7, 0), 0.95, green, stalk, 12, 0.6)
    pumpkin((-0.6, 4.1, 0), 0.9, pale, stalk, 9, 0.7)
    pumpkin((1.75, 0.25, 0), 0.33, pale, stalk, 9, 0.72)
    pumpkin((-1.75, 0.1, 0), 0.26, skin, stalk, 8, 0.75)
    for x, y, r, h in ((2.75, 0.45, 0.24, 0.75), (3.15, 0.85, 0.26, 1.25), (-3.1, 0.3, 0.25, 0.7)):
        candles.candle(rng, (x, y, 0), r, h, "#e9dcc2", 70.0, "fill")
    warm = surfaces.leaf("orange leaf", "#8a3414", "#c9782a", "#d0a070", 0.3, 0.6, 0.2)
    brown = surfaces.leaf("brown leaf", "#4a2a18", "#8a5a32", "#a98a64", 0.25, 0.65, 0.15)
    spots = []
    while len(spots) < 46:
        x, y = rng.normal(0, 2.3), rng.uniform(-1.4, 3.2)
        if abs(x) > 1.2 or y > 1.4 or y < -1.0:
            spots.append((x, y, 0.0))
    strew(rng, spots[::2], warm)
    strew(rng, spots[1::2], brown)
    front(strew(rng, [(rng.uniform(-2.8, 1.2), rng.uniform(-3.0, -2.2), 0.0) for _ in range(6)], warm))
    before = set(bpy.data.objects)
    pumpkin((2.4, -2.35, 0), 0.46, skin, stalk, 9, 0.72)
    front(*(set(bpy.data.objects) - before))
    lights.panel((-5.5, -4.0, 5.0), (0, 0.3, 0.8), (1.8, 1.8), 950, "#ffc98c", "key")
    lights.panel((6.5, 3.5, 6), (0, 0.2, 0.8), (3, 4), 560, "#7fa2ff", "fill")
    lights.sky(0.3, (0.0, "#3a3f5c"), (0.5, "#54649a"), (1.0, "#5a72b4"))
    return Place(0.0, shapes.rectangle(-1.0, -0.8, 1.0, 0.9), [(0, 0), (-0.2, 0.1), (0.25, -0.1)], 2.0, 3.2, 0.08, 0.6, "#4e4034", "ground")
