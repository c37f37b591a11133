"""Citrus fruit (whole, halved, sliced) and berries."""

import math

import numpy as np

import materials as m
import mesh

from . import relief
from .batch import drop


def peel(name, color="#f0c02c", green="#b9b43a"):
    def build(n):
        at = n.coord()
        pores = n.add("ShaderNodeTexVoronoi", {"Vector": at, "Scale": 17.0}).outputs[0]
        dents = n.noise(at, 2.4, 4)
        ripe = n.math("ADD", n.noise(at, 0.9, 3), n.math("MULTIPLY", n.add("ShaderNodeObjectInfo").outputs["Random"], 0.2))
        return {
            "Base Color": n.mix(n.ramp(ripe, (0.52, 0.0), (0.85, 0.7)), color, green),
            "Roughness": n.ramp(dents, (0.3, 0.28), (0.7, 0.46)),
            "Normal": n.bump(n.math("ADD", n.ramp(pores, (0.0, 0.0), (0.35, 1.0)), dents), 0.3, 0.03),
        }

    return m.principled(name, color, 0.38, build, specular=0.45)


def pulp(name, flesh="#f3cf4a", pale="#fbeeb8", rind="#f7e9b9", zest="#eab926", segments=10):
    """A cut face in the object's x-y plane, radius 1: zest, white rind, segments of drops."""

    def build(n):
        at = n.coord("Object")
        xyz = n.add("ShaderNodeSeparateXYZ", {0: at})
        x, y = xyz.outputs[0], xyz.outputs[1]
        r = n.math("SQRT", n.math("ADD", n.math("MULTIPLY", x, x), n.math("MULTIPLY", y, y)))
        turn = n.math("MULTIPLY", n.math("ARCTAN2", y, x), segments / 6.2832)
        wobble = n.math("MULTIPLY", n.noise(at, 3.0, 2), 0.35)
        t = n.math("ABSOLUTE", n.math("SUBTRACT", n.math("FRACT", n.math("ADD", n.math("ADD", turn, 20.0), wobble)), 0.5))
        gap = n.math("MULTIPLY", n.math("SUBTRACT", 0.5, t), r)
        drops = n.noise(n.add("ShaderNodeCombineXYZ", {0: n.math("MULTIPLY", turn, 5.0), 1: n.math("MULTIPLY", r, 5.0), 2: 0.0}).outputs[0], 1.6, 4, 0.6)
        color = n.mix(n.ramp(drops, (0.3, 0.0), (0.7, 0.7)), flesh, pale)
        wall = n.ramp(gap, (0.02, 1.0), (0.045, 0.0))
        core = n.ramp(r, (0.05, 1.0), (0.11, 0.0))
        color = n.mix(n.math("MAXIMUM", wall, core), color, rind)
        color = n.mix(n.ramp(r, (0.80, 0.0), (0.84, 1.0)), color, rind)
        color = n.mix(n.ramp(r, (0.94, 0.0), (0.965, 1.0)), color, zest)
        wet = n.ramp(r, (0.78, 0.12), (0.86, 0.6))
        return {"Base Color": color, "Roughness": wet, "Normal": n.bump(n.math("ADD", drops, n.math("MULTIPLY", wall, 0.6)), 0.35, 0.05)}

    return m.principled(name, flesh, 0.3, build, specular=0.6)


def profile(half=False, tip=0.13, long=1.28):
    """Outline (r, z) of a lemon of radius 1 whose axis is z; a half starts at its middle."""
    t = np.linspace(0.5 * math.pi if half else 0.0, math.pi, 40 if half else 70)
    r = np.sin(t) ** 0.94
    z = -np.cos(t) * long
    pole = np.exp(-((r / 0.17) ** 2))
    z = z + np.sign(z) * pole * tip
    r = np.maximum(r + 0.04 * pole, 1e-3) * np.where(r < 0.02, 0.05, 1)
    return list(zip(r, z))


def dent(obj, rng, amount=0.035):
    co = np.empty(len(obj.data.vertices) * 3, np.float32)
    obj.data.vertices.foreach_get("co", co)
    p = co.reshape(-1, 3)
    p *= 1 + amount * relief.waves(int(rng.integers(1 << 30)), 12, 0.8, 2.6, 3)(*p.T)[:, None]
    obj.data.vertices.foreach_set("co", p.ravel().astype(np.float32))
    obj.data.update()


def lemon(rng, at, size, skin, ground=0.0, long=None, tip=0.13):
    """A whole fruit lying on its side; with `long` 1 and no tip it is an orange."""
    obj = mesh.lathe("lemon", profile(long=long or rng.uniform(1.15, 1.35), tip=tip), skin, 72)
    dent(obj, rng)
    obj.scale = (size,) * 3
    obj.rotation_euler = (math.radians(90 + rng.uniform(-18, 18)), rng.uniform(0, 6.28), rng.uniform(0, 6.28))
    obj.location = (at[0], at[1], 0)
    return drop(obj, ground)


def half(rng, at, size, skin, face, ground=0.0, facing_deg=0.0, tilt_deg=62, long=1.25):
    """Half a fruit, its cut face tilted up by `tilt_deg` and turned toward `facing_deg` (0: the camera)."""
    shell = mesh.lathe("half", [(r, z) for r, z in profile(True, long=long)], skin, 72)
    a = np.arange(72) / 72 * 2 * math.pi
    rings = [np.stack([r * np.cos(a), r * np.sin(a), np.full(72, z)], 1) for r, z in ((1.0, 0.0), (0.985, -0.012), (0.95, -0.016), (0.6, -0.012), (0.2, -0.02), (0.01, -0.03))]
    cut = mesh.loft("cut", rings, face)
    for obj in (shell, cut):
        obj.scale = (size,) * 3
        # The face looks along -z: `tilt_deg` above the horizon, toward the camera (-y).
        obj.rotation_euler = (math.radians(-90 - tilt_deg), 0, math.radians(facing_deg))
        obj.location = (at[0], at[1], 0)
    before = shell.location.z
    drop(shell, ground)
    cut.location.z += shell.location.z - before
    return [shell, cut]


def slice_(rng, at, size, face, skin, ground=0.0, thickness=0.13, lean=None):
    """A round slice lying flat, or leaning: (tilt, turn) in degrees."""
    a = np.arange(96) / 96 * 2 * math.pi
    wob = 1 + 0.015 * np.sin(3 * a + rng.uniform(0, 6))
    ring = lambda r, z: np.stack([r * wob * np.cos(a), r * wob * np.sin(a), np.full(96, z)], 1)
    t = thickness
    rings = [ring(0.01, 0), ring(0.9, 0), ring(0.985, 0.01), ring(1.0, t * 0.5), ring(0.985, t - 0.01), ring(0.95, t), ring(0.5, t - 0.012), ring(0.01, t - 0.02)]
    obj = mesh.loft("slice", rings, face)
    obj.scale = (size, size, size)
    tilt, turn = lean or (rng.uniform(-2, 2), rng.uniform(0, 360))
    obj.rotation_euler = (math.radians(tilt), 0, math.radians(turn))
    obj.location = (at[0], at[1], 0)
    return drop(obj, ground)


def berries(rng, spots, size, material, ground=0.0):
    made = []
    for x, y in spots:
        obj = relief.body("berry", int(rng.integers(1 << 30)), material, (1, 1, rng.uniform(0.88, 1.0)), 0.03, 0.0, 4)
        obj.scale = (size * rng.uniform(0.8, 1.2),) * 3
        obj.rotation_euler = rng.uniform(0, 6.28, 3)
        obj.location = (x, y, 0)
        made.append(drop(obj, ground))
    return made
