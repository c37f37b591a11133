"""Cameras of the views: a square frame around the product's place."""

import math
from dataclasses import dataclass

import bpy
from mathutils import Matrix, Vector

import mesh

SENSOR_MM = 36


@dataclass
class View:
    """`span` is the frame's width at the product (in units of 10 cm), `row` the position of its foot (0 top, 1 bottom).

    `key` is the mean brightness that the exposure aims at, if not the scene's.
    """

    pitch_deg: float
    span: float = 5.6
    row: float = 0.70
    lens_mm: float = 70
    f_stop: float = 4.0
    yaw_deg: float = 0.0
    seed: int = 1
    light_turn_deg: float = 0.0
    key: float | None = None


def place_camera(view, ground_z):
    """Looks at the place on the ground from `pitch_deg` above the horizon."""
    data = bpy.data.cameras.new("camera")
    data.lens, data.sensor_width, data.sensor_fit = view.lens_mm, SENSOR_MM, "HORIZONTAL"
    data.clip_start, data.clip_end = 0.05, 3000
    distance = view.span * view.lens_mm / SENSOR_MM
    pitch, yaw = math.radians(view.pitch_deg), math.radians(view.yaw_deg)
    back = Vector((math.sin(yaw) * math.cos(pitch), -math.cos(yaw) * math.cos(pitch), math.sin(pitch)))
    obj = mesh.link(bpy.data.objects.new("camera", data))
    obj.location = Vector((0, 0, ground_z)) + back * distance
    obj.rotation_euler = (math.pi / 2 - pitch, 0, yaw)
    data.shift_y = view.row - 0.5
    data.dof.use_dof, data.dof.focus_distance = True, distance - 0.15
    data.dof.aperture_fstop = view.f_stop * 0.1
    bpy.context.scene.camera = obj
    bpy.context.view_layer.update()
    return obj


def facts(camera, view, ground_z):
    """A camera's data for the compositor; lengths in centimetres, rows and columns as shares of the frame."""
    data, matrix = camera.data, Matrix(camera.matrix_world)
    to_camera = matrix.inverted()
    focal = data.lens / SENSOR_MM
    pitch = math.radians(view.pitch_deg)
    # A horizontal ray ahead is `pitch` above the optical axis.
    horizon = 0.5 + data.shift_y - focal * math.tan(pitch) if view.pitch_deg < 85 else None
    return {
        "pitch_deg": view.pitch_deg,
        "yaw_deg": view.yaw_deg,
        "lens_mm": data.lens,
        "sensor_mm": SENSOR_MM,
        "focal": round(focal, 7),
        "center": [0.5, round(0.5 + data.shift_y, 5)],
        "distance_cm": round(view.span * view.lens_mm / SENSOR_MM * 10, 2),
        "world_to_camera": [[round(v * (10 if column == 3 else 1), 7) for column, v in enumerate(row)] for row in to_camera[:3]],
        "horizon_y": None if horizon is None else round(horizon, 5),
        "f_stop": view.f_stop,
    }


def project(camera, point):
    """Column and row of a point (in units), as shares of the frame."""
    p = camera.matrix_world.inverted() @ Vector(point)
    focal = camera.data.lens / SENSOR_MM
    return [round(0.5 + focal * p.x / -p.z, 5), round(0.5 + camera.data.shift_y - focal * p.y / -p.z, 5)]
