"""The setting of a product: room, light, camera, and the two renders of a picture. One unit is 10 cm."""

import math
import os

import bpy
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector

import materials as m
import mesh
from nodes import Nodes


def reset():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.world = bpy.data.worlds.new("world")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0.25, 0.24, 0.22, 1)
    return scene


def area_light(name, at, toward, size, power, color="#ffffff", sky=False):
    """Rectangle light at `at` facing `toward`; `sky` paints a window view on it for reflections."""
    data = bpy.data.lights.new(name, "AREA")
    data.shape, data.size, data.size_y = "RECTANGLE", size[0], size[1]
    data.energy = power * 8  # keeps the metered exposure near 1, so that the clamp bites
    obj = mesh.link(bpy.data.objects.new(name, data))
    obj.location = at
    obj.rotation_euler = (Vector(toward) - Vector(at)).to_track_quat("-Z", "Y").to_euler()
    data.use_nodes = True
    n = Nodes(data.node_tree)
    emit = data.node_tree.nodes["Emission"]
    n.set(emit.inputs["Color"], color)
    if sky:
        uv = n.add("ShaderNodeSeparateXYZ", {0: n.add("ShaderNodeNewGeometry").outputs["Parametric"]})
        n.set(
            emit.inputs["Color"],
            n.ramp(uv.outputs[1], (0.0, "#59604e"), (0.3, "#9fa08e"), (0.38, "#dfe6ee"), (1.0, color)),
        )
    return obj


def window(at, size, power, color="#f2f7ff", toward=None):
    """A window in a side wall: bright pane, frame and bars (they show in glossy surfaces)."""
    x, y, z = at
    facing = toward or (x + (-1 if x > 0 else 1), y, z - 0.12)
    light = area_light("window", at, facing, size, power, color, sky=True)
    frame = m.principled("frame", "#f4f2ee", 0.4)
    w, h, t = size[0], size[1], 0.45
    for dx, dz, sx, sz in (
        (0, 0, t * 0.6, h),
        (0, h * 0.12, w, t * 0.5),
        (0, h / 2, w + t, t),
        (0, -h / 2, w + t, t),
        (-w / 2, 0, t, h),
        (w / 2, 0, t, h),
    ):
        bar = mesh.box("bar", (sx, 0.3, sz), (0, 0, 0), frame)
        bar.parent = light
        bar.rotation_euler.x = math.radians(-90)
        bar.location = (dx, dz - sz / 2, -0.35)
    return light


def room(
    wall="#e9e4da",
    wall_y=7.0,
    side="left",
    power=1500.0,
    lamp=70.0,
    lamp_color="#ffd9a8",
    daylight="#eef4ff",
    wall_material=None,
    window_y=-4.0,
    window_x=19.0,
    floor="#8d7558",
):
    """Walls, ceiling, furniture out of frame, one window and one ceiling lamp."""
    painted = wall_material or m.plaster("wall", wall)
    other = m.principled("other wall", "#ddd8cf", 0.9)
    sign = -1 if side == "left" else 1
    mesh.box("back wall", (60, 1, 34), (0, wall_y + 0.5, -8), painted)
    mesh.box("front wall", (60, 1, 34), (0, -34, -8), other)
    for s in (-1, 1):
        mesh.box("side wall", (1, 60, 34), (s * 24, -12, -8), other)
    mesh.box("ceiling", (60, 60, 1), (0, -12, 18), m.principled("ceiling", "#f3f1ec", 0.9))
    mesh.box("floor", (60, 60, 1), (0, -12, -8.5), m.principled("floor", floor, 0.5))
    window((sign * window_x, window_y, 7.0), (11, 13), power, daylight)
    mesh.box("cupboard", (8, 4, 18), (-sign * 16, -26, -7.5), m.principled("cupboard", "#6b5238", 0.5))
    mesh.box("sofa", (16, 6, 6), (sign * 4, -28, -7.5), m.principled("sofa", "#5d6a72", 0.9), 0.8)
    mesh.box("picture", (6, 0.3, 8), (-3, -33.2, 4), m.principled("picture", "#3d4a55", 0.3))
    if lamp:
        area_light("ceiling lamp", (1.5, -9, 17), (1.5, -9, 0), (2.2, 2.2), lamp, lamp_color)


def table(material, size=(24, 16), at=(0, -1), thickness=0.4, radius=0.06):
    return mesh.box("table", (size[0], size[1], thickness), (at[0], at[1], -thickness), material, radius)


def sheet(material, size, at=(0, 0), folds=0.05, seed=0, lift=0.012):
    """Cloth or paper lying on the table, uneven by `folds`; flat near the origin where the product stands."""
    rng = np.random.default_rng(seed)
    n = 220
    u, v = np.meshgrid(np.linspace(-0.5, 0.5, n), np.linspace(-0.5, 0.5, n))
    x, y = u * size[0] + at[0], v * size[1] + at[1]
    z = np.zeros_like(x)
    for _ in range(14):
        a, f, p = rng.uniform(0, math.pi), rng.uniform(0.5, 2.6), rng.uniform(0, 6.28)
        ridge = np.sin((x * math.cos(a) + y * math.sin(a)) * f + p + 0.6 * np.sin(x * 0.7 + y * 0.5 + p))
        z += np.maximum(0, ridge) ** 3 * rng.uniform(0.3, 1)
    calm = 1 - np.exp(-(x**2 + y**2) / 1.6**2)
    z = z * folds * calm + lift
    verts = np.stack([x, y, z], -1).reshape(-1, 3)
    idx = np.arange(n * n).reshape(n, n)
    faces = np.stack([idx[:-1, :-1], idx[:-1, 1:], idx[1:, 1:], idx[1:, :-1]], -1).reshape(-1, 4)
    return mesh.subdivide(mesh.from_data("sheet", verts, faces, material), 1)


def product_points(objects):
    graph = bpy.context.evaluated_depsgraph_get()
    points = []
    for obj in objects:
        shape = obj.evaluated_get(graph)
        data = shape.to_mesh()
        if data and len(data.vertices):
            step = max(1, len(data.vertices) // 4000)
            points += [shape.matrix_world @ data.vertices[i].co for i in range(0, len(data.vertices), step)]
        shape.to_mesh_clear()
    return points


def camera(objects, size, fill=0.68, pitch_deg=14, yaw_deg=0, lens_mm=50, offset=(0, 0), f_stop=11):
    """Aim at the product so that it spans `fill` of the tighter side, a little off centre as a hand would."""
    scene = bpy.context.scene
    scene.render.resolution_x, scene.render.resolution_y = size
    data = bpy.data.cameras.new("camera")
    data.lens, data.sensor_width, data.sensor_fit, data.clip_end = lens_mm, 36, "AUTO", 500
    obj = mesh.link(bpy.data.objects.new("camera", data))
    scene.camera = obj
    pitch, yaw = math.radians(pitch_deg), math.radians(yaw_deg)
    back = Vector((math.sin(yaw) * math.cos(pitch), -math.cos(yaw) * math.cos(pitch), math.sin(pitch)))
    points = product_points(objects)
    target = sum(points, Vector()) / len(points)
    distance = 12.0
    for _ in range(12):
        obj.location = target + back * distance
        obj.rotation_euler = (-back).to_track_quat("-Z", "Y").to_euler()
        bpy.context.view_layer.update()
        seen = [world_to_camera_view(scene, obj, p) for p in points]
        xs, ys = [s.x for s in seen], [s.y for s in seen]
        width, height = max(xs) - min(xs), max(ys) - min(ys)
        right, up = obj.matrix_world.col[0].xyz, obj.matrix_world.col[1].xyz
        reach = distance * 36 / lens_mm
        long_side = max(size)
        cx, cy = (max(xs) + min(xs)) / 2 - 0.5 - offset[0], (max(ys) + min(ys)) / 2 - 0.5 - offset[1]
        target = target + right * (cx * reach * size[0] / long_side) + up * (cy * reach * size[1] / long_side)
        distance *= max(width, height) / fill
    data.dof.use_dof = True
    data.dof.focus_distance = distance - 0.2
    data.dof.aperture_fstop = f_stop * 0.1
    return obj


def cycles(samples, seed=1, bounces=8, clamp=3.0):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    c = scene.cycles
    c.device, c.samples, c.seed = "CPU", samples, seed
    c.use_adaptive_sampling = False
    c.use_denoising = False
    c.max_bounces, c.diffuse_bounces, c.glossy_bounces, c.transmission_bounces = bounces, 3, 4, bounces
    c.transparent_max_bounces = 16
    c.caustics_reflective = c.caustics_refractive = False
    c.sample_clamp_indirect = clamp
    c.blur_glossy = 0.5
    # After one real bounce the room's mean light is used: half the time and noise, and glass gets the dark edges
    # that photographers light it for.
    c.use_fast_gi, c.fast_gi_method, c.ao_bounces_render = True, "REPLACE", 1
    scene.world.light_settings.distance = 12
    c.pixel_filter_type, c.filter_width = "BLACKMAN_HARRIS", 1.5
    scene.render.threads_mode = "AUTO"
    scene.view_settings.view_transform = "Raw"
    scene.render.use_persistent_data = False
    return scene


def render_passes(folder, name, seed):
    """Render once; writes `<name>-{image,albedo,normal}.exr` (linear) and returns their paths."""
    scene = bpy.context.scene
    scene.cycles.seed = seed
    layer = bpy.context.view_layer
    layer.cycles.denoising_store_passes = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    source = tree.nodes.new("CompositorNodeRLayers")
    sink = tree.nodes.new("CompositorNodeOutputFile")
    sink.base_path = folder
    sink.format.file_format, sink.format.color_mode, sink.format.color_depth = "OPEN_EXR", "RGBA", "32"
    sink.file_slots.clear()
    wanted = {"image": "Image", "albedo": "Denoising Albedo", "normal": "Denoising Normal"}
    for key, output in wanted.items():
        sink.file_slots.new(f"{name}-{key}-")
        tree.links.new(source.outputs[output], sink.inputs[-1])
    scene.frame_set(1)
    bpy.ops.render.render()
    return {key: os.path.join(folder, f"{name}-{key}-0001.exr") for key in wanted}


def hold_out_all_but(product):
    """Makes all other objects holdouts: they hide what is behind them and leave a hole."""
    wanted = set(product)
    for obj in bpy.context.scene.objects:
        if obj.type in {"MESH", "CURVE", "FONT"}:
            obj.is_holdout = obj not in wanted


def border_around(product, margin=0.02):
    """Limits the render to this part of the frame; the rest stays empty."""
    scene = bpy.context.scene
    corners = [obj.matrix_world @ Vector(c) for obj in product for c in obj.bound_box]
    seen = [world_to_camera_view(scene, scene.camera, p) for p in corners]
    r = scene.render
    r.use_border, r.use_crop_to_border = True, False
    r.border_min_x = max(0, min(s.x for s in seen) - margin)
    r.border_max_x = min(1, max(s.x for s in seen) + margin)
    r.border_min_y = max(0, min(s.y for s in seen) - margin)
    r.border_max_y = min(1, max(s.y for s in seen) + margin)


def render_alpha(path, product, samples=128, solid=True):
    """Coverage of the product alone; `solid` counts glass and thin cloth as opaque."""
    scene = bpy.context.scene
    hold_out_all_but(product)
    saved = scene.cycles.samples
    scene.use_nodes = False
    scene.render.film_transparent, scene.cycles.film_transparent_glass = True, False
    scene.cycles.samples = samples
    scene.cycles.max_bounces = 0
    # Only the edge needs many samples: inside and outside converge after a few.
    scene.cycles.use_adaptive_sampling, scene.cycles.adaptive_threshold = True, 0.005
    scene.cycles.adaptive_min_samples = 16
    border_around(product)
    if solid:
        bpy.context.view_layer.material_override = m.emission("flat")
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_mode = "RGBA"
    scene.render.image_settings.color_depth = "32"
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)
    scene.cycles.samples = saved
