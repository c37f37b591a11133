"""A nursery: a round rug on pale wood, blocks, a stacking rainbow, balls; paper stars on strings, soft morning light."""

import math

import materials as m
import mesh

from kit import gobos, lights, relief, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Nursery with wooden toys", "de": "Kinderzimmer mit Holzspielzeug"},
    "category": "toys",
    "tags": {
        "en": ["nursery", "toys", "wooden blocks", "rainbow", "baby", "kids", "balls", "stars", "playroom", "rug"],
        "de": ["Kinderzimmer", "Spielzeug", "Holzklötze", "Bauklötze", "Regenbogen", "Baby", "Kinder", "Bälle", "Sterne", "Teppich"],
    },
    "seasons": ["all"],
    "light": ["soft", "morning", "window"],
    "moods": ["playful", "gentle", "cozy"],
    "colors": ["pastel", "mint", "yellow", "coral", "cream"],
}
VIEWS = {
    "low": View(7, span=6.4, row=0.75, seed=211, yaw_deg=4),
    "middle": View(17, span=5.0, row=0.73, seed=212),
    "high": View(38, span=5.1, row=0.64, seed=213, yaw_deg=-5),
}
TONE = Tone(key=0.40, contrast=1.12)
PAINT = ["#e79a83", "#efc667", "#8fbfae", "#9fb9d8", "#e9d9c6"]


def painted(color):
    """Wood under thin paint: the grain shows, edges are worn."""

    def build(n):
        grain = n.noise(n.add("ShaderNodeMapping", {"Vector": n.coord(), "Scale": (1.2, 14, 14)}).outputs[0], 2.0, 3, 0.6)
        return {"Base Color": surfaces.shade(n, color, n.ramp(grain, (0.3, 0.0), (0.7, 1.0)), 0.12), "Normal": n.bump(grain, 0.08, 0.01)}

    return m.principled("paint", color, 0.5, build)


def build(view, rng):
    floor = m.wood("floor", "#dcc3a0", "#b8976c", 0.45, plank=1.4)
    mesh.box("floor", (60, 40, 1), (0, -6, -1), floor)
    mesh.box("wall", (60, 1, 40), (0, 5.6, -1), surfaces.plaster("wall", "#dfe2d6", 0.2, 0.06))
    shapes.slab((60, 0.25, 0.9), (0, 5.05, 0), m.principled("skirting", "#f4f1ea", 0.4), 0.05)
    rug = surfaces.linen("rug", "#efe6d8", 0.09, 0.9)
    rug_obj = mesh.lathe("rug", [(0, 0), (3.4, 0, 0.03), (3.4, 0.09, 0.04), (1.7, 0.09), (0, 0.09)], rug, 160)
    # The weave needs flat coordinates, not those around the axis.
    rug_obj.data.uv_layers.remove(rug_obj.data.uv_layers[0])
    relief.plane_uv(rug_obj)
    paints = [painted(c) for c in PAINT]
    rainbow(paints, (-2.2, 1.5, 0.09), 18)
    top = 0.09
    for x, y, z, size, k, turn in ((2.1, 1.2, 0, 0.72, 0, 12), (2.95, 1.45, 0, 0.72, 2, -20), (2.5, 1.35, 0.72, 0.7, 1, 33), (-1.75, -0.2, 0, 0.5, 3, 40), (1.6, -0.15, 0, 0.5, 4, -28)):
        mesh.box("block", (size, size, size), (x, y, top + z), paints[k], 0.05, 4, turn)
    ball_outline = [(math.sin(t * math.pi / 40) + 1e-4, -math.cos(t * math.pi / 40)) for t in range(41)]
    for x, y, r, k in ((-2.75, 0.35, 0.36, 0), (2.55, 0.25, 0.26, 3), (1.25, 0.6, 0.16, 2)):
        ball = mesh.lathe("ball", ball_outline, paints[k], 64)
        ball.scale, ball.location = (r,) * 3, (x, y, top + r)
    ahead = mesh.lathe("ball", ball_outline, paints[1], 64)
    ahead.scale, ahead.location = (0.4,) * 3, (-2.5, -2.7, 0.4)
    block = mesh.box("block", (0.62, 0.62, 0.62), (2.66, -3.0, 0), paints[2], 0.05, 4, 22)
    front(ahead, block)
    stacker(paints, (3.2, 2.7, 0.0))
    white = surfaces.paper("star", "#f7efdd")
    string = m.principled("string", "#cbb993", 0.8)
    for k, (x, z, s) in enumerate(((-2.6, 3.6, 0.42), (-1.5, 4.3, 0.32), (1.6, 4.1, 0.4), (2.7, 3.4, 0.3), (0.4, 4.8, 0.28))):
        star(white if k % 2 else paints[1], string, (x, 4.2, z), s, rng.uniform(-25, 25))
    gobos.bars(-58, 34, 14, (0, 1.0, 1.0), (8, 10), (2, 3), 0.5, turn_deg=-6)
    lights.sun(-58, 34, 3.6, "#fff0d8", 2.5)
    lights.panel((-8, -3, 7), (0, 0.5, 0.8), (6, 6), 900, "#f6f8ff", "fill")
    lights.sky(0.5, "#f2f0ea")
    return Place(top, shapes.round_polygon(1.1, 0.1, squeeze=0.8), [(0, 0), (-0.25, 0.15), (0.25, 0.1)], 2.2, 3.2, 0.02, 0.9, "#efe6d8", "ground")


def stacker(paints, at):
    """Rings on a peg, the largest at the foot."""
    pale = m.wood("peg", "#e3c79d", "#bd9766", 0.5)
    parts = [mesh.lathe("foot", [(0, 0), (0.82, 0, 0.04), (0.82, 0.2, 0.06), (0.1, 0.24, 0.05), (0.1, 2.2, 0.05), (0, 2.24)], pale, 96)]
    for k, r in enumerate((0.74, 0.66, 0.58, 0.5, 0.42)):
        z = 0.22 + 0.33 * k
        parts.append(mesh.lathe("ring", [(0.11, z), (r * 0.8, z, 0.1), (r, z + 0.165, 0.16), (r * 0.8, z + 0.33, 0.1), (0.11, z + 0.33)], paints[(k + 3) % 5], 96))
    knob = mesh.lathe("knob", [(math.sin(t * math.pi / 30) + 1e-4, -math.cos(t * math.pi / 30)) for t in range(31)], paints[0], 64)
    knob.scale, knob.location = (0.24,) * 3, (0, 0, 2.2)
    return mesh.move([*parts, knob], at)


def rainbow(paints, at, turn_deg):
    arcs = []
    for k, r in enumerate((1.15, 0.9, 0.65, 0.4)):
        t = [math.pi * j / 40 for j in range(41)]
        outer = [(r * math.cos(a), r * math.sin(a)) for a in t]
        inner = [((r - 0.22) * math.cos(a), (r - 0.22) * math.sin(a)) for a in reversed(t)]
        arc = mesh.prism("arc", outer + inner, 0.5, paints[k])
        mesh.bevel(arc, 0.035, 3)
        arc.rotation_euler.x = math.pi / 2
        arc.location = (0.04 * (k % 2), 0.25 - 0.03 * k, 0)
        arcs.append(arc)
    return mesh.move(arcs, at, (0, 0, turn_deg))


def star(material, string, at, size, turn_deg):
    outline = [((1.0 if k % 2 == 0 else 0.45) * size * math.sin(k * math.pi / 5), (1.0 if k % 2 == 0 else 0.45) * size * math.cos(k * math.pi / 5)) for k in range(10)]
    body = mesh.prism("star", outline, 0.09, material)
    mesh.bevel(body, 0.02, 2)
    body.rotation_euler = (math.pi / 2, 0, math.radians(turn_deg))
    body.location = at
    mesh.rod("string", (at[0], at[1] - 0.04, at[2] + size), (at[0], at[1] - 0.04, 16), 0.012, string, 8)
