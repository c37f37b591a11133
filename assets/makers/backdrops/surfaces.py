"""Renders the studio's surface materials from straight above.

Usage: blender -b -P assets/makers/backdrops/surfaces.py -- <output folder> [pixels] [name ...]
Each picture shows 0.6 m x 0.6 m of the material, evenly lit, with its grain running left to right.
"""

import os
import sys

import bpy

SIZE_M = 0.6
arguments = sys.argv[sys.argv.index("--") + 1 :]
folder = os.path.abspath(arguments[0])
pixels = int(arguments[1]) if len(arguments) > 1 else 1536
wanted = arguments[2:]


def srgb(code):
    """Linear RGBA of a "#rrggbb" colour."""
    parts = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return (*linear, 1.0)


class Graph:
    """Short names for the shader nodes of the materials."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()
        self.position = self.node("ShaderNodeTexCoord").outputs["Object"]

    def node(self, kind, **inputs):
        node = self.tree.nodes.new(kind)
        for key, value in inputs.items():
            if hasattr(node, key) and not isinstance(value, bpy.types.NodeSocket):
                setattr(node, key, value)
        return node

    def link(self, source, socket):
        if isinstance(source, bpy.types.NodeSocket):
            self.tree.links.new(source, socket)
        else:
            socket.default_value = source

    def math(self, operation, a, b=0.0, c=0.0):
        node = self.node("ShaderNodeMath")
        node.operation = operation
        for socket, value in zip(node.inputs, (a, b, c)):
            self.link(value, socket)
        return node.outputs[0]

    def split(self, vector):
        node = self.node("ShaderNodeSeparateXYZ")
        self.link(vector, node.inputs[0])
        return node.outputs[0], node.outputs[1], node.outputs[2]

    def join(self, x, y, z):
        node = self.node("ShaderNodeCombineXYZ")
        for socket, value in zip(node.inputs, (x, y, z)):
            self.link(value, socket)
        return node.outputs[0]

    def add(self, a, b):
        node = self.node("ShaderNodeVectorMath")
        node.operation = "ADD"
        self.link(a, node.inputs[0])
        self.link(b, node.inputs[1])
        return node.outputs[0]

    def scaled(self, vector, x, y, z=1.0):
        node = self.node("ShaderNodeVectorMath")
        node.operation = "MULTIPLY"
        self.link(vector, node.inputs[0])
        node.inputs[1].default_value = (x, y, z)
        return node.outputs[0]

    def noise(self, vector, scale, detail=6.0, roughness=0.55, distortion=0.0, w=None):
        node = self.node("ShaderNodeTexNoise")
        if w is not None:
            node.noise_dimensions = "4D"
            self.link(w, node.inputs["W"])
        self.link(vector, node.inputs["Vector"])
        node.inputs["Scale"].default_value = scale
        node.inputs["Detail"].default_value = detail
        node.inputs["Roughness"].default_value = roughness
        node.inputs["Distortion"].default_value = distortion
        return node.outputs["Fac"]

    def noise_color(self, vector, scale, detail=4.0):
        node = self.node("ShaderNodeTexNoise")
        self.link(vector, node.inputs["Vector"])
        node.inputs["Scale"].default_value = scale
        node.inputs["Detail"].default_value = detail
        return node.outputs["Color"]

    def random(self, value):
        node = self.node("ShaderNodeTexWhiteNoise")
        node.noise_dimensions = "1D"
        self.link(value, node.inputs["W"])
        return node.outputs["Value"]

    def voronoi(self, vector, scale, feature="F1"):
        node = self.node("ShaderNodeTexVoronoi")
        node.feature = feature
        self.link(vector, node.inputs["Vector"])
        node.inputs["Scale"].default_value = scale
        return node.outputs

    def ramp(self, factor, *stops):
        node = self.node("ShaderNodeValToRGB")
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, color) in zip(elements, stops):
            element.position = position
            element.color = srgb(color) if isinstance(color, str) else (color, color, color, 1.0)
        self.link(factor, node.inputs[0])
        return node.outputs[0]

    def mix(self, factor, a, b, blend="MIX"):
        node = self.node("ShaderNodeMixRGB")
        node.blend_type = blend
        self.link(factor, node.inputs[0])
        for socket, value in ((node.inputs[1], a), (node.inputs[2], b)):
            self.link(srgb(value) if isinstance(value, str) else value, socket)
        return node.outputs[0]

    def finish(self, color, height=None, bump=0.3, distance=0.002):
        shader = self.node("ShaderNodeBsdfDiffuse")
        self.link(srgb(color) if isinstance(color, str) else color, shader.inputs["Color"])
        if height is not None:
            node = self.node("ShaderNodeBump")
            node.inputs["Strength"].default_value = bump
            node.inputs["Distance"].default_value = distance
            self.link(height, node.inputs["Height"])
            self.tree.links.new(node.outputs[0], shader.inputs["Normal"])
        output = self.node("ShaderNodeOutputMaterial")
        self.tree.links.new(shader.outputs[0], output.inputs["Surface"])
        return self.material


def wood(name, light, middle, dark, seam, boards_m, contrast):
    g = Graph(name)
    x, y, _ = g.split(g.position)
    # Bend the grain slightly, so that no line is straight.
    sway = g.math("MULTIPLY", g.math("SUBTRACT", g.noise(g.scaled(g.position, 1.6, 5.0), 2.0, 2.0), 0.5), 0.035)
    y_bent = g.math("ADD", y, sway)
    board = g.math("FLOOR", g.math("DIVIDE", g.math("ADD", y, 0.31), boards_m))
    chance = g.random(g.math("ADD", board, 17.3))
    shift = g.math("MULTIPLY", chance, 40.0)
    along = g.join(g.math("ADD", x, shift), y_bent, chance)
    # Growth rings cut lengthwise: long cathedral shapes from a stretched, distorted field.
    field = g.noise(g.scaled(along, 0.9, 8.0), 1.5, 2.0, 0.45, 0.3, w=shift)
    rings = g.math("FRACT", g.math("MULTIPLY", field, 15.0))
    late = g.ramp(rings, (0.0, 0.0), (0.55, 0.25), (0.88, 1.0), (1.0, 0.05))
    broad = g.noise(g.scaled(along, 1.2, 14.0), 2.0, 4.0, 0.5, w=shift)
    fibre = g.noise(g.scaled(along, 9.0, 420.0), 1.0, 5.0, 0.6, w=shift)
    pores = g.noise(g.scaled(along, 38.0, 1500.0), 1.0, 2.0, 0.5, w=shift)
    pores = g.ramp(pores, (0.30, 1.0), (0.42, 0.0))
    color = g.ramp(broad, (0.28, middle), (0.72, light))
    color = g.mix(g.math("MULTIPLY", late, 0.55 * contrast), color, dark)
    color = g.mix(g.math("MULTIPLY", g.ramp(fibre, (0.35, 1.0), (0.7, 0.0)), 0.38 * contrast), color, dark)
    color = g.mix(g.math("MULTIPLY", pores, 0.45 * contrast), color, seam)
    tone = g.math("ADD", 0.90, g.math("MULTIPLY", chance, 0.2))
    color = g.mix(1.0, color, g.join(tone, tone, tone), "MULTIPLY")
    inside = g.math("FRACT", g.math("DIVIDE", g.math("ADD", y, 0.31), boards_m))
    edge = g.math("MULTIPLY", g.math("ABSOLUTE", g.math("SUBTRACT", inside, 0.5)), 2.0)
    gap = g.ramp(edge, (0.0, 0.0), (1.0 - 0.0022 / boards_m, 0.0), (1.0, 1.0))
    color = g.mix(g.math("MULTIPLY", gap, 0.75), color, seam)
    height = g.math("SUBTRACT", g.math("MULTIPLY", fibre, 0.4), g.math("MULTIPLY", pores, 0.35))
    height = g.math("SUBTRACT", height, g.math("MULTIPLY", gap, 2.0))
    return g.finish(color, height, 0.25, 0.001)


def oak():
    return wood("oak", "#d8b384", "#c99f6c", "#9c6f40", "#4a321c", 0.155, 0.85)


def walnut():
    return wood("walnut", "#7b5336", "#664227", "#38220f", "#1a0e06", 0.155, 0.95)


def marble():
    g = Graph("marble")
    warp = g.add(g.position, g.scaled(g.noise_color(g.position, 2.6, 6.0), 0.30, 0.30, 0.0))

    def veins(scale, width, stretch, offset):
        place = g.add(g.scaled(warp, stretch, 1.0), (offset, offset * 0.7, offset))
        field = g.noise(place, scale, 8.0, 0.52, 0.4)
        line = g.math("ABSOLUTE", g.math("SUBTRACT", field, 0.5))
        return g.ramp(line, (0.0, 1.0), (width, 0.25), (width * 4.0, 0.0))

    patches = g.noise(warp, 3.2, 5.0, 0.55)
    presence = g.ramp(g.noise(g.position, 2.2, 3.0), (0.42, 0.0), (0.62, 1.0))
    color = g.ramp(patches, (0.3, "#dcdad7"), (0.5, "#eceae7"), (0.7, "#f5f4f1"))
    soft = veins(1.7, 0.030, 0.55, 3.1)
    fine = g.math("MULTIPLY", veins(3.1, 0.009, 0.6, 9.4), presence)
    warm = g.math("MULTIPLY", veins(2.3, 0.012, 0.7, 21.0), presence)
    color = g.mix(g.math("MULTIPLY", soft, 0.42), color, "#9d9da0")
    color = g.mix(g.math("MULTIPLY", fine, 0.55), color, "#77787d")
    color = g.mix(g.math("MULTIPLY", warm, 0.25), color, "#b3a083")
    return g.finish(color)


def concrete():
    g = Graph("concrete")
    clouds = g.noise(g.position, 5.0, 8.0, 0.62)
    stains = g.noise(g.add(g.position, (4.0, 2.0, 0.0)), 1.8, 5.0, 0.5, 0.6)
    grain = g.noise(g.position, 380.0, 3.0, 0.6)
    color = g.ramp(clouds, (0.25, "#a3a19d"), (0.5, "#b2b0ac"), (0.75, "#bdbbb7"))
    color = g.mix(g.math("MULTIPLY", g.ramp(stains, (0.35, 1.0), (0.6, 0.0)), 0.28), color, "#8f8d8a")
    color = g.mix(0.12, color, g.ramp(grain, (0.3, 0.15), (0.7, 0.85)), "OVERLAY")
    holes = g.voronoi(g.add(g.position, g.scaled(g.noise_color(g.position, 30.0), 0.02, 0.02, 0.0)), 58.0)
    lucky = g.ramp(g.noise(g.position, 21.0, 1.0), (0.56, 0.0), (0.6, 1.0))
    pits = g.math("MULTIPLY", g.ramp(holes["Distance"], (0.06, 1.0), (0.12, 0.0)), lucky)
    color = g.mix(g.math("MULTIPLY", pits, 0.6), color, "#5f5e5c")
    height = g.math("ADD", g.math("MULTIPLY", grain, 0.25), g.math("MULTIPLY", clouds, 1.2))
    height = g.math("SUBTRACT", height, pits)
    return g.finish(color, height, 0.25, 0.0015)


def linen():
    g = Graph("linen")
    bent = g.add(g.position, g.scaled(g.noise_color(g.position, 9.0, 3.0), 0.006, 0.006, 0.0))
    x, y, _ = g.split(bent)
    threads = 950.0

    def thread(across, along, seed):
        slub = g.noise(g.join(g.math("MULTIPLY", across, 420.0), g.math("MULTIPLY", along, 9.0), seed), 1.0, 3.0)
        wave = g.math("SINE", g.math("ADD", g.math("MULTIPLY", across, threads * 2.0), g.math("MULTIPLY", slub, 5.0)))
        return g.math("MULTIPLY", g.math("ADD", wave, 1.0), 0.5), slub

    warp, warp_slub = thread(x, y, 1.0)
    weft, weft_slub = thread(y, x, 2.0)
    over = g.math("SINE", g.math("MULTIPLY", g.math("ADD", x, y), threads))
    pick = g.math("GREATER_THAN", over, 0.0)
    weave = g.math("ADD", g.math("MULTIPLY", warp, pick), g.math("MULTIPLY", weft, g.math("SUBTRACT", 1.0, pick)))
    slub = g.math("ADD", g.math("MULTIPLY", warp_slub, 0.5), g.math("MULTIPLY", weft_slub, 0.5))
    color = g.ramp(slub, (0.3, "#cfc3b0"), (0.55, "#e2d8c8"), (0.75, "#efe8db"))
    color = g.mix(0.28, color, g.ramp(weave, (0.0, 0.35), (1.0, 0.75)), "OVERLAY")
    drape = g.noise(g.scaled(g.position, 1.3, 3.4), 2.3, 3.0, 0.45, 1.2)
    height = g.math("ADD", g.math("MULTIPLY", weave, 0.02), g.math("MULTIPLY", drape, 12.0))
    return g.finish(color, height, 0.6, 0.0035)


def slate():
    g = Graph("slate")
    layers = g.noise(g.scaled(g.position, 1.0, 2.4), 4.0, 9.0, 0.6, 0.5)
    fine = g.noise(g.scaled(g.position, 1.0, 2.0), 55.0, 8.0, 0.65)
    color = g.ramp(layers, (0.3, "#2e3134"), (0.5, "#3a3d41"), (0.72, "#474a4e"))
    color = g.mix(0.35, color, g.ramp(fine, (0.3, 0.25), (0.7, 0.75)), "OVERLAY")
    rust = g.ramp(g.noise(g.add(g.position, (7.0, 1.0, 0.0)), 3.0, 5.0), (0.6, 0.0), (0.75, 1.0))
    color = g.mix(g.math("MULTIPLY", rust, 0.18), color, "#5b4a3c")
    height = g.math("ADD", g.math("MULTIPLY", layers, 3.0), g.math("MULTIPLY", fine, 0.55))
    return g.finish(color, height, 0.6, 0.004)


def sand():
    g = Graph("sand")
    grain = g.noise(g.position, 900.0, 2.0, 0.6)
    coarse = g.noise(g.position, 240.0, 4.0, 0.6)
    color = g.ramp(grain, (0.25, "#b89a72"), (0.5, "#dcc29b"), (0.75, "#f0dfc2"))
    tint = g.noise(g.position, 6.0, 4.0)
    color = g.mix(g.math("MULTIPLY", tint, 0.35), color, "#d3b68c")
    x, y, _ = g.split(g.add(g.position, g.scaled(g.noise_color(g.position, 4.0, 3.0), 0.10, 0.10, 0.0)))
    ripple = g.math("SINE", g.math("ADD", g.math("MULTIPLY", y, 120.0), g.math("MULTIPLY", x, 14.0)))
    height = g.math("ADD", g.math("MULTIPLY", ripple, 1.1), g.math("MULTIPLY", coarse, 0.7))
    height = g.math("ADD", height, g.math("MULTIPLY", grain, 0.3))
    return g.finish(color, height, 0.55, 0.004)


def terrazzo():
    g = Graph("terrazzo")
    bent = g.add(g.position, g.scaled(g.noise_color(g.position, 40.0, 2.0), 0.012, 0.012, 0.0))
    color = g.ramp(g.noise(g.position, 30.0, 6.0), (0.3, "#e4dfd8"), (0.7, "#efebe5"))
    for scale, limit, seed in ((34.0, 0.30, 0.0), (70.0, 0.26, 5.0), (130.0, 0.24, 11.0)):
        cells = g.voronoi(g.add(bent, (seed, seed, 0.0)), scale)
        red, green, _ = g.split(cells["Color"])
        chip = g.ramp(red, (0.0, "#c9a58a"), (0.25, "#8d9a8b"), (0.5, "#b5b1ab"), (0.75, "#6f6a66"), (1.0, "#d9c3a5"))
        inside = g.math("LESS_THAN", cells["Distance"], g.math("MULTIPLY", green, limit * 1.6))
        color = g.mix(g.math("MULTIPLY", inside, 0.85), color, chip)
    return g.finish(color)


MATERIALS = {m.__name__: m for m in (oak, walnut, marble, concrete, linen, slate, sand, terrazzo)}


def main():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 12
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 1
    scene.cycles.filter_width = 1.2
    scene.render.resolution_x = scene.render.resolution_y = pixels
    scene.view_settings.view_transform = "Standard"
    scene.render.image_settings.file_format = "PNG"
    scene.world = bpy.data.worlds.new("sky")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (1, 1, 1, 1)
    scene.world.node_tree.nodes["Background"].inputs[1].default_value = 0.6
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    # A surface of albedo 1 comes out at 1: 0.6 from the sky, 0.4 from the sun at 40 degrees.
    sun.data.energy = 0.4 * 3.14159 / 0.6428
    sun.data.angle = 0.1
    sun.rotation_euler = (0.0, -0.8727, -0.35)
    scene.collection.objects.link(sun)
    bpy.ops.mesh.primitive_plane_add(size=SIZE_M * 2)
    plane = bpy.context.object
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.data.type = "ORTHO"
    camera.data.ortho_scale = SIZE_M
    camera.location = (0, 0, 1)
    scene.collection.objects.link(camera)
    scene.camera = camera
    for name, build in MATERIALS.items():
        if wanted and name not in wanted:
            continue
        plane.data.materials.clear()
        plane.data.materials.append(build())
        scene.render.filepath = os.path.join(folder, name + ".png")
        bpy.ops.render.render(write_still=True)


main()
