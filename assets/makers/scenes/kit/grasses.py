"""Dried grasses. `materials` are those of hairs and stalk."""

import math

from mathutils import Vector

import materials as m

from . import plants, surfaces
from .batch import Batch, aim, grid


def fluff(name, pale="#f7e9cf", deep="#e0c79d", open_=0.6):
    """Hairs that scatter light and transmit much of it, because real ones are thinner than the modelled ones."""
    material, n, output = m.new(name)
    color = n.mix(surfaces.attribute(n, "tint"), deep, pale)
    both = n.add("ShaderNodeMixShader", {0: 0.5, 1: n.add("ShaderNodeBsdfDiffuse", {"Color": color}).outputs[0], 2: n.add("ShaderNodeBsdfTranslucent", {"Color": color}).outputs[0]}).outputs[0]
    gap = n.math("MULTIPLY", n.add("ShaderNodeLightPath").outputs["Is Shadow Ray"], open_)
    n.set(output.inputs[0], n.add("ShaderNodeMixShader", {0: gap, 1: both, 2: n.add("ShaderNodeBsdfTransparent").outputs[0]}).outputs[0])
    return material


def hair(rng, width=0.022):
    """A fine hair, about 1 long, that hangs at its tip."""
    bend, sway = rng.uniform(0.1, 0.35), rng.uniform(-0.15, 0.15)
    return grid(lambda u, v: (v * width * (1 - u) ** 0.6 + sway * u * u, u, -bend * u * u + 0 * v), 5, 1)


def plume(rng, start, way, length, materials, hairs=1150, size=0.56, droop=0.6):
    """Pampas grass: hairs lean along the upper half of the stalk."""
    points = plants.curve(start, way, length, droop, 20, rng.uniform(-0.3, 0.3))
    kinds, batch = [hair(rng) for _ in range(6)], Batch("plume")
    for _ in range(hairs):
        s = rng.random() ** 0.9
        at, d = plants.along(points, min(0.999, 0.42 + 0.58 * s))
        lean = Vector(d) * 1.15 + Vector(rng.normal(0, 0.5, 3)) + Vector((0, 0, -0.2))
        full = 0.3 + 0.7 * math.sin(math.pi * (0.2 + 0.72 * s))
        batch.add(kinds[rng.integers(6)], aim(at, lean, rng.uniform(0, 360), size * full * rng.uniform(0.7, 1.2)), rng.random())
    return [batch.build(materials[0]), plants.stem(points, 0.02, materials[1])]
