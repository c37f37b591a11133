"""A gym: speckled rubber floor, a rack with dumbbells, a barbell with plates, kettlebells before a concrete wall."""

import math

import materials as m
import mesh

from kit import lights, rooms, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone

FACTS = {
    "name": {"en": "Gym", "de": "Fitnessstudio"},
    "category": "fashion",
    "tags": {
        "en": ["gym", "fitness", "sport", "dumbbells", "barbell", "kettlebell", "training", "rubber floor", "weights"],
        "de": ["Fitnessstudio", "Fitness", "Sport", "Hanteln", "Langhantel", "Kettlebell", "Training", "Gummiboden", "Gewichte"],
    },
    "seasons": ["all"],
    "light": ["side light", "daylight", "dramatic"],
    "moods": ["energetic", "strong", "modern"],
    "colors": ["anthracite", "black", "gray"],
}
VIEWS = {
    "middle": View(15, span=25, row=0.80, lens_mm=50, f_stop=0.8, seed=471),
    "high": View(36, span=25, row=0.64, lens_mm=50, f_stop=0.8, seed=473, yaw_deg=5),
}
TONE = Tone(key=0.135, contrast=1.16)


def granules(name):
    """Black rubber with gray and a few blue granules."""

    def build(n):
        at = n.coord()
        cell = n.add("ShaderNodeTexVoronoi", {"Vector": at, "Scale": 9.0}).outputs
        own = n.add("ShaderNodeSeparateColor", {0: cell["Color"]}).outputs
        wear = n.noise(at, 0.2, 6, 0.6)
        inside = n.math("LESS_THAN", cell["Distance"], 0.42)
        color = n.mix(n.math("MULTIPLY", n.math("GREATER_THAN", own[0], 0.86), inside), "#232426", "#77797b")
        color = n.mix(n.math("MULTIPLY", n.math("GREATER_THAN", own[1], 0.965), inside), color, "#4a6f9c")
        xyz = n.add("ShaderNodeSeparateXYZ", {0: at})
        edge = lambda k, shift: n.math("ABSOLUTE", n.math("SUBTRACT", n.math("FRACT", n.math("DIVIDE", n.math("ADD", xyz.outputs[k], shift), 10.0)), 0.5))
        seam = n.math("GREATER_THAN", n.math("MAXIMUM", edge(0, 2.2), edge(1, 1.4)), 0.4965)
        height = n.math("SUBTRACT", n.math("ADD", own[2], n.noise(at, 16, 3)), n.math("MULTIPLY", seam, 2.0))
        return {"Base Color": surfaces.shade(n, n.mix(seam, color, "#0c0c0d"), n.ramp(wear, (0.35, 0.0), (0.65, 1.0)), 0.2), "Roughness": n.ramp(wear, (0.32, 0.52), (0.68, 0.72)), "Normal": n.bump(height, 0.25, 0.02)}

    return m.principled(name, "#2a2b2d", 0.6, build, specular=0.35)


def plate(at, radius, thick, rubber, steel, way=(0, 90, 0)):
    """A bumper plate on a bar along x."""
    profile = [(0.3, 0), (radius * 0.42, 0, 0.02), (radius * 0.45, 0.1, 0.02), (radius * 0.84, 0.1, 0.02), (radius * 0.88, 0, 0.02), (radius, 0.04, 0.1), (radius, thick - 0.04, 0.1), (radius * 0.88, thick, 0.02), (radius * 0.84, thick - 0.1, 0.02), (radius * 0.45, thick - 0.1, 0.02), (radius * 0.42, thick, 0.02), (0.3, thick)]
    made = [rooms.turned(profile, at, rubber, way)]
    made.append(rooms.turned([(0.24, -0.01), (0.42, -0.01, 0.03), (0.42, thick + 0.02, 0.03), (0.24, thick + 0.02)], at, steel, way))
    return made


def dumbbell(at, size, rubber, steel):
    """A hexagonal dumbbell whose bar points at the camera."""
    x, y, z = at
    outline = [(size * math.cos(math.radians(60 * k + 30)), size * math.sin(math.radians(60 * k + 30))) for k in range(6)]
    for shift in (-0.62 - size * 0.62, 0.62 + size * 0.62):
        head = mesh.prism("head", outline, size * 1.24, rubber)
        mesh.bevel(head, size * 0.16, 3)
        head.rotation_euler.x = math.pi / 2
        head.location = (x, y + shift + size * 0.62, z + size * 0.87)
    mesh.rod("grip", (x, y - 0.7, z + size * 0.87), (x, y + 0.7, z + size * 0.87), 0.16, steel)


def kettlebell(at, r, iron, turn_deg=0.0):
    x, y, z = at
    rooms.turned([(0, 0), (r * 0.62, 0, 0.05), (r * 0.98, r * 0.7, r * 0.5), (r * 0.92, r * 1.4, r * 0.5), (r * 0.4, r * 1.86, r * 0.3), (0, r * 1.9)], at, iron)
    a = math.radians(turn_deg)
    loop = [(-0.62, 1.5), (-0.78, 2.0), (-0.66, 2.65), (-0.3, 2.86), (0.3, 2.86), (0.66, 2.65), (0.78, 2.0), (0.62, 1.5)]
    mesh.tube("handle", [(x + r * u * math.cos(a), y + r * u * math.sin(a), z + r * v) for u, v in loop], r * 0.2, iron, resolution=8)


def build(view, rng):
    mesh.box("floor", (160, 110, 1), (0, -12, -1), granules("rubber floor"))
    face = 13.0
    wall = rooms.screed("wall", "#7b7770", 0.7, 0.0, 0.2)
    for k in range(-4, 5):
        for z in (0.0, 13.02):
            shapes.slab((11.97, 1, 13), (k * 12 + 3.4, face + 0.5, z), wall, 0.06)
    mesh.box("behind", (160, 1, 60), (0, face + 0.9, 0), m.principled("gap", "#1d1d1f", 0.9))
    frame, steel = m.principled("frame", "#1f2022", 0.42), surfaces.metal("chrome", "#b9bcc0", 0.2)
    rubber, iron = surfaces.ceramic("hex rubber", "#1b1c1e", 0.5), surfaces.plaster("iron", "#1d1e20", 0.25, 0.15, 0.45)

    left, right = 5.4, 18.6
    for x in (left, right):
        for y in (face - 5.2, face - 1.6):
            shapes.slab((0.5, 0.5, 10.0), (x, y, 0), frame, 0.05)
        shapes.slab((0.5, 4.4, 0.4), (x, face - 3.4, 0), frame, 0.05)
    for row, (z, size) in enumerate(((1.6, 0.95), (5.2, 0.8), (8.8, 0.62))):
        for y in (face - 4.6, face - 2.4):
            mesh.box("rail", (right - left, 0.7, 0.14), ((left + right) / 2, y, z), frame, 0.04)
        x = left + 0.5 + size
        while x < right - size:
            dumbbell((x, face - 3.5 + rng.uniform(-0.06, 0.06), z + 0.14), size, rubber, steel)
            x += size * 2.06

    post = [(-16.6, face - 6.2), (-16.6, face - 1.8)]
    for x, y in post + [(-5.0, face - 1.8)]:
        shapes.slab((0.75, 0.75, 30), (x, y, 0), frame, 0.06)
        for k in range(22):
            hole = rooms.turned([(0, 0), (0.13, 0), (0.13, 0.02), (0, 0.02)], (x, y - 0.38, 2 + k * 1.0), m.principled("hole", "#08080a", 0.9), (90, 0, 0))
            hole.visible_shadow = False
    height = 2.25
    mesh.rod("bar", (-22, face - 4.4, height), (-3.6, face - 4.4, height), 0.24, steel)
    for k, (radius, thick, color) in enumerate(((2.25, 0.85, "#1d1e20"), (2.25, 0.6, "#7c1f1d"), (2.25, 0.45, "#1d1e20"))):
        x = -7.4 + (0, 0.88, 1.51)[k]
        plate((x, face - 4.4, height), radius, thick, surfaces.ceramic("bumper", color, 0.5), steel)
    rooms.turned([(0.25, 0), (0.46, 0, 0.04), (0.46, 0.5, 0.04), (0.25, 0.5)], (-5.38, face - 4.4, height), steel, (0, 90, 0))
    kettlebell((3.4, face - 2.4, 0), 1.15, iron, 25)
    kettlebell((0.9, face - 1.9, 0), 0.98, iron, -15)
    kettlebell((-1.3, face - 2.2, 0), 0.85, iron, 8)

    lights.panel((-34, -3, 22), (0, 3, 2), (16, 26), 17000, "#eef3ff", "key")
    lights.panel((4, 5, 34), (2, 7, 0), (26, 2.0), 7500, "#ffeed6", "fill")
    lights.sky(0.16, "#c3ccd8")
    return Place(0.0, shapes.rectangle(-6.0, -3.6, 6.0, 3.2), [(0, 0), (-1.2, 0.6), (0.9, 0.4)], 17.0, 15.5, 0.08, 0.6, "#2a2b2d", "ground")
