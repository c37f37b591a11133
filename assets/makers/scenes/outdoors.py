"""Scenes under the sky. Each function builds one and returns its picture's size, camera and tone."""

import bpy
import numpy as np

import materials as m
import mesh
import parts
from room_parts import leaf_cloud, pot_plant


def terrace():
    """A stone table at noon: hard sun from the left and a little behind, the sea far below."""
    rng = np.random.default_rng(41)
    parts.sky(0.9, (0.0, "#6d675c"), (0.49, "#cfd8dc"), (0.52, "#d9e8f2"), (0.75, "#5f9bd6"), (1.0, "#2f6fb8"))
    parts.sun(-125, 58, 7, "#fff6e6")
    mesh.box("table", (24, 9, 0.9), (0, 1.4, -0.9), parts.concrete("limestone", "#d8cdb8", 0.7), 0.08)
    mesh.box("sea", (3000, 3000, 1), (0, 1520, -60), m.principled("sea", "#2f6f8f", 0.15))
    mesh.box("parapet", (80, 2, 5), (0, 40, -12), m.plaster("parapet", "#efe9df"))
    for x in (-13, 14):
        pot_plant(rng, (x, 30, -8), 10, "#b9683f", size=1.5, count=220)
    return {"size": (1024, 768), "camera": {"pitch_deg": 14, "distance": 9, "ground_row": 0.8, "f_stop": 3.2}, "tone": {"key": 0.4, "contrast": 0.5}, "grain": 0.005}


def forest():
    """A mossy plank on the forest's floor, light through the leaves."""
    rng = np.random.default_rng(42)
    parts.sky(0.8, (0.0, "#2a2a18"), (0.45, "#3d4a22"), (0.6, "#7d9a4a"), (1.0, "#d8ecb0"))
    parts.sun(70, 48, 4.5, "#fff3cf", 1.5)

    def moss(n):
        at = n.coord()
        patch = n.ramp(n.noise(at, 0.55, 5, 0.6), (0.44, 0.0), (0.58, 1.0))
        bark = n.ramp(n.noise(n.add("ShaderNodeMapping", {"Vector": at, "Scale": (0.2, 2, 2)}).outputs[0], 2.0, 5, 0.6), (0.3, "#4a3524"), (0.7, "#8d6f4e"))
        green = n.ramp(n.noise(at, 9, 3), (0.3, "#3c5a1e"), (0.7, "#7d9a3a"))
        return {"Base Color": n.mix(patch, bark, green), "Normal": n.bump(n.noise(at, 7, 4, 0.6), 0.5, 0.06)}

    mesh.box("plank", (30, 4.6, 1.2), (0, 0.6, -1.2), m.principled("moss", "#5c5a30", 0.9, moss), 0.25)
    parts.uneven("floor", (120, 90), (0, 38), m.principled("earth", "#4a3b22", 0.95), 0.6, 3, scale=0.4).location.z = -3
    for k in range(34):
        x, y = rng.uniform(-34, 34), rng.uniform(24, 80)
        mesh.rod("trunk", (x, y, -3), (x + rng.uniform(-1, 1), y, 44), rng.uniform(0.5, 1.6), m.principled("trunk", "#4a3a2a", 0.9), 12)
    leaf_cloud(rng, (0, 30, -1.5), (20, 10, 1.0), 900, 1.0, ("#4f7a2c", "#7da03c", "#365a22"))
    leaf_cloud(rng, (0, 55, 22), (30, 10, 8), 900, 2.2, ("#6f9a34", "#9ab84a", "#4a7028"))
    leaf_cloud(rng, (16, -6, 17), (6, 5, 3), 130, 1.5, ("#5f8a2c",))
    return {"size": (1024, 1024), "camera": {"pitch_deg": 10, "distance": 10, "ground_row": 0.81, "f_stop": 1.6}, "tone": {"key": 0.2, "contrast": 0.5}, "grain": 0.008}


def beach():
    """A weathered plank in the evening, the sun low on the right."""
    parts.sky(0.55, (0.0, "#5a4a3c"), (0.49, "#e8a36a"), (0.53, "#f6c48c"), (0.7, "#b79ab0"), (1.0, "#51618f"))
    parts.sun(98, 16, 5, "#ffb06a", 1.0)
    mesh.box("plank", (40, 4.4, 0.6), (0, 0.5, -0.6), m.wood("driftwood", "#b3a491", "#7d6f60", 0.8, plank=1.5), 0.08)
    parts.uneven("sand", (160, 120), (0, 55), m.principled("sand", "#c9a679", 0.95), 0.5, 5, scale=0.25).location.z = -4
    mesh.box("sea", (4000, 2000, 0.5), (0, 1090, -4.6), m.principled("sea", "#4f6f86", 0.12))
    return {"size": (768, 1024), "camera": {"pitch_deg": 8, "distance": 11, "ground_row": 0.83, "f_stop": 2.8}, "tone": {"key": 0.28, "contrast": 0.5}, "grain": 0.008}


def snow():
    """A grey rock under a white sky, firs far off: cold light from everywhere."""
    rng = np.random.default_rng(44)
    parts.sky(1.0, (0.0, "#c4cfdb"), (0.5, "#d3dfec"), (1.0, "#eef4fb"))
    parts.sun(-30, 40, 0.7, "#e8f0ff", 30)
    parts.uneven("rock", (34, 10), (0, 1.6), m.stone("rock", "#5f6670", "#8b929b", 0.7), 0.12, 6)
    parts.uneven("snow", (400, 300), (0, 158), m.principled("snow", "#eef3f8", 0.8), 1.2, 9, scale=0.12).location.z = -5
    fir = m.principled("fir", "#2f4038", 0.9)
    for k in range(40):
        x, y, h = rng.uniform(-70, 70), rng.uniform(70, 140), rng.uniform(14, 30)
        mesh.lathe("fir", [(0.01, -4), (h * 0.2, -3), (h * 0.02, h)], fir, 10).location = (x, y, 0)
    bpy.context.scene.world.light_settings.distance = 40
    return {"size": (1024, 1024), "camera": {"pitch_deg": 12, "distance": 10, "ground_row": 0.78, "f_stop": 3.5}, "tone": {"key": 0.5, "contrast": 0.4}, "grain": 0.006}
