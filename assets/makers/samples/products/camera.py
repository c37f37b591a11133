"""Black compact camera with a fixed lens on dark slate."""

import math

import numpy as np

import materials as m
import mesh
import scene

FACTS = {
    "title": "Compact camera",
    "material": "black on dark",
    "style": "luxury",
    "ratio": (4, 3),
    "camera": {
        "fill": 0.68,
        "pitch_deg": 15,
        "yaw_deg": -3,
        "lens_mm": 52,
        "offset": (-0.01, 0.0),
        "f_stop": 12,
    },
    "tone": {"key": 0.085, "warmth": 0.01, "contrast": 0.6},
}


def setting():
    scene.room(wall="#3a3d41", wall_y=5.0, side="left", power=7000, lamp=300, window_y=-6, floor="#3b352e")
    slate = mesh.box(
        "slate", (26, 12, 0.4), (0, -1.4, -0.4), m.stone("slate", "#1e2024", "#33363b", bump=0.16)
    )
    slate.name = "table"


def plate(name, w, d, r, z0, z1, material, edge=0.02):
    """Upright block with rounded corners and softened rims."""

    def ring(inset, z):
        return mesh.rounded_rect(w - 2 * inset, d - 2 * inset, max(r - inset, 0.01), z, 12)

    rings = [
        ring(edge, z0),
        ring(edge * 0.3, z0 + edge * 0.3),
        ring(0, z0 + edge),
        ring(0, z1 - edge),
        ring(edge * 0.3, z1 - edge * 0.3),
        ring(edge, z1),
    ]
    return mesh.smooth_by_angle(mesh.loft(name, rings, material, caps=(True, True)), 45)


def build():
    before = set(mesh.bpy.context.scene.objects)
    satin = m.principled(
        "satin black",
        "#17181a",
        0.36,
        lambda n: {"Normal": n.bump(n.noise(n.coord(), 90, 2), 0.06, 0.01)},
        specular=0.5,
    )

    def grain(n):
        at = n.coord()
        cells = n.add(
            "ShaderNodeTexVoronoi",
            {"Vector": at, "Scale": 75.0, "Randomness": 0.9},
            feature="DISTANCE_TO_EDGE",
        )
        height = n.math("MINIMUM", cells.outputs["Distance"], 0.2)
        return {"Normal": n.bump(height, 0.8, 0.04)}

    leather = m.principled("leatherette", "#101112", 0.52, grain, specular=0.45)
    gloss = m.principled("anodised", "#0d0e0f", 0.22, specular=0.5, clearcoat=0.3)
    silver = m.principled("silver", "#b9b9b6", 0.25, metallic=1.0)
    white = m.principled("engraving", "#d9d7cf", 0.6)
    red = m.principled("red mark", "#b3261e", 0.4)

    plate("bottom", 1.28, 0.40, 0.17, 0.0, 0.12, satin)
    plate("grip skin", 1.29, 0.41, 0.175, 0.11, 0.56, leather, 0.012)
    plate("top", 1.28, 0.40, 0.17, 0.55, 0.76, satin, 0.03)
    mesh.box("finger grip", (0.17, 0.16, 0.40), (-0.52, -0.20, 0.125), leather, 0.06, 6)

    # Viewfinder and focus-assist windows in the front of the top plate.
    for x, w in ((0.44, 0.19), (0.17, 0.09)):
        mesh.box("window frame", (w, 0.03, 0.115), (x, -0.199, 0.605), gloss, 0.012)
        mesh.box(
            "window",
            (w - 0.035, 0.01, 0.08),
            (x, -0.214, 0.6225),
            m.principled("window glass", "#141a22", 0.04, specular=0.8, clearcoat=1.0),
            0.004,
        )
    mesh.rod(
        "assist lamp",
        (0.295, -0.196, 0.675),
        (0.295, -0.209, 0.675),
        0.028,
        m.principled("amber lamp", "#7a5a2a", 0.1, specular=0.6),
    )

    # Dials, release and shoe.
    mesh.knurled("speed dial", 0.135, 0.755, 0.855, 44, 0.009, gloss, 0.014).location.x = -0.26
    mesh.lathe("dial face", [(0.105, 0.855), (0.10, 0.860), (0.0, 0.860)], satin, 64).location.x = -0.26
    for k, word in enumerate(("A", "1000", "500", "250", "125", "60", "30", "15", "B")):
        a = math.radians(90 - k * 40)
        mesh.text(
            "speed",
            word,
            0.03,
            red if word == "A" else white,
            (-0.26 + 0.078 * math.cos(a), 0.078 * math.sin(a), 0.8615),
            (0, 0, a - math.pi / 2),
            0.0004,
            "Lato-Bold",
        )
    mesh.knurled("correction dial", 0.09, 0.755, 0.825, 36, 0.007, gloss, 0.012).location = (-0.53, 0.05, 0)
    mesh.lathe(
        "release",
        [
            (0.07, 0.755),
            (0.075, 0.765, 0.005),
            (0.07, 0.79, 0.006),
            (0.045, 0.792),
            (0.042, 0.81, 0.006),
            (0, 0.805),
        ],
        silver,
        64,
    ).location = (-0.49, -0.11, 0)
    mesh.box("shoe", (0.2, 0.2, 0.016), (0.07, 0.02, 0.757), silver, 0.004)
    for s in (-1, 1):
        mesh.box("rail", (0.022, 0.2, 0.035), (0.07 + 0.09 * s, 0.02, 0.765), silver, 0.004)
        mesh.box("rail lip", (0.04, 0.2, 0.012), (0.07 + 0.08 * s, 0.02, 0.797), silver, 0.004)
        lug = mesh.tube(
            "lug",
            [(0.045 * math.cos(t), 0, 0.045 * math.sin(t)) for t in np.linspace(0, 2 * math.pi, 24)],
            0.01,
            silver,
            kind="POLY",
        )
        lug.location, lug.rotation_euler.z = (0.675 * s, 0.0, 0.60), math.pi / 2
    mesh.text(
        "name",
        "HALDEN 35",
        0.062,
        white,
        (-0.30, -0.2015, 0.665),
        (math.pi / 2, 0, 0),
        0.0006,
        "Lato-Bold",
        1.15,
    )

    lens(gloss, satin, silver, white, red)
    made = [o for o in mesh.bpy.context.scene.objects if o not in before and o.parent is None]
    mesh.move(made, turn_deg=(0, 0, 22))


def lens(gloss, satin, silver, white, red):
    """Barrel, rings and coated glass, turned around the y axis in front of the body."""
    parts = [
        mesh.lathe("mount", [(0.335, 0.0), (0.335, 0.03, 0.008), (0.32, 0.035), (0.31, 0.05)], satin, 128),
        mesh.knurled("aperture ring", 0.315, 0.05, 0.13, 72, 0.008, gloss, 0.008),
        mesh.lathe("barrel", [(0.30, 0.125), (0.302, 0.19), (0.29, 0.2)], satin, 128),
        mesh.knurled("focus ring", 0.306, 0.195, 0.32, 60, 0.012, gloss, 0.01),
        mesh.lathe(
            "front",
            [
                (0.285, 0.315),
                (0.287, 0.385, 0.006),
                (0.265, 0.39, 0.004),
                (0.255, 0.37),
                (0.24, 0.372),
                (0.18, 0.33),
                (0.175, 0.3),
            ],
            gloss,
            128,
        ),
        mesh.lathe(
            "iris", [(0.17, 0.24), (0.075, 0.235), (0.0, 0.16)], m.principled("iris", "#050506", 0.5), 64
        ),
        mesh.lathe(
            "front glass",
            [(0.19, 0.305), (0.17, 0.325), (0.13, 0.342), (0.07, 0.354), (0.0, 0.358)],
            coated(),
            96,
        ),
        mesh.lathe("inner glass", [(0.16, 0.29), (0.10, 0.27), (0.0, 0.262)], coated(), 96),
    ]
    for k, word in enumerate("F/2   35mm   ASPHERICAL   ".replace("   ", " · ")):
        a = math.radians(205 - k * 8.2)
        r = 0.215
        parts.append(
            mesh.text(
                "ring text",
                word,
                0.032,
                white,
                (r * math.cos(a), r * math.sin(a), 0.3585),
                (0, math.radians(0), a - math.pi / 2),
                0.0004,
                "Lato-Medium",
            )
        )
    dot = mesh.lathe("dot", [(0, 0), (0.014, 0), (0.012, 0.006), (0, 0.006)], red, 24)
    dot.location, dot.rotation_euler = (0, 0.303, 0.16), (math.radians(-90), 0, 0)
    parts.append(dot)
    for k, word in enumerate(("16", "11", "8", "5.6", "4", "2.8", "2")):
        a = math.radians(90 + (k - 3) * 17)
        parts.append(
            mesh.text(
                "stop",
                word,
                0.036,
                white,
                (0.3045 * math.cos(a), 0.3045 * math.sin(a), 0.16),
                (math.radians(90), 0, a + math.pi / 2),
                0.0004,
                "Lato-Bold",
            )
        )
        parts[-1].rotation_euler = (math.radians(-90), 0, a - math.pi / 2)
    mesh.move(parts, (0.07, -0.195, 0.36), (90, 0, 0), 0.92)


def coated():
    def build(n):
        facing = n.add("ShaderNodeLayerWeight", {"Blend": 0.35}).outputs["Facing"]
        return {"Base Color": n.ramp(facing, (0.0, "#0a0912"), (0.5, "#1a1440"), (0.8, "#0e2a2a"))}

    return m.principled(
        "coated glass", "#0b0b14", 0.02, build, specular=0.9, clearcoat=1.0, clearcoat_roughness=0.0
    )
