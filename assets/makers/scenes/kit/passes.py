"""The renders of a view: light, sharp color, depth, foreground, surroundings."""

import math
import os
import tempfile

import bpy
import numpy as np
from mathutils import Vector

import mesh
import post


def files(folder, name, wanted):
    """Compositor that writes passes as EXR → their paths after the next render."""
    scene = bpy.context.scene
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    source = tree.nodes.new("CompositorNodeRLayers")
    sink = tree.nodes.new("CompositorNodeOutputFile")
    sink.base_path = folder
    sink.format.file_format, sink.format.color_mode, sink.format.color_depth = "OPEN_EXR", "RGBA", "32"
    sink.file_slots.clear()
    for key, output in wanted.items():
        sink.file_slots.new(f"{name}-{key}-")
        tree.links.new(source.outputs[output], sink.inputs[-1])
    scene.frame_set(1)
    return {key: os.path.join(folder, f"{name}-{key}-0001.exr") for key in wanted}


def shoot(wanted, pixels, samples, seed=1, adaptive=True, channels=3):
    """Renders once → arrays of the passes, top row first."""
    scene = bpy.context.scene
    width, height = (pixels, pixels) if np.isscalar(pixels) else pixels
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = width, height, 100
    scene.cycles.samples, scene.cycles.seed = samples, seed
    scene.cycles.use_adaptive_sampling = adaptive
    with tempfile.TemporaryDirectory() as folder:
        paths = files(folder, "pass", wanted)
        bpy.ops.render.render()
        return {key: post.load(path, channels) for key, path in paths.items()}


def light(pixels, samples):
    """Two independent halves of the picture, the key light's part, and the guides of the denoiser."""
    wanted = {"image": "Image", "key": "Combined_key", "albedo": "Denoising Albedo", "normal": "Denoising Normal"}
    return [shoot(wanted, pixels, max(1, samples // 2), seed) for seed in (11, 47)]


class without_light:
    """No lamp and a black world: surfaces are evaluated without tracing further."""

    def __enter__(self):
        scene = bpy.context.scene
        self.lamps = [o for o in scene.objects if o.type == "LIGHT" and not o.hide_render]
        self.world, self.bounces = scene.world, scene.cycles.max_bounces
        scene.world = None
        for lamp in self.lamps:
            lamp.hide_render = True
        scene.cycles.max_bounces = 0

    def __exit__(self, *_):
        scene = bpy.context.scene
        scene.world, scene.cycles.max_bounces = self.world, self.bounces
        for lamp in self.lamps:
            lamp.hide_render = False


def color_strips(pixels, rows=768):
    """Albedo and normals of single points, strip by strip: each point shows one surface only."""
    scene = bpy.context.scene
    render, cycles = scene.render, scene.cycles
    before = cycles.pixel_filter_type
    with without_light():
        cycles.pixel_filter_type = "BOX"
        render.use_border = render.use_crop_to_border = True
        for top in range(0, pixels, rows):
            # Blender's border counts from below.
            render.border_min_y, render.border_max_y = 1 - min(pixels, top + rows) / pixels, 1 - top / pixels
            yield top, shoot({"albedo": "Denoising Albedo", "normal": "Denoising Normal"}, pixels, 1, 5 + top, adaptive=False)
        render.use_border = render.use_crop_to_border = False
        cycles.pixel_filter_type = before


def depth(pixels):
    """Distance along the optical axis, in units, without depth of field."""
    camera = bpy.context.scene.camera.data
    camera.dof.use_dof = False
    with without_light():
        z = shoot({"z": "Depth"}, pixels, 1, 3, adaptive=False)["z"][..., 0]
    camera.dof.use_dof = True
    return z


def foreground(pixels, samples):
    """Only the props in front, RGBA premultiplied, lit as in the picture; None if there are none."""
    scene = bpy.context.scene
    props = [o for o in scene.objects if o.get("front")]
    if not props:
        return None
    others = [o for o in scene.objects if o.type in {"MESH", "CURVE", "FONT"} and not o.get("front") and o.visible_camera]
    for obj in others:
        obj.visible_camera = False
    scene.render.film_transparent = True
    rgba = shoot({"image": "Image"}, pixels, samples, 21, channels=4)["image"]
    scene.render.film_transparent = False
    for obj in others:
        obj.visible_camera = True
    return rgba if rgba[..., 3].max() > 0.02 else None


def surroundings(at, width=32, samples=192):
    """The surroundings seen from the product's place, without the listed lights (equirectangular; left edge: behind)."""
    scene, before = bpy.context.scene, bpy.context.scene.camera
    data = bpy.data.cameras.new("probe")
    data.type, data.cycles.panorama_type = "PANO", "EQUIRECTANGULAR"
    data.clip_start, data.clip_end = 0.01, 3000
    eye = mesh.link(bpy.data.objects.new("probe", data))
    eye.location, eye.rotation_euler = at, (math.pi / 2, 0, 0)
    lamps = [o for o in scene.objects if o.type == "LIGHT"]
    for lamp in lamps:
        lamp.visible_camera = False
    scene.camera = eye
    image = shoot({"image": "Image"}, (width, width // 2), samples, 9, adaptive=False)["image"]
    scene.camera = before
    for lamp in lamps:
        lamp.visible_camera = True
    bpy.data.objects.remove(eye)
    return image


def seen_key(key, area, cells=48, rays=9, seed=1):
    """Share of a light that reaches each point of an upright rectangle facing the camera (`area`: centre x, y, foot, width, height)."""
    graph = bpy.context.evaluated_depsgraph_get()
    scene, rng = bpy.context.scene, np.random.default_rng(seed)
    x, y, foot, width, height = area
    out = np.zeros((cells, cells), np.float32)
    matrix = key.matrix_world
    for r in range(cells):
        for c in range(cells):
            point = Vector((x + ((c + 0.5) / cells - 0.5) * width, y, foot + (1 - (r + 0.5) / cells) * height))
            for _ in range(rays):
                way, reach = way_to(key, matrix, point, rng)
                if not scene.ray_cast(graph, point, way, distance=reach)[0]:
                    out[r, c] += 1 / rays
    return out


def way_to(lamp, matrix, point, rng):
    data, turn = lamp.data, matrix.to_3x3()
    if data.type == "SUN":
        a, s = rng.uniform(0, 2 * math.pi), math.sqrt(rng.random()) * math.tan(data.angle / 2)
        return (turn @ Vector((s * math.cos(a), s * math.sin(a), 1))).normalized(), 1e4
    spread = (data.size, data.size_y) if data.type == "AREA" else (data.shadow_soft_size,) * 2
    spot = matrix @ Vector((rng.uniform(-0.5, 0.5) * spread[0], rng.uniform(-0.5, 0.5) * spread[1], 0))
    way = spot - point
    return way.normalized(), way.length - 0.02
