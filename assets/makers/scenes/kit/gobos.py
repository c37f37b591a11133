"""Objects that cast a shadow and are invisible to cameras: leaves, a window's bars, blinds."""

import math

import numpy as np
from mathutils import Vector

import materials as m
import mesh

from . import plants
from .batch import Batch, aim
from .lights import toward


def hide(objects):
    for obj in objects:
        obj.visible_camera = obj.visible_glossy = obj.visible_diffuse = False
        obj["gobo"] = True
    return objects


def frame_of(azimuth_deg, elevation_deg, distance, aim_at=(0, 0, 0)):
    """Centre of a plane perpendicular to the light's direction, and its right and up."""
    way = toward(azimuth_deg, elevation_deg)
    right = way.cross(Vector((0, 0, 1))).normalized()
    return Vector(aim_at) + way * distance, right, right.cross(way).normalized() * -1


def leaves(rng, azimuth_deg, elevation_deg, distance=12.0, aim_at=(0, 0, 0), spread=6.0, branches=6, size=1.3, width=0.36, gap=1.6):
    """Branches in front of a light; `gap` keeps the middle brighter. A larger distance gives softer shadows."""
    centre, right, up = frame_of(azimuth_deg, elevation_deg, distance, aim_at)
    dark = m.principled("gobo", "#10140c", 0.9)
    shapes, batch = [plants.blade(rng, width) for _ in range(6)], Batch("gobo")
    for k in range(branches):
        a = 2 * math.pi * (k + rng.uniform(-0.3, 0.3)) / branches
        offset = gap + rng.uniform(0, spread * 0.3)
        start = centre + right * math.cos(a) * (offset + spread) + up * math.sin(a) * (offset + spread)
        end = centre + right * math.cos(a) * offset + up * math.sin(a) * offset
        way = end - start
        points = plants.curve(start, way, way.length, rng.uniform(-0.4, 0.4), 14, rng.uniform(-0.5, 0.5))
        for j in range(round(way.length * 3.2 / size)):
            at, d = plants.along(points, min(0.999, (j + 0.5) / (way.length * 3.2 / size)))
            sign = 1 if j % 2 else -1
            out = Vector(d) * 0.6 + (right if abs(Vector(d).dot(right)) < 0.7 else up) * sign
            batch.add(shapes[rng.integers(6)], aim(at, out, rng.uniform(-40, 40), size * rng.uniform(0.7, 1.15)))
    return hide([batch.build(dark)])


def crown(rng, azimuth_deg, elevation_deg, distance, aim_at, spread=(20, 14), clusters=26, leaves_each=46, size=0.9, gap=4.0):
    """The leaves of a tree in loose clusters, which leave gaps of light; fewer within `gap` of the aim."""
    centre, right, up = frame_of(azimuth_deg, elevation_deg, distance, aim_at)
    way = toward(azimuth_deg, elevation_deg)
    shapes, batch = [plants.blade(rng, 0.55) for _ in range(6)], Batch("gobo")
    for _ in range(clusters):
        x, y = rng.uniform(-1, 1) * spread[0], rng.uniform(-1, 1) * spread[1]
        if math.hypot(x, y) < gap and rng.random() < 0.8:
            continue
        wide = rng.uniform(0.8, 2.2)
        for _ in range(leaves_each):
            at = centre + right * (x + rng.normal(0, wide * 1.3)) + up * (y + rng.normal(0, wide)) + way * rng.normal(0, 3)
            lean = right * rng.normal() + up * rng.normal() + way * rng.normal() * 0.6
            batch.add(shapes[rng.integers(6)], aim(at, lean, rng.uniform(0, 360), size * rng.uniform(0.7, 1.3)))
    return hide([batch.build(m.principled("gobo", "#10140c", 0.9))])


def palm(rng, azimuth_deg, elevation_deg, distance=10.0, aim_at=(0, 0, 0), length=7.0, offset=(3.0, -2.0), turn_deg=120, fronds=1):
    centre, right, up = frame_of(azimuth_deg, elevation_deg, distance, aim_at)
    dark = m.principled("gobo", "#10140c", 0.9)
    made = []
    for k in range(fronds):
        a = math.radians(turn_deg + k * 38)
        way = right * math.cos(a) + up * math.sin(a)
        start = centre + right * (offset[0] + k * 0.8) + up * (offset[1] - k * 0.6)
        made += plants.palm(rng, start, way, length * (1 - 0.12 * k), (dark, dark), 0.25, 24, 0.42, rng.uniform(-0.3, 0.3))
    return hide(made)


def bars(azimuth_deg, elevation_deg, distance=14.0, aim_at=(0, 0, 0), size=(9, 12), panes=(2, 3), bar=0.35, margin=40.0, turn_deg=0.0):
    """A window in a dark wall: only its panes let the light through."""
    centre, right, up = frame_of(azimuth_deg, elevation_deg, distance, aim_at)
    if turn_deg:
        a = math.radians(turn_deg)
        right, up = right * math.cos(a) + up * math.sin(a), up * math.cos(a) - right * math.sin(a)
    dark = m.principled("gobo", "#16130f", 0.9)
    (w, h), made = size, []

    def plate(x0, x1, y0, y1):
        corners = [centre + right * x + up * y for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
        made.append(mesh.from_data("gobo", corners, [(0, 1, 2, 3)], dark, smooth=False))

    for k in range(1, panes[0]):
        x = (k / panes[0] - 0.5) * w
        plate(x - bar / 2, x + bar / 2, -h / 2, h / 2)
    for k in range(1, panes[1]):
        y = (k / panes[1] - 0.5) * h
        plate(-w / 2, w / 2, y - bar / 2, y + bar / 2)
    plate(-margin, -w / 2, -margin, margin)
    plate(w / 2, margin, -margin, margin)
    plate(-w / 2, w / 2, h / 2, margin)
    plate(-w / 2, w / 2, -margin, -h / 2)
    return hide(made)


def blinds(azimuth_deg, elevation_deg, distance=9.0, aim_at=(0, 0, 0), slats=14, pitch=0.8, share=0.5, width=14.0):
    centre, right, up = frame_of(azimuth_deg, elevation_deg, distance, aim_at)
    dark, made = m.principled("gobo", "#16130f", 0.9), []
    for k in range(slats):
        y = (k - slats / 2) * pitch
        corners = [centre + right * x + up * z for x, z in ((-width, y), (width, y), (width, y + pitch * share), (-width, y + pitch * share))]
        made.append(mesh.from_data("gobo", corners, [(0, 1, 2, 3)], dark, smooth=False))
    return hide(made)


