"""Heavy glass perfume bottle with amber liquid and a gold cap."""

import materials as m
import mesh
import scene
from labels import Label

FACTS = {
    "title": "Eau de parfum, 50 ml",
    "material": "glass with liquid",
    "style": "luxury",
    "ratio": (3, 4),
    "camera": {
        "fill": 0.66,
        "pitch_deg": 12,
        "yaw_deg": 0,
        "lens_mm": 60,
        "offset": (-0.02, -0.01),
        "f_stop": 14,
    },
    "tone": {"key": 0.36, "warmth": 0.02},
}


def setting():
    scene.room(wall="#d9d2c8", wall_y=5.0, side="left", power=1500, lamp=80, window_y=-9)
    scene.table(m.wood("bedside", "#e2d6c4", "#cbbba3", 0.4, 0.7, plank=3.1), (24, 12), (0, -1.4))
    book = m.principled("book", "#4d5d6b", 0.6)
    mesh.box("book", (3.2, 2.2, 0.35), (2.9, 2.9, 0), book, 0.04, 3, 12)
    mesh.box("book", (2.8, 2.0, 0.28), (2.8, 2.9, 0.35), m.principled("book 2", "#b08968", 0.6), 0.04, 3, 4)


def slab(name, w, d, r, levels, material, caps=(True, True)):
    """Block with rounded upright edges; levels: (inset, z) from bottom to top."""
    rings = [mesh.rounded_rect(w - 2 * i, d - 2 * i, max(r - i, 0.01), z, 12) for i, z in levels]
    return mesh.smooth_by_angle(mesh.loft(name, rings, material, caps=caps), 40)


def build():
    clear = m.glass("glass", "#fbfdfc", ior=1.5, shadow="#dcd8d0")
    liquid = m.glass("liquid", "#ffffff", ior=1.36, shadow="#f0cf9a", density=6.0, tint="#f6bf6c")
    gold = m.principled("gold", "#e6c079", 0.14, metallic=1.0)
    slab(
        "outer",
        0.62,
        0.36,
        0.06,
        [(0.03, 0.0), (0.008, 0.008), (0, 0.03), (0, 0.80), (0.006, 0.825), (0.03, 0.84), (0.12, 0.845)],
        clear,
    )
    # The liquid overlaps the inner wall a little, as renderers need for wet glass.
    inner = [(0.03, 0.115), (0.006, 0.125), (0, 0.15)]
    cavity = slab("cavity", 0.50, 0.25, 0.05, inner + [(0, 0.74), (0.01, 0.765), (0.05, 0.775)], clear)
    cavity.data.flip_normals()
    slab(
        "liquid",
        0.502,
        0.252,
        0.05,
        [(0.029, 0.114), (0.005, 0.124), (-0.0, 0.15), (0, 0.655), (0.004, 0.658), (0.02, 0.655)],
        liquid,
    )
    mesh.tube(
        "dip tube",
        [(0.0, 0, 0.8), (0.0, 0, 0.6), (0.03, 0, 0.4), (0.09, 0.02, 0.16)],
        0.013,
        m.principled("dip tube", "#f4f4f0", 0.3, transmission=0.5),
        resolution=4,
    )
    mesh.lathe("neck", [(0.13, 0.84), (0.14, 0.845, 0.005), (0.14, 0.885, 0.006), (0.1, 0.89)], gold)
    mesh.lathe("pump", [(0.09, 0.88), (0.09, 0.93), (0.06, 0.93)], gold)
    cap = m.principled(
        "cap",
        "#e3bd77",
        0.2,
        lambda n: {
            "Roughness": n.ramp(n.noise(n.coord("Object", (1, 1, 60)), 4, 3), (0.3, 0.16), (0.7, 0.3))
        },
        metallic=1.0,
    )
    mesh.lathe(
        "cap",
        [
            (0.10, 0.895),
            (0.165, 0.895, 0.008),
            (0.17, 0.91, 0.01),
            (0.17, 1.24, 0.018),
            (0.15, 1.252),
            (0.0, 1.252),
        ],
        cap,
        128,
    )
    art = Label(900, 620, (246, 242, 234, 255))
    art.pen.rectangle((22, 22, 877, 597), outline="#9b7b45", width=5)
    art.text(450, 205, "NOCTE", 150, "#2b2622", "Light", 0.2)
    art.line(330, 320, 570, 320, "#9b7b45", 4)
    art.text(450, 395, "EAU DE PARFUM", 50, "#2b2622", "Medium", 0.2)
    art.text(450, 500, "50 ml   1.7 fl oz", 38, "#5b5148", "Regular", 0.1)
    label = mesh.box("label", (0.34, 0.004, 0.234), (0, -0.182, 0.27), None, 0)
    layer = label.data.uv_layers.new(name="uv")
    for loop, uv in zip(label.data.loops, layer.data):
        v = label.data.vertices[loop.vertex_index].co
        uv.uv = (v.x / 0.34 + 0.5, v.z / 0.234)
    label.data.materials.append(m.printed("label", art.save("perfume"), 0.5))
    names = {"outer", "cavity", "liquid", "dip tube", "neck", "pump", "cap", "label"}
    mesh.move([o for o in mesh.bpy.context.scene.objects if o.name in names], turn_deg=(0, 0, 16))
