"""Suns, windows, lamps and skies. Each belongs to a light group: `key` casts the product's shadow, `fill` does not."""

import math

import bpy
from mathutils import Vector

import mesh
from nodes import Nodes, rgb


def toward(azimuth_deg, elevation_deg):
    """Direction to a light. Seen from above: 0 is the camera's side, -90 left, 90 right, 180 behind."""
    a, e = math.radians(azimuth_deg), math.radians(elevation_deg)
    return Vector((math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)))


def sun(azimuth_deg, elevation_deg, energy, color="#ffffff", angle_deg=1.0, group="key"):
    data = bpy.data.lights.new("sun", "SUN")
    data.energy, data.angle, data.color = energy, math.radians(angle_deg), rgb(color)[:3]
    obj = mesh.link(bpy.data.objects.new("sun", data))
    obj.rotation_euler = toward(azimuth_deg, elevation_deg).to_track_quat("Z", "Y").to_euler()
    obj.lightgroup = group
    return obj


def panel(at, aim, size, power, color="#ffffff", group="key", seen=True):
    """A rectangle of light: a softbox, a window, a lamp."""
    data = bpy.data.lights.new("panel", "AREA")
    data.shape, data.size, data.size_y = "RECTANGLE", size[0], size[1]
    data.energy, data.color = power, rgb(color)[:3]
    obj = mesh.link(bpy.data.objects.new("panel", data))
    obj.location = at
    obj.rotation_euler = (Vector(aim) - Vector(at)).to_track_quat("-Z", "Y").to_euler()
    obj.lightgroup = group
    obj.visible_glossy = seen
    return obj


def bulb(at, power, color="#ffb870", radius=0.12, group="key"):
    data = bpy.data.lights.new("bulb", "POINT")
    data.energy, data.color, data.shadow_soft_size = power, rgb(color)[:3], radius
    obj = mesh.link(bpy.data.objects.new("bulb", data))
    obj.location, obj.lightgroup = at, group
    return obj


def sky(strength, *stops):
    """World light by height: stops of (0 straight down … 1 straight up, color); one color alone is even light."""
    tree = bpy.context.scene.world.node_tree
    background = tree.nodes["Background"]
    background.inputs[1].default_value = strength
    if len(stops) == 1:
        background.inputs[0].default_value = rgb(stops[0])
        return
    n = Nodes(tree)
    up = n.add("ShaderNodeSeparateXYZ", {0: n.add("ShaderNodeTexCoord").outputs["Generated"]}).outputs[2]
    n.set(background.inputs[0], n.ramp(n.math("MULTIPLY", n.math("ADD", up, 1.0), 0.5), *stops))


def describe(obj, place, exposure):
    """Direction, angular size and strength (light that a white surface facing it sends back) at a place.

    The factors are those of Cycles, checked by rendering a white plane under each kind of lamp.
    """
    data = obj.data
    color = list(data.color)
    if data.type == "SUN":
        direction = obj.matrix_world.to_3x3() @ Vector((0, 0, 1))
        level, angle, distance = data.energy / math.pi, math.degrees(data.angle), None
    else:
        way = obj.matrix_world.translation - Vector(place)
        direction, distance = way.normalized(), way.length
        if data.type == "AREA":
            cosine = max(0.0, (obj.matrix_world.to_3x3() @ Vector((0, 0, -1))).dot(-direction))
            level = data.energy * cosine / (4 * distance**2) / math.pi
            angle = math.degrees(2 * math.atan(0.5 * math.sqrt(data.size * data.size_y) / distance))
        else:
            level = data.energy / (4 * math.pi * distance**2) / math.pi
            angle = math.degrees(2 * math.atan(data.shadow_soft_size / distance))
    return {
        "group": obj.lightgroup,
        "direction": [round(v, 4) for v in direction],
        "angle_deg": round(angle, 2),
        "distance_cm": None if distance is None else round(distance * 10, 1),
        "strength": [round(level * exposure * c, 4) for c in color],
    }
