"""Glossy lotion bottle with a pump and a printed label on a bathroom shelf."""

import math

import materials as m
import mesh
import scene
from labels import Label

FACTS = {
    "title": "Hand lotion, pump bottle",
    "material": "glossy plastic",
    "style": "studio",
    "ratio": (3, 4),
    "camera": {
        "fill": 0.72,
        "pitch_deg": 11,
        "yaw_deg": 5,
        "lens_mm": 55,
        "offset": (0.02, -0.02),
        "f_stop": 10,
    },
    "tone": {"key": 0.42},
}

INK = "#3c2f2a"


def setting():
    scene.room(
        wall_material=m.tiles("bathroom tiles", "#e3e6e2", "#a9a59b"),
        wall_y=3.2,
        side="right",
        power=1500,
        lamp=110,
        daylight="#f4f8ff",
        window_y=-6,
    )
    scene.table(
        m.principled(
            "laminate", "#d6cfc4", 0.35, lambda n: {"Normal": n.bump(n.noise(n.coord(), 14, 4), 0.04, 0.02)}
        ),
        (26, 10),
        (0, -1.5),
        0.35,
        0.1,
    )
    towel = m.cloth("towel", "#8fa3ad", thread=0.09)
    for i, z in enumerate((0, 0.32, 0.62)):
        mesh.box("towel", (2.6 - 0.1 * i, 1.8, 0.34), (-3.1, 1.9, z), towel, 0.15, 5, 4 - 5 * i)


def label():
    art = Label(1350, 900, (243, 236, 224, 255))
    x, ink = 675, INK
    art.leaf(x, 175, 120, ink, 0.0)
    art.leaf(x - 6, 180, 95, ink, -0.95)
    art.leaf(x + 6, 180, 95, ink, 0.95)
    art.text(x, 285, "OAT & FENNEL", 84, ink, "Bold", 0.14)
    art.line(x - 90, 360, x + 90, 360, ink, 4)
    art.text(x, 420, "hand lotion", 62, ink, "LightItalic", 0.04)
    art.text(x, 600, "WITH SHEA BUTTER", 34, ink, "Medium", 0.2)
    art.text(x, 650, "for dry and sensitive skin", 34, ink, "Regular", 0.05)
    art.text(x, 790, "300 ml  ·  10.1 fl oz", 34, ink, "Regular", 0.1)
    return art.save("lotion")


def build():
    plastic = m.principled("bottle", "#d97f5f", 0.12, specular=0.5, clearcoat=0.6, clearcoat_roughness=0.03)
    white = m.principled("pump", "#f3f1ec", 0.22, specular=0.5)
    mesh.lathe(
        "bottle",
        [
            (0, 0.02),
            (0.3, 0.02),
            (0.38, 0.0, 0.03),
            (0.425, 0.03, 0.04),
            (0.43, 0.1, 0.05),
            (0.43, 1.18, 0.16),
            (0.33, 1.36, 0.12),
            (0.16, 1.41, 0.05),
            (0.155, 1.47),
        ],
        plastic,
        160,
        10,
    )
    printed = m.printed("label", label(), 0.38, specular=0.4)
    rings = []
    for z in (0.22, 1.12):
        a = [math.radians(-90 - 90 + 180 * k / 96) for k in range(97)]
        rings.append([(0.4318 * math.cos(t), 0.4318 * math.sin(t), z) for t in a])
    decal = mesh.loft("label", rings, printed, closed=False)
    decal.rotation_euler.z = math.radians(-6)
    mesh.knurled("collar", 0.19, 1.44, 1.64, 48, 0.012, white, 0.012)
    mesh.lathe("neck", [(0.17, 1.63), (0.165, 1.66, 0.02), (0.1, 1.68, 0.02), (0.085, 1.72)], white)
    mesh.lathe("stem", [(0.052, 1.6), (0.052, 1.98)], white, 48)
    mesh.lathe("sleeve", [(0.085, 1.66), (0.08, 1.78, 0.01), (0.052, 1.78)], white, 64)
    head = mesh.lathe(
        "head",
        [
            (0, 1.9),
            (0.10, 1.9, 0.01),
            (0.115, 1.95, 0.02),
            (0.125, 2.08, 0.03),
            (0.09, 2.125, 0.04),
            (0, 2.115),
        ],
        white,
        96,
    )
    path = [
        (0.02, 2.03, 0.05),
        (0.2, 2.045, 0.05),
        (0.36, 2.045, 0.045),
        (0.46, 2.03, 0.038),
        (0.52, 1.985, 0.034),
        (0.535, 1.93, 0.032),
    ]
    rings = []
    for i, (x, z, r) in enumerate(path):
        b, f = path[max(0, i - 1)], path[min(len(path) - 1, i + 1)]
        t = math.atan2(f[1] - b[1], f[0] - b[0])
        rings.append(
            [
                (x - math.sin(t) * r * math.cos(k), r * 1.15 * math.sin(k), z + math.cos(t) * r * math.cos(k))
                for k in [j / 24 * 2 * math.pi for j in range(24)]
            ]
        )
    spout = mesh.subdivide(mesh.loft("spout", rings, white, caps=(True, True)), 2)
    top = mesh.fuse([head, spout], 0.009, 5)
    top.rotation_euler.z = math.radians(-28)
