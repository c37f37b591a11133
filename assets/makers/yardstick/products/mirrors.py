"""A round mirror in a brass frame on a foot."""

import math

import materials as m
import mesh
import numpy as np


def silvered():
    return m.principled("silvered", "#f2f4f3", 0.01, metallic=1.0, specular=0.5)


def disc(name, profile, material, objs):
    objs.append(mesh.lathe(name, profile, material, 160))


def face(radius, thick, frame, objs):
    """A round mirror lying on its back: glass towards +z, a ring around it."""
    disc("glass", [(0, thick), (radius * 0.93, thick)], silvered(), objs)
    disc(
        "frame",
        [(0, 0), (radius * 0.95, 0, 0.03), (radius, 0.03, 0.03), (radius, thick + 0.05, 0.04)]
        + [(radius * 0.92, thick + 0.05, 0.03), (radius * 0.91, thick - 0.02)],
        frame,
        objs,
    )


def standing(tilt=12, turn=0):
    """On a foot, held at both sides by a fork."""
    brass = m.principled("brass", "#c9a45c", 0.22, metallic=1.0)
    head = []
    face(0.85, 0.06, brass, head)
    handle = mesh.move(head, (0, 0, 1.62), (90 - tilt, 0, 0))
    rest = [handle]
    rest.append(mesh.lathe("foot", [(0, 0), (0.5, 0, 0.03), (0.5, 0.05, 0.03), (0.1, 0.1, 0.05), (0, 0.1)], brass))
    rest.append(mesh.rod("stem", (0, 0, 0.08), (0, 0, 0.68), 0.045, brass))
    turns = np.linspace(math.pi, 2 * math.pi, 40)
    fork = [(0.94 * math.cos(a), 0, 1.62 + 0.94 * math.sin(a)) for a in turns]
    rest.append(mesh.tube("fork", fork, 0.035, brass, kind="POLY"))
    for s in (-1, 1):
        rest.append(mesh.rod("pin", (s * 0.8, 0, 1.62), (s * 1.02, 0, 1.62), 0.05, brass))
    mesh.move(rest, (0, 0, 0), (0, 0, turn))
