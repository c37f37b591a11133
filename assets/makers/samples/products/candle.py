"""White candle jar with a white lid, on a white table before a white wall."""

import math

import materials as m
import mesh
import scene
from labels import Label

FACTS = {
    "title": "Scented candle in a white jar",
    "material": "white on white",
    "style": "amazon",
    "ratio": (4, 3),
    "camera": {
        "fill": 0.64,
        "pitch_deg": 16,
        "yaw_deg": 3,
        "lens_mm": 50,
        "offset": (0.03, 0.0),
        "f_stop": 10,
    },
    "tone": {"key": 0.62, "warmth": 0.0},
}


def setting():
    scene.room(wall="#f2f1ee", wall_y=4.2, side="right", power=1300, lamp=110, window_y=-5)
    scene.table(
        m.principled(
            "white table", "#efeeeb", 0.4, lambda n: {"Normal": n.bump(n.noise(n.coord(), 3, 4), 0.03, 0.03)}
        ),
        (26, 12),
        (0, -1.5),
        0.35,
        0.08,
    )


def build():
    glaze = m.principled(
        "jar",
        "#f1efea",
        0.25,
        lambda n: {"Normal": n.bump(n.noise(n.coord(), 3.5, 3), 0.05, 0.03)},
        specular=0.5,
    )
    matte = m.principled("lid", "#f5f4f1", 0.55)
    mesh.lathe(
        "jar",
        [
            (0, 0.02),
            (0.36, 0.02),
            (0.38, 0.0, 0.015),
            (0.42, 0.0, 0.03),
            (0.445, 0.06, 0.05),
            (0.45, 0.15),
            (0.45, 0.88, 0.03),
            (0.435, 0.905),
            (0.42, 0.9),
        ],
        glaze,
        160,
        8,
    )
    mesh.lathe(
        "lid",
        [
            (0.42, 0.905),
            (0.44, 0.908, 0.005),
            (0.468, 0.912, 0.006),
            (0.472, 0.93, 0.01),
            (0.472, 1.0, 0.02),
            (0.45, 1.022, 0.02),
            (0.13, 1.03, 0.02),
            (0.09, 1.05),
            (0.09, 1.06),
            (0.115, 1.09, 0.03),
            (0.115, 1.135, 0.03),
            (0.085, 1.16, 0.03),
            (0, 1.162),
        ],
        matte,
        160,
        8,
    )
    art = Label(1500, 700, (250, 249, 246, 255))
    ink = "#6f6a63"
    art.pen.rectangle((30, 30, 1469, 669), outline="#b9b3a8", width=4)
    art.text(750, 190, "LINEN & CEDAR", 104, ink, "Light", 0.16)
    art.line(640, 290, 860, 290, "#b9b3a8", 4)
    art.text(750, 370, "scented soy wax candle", 58, ink, "Italic", 0.03)
    art.text(750, 540, "220 g   ·   45 h", 46, ink, "Regular", 0.12)
    span = math.radians(112)
    rings = [
        [
            (0.4515 * math.cos(t), 0.4515 * math.sin(t), z)
            for t in [-math.pi / 2 - span / 2 + span * k / 72 for k in range(73)]
        ]
        for z in (0.27, 0.27 + 0.88 * 700 / 1500)
    ]
    label = mesh.loft(
        "label", rings, m.printed("label", art.save("candle"), 0.7, specular=0.25), closed=False
    )
    label.rotation_euler.z = math.radians(8)
