"""Cloth: simulated drapes, folded towels, sheets with creases."""

import math

import bpy
import numpy as np

import mesh

from . import relief


def drape(material, size, at, height, obstacles, frames=46, cells=110, stiffness=4.0, seed=0, pins=None, thickness=0.0, lumps=0.25, shrink=None, friction=8.0):
    """Drops a sheet of `size` from `height` onto obstacles and the ground; `pins(x, y)` returns which points are pinned."""
    wave = relief.waves(seed, 16, 0.4, 2.0)
    aspect = size[1] / size[0]
    counts = (cells, max(20, round(cells * aspect)))
    obj = relief.sheet("cloth", size, at, lambda x, y: height + lumps * wave(x, y), material, counts)
    if pins:
        held = obj.vertex_groups.new(name="pins")
        held.add([v.index for v in obj.data.vertices if pins(v.co.x, v.co.y)], 1.0, "REPLACE")
    for other in obstacles:
        solid = other.modifiers.new("collision", "COLLISION")
        other.collision.thickness_outer, other.collision.cloth_friction = 0.015, friction
        assert solid
    modifier = obj.modifiers.new("cloth", "CLOTH")
    s = modifier.settings
    s.quality, s.mass, s.air_damping = 4, 0.25, 1.0
    s.tension_stiffness = s.compression_stiffness = 15
    s.shear_stiffness, s.bending_stiffness = 5, stiffness
    if shrink:
        s.shrink_min = shrink
    if pins:
        s.vertex_group_mass = "pins"
    c = modifier.collision_settings
    c.distance_min, c.use_self_collision, c.self_distance_min = 0.015, True, 0.012
    modifier.point_cache.frame_end = frames
    scene = bpy.context.scene
    for frame in range(1, frames + 1):
        scene.frame_set(frame)
    mesh.apply_modifiers(obj)
    for other in obstacles:
        other.modifiers.remove(other.modifiers["collision"])
    scene.frame_set(1)
    obj.data.polygons.foreach_set("use_smooth", [True] * len(obj.data.polygons))
    if thickness:
        solid = obj.modifiers.new("solid", "SOLIDIFY")
        solid.thickness, solid.offset = thickness, 1.0
    return mesh.subdivide(obj, 1)


def flowing(material, size, at, seed, folds=0.34, calm=(1.25, 0.8), lift=0.3, climb=0.16, cells=460):
    """Cloth in soft folds that climbs behind the product; level at its place, `lift` above. Returns it and its height(x, y)."""
    swell, fine = relief.waves(seed, 14, 0.3, 1.1), relief.waves(seed + 1, 16, 0.9, 2.6)

    def height(x, y):
        level = np.exp(-(((x / calm[0]) ** 2 + ((y - 0.1) / calm[1]) ** 2) ** 2))
        fold = np.sqrt(np.sin(1.3 * x + 0.8 * y + 2.4 * swell(x, y)) ** 2 + 0.03)
        return folds * (fold + 0.3 * fine(x, y)) * (1 - level) + lift * level + climb * np.maximum(y - 1.4, 0) ** 1.5

    return relief.sheet("flowing", size, at, height, material, cells), height


def long_folds(seed, lift, deep=0.36):
    """height(x, y) of cloth in long folds that run together and apart, level and `lift` high at the product's place."""
    drift, swell = relief.waves(seed, 8, 0.12, 0.45), relief.waves(seed + 1, 8, 0.15, 0.5)

    def height(x, y):
        along = 0.55 * x - 0.83 * y
        across = 0.83 * x + 0.55 * y
        phase = 1.5 * across + 2.6 * drift(x, y) + 0.25 * np.sin(0.5 * along)
        crest = (0.5 + 0.5 * np.sin(phase)) ** 1.5 + 0.35 * (0.5 + 0.5 * np.sin(2.3 * phase + 3.0 * swell(x, y))) ** 2
        level = np.exp(-(((x / 1.35) ** 2 + ((y - 0.1) / 0.95) ** 2) ** 2))
        return (deep + 0.16 * swell(x, y)) * crest * (1 - level) + lift * level + 0.2 * np.maximum(y - 1.2, 0) ** 1.35

    return height


def folded(rng, size, layers, material, at=(0, 0, 0), turn_deg=0.0, sag=0.02):
    """A towel folded in layers, its rounded folds at the front. `size` is width, depth, height."""
    width, depth, height = size
    t = height / layers
    made = []
    for k in range(layers // 2):
        outline, r = [], t * 0.98
        back, nose = depth / 2 * rng.uniform(0.94, 1.0), -depth / 2 * rng.uniform(0.96, 1.0)
        z0 = 2 * k * t
        for x in np.linspace(back, nose + r, 26):
            outline.append((x, z0))
        for a in np.linspace(-math.pi / 2, -3 * math.pi / 2, 22):
            outline.append((nose + r + math.cos(a) * r, z0 + r + math.sin(a) * r))
        for x in np.linspace(nose + r, back, 26):
            outline.append((x, z0 + 2 * r))
        outline += [(back, z0 + t * 1.05), (nose + r * 1.4, z0 + t * 1.03), (nose + r * 1.3, z0 + t), (nose + r * 1.4, z0 + t * 0.97), (back, z0 + t * 0.95)]
        o = np.array(outline)
        wave = relief.waves(int(rng.integers(1 << 30)), 18, 0.5, 3.2)
        rings, shift = [], rng.uniform(-0.02, 0.02) * width
        for x in np.linspace(-0.5, 0.5, 60):
            end = max(0.0, abs(x) - 0.47) / 0.03
            pull = 1 - 0.25 * end**2
            y = o[:, 0]
            z = z0 + t + (o[:, 1] - z0 - t) * pull
            z = z + sag * wave(x * width + 0 * y, y) * (0.4 + z / height)
            yy = y + sag * 0.8 * wave(x * width + 9 + 0 * y, z * 2)
            rings.append(np.stack([np.full(len(o), x * width + shift), yy, z], 1))
        made.append(mesh.loft("towel", rings, material, caps=(True, True)))
    for obj in made:
        obj.location = at
        obj.rotation_euler.z = math.radians(turn_deg)
    return made


def rolled(rng, length, radius, material, at=(0, 0, 0), turn_deg=0.0, turns=4.2):
    """A rolled towel lying on its side."""
    a = np.linspace(0, turns * 2 * math.pi, 240)
    t = radius / (turns + 0.55)
    r = t * (0.5 + a / (2 * math.pi))
    inner = np.stack([r * np.cos(a), r * np.sin(a)], 1)
    outer = np.stack([(r + t * 0.86) * np.cos(a), (r + t * 0.86) * np.sin(a)], 1)[::-1]
    o = np.concatenate([inner, outer])
    rings = []
    wave = relief.waves(int(rng.integers(1 << 30)), 16, 0.6, 3.0, 3)
    for x in np.linspace(-0.5, 0.5, 40):
        p = o * (1 + 0.03 * wave(np.full(len(o), x * length), o[:, 0], o[:, 1])[:, None])
        rings.append(np.stack([p[:, 0], np.full(len(o), x * length) + 0.02 * wave(o[:, 0], o[:, 1], o[:, 0]), p[:, 1]], 1))
    obj = mesh.loft("roll", rings, material, caps=(True, True), smooth=True)
    obj.location = (at[0], at[1], at[2] + radius * 0.98)
    obj.rotation_euler.z = math.radians(turn_deg)
    return mesh.smooth_by_angle(obj, 60)


def creased(size, at, material, seed=0, folds=0.05, calm=1.0, lift=0.012, cells=240):
    """A sheet lying on a table: soft ridges, level near the product's place. Returns it and its height(x, y)."""
    rng = np.random.default_rng(seed)
    ridges = [(rng.uniform(0, math.pi), rng.uniform(0.4, 2.2), rng.uniform(0, 6.28), rng.uniform(0.3, 1)) for _ in range(14)]

    def height(x, y):
        z = 0 * x
        for a, f, p, weight in ridges:
            ridge = np.sin((x * math.cos(a) + y * math.sin(a)) * f + p + 0.6 * np.sin(x * 0.7 + y * 0.5 + p))
            z = z + np.maximum(0, ridge) ** 3 * weight
        return z * folds * (1 - np.exp(-(x**2 + y**2) / calm**2)) + lift

    return relief.sheet("sheet", size, at, height, material, cells), height
