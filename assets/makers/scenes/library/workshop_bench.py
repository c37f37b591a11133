"""A workbench of beech: shavings, a wooden plane, chisels, a mallet; tools on the wall out of focus, light of a window."""

import math

import numpy as np

import materials as m
import mesh

from kit import gobos, lights, shapes, surfaces
from kit.batch import Batch, grid, pose
from kit.cameras import View
from kit.place import Place, Tone
from kit.settle import settle
from kit.stage import front

FACTS = {
    "name": {"en": "Workshop bench", "de": "Werkbank"},
    "category": "home",
    "tags": {
        "en": ["workshop", "workbench", "tools", "wood", "wood shavings", "plane", "chisel", "mallet", "carpenter", "craft", "diy"],
        "de": ["Werkstatt", "Werkbank", "Werkzeug", "Holz", "Hobelspäne", "Hobel", "Stechbeitel", "Klüpfel", "Tischler", "Handwerk", "Heimwerken"],
    },
    "seasons": ["all"],
    "light": ["window", "side light", "warm"],
    "moods": ["rustic", "masculine", "honest"],
    "colors": ["wood", "brown", "gray", "red"],
}
VIEWS = {
    "low": View(7, span=5.0, row=0.75, seed=371, yaw_deg=-4),
    "middle": View(18, span=5.0, row=0.72, seed=372),
    "high": View(39, span=5.0, row=0.63, seed=373, yaw_deg=6),
}
TONE = Tone(key=0.205, contrast=1.17)


def shaving(rng, turns, radius, width):
    """A curl: a thin strip in a loose spiral that drifts sideways."""
    drift, grow = rng.uniform(-0.5, 0.5) * width, rng.uniform(0.4, 1.1)

    def surface(u, v):
        a = u * turns * 2 * math.pi
        r = radius * (1 + grow * u**2)
        w = width * (0.5 + 0.06 * np.sin(9 * u)) * np.minimum(1, 14 * (1 - u) + 0.3)
        return v * w + drift * turns * u, r * np.sin(a), r * (1 - np.cos(a) * (1 - 0.2 * u))

    return grid(surface, round(26 * turns) + 8, 2)


def shavings(rng, spots, material, size=1.0):
    batch, kinds = Batch("shavings"), [shaving(rng, t, r, w) for t, r, w in ((1.6, 0.1, 0.34), (2.3, 0.09, 0.26), (0.7, 0.22, 0.4), (1.2, 0.13, 0.3), (0.45, 0.3, 0.3))]
    for x, y, z in spots:
        shape = kinds[rng.integers(len(kinds))]
        matrix = pose((0, 0, 0), (rng.normal(0, 25), rng.normal(0, 12), rng.uniform(0, 360)), size * rng.uniform(0.7, 1.3))
        low = (shape.verts @ np.array(matrix)[:3, :3].T)[:, 2].min()
        matrix.translation = (x, y, z - low)
        batch.add(shape, matrix, rng.random())
    obj = batch.build(material)
    solid = obj.modifiers.new("solid", "SOLIDIFY")
    solid.thickness = 0.007
    return obj


def dust(rng, count, spot, material):
    """Crumbs of sawdust."""
    chip, batch = grid(lambda u, v: (v * 0.5, u, 0.2 * v * v + 0 * u), 1, 2), Batch("dust")
    for _ in range(count):
        x, y = spot()
        batch.add(chip, pose((x, y, 0.006), (rng.normal(0, 20), rng.normal(0, 20), rng.uniform(0, 360)), rng.uniform(0.015, 0.045)), rng.random())
    return batch.build(material, smooth=False)


def plane(at, turn_deg, wood, dark, steel):
    """A wooden smoothing plane: body, tote, knob, wedge and iron."""
    outline = [(-1.2, 0), (1.2, 0), (1.2, 0.42), (1.1, 0.58), (0.2, 0.6), (-1.1, 0.6), (-1.2, 0.5)]
    body = mesh.prism("plane", outline, 0.66, wood)
    mesh.bevel(body, 0.05, 3)
    body.rotation_euler.x, body.location = math.pi / 2, (0, 0.33, 0)
    tote_line = [(-0.85, 0.5), (-0.4, 0.5), (-0.42, 0.7), (-0.52, 0.95), (-0.4, 1.2), (-0.62, 1.32), (-0.8, 1.2), (-0.78, 0.9), (-0.9, 0.7)]
    tote = mesh.prism("tote", tote_line, 0.2, dark)
    mesh.bevel(tote, 0.06, 4)
    tote.rotation_euler.x, tote.location = math.pi / 2, (0, 0.1, 0)
    knob = mesh.lathe("knob", [(0, 0.55), (0.2, 0.55, 0.03), (0.12, 0.7, 0.08), (0.22, 0.9, 0.12), (0.16, 1.02, 0.06), (0, 1.04)], dark, 64)
    knob.location = (0.85, 0, 0)
    iron = mesh.box("iron", (0.05, 0.46, 1.15), (0, 0, 0), steel, 0.012)
    iron.location, iron.rotation_euler.y = (0.28, 0, 0.25), math.radians(-42)
    wedge = mesh.box("wedge", (0.14, 0.42, 0.95), (0, 0, 0), dark, 0.03)
    wedge.location, wedge.rotation_euler.y = (0.38, 0, 0.34), math.radians(-38)
    return mesh.move([body, tote, knob, iron, wedge], at, (0, 0, turn_deg))


def chisel(at, turn_deg, handle, steel, brass, width=0.2):
    """A chisel lying: blade with a bevelled tip, ferrule, handle; its way is +x."""
    tip = 2.35
    blade = mesh.from_data("blade", [(1.0, -width / 2, 0), (tip, -width / 2, 0), (tip, width / 2, 0), (1.0, width / 2, 0), (1.0, -width / 2, 0.09), (tip - 0.22, -width / 2, 0.07), (tip - 0.22, width / 2, 0.07), (1.0, width / 2, 0.09)], [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)], steel, smooth=False)
    mesh.bevel(blade, 0.008, 2)
    neck = mesh.rod("neck", (0.78, 0, 0.06), (1.08, 0, 0.045), 0.055, steel)
    ferrule = mesh.rod("ferrule", (0.58, 0, 0.13), (0.8, 0, 0.09), 0.1, brass)
    grip = mesh.lathe("handle", [(0, -0.85), (0.12, -0.85, 0.04), (0.16, -0.6, 0.1), (0.14, 0.1, 0.2), (0.16, 0.4, 0.1), (0.105, 0.62, 0.03), (0, 0.62)], handle, 64)
    grip.rotation_euler.y, grip.location = math.radians(94), (0, 0, 0.165)
    return settle(mesh.move([blade, neck, ferrule, grip], at, (0, 0, turn_deg)), at[2], 0.004)


def mallet(at, turn_deg, wood, handle):
    head = mesh.lathe("head", [(0, -0.62), (0.42, -0.62, 0.05), (0.47, 0, 0.3), (0.42, 0.62, 0.05), (0, 0.62)], wood, 96)
    head.rotation_euler.x = math.pi / 2
    grip = mesh.lathe("grip", [(0, 0.2), (0.13, 0.2), (0.12, 0.9, 0.2), (0.17, 1.9, 0.2), (0.15, 2.3, 0.06), (0, 2.32)], handle, 48)
    grip.rotation_euler.y = math.radians(96)
    return settle(mesh.move([head, grip], (at[0], at[1], at[2] + 0.46), (0, 0, turn_deg)), at[2], 0.006)


def pencil(at, turn_deg, paint, wood, lead):
    parts = [mesh.rod("pencil", (0, 0, 0.045), (1.7, 0, 0.045), 0.045, paint, 6)]
    for outline, material in (([(0.045, 0), (0.014, 0.16), (0, 0.16)], wood), ([(0.0155, 0.15), (0.001, 0.21)], lead)):
        cone = mesh.lathe("tip", outline, material, 24)
        cone.rotation_euler.y, cone.location = math.pi / 2, (1.7, 0, 0.045)
        parts.append(cone)
    return mesh.move(parts, at, (0, 0, turn_deg))


def wall_tools(rng, wood, steel, y):
    """A saw, hammers and squares on nails: shapes for the blur behind."""
    saw = mesh.prism("saw", [(0, 0), (3.6, 0.35), (3.6, 0.75), (0, 1.1)], 0.03, steel)
    grip = mesh.loft("grip", [mesh.rounded_rect(0.9 * s, 1.25 * s, 0.3 * s, z) for z, s in ((-0.08, 0.92), (-0.03, 1), (0.08, 1), (0.13, 0.92))], wood, caps=(True, True))
    grip.location.x, grip.location.y = -0.3, 0.55
    mesh.move([saw, grip], (-2.5, y, 3.0), (90, 12, 0))
    for x, long, z in ((2.4, 2.4, 3.9), (3.5, 2.0, 3.7), (-4.4, 2.3, 3.9)):
        mesh.rod("shaft", (x, y, z), (x + 0.05, y, z - long), 0.11, wood)
        mesh.rod("hammer", (x - 0.5, y - 0.02, z - 0.1), (x + 0.42, y - 0.02, z - 0.1), 0.16, steel)
    for k, x in enumerate((0.6, 1.0, 1.36)):
        mesh.rod("driver", (x, y, 3.4), (x, y, 2.6 - 0.2 * k), 0.05, steel)
        mesh.rod("grip", (x, y, 3.4), (x, y, 4.1), 0.13, wood)


def build(view, rng):
    top = m.wood("bench", "#bb9468", "#79563a", 0.5, plank=1.9)
    shapes.slab((40, 11, 0.8), (0, 2.1, -0.8), top, 0.06)
    boards = m.wood("boards", "#7b6a57", "#4a3c2e", 0.6)
    for k in range(9):
        shapes.slab((44, 0.3, 1.26), (rng.uniform(-4, 4), 7.2 + rng.uniform(0, 0.04), -1.5 + 1.3 * k), boards, 0.04)
    mesh.box("gap", (60, 0.3, 30), (0, 7.6, -8), m.principled("gap", "#1a1410", 0.9))
    steel, dark_steel = surfaces.metal("steel", "#c9cbcd", 0.3), surfaces.metal("dark steel", "#6f7276", 0.42)
    brass = surfaces.metal("brass", "#c9a05a", 0.3)
    beech, walnut = m.wood("beech", "#d6ab74", "#a67646", 0.42), m.wood("walnut", "#7a4c2e", "#43271a", 0.38)
    wall_tools(rng, m.wood("grips", "#b07c4a", "#774a28", 0.45), dark_steel, 6.95)
    plane((-2.3, 1.25, 0.0), 158, beech, walnut, steel)
    mallet((2.5, 1.7, 0.0), 200, beech, walnut)
    red = m.principled("handle", "#a5281f", 0.28, lambda n: {"Roughness": n.ramp(n.noise(n.coord(), 5, 4), (0.3, 0.2), (0.7, 0.42))}, specular=0.5)
    chisel((2.95, 0.3, 0.0), 202, red, steel, brass, 0.26)
    chisel((3.2, -0.25, 0.0), 190, red, steel, brass, 0.18)
    for k, (w, h, x, y, turn) in enumerate(((2.9, 0.4, -0.4, 3.3, 4), (2.6, 0.4, -0.25, 3.25, -3), (2.2, 0.4, -0.5, 3.35, 9))):
        shapes.slab((w, 0.95, h), (x, y, 0.402 * k), (beech, m.wood("oak", "#c19a68", "#8a6138", 0.55), walnut)[k], 0.03, turn)
    tin = mesh.lathe("tin", [(0, 0), (0.5, 0, 0.02), (0.5, 1.2, 0.01), (0.47, 1.2, 0.01), (0.47, 0.05), (0, 0.05)], dark_steel, 96)
    tin.location = (2.7, 3.2, 0)
    yellow, raw, lead = m.principled("pencil", "#d9a520", 0.35), m.principled("raw", "#d9b483", 0.7), m.principled("lead", "#2b2b2d", 0.4)
    for k in range(5):
        a = 1.3 * k
        foot, head = (2.7 + 0.25 * math.cos(a), 3.2 + 0.25 * math.sin(a), 0.08), (2.7 + 0.42 * math.cos(a + 0.4), 3.2 + 0.42 * math.sin(a + 0.4), 1.75 + 0.12 * k)
        mesh.rod("pencil", foot, head, 0.055, red if k == 2 else yellow if k % 2 else walnut, 8)
    pencil((1.05, -1.15, 0.0), 24, red, raw, lead)
    curl = surfaces.leaf("curl", "#d9ac72", "#f0d3a4", "#f0d3a4", 0.35, 0.55, 0.3)
    spots = [(rng.normal(-1.65, 0.5), rng.normal(-0.55, 0.32), 0.0) for _ in range(20)]
    spots += [(rng.uniform(-3.2, 3.2), rng.uniform(-1.9, 1.4), 0.0) for _ in range(16)]
    clear = lambda x, y: math.hypot(x, y) > 0.95 and not (x < -1.2 and y > 0.35) and not (x > 1.0 and -0.8 < y < 2.4)
    shavings(rng, [s for s in spots if clear(s[0], s[1])], curl, 0.66)
    dust(rng, 900, lambda: (rng.normal(-1.2, 1.5), rng.normal(-0.3, 0.9)), curl)
    front(shavings(rng, [(rng.uniform(-2.4, -1.0), rng.uniform(-3.2, -2.5), 0.0) for _ in range(6)] + [(2.2, -2.6, 0), (2.6, -2.9, 0)], curl, 0.85))
    front(*chisel((2.9, -2.75, 0.0), 160, red, steel, brass, 0.3).children_recursive)
    azimuth = -74 + view.light_turn_deg
    gobos.bars(azimuth, 33, 14, (0.2, 0.9, 0.7), (7, 9), (2, 3), 0.5, turn_deg=6)
    lights.sun(azimuth, 33, 3.9, "#ffe3bb", 1.4)
    lights.panel((-8, 0.5, 5.5), (0, 0.6, 0.6), (4, 6), 900, "#eef2ff", "key")
    lights.panel((6, 4.5, 6.5), (0.5, 6.5, 4), (2, 2), 300, "#ffc98a", "fill")
    lights.sky(0.3, "#e2ded6")
    return Place(0.0, shapes.rectangle(-0.85, -0.85, 1.0, 0.5), [(0, 0), (0.2, 0.1), (-0.1, -0.15)], 1.9, 3.2, 0.1, 0.5, "#a97d4e", "ground")
