"""Many small shapes (petals, leaves, needles) as one mesh, each with its own tint."""

import math

import bpy
import numpy as np
from mathutils import Euler, Matrix, Vector

import mesh
from kit.settle import lowest


class Shape:
    """Vertices, faces and a (u along, v across) pair per vertex."""

    def __init__(self, verts, faces, uv=None):
        self.verts = np.asarray(verts, float)
        self.faces = [tuple(f) for f in faces]
        self.uv = np.zeros((len(self.verts), 2)) if uv is None else np.asarray(uv, float)


def grid(surface, along=10, across=6):
    """Shape of a patch: `surface(u, v)` takes arrays (u 0…1, v -1…1) and returns x, y, z."""
    u, v = np.meshgrid(np.linspace(0, 1, along + 1), np.linspace(-1, 1, across + 1), indexing="ij")
    verts = np.stack(surface(u, v), -1).reshape(-1, 3)
    i = np.arange((along + 1) * (across + 1)).reshape(along + 1, across + 1)
    faces = np.stack([i[:-1, :-1], i[:-1, 1:], i[1:, 1:], i[1:, :-1]], -1).reshape(-1, 4)
    return Shape(verts, faces, np.stack([u.ravel(), v.ravel()], -1))


def pose(at, turn=(0, 0, 0), scale=1.0):
    """Matrix of a place, Euler angles in degrees and a scale (a number or three)."""
    factors = (scale,) * 3 if np.isscalar(scale) else scale
    angles = Euler([math.radians(a) for a in turn])
    return Matrix.Translation(Vector(at)) @ angles.to_matrix().to_4x4() @ Matrix.Diagonal((*factors, 1))


def aim(at, toward, roll_deg=0.0, scale=1.0, axis="Y"):
    """Matrix that turns a shape's long axis (y) into a direction."""
    turn = Vector(toward).to_track_quat(axis, "Z").to_matrix().to_4x4()
    return Matrix.Translation(Vector(at)) @ turn @ Matrix.Rotation(math.radians(roll_deg), 4, axis) @ Matrix.Scale(scale, 4)


class Batch:
    """Collects posed shapes and links them as one object with the point attributes `tint`, `u` and `v`."""

    def __init__(self, name):
        self.name, self.parts = name, []

    def add(self, shape, matrix, tint=0.5):
        self.parts.append((shape, np.array(matrix), tint))
        return self

    def build(self, material, smooth=True):
        verts, faces, tints, uvs, start = [], [], [], [], 0
        for shape, matrix, tint in self.parts:
            verts.append(shape.verts @ matrix[:3, :3].T + matrix[:3, 3])
            faces += [tuple(i + start for i in f) for f in shape.faces]
            tints.append(np.full(len(shape.verts), tint))
            uvs.append(shape.uv)
            start += len(shape.verts)
        obj = mesh.from_data(self.name, np.concatenate(verts), faces, material, smooth)
        values = {"tint": np.concatenate(tints), "u": np.concatenate(uvs)[:, 0], "v": np.concatenate(uvs)[:, 1]}
        for key, data in values.items():
            layer = obj.data.attributes.new(key, "FLOAT", "POINT")
            layer.data.foreach_set("value", np.asarray(data, np.float32))
        return obj


def drop(obj, gap=0.0):
    """Moves an object straight down until its lowest point is at z = gap."""
    bpy.context.view_layer.update()
    obj.location.z += gap - lowest(obj)
    return obj


def bevelled(width, depth, height, edge=0.07):
    """A slab or board without an underside, its surface at z = 0, as one of many."""
    rings = []
    for inset, z in ((0, -height), (0, -edge), (edge * 0.3, -edge * 0.3), (edge, 0)):
        x, y = width / 2 - inset, depth / 2 - inset
        rings += [(-x, -y, z), (x, -y, z), (x, y, z), (-x, y, z)]
    faces = [(12, 13, 14, 15)]
    for r in range(3):
        faces += [(r * 4 + i, r * 4 + (i + 1) % 4, r * 4 + 4 + (i + 1) % 4, r * 4 + 4 + i) for i in range(4)]
    return Shape(rings, faces)
