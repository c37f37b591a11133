"""Simple products of a household, each built where it is photographed. One unit is 10 cm."""

import math

import bpy
import materials as m
import mesh

COLORS = ["#b5483a", "#3f6d8e", "#d9a441", "#5d7f4f", "#2f3136", "#e9e2d4", "#8a5a8f", "#c98f77", "#f1f0ec", "#7b4b2a"]


def paint(number, roughness=0.4):
    return m.principled("paint", COLORS[number % len(COLORS)], roughness)


def bottle(c):
    shape = [(0, 0), (0.36, 0, 0.05), (0.36, 1.3, 0.25), (0.13, 1.65, 0.1), (0.13, 1.95), (0, 1.95)]
    return [mesh.lathe("bottle", shape, paint(c)), mesh.rod("cap", (0, 0, 1.95), (0, 0, 2.2), 0.16, paint(c + 4))]


def mug(c):
    shape = [(0, 0), (0.4, 0, 0.05), (0.42, 1.0), (0.38, 1.0), (0.36, 0.08), (0, 0.08)]
    ring = [(0.4 + 0.3 * math.sin(a), 0, 0.5 + 0.3 * math.cos(a)) for a in (0.2, 0.8, 1.57, 2.3, 2.9)]
    return [mesh.lathe("mug", shape, paint(c)), mesh.tube("handle", ring, 0.06, paint(c))]


def box(c, size=(1.2, 0.7, 1.5)):
    return [mesh.box("box", size, (0, 0, 0), paint(c, 0.6), 0.03)]


def book(c):
    return [
        mesh.box("cover", (1.5, 2.1, 0.3), (0, 0, 0), paint(c, 0.5), 0.03),
        mesh.box("label", (0.8, 0.4, 0.01), (0, 0.3, 0.3), paint(c + 5, 0.5)),
    ]


def ball(c):
    bpy.ops.mesh.primitive_uv_sphere_add(radius=0.6, location=(0, 0, 0.6), segments=48, ring_count=24)
    obj = bpy.context.object
    obj.data.materials.append(paint(c))
    bpy.ops.object.shade_smooth()
    return [obj]


def legs(c, at, height, radius=0.07, splay=0.0):
    return [mesh.rod("leg", (x * (1 + splay), y * (1 + splay), 0), (x, y, height), radius, paint(c)) for x, y in at]


def stool(c):
    spots = [(math.cos(a) * 0.5, math.sin(a) * 0.5) for a in (0.4, 2.5, 4.6)]
    seat = [(0, 1.2), (0.75, 1.2, 0.04), (0.75, 1.35, 0.04), (0, 1.35)]
    return [mesh.lathe("seat", seat, paint(c)), *legs(c + 9, spots, 1.22, 0.06, 0.35)]


def chair(c):
    spots = [(-0.55, -0.5), (0.55, -0.5), (-0.55, 0.5), (0.55, 0.5)]
    return [
        mesh.box("seat", (1.3, 1.2, 0.12), (0, 0, 1.1), paint(c), 0.03),
        mesh.box("back", (1.3, 0.12, 1.3), (0, 0.55, 1.2), paint(c), 0.03),
        *legs(c, spots, 1.12),
    ]


def animal(c, trunk=False, long=1.0):
    """A toy on four legs; with a trunk it is an elephant."""
    parts = [mesh.fuse([ball_at((0, 0, 1.15), (0.85 * long, 0.5, 0.5)), ball_at((-0.9 * long, 0, 1.45), (0.42, 0.38, 0.42))], 0.04)]
    parts[0].data.materials.append(paint(c, 0.8))
    parts += legs(c, [(-0.5 * long, -0.25), (0.5 * long, -0.25), (-0.45 * long, 0.25), (0.55 * long, 0.25)], 1.0, 0.15)
    if trunk:
        nose = [(-1.25, 0, 1.45), (-1.6, 0, 1.2), (-1.65, 0, 0.7), (-1.85, 0, 0.4)]
        parts.append(mesh.tube("trunk", nose, 0.11, paint(c, 0.8)))
    return parts


def ball_at(at, radii):
    bpy.ops.mesh.primitive_uv_sphere_add(radius=1, location=at, segments=32, ring_count=16)
    bpy.context.object.scale = radii
    return bpy.context.object


def tripod(c):
    spots = [(math.cos(a) * 0.25, math.sin(a) * 0.25) for a in (-1.57, 0.52, 2.6)]
    shade = [(0.6, 1.7), (0.4, 2.5), (0.39, 2.5), (0.59, 1.7)]
    return [mesh.lathe("shade", shade, paint(c, 0.7)), *legs(c + 4, spots, 1.8, 0.04, 2.2)]


def plant(c):
    pot = [(0, 0), (0.32, 0, 0.03), (0.5, 0.75), (0.44, 0.75), (0.4, 0.65), (0, 0.65)]
    parts = [mesh.lathe("pot", pot, paint(c))]
    for k in range(9):
        a = k * 0.7
        leaf = [(0, 0, 0.7), (math.cos(a) * 0.3, math.sin(a) * 0.3, 1.4), (math.cos(a) * 1.0, math.sin(a) * 1.0, 1.5)]
        parts.append(mesh.tube("leaf", leaf, 0.1, paint(3), radii=[0.4, 1.2, 0.2]))
    return parts


def spectacles(c):
    """Open, on rims and the ends of their temples."""
    parts = []
    for s in (-1, 1):
        rim = [(s * 0.55 + 0.42 * math.cos(a), 0, 0.38 + 0.36 * math.sin(a)) for a in [k * 0.524 for k in range(12)]]
        parts.append(mesh.tube("rim", rim, 0.05, paint(c), cyclic=True))
        arm = [(s * 0.98, 0, 0.5), (s * 1.0, 0.2, 0.52), (s * 1.0, 1.2, 0.5), (s * 0.98, 1.45, 0.1)]
        parts.append(mesh.tube("temple", arm, 0.04, paint(c)))
    parts.append(mesh.tube("bridge", [(-0.14, 0, 0.45), (0, 0, 0.52), (0.14, 0, 0.45)], 0.045, paint(c)))
    return parts


def goblet(c):
    shape = [(0, 0), (0.4, 0, 0.03), (0.38, 0.05), (0.05, 0.15, 0.05), (0.05, 0.9, 0.1), (0.45, 1.2, 0.2), (0.42, 1.9)]
    return [mesh.lathe("goblet", [*shape, (0.38, 1.9), (0.4, 1.3, 0.2), (0, 1.0)], paint(c, 0.2))]


def shoe(c):
    sole = mesh.box("sole", (2.2, 0.75, 0.18), (0, 0, 0), paint(c + 5), 0.08)
    upper = mesh.fuse([ball_at((0.55, 0, 0.35), (0.55, 0.36, 0.33)), ball_at((-0.5, 0, 0.55), (0.55, 0.35, 0.55)), ball_at((0, 0, 0.38), (0.8, 0.35, 0.33))], 0.04)
    upper.data.materials.append(paint(c, 0.7))
    return [sole, upper]


def scissors(c):
    parts = []
    for s in (-1, 1):
        ring = [(s * 0.35 + 0.28 * math.cos(a), -0.9 + 0.36 * math.sin(a), 0.07) for a in [k * 0.63 for k in range(10)]]
        parts.append(mesh.tube("ring", ring, 0.07, paint(c), cyclic=True))
        blade = [(-0.06, 0), (0.1, 0), (0.02, 1.6)]
        blade = mesh.prism("blade", blade, 0.05, m.principled("steel", "#b8bcc2", 0.25, metallic=1.0))
        blade.rotation_euler.z = s * 0.16
        blade.location = (0, -0.2, 0.05)
        parts += [blade, mesh.rod("shank", (s * 0.25, -0.6, 0.07), (-s * 0.02, -0.1, 0.08), 0.07, paint(c))]
    return parts


def spoon(c):
    bowl = ball_at((0, 0.9, 0.08), (0.3, 0.42, 0.08))
    bowl.data.materials.append(paint(c, 0.5))
    return [bowl, mesh.tube("stem", [(0, 0.6, 0.08), (0, -0.3, 0.1), (0, -1.4, 0.08)], 0.08, paint(c, 0.5))]


def shirt(c):
    side = [(0.42, 1.0), (1.2, 0.75), (1.05, 0.2), (0.7, 0.35), (0.72, -1.3)]
    outline = [*side, *[(-x, y) for x, y in reversed(side)], (-0.2, 0.85), (0.2, 0.85)]
    return [mesh.bevel(mesh.prism("shirt", outline, 0.08, m.cloth("cloth", COLORS[c % 10], thread=0.03)), 0.03)]


def watch(c):
    face = [(0, 0), (0.42, 0, 0.03), (0.42, 0.14, 0.03), (0, 0.14)]
    return [
        mesh.lathe("face", face, m.principled("steel", "#c3c6cb", 0.2, metallic=1.0)),
        mesh.box("strap", (0.42, 3.2, 0.07), (0, 0, 0), paint(c, 0.7), 0.02),
    ]


def plate(c):
    shape = [(0, 0), (0.6, 0, 0.03), (1.1, 0.16, 0.05), (1.12, 0.2), (0.6, 0.08), (0, 0.06)]
    return [mesh.lathe("plate", shape, paint(c, 0.25))]


def necklace(c):
    chain = [(0.8 * math.cos(a), 1.1 * math.sin(a), 0.04) for a in [k * 0.45 for k in range(14)]]
    return [mesh.tube("chain", chain, 0.035, m.principled("gold", "#d6a94c", 0.25, metallic=1.0), cyclic=True), *[o for o in pendant(c)]]


def pendant(c):
    stone = ball_at((0, -1.3, 0.08), (0.2, 0.26, 0.08))
    stone.data.materials.append(paint(c, 0.1))
    return [stone]


def belt(c):
    coil = [((0.9 - 0.045 * k) * math.cos(k * 0.5), (0.9 - 0.045 * k) * math.sin(k * 0.5), 0.1) for k in range(18)]
    return [mesh.tube("belt", coil, 0.09, paint(c, 0.6))]


def frame(c):
    parts = [mesh.box("mount", (1.5, 0.05, 2.0), (0, 0, 0), paint(8), 0.01)]
    for at, size in (((0, 0, 0), (1.7, 0.12, 0.14)), ((0, 0, 1.9), (1.7, 0.12, 0.14)), ((-0.8, 0, 0), (0.14, 0.12, 2.0)), ((0.8, 0, 0), (0.14, 0.12, 2.0))):
        parts.append(mesh.box("bar", size, (at[0], -0.03, at[2]), paint(c), 0.02))
    return parts


def board(c):
    outline = [(0.45 * math.cos(a), 1.7 * math.sin(a)) for a in [k * 0.196 for k in range(32)]]
    return [mesh.bevel(mesh.prism("board", outline, 0.1, paint(c, 0.4)), 0.03)]


def umbrella(c):
    cloth = [(0.03, 0), (0.2, 0.5, 0.2), (0.17, 1.6, 0.2), (0.05, 2.2)]
    handle = [(0, 0, 2.2), (0, 0, 2.7), (0.15, 0, 2.9), (0.3, 0, 2.7)]
    return [mesh.lathe("cloth", cloth, paint(c, 0.8)), mesh.tube("handle", handle, 0.06, paint(9)), mesh.rod("tip", (0, 0, -0.25), (0, 0, 0.02), 0.03, paint(4))]


def lamp(c, cord=6.0):
    shade = [(0.8, 0), (0.35, 0.8, 0.2), (0.08, 0.95), (0.06, 0.9), (0.33, 0.76, 0.2), (0.78, 0)]
    return [mesh.lathe("shade", shade, paint(c, 0.4)), mesh.rod("cord", (0, 0, 0.9), (0, 0, cord), 0.02, paint(4))]


def bauble(c, cord=6.0):
    return [*ball(c), mesh.rod("cap", (0, 0, 1.18), (0, 0, 1.32), 0.12, paint(2)), mesh.rod("thread", (0, 0, 1.3), (0, 0, cord), 0.012, paint(4))]


def earring(c, cord=6.0):
    drop = [(0, 0), (0.3, 0.3, 0.25), (0.03, 1.0)]
    return [mesh.lathe("drop", drop, paint(c, 0.15)), mesh.rod("wire", (0, 0, 0.95), (0, 0, cord), 0.015, paint(2))]


def hanger(c, cord=6.0):
    """A shirt on its hanger, on a cord."""
    body = shirt(c)[0]
    body.rotation_euler.x = math.radians(90)
    body.location.z = 1.3
    bar = [(-1.0, 0, 2.05), (0, 0, 2.4), (1.0, 0, 2.05)]
    return [body, mesh.tube("bar", bar, 0.04, paint(9)), mesh.rod("cord", (0, 0, 2.35), (0, 0, cord), 0.02, paint(4))]


def drone(c):
    parts = [mesh.box("body", (0.9, 0.6, 0.25), (0, 0, 0), paint(c), 0.08)]
    for x in (-1, 1):
        for y in (-1, 1):
            parts.append(mesh.rod("arm", (x * 0.3, y * 0.2, 0.15), (x * 1.0, y * 0.8, 0.2), 0.06, paint(4)))
            disc = [(0, 0.3), (0.45, 0.3), (0.45, 0.33), (0, 0.33)]
            wing = mesh.lathe("wing", disc, paint(c + 4))
            wing.location = (x * 1.0, y * 0.8, -0.02)
            parts.append(wing)
    return parts


def bag(c):
    body = mesh.bevel(mesh.box("bag", (1.7, 0.7, 1.3), (0, 0, 0), paint(c, 0.6)), 0.15)
    grip = [(-0.5, 0, 1.2), (-0.45, 0, 1.9), (0.45, 0, 1.9), (0.5, 0, 1.2)]
    return [body, mesh.tube("grip", grip, 0.06, paint(c + 4))]


def headphones(c):
    arc = [(0.75 * math.cos(a), 0, 0.75 + 0.8 * math.sin(a)) for a in [k * 0.35 for k in range(10)]]
    parts = [mesh.tube("arc", arc, 0.08, paint(c))]
    for s in (-1, 1):
        cup = ball_at((s * 0.72, 0, 0.5), (0.22, 0.42, 0.48))
        cup.data.materials.append(paint(c + 4))
        parts.append(cup)
    return parts
