"""A shaving brush standing on its handle, bristles up."""

import materials as m
import mesh
import numpy as np
import strands


def build():
    rng = np.random.default_rng(4)
    resin = m.principled("resin", "#4a1f18", 0.12, specular=0.6, clearcoat=1.0)
    steel = m.principled("ferrule", "#d0cdc6", 0.15, metallic=1.0)
    mesh.lathe(
        "handle",
        [
            (0, 0),
            (0.27, 0, 0.02),
            (0.29, 0.06, 0.03),
            (0.2, 0.3, 0.15),
            (0.17, 0.42, 0.1),
            (0.27, 0.62, 0.12),
            (0.25, 0.74, 0.04),
            (0.22, 0.77),
            (0, 0.77),
        ],
        resin,
        120,
    )
    mesh.lathe(
        "ferrule",
        [(0.215, 0.75), (0.225, 0.76), (0.225, 0.84, 0.01), (0.2, 0.86), (0, 0.86)],
        steel,
        96,
    )

    def badger(n):
        z = n.add("ShaderNodeSeparateXYZ", {0: n.coord()}).outputs[2]
        z = n.math("ADD", z, n.math("MULTIPLY", n.noise(n.coord(), 25, 2), 0.14))
        return {
            "Base Color": n.ramp(
                n.math("DIVIDE", z, 2.2),
                (0.40, "#cbb99a"),
                (0.52, "#55463a"),
                (0.68, "#2e2620"),
                (0.80, "#d8ccb6"),
                (0.95, "#efe7d8"),
            )
        }

    bristle = m.principled("bristle", "#8b7c69", 0.5, badger, specular=0.35)
    count = 9000
    r, a = np.sqrt(rng.uniform(0, 1, count)), rng.uniform(0, 2 * np.pi, count)
    loose = rng.normal(0, 0.06, count) * (1 + 2.2 * (rng.uniform(0, 1, count) > 0.93))
    spread = 0.40 * r**1.1 + np.abs(loose) * r
    t = np.linspace(0, 1, 8)
    height = (1.05 - 0.24 * r**2 + rng.normal(0, 0.035, count))[:, None] * t
    radius = 0.19 * r[:, None] + spread[:, None] * np.sin(t * 1.45) ** 1.4
    turn = a[:, None] + rng.normal(0, 0.12, count)[:, None] * t
    paths = np.stack([radius * np.cos(turn), radius * np.sin(turn), 0.82 + height], -1)
    strands.tubes("bristles", paths, np.linspace(1, 0.3, 8) * 0.0034, bristle)
