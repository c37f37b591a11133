"""The lotion bottle as in a seller's snapshot: among dirty dishes, in the evening, under one warm kitchen lamp."""

import math
import random

import bpy
import lotion
import materials as m
import mesh
import scene

FACTS = {
    "title": "Hand lotion on a cluttered counter",
    "ratio": (4, 3),
    "camera": {
        "fill": 0.5,
        "pitch_deg": 14,
        "yaw_deg": -7,
        "lens_mm": 38,
        "offset": (0.05, 0.03),
        "f_stop": 2.2,
    },
    "tone": {"key": 0.3},
    "grain": 0.03,
}

build = lotion.build
# The dishes are this far behind the bottle, and out of focus.
behind = 2.0


def plate(at, lean_deg, material, radius=1.25):
    dish = mesh.lathe(
        "plate",
        [(0, 0), (0.6 * radius, 0.0, 0.05), (radius, 0.16, 0.03), (radius, 0.2), (0.6 * radius, 0.05), (0, 0.04)],
        material,
    )
    mesh.move([dish], at, (lean_deg, 0, 8))


def cup(at, material, radius=0.42, height=0.95, turn_deg=0.0):
    body = mesh.lathe(
        "cup", [(0, 0.02), (0.8 * radius, 0, 0.05), (radius, height), (radius - 0.05, height), (0, 0.1)], material
    )
    handle = mesh.tube(
        "handle",
        [(radius - 0.03, 0, 0.25), (radius + 0.3, 0, 0.3), (radius + 0.3, 0, 0.7), (radius - 0.03, 0, 0.75)],
        0.06,
        material,
    )
    mesh.move([body, handle], at, (0, 0, turn_deg))


def washing_up():
    white = m.principled("dishes", "#e8e4da", 0.25)
    wire = m.principled("rack", "#c9cccd", 0.3, metallic=1.0)
    for x in range(9):
        mesh.tube("rack", [(2.4 + 0.42 * x, 1.2, 0.1), (2.4 + 0.42 * x, 1.5, 1.3), (2.4 + 0.42 * x, 3.0, 0.1)], 0.03, wire)
    for z in (0.1, 0.75):
        mesh.tube("rail", [(2.2, 1.15, z), (6.1, 1.15, z)], 0.045, wire)
    for k, color in enumerate(("#dfe4e6", "#c8553d", "#e8e4da", "#4f7f8c")):
        plate((2.9 + 0.55 * k, 2.3, 1.3), 76, m.principled(f"plate {k}", color, 0.25), 1.2 - 0.08 * (k % 2))
    for k, color in enumerate(("#f2c14e", "#e8e4da", "#7fa3a0")):
        mesh.lathe(
            "bowl",
            [(0, 0.02), (0.4, 0, 0.05), (0.9, 0.55, 0.1), (0.95, 0.62), (0.88, 0.62), (0, 0.08)],
            m.principled(f"bowl {k}", color, 0.3),
        ).location = (-2.7, 2.1, 0.24 * k)
    cup((-1.45, 1.0, 0), m.principled("cup", "#2f5d8a", 0.2), turn_deg=140)
    cup((3.1, -0.9, 0), white, 0.46, 0.8, turn_deg=20)
    steel = m.principled("spoon", "#b9bcbe", 0.25, metallic=1.0)
    for k in range(4):
        mesh.rod("spoon", (-1.45, 1.0, 0.2), (-1.45 + 0.3 * (k - 1.5), 1.15, 1.9 + 0.1 * k), 0.035, steel)


def packages():
    mesh.box("cereal", (1.9, 0.6, 3.0), (-4.5, 2.3, 0), m.principled("cereal", "#d23c2a", 0.5), 0.02, 2, 14)
    mesh.box("cereal front", (1.5, 0.02, 1.2), (-4.42, 1.98, 1.2), m.principled("yellow", "#f4c430", 0.5), 0.0, 2, 14)
    mesh.box("carton", (0.95, 0.95, 2.4), (-3.5, 3.1, 0), m.principled("carton", "#e9eef2", 0.5), 0.02, 2, -12)
    mesh.box("carton stripe", (0.97, 0.97, 0.6), (-3.5, 3.1, 1.2), m.principled("blue", "#2b6cb0", 0.5), 0.02, 2, -12)
    green = m.principled("soap", "#3f9b4f", 0.15)
    mesh.lathe("soap", [(0, 0), (0.4, 0, 0.08), (0.42, 1.3, 0.3), (0.16, 1.7, 0.05), (0.15, 1.8)], green).location = (
        2.1,
        0.9,
        0,
    )
    mesh.lathe("cap", [(0.2, 1.8), (0.2, 2.0, 0.05), (0.08, 2.2), (0, 2.2)], m.principled("cap", "#f0efe9", 0.3)).location = (
        2.1,
        0.9,
        0,
    )
    mesh.lathe(
        "tin", [(0, 0), (0.5, 0, 0.03), (0.5, 1.2, 0.03), (0, 1.2)], m.principled("tin", "#8a3fa0", 0.35)
    ).location = (-0.75, 2.3, 0)
    kettle = m.principled("kettle", "#26282b", 0.25)
    mesh.lathe("kettle", [(0, 0), (0.95, 0, 0.1), (0.75, 1.9, 0.3), (0.3, 2.1, 0.1), (0, 2.2)], kettle).location = (-1.9, 3.4, 0)
    mesh.tube("kettle handle", [(-2.7, 3.4, 1.9), (-2.9, 3.4, 2.7), (-1.0, 3.4, 2.7), (-1.1, 3.4, 1.9)], 0.11, kettle)


def mess():
    rng = random.Random(5)
    mesh.box("sponge", (0.9, 0.6, 0.22), (2.1, 1.9, 0), m.principled("sponge", "#f0d23c", 0.95), 0.05, 3, 24)
    mesh.box("scourer", (0.9, 0.6, 0.08), (2.1, 1.9, 0.22), m.principled("scourer", "#2f6b3a", 0.95), 0.03, 3, 24)
    towel = m.cloth("towel", "#b8433f", "#e6dfd2", thread=0.1)
    scene.sheet(towel, (3.4, 2.6), (-3.4, 2.6), 0.32, 3, 0.08)
    paper = m.principled("receipt", "#efece4", 0.8)
    for at, size, turn in (((2.3, -1.3), (0.75, 1.9), 33), ((-1.2, -1.7), (1.5, 1.05), -14)):
        mesh.box("paper", (*size, 0.012), (*at, 0), paper, 0, 2, turn)
    crumb = m.principled("crumb", "#8a5a2b", 0.9)
    for _ in range(70):
        x, y, r = rng.gauss(0.2, 1.6), rng.gauss(-0.9, 0.6), rng.uniform(0.012, 0.04)
        if math.hypot(x, y) > 0.5:
            mesh.box("crumb", (r * 2, r * 1.4, r), (x, y, 0), crumb, r * 0.3, 2, rng.uniform(0, 360))
    cable = m.principled("cable", "#1c1c1e", 0.4)
    mesh.tube("cable", [(-6, -1.6, 0.06), (-3.4, -1.9, 0.06), (-1.6, -1.1, 0.06), (-1.0, 0.3, 0.06), (-2.1, 1.3, 0.06), (-5, 1.2, 0.06)], 0.055, cable)
    orange = m.principled("peel", "#e07b1f", 0.5, lambda n: {"Normal": n.bump(n.noise(n.coord(), 30, 3), 0.15, 0.02)})
    for x, y in ((3.0, 2.2), (3.8, 2.5)):
        mesh.lathe("orange", [(0, 0), (0.42, 0.18, 0.2), (0.42, 0.62, 0.2), (0, 0.8)], orange).location = (x, y, 0)


def setting():
    scene.room(
        wall_material=m.tiles("kitchen tiles", "#d8c7a4", "#8d7f66", 1.0, 1.0, 0.25),
        wall_y=3.9 + behind,
        side="left",
        power=35,
        lamp=210,
        lamp_color="#ffb469",
        daylight="#8fb1ff",
    )
    scene.table(
        m.principled(
            "counter", "#8f8577", 0.3, lambda n: {"Base Color": n.ramp(n.noise(n.coord(), 26, 6), (0.35, "#6f675c"), (0.65, "#a59a89"))}
        ),
        (26, 12),
        (0, -1.5),
        0.4,
        0.1,
    )
    clutter = set(bpy.context.scene.objects)
    washing_up()
    packages()
    for thing in set(bpy.context.scene.objects) - clutter:
        if thing.parent is None:
            thing.location.y += behind
    mess()
