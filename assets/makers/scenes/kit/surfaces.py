"""Surfaces of sets and props. Colors are sRGB hex strings. Roughness and color vary over each surface."""

import materials as m
from nodes import Nodes


def attribute(n, name):
    return n.add("ShaderNodeAttribute", attribute_name=name).outputs["Fac"]


def shade(n, color, factor, amount):
    """The color, darker by up to `amount` where factor is 0."""
    return n.mix(1.0, color, n.ramp(factor, (0.0, 1 - amount), (1.0, 1.0)), "MULTIPLY")


def plaster(name, color, relief=0.35, patch=0.14, roughness=0.8):
    """Trowelled plaster: broad strokes, fine grains, a few pits."""

    def build(n):
        at = n.coord()
        broad = n.noise(n.add("ShaderNodeMapping", {"Vector": at, "Scale": (1, 1, 1.8)}).outputs[0], 0.8, 4, 0.55, 0.8)
        grain = n.noise(at, 26, 5, 0.62)
        pits = n.ramp(n.noise(at, 9, 2, 0.5), (0.30, 0.0), (0.38, 1.0))
        height = n.math("ADD", n.math("MULTIPLY", broad, 1.6), n.math("ADD", n.math("MULTIPLY", grain, 0.5), n.math("MULTIPLY", pits, 0.25)))
        tone = n.math("ADD", n.math("MULTIPLY", broad, 0.7), n.math("MULTIPLY", grain, 0.3))
        return {
            "Base Color": shade(n, color, n.ramp(tone, (0.3, 0.0), (0.68, 1.0)), patch),
            "Roughness": n.ramp(broad, (0.3, roughness - 0.15), (0.7, roughness + 0.1)),
            "Normal": n.bump(height, relief, 0.06),
        }

    return m.principled(name, color, roughness, build, specular=0.25)


def concrete(name, color="#a8a49c", roughness=0.62):
    def build(n):
        at = n.coord()
        cloud = n.noise(at, 0.45, 7, 0.62, 0.5)
        fine = n.noise(at, 18, 4, 0.65)
        holes = n.ramp(n.add("ShaderNodeTexVoronoi", {"Vector": at, "Scale": 5.5, "Randomness": 1.0}).outputs[0], (0.05, 0.0), (0.085, 1.0))
        tone = n.math("ADD", n.math("MULTIPLY", cloud, 0.75), n.math("MULTIPLY", fine, 0.25))
        base = shade(n, color, n.ramp(tone, (0.33, 0.0), (0.66, 1.0)), 0.32)
        return {
            "Base Color": shade(n, base, holes, 0.5),
            "Roughness": n.ramp(cloud, (0.35, roughness - 0.18), (0.65, roughness + 0.12)),
            "Normal": n.bump(n.math("ADD", n.math("MULTIPLY", fine, 0.35), holes), 0.3, 0.04),
        }

    return m.principled(name, color, roughness, build)


def marble(name, color="#efebe6", vein="#8c857f", warm="#cbb9a2", roughness=0.12, scale=1.0):
    """Polished stone: soft clouds, two sizes of veins."""

    def build(n):
        at = n.coord("Object", (0.4 * scale,) * 3, (0.2, 0.1, 0.7))
        bend = n.noise(at, 1.1, 6, 0.55, 1.6)
        broad = n.ramp(n.math("ABSOLUTE", n.math("SUBTRACT", bend, 0.5)), (0.0, 0.8), (0.045, 0.0))
        thin_noise = n.noise(at, 2.9, 7, 0.6, 1.2)
        thin = n.ramp(n.math("ABSOLUTE", n.math("SUBTRACT", thin_noise, 0.47)), (0.0, 0.55), (0.016, 0.0))
        cloud = n.noise(at, 0.8, 3, 0.5)
        base = n.mix(n.ramp(cloud, (0.4, 0.0), (0.75, 0.35)), color, warm)
        base = n.mix(n.math("MULTIPLY", broad, n.ramp(cloud, (0.35, 0.15), (0.6, 1.0))), base, vein)
        return {"Base Color": n.mix(thin, base, vein), "Roughness": n.ramp(cloud, (0.3, roughness), (0.7, roughness + 0.1))}

    return m.principled(name, color, roughness, build)


def terrazzo(name, base="#e8dfd3", chips=("#b9694f", "#6f7f78", "#d9b48c"), roughness=0.25):
    def build(n):
        at = n.coord()
        bent = n.add("ShaderNodeVectorMath", {0: at, 1: n.add("ShaderNodeVectorMath", {0: n.add("ShaderNodeTexNoise", {"Vector": at, "Scale": 5.0}).outputs[1], 1: (0.12,) * 3}, operation="MULTIPLY").outputs[0]}, operation="ADD").outputs[0]
        color = base
        for k, chip in enumerate(chips):
            shift = n.add("ShaderNodeVectorMath", {0: bent, 1: (3.7 * k, 1.3 * k, 0.7 * k)}, operation="ADD").outputs[0]
            cell = n.add("ShaderNodeTexVoronoi", {"Vector": shift, "Scale": 3.2 + 1.3 * k}).outputs
            size = n.math("ADD", n.math("MULTIPLY", n.add("ShaderNodeSeparateColor", {0: cell["Color"]}).outputs[0], 0.32), 0.06)
            color = n.mix(n.math("LESS_THAN", cell["Distance"], size), color, chip)
        return {"Base Color": color, "Roughness": n.ramp(n.noise(at, 3, 3), (0.3, roughness - 0.1), (0.7, roughness + 0.1))}

    return m.principled(name, base, roughness, build)


def pebble(name, dark, light, roughness=0.5, scale=1.0, glint=0.35):
    """River stone: bands, speckles, dull and smooth spots."""

    def build(n):
        at = n.add("ShaderNodeVectorMath", {0: n.coord("Object", (scale,) * 3), 1: n.add("ShaderNodeObjectInfo").outputs["Location"]}, operation="ADD").outputs[0]
        band = n.noise(n.add("ShaderNodeMapping", {"Vector": at, "Scale": (1, 1, 2.4)}).outputs[0], 1.3, 6, 0.6, 0.6)
        speck = n.noise(at, 34, 4, 0.7)
        own = n.add("ShaderNodeObjectInfo").outputs["Random"]
        tone = n.math("ADD", n.math("MULTIPLY", band, 0.6), n.math("ADD", n.math("MULTIPLY", speck, 0.25), n.math("MULTIPLY", own, 0.3)))
        color = n.mix(n.ramp(tone, (0.38, 0.0), (0.78, 1.0)), dark, light)
        color = n.mix(n.ramp(speck, (0.64, 0.0), (0.72, 0.5)), color, light)
        return {
            "Base Color": color,
            "Roughness": n.ramp(band, (0.35, roughness - 0.15), (0.65, roughness + 0.15)),
            "Normal": n.bump(n.math("ADD", n.math("MULTIPLY", speck, 0.5), band), 0.35, 0.03),
        }

    return m.principled(name, m.between(dark, light), roughness, build, specular=glint)


def leaf(name, color, second, rib="#9fae74", through=0.35, roughness=0.42, gloss=0.4):
    """A leaf that lets light through; `tint` chooses between two colors, `v` draws the rib."""

    material, n, output = m.new(name)
    tint, u, v = (attribute(n, k) for k in ("tint", "u", "v"))
    at = n.coord()
    spots = n.noise(at, 7, 4, 0.6)
    color_node = n.mix(n.math("ADD", n.math("MULTIPLY", tint, 0.8), n.math("MULTIPLY", spots, 0.25)), color, second)
    side = n.math("ABSOLUTE", v)
    vein = n.math("SINE", n.math("MULTIPLY", n.math("SUBTRACT", u, n.math("MULTIPLY", side, 0.16)), 80))
    color_node = shade(n, color_node, n.ramp(vein, (0.0, 0.75), (0.6, 1.0)), 0.25)
    color_node = n.mix(n.ramp(side, (0.03, 0.65), (0.09, 0.0)), color_node, rib)
    normal = n.bump(n.math("ADD", n.math("MULTIPLY", vein, 0.12), n.ramp(side, (0.0, 0.0), (0.1, 1.0))), 0.25, 0.02)
    top = n.add("ShaderNodeBsdfPrincipled", {"Base Color": color_node, "Roughness": n.ramp(spots, (0.3, roughness - 0.1), (0.7, roughness + 0.12)), "Specular": gloss, "Normal": normal}).outputs[0]
    back = n.add("ShaderNodeBsdfTranslucent", {"Color": n.mix(0.35, color_node, "#c8d860")}).outputs[0]
    n.set(output.inputs[0], n.add("ShaderNodeMixShader", {0: through, 1: top, 2: back}).outputs[0])
    return material


def petal(name, edge, base, through=0.45):
    """Thin and matt: paler toward the foot, light passes through."""
    material, n, output = m.new(name)
    tint, u, v = (attribute(n, k) for k in ("tint", "u", "v"))
    lines = n.noise(n.add("ShaderNodeCombineXYZ", {0: n.math("MULTIPLY", u, 1.2), 1: n.math("MULTIPLY", v, 14), 2: n.math("MULTIPLY", tint, 9)}).outputs[0], 1.5, 4, 0.6)
    color = n.mix(n.math("ADD", n.math("MULTIPLY", u, 0.85), n.math("MULTIPLY", n.math("SUBTRACT", tint, 0.5), 0.5)), base, edge)
    color = shade(n, color, n.ramp(lines, (0.3, 0.0), (0.7, 1.0)), 0.14)
    top = n.add("ShaderNodeBsdfPrincipled", {"Base Color": color, "Roughness": 0.55, "Specular": 0.2, "Sheen": 0.5, "Normal": n.bump(lines, 0.15, 0.02)}).outputs[0]
    back = n.add("ShaderNodeBsdfTranslucent", {"Color": color}).outputs[0]
    n.set(output.inputs[0], n.add("ShaderNodeMixShader", {0: through, 1: top, 2: back}).outputs[0])
    return material


def linen(name, color, thread=0.028, relief=0.4, through=0.0):
    """Coarse weave with slubs."""

    def build(n):
        at = n.coord("UV")
        xyz = n.add("ShaderNodeSeparateXYZ", {0: at})
        wave = lambda k: n.math("SINE", n.math("MULTIPLY", xyz.outputs[k], 6.2832 / thread))
        weave = n.math("MULTIPLY", wave(0), wave(1))
        along = lambda scale: n.noise(n.add("ShaderNodeMapping", {"Vector": at, "Scale": scale}).outputs[0], 2.0, 3, 0.62)
        slub = n.math("MULTIPLY", n.math("ADD", along((0.7, 15, 1)), along((15, 0.7, 1))), 0.5)
        tone = n.math("ADD", n.math("MULTIPLY", weave, 0.18), slub)
        return {
            "Base Color": shade(n, color, n.ramp(tone, (0.3, 0.0), (0.68, 1.0)), 0.2),
            "Normal": n.bump(n.math("ADD", n.math("MULTIPLY", weave, 0.5), n.math("MULTIPLY", slub, 2.0)), relief, 0.02),
        }

    return m.principled(name, color, 0.9, build, sheen=0.4, specular=0.15)


def silk(name, color, roughness=0.34):
    """Satin: glossy, slightly uneven; no visible thread."""

    def build(n):
        sheen = n.noise(n.coord(), 0.9, 3)
        return {"Roughness": n.ramp(sheen, (0.3, roughness - 0.05), (0.7, roughness + 0.07)), "Metallic": 0.5}

    return m.principled(name, color, roughness, build, specular=0.6, sheen=0.5)


def paper(name, color, relief=0.2):
    def build(n):
        at = n.coord()
        fibre = n.noise(at, 30, 5, 0.65)
        cloud = n.noise(at, 1.1, 3)
        return {"Base Color": shade(n, color, n.ramp(cloud, (0.3, 0.0), (0.7, 1.0)), 0.06), "Normal": n.bump(fibre, relief, 0.015)}

    return m.principled(name, color, 0.85, build, specular=0.2)


def ceramic(name, color, roughness=0.22, speckles=None):
    def build(n):
        at = n.coord()
        wave = n.noise(at, 1.6, 3)
        out = {"Roughness": n.ramp(wave, (0.3, max(0.03, roughness - 0.08)), (0.7, roughness + 0.1)), "Normal": n.bump(wave, 0.06, 0.05)}
        dots = n.ramp(n.noise(at, 22, 3, 0.5), (0.68, 0.0), (0.71, 0.8))
        out["Base Color"] = n.mix(dots, color, speckles) if speckles else shade(n, color, wave, 0.08)
        return out

    return m.principled(name, color, roughness, build)


def metal(name, color, roughness=0.22):
    def build(n):
        at = n.coord()
        wear = n.noise(at, 3.5, 5, 0.6)
        return {"Roughness": n.ramp(wear, (0.3, max(0.04, roughness - 0.1)), (0.7, roughness + 0.14))}

    return m.principled(name, color, roughness, build, metallic=1.0)


def snow(name="snow", color="#f3f6fa"):
    def build(n):
        at = n.coord()
        flakes = n.noise(at, 45, 4, 0.7)
        soft = n.noise(at, 3.5, 5, 0.6)
        glitter = n.ramp(n.add("ShaderNodeTexVoronoi", {"Vector": at, "Scale": 60.0}).outputs[0], (0.05, 0.12), (0.12, 0.75))
        return {
            "Base Color": shade(n, color, soft, 0.05),
            "Roughness": glitter,
            "Normal": n.bump(n.math("ADD", flakes, n.math("MULTIPLY", soft, 1.5)), 0.55, 0.05),
        }

    return m.principled(name, color, 0.6, build, specular=0.4)


def sand(name, color="#d9bd93", wet=None):
    def build(n):
        at = n.coord()
        grains = n.add("ShaderNodeTexVoronoi", {"Vector": at, "Scale": 48.0}).outputs
        own = n.add("ShaderNodeSeparateColor", {0: grains["Color"]}).outputs[0]
        cloud = n.noise(at, 1.2, 4)
        base = shade(n, color, n.ramp(own, (0.0, 0.0), (0.6, 1.0)), 0.3)
        base = n.mix(n.ramp(own, (0.92, 0.0), (0.95, 0.8)), base, "#5a4632")
        return {"Base Color": shade(n, base, n.ramp(cloud, (0.3, 0.0), (0.7, 1.0)), 0.1), "Normal": n.bump(n.math("ADD", n.math("MULTIPLY", grains["Distance"], -0.6), n.noise(at, 20, 3)), 0.6, 0.03)}

    return m.principled(name, color, 0.9, build, specular=0.2)


def bark(name, dark="#3a2a1e", light="#7d6550"):
    def build(n):
        at = n.add("ShaderNodeMapping", {"Vector": n.coord(), "Scale": (0.5, 2.2, 2.2)}).outputs[0]
        ridge = n.noise(at, 2.2, 8, 0.68, 0.8)
        return {"Base Color": n.mix(n.ramp(ridge, (0.35, 0.0), (0.7, 1.0)), dark, light), "Normal": n.bump(ridge, 0.9, 0.14)}

    return m.principled(name, m.between(dark, light), 0.9, build, specular=0.15)


def wax(name, color="#f2e6cf", glow="#ffae5a", glow_from=0.0, glow_to=1.0, strength=0.0):
    """Candle wax; it glows between two heights (object space), under its flame."""

    def build(n):
        z = n.add("ShaderNodeSeparateXYZ", {0: n.coord()}).outputs[2]
        t = n.add("ShaderNodeMapRange", {"Value": z, 1: glow_from, 2: glow_to, 3: 0.0, 4: 1.0}).outputs[0]
        light = n.math("MULTIPLY", n.math("POWER", t, 2.5), strength)
        return {"Emission": glow, "Emission Strength": light, "Normal": n.bump(n.noise(n.coord(), 3, 4), 0.1, 0.05)}

    return m.principled(name, color, 0.42, build)


def acrylic(name, color="#ffffff", roughness=0.03, tint="#ffd9df", density=0.6):
    return m.glass(name, color, roughness, 1.49, "#f4dfe2", density, tint)


def clear(name, shadow="#f0f4f4"):
    return m.glass(name, "#ffffff", 0.0, 1.46, shadow)


