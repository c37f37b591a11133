"""Thin metal: a balloon whisk, a wire basket, and earphones on a cable."""

import materials as m
import mesh
import numpy as np
import strands


def whisk():
    """Lying on the table, with its wires in front of it."""
    steel = m.principled("steel", "#cfcdc8", 0.16, metallic=1.0)
    made = [
        mesh.lathe(
            "handle",
            [
                (0, 0),
                (0.05, 0.0, 0.02),
                (0.065, 0.06, 0.03),
                (0.06, 0.6),
                (0.085, 1.0, 0.1),
                (0.075, 1.1),
                (0, 1.1),
            ],
            steel,
            64,
        )
    ]
    turn = np.linspace(0.02, np.pi - 0.02, 90)
    paths = []
    for k in range(6):
        a = np.pi * k / 6
        # A drop: both legs leave the handle side by side and meet in a round end.
        leg = np.cos(turn) * (0.05 + (0.60 - 0.02 * k) * np.sin(turn) ** 1.2)
        along = 1.05 + (1.75 - 0.03 * k) * np.sin(turn)
        paths.append(np.stack([leg * np.cos(a), leg * np.sin(a), along], 1))
    made.append(strands.tubes("wires", np.stack(paths), 0.0105, steel, 10))
    mesh.move(made, (-0.9, 0.35, 0.07), (80, 0, 62))


def basket():
    """Black fruit basket, empty."""
    black = m.principled("black wire", "#141414", 0.4, specular=0.5)
    a = np.linspace(0, 2 * np.pi, 97)
    rings = [(0.62, 0.03), (0.70, 0.10), (0.86, 0.34), (0.98, 0.60), (1.05, 0.86)]
    loops = [np.stack([r * np.cos(a), r * np.sin(a), np.full(97, z)], 1) for r, z in rings]
    strands.tubes("rings", np.stack(loops[:-1]), 0.012, black, 8)
    strands.tubes("rim", np.stack(loops[-1:]), 0.026, black, 12)
    spokes = []
    for k in range(36):
        turn = 2 * np.pi * k / 36
        profile = np.array(
            [(0.0, 0.03), (0.3, 0.03), (0.6, 0.03), (0.70, 0.10), (0.86, 0.34), (0.98, 0.60), (1.05, 0.86)]
        )
        s = np.linspace(0, 6, 40)
        r, z = (np.interp(s, range(7), profile[:, c]) for c in (0, 1))
        spokes.append(np.stack([r * np.cos(turn), r * np.sin(turn), z], 1))
    strands.tubes("spokes", np.stack(spokes), 0.011, black, 8)
    for k in range(3):
        turn = 2 * np.pi * k / 3 + 0.5
        foot = mesh.lathe("foot", [(0, 0), (0.06, 0, 0.01), (0.06, 0.03), (0, 0.03)], black, 32)
        foot.location = (0.6 * np.cos(turn), 0.6 * np.sin(turn), 0)


def earphones():
    """White in-ear phones, their cable thrown on the table in loops."""
    white = m.principled("white plastic", "#eceae6", 0.25, specular=0.5)
    rubber = m.principled("tips", "#d4d2ce", 0.6)
    steel = m.principled("plug", "#d7c28a", 0.2, metallic=1.0)
    r = 0.014
    fork = (-0.2, -0.15, r)
    main = [fork, (0.1, -0.5, r), (0.7, -0.55, r), (1.0, -0.1, r), (0.6, 0.35, r), (0.0, 0.3, r)]
    main += [
        (-0.45, -0.05, r * 3),
        (-0.3, -0.45, r * 3),
        (0.2, -0.3, r * 3),
        (0.55, 0.0, r * 3),
        (1.0, 0.45, r),
        (1.3, 0.3, 0.03),
    ]
    mesh.tube("cable", main, r, white, resolution=4)
    left = [fork, (-0.5, 0.05, r), (-0.9, 0.0, r), (-1.1, 0.4, r), (-0.8, 0.75, 0.05), (-0.62, 0.78, 0.09)]
    right = [fork, (-0.35, 0.25, r), (-0.2, 0.65, r), (0.15, 0.8, r), (0.45, 0.95, 0.05), (0.55, 0.86, 0.09)]
    mesh.tube("left cable", left, r * 0.85, white, resolution=4)
    mesh.tube("right cable", right, r * 0.85, white, resolution=4)
    for at, turn in (((-0.6, 0.80, 0.10), 20), ((0.58, 0.84, 0.10), -60)):
        bud = mesh.lathe(
            "bud",
            [(0, -0.1), (0.07, -0.09, 0.03), (0.085, 0.0, 0.03), (0.05, 0.07, 0.02), (0.04, 0.10), (0, 0.10)],
            white,
            48,
        )
        tip = mesh.lathe(
            "tip", [(0.035, 0.08), (0.075, 0.1, 0.02), (0.05, 0.17, 0.03), (0, 0.17)], rubber, 40
        )
        mesh.move([bud, tip], at, (80, 0, turn))
    mesh.rod("plug", (1.28, 0.31, 0.035), (1.5, 0.2, 0.035), 0.035, white)
    mesh.rod("jack", (1.5, 0.2, 0.035), (1.64, 0.13, 0.035), 0.016, steel)
    mesh.rod("fork", (-0.24, -0.10, 0.02), (-0.13, -0.25, 0.02), 0.022, white)
