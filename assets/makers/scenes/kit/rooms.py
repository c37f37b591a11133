"""Floors, walls and fittings of rooms and streets, at human scale."""

import math

import numpy as np

import materials as m
import mesh

from . import relief, surfaces


def floorboards(name, light="#c39a6b", dark="#8a6240", width=1.5, length=19.0, roughness=0.36):
    """Oak boards along y, with staggered ends; each board has its own grain and tint."""

    def build(n):
        at = n.coord()
        xyz = n.add("ShaderNodeSeparateXYZ", {0: at})
        column = n.math("FLOOR", n.math("DIVIDE", xyz.outputs[0], width))
        offset = n.add("ShaderNodeTexWhiteNoise", {"W": column}, noise_dimensions="1D").outputs["Value"]
        run = n.math("ADD", n.math("DIVIDE", xyz.outputs[1], length), n.math("MULTIPLY", offset, 7.0))
        board = n.math("ADD", n.math("MULTIPLY", column, 17.3), n.math("FLOOR", run))
        own = n.add("ShaderNodeTexWhiteNoise", {"W": board}, noise_dimensions="1D").outputs
        shift = n.add("ShaderNodeVectorMath", {0: own["Color"], 1: (40, 40, 30)}, operation="MULTIPLY").outputs[0]
        base = n.add("ShaderNodeVectorMath", {0: at, 1: shift}, operation="ADD").outputs[0]
        grained = lambda scale, frequency, detail: n.noise(n.add("ShaderNodeMapping", {"Vector": base, "Scale": scale}).outputs[0], frequency, detail, 0.6, 0.4)
        rings = n.math("FRACT", n.math("MULTIPLY", grained((1.0, 0.07, 1.0), 0.9, 3), 8.0))
        rings = n.math("ABSOLUTE", n.math("SUBTRACT", n.math("MULTIPLY", rings, 2.0), 1.0))
        fine, pores = grained((16, 0.5, 16), 2.0, 3), grained((34, 1.2, 34), 2.0, 1)
        tone = n.math("ADD", n.math("MULTIPLY", rings, 0.3), n.math("MULTIPLY", fine, 0.7))
        color = n.mix(n.ramp(pores, (0.58, 0.0), (0.7, 0.4)), n.ramp(tone, (0.2, dark), (0.72, light)), dark)
        tint = n.math("ADD", n.math("MULTIPLY", own["Value"], 0.34), 0.78)
        color = n.mix(1.0, color, n.add("ShaderNodeCombineColor", {0: tint, 1: tint, 2: tint}).outputs[0], "MULTIPLY")
        side = n.math("ABSOLUTE", n.math("SUBTRACT", n.math("FRACT", n.math("DIVIDE", xyz.outputs[0], width)), 0.5))
        end = n.math("ABSOLUTE", n.math("SUBTRACT", n.math("FRACT", run), 0.5))
        gap = n.math("MAXIMUM", n.math("GREATER_THAN", side, 0.5 - 0.014 / width), n.math("GREATER_THAN", end, 0.5 - 0.012 / length))
        return {
            "Base Color": n.mix(n.math("MULTIPLY", gap, 0.8), color, "#21150c"),
            "Roughness": n.math("ADD", n.math("MULTIPLY", n.math("ADD", fine, n.noise(at, 0.25, 4)), 0.22), roughness - 0.2),
            "Normal": n.bump(n.math("SUBTRACT", fine, n.math("MULTIPLY", gap, 2.0)), 0.14, 0.02),
        }

    return m.principled(name, m.between(light, dark), roughness, build)


def screed(name, color="#8f8c86", roughness=0.4, joint=0.0, stains=0.3):
    """Worn concrete floor: clouds, stains, dull and polished spots; `joint` > 0 is the distance of sawn joints."""

    def build(n):
        at = n.coord()
        cloud, spots, fine = n.noise(at, 0.13, 8, 0.62, 0.6), n.noise(at, 0.5, 7, 0.68, 1.2), n.noise(at, 14, 4, 0.7)
        base = surfaces.shade(n, color, n.ramp(n.math("ADD", n.math("MULTIPLY", cloud, 0.6), n.math("MULTIPLY", fine, 0.4)), (0.34, 0.0), (0.64, 1.0)), 0.3)
        base = surfaces.shade(n, base, n.ramp(spots, (0.3, 0.0), (0.47, 1.0)), stains)
        crack = n.ramp(n.math("ABSOLUTE", n.math("SUBTRACT", n.noise(at, 0.16, 9, 0.66, 0.7), 0.52)), (0.0, 0.55), (0.0022, 1.0))
        base = surfaces.shade(n, base, crack, 0.35)
        height = n.math("ADD", n.math("MULTIPLY", fine, 0.4), n.math("MULTIPLY", crack, 0.5))
        if joint:
            xyz = n.add("ShaderNodeSeparateXYZ", {0: at})
            edge = lambda k, shift: n.math("ABSOLUTE", n.math("SUBTRACT", n.math("FRACT", n.math("DIVIDE", n.math("ADD", xyz.outputs[k], shift), joint)), 0.5))
            cut = n.math("GREATER_THAN", n.math("MAXIMUM", edge(0, joint * 0.2), edge(1, joint * 0.12)), 0.5 - 0.035 / joint)
            base = n.mix(n.math("MULTIPLY", cut, 0.8), base, "#2a2826")
            height = n.math("SUBTRACT", height, n.math("MULTIPLY", cut, 3.0))
        return {"Base Color": base, "Roughness": n.ramp(n.math("ADD", n.math("MULTIPLY", spots, 0.6), n.math("MULTIPLY", cloud, 0.4)), (0.34, roughness + 0.2), (0.62, roughness - 0.08)), "Normal": n.bump(height, 0.22, 0.02)}

    return m.principled(name, color, roughness, build, specular=0.4)


def painted(name, color, roughness=0.75, dirt=0.1):
    """A rolled wall: orange peel, faint clouds."""

    def build(n):
        at = n.coord()
        cloud = n.noise(at, 0.12, 6, 0.6)
        return {"Base Color": surfaces.shade(n, color, n.ramp(cloud, (0.32, 0.0), (0.66, 1.0)), dirt), "Normal": n.bump(n.noise(at, 13, 4, 0.6), 0.16, 0.02)}

    return m.principled(name, color, roughness, build, specular=0.25)


def skirting(y, material, height=1.1, x0=-40, x1=40):
    """A board along the foot of the wall whose face is at `y`."""
    return mesh.box("skirting", (x1 - x0, 0.18, height), ((x0 + x1) / 2, y - 0.09, 0), material, 0.05)


def moulding(x0, x1, z0, z1, y, material, width=0.3, depth=0.14):
    """A frame of wood on the wall whose face is at `y`."""
    for z in (z0, z1 - width):
        mesh.box("moulding", (x1 - x0, depth * 2, width), ((x0 + x1) / 2, y, z), material, 0.07)
    for x in (x0 + width / 2, x1 - width / 2):
        mesh.box("moulding", (width, depth * 2, z1 - z0 - 2 * width), (x, y, z0 + width), material, 0.07)


def curtain(seed, x0, x1, z0, z1, y, material, folds=0.35, depth=0.42):
    """Hanging cloth: folds `folds` wide that grow softer and wider toward the hem."""
    x = np.linspace(x0, x1, 420)
    sway, fine = relief.waves(seed, 12, 0.2, 0.9), relief.waves(seed + 1, 14, 0.8, 2.4)
    rings = []
    for t in np.linspace(0, 1, 60):
        phase = x / folds * 2 + 2.2 * sway(x, 0 * x + t * 1.6)
        wave = np.sin(phase) + 0.25 * fine(x, 0 * x + t * 3)
        rings.append(np.stack([x + 0.16 * t * np.cos(phase), y + depth * (0.55 + 0.45 * t) * wave, np.full(len(x), z1 + (z0 - z1) * t)], 1))
    return mesh.loft("curtain", rings, material, closed=False)


def drapery(name, color, through=0.4):
    """Curtain cloth that lets daylight through; its coarse thread runs in both directions."""
    material, n, output = m.new(name)
    at = n.coord()
    thread = lambda scale: n.noise(n.add("ShaderNodeMapping", {"Vector": at, "Scale": scale}).outputs[0], 3.0, 2, 0.6)
    color_node = surfaces.shade(n, color, n.ramp(n.math("MULTIPLY", n.math("ADD", thread((12, 12, 0.5)), thread((0.5, 0.5, 12))), 0.5), (0.36, 0.0), (0.62, 1.0)), 0.14)
    top = n.add("ShaderNodeBsdfPrincipled", {"Base Color": color_node, "Roughness": 0.9, "Specular": 0.15, "Sheen": 0.4}).outputs[0]
    back = n.add("ShaderNodeBsdfTranslucent", {"Color": color_node}).outputs[0]
    n.set(output.inputs[0], n.add("ShaderNodeMixShader", {0: through, 1: top, 2: back}).outputs[0])
    return material


def picture(at, size, frame, mount, paint):
    """A framed sheet on the wall: `at` is the middle of its foot, on the wall's face."""
    (x, y, z), (w, h) = at, size
    b = 0.22
    for dz in (0, h - b):
        mesh.box("frame", (w, 0.35, b), (x, y - 0.17, z + dz), frame, 0.03)
    for dx in (-w / 2 + b / 2, w / 2 - b / 2):
        mesh.box("frame", (b, 0.35, h - 2 * b), (x + dx, y - 0.17, z + b), frame, 0.03)
    mesh.box("mount", (w - 2 * b, 0.1, h - 2 * b), (x, y - 0.1, z + b), mount)
    mesh.box("sheet", (w * 0.6, 0.02, h * 0.62), (x, y - 0.16, z + h * 0.2), paint)


def sideboard(at, size, wood, legs, doors=3):
    """A low cabinet on legs: `at` is the middle of its front on the floor."""
    (x, y, z), (w, d, h) = at, size
    foot = 1.6
    mesh.box("cabinet", (w, d, h - foot), (x, y + d / 2, z + foot), wood, 0.05)
    step = (w - 0.3) / doors
    for k in range(doors):
        mesh.box("door", (step - 0.05, 0.12, h - foot - 0.36), (x - w / 2 + 0.15 + step * (k + 0.5), y - 0.02, z + foot + 0.18), wood, 0.03)
    for dx in (-w / 2 + 0.6, w / 2 - 0.6):
        for dy in (0.5, d - 0.5):
            mesh.rod("leg", (x + dx, y + dy, z), (x + dx, y + dy, z + foot), 0.18, legs)


def lamp_shade(at, radius, height, material):
    """An open cone of cloth."""
    obj = mesh.lathe("shade", [(radius, 0), (radius * 0.8, height), (radius * 0.8 - 0.03, height), (radius - 0.03, 0.0)], material, 96)
    obj.location = at
    return obj


def turned(points, at, material, turn_deg=(0, 0, 0)):
    obj = mesh.lathe("turned", points, material, 96)
    obj.location = at
    obj.rotation_euler = [math.radians(a) for a in turn_deg]
    return obj
