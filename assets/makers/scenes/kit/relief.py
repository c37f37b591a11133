"""Uneven sheets and bodies: smooth random heights without a lattice."""

import math

import numpy as np

import mesh


def waves(seed, count=24, low=0.3, high=2.2, dims=2, fall=1.0):
    """A smooth random function of `dims` coordinates, about -1…1."""
    rng = np.random.default_rng(seed)
    k = rng.normal(0, 1, (count, dims))
    k /= np.linalg.norm(k, axis=1, keepdims=True)
    f = np.exp(rng.uniform(math.log(low), math.log(high), count))
    phase, weight = rng.uniform(0, 2 * math.pi, count), (low / f) ** fall
    weight = weight / math.sqrt((weight**2).sum() / 2) / 1.6

    def at(*coordinates):
        total = 0
        for j in range(count):
            total = total + weight[j] * np.sin(f[j] * sum(k[j, d] * c for d, c in enumerate(coordinates)) + phase[j])
        return total

    return at


def sheet(name, size, at, height, material, cells=200, uv_scale=1.0):
    """Ground of `size` around `at`; `height(x, y)` takes arrays."""
    nx, ny = (cells, cells) if np.isscalar(cells) else cells
    u, v = np.meshgrid(np.linspace(-0.5, 0.5, nx), np.linspace(-0.5, 0.5, ny))
    x, y = u * size[0] + at[0], v * size[1] + at[1]
    verts = np.stack([x, y, height(x, y) + 0 * x], -1).reshape(-1, 3)
    i = np.arange(nx * ny).reshape(ny, nx)
    faces = np.stack([i[:-1, :-1], i[:-1, 1:], i[1:, 1:], i[1:, :-1]], -1).reshape(-1, 4)
    obj = mesh.from_data(name, verts, faces, material)
    plane_uv(obj, uv_scale)
    return obj


def plane_uv(obj, scale=1.0):
    """UV of each corner from x and y."""
    layer = obj.data.uv_layers.new(name="uv")
    index = np.empty(len(obj.data.loops), np.int32)
    obj.data.loops.foreach_get("vertex_index", index)
    co = np.empty(len(obj.data.vertices) * 3, np.float32)
    obj.data.vertices.foreach_get("co", co)
    layer.data.foreach_set("uv", np.ascontiguousarray(co.reshape(-1, 3)[index, :2] * scale).ravel())


def body(name, seed, material, radii=(1, 1, 1), rough=0.18, fine=0.02, detail=5, facets=0.0):
    """A pebble or boulder; `facets` flattens sides as a broken stone has."""
    import bmesh
    import bpy

    bm = bmesh.new()
    bmesh.ops.create_icosphere(bm, subdivisions=detail, radius=1.0)
    data = bpy.data.meshes.new(name)
    bm.to_mesh(data)
    bm.free()
    co = np.empty(len(data.vertices) * 3, np.float32)
    data.vertices.foreach_get("co", co)
    p = co.reshape(-1, 3).astype(float)
    rng = np.random.default_rng(seed)
    r = 1 + rough * waves(seed, 14, 0.8, 2.4, 3)(*p.T) + fine * waves(seed + 1, 30, 5, 14, 3)(*p.T)
    for _ in range(round(facets)):
        n = rng.normal(0, 1, 3)
        n /= np.linalg.norm(n)
        cut, d = rng.uniform(0.62, 0.85), p @ n * r
        over = np.maximum(d - cut, 0)
        r = r - over * 0.85 / np.maximum(p @ n, 0.2)
    p = p * r[:, None] * radii
    data.vertices.foreach_set("co", p.astype(np.float32).ravel())
    data.polygons.foreach_set("use_smooth", [True] * len(data.polygons))
    data.materials.append(material)
    data.update()
    return mesh.link(bpy.data.objects.new(name, data))
