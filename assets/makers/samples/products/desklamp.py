"""Small architect's desk lamp: thin rods, springs and a cable."""

import math

from mathutils import Vector

import materials as m
import mesh
import scene

FACTS = {
    "title": "Architect's desk lamp",
    "material": "thin painted metal parts",
    "style": "studio",
    "ratio": (3, 4),
    "camera": {
        "fill": 0.78,
        "pitch_deg": 11,
        "yaw_deg": -6,
        "lens_mm": 50,
        "offset": (0.0, -0.01),
        "f_stop": 16,
    },
    "tone": {"key": 0.42, "warmth": 0.02},
}


def setting():
    scene.room(wall="#dfe0da", wall_y=5.5, side="left", power=1600, lamp=80, window_y=-5)
    scene.table(m.wood("desk", "#d9c2a0", "#b99a72", 0.4, 0.7, plank=3.4), (26, 14), (0, -1.6))
    paper = m.principled("paper", "#f2f0ea", 0.8)
    mesh.box(
        "notebook", (2.6, 3.4, 0.18), (4.2, 2.2, 0), m.principled("notebook", "#5b6f62", 0.6), 0.03, 3, -14
    )
    mesh.box("paper", (2.1, 2.97, 0.01), (-4.0, 2.6, 0), paper, 0, 1, 9)


def spring(name, start, end, radius, turns, wire, material):
    start, end = Vector(start), Vector(end)
    axis = end - start
    quat = axis.to_track_quat("Z", "Y")
    points = []
    steps = turns * 12
    for i in range(steps + 1):
        t, a = i / steps, i / 12 * 2 * math.pi
        points.append(start + quat @ Vector((radius * math.cos(a), radius * math.sin(a), t * axis.length)))
    return mesh.tube(name, points, wire, material, resolution=2, kind="POLY")


def build():
    paint = m.principled("paint", "#d8a73a", 0.28, specular=0.5, clearcoat=0.3)
    steel = m.principled("steel", "#c9c8c4", 0.22, metallic=1.0)
    dark = m.principled("rubber", "#202020", 0.55)
    inside = m.principled("inside", "#f4f1ea", 0.5)
    before = set(mesh.bpy.context.scene.objects)

    mesh.lathe(
        "base",
        [
            (0, 0),
            (0.86, 0, 0.02),
            (0.88, 0.03, 0.02),
            (0.87, 0.13, 0.05),
            (0.80, 0.16, 0.03),
            (0.12, 0.18),
            (0, 0.18),
        ],
        paint,
        160,
    )
    mesh.lathe("post", [(0.10, 0.17), (0.10, 0.30, 0.02), (0.06, 0.31), (0.06, 0.42)], steel, 64)

    foot, elbow, head = Vector((0, 0, 0.46)), Vector((-0.95, 0, 2.25)), Vector((0.72, 0, 3.45))

    def plate(name, at, r):
        for y in (-0.09, 0.09):
            mesh.rod(name, at + Vector((0, y - 0.012, 0)), at + Vector((0, y + 0.012, 0)), r, paint, 48)
        mesh.rod(name + " bolt", at + Vector((0, -0.14, 0)), at + Vector((0, 0.14, 0)), 0.035, steel)

    def arm(a, b):
        way = (b - a).normalized()
        side = Vector((way.z, 0, -way.x))
        for s in (-1, 1):
            mesh.rod("arm", a + side * 0.07 * s, b + side * 0.07 * s, 0.026, steel, 32)
        for y in (-0.065, 0.065):
            p, q = a + way * 0.16 + Vector((0, y, 0)), a + way * 0.95 + Vector((0, y, 0))
            spring("spring", p, q, 0.036, 26, 0.010, steel)
            mesh.rod("tie", q, a + way * 1.25 + Vector((0, y, 0)), 0.007, steel, 12)
        mid = a + way * 1.25
        mesh.rod("pin", mid + Vector((0, -0.09, 0)), mid + Vector((0, 0.09, 0)), 0.02, steel, 16)
        mesh.rod("bridge", mid + side * 0.07, mid - side * 0.07, 0.018, steel, 16)

    for name, at, r in (("foot plate", foot, 0.15), ("elbow plate", elbow, 0.16), ("head plate", head, 0.12)):
        plate(name, at, r)
    arm(foot, elbow)
    arm(elbow, head)

    shade = [
        (0.13, 0.42, 0.02),
        (0.15, 0.40),
        (0.16, 0.10, 0.05),
        (0.22, 0.02, 0.08),
        (0.48, -0.52, 0.02),
        (0.495, -0.54, 0.01),
        (0.485, -0.54, 0.01),
        (0.46, -0.52),
        (0.20, 0.02, 0.08),
        (0.14, 0.10),
        (0.13, 0.38),
    ]
    outer = mesh.lathe("shade", shade[:6] + [(0.49, -0.545)], paint, 160)
    lining = mesh.lathe(
        "lining",
        [(0.49, -0.545), (0.48, -0.535), (0.205, 0.015, 0.08), (0.14, 0.10), (0.0, 0.12)],
        inside,
        160,
    )
    cap = mesh.lathe(
        "cap", [(0, 0.50), (0.06, 0.50, 0.02), (0.12, 0.46, 0.03), (0.14, 0.41, 0.01), (0.0, 0.41)], dark, 64
    )
    bulb = mesh.lathe(
        "bulb",
        [(0.06, 0.08), (0.07, 0.0, 0.05), (0.15, -0.15, 0.1), (0.15, -0.28, 0.1), (0.0, -0.38)],
        m.principled("bulb", "#f6f3ec", 0.15, specular=0.5),
        64,
    )
    handle = mesh.move([outer, lining, cap, bulb], (0.93, 0, 3.42), (0, -28, 0))
    mesh.rod("neck", head, Vector((0.93, 0, 3.50)), 0.04, steel)

    def along(a, b, n, sag):
        return [a.lerp(b, i / n) + Vector((0, 0.12, -sag * math.sin(math.pi * i / n))) for i in range(n + 1)]

    top = Vector((0.70, 0, 3.88))
    wire = [top, Vector((0.62, 0.06, 4.0)), Vector((0.45, 0.12, 3.75))]
    wire += along(head + Vector((-0.25, 0, -0.1)), elbow + Vector((0.1, 0, 0.16)), 6, 0.06)
    wire += [elbow + Vector((-0.22, 0.12, 0.0))] + along(
        elbow + Vector((0, 0, -0.25)), foot + Vector((-0.15, 0, 0.2)), 6, 0.05
    )
    wire += [
        Vector((0.0, 0.3, 0.36)),
        Vector((0.05, 0.55, 0.2)),
        Vector((0.2, 0.95, 0.03)),
        Vector((0.75, 1.05, 0.025)),
        Vector((1.05, 0.75, 0.025)),
        Vector((1.0, 0.4, 0.025)),
    ]
    mesh.tube("cable", wire, 0.022, dark)
    mesh.box("plug", (0.14, 0.1, 0.09), (1.0, 0.36, 0.0), dark, 0.025)
    made = [o for o in mesh.bpy.context.scene.objects if o not in before and o.parent is None]
    mesh.move(made, turn_deg=(0, 0, -14))
