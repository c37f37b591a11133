"""The props: their pieces, each built at the origin. One unit is 10 cm.

`PROPS[id]` are builders: each takes a random generator, and what it adds to the scene is one piece.
"""

import math

import numpy as np

import materials as m
import mesh

from kit import cloth, fruits, glassware, petals, plants, relief, stones, surfaces
from kit.batch import Batch, drop, grid, pose
from kit.settle import settle
from library import autumn_leaves, sand_shells, snow_evening, wood_flatlay, workshop_bench


def around(rng, count, reach):
    """Places near the origin that keep a distance from each other."""
    spots = []
    for _ in range(2000):
        spot = rng.uniform(-reach, reach, 2)
        if np.hypot(*spot) <= reach and all(np.hypot(*(spot - s)) > 1.25 * reach / math.sqrt(count) for s in spots):
            spots.append(spot)
        if len(spots) == count:
            break
    return spots


def rose_petals(count, colors):
    def build(rng):
        red = surfaces.petal("petal", *colors)
        petals.scatter(rng, [(x, y, 0.012 * k) for k, (x, y) in enumerate(around(rng, count, 0.15 * (count - 1) + 0.02))], red, 0.4)

    return build


ROSE, BLUSH = ("#b3262f", "#d98a7d"), ("#dc8f92", "#f5d6c8")


def leaf_sprig(length, pairs):
    def build(rng):
        green = surfaces.leaf("green", "#47693c", "#85a05e")
        stem = surfaces.bark("stem", "#5a4a33", "#8c7a58")
        points = plants.curve((-length / 2, 0, 0.1), (1, rng.uniform(-0.15, 0.15), 0.04), length, 0.12, turn=rng.uniform(-0.5, 0.5))
        shapes = [plants.blade(rng, 0.46, bend=0.12) for _ in range(5)]
        made = plants.branch(rng, points, shapes, (green, stem), 0.5, pairs, 52, 0.15, (0.8, 1.0, 0.6), radius=0.02, opposite=False)
        # The ground presses its leaves flat.
        for obj in made:
            obj.scale.z = 0.28

    return build


def loose_leaves(count):
    def build(rng):
        green, batch = surfaces.leaf("green", "#47693c", "#85a05e"), Batch("leaves")
        for k, (x, y) in enumerate(around(rng, count, 0.17 * (count - 1) + 0.02)):
            shape = plants.blade(rng, 0.5, bend=0.16)
            matrix = pose((0, 0, 0), (rng.normal(0, 8), rng.normal(0, 10), rng.uniform(0, 360)), rng.uniform(0.5, 0.68))
            low = (shape.verts @ np.array(matrix)[:3, :3].T)[:, 2].min()
            matrix.translation = (x, y, 0.02 * k - low)
            batch.add(shape, matrix, rng.random())
        batch.build(green)

    return build


def dry_leaves(count):
    def build(rng):
        colors = (("#b5541c", "#d99a3a"), ("#8c2f1b", "#c9662b"), ("#c98a2b", "#e2bf62"))
        leaf = surfaces.leaf("dry", *colors[int(rng.integers(3))], "#7a4a22", 0.25, 0.6, 0.2)
        spots = [(x, y - 0.2, 0.03 * k) for k, (x, y) in enumerate(around(rng, count, 0.19 * (count - 1) + 0.01))]
        autumn_leaves.strew(rng, spots, [leaf], 0.62)

    return build


def bean(rng, material):
    """A roasted bean: round above, flat below with a curved groove."""
    obj = relief.body("bean", int(rng.integers(1 << 30)), material, (1, 1, 1), 0.05, 0.006, 5)
    co = np.empty(len(obj.data.vertices) * 3, np.float32)
    obj.data.vertices.foreach_get("co", co)
    p = co.reshape(-1, 3)
    x, y, z = p.T.copy()
    groove = np.exp(-(((x - 0.12 * np.sin(2.2 * y)) / 0.11) ** 2)) * (1 - np.abs(y) ** 4)
    z = np.where(z < 0, z * 0.3, z) + np.where(z < 0, 0.3 * groove, 0)
    p[:] = np.stack([x * 0.036, y * 0.053, z * 0.034], 1) * rng.uniform(0.92, 1.1)
    obj.data.vertices.foreach_set("co", p.ravel())
    obj.data.update()
    return obj


def coffee_beans(count, reach):
    def roast(n):
        at = n.coord("Object", (10,) * 3)
        cloud = n.math("ADD", n.noise(at, 1.3, 4), n.math("MULTIPLY", n.add("ShaderNodeObjectInfo").outputs["Random"], 0.25))
        return {"Base Color": n.mix(n.ramp(cloud, (0.35, 0.0), (0.85, 1.0)), "#2c170d", "#5f3820"), "Roughness": n.ramp(cloud, (0.4, 0.3), (0.8, 0.5)), "Normal": n.bump(n.noise(at, 7, 4), 0.25, 0.01)}

    def build(rng):
        brown, placed = m.principled("roast", "#3c2114", 0.4, roast, specular=0.5), []
        for _ in range(count):
            r, a = reach * math.sqrt(rng.random()), rng.uniform(0, 6.28)
            obj = bean(rng, brown)
            flat = rng.random() < 0.4
            obj.rotation_euler = (rng.normal(math.pi if flat else 0, 0.3), rng.normal(0, 0.25), rng.uniform(0, 6.28))
            x, y = r * math.cos(a), r * math.sin(a)
            over = sum(math.hypot(x - u, y - v) < 0.055 for u, v in placed)
            obj.location = (x, y, 0)
            drop(obj, 0.034 * min(over, 2))
            placed.append((x, y))

    return build


def ice_cubes(count):
    def frozen():
        clear = m.glass("ice", "#f4fafd", 0.05, 1.31, "#f2f6f8")
        return clear

    def build(rng):
        ice = frozen()
        for x, y in around(rng, count, 0.19 * (count - 1) + 0.01):
            size = rng.uniform(0.25, 0.3)
            obj = mesh.box("ice", (size, size * rng.uniform(0.88, 1.08), size * rng.uniform(0.8, 1.0)), (0, 0, 0), ice, size * 0.2, 5)
            obj.rotation_euler = (rng.normal(0, 0.08), rng.normal(0, 0.08), rng.uniform(0, math.pi))
            obj.location = (x, y, 0)
            drop(mesh.apply_modifiers(obj))

    return build


def lemon_slices(leans, whole=False):
    def build(rng):
        flesh, skin = fruits.pulp("lemon"), fruits.peel("peel")
        if whole:
            fruits.half(rng, (0, 0), 0.29, skin, flesh, facing_deg=rng.uniform(-35, 35), tilt_deg=rng.uniform(30, 70))
        spots = around(rng, len(leans), 0.19 * (len(leans) - 1) + 0.01) if leans else []
        for (x, y), lean in zip(spots, leans):
            settle(fruits.slice_(rng, (x, y), 0.27, flesh, skin, 0.0, 0.16, (lean, rng.uniform(0, 360))))

    return build


def pebbles(sizes):
    def build(rng):
        for (x, y), size in zip(around(rng, len(sizes), 0.17 * (len(sizes) - 1) + 0.01), sizes):
            dark, light = (("#6e6a66", "#b5afa6"), ("#4b4a4c", "#8d8a88"), ("#a2968a", "#d8cfc2"))[int(rng.integers(3))]
            stones.pebble(rng, (x, y), size, surfaces.pebble("stone", dark, light, 0.55, 3.0), 0.55)

    return build


def cinnamon(sticks, stars):
    def build(rng):
        bark, star = surfaces.bark("cinnamon", "#5e3218", "#a8693a"), surfaces.bark("anise", "#4a2412", "#8a4c26")
        turn = rng.uniform(50, 130)
        for k in range(sticks):
            stick = wood_flatlay.cinnamon(rng, (0.04 * k, 0.13 * k - 0.07 * (sticks - 1), 0), 1.5, 0, bark)
            stick.scale, stick.rotation_euler.z = (0.24, 0.55, 0.24), math.radians(turn + 19 * k)
            settle(stick, 0.035 * k)
        for k in range(stars):
            wood_flatlay.anise(rng, ((0.3 if sticks else 0.16) * (k * 2 - (stars - 1 if stars > 1 else -0.2)), -0.22 if sticks else 0.06 * k, 0), 0.17, star)

    return build


def pine_cones(sizes):
    def build(rng):
        bark = surfaces.bark("cone", "#4a3222", "#a9835c")
        for k, size in enumerate(sizes):
            turn = rng.uniform(0, 360)
            side = 0.33 * (k * 2 - len(sizes) + 1)
            settle(snow_evening.cone(rng, (side, 0.1 * k, 0), size, bark, (82 + rng.normal(0, 4), 0, turn)))

    return build


def confetti(count, reach):
    colors = ("#d94f5c", "#f2b632", "#3f8fc4", "#55a868", "#f4efe4", "#8a5fb0")

    def build(rng):
        disc = grid(lambda u, v: (0.5 * v * np.sqrt(np.clip(1 - (2 * u - 1) ** 2, 0, 1)), u - 0.5, 0.12 * (2 * u - 1) ** 2), 12, 6)
        for color in colors:
            batch = Batch("confetti")
            for _ in range(count // len(colors)):
                r, a = reach * rng.random() ** 0.7, rng.uniform(0, 6.28)
                tilt = (rng.normal(0, 7), rng.normal(0, 7), rng.uniform(0, 360))
                batch.add(disc, pose((r * math.cos(a), r * math.sin(a), 0.006 + 0.012 * rng.random()), tilt, 0.055), rng.random())
            batch.build(m.principled("paper", color, 0.75, specular=0.15))

    return build


def scallop(rng, size, material, turn):
    """Half a shell, its rounded side up: ribs that spread from the hinge to a round rim."""
    ribs = 2 * int(rng.integers(8, 11))

    def surface(u, v):
        a = v * 1.32
        rim = np.cos(a) ** 0.5
        rib = np.cos(a * ribs)
        r = u**0.85 * rim * (1 + 0.018 * rib * u)
        height = 0.4 * np.sin(np.pi * np.clip(u, 0, 1) ** 0.75 * 0.97) * np.cos(a) ** 0.7 + 0.035 * rib * u * (1 - 0.6 * u)
        return 1.06 * r * np.sin(a), r * np.cos(a), height

    obj = Batch("scallop").add(grid(surface, 48, 150), pose((0, 0, 0), (0, 0, 0), size)).build(material)
    obj.modifiers.new("solid", "SOLIDIFY").thickness = 0.012
    obj.rotation_euler = [math.radians(t) for t in turn]
    return obj


def shells(kinds):
    def build(rng):
        cream = sand_shells.shell_material("cream", "#efe1cb", "#c9a27c")
        rose = sand_shells.shell_material("rose", "#eecdbb", "#b9826c")
        for k, kind in enumerate(kinds):
            x, y = 0.4 * (k * 2 - len(kinds) + 1) * 0.6, 0.14 * (k % 2)
            material = (cream, rose)[int(rng.integers(2))]
            if kind == "scallop":
                made = [scallop(rng, rng.uniform(0.34, 0.46), material, (rng.uniform(-3, 5), rng.uniform(-5, 5), rng.uniform(-75, 75)))]
                made[0].location = (x, y - 0.2, 0)
            else:
                made = [sand_shells.spiral((x, y, 0), 0.2, material, (80, rng.uniform(-20, 20), rng.uniform(0, 360)))]
            settle(made)

    return build


def fir_twig(length, twigs):
    def build(rng):
        needles, wood = surfaces.leaf("needles", "#2c5236", "#5b8358", "#5b8358", 0.15, 0.5, 0.3), surfaces.bark("twig", "#3a2a1e", "#6b543e")
        plants.fir(rng, (-length / 2, 0, 0.1), (1, rng.uniform(-0.12, 0.12), 0.0), length, (needles, wood), 260, twigs, 0.15, 0.1, rng.uniform(-0.4, 0.4))

    return build


def wood_shavings(count):
    def build(rng):
        pale = surfaces.leaf("shaving", "#d9b483", "#ecd6ae", "#cfa877", 0.25, 0.6, 0.15)
        workshop_bench.shavings(rng, [(x, y, 0.0) for x, y in around(rng, count, 0.11 * count)], pale, 0.62)

    return build


def towels(rolled):
    def terry(n):
        at = n.coord()
        loops, fuzz = n.add("ShaderNodeTexVoronoi", {"Vector": at, "Scale": 60.0}).outputs[0], n.noise(at, 110, 3, 0.7)
        return {"Base Color": surfaces.shade(n, "#efece5", n.ramp(loops, (0.0, 1.0), (0.6, 0.0)), 0.12), "Normal": n.bump(n.math("ADD", n.math("MULTIPLY", loops, -1.0), n.math("MULTIPLY", fuzz, 0.4)), 0.5, 0.02)}

    def build(rng):
        white = m.principled("terry", "#efece5", 0.95, terry, sheen=1.0, specular=0.05)
        turn = rng.uniform(-70, 70)
        if rolled:
            cloth.rolled(rng, 1.15, 0.26, white, (0, 0, 0), turn, 3.2)
        else:
            cloth.folded(rng, (1.2, 0.95, 0.34), 4, white, (0, 0, 0), turn * 0.4)

    return build


PROPS = {
    "rose-petals": [rose_petals(1, ROSE), rose_petals(1, BLUSH), rose_petals(1, ROSE), rose_petals(2, ROSE), rose_petals(2, BLUSH), rose_petals(3, ROSE)],
    "green-leaves": [loose_leaves(1), loose_leaves(1), loose_leaves(2), leaf_sprig(0.8, 5), leaf_sprig(1.0, 7), loose_leaves(2)],
    "autumn-leaves": [dry_leaves(1), dry_leaves(1), dry_leaves(1), dry_leaves(2), dry_leaves(2), dry_leaves(1)],
    "coffee-beans": [coffee_beans(1, 0.01), coffee_beans(2, 0.08), coffee_beans(3, 0.12), coffee_beans(6, 0.16), coffee_beans(10, 0.22), coffee_beans(16, 0.28)],
    "ice-cubes": [ice_cubes(1), ice_cubes(1), ice_cubes(1), ice_cubes(2), ice_cubes(2), ice_cubes(3)],
    "lemon-slices": [lemon_slices([1]), lemon_slices([2]), lemon_slices([1, 8]), lemon_slices([1, 10]), lemon_slices([], True), lemon_slices([3])],
    "pebbles": [pebbles([0.2]), pebbles([0.15]), pebbles([0.22, 0.12]), pebbles([0.18, 0.1, 0.13]), pebbles([0.12, 0.09]), pebbles([0.24])],
    "cinnamon-sticks": [cinnamon(1, 0), cinnamon(2, 0), cinnamon(2, 1), cinnamon(0, 1), cinnamon(0, 1), cinnamon(3, 0)],
    "pine-cones": [pine_cones([0.28]), pine_cones([0.25]), pine_cones([0.3]), pine_cones([0.22]), pine_cones([0.22, 0.2]), pine_cones([0.26])],
    "confetti": [confetti(12, 0.4), confetti(12, 0.4), confetti(18, 0.5), confetti(24, 0.55), confetti(24, 0.55), confetti(30, 0.6)],
    "sea-shells": [shells(["scallop"]), shells(["scallop"]), shells(["spiral"]), shells(["scallop"]), shells(["scallop", "scallop"]), shells(["scallop"])],
    "fir-twigs": [fir_twig(0.9, 2), fir_twig(1.1, 3), fir_twig(1.0, 2), fir_twig(0.7, 1), fir_twig(1.2, 3), fir_twig(0.8, 2)],
    "wood-shavings": [wood_shavings(1), wood_shavings(1), wood_shavings(2), wood_shavings(2), wood_shavings(3), wood_shavings(1)],
    "towel": [towels(True), towels(False), towels(True), towels(False)],
}
