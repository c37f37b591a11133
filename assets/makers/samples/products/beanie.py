"""Knitted wool beanie with a pompom: real yarn loops, loose fibres, soft edges."""

import math

import bpy
import numpy as np

import materials as m
import mesh
import scene

FACTS = {
    "title": "Knitted beanie with pompom",
    "material": "knitted wool",
    "style": "lifestyle",
    "ratio": (1, 1),
    "camera": {
        "fill": 0.7,
        "pitch_deg": 13,
        "yaw_deg": 3,
        "lens_mm": 52,
        "offset": (0.0, -0.01),
        "f_stop": 12,
    },
    "tone": {"key": 0.38, "warmth": 0.02},
}

COLUMNS, ROWS = 66, 44


def setting():
    scene.room(wall="#d7dbd6", wall_y=6.0, side="right", power=1500, lamp=90, window_y=-6)
    scene.table(m.principled("board", "#b9a58c", 0.6), (26, 14), (0, -1))
    scene.sheet(m.cloth("sheet", "#cfd6db", thread=0.05), (24, 13), (0, -1), folds=0.1, seed=4)


def silhouette(t):
    """Height parameter 0…1 → (radius, z) of the stuffed hat above its cuff."""
    profile = mesh.round_profile(
        [
            (0.93, 0.12),
            (0.96, 0.6, 0.3),
            (0.90, 1.2, 0.6),
            (0.62, 1.68, 0.5),
            (0.16, 1.86, 0.2),
            (0.02, 1.85),
        ],
        14,
    )
    p = np.asarray(profile)
    s = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=1))])
    s /= s[-1]
    return np.interp(t, s, p[:, 0]), np.interp(t, s, p[:, 1])


def slump(x, y, z):
    """Deforms the hat, because a soft hat is not a solid of revolution."""
    a = np.arctan2(y, x)
    swell = (
        1 + 0.025 * np.sin(2 * a + 0.7) + 0.018 * np.sin(3 * a + z * 1.7) + 0.012 * np.sin(5 * a - z * 2.3)
    )
    lean = 0.05 * np.maximum(z - 0.8, 0) ** 1.5
    return x * swell * 1.02 + lean, y * swell * 0.92, z - 0.02 * np.cos(2 * a) * np.minimum(z, 1)


def yarn(name, strands, radius, material):
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution, curve.resolution_u = "3D", radius, 2, 1
    for points in strands:
        spline = curve.splines.new("POLY")
        spline.points.add(len(points) - 1)
        spline.points.foreach_set("co", np.concatenate([points, np.ones((len(points), 1))], 1).ravel())
        spline.use_cyclic_u = True
        spline.use_smooth = True
    curve.materials.append(material)
    return mesh.link(bpy.data.objects.new(name, curve))


def knit(rows, place, rib=0):
    """Rows of interlocked loops; `place(column angle, row 0…1, offset outward)` puts them on the body."""
    strands = []
    per = 14
    n = COLUMNS * per
    u = np.arange(n) / per
    for row in range(rows):
        t = u * 2 * math.pi
        side = 0.36 * np.sin(2 * t)
        rise = 0.80 * np.cos(t)
        out = 0.55 * np.cos(2 * t) * 0.6
        if rib:
            out = out + np.where((np.floor(u) % (2 * rib)) < rib, 0.9, -0.9)
        strands.append(place((u + side) / COLUMNS * 2 * math.pi, (row + 0.5 + rise) / rows, out))
    return strands


def fibres(anchors, normals, count, length, curl, rng, material, name, thickness, spread=0.75, vary=0.6):
    """Loose short hairs standing off the yarn."""
    pick = rng.integers(0, len(anchors), count)
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution, curve.resolution_u = "3D", thickness, 0, 1
    k = 6
    s = np.linspace(0, 1, k)[:, None]
    for i in pick:
        way = normals[i] + rng.normal(0, spread, 3)
        way /= np.linalg.norm(way)
        bend = rng.normal(0, 1, 3)
        reach = length * max(0.2, 1 + rng.normal(0, vary))
        points = anchors[i] + way * s * reach + bend * s**2 * reach * curl
        spline = curve.splines.new("POLY")
        spline.points.add(k - 1)
        spline.points.foreach_set("co", np.concatenate([points, np.ones((k, 1))], 1).ravel())
        spline.points.foreach_set("radius", np.linspace(1, 0.3, k))
    curve.materials.append(material)
    return mesh.link(bpy.data.objects.new(name, curve))


def build():
    rng = np.random.default_rng(5)

    def spun(color, dark):
        def build_nodes(n):
            at = n.coord()
            twist = n.noise(at, 55, 3, 0.6)
            melange = n.noise(at, 7, 4, 0.7)
            color_mix = n.mix(n.ramp(melange, (0.35, 0.0), (0.7, 1.0)), dark, color)
            return {
                "Base Color": n.mix(n.ramp(twist, (0.35, 0.45), (0.6, 0.0)), color_mix, dark),
                "Normal": n.bump(twist, 0.6, 0.02),
            }

        return m.principled("wool", color, 0.95, build_nodes, sheen=0.6, specular=0.1)

    wool = spun("#b8493c", "#8c2f29")
    # White strands light one another; a faint glow replaces these many bounces.
    cream = m.principled(
        "cream", "#fff4e0", 1.0, specular=0.0, sheen=0.5, emission="#f3e6cf", emission_strength=0.16
    )

    def body(angle, t, out):
        radius, z = silhouette(np.clip(t, 0, 1))
        radius = np.maximum(radius + 0.035 * out * np.clip((1 - t) * 5, 0.25, 1), 0.004)
        return np.stack(slump(radius * np.cos(angle), radius * np.sin(angle), z), 1)

    def cuff(angle, t, out):
        radius = 0.985 + 0.05 * np.sin(np.clip(t, 0, 1) * math.pi) + 0.03 * out
        z = 0.055 + 0.52 * t
        return np.stack(slump(radius * np.cos(angle), radius * np.sin(angle), z), 1)

    loops = knit(ROWS, body)
    yarn("yarn", loops, 0.027, wool)
    band = knit(12, cuff, rib=1)
    yarn("cuff", band, 0.027, wool)

    rings = []
    for t in np.linspace(0, 1, 60):
        a = np.arange(120) / 120 * 2 * math.pi
        radius, z = silhouette(t)
        r = max(radius - 0.035, 0.001)
        rings.append(np.stack(slump(r * np.cos(a), r * np.sin(a), np.full(120, z - 0.02)), 1))
    mesh.loft("lining", rings, wool)
    rings = []
    for r, z in ((0.93, 0.03), (0.985, 0.035), (1.0, 0.3), (0.985, 0.58), (0.9, 0.6)):
        a = np.arange(120) / 120 * 2 * math.pi
        rings.append(np.stack(slump(r * np.cos(a), r * np.sin(a), np.full(120, z)), 1))
    mesh.loft("cuff lining", rings, wool)

    points = np.concatenate(loops + band)
    outward = points * np.array([1, 1, 0]) / 0.95 + np.maximum(points[:, 2:] - 0.9, 0) * np.array([0, 0, 1.0])
    outward /= np.linalg.norm(outward, axis=1, keepdims=True) + 1e-6
    fibres(points + outward * 0.02, outward, 24000, 0.038, 0.5, rng, wool, "fuzz", 0.0012)

    centre = np.array([0.06, 0.0, 2.16])
    ways = rng.normal(0, 1, (14000, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    fibres(centre + ways * 0.12, ways, 9000, 0.27, 0.3, rng, cream, "pompom", 0.013, 0.2, 0.05)
    fibres(centre + ways * 0.37, ways, 6000, 0.05, 0.6, rng, cream, "pompom fuzz", 0.0016, 0.5, 0.5)
    core = mesh.lathe(
        "core",
        [(0.0, -0.36), (0.27, -0.27, 0.12), (0.36, 0, 0.24), (0.27, 0.27, 0.12), (0.0, 0.36)],
        cream,
        48,
    )
    core.location = centre
