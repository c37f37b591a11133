"""Many thin shapes in one mesh: hairs, wires, blades, leaves."""

import bpy
import mesh
import numpy as np


def from_arrays(name, verts, quads, material, smooth=True):
    """Mesh object from arrays n × 3 and f × 4, fast enough for a million faces."""
    data = bpy.data.meshes.new(name)
    verts, quads = np.asarray(verts, np.float32).reshape(-1, 3), np.asarray(quads, np.int32).reshape(-1, 4)
    data.vertices.add(len(verts))
    data.vertices.foreach_set("co", verts.ravel())
    data.loops.add(quads.size)
    data.loops.foreach_set("vertex_index", quads.ravel())
    data.polygons.add(len(quads))
    data.polygons.foreach_set("loop_start", np.arange(len(quads), dtype=np.int32) * 4)
    data.polygons.foreach_set("loop_total", np.full(len(quads), 4, np.int32))
    data.polygons.foreach_set("use_smooth", np.full(len(quads), smooth))
    data.update(calc_edges=True)
    data.materials.append(material)
    return mesh.link(bpy.data.objects.new(name, data))


def unit(v):
    return v / (np.linalg.norm(v, axis=-1, keepdims=True) + 1e-9)


def tubes(name, paths, radii, material, sides=3):
    """Round strands along paths n × k × 3; radii as one number, per point (k) or all (n × k)."""
    paths = np.asarray(paths, float)
    n, k, _ = paths.shape
    radii = np.broadcast_to(np.asarray(radii, float), (n, k))[..., None]
    along = unit(np.gradient(paths, axis=1))
    # Transports a side direction along the strand, so that the tube neither twists nor pinches.
    side = np.empty_like(along)
    least = np.eye(3)[np.argmin(np.abs(along[:, 0]), axis=1)]
    side[:, 0] = unit(np.cross(along[:, 0], least))
    for j in range(1, k):
        carried = side[:, j - 1] - along[:, j] * (side[:, j - 1] * along[:, j]).sum(-1, keepdims=True)
        side[:, j] = unit(carried)
    up = np.cross(along, side)
    angles = np.arange(sides) / sides * 2 * np.pi
    ring = np.cos(angles)[:, None] * side[:, :, None] + np.sin(angles)[:, None] * up[:, :, None]
    verts = paths[:, :, None] + ring * radii[:, :, None]
    index = np.arange(n * k * sides).reshape(n, k, sides)
    turned = np.roll(index, -1, 2)
    quads = np.stack([index[:, :-1], turned[:, :-1], turned[:, 1:], index[:, 1:]], -1)
    return from_arrays(name, verts, quads, material)


def ribbons(name, paths, widths, material, facing=(0, 0, 1)):
    """Flat blades along paths n × k × 3, `widths` per point, their flat side towards `facing`."""
    paths = np.asarray(paths, float)
    n, k, _ = paths.shape
    along = unit(np.gradient(paths, axis=1))
    across = unit(np.cross(along, np.broadcast_to(np.asarray(facing, float), along.shape)))
    half = np.broadcast_to(np.asarray(widths, float), (n, k))[..., None] / 2
    fold = np.cross(across, along) * half * 0.35
    verts = np.stack([paths - across * half + fold, paths, paths + across * half + fold], 2)
    index = np.arange(n * k * 3).reshape(n, k, 3)
    quads = [
        np.stack([index[:, :-1, c], index[:, :-1, c + 1], index[:, 1:, c + 1], index[:, 1:, c]], -1)
        for c in (0, 1)
    ]
    return from_arrays(name, verts, np.concatenate([q.reshape(-1, 4) for q in quads]), material)


def leaves(name, feet, ways, lengths, material, options):
    """Leaves from `feet` (n × 3) along `ways`; options: rng, width (share of the length), droop, points."""
    rng, steps = options["rng"], options.get("points", 7)
    feet, ways = np.asarray(feet, float), unit(np.asarray(ways, float))
    t = np.linspace(0, 1, steps)[None, :, None]
    length = np.broadcast_to(np.asarray(lengths, float), len(feet))[:, None, None]
    bend = np.array([0, 0, -1.0]) * options.get("droop", 0.3) + rng.normal(0, 0.15, (len(feet), 1, 3))
    paths = feet[:, None] + length * (ways[:, None] * t + bend * t**2)
    shape = np.sin(np.pi * np.linspace(0.02, 0.985, steps) ** 0.8) * options.get("width", 0.3)
    facing = unit(np.array([0, 0, 1.0]) + rng.normal(0, options.get("tumble", 0.5), (len(feet), 1, 3)))
    return ribbons(name, paths, shape[None] * length[..., 0], material, np.broadcast_to(facing, paths.shape))


def ellipsoid_points(count, centre, radii, rng):
    """Points on an ellipsoid and their normals."""
    ball = unit(rng.normal(0, 1, (count, 3)))
    radii = np.asarray(radii, float)
    return np.asarray(centre) + ball * radii, unit(ball / radii)
