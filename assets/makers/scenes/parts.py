"""Shared parts of the scenes: sun, sky, camera, rough ground. One unit is 10 cm; the product's place is the origin."""

import math

import bpy
import numpy as np
from mathutils import Vector

import materials as m
import mesh
from nodes import Nodes, rgb


def sun(azimuth_deg, elevation_deg, energy, color="#ffffff", angle_deg=0.6):
    """Seen from above: 0 shines from the camera, -90 from the left, 90 from the right, 180 from behind."""
    data = bpy.data.lights.new("sun", "SUN")
    data.energy, data.angle, data.color = energy, math.radians(angle_deg), rgb(color)[:3]
    obj = mesh.link(bpy.data.objects.new("sun", data))
    a, e = math.radians(azimuth_deg), math.radians(elevation_deg)
    toward = Vector((math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)))
    obj.rotation_euler = toward.to_track_quat("Z", "Y").to_euler()


def sky(strength, *stops):
    """World light by height: stops (0 straight down … 1 straight up, color)."""
    tree = bpy.context.scene.world.node_tree
    n = Nodes(tree)
    up = n.add("ShaderNodeSeparateXYZ", {0: n.add("ShaderNodeTexCoord").outputs["Generated"]}).outputs[2]
    height = n.math("MULTIPLY", n.math("ADD", up, 1.0), 0.5)
    n.set(tree.nodes["Background"].inputs[0], n.ramp(height, *stops))
    tree.nodes["Background"].inputs[1].default_value = strength


def camera(size, pitch_deg, distance, ground_row, lens_mm=50, f_stop=4.0):
    """Looks at the origin, which is shown in the given row (share of the height)."""
    view = bpy.context.scene
    view.render.resolution_x, view.render.resolution_y = size
    data = bpy.data.cameras.new("camera")
    data.lens, data.sensor_width, data.sensor_fit, data.clip_end = lens_mm, 36, "AUTO", 5000
    data.shift_y = (ground_row - 0.5) * size[1] / max(size)
    pitch = math.radians(pitch_deg)
    obj = mesh.link(bpy.data.objects.new("camera", data))
    obj.location = (0, -distance * math.cos(pitch), distance * math.sin(pitch))
    obj.rotation_euler = (math.pi / 2 - pitch, 0, 0)
    data.dof.use_dof, data.dof.focus_distance = True, distance
    data.dof.aperture_fstop = f_stop * 0.1
    view.camera = obj


def uneven(name, size, at, material, height, seed, calm=1.2, cells=160, scale=0.9):
    """A sheet of rough ground; level within `calm` of the product's place."""
    rng = np.random.default_rng(seed)
    u, v = np.meshgrid(np.linspace(-0.5, 0.5, cells), np.linspace(-0.5, 0.5, cells))
    x, y = u * size[0] + at[0], v * size[1] + at[1]
    z = np.zeros_like(x)
    for k in range(24):
        angle, f = rng.uniform(0, math.pi), rng.uniform(0.2, 2.0) * scale
        z += np.sin((x * math.cos(angle) + y * math.sin(angle)) * f + rng.uniform(0, 6.28)) / (1 + f * 2)
    z = z * height * (1 - np.exp(-(x**2 + y**2) / calm**2))
    verts = np.stack([x, y, z], -1).reshape(-1, 3)
    i = np.arange(cells * cells).reshape(cells, cells)
    faces = np.stack([i[:-1, :-1], i[:-1, 1:], i[1:, 1:], i[1:, :-1]], -1).reshape(-1, 4)
    return mesh.from_data(name, verts, faces, material)


def marble(name, color, vein, roughness=0.12):
    def build(n):
        at = n.coord("Object", (0.35, 0.35, 0.35), (0, 0, 0.6))
        soft = n.noise(at, 1.6, 8, 0.6, 1.4)
        line = n.math("ABSOLUTE", n.math("SUBTRACT", soft, 0.5))
        strength = n.ramp(line, (0.0, 0.75), (0.05, 0.0))
        return {"Base Color": n.mix(strength, color, vein)}

    return m.principled(name, color, roughness, build)


def concrete(name, color, roughness=0.6):
    def build(n):
        at = n.coord()
        cloud = n.noise(at, 0.35, 6, 0.6)
        pits = n.noise(at, 14, 3, 0.6)
        shade = n.mix(1.0, n.ramp(cloud, (0.3, 0.72), (0.7, 1.0)), n.ramp(pits, (0.3, 0.85), (0.5, 1.0)), "MULTIPLY")
        return {"Base Color": n.mix(1.0, color, shade, "MULTIPLY"), "Normal": n.bump(pits, 0.15, 0.03)}

    return m.principled(name, color, roughness, build)


def wet(name, dark, light):
    """Stone under a film of water: rough patches in a mirror."""

    def build(n):
        at = n.coord()
        layers = n.noise(at, 0.8, 6, 0.6, 0.3)
        return {
            "Base Color": n.mix(layers, dark, light),
            "Roughness": n.ramp(n.noise(at, 0.5, 3), (0.42, 0.05), (0.62, 0.3)),
            "Normal": n.bump(layers, 0.12, 0.05),
        }

    return m.principled(name, dark, build=build, specular=0.7)


def bars(at, toward, across, width, height, count, thickness):
    """A window's bars in front of a lamp, for their shadow."""
    black = m.principled("bars", "#101010", 0.9)
    normal = (Vector(toward) - Vector(at)).to_track_quat("-Z", "Y").to_euler()
    handle = mesh.link(bpy.data.objects.new("bars", None))
    handle.location, handle.rotation_euler = at, normal
    for k in range(count + 1):
        x = (k / count - 0.5) * width
        bar = mesh.box("bar", (thickness, height, 0.1), (x, 0, 0), black)
        bar.parent = handle
    for k in range(across + 1):
        y = (k / across - 0.5) * height
        bar = mesh.box("bar", (width, thickness, 0.1), (0, y, 0), black)
        bar.parent = handle
