"""A floured board on a dark worktop: rosemary and basil, garlic, a rolling pin, tomatoes on the vine; light from behind."""

import math

import numpy as np
from mathutils import Vector

import materials as m
import mesh

from kit import cloth, furniture, gobos, lights, plants, relief, settle, shapes, surfaces
from kit.batch import Batch, aim, drop
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front
from nodes import Nodes

FACTS = {
    "name": {"en": "Kitchen with herbs and flour", "de": "Küche mit Kräutern und Mehl"},
    "category": "food",
    "tags": {
        "en": ["kitchen", "board", "flour", "baking", "herbs", "rosemary", "basil", "garlic", "rolling pin", "tomatoes", "cooking"],
        "de": ["Küche", "Brett", "Mehl", "Backen", "Kräuter", "Rosmarin", "Basilikum", "Knoblauch", "Nudelholz", "Tomaten", "Kochen"],
    },
    "seasons": ["all"],
    "light": ["window", "back light", "soft"],
    "moods": ["rustic", "homely", "fresh"],
    "colors": ["brown", "green", "white", "red"],
}
VIEWS = {
    "low": View(8, span=5.0, row=0.74, seed=341, yaw_deg=4),
    "middle": View(19, span=5.0, row=0.71, seed=342),
    "high": View(40, span=5.1, row=0.62, seed=343, yaw_deg=-6),
}
TONE = Tone(key=0.165, contrast=1.16)
BALL = [(math.sin(k * math.pi / 40) + 1e-4, -math.cos(k * math.pi / 40)) for k in range(41)]


def floured(name, light, dark, spots, plank=0.0):
    """Wood along x with flour on it: round `spots` (x, y, radius, amount) in object space, broken up like dust."""
    material = m.wood(name, light, dark, 0.5, plank=plank)
    n = Nodes(material.node_tree)
    surface = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    at = n.coord()
    xyz = n.add("ShaderNodeSeparateXYZ", {0: at})
    total = 0.0
    for x, y, radius, amount in spots:
        dx, dy = n.math("SUBTRACT", xyz.outputs[0], x), n.math("SUBTRACT", xyz.outputs[1], y)
        d = n.math("SQRT", n.math("ADD", n.math("MULTIPLY", dx, dx), n.math("MULTIPLY", dy, dy)))
        near = n.add("ShaderNodeMapRange", {"Value": d, 1: radius, 2: 0.0, 3: 0.0, 4: amount}).outputs[0]
        total = n.math("MAXIMUM", total, near)
    cloud, grain = n.noise(at, 2.6, 6, 0.7), n.noise(at, 30, 3, 0.7)
    dust = n.math("ADD", total, n.math("ADD", n.math("MULTIPLY", n.math("SUBTRACT", cloud, 0.5), 0.9), n.math("MULTIPLY", n.math("SUBTRACT", grain, 0.5), 0.8)))
    mask = n.math("MULTIPLY", n.ramp(dust, (0.26, 0.0), (0.62, 0.92)), n.ramp(total, (0.0, 0.0), (0.12, 1.0)))
    for name_, white in (("Base Color", "#dad4c8"), ("Roughness", None)):
        socket = surface.inputs[name_]
        before = socket.links[0].from_socket
        n.set(socket, n.mix(mask, before, white) if white else n.math("ADD", before, n.math("MULTIPLY", mask, 0.4)))
    return material


def garlic(rng, at, size, paper_skin, ground=0.0, lean=None):
    """A bulb: bulging cloves under paper skin that gathers to a neck. `lean` is its tilt and where the neck points (0: the camera)."""
    a = np.arange(144) / 144 * 2 * math.pi
    count, phase = int(rng.integers(7, 10)), rng.uniform(0, 6)
    lobes = 0.5 + 0.5 * np.cos(count * a + 0.5 * np.sin(2 * a + phase))
    rings = []
    for r, z in mesh.round_profile([(0.05, 0.06), (0.4, 0.0, 0.15), (0.95, 0.3, 0.4), (0.92, 0.75, 0.4), (0.42, 1.12, 0.35), (0.16, 1.4, 0.2), (0.13, 1.85), (0.17, 1.95, 0.03), (0.02, 1.93)], 8):
        belly = math.exp(-(((z - 0.5) / 0.55) ** 2))
        ring = max(r, 1e-3) * (1 + 0.13 * belly * (lobes**0.6 - 0.6) + 0.03 * np.sin(31 * a + phase) * (0.3 + z * 0.3))
        rings.append(np.stack([ring * np.cos(a) + 0.08 * max(0, z - 1) ** 2, ring * np.sin(a), np.full(144, z)], 1))
    obj = mesh.loft("garlic", rings, paper_skin)
    obj.scale = (size,) * 3
    tilt, turn = lean or (0, rng.uniform(0, 360))
    obj.rotation_euler = (math.radians(tilt), 0, math.radians(turn))
    obj.location = (at[0], at[1], 0)
    return settle.settle(obj, ground)


def clove(rng, at, size, material, ground=0.0):
    outline = [(0, 0), (0.26, 0.02, 0.1), (0.4, 0.45, 0.3), (0.2, 0.95, 0.2), (0.04, 1.15, 0.05), (0, 1.16)]
    obj = mesh.lathe("clove", outline, material, 40, 8)
    obj.scale = (size, size * 0.8, size)
    obj.rotation_euler = (math.radians(90), 0, rng.uniform(0, 6.28))
    obj.location = (at[0], at[1], 0)
    return settle.settle(obj, ground)


def rosemary(rng, start, way, length, materials, size=0.3):
    points = plants.curve(start, way, length, 0.12, 16, rng.uniform(-0.4, 0.4))
    shape = [plants.blade(rng, 0.13, fold=0.5, bend=0.2) for _ in range(4)]
    batch = Batch("rosemary")
    for _ in range(round(length * 95)):
        t = rng.uniform(0.1, 1)
        at, d = plants.along(points, min(t, 0.999))
        out = Vector(rng.normal(0, 1, 3))
        out.z = abs(out.z) * 0.6
        lean = Vector(d) * rng.uniform(0.7, 1.3) + out.normalized()
        batch.add(shape[rng.integers(4)], aim(at, lean, rng.uniform(-60, 60), size * rng.uniform(0.6, 1.1) * (1.15 - 0.5 * t)), rng.random())
    return [batch.build(materials[0]), plants.stem(points, 0.028, materials[1])]


def pin(wood, at, turn_deg, length=2.7, radius=0.26):
    """A rolling pin lying: barrel, necks, handles."""
    h = length / 2
    half = [(0, -h - 0.95), (0.1, -h - 0.95, 0.05), (0.15, -h - 0.6, 0.2), (0.1, -h - 0.12, 0.1), (0.1, -h, 0.01), (radius, -h, 0.06)]
    outline = half + [(r, -z, *rest) for r, z, *rest in reversed(half)]
    obj = mesh.lathe("pin", outline, wood, 96)
    obj.rotation_euler = (0, math.radians(90), math.radians(turn_deg))
    obj.location = (at[0], at[1], at[2] + radius)
    return obj


def tomatoes(rng, at, size, red, green, count=5, ground=0.0):
    """Small tomatoes beside a vine, each with its star of sepals."""
    vine = plants.curve((at[0] - 0.2, at[1] + 0.1, ground + size * 1.7), (1, -0.25, 0.05), size * (count + 0.5), 0.1, 12)
    made = [plants.stem(vine, 0.035, green)]
    leaf, star = [plants.blade(rng, 0.2, bend=0.5) for _ in range(3)], Batch("sepals")
    for k in range(count):
        (vx, vy, _), _ = plants.along(vine, (k + 0.4) / count)
        side = 1 if k % 2 else -1
        x, y = vx + rng.uniform(-0.05, 0.05), vy + side * size * 0.95
        ball = mesh.lathe("tomato", BALL, red, 72)
        r = size * rng.uniform(0.9, 1.08)
        ball.scale, ball.rotation_euler = (r, r, r * 0.92), (-side * 0.7, 0, 0)
        ball.location = (x, y, 0)
        drop(ball, ground)
        top = Vector((x, y - side * r * 0.6, ground + r * 0.92 + r * 0.7))
        for j in range(5):
            a = j * 1.257 + k
            star.add(leaf[j % 3], aim(top, Vector((math.cos(a), math.sin(a), 0.05)), 0, size * 0.75), rng.random())
        made += [ball, mesh.tube("stalk", [tuple(top), (x, y - side * size * 0.85, top.z + 0.08), (vx, vy, ground + size * 1.7)], 0.025, green)]
    return [*made, star.build(green)]


def build(view, rng):
    top = m.wood("top", "#4a3a2e", "#241a13", 0.5, plank=3.1)
    furniture.top((40, 12), (0, 2.0, 0), floured("worktop", "#584537", "#2b2018", [(1.9, -1.9, 1.5, 0.6), (-2.3, -3.8, 1.6, 0.5), (-3.0, -1.4, 1.3, 0.5)]), 0.6)
    mesh.box("wall", (60, 1, 30), (0, 6.2, -6), surfaces.plaster("wall", "#77786f", 0.5, 0.2))
    shapes.slab((12, 0.9, 0.22), (1.0, 5.5, 2.9), top, 0.04)
    for x, r, h, color in ((-1.7, 0.55, 1.3, "#c9b79a"), (-0.3, 0.45, 0.95, "#8f9c8c"), (1.5, 0.6, 1.5, "#b7a78e"), (2.9, 0.5, 1.0, "#d8cfbf")):
        furniture.jar(r, h, (x, 5.4, 3.12), surfaces.ceramic("jar", color, 0.45), 0.8)
    board = floured("board", "#c0905a", "#7d5230", [(1.4, 0.3, 1.7, 1.0), (-1.3, -0.7, 1.3, 0.8), (0.3, -1.1, 1.2, 0.6), (-0.4, 0.9, 1.0, 0.5)])
    furniture.board((4.5, 2.7, 0.18), (0.0, 0.25, 0), board, -5)
    h = 0.18
    beech = m.wood("pin", "#d8ad78", "#a87847", 0.45)
    pin(beech, (1.15, 1.3, h), -14)
    bowl = surfaces.ceramic("bowl", "#e6e1d6", 0.35, "#a3988a")
    furniture.bowl(1.05, 0.8, (-2.7, 2.35, 0), bowl, 0.45)
    wave = relief.waves(9, 20, 1.5, 6)
    flour = m.principled("flour", "#dbd5c9", 0.95, lambda n: {"Normal": n.bump(n.noise(n.coord(), 16, 5, 0.7), 0.5, 0.05)})

    def heap(radius, tall, at, seed_shift):
        a, r = np.meshgrid(np.linspace(0, 2 * math.pi, 96, endpoint=False), np.linspace(0.02, 1, 26), indexing="ij")
        rings = []
        for k in range(26):
            rr = r[:, k] * radius * (1 + 0.12 * wave(np.cos(a[:, k]) * 1.4 + seed_shift, np.sin(a[:, k]) * 1.4))
            x, y = rr * np.cos(a[:, k]), rr * np.sin(a[:, k])
            z = tall * (1 - r[:, k]) ** 1.15 * (1 + 0.18 * wave(x * 2 + seed_shift, y * 2)) + 0.004
            rings.append(np.stack([x, y, z], 1))
        obj = mesh.loft("flour", rings, flour)
        obj.location = at
        return obj

    heap(0.76, 0.5, (-2.7, 2.35, 0.58), 3)
    heap(0.5, 0.2, (1.62, -0.35, h), 11)
    skin = m.principled("skin", "#e9e1d6", 0.5, lambda n: {"Base Color": n.mix(n.ramp(n.noise(n.coord("Object", (9, 9, 1.2)), 1.6, 3, 0.6), (0.45, 0.0), (0.66, 0.8)), "#efe8de", "#b58fa0")}, specular=0.35)
    peeled = m.principled("clove", "#ecdfc4", 0.35, specular=0.4)
    garlic(rng, (-1.72, 0.0), 0.36, skin, h)
    garlic(rng, (-2.55, -0.75), 0.38, skin, 0, (76, 62))
    clove(rng, (-1.3, -0.6), 0.32, peeled, h)
    clove(rng, (-1.75, -1.5), 0.33, peeled)
    green, stalk = surfaces.leaf("rosemary", "#35502f", "#6d8a5c", "#8ea47c", 0.15, 0.6, 0.25), surfaces.bark("stalk", "#5d4a30", "#8a7450")
    rosemary(rng, (-2.15, 1.0, h + 0.06), (1, 0.32, 0.03), 1.5, (green, stalk))
    rosemary(rng, (-2.3, 0.85, h + 0.1), (0.95, 0.62, 0.06), 1.3, (green, stalk))
    front(*rosemary(rng, (-3.3, -2.75, 0.1), (1, 0.1, 0.06), 2.2, (green, stalk), 0.34))
    basil, stem = surfaces.leaf("basil", "#2f6424", "#78a847", "#9cc06c", 0.35, 0.35, 0.5), m.principled("stem", "#7d9a4a", 0.6)
    for way in ((-0.7, -0.4, 0.35), (0.2, -0.8, 0.4), (-0.2, 0.5, 0.5)):
        plants.laurel(rng, (2.1, 0.1, h + 0.04), way, 0.7, (basil, stem), 0.42, 0.6, width=0.62)
    red = m.principled("tomato", "#b8281a", 0.16, lambda n: {"Base Color": n.mix(n.ramp(n.noise(n.coord(), 1.2, 3), (0.4, 0.0), (0.7, 0.6)), "#b3221a", "#d1512a")}, specular=0.55)
    tomatoes(rng, (2.55, -0.55), 0.26, red, m.principled("vine", "#5d7a35", 0.6))
    front(*tomatoes(rng, (1.9, -2.95), 0.27, red, m.principled("vine", "#5d7a35", 0.6), 4))
    towel = surfaces.linen("towel", "#c9c2b2", 0.03)
    cloth.folded(rng, (1.8, 1.2, 0.14), 4, towel, (3.15, 1.9, 0), -28, 0.015)
    lights.panel((-7.5, 4.2, 5.5), (0, 0.3, 0.4), (4, 6), 520, "#f4f4ff", "key")
    gobos.bars(-82 + view.light_turn_deg, 30, 13, (0, 0.7, 0.5), (7, 9), (2, 3), 0.45, turn_deg=6)
    lights.sun(-82 + view.light_turn_deg, 30, 4.4, "#ffe9cc", 1.4)
    lights.panel((7, -2, 6), (0, 0.5, 0.5), (5, 5), 120, "#ffeeda", "fill")
    lights.sky(0.26, "#e6e4de")
    return Place(h, shapes.rectangle(-1.1, -0.65, 1.1, 0.55), [(0, 0), (-0.2, 0.15), (0.2, -0.05)], 2.0, 3.2, 0.1, 0.5, "#a67a4a")
