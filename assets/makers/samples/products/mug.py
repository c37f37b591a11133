"""Matte stoneware mug with a speckled glaze on a kitchen table."""

import math

import materials as m
import mesh
import scene

FACTS = {
    "title": "Stoneware mug",
    "material": "matte ceramic",
    "style": "lifestyle",
    "ratio": (4, 3),
    "camera": {
        "fill": 0.66,
        "pitch_deg": 17,
        "yaw_deg": -4,
        "lens_mm": 48,
        "offset": (-0.03, -0.01),
        "f_stop": 9,
    },
    "tone": {"key": 0.34, "warmth": 0.03},
}


def setting():
    scene.room(wall="#e4dccb", wall_y=6.5, side="left", power=1500, lamp=70)
    scene.table(m.wood("table wood", "#b98f63", "#8b6743", 0.42, 0.55, plank=2.3))
    mesh.lathe(
        "bowl",
        [(0, 0), (0.7, 0), (1.7, 0.8), (1.75, 0.86), (1.6, 0.8), (0.6, 0.1), (0, 0.1)],
        m.principled("bowl", "#d9d4c9", 0.3),
    ).location = (3.9, 4.3, 0)


def glaze():
    def build(n):
        at = n.coord()
        z = n.add("ShaderNodeSeparateXYZ", {0: at}).outputs[2]
        spots = n.add("ShaderNodeTexVoronoi", {"Vector": at, "Scale": 21.0, "Randomness": 1.0})
        speck = n.ramp(
            n.math("ADD", spots.outputs["Distance"], n.math("MULTIPLY", n.noise(at, 9, 2), 0.5)),
            (0.26, 1.0),
            (0.33, 0.0),
        )
        cloud = n.ramp(n.noise(at, 2.2, 4), (0.3, "#8fa596"), (0.75, "#a9bcab"))
        color = n.mix(n.math("MULTIPLY", speck, 0.75), cloud, "#4a4036")
        edge = n.math("ADD", z, n.math("MULTIPLY", n.math("SUBTRACT", n.noise(at, 3.0, 3), 0.5), 0.06))
        clay = n.ramp(edge, (0.150, 1.0), (0.158, 0.0))
        color = n.mix(clay, color, "#a98763")
        height = n.math("SUBTRACT", n.noise(at, 5, 4), n.math("MULTIPLY", clay, 0.6))
        return {
            "Base Color": color,
            "Roughness": n.ramp(clay, (0.0, 0.42), (1.0, 0.9)),
            "Normal": n.bump(height, 0.12, 0.03),
        }

    return m.principled("glaze", "#9cb1a3", build=build, specular=0.45)


def build():
    skin = glaze()
    outside = [
        (0, 0.03),
        (0.3, 0.03),
        (0.33, 0, 0.01),
        (0.37, 0, 0.01),
        (0.42, 0.05, 0.04),
        (0.465, 0.3, 0.2),
        (0.455, 0.7),
        (0.445, 0.985, 0.02),
        (0.415, 0.985, 0.02),
        (0.41, 0.3, 0.2),
        (0.36, 0.12, 0.1),
        (0, 0.1),
    ]
    body = mesh.lathe("body", outside, skin, 160, 8)
    path = [
        (0.40, 0.80),
        (0.52, 0.85),
        (0.70, 0.84),
        (0.80, 0.70),
        (0.79, 0.50),
        (0.70, 0.36),
        (0.56, 0.27),
        (0.42, 0.24),
    ]
    rings = []
    for i, (x, z) in enumerate(path):
        before, after = path[max(0, i - 1)], path[min(len(path) - 1, i + 1)]
        angle = math.atan2(after[1] - before[1], after[0] - before[0])
        wide = 0.075 + 0.03 * abs(i / (len(path) - 1) - 0.5) * 2
        ring = []
        for k in range(24):
            a = k / 24 * 2 * math.pi
            normal, side = 0.042 * math.cos(a), wide * math.sin(a)
            ring.append((x - math.sin(angle) * normal, side, z + math.cos(angle) * normal))
        rings.append(ring)
    handle = mesh.subdivide(mesh.loft("handle", rings, skin, caps=(True, True)), 2)
    inside_cut = mesh.lathe(
        "inside", [(0, 0.13), (0.34, 0.13), (0.405, 0.3, 0.1), (0.412, 1.2), (0, 1.2)], None, 96
    )
    mesh.boolean(handle, inside_cut)
    mug = mesh.fuse([body, handle], 0.0075, 5)
    mesh.move([mug], turn_deg=(0, 0, -24))
