"""Lace: a hand fan and a lamp shade whose cloth is a drawn pattern of threads and holes."""

import math
import os
import tempfile

import bpy
import materials as m
import mesh
import numpy as np
from PIL import Image, ImageDraw


def pattern(name, columns, rows, cell=128, border=1):
    """Grey picture, white where there is thread: a net, a flower in each second cell, scallops at the top edge."""
    w, h = columns * cell, rows * cell
    image = Image.new("L", (w, h), 0)
    pen = ImageDraw.Draw(image)
    step = cell // 8
    for k in range(-h // step, (w + h) // step + 1):
        pen.line((k * step, 0, k * step + h, h), fill=255, width=3)
        pen.line((k * step, h, k * step + h, 0), fill=255, width=3)
    for row in range(rows):
        for column in range(columns):
            if (row + column) % 2:
                continue
            x, y = (column + 0.5) * cell, (row + 0.5) * cell
            for k in range(8):
                a = k * math.pi / 4
                px, py, r = x + math.cos(a) * cell * 0.26, y + math.sin(a) * cell * 0.26, cell * 0.115
                pen.ellipse((px - r, py - r, px + r, py + r), fill=255, outline=255)
                r *= 0.4
                pen.ellipse((px - r, py - r, px + r, py + r), fill=0)
            r = cell * 0.11
            pen.ellipse((x - r, y - r, x + r, y + r), fill=255)
            for a in np.linspace(0, 2 * math.pi, 5)[:4] + math.pi / 4:
                pen.line(
                    (x, y, x + math.cos(a) * cell * 0.66, y + math.sin(a) * cell * 0.66), fill=255, width=7
                )
    for column in range(columns * 2 * border):
        x, r = (column + 0.5) * cell / 2, cell / 4
        pen.rectangle((x - r, 0, x + r, r * 1.2), fill=0)
        pen.pieslice((x - r, r * 0.2, x + r, r * 2.2), 180, 360, fill=255)
        pen.ellipse((x - r * 0.45, r * 0.65, x + r * 0.45, r * 1.5), fill=0)
        pen.rectangle((x - r, r * 1.2, x + r, r * 1.7), fill=255)
    pen.rectangle((0, h - cell * 0.1, w, h), fill=255)
    path = os.path.join(tempfile.gettempdir(), f"lace-{name}.png")
    image.save(path)
    return path


def cloth(name, path, color, repeat=(1, 1)):
    """Thread where the picture is white, nothing elsewhere; thread transmits a little light."""
    material, n, output = m.new(name)
    uv = n.add("ShaderNodeTexCoord").outputs["UV"]
    at = n.add("ShaderNodeMapping", {"Vector": uv, "Scale": (*repeat, 1)}).outputs[0]
    image = n.add("ShaderNodeTexImage", {"Vector": at}, image=bpy.data.images.load(path))
    image.image.colorspace_settings.name = "Non-Color"
    thread = n.add("ShaderNodeBsdfDiffuse", {"Color": color}).outputs[0]
    lit = n.add("ShaderNodeBsdfTranslucent", {"Color": color}).outputs[0]
    both = n.add("ShaderNodeMixShader", {"Fac": 0.3, 1: thread, 2: lit}).outputs[0]
    hole = n.add("ShaderNodeBsdfTransparent").outputs[0]
    n.set(
        output.inputs[0], n.add("ShaderNodeMixShader", {"Fac": image.outputs[0], 1: hole, 2: both}).outputs[0]
    )
    return material


def fan():
    """Open hand fan: wooden sticks, black lace between them, standing on its rivet end."""
    wood = m.wood("sticks", "#7a4a2c", "#4b2a18", 0.35, 4.0)
    lace = cloth("lace", pattern("fan", 14, 3), "#151316")
    folds, inner, outer = 22, 0.95, 2.05
    angles = np.radians(np.linspace(168, 12, folds * 4 + 1))
    depth = 0.035 * np.sign(np.sin(np.arange(len(angles)) * math.pi / 2 + 0.4))
    rings = [
        [(r * math.cos(a), d * r / outer, r * math.sin(a)) for a, d in zip(angles, depth)]
        for r in np.linspace(outer, inner, 8)
    ]
    # The drawn edge with scallops is the outer one; rows of the picture count from its foot.
    made = [mesh.loft("lace", rings[::-1], lace, closed=False, smooth=False)]
    for k in range(folds + 1):
        a = math.radians(168 - 156 * k / folds)
        broad = 0.055 if k in (0, folds) else 0.03
        stick = mesh.box(
            "stick", (broad, 0.012, inner + (1.08 if k in (0, folds) else 0.25)), (0, 0, 0), wood, 0.004, 2
        )
        stick.rotation_euler.y = math.pi / 2 - a
        stick.location.y = -0.03 + 0.0025 * k
        made.append(stick)
    brass = m.principled("rivet", "#c9a24c", 0.25, metallic=1.0)
    made.append(mesh.rod("rivet", (0, -0.06, 0), (0, 0.06, 0), 0.035, brass))
    mesh.move(made, (0, 0, 0.05), (-9, 0, 0))


def lamp():
    """Table lamp with a shade of white lace over a wire frame; both sides of the shade are seen."""
    clay = m.principled("lamp foot", "#6f8791", 0.25, specular=0.5)
    brass = m.principled("brass", "#b99656", 0.25, metallic=1.0)
    mesh.lathe(
        "foot",
        [
            (0, 0),
            (0.4, 0, 0.02),
            (0.42, 0.05, 0.02),
            (0.2, 0.12, 0.08),
            (0.34, 0.55, 0.25),
            (0.1, 0.95, 0.1),
            (0.07, 1.05),
            (0, 1.05),
        ],
        clay,
        128,
    )
    mesh.rod("stem", (0, 0, 1.0), (0, 0, 1.42), 0.03, brass)
    bulb = m.principled("bulb", "#f3f1ea", 0.2, specular=0.5)
    mesh.lathe(
        "bulb", [(0, 1.4), (0.07, 1.42, 0.02), (0.13, 1.62, 0.1), (0.1, 1.78, 0.08), (0, 1.8)], bulb, 48
    )
    low, high, z0, z1 = 0.80, 0.52, 1.12, 2.02
    lace = cloth("lace", pattern("shade", 20, 5), "#f3eee2")
    rings = [mesh.circle(low + (high - low) * t, z0 + (z1 - z0) * t, 160) for t in np.linspace(1, 0, 8)]
    shade = mesh.loft("lace", rings, lace)
    shade.name = "lace shade"
    for radius, z in ((low, z0), (high, z1)):
        ring = [(radius * math.cos(a), radius * math.sin(a), z) for a in np.linspace(0, 2 * math.pi, 64)]
        mesh.tube("hoop", ring, 0.014, brass, kind="POLY")
    for k in range(3):
        a = 2 * math.pi * k / 3 + 0.4
        mesh.rod("spoke", (0, 0, 1.42), (high * math.cos(a), high * math.sin(a), z1), 0.01, brass)
