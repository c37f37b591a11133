"""Clear things: a tumbler of iced tea with a straw, a green bottle, and spectacles."""

import math

import materials as m
import mesh
import numpy as np
from labels import Label


def tumbler():
    clear = m.glass("glass", "#fcfefd", ior=1.5, shadow="#dfe3df")
    tea = m.glass("tea", "#ffffff", ior=1.34, shadow="#e9bd84", density=2.6, tint="#e8a04c")
    mesh.lathe(
        "tumbler",
        [
            (0, 0.0),
            (0.30, 0.0, 0.03),
            (0.325, 0.04, 0.03),
            (0.40, 1.30, 0.012),
            (0.378, 1.30, 0.012),
            (0.305, 0.13, 0.05),
            (0, 0.11),
        ],
        clear,
        128,
    )
    # The liquid overlaps the wall a little, as renderers need for wet glass.
    mesh.lathe(
        "tea", [(0, 0.112), (0.306, 0.131, 0.05), (0.3655, 1.02, 0.004), (0.34, 1.012), (0, 1.01)], tea, 128
    )

    def stripes(n):
        at = n.add("ShaderNodeSeparateXYZ", {0: n.coord("Object")})
        turn = n.math("ARCTAN2", at.outputs[1], at.outputs[0])
        wave = n.math("SINE", n.math("ADD", turn, n.math("MULTIPLY", at.outputs[2], 22.0)))
        return {"Base Color": n.mix(n.math("GREATER_THAN", wave, 0.0), "#f4f1ea", "#c2413a")}

    straw = mesh.rod(
        "straw",
        (-0.17, 0.05, 0.15),
        (0.30, -0.04, 1.75),
        0.038,
        m.principled("straw", "#dd9991", 0.6, stripes),
    )
    straw.name = "straw"


def bottle():
    green = m.glass("green glass", "#cfe8cf", ior=1.5, shadow="#a9c7a2", density=0.7, tint="#8fc07f")
    oil = m.glass("oil", "#ffffff", ior=1.46, shadow="#e3d58f", density=1.0, tint="#e3d06a")
    outline = [
        (0, 0.03),
        (0.24, 0.0, 0.03),
        (0.33, 0.0, 0.04),
        (0.345, 0.06, 0.04),
        (0.345, 1.45, 0.2),
        (0.13, 1.85, 0.16),
        (0.115, 2.32, 0.01),
        (0.14, 2.33, 0.01),
        (0.14, 2.42, 0.015),
        (0.085, 2.42, 0.01),
        (0.085, 1.84, 0.16),
        (0.315, 1.44, 0.2),
        (0.315, 0.09, 0.05),
        (0, 0.11),
    ]
    mesh.lathe("bottle", outline, green, 128)
    mesh.lathe(
        "oil", [(0, 0.112), (0.316, 0.092, 0.05), (0.316, 1.36, 0.01), (0.3, 1.352), (0, 1.35)], oil, 128
    )
    cork = m.principled(
        "cork", "#c09a6a", 0.9, lambda n: {"Normal": n.bump(n.noise(n.coord(), 14, 3), 0.5, 0.03)}
    )
    mesh.lathe("cork", [(0, 2.2), (0.083, 2.2), (0.088, 2.42), (0.095, 2.56, 0.02), (0, 2.57)], cork, 48)
    art = Label(900, 900, (238, 232, 214, 255))
    art.pen.rectangle((26, 26, 873, 873), outline="#5c6b3c", width=6)
    for k in range(-2, 3):
        art.leaf(450 + 60 * k, 330 - 18 * abs(k), 130, "#5c6b3c", 0.28 * k)
    art.text(450, 470, "OLIO NUOVO", 96, "#2f3620", "Bold", 0.1)
    art.line(250, 560, 650, 560, "#5c6b3c", 4)
    art.text(450, 640, "cold pressed", 66, "#2f3620", "Italic", 0.04)
    art.text(450, 780, "500 ml", 52, "#2f3620", "Regular", 0.1)
    rings = [
        [(0.348 * math.cos(t), 0.348 * math.sin(t), z) for t in np.radians(np.linspace(-150, -40, 60))]
        for z in (0.35, 1.02)
    ]
    mesh.loft("label", rings, m.printed("label", art.save("olio"), 0.7), closed=False)


def lens_material():
    """Thin coated glass: no refraction, some reflection."""
    material, n, output = m.new("lens")
    facing = n.add("ShaderNodeFresnel", {"IOR": 1.5}).outputs[0]
    shine = n.add("ShaderNodeBsdfGlossy", {"Color": "#e9f4ee", "Roughness": 0.01}).outputs[0]
    through = n.add("ShaderNodeBsdfTransparent", {"Color": "#f3f1ee"}).outputs[0]
    share = n.math("MULTIPLY", facing, 1.6)
    n.set(output.inputs[0], n.add("ShaderNodeMixShader", {"Fac": share, 1: through, 2: shine}).outputs[0])
    return material


def spectacles():
    """Folded open on the table, thin round metal frame."""
    gold = m.principled("frame", "#b8935a", 0.2, metallic=1.0)
    dark = m.principled("tips", "#2a1c14", 0.25, specular=0.6)
    lens = lens_material()
    made = []
    a = np.linspace(0, 2 * math.pi, 73)
    for s in (-1, 1):
        x = 0.36 * s
        rim = [(x + 0.27 * math.cos(t), 0, 0.30 + 0.25 * math.sin(t)) for t in a]
        made.append(mesh.tube("rim", rim, 0.014, gold, kind="POLY"))
        disc = [
            [(x + r * 0.27 * math.cos(t), -0.02 * (1 - r * r), 0.30 + r * 0.25 * math.sin(t)) for t in a[:-1]]
            for r in (1.0, 0.7, 0.35, 0.01)
        ]
        made.append(mesh.loft("lens", disc, lens))
        hinge = (0.66 * s, 0.02, 0.36)
        made.append(mesh.rod("end piece", (0.625 * s, 0, 0.35), hinge, 0.016, gold))
        arm = [hinge, (0.67 * s, 0.5, 0.36), (0.66 * s, 0.95, 0.36)]
        made.append(mesh.tube("arm", arm, 0.011, gold))
        tip = [(0.66 * s, 0.9, 0.36), (0.655 * s, 1.15, 0.34), (0.63 * s, 1.32, 0.2), (0.61 * s, 1.42, 0.05)]
        made.append(mesh.tube("tip", tip, 0.021, dark))
        made.append(
            mesh.tube(
                "pad arm", [(0.12 * s, 0, 0.34), (0.09 * s, 0.06, 0.31), (0.1 * s, 0.07, 0.26)], 0.006, gold
            )
        )
    made.append(
        mesh.tube(
            "bridge",
            [(-0.1, 0, 0.37), (-0.05, -0.01, 0.43), (0.05, -0.01, 0.43), (0.1, 0, 0.37)],
            0.014,
            gold,
        )
    )
    mesh.move(made, (0, -0.3, 0.0), (2, 0, -24))
