"""Blocks, sheets and a cylinder of clear and tinted acrylic on a periwinkle backdrop; bright nets of light, one orange."""

import math

import numpy as np

import materials as m
import mesh

from kit import gobos, lights, shapes, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Acrylic blocks", "de": "Acrylblöcke"},
    "category": "tech",
    "tags": {
        "en": ["acrylic", "podium", "glass blocks", "transparent", "tinted", "colored shadows", "backdrop", "studio", "geometric", "caustics"],
        "de": ["Acryl", "Plexiglas", "Podest", "Glasblöcke", "durchsichtig", "getönt", "farbige Schatten", "Hintergrund", "Studio", "geometrisch"],
    },
    "seasons": ["all"],
    "light": ["hard sun", "studio", "refractions"],
    "moods": ["modern", "clean", "playful"],
    "colors": ["periwinkle", "lilac", "orange", "aqua", "blue"],
}
VIEWS = {
    "low": View(7, span=4.9, row=0.75, seed=311, yaw_deg=-4),
    "middle": View(18, span=4.9, row=0.72, seed=312),
    "high": View(38, span=4.9, row=0.64, seed=313, yaw_deg=5),
}
TONE = Tone(key=0.32, contrast=1.14)


def backdrop(material):
    """A floor that rises into the wall in one curve."""
    turn = [math.pi / 2 * k / 24 for k in range(25)]
    profile = [(-20.0, 0.0), (2.6, 0.0)] + [(2.6 + 2.6 * math.sin(t), 2.6 - 2.6 * math.cos(t)) for t in turn[1:]] + [(5.2, 24.0)]
    return mesh.loft("backdrop", [np.array([(-30, y, z), (30, y, z)]) for y, z in profile], material, closed=False)


def net(azimuth_deg, elevation_deg, aim_at, size=7.0, cells=150, distance=9.0, thin=0.19):
    """A gobo that passes only thin curved lines of light, like caustics of thick glass."""
    centre, right, up = gobos.frame_of(azimuth_deg, elevation_deg, distance, aim_at)
    a = (np.arange(cells) + 0.5) / cells * 2 - 1
    x, y = np.meshgrid(a * size, a * size, indexing="ij")
    bend = lambda s, p: 0.7 * np.sin(1.1 * s * y + 1.7 * np.sin(0.6 * x + p) + p) + 0.45 * np.sin(1.9 * x - 0.8 * s * y + 2 * p)
    open_ = np.zeros_like(x, bool)
    for s, p in ((1.0, 0.4), (0.7, 2.1), (1.5, 4.4)):
        f = np.sin(0.9 * x * s + bend(s, p) * 1.6 + p)
        open_ |= (np.abs(f) < thin * (0.5 + 0.5 * np.sin(0.7 * y + p))) & (np.hypot(x, y) < size * 0.62)
    half, verts, faces = size / cells * 1.001, [], []
    for i, j in np.argwhere(~open_):
        k = len(verts)
        for dx, dy in ((-half, -half), (half, -half), (half, half), (-half, half)):
            verts.append(centre + right * (x[i, j] + dx) + up * (y[i, j] + dy))
        faces.append((k, k + 1, k + 2, k + 3))
    far = 40.0
    for x0, x1, y0, y1 in ((-far, -size, -far, far), (size, far, -far, far), (-size, size, size, far), (-size, size, -far, -size)):
        k = len(verts)
        verts += [centre + right * px + up * py for px, py in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
        faces.append((k, k + 1, k + 2, k + 3))
    return gobos.hide([mesh.from_data("net", verts, faces, m.principled("gobo", "#111111", 0.9), smooth=False)])


def glowing(name, color):
    shader = lambda n, kind: n.add(kind, {"Color": color}).outputs[0]
    material, n, output = m.new(name)
    n.set(output.inputs[0], n.add("ShaderNodeMixShader", {0: 0.5, 1: shader(n, "ShaderNodeBsdfDiffuse"), 2: shader(n, "ShaderNodeBsdfTranslucent")}).outputs[0])
    return material


def tinted(name, color, glow):
    """Acrylic without refraction, and its bright edges. No haze: a mix of shaders would be noise in the color pass."""
    material, n, output = m.new(name)
    facing = n.add("ShaderNodeLayerWeight", {"Blend": 0.35}).outputs["Facing"]
    deep = n.mix(n.ramp(facing, (0.35, 0.0), (0.95, 0.75)), color, n.mix(1.0, color, color, "MULTIPLY"))
    through = n.add("ShaderNodeBsdfTransparent", {"Color": deep}).outputs[0]
    shine = n.add("ShaderNodeBsdfGlossy", {"Color": "#ffffff", "Roughness": 0.04}).outputs[0]
    # No reflection head-on: four percent would only add noise.
    mirror = n.math("MAXIMUM", n.math("SUBTRACT", n.add("ShaderNodeFresnel", {"IOR": 1.49}).outputs[0], 0.06), 0.0)
    path = n.add("ShaderNodeLightPath")
    first = n.math("LESS_THAN", path.outputs["Transparent Depth"], 0.5)
    seen = n.math("MULTIPLY", mirror, n.math("MULTIPLY", first, path.outputs["Is Camera Ray"]))
    body = n.add("ShaderNodeMixShader", {"Fac": seen, 1: through, 2: shine}).outputs[0]
    n.set(output.inputs[0], body)
    return material, glowing(name + " edge", glow)


def block(size, at, materials, turn_deg=0.0, radius=0.016):
    """A box of acrylic with bright polished edges."""
    body, edge = materials
    w, d, h = size
    parts = [shapes.slab(size, (0, 0, 0), body, 0.02)]
    for z in (radius, h - radius):
        parts.append(mesh.tube("edge", [tuple(p) for p in mesh.rounded_rect(w - radius, d - radius, 0.03, z, 3)], radius, edge, cyclic=True, resolution=2, kind="POLY"))
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        px, py = x * (w / 2 - radius), y * (d / 2 - radius)
        parts.append(mesh.tube("edge", [(px, py, radius), (px, py, h - radius)], radius, edge, resolution=2, kind="POLY"))
    mesh.move(parts, at, (0, 0, turn_deg))
    return parts


def build(view, rng):
    backdrop(surfaces.plaster("backdrop", "#a3ade6", 0.1, 0.05, 0.75))
    clear, aqua = tinted("clear", "#f6f9ff", "#f4f8ff"), tinted("aqua", "#dcf5f8", "#c9f3fa")
    orange, rose = tinted("orange", "#ffc88c", "#ffb25e"), tinted("rose", "#fbd2e5", "#fbb6d6")
    milk = m.principled("milk", "#e3e8fb", 0.16, lambda n: {"Roughness": n.ramp(n.noise(n.coord(), 1.4, 3), (0.3, 0.1), (0.7, 0.24))}, specular=0.5)
    solid = m.principled("solid", "#f58a2c", 0.1, lambda n: {"Roughness": n.ramp(n.noise(n.coord(), 2, 3), (0.3, 0.06), (0.7, 0.16))}, specular=0.6)
    block((3.3, 2.3, 0.4), (0, 0.25, 0.002), aqua)
    shapes.slab((2.4, 1.75, 0.26), (0.05, 0.2, 0.404), milk, 0.03, 6)
    tall = mesh.lathe("cylinder", [(0, 0), (0.62, 0, 0.03), (0.62, 2.5, 0.03), (0, 2.5)], aqua[0], 128)
    rims = [mesh.tube("edge", [tuple(p) for p in mesh.circle(0.605, z, 72)], 0.018, aqua[1], cyclic=True, resolution=2, kind="POLY") for z in (0.02, 2.48)]
    mesh.move([tall, *rims], (2.45, 1.95, 0.002))
    block((1.15, 1.15, 1.15), (-2.35, 1.35, 0.002), orange, 27)
    block((1.9, 0.14, 2.9), (-1.15, 2.75, 0.002), rose, -16)
    block((1.5, 0.14, 2.1), (0.15, 3.0, 0.002), clear, 12)
    outline = [(math.sin(k * math.pi / 40) + 1e-4, -math.cos(k * math.pi / 40)) for k in range(41)]
    chrome = surfaces.metal("chrome", "#e6e8ee", 0.12)
    for material, x, y, z, r in ((chrome, 2.1, -0.55, 0, 0.27), (solid, 2.62, 0.15, 0, 0.36), (milk, -2.2, -0.35, 0, 0.28), (chrome, -2.35, 1.35, 1.152, 0.3)):
        ball = mesh.lathe("ball", outline, material, 96)
        ball.scale, ball.location = (r,) * 3, (x, y, z + r)
    front(*block((1.1, 1.1, 0.8), (-2.55, -2.6, 0.002), aqua, 30))
    ahead = mesh.lathe("ball", outline, solid, 96)
    ahead.scale, ahead.location = (0.34,) * 3, (2.3, -2.7, 0.34)
    front(ahead)
    net(64, 34, (0.8, 1.2, 0.6))
    lights.sun(64, 34, 6.0, "#fff4e6", 0.5, "fill")
    lights.sun(-50 + view.light_turn_deg, 40, 4.2, "#fff6ea", 1.0)
    lights.panel((-5, 3, 7), (0, 0.5, 0), (2.5, 5), 420, "#ffffff", "fill")
    lights.panel((6.5, -2, 4), (0, 0.5, 0.6), (1.6, 5), 260, "#eef2ff", "fill")
    # Under the white slab the clear one would be black; a lamp inside lights it.
    lights.panel((0.05, 0.2, 0.395), (0.05, 0.2, 0), (2.1, 1.5), 4.0, "#e2f4ff", "fill", False).visible_camera = False
    lights.sky(0.55, (0.0, "#8a94d6"), (0.5, "#c2caf2"), (1.0, "#e6eaff"))
    return Place(0.664, shapes.rectangle(-0.95, -0.5, 1.05, 0.9), [(0.05, 0.15), (-0.15, 0.25), (0.25, 0.2)], 2.0, 3.1, 0.35, 0.16, "#e3e8fb")
