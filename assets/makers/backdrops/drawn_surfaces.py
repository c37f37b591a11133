"""Draws the studio's further surface materials from straight above, without Blender.

Usage: python3 assets/makers/backdrops/drawn_surfaces.py <output folder> [name ...]
Needs numpy, scipy and Pillow. Each picture shows 0.6 m x 0.6 m, lit as in surfaces.py: 0.6 from the sky, 0.4 from a
sun at 40 degrees from the left; its grain runs left to right.
"""

import os
import sys

import numpy as np
from PIL import Image
from scipy.ndimage import gaussian_filter
from scipy.spatial import cKDTree

SIZE_M = 0.6
PIXELS = 1152
METER = PIXELS / SIZE_M
Y, X = np.meshgrid(*[(np.arange(PIXELS) + 0.5) / METER] * 2, indexing="ij")


def linear(code):
    parts = np.array([int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def noise(seed, low, high, stretch=1.0, slope=1.0):
    """Noise of mean 0 and deviation 1 with features from `high` to `low` per picture, longer along x by `stretch`."""
    spectrum = np.fft.rfft2(np.random.default_rng(seed).standard_normal((PIXELS, PIXELS)))
    fy = np.fft.fftfreq(PIXELS, 1 / PIXELS)[:, None]
    fx = np.fft.rfftfreq(PIXELS, 1 / PIXELS)[None, :] * stretch
    f = np.hypot(fx, fy)
    f[0, 0] = 1
    band = (1 - np.exp(-((f / low) ** 4))) * np.exp(-((f / high) ** 2))
    field = np.fft.irfft2(spectrum * band / f**slope, (PIXELS, PIXELS))
    return (field - field.mean()) / field.std()


def smooth(a, b, value):
    t = np.clip((value - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


def ramp(value, *stops):
    places = [place for place, _ in stops]
    colors = np.array([linear(code) for _, code in stops])
    return np.stack([np.interp(value, places, colors[:, c]) for c in range(3)], -1)


def mix(amount, a, b):
    amount = np.asarray(amount)[..., None] if np.ndim(amount) else amount
    b = linear(b) if isinstance(b, str) else b
    return a + (b - a) * amount


def lit(color, height_m=None):
    if height_m is None:
        return color
    dy, dx = np.gradient(height_m * METER)
    light = np.array([-0.72, -0.27, 0.643])
    normal = np.stack([-dx, -dy, np.ones_like(dx)], -1)
    facing = np.clip((normal @ light) / np.linalg.norm(normal, axis=-1), 0, None) / light[2]
    return color * (0.6 + 0.4 * facing)[..., None]


def cells(seed, spacing_m, warp=None, jitter=1.0):
    """For every pixel the nearest of jittered points, and the distances (m) to it and to the second nearest."""
    rng = np.random.default_rng(seed)
    count = int(SIZE_M / spacing_m) + 3
    grid = np.stack(np.meshgrid(np.arange(count), np.arange(count)), -1).reshape(-1, 2) - 0.5
    points = (grid + rng.uniform(-0.5, 0.5, grid.shape) * jitter) * spacing_m
    x, y = (X, Y) if warp is None else (X + warp[0], Y + warp[1])
    near, index = cKDTree(points).query(np.stack([x, y], -1).reshape(-1, 2), k=2)
    return (
        index[:, 0].reshape(X.shape),
        near[:, 0].reshape(X.shape),
        near[:, 1].reshape(X.shape),
        rng.uniform(0, 1, (len(points), 4)),
    )


def warped(seed, amount_m, low=2, high=40):
    return amount_m * noise(seed, low, high), amount_m * noise(seed + 1, low, high)


def strokes(count, length_m, colors, seed=1, direction=None, curl=0.5, base="#20301a", width=2):
    """Blades seen from above; later ones lie over earlier ones and are brighter."""
    rng = np.random.default_rng(seed)
    place = rng.uniform(-0.02, SIZE_M + 0.02, (count, 2))
    angle = rng.uniform(0, 2 * np.pi, count)
    if direction is not None:
        at = np.clip((place * METER).astype(int), 0, PIXELS - 1)
        angle = direction[at[:, 1], at[:, 0]] + rng.normal(0, 0.45, count)
    bend = rng.normal(0, curl, count)
    lengths = length_m * rng.uniform(0.5, 1.2, count)
    steps = int(length_m * METER * 1.3)
    rank = np.linspace(0.35, 1.0, count)
    palette = np.array([linear(code) for code in colors])
    tint = palette[rng.integers(0, len(colors), count)] * rng.uniform(0.8, 1.15, (count, 1)) * rank[:, None]
    out = np.broadcast_to(linear(base), (PIXELS, PIXELS, 3)).copy()
    for chunk in np.array_split(np.arange(count), max(1, count // 4000)):
        t = np.linspace(0, 1, steps)[None, :]
        turn = angle[chunk, None] + bend[chunk, None] * t
        x = place[chunk, None, 0] + np.cumsum(np.cos(turn), 1) * lengths[chunk, None] / steps
        y = place[chunk, None, 1] + np.cumsum(np.sin(turn), 1) * lengths[chunk, None] / steps
        shade = (0.62 + 0.5 * t)[..., None] * tint[chunk, None, :]
        for k in range(width):
            px = (x * METER - np.sin(turn) * k).astype(int)
            py = (y * METER + np.cos(turn) * k).astype(int)
            inside = (px >= 0) & (py >= 0) & (px < PIXELS) & (py < PIXELS)
            out[py[inside], px[inside]] = (shade * (1 - 0.12 * k))[inside]
    return gaussian_filter(out, (0.6, 0.6, 0))


def scattered(count, shape, colors, seed, base):
    """Many small overlapping objects: `shape(u, v, random)` gives coverage and brightness in a unit square."""
    rng = np.random.default_rng(seed)
    out = np.broadcast_to(linear(base), (PIXELS, PIXELS, 3)).copy()
    palette = [linear(code) for code in colors]
    for i in range(count):
        half = shape.half_m * rng.uniform(0.75, 1.25) * METER
        cx, cy = rng.uniform(-0.02, SIZE_M + 0.02, 2) * METER
        reach = int(half * 1.5) + 2
        x0, x1 = max(0, int(cx) - reach), min(PIXELS, int(cx) + reach)
        y0, y1 = max(0, int(cy) - reach), min(PIXELS, int(cy) + reach)
        if x0 >= x1 or y0 >= y1:
            continue
        dx, dy = np.meshgrid(np.arange(x0, x1) - cx, np.arange(y0, y1) - cy)
        turn = rng.uniform(0, 2 * np.pi)
        u = (dx * np.cos(turn) + dy * np.sin(turn)) / half
        v = (dy * np.cos(turn) - dx * np.sin(turn)) / half
        cover, bright = shape(u, v, half)
        tilt = 1 + 0.16 * (-dx / half) * rng.uniform(0.2, 1)
        tone = rng.uniform(0.75, 1.12) * (0.72 + 0.32 * i / count)
        shade, _ = shape(u - 0.12 * np.cos(turn), v + 0.12 * np.sin(turn), half * 0.35)
        part = out[y0:y1, x0:x1]
        part *= (1 - 0.5 * shade)[..., None]
        color = palette[rng.integers(len(palette))] * tone
        part[:] = mix(cover, part, color * (bright * tilt)[..., None])
    return out


def ragged(sharp):
    return lambda inside, half: smooth(-sharp / half, sharp / half, inside)


edge = ragged(1.2)


def leaf(u, v, half):
    width = 0.42 * (1 - np.abs(u) ** 2.2) * (1 + 0.25 * u)
    inside = width - np.abs(v)
    vein = np.exp(-((v / 0.03) ** 2)) + 0.4 * np.exp(-((np.mod(u * 4 + np.abs(v) * 3, 1) - 0.5) ** 2) / 0.006)
    return edge(inside, half), 1 - 0.18 * vein + 0.14 * v


leaf.half_m = 0.038


def petal(u, v, half):
    inside = 0.86 - np.hypot(u * (1.0 + 0.18 * u), v * 1.25)
    return edge(inside, half), 0.82 + 0.22 * np.hypot(u, v) + 0.1 * v


petal.half_m = 0.024


def bean(u, v, half):
    r = np.hypot(u, v * 1.45)
    inside = 0.95 - r
    groove = np.exp(-(((v - 0.06 * np.sin(u * 3.2)) / 0.07) ** 2))
    return edge(inside, half), (1.25 - 0.75 * r**2) * (1 - 0.6 * groove)


bean.half_m = 0.009


def confetti_dot(u, v, half):
    return edge(0.9 - np.hypot(u, v), half), np.ones_like(u)


confetti_dot.half_m = 0.006


def weave(pitch_m, seed, wobble):
    """Height 0..1 of a plain weave, and which strand is on top."""
    wx, wy = warped(seed, wobble, 6, 60)
    u, v = (X + wx) / pitch_m, (Y + wy) / pitch_m
    over = (np.floor(u) + np.floor(v)) % 2 == 0
    along = np.where(over, u, v) % 1
    across = np.where(over, v, u) % 1
    return np.sin(np.pi * across) ** 0.6 * (0.55 + 0.45 * np.sin(np.pi * along)), over, across


def terrazzo():
    color = ramp(noise(3, 3, 60), (-2, "#e6e0d7"), (2, "#f0ece5"))
    palette = ["#c58f72", "#8d9a8b", "#b5b1ab", "#6b6663", "#d9bf97", "#f7f4ee", "#a7675a"]
    for spacing, share, seed in ((0.022, 0.6, 1), (0.011, 0.45, 2), (0.005, 0.35, 3)):
        index, first, second, chance = cells(seed, spacing, warped(seed + 40, spacing * 0.05, 20, 120))
        chip = np.array([linear(code) for code in palette])[(chance[:, 1] * len(palette)).astype(int)]
        inside = smooth(0.14, 0.2, (second - first) / spacing) * (chance[index, 0] < share)
        inside *= smooth(0.0, 0.06, chance[index, 2] * 0.5 + 0.12 - first / spacing * 0.5)
        color = mix(inside * 0.92, color, chip[index] * (0.92 + 0.05 * noise(9, 60, 500))[..., None])
    return color


def travertine():
    wx, wy = warped(5, 0.012, 1, 12)
    band = np.interp(
        ((Y + wy) / SIZE_M * PIXELS).ravel() % (PIXELS - 1), np.arange(PIXELS), noise(7, 4, 90, 0.02)[:, 3]
    ).reshape(X.shape)
    color = ramp(band + 0.35 * noise(8, 6, 200, 6), (-2, "#bda27c"), (-0.6, "#d8c5a5"), (0.6, "#e6d8bf"), (2, "#efe6d4"))
    pits = smooth(1.75, 2.3, noise(11, 30, 170, 5) + 0.5 * noise(12, 3, 12, 4))
    return lit(mix(pits * 0.72, color, "#8e7453"), 0.0004 * noise(8, 20, 300, 4) - 0.0012 * pits)


def grid(width_m, height_m, gap_m, shifted=False, wobble=0.0004):
    wx, wy = warped(31, wobble, 8, 120)
    v = (Y + wy + height_m * 0.31) / height_m
    row = np.floor(v)
    u = (X + wx + 0.02) / width_m + (np.mod(row, 2) * 0.5 if shifted else 0)
    column = np.floor(u)
    chance = np.sin(row * 127.1 + column * 311.7) * 43758.5453 % 1
    near = np.minimum(0.5 - np.abs(u - column - 0.5), 99) * width_m, (0.5 - np.abs(v - row - 0.5)) * height_m
    inside = np.minimum(*near)
    return chance, smooth(gap_m * 0.42, gap_m * 0.85, inside), inside


def terracotta():
    chance, body, inside = grid(0.15, 0.15, 0.006)
    tone = (chance - 0.5) * 2.4 + 0.7 * noise(2, 2, 60) + 0.3 * noise(3, 60, 400)
    color = ramp(tone, (-2, "#a9583a"), (0, "#c4744f"), (2, "#d9956f"))
    color = mix(1 - body, color, "#cfc2b0")
    return lit(color, 0.0018 * body + 0.00025 * noise(4, 20, 260))


def brick():
    chance, body, inside = grid(0.2, 0.066, 0.009, shifted=True, wobble=0.0009)
    tone = (chance - 0.5) * 3.4 + 0.6 * noise(2, 6, 90) + 0.5 * noise(3, 60, 500)
    color = ramp(tone, (-2, "#703428"), (-0.4, "#97493a"), (0.8, "#ab5b45"), (2, "#bf7a5f"))
    mortar = ramp(noise(5, 40, 500), (-2, "#a9a195"), (2, "#c9c2b6"))
    color = mix(1 - body, color, mortar)
    return lit(color, 0.004 * body + 0.0006 * noise(4, 30, 420) * body)


def grass():
    return 1.25 * strokes(95_000, 0.03, ("#5f8f35", "#76a743", "#4c7a2b", "#93ba55"), base="#22361a", curl=0.7)


def moss():
    clump = noise(3, 8, 34)
    fine = strokes(260_000, 0.0065, ("#5a7a2c", "#7c9a3a", "#46652a", "#98b04c"), base="#2a3a18", curl=1.2)
    return lit(fine * (1.12 + 0.16 * clump)[..., None], 0.0032 * clump)


def fur():
    direction = 0.5 + 1.0 * noise(4, 2, 14)
    return 1.12 * strokes(
        120_000, 0.034, ("#f2ebdf", "#e8dfd0", "#faf6ee", "#ddd2c0"), 3, direction, 1.3, "#a99b88", 2
    )


def snow():
    drift = noise(2, 2, 9)
    grain = noise(3, 120, 640)
    color = ramp(drift * 0.6 + grain * 0.3, (-2, "#dbe6f2"), (0, "#eff4fa"), (2, "#fdfeff"))
    return lit(color, 0.004 * drift + 0.0009 * noise(5, 12, 90) + 0.00012 * grain)


def water():
    wx, wy = warped(2, 0.03, 2, 8)
    ridge = np.zeros_like(X)
    for seed, low, high in ((5, 4, 11), (9, 7, 20)):
        field = noise(seed, low, high)
        px = np.clip(((X + wx) % SIZE_M) * METER, 0, PIXELS - 1).astype(int)
        py = np.clip(((Y + wy) % SIZE_M) * METER, 0, PIXELS - 1).astype(int)
        ridge += np.exp(-np.abs(gaussian_filter(field[py, px], 2)) / 0.16)
    color = ramp(noise(11, 1, 8), (-2, "#6fb9c6"), (2, "#93d2d8"))
    return mix(np.clip(ridge * 0.42, 0, 0.8), color, "#e9fbfa")


def leather():
    index, first, second, chance = cells(2, 0.0034, warped(3, 0.0006, 20, 160))
    crease = smooth(0.0, 0.0011, second - first)
    tone = noise(5, 2, 14) * 0.7 + (chance[index, 0] - 0.5) * 0.8
    color = ramp(tone, (-2, "#6d3f24"), (0, "#8c5632"), (2, "#a56b42"))
    return lit(mix((1 - crease) * 0.5, color, "#3f2415"), 0.0005 * crease + 0.001 * noise(6, 3, 14))


def velvet():
    fold = noise(4, 1.2, 5, 0.5)
    nap = noise(6, 3, 30)
    color = ramp(0.6 * fold + 0.25 * nap + 0.28 * noise(7, 200, 640), (-2.6, "#3c1020"), (0, "#651d38"), (2.6, "#a04763"))
    return lit(color, 0.004 * fold)


def silk():
    wx, wy = warped(3, 0.05, 1, 5)
    fold = np.sin((X * 0.5 + (Y + wy) * 1.6) * 26 + 2 * noise(5, 1, 4)) + 0.6 * np.sin((X + wx) * 15 - Y * 9)
    sheen = smooth(-1.4, 1.6, fold) ** 2
    color = ramp(sheen, (0, "#b49a77"), (0.5, "#dcc8a8"), (1, "#f8efde"))
    return lit(color * (1 + 0.012 * noise(8, 200, 640, 0.05))[..., None], 0.006 * gaussian_filter(fold, 6))


def cork():
    index, first, second, chance = cells(3, 0.006, warped(4, 0.0016, 20, 200))
    tone = (chance[index, 0] - 0.5) * 2.6 + 0.5 * noise(5, 40, 500)
    color = ramp(tone, (-2, "#95673d"), (0, "#bf9061"), (2, "#dab485"))
    fleck = (chance[index, 1] < 0.07) * smooth(0.0, 0.002, second - first)
    return lit(mix(fleck * 0.75, color, "#573822"), 0.0003 * smooth(0, 0.0016, second - first))


def bamboo():
    strip = np.floor((Y + 0.004) / 0.019)
    chance = np.sin(strip * 91.7 + 3) * 4375.85 % 1
    inside = ((Y + 0.004) / 0.019) % 1
    fibre = noise(2, 40, 500, 60, 0.6)
    tone = (chance - 0.5) * 2.2 + 0.6 * fibre + 0.3 * noise(3, 2, 30, 8)
    color = ramp(tone, (-2, "#c39a55"), (0, "#dcbd7e"), (2, "#ecd6a2"))
    node = np.abs(((X + chance * 0.31) % 0.31) - 0.15)
    color = mix(0.55 * np.exp(-((node / 0.0022) ** 2)), color, "#8f6a32")
    seam = smooth(0, 0.05, inside) * smooth(0, 0.05, 1 - inside)
    height = 0.0011 * np.sin(np.pi * inside) + 0.0006 * np.exp(-((node / 0.004) ** 2))
    return lit(mix((1 - seam) * 0.6, color, "#6d4f26"), height)


def rattan():
    height, over, across = weave(0.0125, 3, 0.0004)
    fibre = np.where(over, noise(4, 60, 500, 20), noise(5, 60, 500, 0.05))
    color = ramp(fibre + 1.2 * (height - 0.6), (-2, "#9a6f3c"), (0, "#c79a60"), (2, "#e4c390"))
    return lit(mix(smooth(0.45, 0.0, height) * 0.75, color, "#4f361b"), 0.0032 * height)


def jute():
    height, over, across = weave(0.0042, 8, 0.00075)
    fibre = 0.7 * noise(4, 200, 640) + 0.7 * noise(5, 6, 60)
    color = ramp(fibre + 1.3 * (height - 0.55), (-2, "#8e7350"), (0, "#b89b74"), (2, "#d8c19c"))
    return lit(mix(smooth(0.4, 0.0, height) * 0.7, color, "#54412a"), 0.0016 * height)


def wool():
    width, stitch = 0.017, 0.013
    wx, wy = warped(3, 0.0004, 6, 80)
    u = ((X + wx) / width) % 1 - 0.5
    side = np.abs(u) * 2
    v = ((Y + wy) / stitch - side * 0.85) % 1
    loop = np.sin(np.pi * v) ** 0.7 * np.sin(np.pi * np.clip(side * 0.92 + 0.06, 0, 1)) ** 0.5
    color = ramp(loop + 0.22 * noise(5, 160, 640), (-0.1, "#8a7e72"), (0.5, "#d0c5b8"), (1.1, "#f3ece2"))
    return lit(color, 0.003 * loop + 0.0001 * noise(6, 200, 640))


def tiles():
    chance, body, inside = grid(0.1, 0.1, 0.0034, wobble=0.00025)
    tone = (chance - 0.5) * 1.7 + 0.35 * noise(2, 3, 24)
    color = ramp(tone, (-2, "#dedfdc"), (0, "#eff0ee"), (2, "#fbfbfa"))
    color = mix(1 - body, color, "#b9b8b3")
    return lit(color, 0.0016 * smooth(0, 0.006, inside) + 0.0012 * noise(3, 3, 9))


def steel():
    brush = noise(2, 60, 640, 90, 0.35)
    tone = 0.5 * brush + 0.45 * noise(3, 8, 80, 12) + 0.5 * noise(4, 1, 4, 0.3)
    return ramp(tone, (-2.4, "#84888c"), (0, "#aeb2b5"), (2.4, "#d3d6d8"))


def kraft():
    fibre = 0.6 * noise(2, 120, 640, 3) + 0.5 * noise(3, 60, 400, 0.4)
    color = ramp(fibre + 0.3 * noise(5, 2, 20), (-2.4, "#ad8257"), (0, "#c0976a"), (2.4, "#cfac82"))
    fleck = smooth(2.5, 3.0, noise(7, 120, 420, 3))
    return lit(mix(fleck * 0.6, color, "#7a552f"), 0.0003 * noise(9, 30, 120, 0.06) + 0.0011 * noise(10, 2, 8))


def pebbles():
    index, first, second, chance = cells(4, 0.027, warped(5, 0.0022, 4, 24))
    dome = gaussian_filter(smooth(0.0, 0.012, second - first), 5)
    tone = (chance[index, 0] - 0.5) * 3.6 + 0.4 * noise(6, 30, 400)
    color = ramp(tone, (-2, "#77736d"), (-0.5, "#a39b90"), (0.6, "#c7beb1"), (2, "#e8e3da"))
    band = (chance[index, 2] < 0.25) * np.exp(-((np.sin((X * chance[index, 1] + Y) * 260)) / 0.18) ** 2)
    color = mix(band * 0.35, color, "#f3efe8")
    return lit(color * (0.3 + 0.7 * smooth(0, 0.0035, second - first))[..., None], 0.010 * np.sqrt(dome))


def granite():
    color = ramp(noise(2, 20, 200), (-2, "#9b9793"), (2, "#bdb9b4"))
    for spacing, share, code, seed in (
        (0.0062, 0.35, "#d9d5cf", 3),
        (0.0052, 0.28, "#5c5a59", 4),
        (0.0038, 0.22, "#1f1f21", 5),
        (0.0034, 0.16, "#f1eeea", 6),
        (0.006, 0.1, "#b28e7d", 7),
    ):
        index, first, second, chance = cells(seed, spacing, warped(seed + 20, spacing * 0.22, 60, 320))
        color = mix((chance[index, 0] < share) * smooth(0.02, 0.2, (second - first) / spacing) * 0.85, color, code)
    return color


def autumn_leaves():
    return scattered(900, leaf, ("#c8641f", "#d98a2b", "#a8401d", "#e0a83a", "#8a4a22", "#b9772f"), 3, "#4a2f1a")


def petals():
    return scattered(1600, petal, ("#e9a9b4", "#f2c4cb", "#dd8d9d", "#f7dadd"), 5, "#c98391")


def coffee_beans():
    return scattered(4600, bean, ("#6b4128", "#7d5033", "#5a3520", "#8f6040"), 7, "#20110a")


def confetti():
    base = ramp(noise(2, 2, 9), (-2, "#f3f0ec"), (2, "#fbf9f6"))
    out = base.copy()
    dots = scattered(420, confetti_dot, ("#e5587a", "#f2b632", "#3fa7a0", "#5b79d8", "#f08a4b", "#cfa75a"), 9, "#f7f4f0")
    blank = np.abs(dots - linear("#f7f4f0")).max(-1)
    return mix(smooth(0.01, 0.06, blank), out, dots)


SURFACES = (
    terrazzo, travertine, terracotta, brick, grass, moss, fur, snow, water, leather, velvet, silk, cork, bamboo,
    rattan, jute, wool, tiles, steel, kraft, pebbles, granite, autumn_leaves, petals, coffee_beans, confetti,
)  # fmt: skip


def main():
    folder, wanted = os.path.abspath(sys.argv[1]), sys.argv[2:]
    for build in SURFACES:
        if wanted and build.__name__ not in wanted:
            continue
        color = np.clip(build(), 0, 1)
        srgb = np.where(color <= 0.0031308, color * 12.92, 1.055 * color ** (1 / 2.4) - 0.055)
        picture = Image.fromarray((srgb * 255 + 0.5).astype(np.uint8))
        path = os.path.join(folder, f"{build.__name__}.jpg")
        for quality in (82, 74, 66, 58, 50, 44):
            picture.save(path, quality=quality, optimize=True)
            if os.path.getsize(path) <= 190_000:
                break
        print(f"{build.__name__}: {os.path.getsize(path) // 1000} KB at quality {quality}", flush=True)


main()
