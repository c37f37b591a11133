"""Shapes: every helper returns a Blender object linked to the scene. One unit is 10 cm."""

import math

import bpy
import numpy as np
from mathutils import Vector


def link(obj):
    bpy.context.scene.collection.objects.link(obj)
    return obj


def from_data(name, verts, faces, material=None, smooth=True):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(v) for v in verts], [], [tuple(f) for f in faces])
    mesh.validate()
    if smooth:
        mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    obj = bpy.data.objects.new(name, mesh)
    if material:
        mesh.materials.append(material)
    return link(obj)


def smooth_by_angle(obj, degrees=35):
    obj.data.use_auto_smooth = True
    obj.data.auto_smooth_angle = math.radians(degrees)
    return obj


def bevel(obj, width, segments=3, degrees=30):
    mod = obj.modifiers.new("bevel", "BEVEL")
    mod.width, mod.segments = width, segments
    mod.limit_method, mod.angle_limit = "ANGLE", math.radians(degrees)
    mod.harden_normals = False
    return smooth_by_angle(obj, 50)


def subdivide(obj, levels=2):
    mod = obj.modifiers.new("subdivision", "SUBSURF")
    mod.levels = mod.render_levels = levels
    return obj


def boolean(obj, cutter, operation="DIFFERENCE"):
    mod = obj.modifiers.new("boolean", "BOOLEAN")
    mod.object, mod.operation, mod.solver = cutter, operation, "EXACT"
    cutter.hide_render = True
    cutter["helper"] = True
    return obj


def apply_modifiers(obj):
    """Replace the object's mesh by the evaluated one."""
    graph = bpy.context.evaluated_depsgraph_get()
    mesh = bpy.data.meshes.new_from_object(obj.evaluated_get(graph), depsgraph=graph)
    if obj.type == "MESH":
        obj.modifiers.clear()
        obj.data = mesh
        return obj
    solid = link(bpy.data.objects.new(obj.name, mesh))
    solid.matrix_world = obj.matrix_world.copy()
    bpy.data.objects.remove(obj)
    return solid


def join(objs):
    """One mesh from several mesh objects (modifiers applied, world positions kept)."""
    solids = [apply_modifiers(o) for o in objs]
    with bpy.context.temp_override(
        active_object=solids[0], selected_editable_objects=solids, selected_objects=solids, object=solids[0]
    ):
        bpy.ops.object.join()
    return solids[0]


def fuse(objs, voxel, smooth_steps=6):
    """Weld solids into one skin with soft fillets where they meet."""
    bpy.context.view_layer.update()
    obj = join(objs)
    remesh = obj.modifiers.new("remesh", "REMESH")
    remesh.mode, remesh.voxel_size, remesh.use_smooth_shade = "VOXEL", voxel, True
    soft = obj.modifiers.new("smooth", "SMOOTH")
    soft.factor, soft.iterations = 0.5, smooth_steps
    return obj


def box(name, size, at=(0, 0, 0), material=None, radius=0.0, segments=4, turn_deg=0.0):
    """Box of `size` standing on `at` (its centre in x and y, its foot in z)."""
    x, y, z = size[0] / 2, size[1] / 2, size[2]
    verts = [(-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0), (-x, -y, z), (x, -y, z), (x, y, z), (-x, y, z)]
    faces = [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    obj = from_data(name, verts, faces, material, smooth=radius > 0)
    obj.location, obj.rotation_euler.z = at, math.radians(turn_deg)
    return bevel(obj, radius, segments) if radius else obj


def loft(name, rings, material=None, closed=True, caps=(False, False), smooth=True):
    """Skin over rings of equal length; UV u runs along the ring, v over the rings by length."""
    rings = [np.asarray(r, float) for r in rings]
    n, m = len(rings[0]), len(rings)
    verts = np.concatenate(rings)
    span = n if closed else n - 1
    faces = [
        (j * n + i, j * n + (i + 1) % n, (j + 1) * n + (i + 1) % n, (j + 1) * n + i)
        for j in range(m - 1)
        for i in range(span)
    ]
    uvs = [
        ((i + du) / span, (j + dv) / (m - 1))
        for j in range(m - 1)
        for i in range(span)
        for du, dv in ((0, 0), (1, 0), (1, 1), (0, 1))
    ]
    if caps[0]:
        faces.append(tuple(range(n - 1, -1, -1)))
        uvs += [(0, 0)] * n
    if caps[1]:
        faces.append(tuple(range((m - 1) * n, m * n)))
        uvs += [(0, 1)] * n
    obj = from_data(name, verts, faces, material, smooth)
    layer = obj.data.uv_layers.new(name="uv")
    layer.data.foreach_set("uv", np.asarray(uvs, np.float32).ravel())
    return obj


def circle(radius, z, segments=96, centre=(0, 0), phase=0.0):
    a = np.arange(segments) / segments * 2 * math.pi + phase
    x, y = radius * np.cos(a) + centre[0], radius * np.sin(a) + centre[1]
    return np.stack([x, y, np.full(segments, z)], 1)


def rounded_rect(width, depth, radius, z, per_corner=10):
    """Counter-clockwise ring of a rectangle with round corners at height z, from the front left."""
    points = []
    r = min(radius, width / 2 - 1e-4, depth / 2 - 1e-4)
    for cx, cy, start in (
        (width / 2 - r, depth / 2 - r, 0),
        (-width / 2 + r, depth / 2 - r, 90),
        (-width / 2 + r, -depth / 2 + r, 180),
        (width / 2 - r, -depth / 2 + r, 270),
    ):
        for k in range(per_corner + 1):
            a = math.radians(start + 90 * k / per_corner)
            points.append((cx + r * math.cos(a), cy + r * math.sin(a), z))
    return np.asarray(points)


def round_profile(points, steps=6):
    """Profile points (r, z[, radius of the corner]) → points with each given corner rounded."""
    out = []
    for i, p in enumerate(points):
        r = p[2] if len(p) > 2 else 0
        here = np.array(p[:2], float)
        if not r or i in (0, len(points) - 1):
            out.append(here)
            continue
        before, after = np.array(points[i - 1][:2], float) - here, np.array(points[i + 1][:2], float) - here
        la, lb = np.linalg.norm(before), np.linalg.norm(after)
        cut = min(r, la * 0.49, lb * 0.49)
        a, b = here + before / la * cut, here + after / lb * cut
        for k in range(steps + 1):
            t = k / steps
            out.append((1 - t) ** 2 * a + 2 * t * (1 - t) * here + t * t * b)
    return out


def lathe(name, points, material=None, segments=128, steps=6):
    """Turned solid from (r, z[, corner radius]) points, bottom to top or along any outline."""
    profile = round_profile(points, steps)
    rings = [circle(max(r, 1e-4), z, segments) for r, z in profile]
    return smooth_by_angle(loft(name, rings, material), 40)


def tube(name, points, radius, material=None, cyclic=False, resolution=6, kind="NURBS", radii=None):
    """Round wire through (NURBS: near) the points."""
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", radius, resolution
    curve.use_fill_caps = True
    spline = curve.splines.new(kind)
    spline.points.add(len(points) - 1)
    for i, p in enumerate(points):
        spline.points[i].co = (*p, 1)
        if radii is not None:
            spline.points[i].radius = radii[i]
    spline.use_cyclic_u = cyclic
    if kind == "NURBS":
        spline.order_u, spline.resolution_u = 4, 12
        spline.use_endpoint_u = not cyclic
    if material:
        curve.materials.append(material)
    return link(bpy.data.objects.new(name, curve))


def rod(name, start, end, radius, material=None, segments=32):
    """Straight cylinder between two points."""
    start, end = Vector(start), Vector(end)
    obj = loft(
        name,
        [circle(radius, 0, segments), circle(radius, (end - start).length, segments)],
        material,
        caps=(True, True),
    )
    obj.location = start
    obj.rotation_euler = (end - start).to_track_quat("Z", "Y").to_euler()
    return bevel(obj, radius * 0.12, 2, 60)


def prism(name, outline, depth, material=None):
    """2D outline [(x, y)] extruded by `depth` along +z."""
    n = len(outline)
    verts = [(x, y, 0) for x, y in outline] + [(x, y, depth) for x, y in outline]
    faces = [tuple(range(n - 1, -1, -1)), tuple(range(n, 2 * n))]
    faces += [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    return from_data(name, verts, faces, material, smooth=False)


def knurled(name, radius, z0, z1, teeth, depth, material=None, edge=0.01):
    """Cylinder with a toothed grip, for dials and collars."""
    n = teeth * 6
    a = np.arange(n) / n * 2 * math.pi
    wave = np.clip(np.cos(a * teeth) * 1.8, -1, 1) * 0.5 - 0.5

    def ring(shrink, z, flat=1.0):
        r = radius - shrink + wave * depth * flat
        return np.stack([r * np.cos(a), r * np.sin(a), np.full(n, z)], 1)

    rings = [
        ring(edge * 2, z0, 0.3),
        ring(edge * 0.6, z0 + edge * 0.4, 0.8),
        ring(0, z0 + edge),
        ring(0, z1 - edge),
        ring(edge * 0.6, z1 - edge * 0.4, 0.8),
        ring(edge * 2, z1, 0.3),
    ]
    return smooth_by_angle(loft(name, rings, material, caps=(True, True)), 45)


def text(
    name, body, size, material, at=(0, 0, 0), turn=(0, 0, 0), thickness=0.0, font="Lato-Regular", spacing=1.0
):
    curve = bpy.data.curves.new(name, "FONT")
    curve.body, curve.size, curve.extrude, curve.space_character = body, size, thickness, spacing
    curve.align_x, curve.align_y = "CENTER", "CENTER"
    curve.font = bpy.data.fonts.load(f"/usr/share/fonts/truetype/lato/{font}.ttf", check_existing=True)
    curve.materials.append(material)
    obj = link(bpy.data.objects.new(name, curve))
    obj.location, obj.rotation_euler = at, turn
    return obj


def move(objs, at=(0, 0, 0), turn_deg=(0, 0, 0), scale=1.0):
    """Put a group of objects under one handle, so that the product moves as a whole."""
    handle = link(bpy.data.objects.new("handle", None))
    for obj in objs:
        if obj.parent is None:
            obj.parent = handle
    handle.location, handle.scale = at, (scale,) * 3
    handle.rotation_euler = [math.radians(d) for d in turn_deg]
    bpy.context.view_layer.update()
    return handle
