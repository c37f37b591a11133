"""Furniture of the rooms. One unit is 10 cm."""

import math

import bpy
import numpy as np

import materials as m
import mesh
from nodes import rgb


def ambient(color, strength):
    background = bpy.context.scene.world.node_tree.nodes["Background"]
    background.inputs[0].default_value = rgb(color)
    background.inputs[1].default_value = strength


def shell(wall, floor, depth=46, left=-24, right=20):
    """Back wall, side walls and floor; open toward the camera, where the ambient light comes in."""
    mesh.box("back wall", (90, 1, 40), (0, depth + 0.5, 0), wall)
    mesh.box("left wall", (1, depth + 20, 40), (left, depth / 2 - 5, 0), wall)
    mesh.box("right wall", (1, depth + 20, 40), (right, depth / 2 - 5, 0), wall)
    mesh.box("floor", (90, depth + 30, 0.5), (0, depth / 2, -0.5), floor)
    mesh.box("ceiling", (90, depth + 30, 0.5), (0, depth / 2, 27), m.principled("ceiling", "#f4f2ee", 0.9))


def curtain_window(x0, x1, z0, z1, y, strength, color="#fff6e8"):
    """A sheer curtain with daylight behind it: bright vertical folds."""
    material, n, output = m.new("sheer")
    at = n.add("ShaderNodeSeparateXYZ", {0: n.coord()}).outputs
    fold = n.noise(
        n.add("ShaderNodeCombineXYZ", {0: at[0], 1: 0.0, 2: n.math("MULTIPLY", at[2], 0.03)}).outputs[0],
        0.9,
        3,
        0.55,
    )
    glow = n.math("MULTIPLY", n.ramp(fold, (0.3, 0.35), (0.7, 1.0)), strength)
    n.set(output.inputs[0], n.add("ShaderNodeEmission", {"Color": color, "Strength": glow}).outputs[0])
    mesh.box("sheer", (x1 - x0, 0.2, z1 - z0), ((x0 + x1) / 2, y, z0), material)


def leaf_cloud(rng, centre, spread, count, size, colors, up=0.4, shine=0.35):
    """Loose leaves: bent quads in a few greens; light passes through them a little."""
    for color in colors:
        n = count // len(colors)
        spots = rng.normal(0, 1, (n, 3)) * spread + centre
        normals = rng.normal(0, 1, (n, 3)) + [0, -0.4, up * 2]
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        along = np.cross(normals, rng.normal(0, 1, (n, 3)))
        along /= np.linalg.norm(along, axis=1, keepdims=True)
        across = np.cross(normals, along)
        lengths = size * rng.uniform(0.6, 1.3, (n, 1))
        shape = [(-1, 0), (-0.4, 0.28), (0.3, 0.3), (1, 0), (0.3, -0.3), (-0.4, -0.28)]
        verts = np.stack([spots + lengths * (u * along + v * across) for u, v in shape], 1).reshape(-1, 3)
        faces = np.arange(n * 6).reshape(n, 6)
        mesh.from_data("leaves", verts, faces, leaf(color, shine), smooth=False)


def leaf(color, shine=0.35):
    material, n, output = m.new("leaf")
    top = n.add(
        "ShaderNodeBsdfPrincipled", {"Base Color": color, "Roughness": 0.35, "Specular": shine}
    ).outputs[0]
    through = n.add("ShaderNodeBsdfTranslucent", {"Color": color}).outputs[0]
    n.set(output.inputs[0], n.add("ShaderNodeMixShader", {0: 0.4, 1: top, 2: through}).outputs[0])
    return material


def pot_plant(
    rng, at, height, color="#c9b8a2", leaves=("#3f6b3a", "#5a8a46", "#2f5631"), size=1.1, count=150
):
    x, y, z = at
    mesh.lathe(
        "pot", [(0, 0), (1.3, 0), (1.8, 2.6, 0.3), (1.6, 2.6), (0, 2.2)], m.principled("pot", color, 0.6)
    ).location = at
    leaf_cloud(
        rng, (x, y, z + 2.6 + height / 2), (height * 0.27, height * 0.2, height * 0.27), count, size, leaves
    )


def books(rng, x, y, z, count, colors, tall=2.2):
    for _ in range(count):
        w, h = rng.uniform(0.25, 0.6), tall * rng.uniform(0.75, 1.1)
        mesh.box("book", (w, 1.6, h), (x + w / 2, y, z), m.principled("book", str(rng.choice(colors)), 0.7))
        x += w + 0.03
    return x


def bulb(at, radius, color, strength):
    ball = mesh.lathe(
        "bulb",
        [(radius * math.sin(a), -radius * math.cos(a)) for a in np.linspace(0, math.pi, 17)],
        m.emission("bulb", color, strength),
        24,
    )
    ball.location = at
