"""The rooms: simple furniture in good colours, because everything is far out of focus.

One unit is 10 cm. The camera stands at (0, 0, 11.5) and looks along +y; at distance D it sees 0.54 D.
Each function builds its room and returns the tone settings of its picture.
"""

import math

import bpy
import numpy as np

import materials as m
import mesh
import scene
from nodes import Nodes
from room_parts import ambient, books, bulb, curtain_window, leaf_cloud, pot_plant, shell

NAMES = ["room", "kitchen", "bathroom", "garden", "evening"]


def room():
    rng = np.random.default_rng(2)
    shell(m.plaster("wall", "#efe6d8"), m.wood("floor", "#d0ad83", "#a9835a", 0.5, 0.3, plank=1.6))
    ambient("#fff4e6", 0.55)
    curtain_window(-13.5, -6.2, 4, 25, 45, 3.4)
    scene.area_light("day", (-20, 26, 16), (6, 40, 7), (14, 16), 2600, "#fff3df")
    sofa = m.cloth("sofa", "#d9cfc0")
    mesh.box("sofa seat", (15, 6, 4.4), (3.0, 41, 0), sofa, 0.7)
    mesh.box("sofa back", (15, 2, 8.2), (3.0, 44, 0), sofa, 0.9)
    for x, color, turn in ((-2.6, "#c98f5e", 10), (0.2, "#efe9df", -8), (7.6, "#8fa08c", 12)):
        cushion = mesh.box(
            "cushion", (3.6, 1.3, 3.6), (x, 41.6, 4.3), m.cloth("cushion", color), 0.6, 5, turn
        )
        cushion.rotation_euler.x = -0.25
    pot_plant(rng, (-4.6, 37, 0), 12, "#b98d68", size=1.3, count=170)
    oak = m.wood("shelf", "#c79c6a", "#9a7046", 0.5)
    for z in (14.5, 18.6):
        mesh.box("shelf", (9, 2, 0.35), (7.6, 44.5, z), oak)
    end = books(rng, 4.2, 44.3, 14.85, 7, ["#c7b299", "#8a9a8f", "#b5654a", "#e9e2d4", "#53646b"])
    mesh.lathe(
        "vase",
        [(0, 0), (0.7, 0), (1.0, 1.0, 0.4), (0.4, 2.0, 0.3), (0.55, 2.4), (0, 2.4)],
        m.principled("vase", "#efe9df", 0.4),
    ).location = (end + 1.6, 44.2, 14.85)
    leaf_cloud(rng, (end + 1.6, 44.2, 18.0), (0.6, 0.4, 0.9), 24, 0.6, ("#b8a36f", "#cdb987"))
    books(rng, 7.4, 44.3, 18.95, 6, ["#e9e2d4", "#b98d68", "#6d7f86", "#d8cbb6"], 1.9)
    mesh.box("frame", (4.6, 0.3, 6.2), (-1.6, 45.6, 14.2), m.principled("frame", "#b98d5c", 0.5))
    mesh.box("print", (3.9, 0.3, 5.5), (-1.6, 45.45, 14.55), m.principled("print", "#f3ece0", 0.7))
    mesh.lathe(
        "motif", [(0, 0), (1.1, 0), (1.1, 0.1), (0, 0.1)], m.principled("motif", "#d59a6c", 0.7)
    ).location = (-1.6, 45.2, 17.4)
    bpy.data.objects["motif"].rotation_euler.x = math.pi / 2
    mesh.rod(
        "lamp stand",
        (11.6, 40, 0),
        (11.6, 40, 14.5),
        0.12,
        m.principled("brass", "#c9a25a", 0.3, metallic=1.0),
    )
    mesh.lathe(
        "shade",
        [(1.9, 13.6), (1.4, 16.6), (1.38, 16.6), (1.88, 13.6)],
        m.principled("shade", "#fff0d4", 0.9, emission="#ffe2b0", emission_strength=0.9),
    ).location = (11.6, 40, 0)
    return {"key": 0.50, "contrast": 0.4, "saturation": 1.0}


def kitchen():
    rng = np.random.default_rng(6)
    shell(m.tiles("tiles", "#f0efe9", "#d4d0c6", 1.5, 0.75), m.principled("floor", "#cfc2ae", 0.5))
    ambient("#fbf8f2", 0.6)
    curtain_window(-14, -7.4, 11, 22, 45, 6.0, "#fbfcff")
    scene.area_light("day", (-20, 24, 18), (4, 42, 9), (12, 14), 2600, "#fdf7ec")
    white = m.principled("front", "#eceae4", 0.45)
    pale = m.wood("pale oak", "#d6b78c", "#b8925f", 0.5, 0.5)
    brass = m.principled("brass", "#c9a050", 0.25, metallic=1.0)
    mesh.box("base units", (44, 6, 8.4), (0, 43, 0), white)
    for k in range(-4, 5):
        mesh.box("gap", (0.12, 0.2, 8.0), (k * 4.2, 39.95, 0.2), m.principled("gap", "#b9b5ab", 0.8))
        mesh.box("handle", (1.4, 0.3, 0.2), (k * 4.2 + 2.1, 39.8, 7.3), brass)
    mesh.box("worktop", (44, 6.6, 0.5), (0, 42.8, 8.4), pale)
    for z in (15.2, 19.0):
        mesh.box("shelf", (12, 2.4, 0.4), (6.5, 44.4, z), pale)
    for x, h, r, color in (
        (1.6, 1.4, 0.6, "#efece6"),
        (3.1, 1.4, 0.6, "#d9cdb9"),
        (5.0, 2.2, 0.7, "#a9b7a6"),
        (7.0, 1.2, 0.9, "#f3f0ea"),
        (9.4, 2.4, 0.65, "#c98d60"),
        (11.2, 1.6, 0.6, "#efece6"),
    ):
        mesh.lathe(
            "jar", [(0, 0), (r, 0, 0.1), (r, h, 0.2), (0, h)], m.principled("jar", color, 0.4)
        ).location = (x, 44.2, 15.6)
    for x, h, r, color in (
        (2.4, 1.0, 1.1, "#f3f0ea"),
        (5.6, 2.0, 0.6, "#8c6f52"),
        (10.2, 1.1, 1.0, "#c9d2cd"),
    ):
        mesh.lathe(
            "bowl", [(0, 0), (r * 0.6, 0), (r, h), (0, h * 0.9)], m.principled("bowl", color, 0.4)
        ).location = (x, 44.2, 19.4)
    leaf_cloud(rng, (8.0, 44.0, 20.6), (0.9, 0.4, 0.9), 60, 0.55, ("#5d8a4a", "#7ea65c"))
    pot_plant(rng, (-4.6, 42, 8.9), 4.0, "#d07f55", ("#4c7d3c", "#6f9f50", "#3f6a36"), 0.8, 110)
    mesh.rod("tap", (-1.2, 44, 8.9), (-1.2, 44, 13.2), 0.16, brass)
    mesh.tube(
        "spout", [(-1.2, 44, 13.1), (-1.2, 43.6, 14.2), (-1.2, 42.4, 14.4), (-1.2, 41.6, 13.2)], 0.16, brass
    )
    mesh.box(
        "board", (3.6, 0.4, 5.0), (11.4, 44.2, 8.9), m.wood("board", "#b9834f", "#8a5a32", 0.5), 0.3
    ).rotation_euler.x = -0.12
    mesh.lathe(
        "kettle", [(0, 0), (1.3, 0, 0.2), (1.4, 1.4, 0.8), (0.6, 2.3, 0.3), (0, 2.4)], brass
    ).location = (3.6, 42.2, 8.9)
    for x in (-2.5, 7.5):
        mesh.rod("cord", (x, 36, 20), (x, 36, 27), 0.05, m.principled("cord", "#3a3632", 0.6))
        mesh.lathe(
            "pendant",
            [(1.5, 18.2), (1.3, 19.4, 0.5), (0.3, 20.3), (0.28, 20.25), (1.25, 19.3, 0.5), (1.45, 18.2)],
            brass,
        ).location = (x, 36, 0)
        bulb((x, 36, 18.6), 0.5, "#ffe6bd", 12)
    return {"key": 0.52, "contrast": 0.4, "saturation": 1.0}


def bathroom():
    rng = np.random.default_rng(9)
    shell(m.tiles("tiles", "#dfe7e6", "#c3cbca", 1.0, 1.0), m.principled("floor", "#cfd6d6", 0.4))
    ambient("#f2f8fb", 0.7)
    curtain_window(-14, -7.6, 8, 24, 45, 3.6, "#f1f8ff")
    scene.area_light("day", (-20, 24, 18), (4, 42, 9), (12, 14), 2200, "#f3f9ff")
    pale = m.wood("ash", "#dcc6a4", "#bfa27a", 0.5, 0.5)
    white = m.principled("ceramic", "#f5f6f5", 0.15)
    mesh.box("cabinet", (15, 5, 5.6), (3.2, 43.4, 2), pale, 0.1)
    mesh.box("top", (15.6, 5.4, 0.5), (3.2, 43.3, 7.6), white, 0.1)
    mesh.lathe("basin", [(0, 0), (1.8, 0), (2.8, 1.5, 0.4), (2.6, 1.5), (0, 0.4)], white).location = (
        2.2,
        43,
        8.1,
    )
    mirror = mesh.lathe(
        "mirror", [(0, 0), (4.1, 0), (4.1, 0.2), (0, 0.2)], m.principled("glass", "#d3dfe1", 0.1), 96
    )
    rim = mesh.lathe(
        "rim",
        [(4.1, -0.1), (4.5, -0.1), (4.5, 0.5), (4.1, 0.5), (4.1, -0.1)],
        m.principled("brass", "#caa762", 0.3, metallic=1.0),
        96,
    )
    for obj in (mirror, rim):
        obj.location, obj.rotation_euler.x = (2.2, 45.6, 16.2), math.radians(90)
    mesh.rod(
        "tap",
        (2.2, 44.9, 8.1),
        (2.2, 44.9, 11.4),
        0.18,
        m.principled("brass 2", "#caa762", 0.3, metallic=1.0),
    )
    for k, color in enumerate(("#f2efe9", "#b7c9c8", "#e4d8c6", "#f2efe9")):
        mesh.box("towel", (4.0, 3, 0.85), (8.4, 43, 8.1 + 0.86 * k), m.cloth("towel", color), 0.35)
    pot_plant(rng, (-4.6, 41.5, 4.4), 6.5, "#eef0ee", ("#4f8050", "#6da065", "#3d6b45"), 1.0, 120)
    mesh.box("stool", (4.2, 4.2, 4.4), (-4.6, 41.5, 0), pale, 0.1)
    for x, h, r, color in (
        (-1.4, 2.0, 0.45, "#b98252"),
        (-0.4, 1.5, 0.4, "#eeeae2"),
        (5.7, 1.7, 0.4, "#7f9a96"),
    ):
        mesh.lathe(
            "bottle",
            [(0, 0), (r, 0, 0.05), (r, h * 0.7, 0.2), (r * 0.3, h * 0.8), (r * 0.3, h), (0, h)],
            m.principled("bottle", color, 0.2),
        ).location = (x, 42.4, 8.1)
    mesh.box("hanging towel", (3.4, 0.5, 8), (10.6, 45.2, 12), m.cloth("hanging towel", "#c4d4d3"), 0.2)
    return {"key": 0.54, "contrast": 0.4, "saturation": 1.0}


def garden():
    rng = np.random.default_rng(12)
    background = bpy.context.scene.world.node_tree
    n = Nodes(background)
    up = n.add("ShaderNodeSeparateXYZ", {0: n.add("ShaderNodeTexCoord").outputs["Generated"]}).outputs[2]
    sky = n.ramp(up, (0.0, "#e8e4b8"), (0.14, "#fff9df"), (0.6, "#cfe4f2"))
    n.set(background.nodes["Background"].inputs[0], sky)
    background.nodes["Background"].inputs[1].default_value = 1.6
    sun = bpy.data.lights.new("sun", "SUN")
    sun.energy, sun.angle, sun.color = 7.0, 0.02, (1.0, 0.9, 0.68)
    lamp = mesh.link(bpy.data.objects.new("sun", sun))
    lamp.rotation_euler = (math.radians(-52), math.radians(-38), 0)
    lawn = m.principled("lawn", "#9aa66a", 0.8)
    mesh.box("lawn", (600, 500, 0.5), (0, 220, -0.5), lawn)
    greens = ("#6c8a52", "#8ea362", "#56764c", "#aeb877")
    for _ in range(26):
        depth = rng.uniform(60, 190)
        x = rng.normal(0, 0.24) * depth
        if abs(x) < 0.05 * depth and rng.random() < 0.6:
            x += math.copysign(0.16 * depth, x)
        high = rng.uniform(8, 34)
        leaf_cloud(
            rng, (x, depth, high * 0.5), (high * 0.32, high * 0.3, high * 0.27), 420, 2.2, greens, 0.3, 0.6
        )
    for x in (-40, -16, 26, 44):
        mesh.rod("trunk", (x, 170, 0), (x + 4, 172, 60), 2.2, m.principled("bark", "#7a664f", 0.9))
    leaf_cloud(rng, (0, 170, 56), (60, 20, 12), 1800, 3.6, greens, 0.3, 0.6)
    leaf_cloud(rng, (-10, 48, 21), (4, 3, 3.2), 130, 1.5, greens, 0.3, 0.6)
    for color in ("#f3e9f0", "#f2c14f", "#e88f9b"):
        leaf_cloud(rng, (5, 90, 3.0), (24, 12, 1.6), 120, 0.7, (color,), 0.8, 0.3)
    for _ in range(70):
        depth = rng.uniform(70, 200)
        bulb(
            (rng.normal(0, 0.2) * depth, depth, 11.5 + depth * abs(rng.normal(0.02, 0.11))),
            rng.uniform(0.12, 0.3) * depth / 100,
            str(rng.choice(["#fff3c4", "#fff9e2", "#f3ffd0"])),
            14,
        )
    return {"key": 0.5, "contrast": 0.3, "saturation": 0.8}


def evening():
    rng = np.random.default_rng(15)
    shell(m.plaster("wall", "#6b5546"), m.wood("floor", "#6b4a30", "#3f2a1a", 0.4, 0.3, plank=1.6))
    ambient("#2a3347", 0.05)
    mesh.box("dusk", (6.0, 0.2, 13), (-9.6, 45.2, 9), m.emission("dusk", "#33507f", 0.35))
    for x in (-12.6, -9.6, -6.6):
        mesh.box("bar", (0.35, 0.4, 13.6), (x, 45, 8.8), m.principled("bar", "#2b211a", 0.5))
    for x, y, z, s in ((9.4, 40, 10.5, 1.0), (-3.4, 44, 14.4, 0.6)):
        mesh.lathe(
            "shade",
            [(1.9 * s, 0), (1.3 * s, 2.8 * s), (1.28 * s, 2.8 * s), (1.88 * s, 0)],
            m.principled("shade", "#ffce85", 0.9, emission="#ffb55c", emission_strength=5.0),
        ).location = (x, y, z)
        bulb((x, y, z + 1.0 * s), 0.4, "#ffbf73", 30)
    mesh.box("sideboard", (16, 4, 7), (6, 43, 0), m.wood("sideboard", "#5e3d26", "#3c2616", 0.35))
    mesh.rod("stem", (9.4, 40, 7), (9.4, 40, 10.6), 0.15, m.principled("brass", "#b98d4a", 0.3, metallic=1.0))
    mesh.box("armchair", (7, 6, 6.5), (-8, 40, 0), m.cloth("armchair", "#5c3f34"), 0.8)
    for k in range(13):
        x = -12 + k * 1.96 + rng.normal(0, 0.2)
        z = 20.0 + 1.6 * math.cos(k / 13 * 2 * math.pi * 2) + rng.normal(0, 0.15)
        bulb((x, 43.5 + rng.normal(0, 0.6), z), 0.11, str(rng.choice(["#ffb765", "#ffc987", "#ffa650"])), 60)
    for _ in range(9):
        bulb((rng.uniform(-3.5, 7), rng.uniform(36, 43), 7.6 + rng.uniform(0, 1.4)), 0.12, "#ffa347", 70)
    books(rng, 1.0, 44, 7.0, 8, ["#6f3b2a", "#3f4a4a", "#8a6a45", "#2f2a33"], 2.6)
    pot_plant(rng, (-3.6, 42, 0), 12, "#3a2c25", ("#2f4a2e", "#3f5c36"), 1.2, 130)
    return {"key": 0.036, "contrast": 0.3, "saturation": 0.72}
