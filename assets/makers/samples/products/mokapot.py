"""Eight-sided polished moka pot with a black handle on a kitchen worktop."""

import math

import numpy as np

import materials as m
import mesh
import scene

FACTS = {
    "title": "Moka pot",
    "material": "polished metal",
    "style": "lifestyle",
    "ratio": (1, 1),
    "camera": {
        "fill": 0.7,
        "pitch_deg": 14,
        "yaw_deg": 0,
        "lens_mm": 52,
        "offset": (0.0, -0.01),
        "f_stop": 10,
    },
    "tone": {"key": 0.3, "warmth": 0.02},
}


def setting():
    scene.room(wall="#cfd6d2", wall_y=4.5, side="left", power=1500, lamp=90, window_y=-5)
    scene.table(
        m.wood("worktop", "#a57c55", "#6b4a30", 0.35, 0.8, plank=0.55, coat=0.1), (26, 12), (0, -1.4), 0.4
    )
    jar = m.principled("jar", "#b9573c", 0.4)
    mesh.lathe(
        "canister", [(0, 0), (0.85, 0, 0.05), (0.85, 2.2, 0.1), (0.7, 2.3), (0.7, 2.5), (0, 2.5)], jar
    ).location = (-3.6, 3.3, 0)
    mesh.box(
        "board", (2.6, 0.25, 3.4), (3.3, 4.1, 0), m.wood("board", "#c9a070", "#9a7148", 0.5), 0.1
    ).rotation_euler.x = -0.12


def octagon(radius, z, soft=0.12, per_side=10):
    """Eight-sided ring; `soft` is the share of each side that its rounded corners take."""
    points = []
    for k in range(8):
        a0, a1, a2 = (math.radians(45 * (k + d) + 22.5) for d in (-1, 0, 1))
        corner = np.array([math.cos(a1), math.sin(a1)])
        before, after = np.array([math.cos(a0), math.sin(a0)]), np.array([math.cos(a2), math.sin(a2)])
        p, q = corner + (before - corner) * soft, corner + (after - corner) * soft
        for j in range(per_side):
            t = j / per_side
            if t < 0.5:
                s = t / 0.5
                xy = (1 - s) ** 2 * p + 2 * s * (1 - s) * corner + s * s * q
            else:
                s = (t - 0.5) / 0.5
                end = after + (corner - after) * soft
                xy = q + (end - q) * s
            points.append((xy[0] * radius, xy[1] * radius, z))
    return np.asarray(points)


def sides(name, profile, material):
    return mesh.smooth_by_angle(
        mesh.loft(
            name, [octagon(r, z) for r, z in mesh.round_profile(profile, 5)], material, caps=(True, True)
        ),
        28,
    )


def build():
    def brushed(n):
        at = n.coord("Object", (1, 1, 30))
        return {
            "Roughness": n.ramp(n.noise(at, 3, 4, 0.6), (0.3, 0.11), (0.7, 0.2)),
            "Normal": n.bump(n.noise(n.coord(), 2.2, 3), 0.05, 0.03),
        }

    steel = m.principled("aluminium", "#d3d1cc", 0.16, brushed, metallic=1.0)
    black = m.principled("bakelite", "#141414", 0.28, specular=0.5)
    sides(
        "boiler",
        [(0.44, 0.0), (0.50, 0.0, 0.02), (0.515, 0.05, 0.02), (0.40, 0.72, 0.03), (0.37, 0.75)],
        steel,
    )
    mesh.lathe(
        "collar",
        [
            (0.36, 0.73),
            (0.385, 0.745, 0.01),
            (0.385, 0.80, 0.01),
            (0.365, 0.815),
            (0.365, 0.84),
            (0.385, 0.855, 0.01),
            (0.385, 0.90, 0.01),
            (0.36, 0.92),
        ],
        steel,
    )
    mesh.lathe(
        "valve",
        [(0, 0.0), (0.05, 0, 0.01), (0.05, 0.05, 0.01), (0.03, 0.055), (0.03, 0.09, 0.01), (0, 0.09)],
        m.principled("brass", "#c9a24c", 0.2, metallic=1.0),
        32,
    ).location = (-0.278, -0.278, 0.42)
    valve = [o for o in mesh.bpy.data.objects if o.name == "valve"][0]
    valve.rotation_euler = (math.radians(83), 0, math.radians(-45))
    sides("jug", [(0.36, 0.90), (0.385, 0.93, 0.02), (0.52, 1.62, 0.01), (0.505, 1.625)], steel)
    spout = [(-0.40, 1.30, 0.02), (-0.52, 1.45, 0.09), (-0.62, 1.58, 0.13), (-0.68, 1.635, 0.14)]
    rings = [
        [
            (x + 0.02, -w, z + 0.05),
            (x - 0.05, -w * 0.75, z - 0.01),
            (x - 0.11, 0, z - 0.04),
            (x - 0.05, w * 0.75, z - 0.01),
            (x + 0.02, w, z + 0.05),
            (x + 0.10, 0, z + 0.03),
        ]
        for x, z, w in spout
    ]
    mesh.subdivide(mesh.loft("spout", rings, steel, caps=(True, True)), 3)
    sides("lid rim", [(0.515, 1.622), (0.53, 1.63, 0.01), (0.53, 1.655, 0.01), (0.50, 1.67)], steel)
    sides("lid", [(0.515, 1.66), (0.50, 1.675, 0.01), (0.10, 1.80, 0.05), (0.0001, 1.81)], steel)
    mesh.lathe(
        "knob",
        [
            (0.05, 1.78),
            (0.055, 1.82),
            (0.075, 1.86, 0.02),
            (0.10, 1.93, 0.03),
            (0.085, 1.99, 0.04),
            (0.0, 2.0),
        ],
        black,
        8 * 6,
    )
    mesh.box("hinge", (0.16, 0.2, 0.07), (0.55, 0, 1.60), steel, 0.02)
    grip = [
        (0.50, 1.60),
        (0.66, 1.66),
        (0.86, 1.66),
        (0.96, 1.60),
        (0.955, 1.48),
        (0.90, 1.25),
        (0.865, 1.02),
        (0.86, 0.86),
        (0.80, 0.84),
        (0.765, 0.90),
        (0.78, 1.08),
        (0.80, 1.28),
        (0.82, 1.44),
        (0.78, 1.52),
        (0.66, 1.53),
        (0.50, 1.50),
    ]
    handle = mesh.prism("handle", grip, 0.15, black)
    mesh.bevel(handle, 0.045, 4, 20)
    handle.rotation_euler.x = math.radians(90)
    handle.location = (0, 0.075, 0)
    product = [
        o
        for o in mesh.bpy.context.scene.objects
        if o.parent is None
        and o.name.split(".")[0]
        in {"boiler", "collar", "valve", "jug", "spout", "lid rim", "lid", "knob", "hinge", "handle"}
    ]
    mesh.move(product, turn_deg=(0, 0, -24))
