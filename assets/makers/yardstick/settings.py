"""Settings of the pictures. Each builds a room, the ground and a few household objects."""

import math

import bpy
import materials as m
import mesh
import numpy as np
import scene


def clutter(seed, y=3.0, spread=5.0):
    """A few out-of-focus objects behind the product, which depend on the seed."""
    rng = np.random.default_rng(seed)
    colors = ["#4d5d6b", "#b08968", "#7d8f6f", "#a6543f", "#d9cfb8", "#35424f", "#c7a24a"]
    for x in (-spread, -spread * 0.62, spread * 0.55, spread):
        color = colors[rng.integers(len(colors))]
        at = (x + rng.normal(0, 0.2), y + rng.normal(0, 0.3), 0)
        kind = rng.integers(3)
        if kind == 0:
            for k in range(3):
                book = m.principled("book", colors[rng.integers(len(colors))], 0.6)
                turn = float(rng.normal(0, 8))
                mesh.box("book", (2.4, 1.7, 0.28), (at[0], at[1], 0.28 * k), book, 0.04, 3, turn)
        elif kind == 1:
            jar = [(0, 0), (0.6, 0, 0.05), (0.66, 1.5, 0.3), (0.4, 1.9, 0.1), (0.4, 2.1), (0, 2.1)]
            mesh.lathe("jar", jar, m.principled("jar", color, 0.35)).location = at
        else:
            bowl = [(0, 0), (0.5, 0), (1.2, 0.6), (1.25, 0.66), (1.1, 0.6), (0.4, 0.1), (0, 0.1)]
            mesh.lathe("bowl", bowl, m.principled("bowl", color, 0.3)).location = at


def wooden(light="#b98f63", dark="#8b6743", wall="#e4dccb", side="left", seed=1):
    scene.room(wall=wall, wall_y=6.2, side=side, power=1500, lamp=80, window_y=-5)
    scene.table(m.wood("table wood", light, dark, 0.42, 0.6, plank=2.1), (26, 14), (0, -1.2))
    clutter(seed)


def linen(color="#9fb0b5", wall="#d6d2c6", side="right", seed=2):
    scene.room(wall=wall, wall_y=5.5, side=side, power=1500, lamp=90, window_y=-6)
    scene.table(m.principled("board", "#b9a58c", 0.6), (26, 14), (0, -1))
    scene.sheet(m.cloth("sheet", color, thread=0.05), (24, 13), (0, -1), folds=0.08, seed=seed)
    clutter(seed, 3.6)


def white(side="left"):
    """A sheet of white paper that bends up into the wall behind the product."""
    scene.room(wall="#f4f3f0", wall_y=6.0, side=side, power=1300, lamp=120, window_y=-5)
    scene.table(m.principled("board", "#efeeeb", 0.6), (26, 14), (0, -1), radius=0.02)
    paper = m.principled("paper", "#f6f5f2", 0.75)
    curve = [(-7, 0.01), (0, 0.01), (1.2, 0.012)]
    curve += [(1.2 + 2 * math.sin(a), 2.012 - 2 * math.cos(a)) for a in np.linspace(0.1, math.pi / 2, 14)]
    curve += [(3.2, 9.0)]
    rings = [[(x, y, z) for x in np.linspace(-9, 9, 30)] for y, z in curve]
    mesh.loft("paper sweep", rings, paper, closed=False)


def black(cloth=True, side="right"):
    scene.room(wall="#131416", wall_y=4.5, side=side, power=7000, lamp=300, window_y=-6, floor="#1b1b1c")
    if cloth:
        scene.table(m.principled("board", "#0c0c0d", 0.7), (26, 12), (0, -1.4))
        felt = m.cloth("felt", "#121214", thread=0.04, sheen=0.15)
        scene.sheet(felt, (25, 12), (0, -1.4), folds=0.12, seed=8)
    else:
        top = m.principled("lacquer", "#0b0b0c", 0.32, specular=0.4)
        scene.table(top, (26, 12), (0, -1.4))


def checks(name, first, second, size, thread=0.05):
    """Gingham: crossing stripes, darkest where two of them meet."""

    def build(n):
        at = n.coord()
        xyz = n.add("ShaderNodeSeparateXYZ", {0: at})

        def stripe(c):
            wave = n.math("FRACT", n.math("MULTIPLY", xyz.outputs[c], 1 / size))
            return n.math("GREATER_THAN", wave, 0.5)

        both = n.math("MULTIPLY", n.math("ADD", stripe(0), stripe(1)), 0.5)
        wave_x = n.math("SINE", n.math("MULTIPLY", xyz.outputs[0], 6.2832 / thread))
        wave_y = n.math("SINE", n.math("MULTIPLY", xyz.outputs[1], 6.2832 / thread))
        weave = n.math("MULTIPLY", wave_x, wave_y)
        return {"Base Color": n.mix(both, first, second), "Normal": n.bump(weave, 0.3, 0.02)}

    return m.principled(name, m.between(first, second), 0.9, build, specular=0.2)


def zigzag(name, first, second, third):
    """Woven rug: zigzag bands with rows of small diamonds."""

    def build(n):
        xyz = n.add("ShaderNodeSeparateXYZ", {0: n.coord("Object", (1, 1, 1), (0, 0, 0.35))})
        x, y = xyz.outputs[0], xyz.outputs[1]
        saw = n.math("ABSOLUTE", n.math("SUBTRACT", n.math("FRACT", n.math("MULTIPLY", x, 1.4)), 0.5))
        band = n.math("FRACT", n.math("ADD", n.math("MULTIPLY", y, 1.1), saw))
        color = n.mix(n.math("GREATER_THAN", band, 0.5), first, second)
        thin = n.math("LESS_THAN", n.math("ABSOLUTE", n.math("SUBTRACT", band, 0.25)), 0.06)
        color = n.mix(thin, color, third)
        knots = n.noise(n.coord("Object", (14, 30, 14)), 2.0, 2)
        shade = n.ramp(knots, (0.3, 0.75), (0.7, 1.0))
        return {"Base Color": n.mix(1.0, color, shade, "MULTIPLY"), "Normal": n.bump(knots, 0.5, 0.05)}

    return m.principled(name, m.between(first, second), 0.95, build, specular=0.1)


def patterned(material, wall="#d8d4ca", side="left", seed=5, folds=0.04):
    scene.room(wall=wall, wall_y=6.5, side=side, power=1500, lamp=80, window_y=-5)
    scene.table(m.principled("board", "#b9a58c", 0.6), (26, 14), (0, -1))
    scene.sheet(material, (25, 13.5), (0, -1), folds=folds, seed=seed)


def sunny(ground, wall="#d9c7a8", turn_deg=52, height_deg=34):
    """Outdoors: low sun from the side, blue sky, a rendered wall far behind."""
    world = bpy.context.scene.world.node_tree.nodes["Background"]
    world.inputs[0].default_value = (0.42, 0.55, 0.8, 1)
    world.inputs[1].default_value = 0.9
    data = bpy.data.lights.new("sun", "SUN")
    data.energy, data.angle, data.color = 9.0, math.radians(0.6), (1.0, 0.93, 0.8)
    sun = mesh.link(bpy.data.objects.new("sun", data))
    sun.rotation_euler = (math.radians(90 - height_deg), 0, math.radians(turn_deg))
    scene.table(ground, (40, 26), (0, 2), radius=0.02)
    mesh.box("garden wall", (60, 1, 12), (0, 9, -0.5), m.plaster("render", wall, 0.5))


def mirrored(color="#0c0d0f", wall="#6d7378", roughness=0.03, side="left", seed=7):
    """A polished table top that shows the product upside down."""
    scene.room(wall=wall, wall_y=5.5, side=side, power=2200, lamp=110, window_y=-5)
    top = m.principled("polished", color, roughness, specular=0.8, clearcoat=1.0, clearcoat_roughness=0.02)
    scene.table(top, (26, 13), (0, -1.2))
    clutter(seed, 3.4)


def hung(wall="#d3c4b2", side="right"):
    """A wall right behind the product, a sideboard below it."""
    scene.room(wall=wall, wall_y=0.9, side=side, power=1500, lamp=90, window_y=-5)
    scene.table(m.wood("sideboard", "#b28e66", "#876544", 0.42, 0.6, plank=2.1), (26, 5), (0, -1.6))
    mesh.box("frame", (1.5, 0.12, 2.0), (-2.6, 0.84, 1.6), m.principled("frame", "#3a3430", 0.4), 0.02)
