"""Helpers for the table of pictures: products, camera views, and complete entries."""

import math

import bpy
import materials as m

LANDSCAPE, PORTRAIT = (4, 3), (3, 4)


def sample(name):
    """Builder of one of the sample products."""

    def build():
        __import__(name).build()

    return build


def one_color(build, color, roughness=0.35):
    """The product with one surface everywhere; small marks keep their own."""

    def painted():
        before = set(bpy.context.scene.objects)
        build()
        paint = m.principled("paint", color, roughness, specular=0.45)
        for obj in bpy.context.scene.objects:
            if obj not in before and obj.type in {"MESH", "CURVE"}:
                obj.data.materials.clear()
                obj.data.materials.append(paint)

    return painted


def group(*members):
    """Several products side by side: (builder, (x, y), turn in degrees)."""

    def build():
        for make, (x, y), turn in members:
            before = set(bpy.context.scene.objects)
            make()
            handle = bpy.data.objects.new("place", None)
            bpy.context.scene.collection.objects.link(handle)
            for obj in set(bpy.context.scene.objects) - before - {handle}:
                if obj.parent is None:
                    obj.parent = handle
            handle.location, handle.rotation_euler.z = (x, y, 0), math.radians(turn)
            bpy.context.view_layer.update()

    return build


def view(fill=0.7, pitch=14, yaw=0, lens=50, offset=(0, 0), stop=11):
    return {
        "fill": fill,
        "pitch_deg": pitch,
        "yaw_deg": yaw,
        "lens_mm": lens,
        "offset": offset,
        "f_stop": stop,
    }


def picture(kind, shows, setting, build, camera=None, ratio=LANDSCAPE, key=0.36, **look):
    camera = camera or view()
    return {"class": kind, "shows": shows, "setting": setting, "build": build, "camera": camera} | {
        "ratio": ratio,
        "key": key,
        "look": look,
    }
