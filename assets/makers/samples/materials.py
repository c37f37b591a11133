"""Surfaces. Colours are sRGB hex strings; sizes follow the scene's unit of 10 cm."""

import bpy
from nodes import Nodes


def new(name):
    """Empty node material → (material, Nodes, output node)."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    material.node_tree.nodes.clear()
    nodes = Nodes(material.node_tree)
    return material, nodes, nodes.add("ShaderNodeOutputMaterial")


def principled(name, color="#808080", roughness=0.5, build=None, **inputs):
    """Principled surface; `build(nodes)` may return a dict of further inputs made of nodes."""
    material, nodes, output = new(name)
    values = {"Base Color": color, "Roughness": roughness}
    values.update({key.replace("_", " ").title().replace("Ior", "IOR"): v for key, v in inputs.items()})
    if build:
        values.update(build(nodes))
    shader = nodes.add("ShaderNodeBsdfPrincipled", values).outputs[0]
    if build and not values.get("Metallic"):
        # Diffuse bounces use the plain colour only: half the render time, without a visible difference.
        plain = nodes.add("ShaderNodeBsdfDiffuse", {"Color": color}).outputs[0]
        bounce = nodes.add("ShaderNodeLightPath").outputs["Is Diffuse Ray"]
        shader = nodes.add("ShaderNodeMixShader", {"Fac": bounce, 1: shader, 2: plain}).outputs[0]
    nodes.set(output.inputs[0], shader)
    return material


def between(a, b):
    """Hex colour halfway between two."""
    parts = [(int(a[i : i + 2], 16) + int(b[i : i + 2], 16)) // 2 for i in (1, 3, 5)]
    return "#{:02x}{:02x}{:02x}".format(*parts)


def glass(name, color="#ffffff", roughness=0.0, ior=1.5, shadow="#e8e8e8", density=0.0, tint="#ffffff"):
    """Glass whose shadow rays pass directly (no caustic noise); optionally with an absorbing interior."""
    material, nodes, output = new(name)
    clear = nodes.add("ShaderNodeBsdfGlass", {"Color": color, "Roughness": roughness, "IOR": ior}).outputs[0]
    through = nodes.add("ShaderNodeBsdfTransparent", {"Color": shadow}).outputs[0]
    path = nodes.add("ShaderNodeLightPath")
    hidden = nodes.math("MAXIMUM", path.outputs["Is Shadow Ray"], path.outputs["Is Diffuse Ray"])
    mixed = nodes.add("ShaderNodeMixShader", {"Fac": hidden, 1: clear, 2: through})
    nodes.set(output.inputs[0], mixed.outputs[0])
    if density:
        inside = nodes.add("ShaderNodeVolumeAbsorption", {"Color": tint, "Density": density})
        nodes.set(output.inputs[1], inside.outputs[0])
    return material


def emission(name, color="#ffffff", strength=1.0):
    material, nodes, output = new(name)
    nodes.set(
        output.inputs[0], nodes.add("ShaderNodeEmission", {"Color": color, "Strength": strength}).outputs[0]
    )
    return material


def wood(name, light="#c89a66", dark="#8a5a33", roughness=0.45, scale=1.0, plank=0.0, coat=0.0):
    """Long-grained wood along x; `plank` > 0 is the width of boards across y."""

    def build(n):
        base = n.coord("Object", (scale, scale, scale))
        if plank:
            y = n.add("ShaderNodeSeparateXYZ", {0: base}).outputs[1]
            board = n.math("FLOOR", n.math("DIVIDE", y, plank))
            shift = n.add("ShaderNodeTexWhiteNoise", {"W": board}, noise_dimensions="1D")
            base = n.add(
                "ShaderNodeVectorMath",
                {
                    0: base,
                    1: n.add(
                        "ShaderNodeVectorMath",
                        {0: shift.outputs["Color"], 1: (40, 0.0, 30)},
                        operation="MULTIPLY",
                    ).outputs[0],
                },
            ).outputs[0]
        stretch = n.add("ShaderNodeMapping", {"Vector": base, "Scale": (0.09, 1.0, 1.0)}).outputs[0]
        rings = n.noise(stretch, 1.3, 3, 0.45, 0.6)
        rings = n.math("FRACT", n.math("MULTIPLY", rings, 9.0))
        rings = n.math("ABSOLUTE", n.math("SUBTRACT", n.math("MULTIPLY", rings, 2.0), 1.0))
        fine = n.noise(
            n.add("ShaderNodeMapping", {"Vector": base, "Scale": (0.6, 22, 22)}).outputs[0], 3.0, 2, 0.6
        )
        pores = n.noise(
            n.add("ShaderNodeMapping", {"Vector": base, "Scale": (1.6, 60, 60)}).outputs[0], 3.0, 1, 0.6
        )
        tone = n.math("ADD", n.math("MULTIPLY", rings, 0.42), n.math("MULTIPLY", fine, 0.6))
        color = n.ramp(tone, (0.18, dark), (0.75, light))
        color = n.mix(n.ramp(pores, (0.56, 0.0), (0.68, 0.55)), color, dark)
        broad = n.noise(
            n.add("ShaderNodeMapping", {"Vector": base, "Scale": (0.12, 0.5, 0.5)}).outputs[0], 1.0, 2
        )
        color = n.mix(n.math("MULTIPLY", n.math("SUBTRACT", broad, 0.35), 0.55), color, dark)
        height = fine
        if plank:
            tint = n.math("ADD", n.math("MULTIPLY", shift.outputs["Value"], 0.3), 0.82)
            color = n.mix(
                1.0,
                color,
                n.add("ShaderNodeCombineColor", {0: tint, 1: tint, 2: tint}).outputs[0],
                "MULTIPLY",
            )
            edge = n.math("ABSOLUTE", n.math("SUBTRACT", n.math("FRACT", n.math("DIVIDE", y, plank)), 0.5))
            gap = n.math("GREATER_THAN", edge, 0.5 - 0.015 / plank)
            color = n.mix(n.math("MULTIPLY", gap, 0.85), color, "#1c120a")
            height = n.math("SUBTRACT", height, n.math("MULTIPLY", gap, 2.0))
        rough = n.math("ADD", n.math("MULTIPLY", fine, 0.25), roughness - 0.12)
        return {
            "Base Color": color,
            "Roughness": rough,
            "Normal": n.bump(height, 0.18, 0.02),
            "Clearcoat": coat,
        }

    return principled(name, between(light, dark), build=build)


def plaster(name, color="#e9e4da", bump=0.15):
    def build(n):
        at = n.coord()
        patch = n.ramp(n.noise(at, 0.25, 3), (0.3, 0.93), (0.7, 1.0))
        return {
            "Base Color": n.mix(1.0, color, patch, "MULTIPLY"),
            "Normal": n.bump(n.noise(at, 9, 3, 0.6), bump, 0.05),
        }

    return principled(name, color, 0.85, build)


def cloth(name, color="#d8d2c6", second=None, thread=0.035, roughness=0.9, sheen=0.4):
    """Plain weave in UV-free object space, for table cloths and sheets."""

    def build(n):
        at = n.coord()
        xyz = n.add("ShaderNodeSeparateXYZ", {0: at})
        wave_x = n.math("SINE", n.math("MULTIPLY", xyz.outputs[0], 6.2832 / thread))
        wave_y = n.math("SINE", n.math("MULTIPLY", xyz.outputs[1], 6.2832 / thread))
        weave = n.math("MULTIPLY", wave_x, wave_y)
        slub = n.noise(
            n.add("ShaderNodeMapping", {"Vector": at, "Scale": (0.6, 14, 6)}).outputs[0], 2.0, 3, 0.6
        )
        slub2 = n.noise(
            n.add("ShaderNodeMapping", {"Vector": at, "Scale": (14, 0.6, 6)}).outputs[0], 2.0, 3, 0.6
        )
        mottled = n.math("MULTIPLY", n.math("ADD", slub, slub2), 0.5)
        shade = n.ramp(mottled, (0.3, 0.86), (0.7, 1.0))
        base = n.mix(n.ramp(weave, (0.45, 0.0), (0.55, 1.0)), color, second or color)
        height = n.math("ADD", weave, n.math("MULTIPLY", mottled, 2.0))
        return {"Base Color": n.mix(1.0, base, shade, "MULTIPLY"), "Normal": n.bump(height, 0.35, 0.02)}

    return principled(name, color, roughness, build, sheen=sheen, specular=0.2)


def stone(name, dark="#23252a", light="#3a3d42", roughness=0.55, scale=1.0, bump=0.35):
    """Split slate: layered, uneven, slightly glinting."""

    def build(n):
        at = n.coord("Object", (scale,) * 3)
        layers = n.noise(at, 0.7, 6, 0.62, 0.4)
        grain = n.noise(at, 30, 3, 0.6)
        color = n.mix(n.ramp(layers, (0.3, 0.0), (0.75, 1.0)), dark, light)
        color = n.mix(n.ramp(grain, (0.62, 0.0), (0.75, 0.3)), color, "#5a5d62")
        height = n.math("ADD", n.math("MULTIPLY", layers, 3.0), n.math("MULTIPLY", grain, 0.18))
        return {
            "Base Color": color,
            "Roughness": n.ramp(layers, (0.3, roughness - 0.12), (0.7, roughness + 0.12)),
            "Normal": n.bump(height, bump, 0.12),
        }

    return principled(name, between(dark, light), build=build)


def tiles(name, color="#f1f1ee", joint="#b9b5ac", width=1.5, height=0.75, roughness=0.12, axes="xz"):
    """Wall tiles in object space on the x-z plane (or x-y)."""

    def build(n):
        at = n.coord()
        xyz = n.add("ShaderNodeSeparateXYZ", {0: at})
        flat = n.add(
            "ShaderNodeCombineXYZ", {0: xyz.outputs[0], 1: xyz.outputs["XYZ".index(axes[1].upper())]}
        )
        brick = n.add(
            "ShaderNodeTexBrick",
            {
                "Vector": flat.outputs[0],
                "Color1": color,
                "Color2": color,
                "Mortar": joint,
                "Scale": 1.0,
                "Mortar Size": 0.022,
                "Mortar Smooth": 0.35,
                "Brick Width": width,
                "Row Height": height,
            },
        )
        wobble = n.noise(at, 0.8, 2)
        height_map = n.math(
            "ADD", n.math("MULTIPLY", brick.outputs["Fac"], -1.0), n.math("MULTIPLY", wobble, 0.5)
        )
        rough = n.mix(brick.outputs["Fac"], (roughness,) * 3 + (1,), (0.8, 0.8, 0.8, 1))
        return {
            "Base Color": brick.outputs["Color"],
            "Roughness": rough,
            "Normal": n.bump(height_map, 0.4, 0.04),
        }

    return principled(name, color, build=build)


def printed(name, image_path, roughness=0.4, **inputs):
    """Surface showing a picture over its UV map."""

    def build(n):
        image = bpy.data.images.load(image_path)
        node = n.add("ShaderNodeTexImage", image=image, extension="CLIP", interpolation="Cubic")
        return {"Base Color": node.outputs["Color"]}

    return principled(name, "#ffffff", roughness, build, **inputs)
