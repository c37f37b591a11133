"""Rose petals and loose blossoms."""

import numpy as np

from .batch import Batch, grid, pose


def petal(rng, cup=None, curl=None):
    """One rose petal, about 1 long: cupped, its rim rolled back, never twice the same."""
    cup = rng.uniform(0.1, 0.32) if cup is None else cup
    curl = rng.uniform(-0.05, 0.3) if curl is None else curl
    notch, lean, wave = rng.uniform(0, 0.08), rng.uniform(-0.15, 0.15), rng.uniform(0.01, 0.05)
    phase, roll = rng.uniform(0, 6.28), rng.uniform(0.05, 0.22)

    def surface(u, v):
        width = 0.5 * np.sin(np.pi * np.clip(0.04 + 0.93 * u**0.85, 0, 1)) ** 0.62 * (0.55 + 0.55 * u)
        x = v * width + lean * u * u * 0.4
        y = u * (1 - notch * np.exp(-(v**2) / 0.05) * u**6) - 0.06 * v * v * u
        edge = np.clip(np.maximum(np.abs(v), u) - 0.72, 0, 1)
        z = cup * (v * v * 0.7 + 0.8 * (u - 0.45) ** 2) - roll * edge**1.5 * 1.6 + curl * u * u * 0.5
        return x, y, z + wave * np.sin(5 * v + 4 * u + phase) * u

    return grid(surface, 14, 12)


def scatter(rng, spots, material, size=0.42, name="petals"):
    """Petals lying at the spots (x, y, z): mostly face up, some on their backs, some on edge."""
    batch, kinds = Batch(name), [petal(rng) for _ in range(9)]
    for x, y, z in spots:
        scale = size * rng.uniform(0.65, 1.15)
        turned = rng.random() < 0.3
        shape = kinds[rng.integers(len(kinds))]
        tilt = (rng.normal(180 if turned else 0, 9), rng.normal(0, 11), rng.uniform(0, 360))
        matrix = pose((0, 0, 0), tilt, scale * np.array([rng.uniform(0.85, 1.15), 1, rng.uniform(0.8, 1.3)]))
        low = (shape.verts @ np.array(matrix)[:3, :3].T)[:, 2].min()
        matrix.translation = (x, y, z - low + 0.002)
        batch.add(shape, matrix, rng.random())
    return batch.build(material)


def ring_spots(rng, count, inner, outer, height, centre=(0, 0), squeeze=1.0):
    """Places around a centre, denser toward it; `height(x, y)` is the ground there (None: no petal)."""
    spots = []
    while len(spots) < count:
        r, a = inner + (outer - inner) * rng.random() ** 1.3, rng.uniform(0, 2 * np.pi)
        x, y = centre[0] + r * np.cos(a), centre[1] + r * np.sin(a) * squeeze
        z = height(x, y)
        if z is not None:
            spots.append((x, y, z))
    return spots
