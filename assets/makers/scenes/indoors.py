"""Scenes in rooms. Each function builds one and returns its picture's size, camera and tone."""

import math

import numpy as np

import materials as m
import mesh
import parts
import scene
from room_parts import ambient, books, bulb, leaf_cloud, pot_plant


def kitchen():
    """A white counter, morning light from a window on the left."""
    rng = np.random.default_rng(31)
    ambient("#f6f3ee", 0.35)
    mesh.box("counter", (60, 13, 0.6), (0, 2.5, -0.6), m.principled("quartz", "#efeeea", 0.22), 0.05)
    mesh.box("wall", (80, 1, 40), (0, 9.6, -5), m.tiles("tiles", "#e9efe9", "#c9cdc4", 2.0, 1.0))
    scene.area_light("morning", (-13, -1, 8), (0, 1, 0), (3.5, 5), 330, "#ffedd2")
    pot_plant(rng, (6.2, 7.0, 0), 4.5, "#c7b6a0", size=0.8, count=130)
    oak = m.wood("board", "#c69a68", "#94683e", 0.5)
    board = mesh.box("board", (3.4, 0.35, 5.2), (-4.6, 8.6, 0), oak, 0.15)
    board.rotation_euler.x = -0.12
    for x, r in ((3.0, 0.8), (-7.5, 1.1)):
        mesh.lathe("jar", [(0, 0), (r, 0, 0.2), (r, 2.4, 0.3), (0, 2.4)], m.principled("jar", "#f4f1ea", 0.3)).location = (x, 7.8, 0)
    return {"size": (1024, 1024), "camera": {"pitch_deg": 13, "distance": 9, "ground_row": 0.79, "f_stop": 3.2}, "tone": {"key": 0.46, "contrast": 0.5}, "grain": 0.006}


def bar():
    """A polished dark bar at night with bulbs and bottles behind it."""
    rng = np.random.default_rng(32)
    ambient("#20161a", 0.25)
    mesh.box("bar top", (60, 8, 0.8), (0, 1.2, -0.8), m.wood("walnut", "#5b3a24", "#2c1a10", 0.25, coat=1.0), 0.1)
    mesh.box("back", (90, 1, 50), (0, 30, -12), m.principled("back", "#2a1d22", 0.8))
    for z in (-1.5, 4.0, 9.5):
        mesh.box("shelf", (70, 2, 0.4), (0, 27.5, z), m.principled("shelf", "#3a261a", 0.4))
        for k in range(26):
            x, h, r = rng.uniform(-18, 18), rng.uniform(2.2, 3.6), rng.uniform(0.35, 0.6)
            color = str(rng.choice(["#3e5a33", "#7a4a1e", "#b98a3a", "#5b1f1d", "#c9cdc4"]))
            mesh.lathe("bottle", [(0, 0), (r, 0), (r, h * 0.6, 0.2), (0.18, h * 0.75), (0.18, h), (0, h)], m.principled("bottle", color, 0.1), 24).location = (x, 27.2 + rng.uniform(-0.5, 0.5), z + 0.4)
    for x in (-12, -5, 3, 11):
        bulb((x, 20, 11.5), 0.5, "#ffc27a", 26)
    scene.area_light("spot", (6, -3, 9), (0, 0, 0), (1.2, 1.2), 75, "#ffc98f")
    scene.area_light("shelf light", (0, 25, 13), (0, 27.5, 3), (30, 1), 160, "#ffb566")
    return {"size": (1024, 1024), "camera": {"pitch_deg": 9, "distance": 10, "ground_row": 0.82, "f_stop": 1.2}, "tone": {"key": 0.075, "contrast": 0.6}, "grain": 0.014}


def bathroom():
    """A shallow marble shelf before a tiled wall; below its front edge there is nothing to stand on."""
    ambient("#eaf3f7", 0.45)
    mesh.box("shelf", (50, 3.6, 0.7), (0, 0.2, -0.7), parts.marble("marble", "#eeefee", "#a9aeb2"), 0.06)
    mesh.box("wall", (80, 1, 60), (0, 2.4, -30), m.tiles("tiles", "#cfdfe0", "#f2f4f3", 1.0, 1.0, 0.18))
    scene.area_light("skylight", (9, -7, 11), (0, 0, 0.5), (6, 6), 260, "#eaf4ff")
    for k, color in enumerate(("#e8e2d6", "#b8ccca")):
        mesh.box("towel", (3.2, 2.2, 0.6), (-5.6, 0.6, 0.62 * k), m.cloth("towel", color), 0.25)
    return {"size": (896, 1152), "camera": {"pitch_deg": 11, "distance": 10, "ground_row": 0.76, "f_stop": 5.6}, "tone": {"key": 0.44, "contrast": 0.4}, "grain": 0.004}


def loft():
    """Concrete against a large window: the light comes from behind."""
    ambient("#dfe6ee", 0.3)
    mesh.box("slab", (60, 10, 1), (0, 2, -1), parts.concrete("slab", "#a6a39d", 0.45), 0.05)
    mesh.box("floor", (200, 200, 1), (0, 40, -10), parts.concrete("floor", "#8b8984", 0.5))
    glow = m.emission("sky", "#eef4fb", 2.6)
    mesh.box("sky", (44, 0.2, 30), (0, 46, -4), glow)
    steel = m.principled("steel", "#2b2c2e", 0.5)
    for k in range(-4, 5):
        mesh.box("bar", (0.5, 0.6, 34), (k * 5.5, 45, -8), steel)
    for k in range(5):
        mesh.box("bar", (46, 0.6, 0.5), (0, 45, -3 + k * 6), steel)
    for side in (-1, 1):
        mesh.box("pier", (16, 4, 60), (side * 30, 46, -12), parts.concrete("pier", "#77736d", 0.8))
    mesh.box("column", (3, 3, 60), (-9, 30, -12), parts.concrete("column", "#8f8b85", 0.8))
    scene.area_light("window", (3, 40, 16), (0, 0, 0), (24, 16), 5200, "#f3f8ff")
    return {"size": (1152, 768), "camera": {"pitch_deg": 12, "distance": 9, "ground_row": 0.8, "f_stop": 2.8}, "tone": {"key": 0.26, "contrast": 0.5}, "grain": 0.01}


def cyclorama():
    """A pink sweep without any edge."""
    ambient("#fff2f2", 0.4)
    profile = [(-40.0, 0.0), (8.0, 0.0)]
    profile += [(8 + 7 * math.sin(a), 7 - 7 * math.cos(a)) for a in np.linspace(0, math.pi / 2, 20)[1:]]
    profile += [(15.0, 60.0)]
    rings = [[(-70, y, z), (70, y, z)] for y, z in profile]
    mesh.loft("paper", rings, m.principled("pink", "#ec9fb0", 0.9), closed=False)
    scene.area_light("softbox", (-5, -7, 12), (0, 2, 0), (7, 7), 420, "#fffaf6")
    scene.area_light("fill", (9, -10, 6), (0, 2, 1), (6, 6), 90, "#fffaf6")
    return {"size": (1024, 1024), "camera": {"pitch_deg": 15, "distance": 11, "ground_row": 0.76, "f_stop": 8}, "tone": {"key": 0.36, "contrast": 0.3}, "grain": 0.003}


def slate():
    """Wet black slate between two rim lights in a dark studio."""
    ambient("#0e1116", 0.4)
    parts.uneven("slate", (60, 26), (0, 4), parts.wet("wet slate", "#0c0e11", "#24282d"), 0.05, 8)
    mesh.box("back", (120, 1, 60), (0, 34, -10), m.principled("back", "#20262e", 0.9))
    scene.area_light("rim left", (-10, 7, 6), (0, 0, 0.5), (1.5, 7), 130, "#d9e8ff")
    scene.area_light("rim right", (10, 8, 6), (0, 0, 0.5), (1.5, 7), 210, "#ffe9d0")
    scene.area_light("glow", (0, 25, 1), (0, 34, 7), (6, 6), 260, "#8fb0d8")
    return {"size": (1024, 1024), "camera": {"pitch_deg": 12, "distance": 10, "ground_row": 0.78, "f_stop": 4}, "tone": {"key": 0.06, "contrast": 0.6}, "grain": 0.012}


def marble():
    """Marble and a plain wall with the shadow of a window's bars."""
    ambient("#f3e8da", 0.35)
    mesh.box("top", (60, 9, 0.8), (0, 1.6, -0.8), parts.marble("marble", "#ece6de", "#8d7f74"), 0.04)
    mesh.box("wall", (80, 1, 60), (0, 7, -12), m.plaster("wall", "#d9c3a8"))
    parts.sun(-62, 34, 7, "#ffe6c4", 0.7)
    parts.bars((-9.5, -5.2, 7.6), (0, 0, 0), 5, 15, 15, 4, 0.55)
    return {"size": (1024, 1024), "camera": {"pitch_deg": 14, "distance": 9, "ground_row": 0.77, "f_stop": 5.6}, "tone": {"key": 0.4, "contrast": 0.5}, "grain": 0.006}


def desk():
    """A wooden desk at dusk, lit by the lamp on its right."""
    rng = np.random.default_rng(37)
    ambient("#33415c", 0.35)
    mesh.box("desk", (40, 9, 0.7), (0, 1.5, -0.7), m.wood("oak", "#b98a58", "#7d5430", 0.4, plank=2.2), 0.06)
    mesh.box("wall", (80, 1, 50), (0, 12, -12), m.plaster("wall", "#5c6f86"))
    scene.area_light("lamp", (5.5, 0.8, 6.0), (0.6, 0.4, 0), (0.9, 0.9), 60, "#ffcb8c")
    mesh.rod("stand", (6.6, 3.5, 0), (6.6, 3.5, 7), 0.12, m.principled("brass", "#c09a55", 0.3, metallic=1.0))
    mesh.lathe("foot", [(0, 0), (1.2, 0), (1.2, 0.25, 0.1), (0, 0.3)], m.principled("iron", "#2b2b2d", 0.4)).location = (6.6, 3.5, 0)
    mesh.lathe("shade", [(1.5, 5.6), (0.7, 7.2), (0.68, 7.2), (1.48, 5.6)], m.principled("shade", "#2f4a3f", 0.5)).location = (6.2, 3.2, 0)
    books(rng, -7.2, 4.4, 0, 9, ["#8a3b2e", "#d8c9a8", "#2f4f5c", "#5b6a4a"], 2.4)
    return {"size": (1152, 896), "camera": {"pitch_deg": 14, "distance": 9.5, "ground_row": 0.8, "f_stop": 2.8}, "tone": {"key": 0.14, "contrast": 0.5}, "grain": 0.012}
