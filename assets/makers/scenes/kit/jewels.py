"""Rings, hoops, gems and strings of pearls."""

import math

import bpy
import numpy as np

import materials as m
import mesh

from . import surfaces


def gem(name, color):
    return m.glass(name, color, 0.0, 1.75, color)


def pearl(name, color="#f3e9dc"):
    """Nacre: a soft shine whose color changes toward the rim."""

    def build(n):
        rim = n.add("ShaderNodeLayerWeight", {"Blend": 0.4}).outputs[1]
        return {"Base Color": n.mix(n.math("MULTIPLY", rim, 0.6), color, "#e6c9c4"), "Roughness": n.ramp(n.noise(n.coord(), 2, 3), (0.3, 0.12), (0.7, 0.22))}

    return m.principled(name, color, 0.16, build, specular=0.7, sheen=0.3)


def hoop(at, radius, thickness, metal, tilt_deg=0.0, turn_deg=0.0):
    """A plain ring of round section; its lowest point lies at `at`."""
    t = math.radians(tilt_deg)
    obj = mesh.tube("hoop", [(radius * math.cos(k * math.pi / 24), radius * math.sin(k * math.pi / 24), 0) for k in range(48)], thickness, metal, cyclic=True)
    obj.location = (at[0], at[1], at[2] + radius * abs(math.sin(t)) + thickness * 0.95)
    obj.rotation_euler = (t, 0, math.radians(turn_deg))
    return obj


def ring(at, radius, metal, tilt_deg=80.0, turn_deg=0.0, gem=None, size=0.42):
    """A finger ring: a band with a cut stone in a setting, standing on its band or tipped over."""
    a = np.arange(72) / 72 * 2 * math.pi
    rings = []
    for s in np.arange(14) / 14 * 2 * math.pi:
        r = radius * (1 + 0.1 * math.cos(s))
        rings.append(np.stack([r * np.cos(a), r * np.sin(a), radius * (0.17 + 0.05 * np.sin(a)) * math.sin(s)], 1))
    parts = [mesh.loft("band", [*rings, rings[0]], metal)]
    if gem:
        stone, r = brilliant(radius * size, gem), radius * 1.05
        stone.location, stone.rotation_euler = (0, r + radius * size * 0.55, 0), (-math.pi / 2, 0, 0)
        parts.append(stone)
        for k in range(6):
            t = k * math.pi / 3
            x, z = radius * size * math.cos(t), radius * size * math.sin(t)
            parts.append(mesh.tube("claw", [(x * 0.3, r * 0.95, z * 0.3), (x * 0.95, r + radius * size * 0.45, z * 0.95), (x * 0.9, r + radius * size * 0.75, z * 0.9)], radius * 0.055, metal, resolution=3))
    t = math.radians(tilt_deg)
    lift = radius * 1.1 * math.sin(t) + radius * 0.2 * math.cos(t)
    return mesh.move(parts, (at[0], at[1], at[2] + lift - 0.004), (tilt_deg, 0, turn_deg))


def brilliant(radius, material):
    """A cut stone: table, crown, pavilion; z is up."""
    rings = [(0.55, 0.34, 8, 0.0), (0.85, 0.18, 8, 0.5), (1.0, 0.03, 16, 0.0), (1.0, -0.03, 16, 0.0), (0.5, -0.45, 8, 0.5), (0.02, -0.86, 8, 0.0)]
    verts, faces, starts = [], [], []
    for r, z, count, shift in rings:
        starts.append(len(verts))
        # Rings of eight are doubled to sixteen, so that neighbors fit.
        for k in range(16):
            a = 2 * math.pi * ((k * count // 16 + shift) / count)
            verts.append((radius * r * math.cos(a), radius * r * math.sin(a), radius * z))
    for s, e in zip(starts, starts[1:]):
        faces += [(s + k, e + k, e + (k + 1) % 16, s + (k + 1) % 16) for k in range(16)]
    faces.append(tuple(starts[0] + k for k in range(16)))
    obj = mesh.from_data("gem", verts, faces, material, smooth=False)
    clean(obj)
    return obj


def clean(obj):
    import bmesh

    bm = bmesh.new()
    bm.from_mesh(obj.data)
    bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=1e-5)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    bm.to_mesh(obj.data)
    bm.free()


def string(path, radius, material, step, thread=None):
    """Pearls along a path of points on the ground, one every `step`; all share one mesh."""
    p = np.array(path, float)
    lengths = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=1))])
    outline = [(radius * math.sin(t * math.pi / 20) + 1e-4, -radius * math.cos(t * math.pi / 20)) for t in range(21)]
    first = mesh.lathe("pearl", outline, material, 32)
    made = []
    for k, s in enumerate(np.arange(0, lengths[-1], step)):
        at = [np.interp(s, lengths, p[:, d]) for d in range(3)]
        ball = first if k == 0 else mesh.link(bpy.data.objects.new("pearl", first.data))
        ball.location, ball.rotation_euler = (at[0], at[1], at[2] + radius * 0.97), (0.3 * k, 0.7 * k, 0)
        made.append(ball)
    return made


def gold(name="gold", roughness=0.13):
    return surfaces.metal(name, "#dcb06a", roughness)
