"""Renders the rooms that stand out of focus behind the studio's table.

Usage: blender -b -P scripts/backdrops/rooms.py -- <output folder> [pixels] [name ...]
The camera is level at 1.15 m and focused one metre away, so that everything in the room is blurred.
"""

import math
import os
import random
import sys

import bpy

arguments = sys.argv[sys.argv.index("--") + 1 :]
folder = os.path.abspath(arguments[0])
pixels = int(arguments[1]) if len(arguments) > 1 else 640
wanted = arguments[2:]


def srgb(code):
    """Linear RGBA of a "#rrggbb" colour."""
    parts = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return (*linear, 1.0)


def paint(color, roughness=0.6, metallic=0.0):
    material = bpy.data.materials.new(color)
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = srgb(color)
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Metallic"].default_value = metallic
    return material


def shine(color, strength):
    material = bpy.data.materials.new("light")
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    emission = tree.nodes.new("ShaderNodeEmission")
    emission.inputs[0].default_value = srgb(color)
    emission.inputs[1].default_value = strength
    output = tree.nodes.new("ShaderNodeOutputMaterial")
    tree.links.new(emission.outputs[0], output.inputs[0])
    return material


def dress(material):
    bpy.context.object.data.materials.append(material)
    return bpy.context.object


def box(material, x, y, z, width, depth, height, turn=0.0):
    """A box whose bottom is at z."""
    bpy.ops.mesh.primitive_cube_add(size=1, location=(x, y, z + height / 2), rotation=(0, 0, turn))
    bpy.context.object.scale = (width, depth, height)
    return dress(material)


def ball(material, x, y, z, radius, squash=1.0):
    bpy.ops.mesh.primitive_uv_sphere_add(radius=radius, location=(x, y, z), segments=24, ring_count=12)
    bpy.context.object.scale[2] = squash
    return dress(material)


def tube(material, x, y, z, radius, height, top=None):
    bpy.ops.mesh.primitive_cone_add(
        radius1=radius, radius2=radius if top is None else top, depth=height, location=(x, y, z + height / 2), vertices=24
    )
    return dress(material)


def lamp(x, y, z, size, energy, color, target):
    light = bpy.data.lights.new("area", "AREA")
    light.energy = energy
    light.size = size
    light.color = srgb(color)[:3]
    item = bpy.data.objects.new("area", light)
    item.location = (x, y, z)
    direction = [t - p for t, p in zip(target, (x, y, z))]
    item.rotation_euler = (
        math.atan2(math.hypot(direction[0], direction[1]), -direction[2]),
        0,
        math.atan2(direction[1], direction[0]) - math.pi / 2,
    )
    bpy.context.scene.collection.objects.link(item)


def leaves(materials, center, spread, count, size, seed):
    """A cloud of small leaf-shaped faces in one mesh per material."""
    chance = random.Random(seed)
    for material in materials:
        points, faces = [], []
        for _ in range(count // len(materials)):
            place = [c + chance.gauss(0, 0.45) * s for c, s in zip(center, spread)]
            length = size * chance.uniform(0.6, 1.4)
            yaw, pitch = chance.uniform(0, 2 * math.pi), chance.uniform(-0.9, 0.9)
            along = (math.cos(yaw) * math.cos(pitch), math.sin(yaw) * math.cos(pitch), math.sin(pitch))
            side = (-math.sin(yaw) * 0.35, math.cos(yaw) * 0.35, chance.uniform(-0.25, 0.25))
            start = len(points)
            for a, b in ((-0.5, 0), (0, 0.5), (0.5, 0), (0, -0.5)):
                points.append(tuple(p + length * (a * u + b * v) for p, u, v in zip(place, along, side)))
            faces.append((start, start + 1, start + 2, start + 3))
        mesh = bpy.data.meshes.new("leaves")
        mesh.from_pydata(points, [], faces)
        mesh.materials.append(material)
        bpy.context.scene.collection.objects.link(bpy.data.objects.new("leaves", mesh))


def greens(*codes):
    return [paint(code, 0.5) for code in codes]


def world(color, strength):
    background = bpy.context.scene.world.node_tree.nodes["Background"]
    background.inputs[0].default_value = srgb(color)
    background.inputs[1].default_value = strength


def window(x, y, z, width, height, turn, strength):
    """A bright opening with its frame, facing the camera's left."""
    box(shine("#fff6e8", strength), x, y, z, width, 0.02, height, turn)
    frame = paint("#efe9df")
    for share in (-0.5, 0.0, 0.5):
        box(frame, x + math.cos(turn) * width * share, y + math.sin(turn) * width * share - 0.03, z, 0.06, 0.06, height, turn)
    for part in (0.0, 0.5, 1.0):
        box(frame, x, y - 0.03, z + height * part - 0.03, width, 0.06, 0.06, turn)


def room():
    world("#fff7ec", 0.85)
    box(paint("#e9e0d3"), 0, 4.6, -0.5, 8, 0.1, 5)
    box(paint("#b99873"), 0, 2.5, -0.2, 8, 6, 0.1)
    window(-1.05, 4.5, 0.75, 0.85, 1.7, 0, 2.6)
    sheer = paint("#f6f0e6")
    for i in range(7):
        tube(sheer, -0.52 + 0.05 * i, 4.35 + 0.03 * (i % 2), 0.2, 0.035, 2.4)
    sofa = paint("#c9bda9", 0.9)
    box(sofa, 0.75, 4.0, 0.15, 1.7, 0.8, 0.42)
    box(sofa, 0.75, 4.35, 0.5, 1.7, 0.22, 0.45)
    box(paint("#b5714c", 0.9), 0.4, 4.05, 0.58, 0.4, 0.16, 0.36, 0.2)
    box(paint("#8f9a86", 0.9), 0.95, 4.08, 0.58, 0.38, 0.16, 0.34, -0.2)
    box(paint("#8a6848"), 0.62, 4.52, 1.42, 0.52, 0.03, 0.66)
    box(paint("#f3eee6"), 0.62, 4.5, 1.46, 0.44, 0.03, 0.58)
    ball(paint("#cf9a6b"), 0.62, 4.48, 1.72, 0.13)
    tube(paint("#d8cfc2"), 1.32, 3.6, 0.1, 0.16, 0.42, 0.2)
    leaves(greens("#5d7c4a", "#7b9660", "#48683c"), (1.3, 3.6, 1.15), (0.5, 0.4, 0.85), 420, 0.2, 3)
    tube(paint("#c9a063", 0.3, 1.0), -0.12, 4.2, 0.1, 0.012, 1.5)
    tube(shine("#ffe9c8", 1.25), -0.12, 4.2, 1.5, 0.2, 0.26, 0.14)
    lamp(-2.2, 1.6, 2.4, 1.8, 120, "#fff1dc", (0.4, 4.4, 0.9))


def kitchen():
    world("#fbf8f2", 0.95)
    box(paint("#f1ede6"), 0, 4.6, -0.5, 8, 0.1, 5)
    tile = paint("#e3e6e2", 0.2)
    for row in range(5):
        for column in range(16):
            box(tile, -1.7 + column * 0.22 + 0.11 * (row % 2), 4.53, 1.02 + row * 0.11, 0.2, 0.04, 0.095)
    cabinet = paint("#dfe3dc")
    for i in range(5):
        box(cabinet, -1.5 + i * 0.76, 4.25, 0.0, 0.72, 0.6, 0.9)
    box(paint("#c59d70"), 0, 4.2, 0.92, 8, 0.72, 0.06)
    box(paint("#b98c5c"), 0.55, 4.45, 1.66, 1.5, 0.26, 0.05)
    for i, code in enumerate(("#d9c3a0", "#f4f1ea", "#8c9b8a", "#c9764c", "#f4f1ea", "#b7b1a8")):
        tube(paint(code, 0.3), 0.0 + i * 0.21, 4.42, 1.71, 0.06 + 0.012 * (i % 3), 0.16 + 0.05 * ((i * 7) % 3))
    brass = paint("#d8ab62", 0.25, 1.0)
    tube(brass, -0.35, 4.2, 0.98, 0.018, 0.42)
    for x in (-0.75, 0.95):
        tube(shine("#ffe6bd", 2.2), x, 3.7, 1.72, 0.13, 0.18, 0.05)
        tube(brass, x, 3.7, 1.9, 0.008, 1.0)
    window(-1.12, 4.48, 1.02, 0.8, 1.2, 0, 3.0)
    leaves(greens("#6d8f55", "#8aa86b"), (0.98, 4.1, 1.22), (0.22, 0.2, 0.3), 160, 0.11, 5)
    tube(paint("#e8e1d5"), 0.98, 4.1, 0.98, 0.08, 0.15)
    ball(paint("#e0a83c"), 0.32, 4.1, 1.04, 0.06)
    ball(paint("#dd8d36"), 0.45, 4.05, 1.04, 0.06)
    lamp(-2.2, 1.8, 2.4, 1.8, 110, "#fff6ea", (0.2, 4.4, 1.0))


def bathroom():
    world("#f4f8f8", 0.95)
    box(paint("#e6ecea"), 0, 4.6, -0.5, 8, 0.1, 5)
    tile = paint("#d3dedb", 0.15)
    for row in range(9):
        for column in range(26):
            box(tile, -2.2 + column * 0.165, 4.53, 0.0 + row * 0.165, 0.152, 0.04, 0.152)
    box(paint("#b99a76"), 0.3, 4.25, 0.55, 1.6, 0.5, 0.28)
    box(paint("#f7f7f4", 0.2), 0.3, 4.22, 0.84, 1.7, 0.56, 0.08)
    tube(paint("#f9f9f7", 0.15), 0.55, 4.15, 0.92, 0.24, 0.14, 0.28)
    bpy.ops.mesh.primitive_cylinder_add(radius=0.42, depth=0.03, location=(0.5, 4.48, 1.75), rotation=(math.pi / 2, 0, 0))
    dress(paint("#c8a468", 0.3, 1.0))
    bpy.ops.mesh.primitive_cylinder_add(radius=0.39, depth=0.05, location=(0.5, 4.47, 1.75), rotation=(math.pi / 2, 0, 0))
    dress(paint("#eef6f7", 0.35))
    towel = [paint(code, 0.95) for code in ("#f4efe6", "#d9cbb5", "#f4efe6", "#b9c6bd")]
    for i, cloth in enumerate(towel):
        box(cloth, -0.35, 4.12, 0.92 + i * 0.075, 0.38, 0.28, 0.068)
    window(-1.15, 4.48, 0.95, 0.78, 1.35, 0, 2.8)
    leaves(greens("#5f8a5a", "#7ba571", "#4d774c"), (1.15, 3.9, 1.35), (0.38, 0.3, 0.6), 260, 0.17, 8)
    tube(paint("#efece4"), 1.15, 3.9, 0.85, 0.12, 0.25)
    lamp(-2.2, 1.8, 2.4, 1.8, 110, "#f7fbff", (0.2, 4.4, 1.0))


def garden():
    world("#eaf4ff", 1.3)
    box(paint("#7d9a55"), 0, 6, -0.3, 20, 12, 0.1)
    box(shine("#f6f6df", 1.35), 0, 11, 0.9, 18, 0.1, 5)
    dark = greens("#3f6b2f", "#557f3a", "#6b9748")
    bright = greens("#8cb551", "#a9c866", "#c3d67f")
    leaves(dark, (-1.5, 6.2, 1.6), (1.5, 1.6, 1.7), 1500, 0.28, 11)
    leaves(dark, (1.9, 6.0, 1.3), (1.3, 1.5, 1.5), 1500, 0.28, 12)
    leaves(bright, (0.2, 8.0, 2.6), (3.2, 1.4, 1.0), 1100, 0.3, 13)
    leaves(bright, (-0.4, 5.0, 0.35), (3.0, 1.2, 0.42), 1500, 0.22, 14)
    leaves([paint("#f0e9f0"), paint("#e9b9c4"), paint("#f3d98a")], (0.5, 5.2, 0.62), (2.2, 0.8, 0.4), 120, 0.12, 15)
    chance = random.Random(4)
    spark = shine("#fff7d6", 5.0)
    for _ in range(26):
        ball(spark, chance.uniform(-2.6, 2.6), chance.uniform(6.5, 9.0), chance.uniform(1.0, 3.0), chance.uniform(0.02, 0.05))
    lamp(-4, 5, 6, 3, 900, "#ffedc4", (0, 6, 1))


def evening():
    world("#1a1720", 0.35)
    box(paint("#4a3a31"), 0, 4.6, -0.5, 8, 0.1, 5)
    box(paint("#3a2c23"), 0, 2.5, -0.2, 8, 6, 0.1)
    box(paint("#2c211b"), 0.75, 4.35, 0.3, 1.5, 0.4, 0.55)
    tube(shine("#ffc27a", 5.0), -0.85, 4.2, 1.15, 0.2, 0.26, 0.13)
    tube(paint("#8a6a3a", 0.3, 1.0), -0.85, 4.2, 0.1, 0.012, 1.1)
    ball(shine("#ffb566", 6.0), 1.05, 4.1, 1.0, 0.075)
    chance = random.Random(21)
    for i in range(34):
        x = -1.4 + 2.8 * i / 33
        z = 1.95 - 0.32 * math.sin(math.pi * ((i * 3 / 33) % 1)) + chance.uniform(-0.03, 0.03)
        ball(shine("#ffcf94", 26.0), x, 4.3 + chance.uniform(-0.5, 0.2), z, 0.013)
    for _ in range(12):
        ball(shine("#ffb870", 18.0), chance.uniform(-1.3, 1.3), chance.uniform(3.4, 4.4), chance.uniform(0.75, 1.3), 0.013)
    leaves(greens("#2f3f2a", "#27351f"), (1.2, 3.7, 1.2), (0.4, 0.3, 0.7), 200, 0.2, 9)
    lamp(-0.85, 3.9, 1.4, 0.4, 14, "#ffb972", (-0.6, 4.6, 1.3))
    lamp(1.05, 3.8, 1.1, 0.3, 8, "#ffb972", (1.0, 4.6, 1.1))


ROOMS = {r.__name__: r for r in (room, kitchen, bathroom, garden, evening)}


def prepare():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 96
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 3
    scene.cycles.sample_clamp_indirect = 3
    scene.render.resolution_x = scene.render.resolution_y = pixels
    scene.view_settings.view_transform = "Filmic"
    scene.view_settings.look = "Medium High Contrast"
    scene.view_settings.exposure = 0.12
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_depth = "16"
    scene.world = bpy.data.worlds.new("sky")
    scene.world.use_nodes = True
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.location = (0, 0, 1.15)
    camera.rotation_euler = (math.pi / 2, 0, 0)
    camera.data.sensor_width = 36
    camera.data.lens = 67
    camera.data.dof.use_dof = True
    camera.data.dof.focus_distance = 1.0
    camera.data.dof.aperture_fstop = 1.5
    scene.collection.objects.link(camera)
    scene.camera = camera
    return scene


def main():
    for name, build in ROOMS.items():
        if wanted and name not in wanted:
            continue
        scene = prepare()
        if name == "evening":
            scene.view_settings.exposure = 0.0
        build()
        scene.render.filepath = os.path.join(folder, name + ".png")
        bpy.ops.render.render(write_still=True)


main()
