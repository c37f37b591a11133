"""A thin wrapper of Blender's shader nodes. Colours are sRGB hex strings."""

import bpy


def rgb(hex_colour):
    """'#rrggbb' → linear RGBA."""
    h = hex_colour.lstrip("#")
    srgb = [int(h[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in srgb] + [1.0]


class Nodes:
    """A thin wrapper of a node tree: adds nodes with settings and inputs; passing sockets connects them."""

    def __init__(self, tree):
        self.tree = tree

    def add(self, kind, inputs=None, **settings):
        node = self.tree.nodes.new(kind)
        for key, value in settings.items():
            setattr(node, key, value)
        for key, value in (inputs or {}).items():
            self.set(node.inputs[key], value)
        return node

    def set(self, socket, value):
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, str) and socket.type == "RGBA":
            socket.default_value = rgb(value)
        else:
            socket.default_value = value

    def coord(self, space="Object", scale=(1, 1, 1), turn=(0, 0, 0)):
        source = self.add("ShaderNodeTexCoord").outputs[space]
        return self.add("ShaderNodeMapping", {"Vector": source, "Scale": scale, "Rotation": turn}).outputs[0]

    def noise(self, vector, scale, detail=4.0, roughness=0.5, distortion=0.0):
        return self.add(
            "ShaderNodeTexNoise",
            {
                "Vector": vector,
                "Scale": scale,
                "Detail": detail,
                "Roughness": roughness,
                "Distortion": distortion,
            },
        ).outputs[0]

    def ramp(self, value, *stops, interpolation="LINEAR"):
        node = self.add("ShaderNodeValToRGB", {"Fac": value})
        node.color_ramp.interpolation = interpolation
        while len(node.color_ramp.elements) < len(stops):
            node.color_ramp.elements.new(1.0)
        for element, (position, colour) in zip(node.color_ramp.elements, stops):
            element.position = position
            element.color = rgb(colour) if isinstance(colour, str) else (colour, colour, colour, 1)
        return node.outputs[0]

    def math(self, operation, a, b=0.0):
        node = self.add("ShaderNodeMath", operation=operation)
        self.set(node.inputs[0], a)
        self.set(node.inputs[1], b)
        return node.outputs[0]

    def mix(self, factor, a, b, blend="MIX"):
        return self.add(
            "ShaderNodeMixRGB", {"Fac": factor, "Color1": a, "Color2": b}, blend_type=blend
        ).outputs[0]

    def bump(self, height, strength=0.3, distance=0.05, normal=None):
        node = self.add("ShaderNodeBump", {"Height": height, "Strength": strength, "Distance": distance})
        if normal is not None:
            self.set(node.inputs["Normal"], normal)
        return node.outputs[0]
