"""Paints the studio's further places: flat lit shapes, far out of focus, without Blender.

Usage: python3 assets/makers/backdrops/painted_places.py <output folder> [name ...]
Needs numpy, scipy and Pillow. As the rooms of blurred_rooms.py: square, horizon in the middle row, key light from the
left, bokeh discs about 7 % of the width. Coordinates are shares of the picture, y downward.
"""

import os
import sys

import numpy as np
from PIL import Image, ImageDraw
from scipy.ndimage import gaussian_filter
from scipy.signal import fftconvolve

PIXELS, KEPT = 512, 512
Y, X = np.meshgrid(*[(np.arange(PIXELS) + 0.5) / PIXELS] * 2, indexing="ij")


def linear(code, strength=1.0):
    parts = np.array([int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return strength * np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def ramp(value, *stops):
    colors = np.array([linear(*(code if isinstance(code, tuple) else (code,))) for _, code in stops])
    return np.stack([np.interp(value, [place for place, _ in stops], colors[:, c]) for c in range(3)], -1)


def noise(seed, low, high, stretch=1.0):
    spectrum = np.fft.rfft2(np.random.default_rng(seed).standard_normal((PIXELS, PIXELS)))
    fy = np.fft.fftfreq(PIXELS, 1 / PIXELS)[:, None]
    fx = np.fft.rfftfreq(PIXELS, 1 / PIXELS)[None, :] * stretch
    f = np.hypot(fx, fy)
    f[0, 0] = 1
    field = np.fft.irfft2(spectrum * (1 - np.exp(-((f / low) ** 4))) * np.exp(-((f / high) ** 2)) / f, X.shape)
    return (field - field.mean()) / field.std()


class Canvas:
    def __init__(self, picture):
        self.light = np.array(np.broadcast_to(picture, (PIXELS, PIXELS, 3)), dtype=float)

    def cover(self, mask, color, strength=1.0):
        paint = linear(color, strength) if isinstance(color, str) else color
        self.light += (paint - self.light) * mask[..., None]

    def shape(self, draw_it, color, strength=1.0):
        image = Image.new("L", (PIXELS * 2, PIXELS * 2))
        draw_it(ImageDraw.Draw(image), PIXELS * 2)
        self.cover(np.asarray(image.resize((PIXELS, PIXELS), Image.BOX)) / 255, color, strength)

    def box(self, x0, y0, x1, y1, color, strength=1.0):
        self.shape(lambda d, s: d.rectangle((x0 * s, y0 * s, x1 * s, y1 * s), fill=255), color, strength)

    def disc(self, x, y, rx, color, strength=1.0, ry=None):
        ry = rx if ry is None else ry
        self.shape(
            lambda d, s: d.ellipse(((x - rx) * s, (y - ry) * s, (x + rx) * s, (y + ry) * s), fill=255), color, strength
        )

    def polygon(self, points, color, strength=1.0):
        self.shape(lambda d, s: d.polygon([(x * s, y * s) for x, y in points], fill=255), color, strength)

    def line(self, points, width, color, strength=1.0):
        self.shape(
            lambda d, s: d.line([(x * s, y * s) for x, y in points], fill=255, width=max(1, int(width * s))),
            color,
            strength,
        )

    def blobs(self, rng, count, area, size, colors, strength=1.0):
        """Leaves, stones, lamps: small discs of a few colors inside (x0, y0, x1, y1)."""
        for color in colors:
            many = count // len(colors)
            spots = rng.uniform((area[0], area[1]), (area[2], area[3]), (many, 2))
            sizes = size * rng.uniform(0.5, 1.4, many)

            def discs(d, s, spots=spots, sizes=sizes):
                for (x, y), r in zip(spots, sizes):
                    d.ellipse(((x - r) * s, (y - r) * s, (x + r) * s, (y + r) * s), fill=255)

            self.shape(discs, color, strength)

    def lamps(self, rng, count, area, colors, strength, size=0.006):
        for _ in range(count):
            x, y = rng.uniform((area[0], area[1]), (area[2], area[3]))
            self.disc(x, y, size * rng.uniform(0.6, 1.3), str(rng.choice(colors)), strength * rng.uniform(0.5, 1.3))

    def ridge(self, seed, height, rough, color, strength=1.0, detail=30):
        line = noise(seed, 1, detail)[10]
        self.cover((Y > height - rough * line[None, :]).astype(float), color, strength)

    def window_light(self, amount=0.25):
        self.light *= (1 + amount - 2 * amount * X)[..., None]


def rng_of(seed):
    return np.random.default_rng(seed)


def sea(c, shore, far, near, glitter=None):
    mask = ((Y > 0.5) & (Y < shore)).astype(float)
    c.cover(mask, ramp(Y, (0.5, far), (shore, near)) * (1 + 0.12 * noise(4, 8, 90, 0.2))[..., None])
    if glitter:
        c.lamps(rng_of(3), 46, (glitter - 0.13, 0.505, glitter + 0.13, shore - 0.02), ("#fff2d2", "#ffe3ae"), 7, 0.004)


def beach():
    c = Canvas(ramp(Y, (0, "#7fbbe6"), (0.3, "#a9d5ef"), (0.5, "#dff0f6")))
    c.cover(np.clip(noise(2, 2, 14, 0.5) - 0.5, 0, 1) * 0.7 * (Y < 0.47), "#ffffff")
    sea(c, 0.62, "#4fa3bd", "#86d0d0")
    c.cover((Y > 0.62 + 0.01 * noise(6, 1, 6)[9][None, :]).astype(float), ramp(Y, (0.6, "#fbf5e8"), (0.66, "#e5d2ad"), (1, "#d8bf94")))
    for x0, angle in ((0.02, 0.5), (0.0, 0.9), (0.06, 0.1)):
        points = [(x0 + t * 0.34 * np.cos(angle), 0.13 - t * 0.2 * np.sin(angle) + 0.22 * t * t) for t in np.linspace(0, 1, 9)]
        c.line(points, 0.03, "#5f8f52")
    return c, 0.07


def sunset_beach():
    c = Canvas(ramp(Y, (0, "#7d7fa8"), (0.22, "#d79a93"), (0.4, "#f7b878"), (0.5, ("#ffdf9c", 1.3))))
    c.cover(np.exp(-((X - 0.36) ** 2 + (Y - 0.45) ** 2) / 0.03) * 0.7, "#ffdf9a", 1.8)
    sea(c, 0.63, "#d9975f", "#93798a", 0.36)
    c.disc(0.36, 0.45, 0.026, "#fff1c4", 7)
    c.cover((Y > 0.63).astype(float), ramp(Y, (0.63, "#d8b18d"), (1, "#a97f62")))
    return c, 0.06


def mountains():
    c = Canvas(ramp(Y, (0, "#8fb9de"), (0.35, "#c9dff0"), (0.5, "#eef3f6")))
    for seed, height, rough, color in ((5, 0.36, 0.07, "#b7c9db"), (8, 0.44, 0.055, "#8ea8c0"), (12, 0.5, 0.035, "#6b8799")):
        c.ridge(seed, height, rough, color, detail=20)
    top = np.clip((0.4 - Y) * 8, 0, 1) * np.clip(noise(9, 6, 40), 0, 1) * (c.light[..., 2] < 0.56)
    c.cover(top, "#ffffff")
    c.ridge(20, 0.56, 0.012, "#5b7550", detail=60)
    c.cover((Y > 0.6).astype(float), ramp(Y, (0.6, "#7f9a5c"), (1, "#9aac70")))
    return c, 0.045


def snow_landscape():
    c = Canvas(ramp(Y, (0, "#b9cfe4"), (0.5, "#e9f0f6")))
    rng = rng_of(4)
    for base, size, color, count in ((0.52, 0.11, "#9fb4c2", 16), (0.56, 0.19, "#71899a", 9)):
        for x in rng.uniform(0, 1, count):
            high = size * rng.uniform(0.7, 1.3)
            if abs(x - 0.5) < 0.13:
                high *= 0.6
            for k in range(4):
                y, w = base - high * (1 - k * 0.25), high * (0.1 + 0.09 * k)
                c.polygon([(x, y - high * 0.12), (x - w, y + high * 0.3), (x + w, y + high * 0.3)], color)
                c.polygon([(x, y - high * 0.12), (x - w * 0.8, y + high * 0.16), (x + w * 0.3, y + high * 0.16)], "#f2f7fb")
    c.ridge(3, 0.56, 0.01, "#f4f8fc", detail=8)
    c.lamps(rng, 70, (0, 0, 1, 0.7), ("#ffffff",), 1.5, 0.004)
    return c, 0.05


def meadow():
    c = Canvas(ramp(Y, (0, "#9bcdf0"), (0.5, "#eaf5ee")))
    c.ridge(6, 0.47, 0.03, "#a9c48d", detail=16)
    c.ridge(9, 0.53, 0.02, "#86ad5e", detail=24)
    c.cover((Y > 0.56).astype(float), ramp(Y, (0.56, "#8fb558"), (1, "#7ba348")) * (1 + 0.2 * noise(3, 10, 120))[..., None])
    rng = rng_of(8)
    for color in ("#f7e071", "#ffffff", "#e9839b", "#b99ae0"):
        c.blobs(rng, 90, (0, 0.54, 1, 1), 0.006, (color,), 1.1)
    c.cover(np.exp(-((X - 0.05) ** 2 + (Y - 0.08) ** 2) / 0.05) * 0.8, "#fff8d8", 1.2)
    return c, 0.06


def foliage(c, rng, greens, glow, density=1500, hole=0.2):
    for y0, y1, size, shade in ((0.0, 0.6, 0.03, 1.1), (0.05, 0.66, 0.022, 0.9)):
        for color in greens:
            spots = rng.uniform((0, y0), (1, y1), (density // len(greens), 2))
            spots = spots[(np.abs(spots[:, 0] - 0.5) > hole * rng.uniform(0, 1, len(spots))) | (spots[:, 1] < 0.12)]

            def discs(d, s, spots=spots):
                for x, y in spots:
                    r = size * (0.4 + (x * 977 % 1))
                    d.ellipse(((x - r) * s, (y - r * 0.7) * s, (x + r) * s, (y + r * 0.7) * s), fill=255)

            c.shape(discs, color, shade)
    c.lamps(rng, 60, (0.05, 0.02, 0.95, 0.5), glow, 6, 0.006)


def autumn_forest():
    c = Canvas(ramp(Y, (0, ("#ffe3ac", 1.4)), (0.5, ("#ffe9c4", 1.5)), (1, "#c98a4b")))
    foliage(c, rng_of(5), ("#d98a35", "#e6ae4f", "#b8622b", "#c99a3f"), ("#ffe6a8", "#ffd28a"), 700, 0.5)
    for x in (0.1, 0.2, 0.34, 0.7, 0.83, 0.94):
        c.box(x, 0, x + 0.016 + 0.012 * (x * 7 % 1), 0.6, "#6d5138")
    c.cover((Y > 0.57).astype(float), ramp(Y, (0.57, "#d09a58"), (1, "#ad6a35")))
    c.blobs(rng_of(6), 400, (0, 0.57, 1, 1), 0.012, ("#e0a04c", "#c26f30", "#b9863d"))
    return c, 0.06


def blossom():
    c = Canvas(ramp(Y, (0, "#cfe6f6"), (0.5, "#f6f2f4"), (1, "#c9dcae")))
    foliage(c, rng_of(7), ("#f3bccb", "#f9dbe3", "#eba6ba", "#fdeef2"), ("#fff4f6", "#ffe7ee"), 560, 0.75)
    for points in (((0, 0.4), (0.22, 0.3), (0.44, 0.1)), ((1, 0.46), (0.82, 0.3), (0.66, 0.06))):
        c.line(points, 0.012, "#8a6a5c")
    c.cover((Y > 0.58).astype(float), ramp(Y, (0.58, "#cfe0b4"), (1, "#a9c583")))
    c.blobs(rng_of(8), 120, (0, 0.58, 1, 1), 0.006, ("#f6cfd9",))
    return c, 0.065


def desert():
    c = Canvas(ramp(Y, (0, "#86b6dc"), (0.5, "#f3e3cb")))
    for seed, height, rough, color in ((4, 0.48, 0.02, "#e0b483"), (7, 0.53, 0.025, "#d39a63"), (11, 0.6, 0.03, "#e2b27a")):
        c.ridge(seed, height, rough, color, detail=5)
        c.cover(np.clip(noise(seed + 1, 1, 6, 0.6), 0, 1) * 0.25 * (Y > height), "#b3713f")
    return c, 0.03


def sky():
    c = Canvas(ramp(Y, (0, "#6fb0e6"), (0.6, "#b9dcf4"), (1, "#e3f1fa")))
    cloud = np.clip((noise(21, 1.2, 6, 0.5) + 0.25 * noise(22, 5, 24, 0.6) + 0.8 * (Y - 0.4)) * 0.7, 0, 1)
    c.cover(cloud, ramp(Y, (0, "#ffffff"), (1, "#eef3f8")))
    return c, 0.03


def city():
    c = Canvas(ramp(Y, (0, "#101a33"), (0.5, "#34406a"), (1, "#12151f")))
    rng = rng_of(9)
    for x in np.arange(0, 1, 0.07):
        high = rng.uniform(0.16, 0.42) * (0.55 if abs(x - 0.47) < 0.1 else 1)
        c.box(x, 0.56 - high, x + 0.062, 0.6, "#161d33", 0.9)
        for _ in range(9):
            wx, wy = x + rng.uniform(0.005, 0.05), rng.uniform(0.57 - high, 0.56)
            c.box(wx, wy, wx + 0.007, wy + 0.009, str(rng.choice(["#ffce86", "#ffe6bd", "#a9c8ff"])), 5)
    c.cover((Y > 0.6).astype(float), "#141722")
    c.lamps(rng, 34, (0, 0.52, 1, 0.66), ("#ffb35c", "#ff6a5a", "#ffe3b0", "#7fb4ff"), 24, 0.006)
    return c, 0.075


def neon():
    c = Canvas(ramp(X, (0, "#2a0f45"), (0.5, "#17132e"), (1, "#08243f")))
    c.cover(np.exp(-((X - 0.12) ** 2 + (Y - 0.3) ** 2) / 0.05), "#d2348f", 0.9)
    c.cover(np.exp(-((X - 0.9) ** 2 + (Y - 0.34) ** 2) / 0.05), "#1497d8", 0.8)
    for x, color in ((0.12, "#ff4fb0"), (0.2, "#ff8ad0"), (0.84, "#39c6ff"), (0.92, "#6ae0ff")):
        c.box(x, 0.06, x + 0.012, 0.56, color, 7)
    c.line([(0.34, 0.18), (0.5, 0.1), (0.66, 0.18)], 0.012, "#b06bff", 5)
    c.cover((Y > 0.6).astype(float), ramp(X, (0, "#3a1440"), (1, "#0b2c48")))
    return c, 0.045


def brick_wall():
    c = Canvas(linear("#a9998b"))
    rng = rng_of(2)
    for row in range(30):
        for k in range(-1, 13):
            x, y = k * 0.09 + (row % 2) * 0.045, row * 0.034
            c.box(x + 0.004, y + 0.004, x + 0.086, y + 0.03, str(rng.choice(["#94483a", "#a4553f", "#86402f", "#b0654c", "#9c5c49"])))
    c.cover((Y > 0.62).astype(float), ramp(Y, (0.62, "#6f6a65"), (1, "#8b857f")))
    c.window_light(0.38)
    return c, 0.012


def wood_wall():
    c = Canvas(linear("#b98e61"))
    rng = rng_of(3)
    for k in range(16):
        tone = rng.uniform(0.8, 1.12)
        c.box(k / 16, 0, (k + 1) / 16 - 0.005, 1, "#b98e61", tone)
        c.box((k + 1) / 16 - 0.005, 0, (k + 1) / 16, 1, "#5e4227")
    c.light *= (1 + 0.09 * noise(5, 8, 160, 14).T)[..., None]
    c.window_light(0.3)
    return c, 0.012


def greenhouse():
    c = Canvas(ramp(Y, (0, ("#f3faf4", 1.15)), (0.5, ("#e6f2e4", 1.05)), (1, "#b9b4a2")))
    for x in np.linspace(-0.02, 1, 8):
        c.box(x, 0, x + 0.011, 0.6, "#7e8c86")
    for y in (0.1, 0.3):
        c.box(0, y, 1, y + 0.01, "#7e8c86")
    rng = rng_of(6)
    for x0, x1, y0 in ((0, 0.3, 0.22), (0.7, 1, 0.18), (0.28, 0.72, 0.47)):
        c.blobs(rng, 260, (x0, y0, x1, 0.62), 0.022, ("#5f8f4e", "#86b066", "#3f6d3c", "#a4c880"))
    for x in (0.05, 0.2, 0.78, 0.92):
        c.polygon([(x - 0.035, 0.6), (x + 0.035, 0.6), (x + 0.026, 0.7), (x - 0.026, 0.7)], "#c2774f")
    c.blobs(rng, 40, (0, 0.02, 1, 0.14), 0.025, ("#78a860", "#9cc47d"))
    return c, 0.045


def winter_window():
    c = Canvas(linear("#d8d5d2"))
    c.box(0.16, 0.02, 0.84, 0.6, "#f5f4f2")
    c.cover(((X > 0.18) & (X < 0.82) & (Y > 0.04) & (Y < 0.58)).astype(float), ramp(Y, (0, ("#c4d6ea", 1.1)), (0.45, ("#eef4fa", 1.15)), (0.6, ("#ffffff", 1.1))))
    for x, high in ((0.24, 0.2), (0.31, 0.13), (0.7, 0.22), (0.77, 0.15)):
        for k in range(3):
            w = high * (0.12 + 0.1 * k)
            c.polygon([(x, 0.46 - high * (1 - k * 0.3)), (x - w, 0.5 - high * (0.6 - k * 0.3)), (x + w, 0.5 - high * (0.6 - k * 0.3))], "#8fa3b0")
    c.lamps(rng_of(5), 60, (0.2, 0.05, 0.8, 0.55), ("#ffffff",), 2.4, 0.004)
    for x in (0.395, 0.6):
        c.box(x, 0.03, x + 0.016, 0.59, "#fafafa")
    c.box(0.17, 0.27, 0.83, 0.285, "#fafafa")
    c.box(0.1, 0.6, 0.9, 0.64, "#f3f1ee")
    c.box(0, 0, 0.11, 0.8, "#ebe4dc")
    c.box(0.89, 0, 1, 0.8, "#ded6cc")
    c.lamps(rng_of(6), 16, (0.17, 0.02, 0.83, 0.05), ("#ffc878", "#ffd89a"), 16, 0.006)
    return c, 0.04


def library():
    c = Canvas(linear("#5a3d28"))
    rng = rng_of(7)
    for row in range(7):
        y, x = row * 0.105 - 0.03, 0.0
        while x < 1:
            w, high = rng.uniform(0.012, 0.026), rng.uniform(0.066, 0.092)
            c.box(x, y + 0.098 - high, x + w - 0.002, y + 0.098, str(rng.choice(["#8a4a34", "#3f5a5c", "#b89058", "#6d3030", "#d2c09c", "#4a4438", "#9c7a4c"])))
            x += w
        c.box(0, y + 0.098, 1, y + 0.108, "#7a5436")
    for x in (0.0, 0.33, 0.66, 0.985):
        c.box(x, 0, x + 0.016, 0.7, "#6e4a2f")
    c.cover((Y > 0.68).astype(float), "#4f3421")
    c.cover(np.exp(-((X - 0.08) ** 2 + (Y - 0.28) ** 2) / 0.02) * 0.75, "#ffd494", 1.1)
    c.window_light(0.3)
    c.light *= 1.25
    return c, 0.04


def workshop():
    c = Canvas(linear("#c3ab88"))
    rng = rng_of(8)
    c.light *= (1 + 0.06 * noise(3, 3, 40))[..., None]
    for k in range(11):
        x, y, high = 0.04 + k * 0.088, rng.uniform(0.1, 0.2), rng.uniform(0.1, 0.2)
        metal = str(rng.choice(["#8d9296", "#5d6266", "#a8683c", "#c8442f", "#2f5a86"]))
        c.box(x, y, x + 0.014, y + high, str(rng.choice(["#7a4f2c", "#a97846", "#33383c"])))
        c.box(x - 0.016, y, x + 0.03, y + 0.032, metal)
    c.box(0, 0.42, 1, 0.435, "#7d5a38")
    for k in range(12):
        x = 0.02 + k * 0.083
        c.box(x, 0.42 - rng.uniform(0.03, 0.07), x + 0.055, 0.42, str(rng.choice(["#c8a56d", "#d98f3a", "#6b7a80", "#b9b2a6", "#8d5f3a"])))
    c.cover((Y > 0.58).astype(float), ramp(Y, (0.58, "#94693f"), (1, "#79522f")))
    c.disc(0.2, 0.02, 0.05, "#fff0d0", 5)
    c.window_light(0.25)
    return c, 0.04


def gym():
    c = Canvas(ramp(Y, (0, "#5b6066"), (0.55, "#7b8086"), (1, "#35383c")))
    c.box(0.06, 0.04, 0.44, 0.36, "#cfe0ea", 1.0)
    c.box(0.56, 0.04, 0.94, 0.36, "#bccfdb", 0.9)
    for x in (0.18, 0.31, 0.68, 0.81):
        c.box(x, 0.04, x + 0.008, 0.36, "#3b4046")
    for y in (0.44, 0.53):
        c.box(0.04, y + 0.035, 0.96, y + 0.045, "#202326")
        for k in range(11):
            x = 0.08 + k * 0.085
            c.box(x - 0.022, y - 0.004, x + 0.022, y + 0.006, "#b9bec2")
            for dx in (-0.026, 0.026):
                c.disc(x + dx, y, 0.017, "#1c1e21", ry=0.03)
    c.disc(0.86, 0.5, 0.07, "#d14a34", 0.9)
    c.cover((Y > 0.62).astype(float), ramp(Y, (0.62, "#2f3236"), (1, "#43474b")))
    c.window_light(0.2)
    return c, 0.04


def nursery():
    c = Canvas(linear("#f1e6dc"))
    c.box(0, 0.38, 1, 0.7, "#dfe8e2")
    c.box(0, 0.375, 1, 0.387, "#fbf8f4")
    colors = ("#efb9ae", "#f5d79a", "#a9cbb9", "#b7c6e4", "#e7c3d6")
    for k in range(11):
        x, y = k * 0.1 - 0.01, 0.1 + 0.05 * np.sin(np.pi * (k % 5) / 5)
        c.polygon([(x, y), (x + 0.085, y + 0.012), (x + 0.042, y + 0.1)], colors[k % 5])
    c.box(0.66, 0.34, 0.98, 0.36, "#e6cfb0")
    c.box(0.66, 0.56, 0.98, 0.58, "#e6cfb0")
    for k in range(9):
        x = 0.665 + k * 0.038
        c.box(x, 0.34, x + 0.012, 0.6, "#efdcc2")
    c.disc(0.17, 0.5, 0.07, "#c89f72", ry=0.085)
    c.disc(0.17, 0.385, 0.052, "#cfa87c")
    for x in (0.13, 0.21):
        c.disc(x, 0.345, 0.02, "#b98d60")
    for x, y, r, color in ((0.33, 0.56, 0.03, "#efb9ae"), (0.4, 0.57, 0.022, "#a9cbb9"), (0.56, 0.565, 0.026, "#f5d79a")):
        c.disc(x, y, r, color)
    c.cover((Y > 0.6).astype(float), ramp(Y, (0.6, "#e3cfb4"), (1, "#d6bd9c")))
    c.window_light(0.16)
    return c, 0.04


def pool():
    c = Canvas(ramp(Y, (0, "#8cc9f0"), (0.46, "#dff1f8")))
    rng = rng_of(4)
    c.ridge(5, 0.47, 0.02, "#6fa05f", detail=30)
    for x in (0.1, 0.24, 0.82, 0.93):
        c.box(x, 0.22, x + 0.01, 0.5, "#8d6b4a")
        for angle in np.linspace(-0.2, 3.34, 9):
            c.line([(x, 0.22), (x + 0.09 * np.cos(angle), 0.2 - 0.06 * np.sin(angle)), (x + 0.13 * np.cos(angle), 0.25 - 0.05 * np.sin(angle))], 0.014, "#4f8a4a")
    c.box(0, 0.5, 1, 0.545, "#f4efe6")
    c.cover((Y > 0.54).astype(float), ramp(Y, (0.54, "#3fb0cc"), (1, "#67cbdc")) * (1 + 0.16 * noise(8, 6, 60, 0.3))[..., None])
    c.lamps(rng, 60, (0, 0.55, 1, 0.75), ("#ffffff",), 3.5, 0.004)
    return c, 0.05


def stage():
    c = Canvas(linear("#0d0c10"))
    fold = 0.55 + 0.45 * np.sin(X * 70 + 1.2 * noise(3, 1, 8)[5][None, :])
    c.cover((Y < 0.66).astype(float), linear("#6e1420") * (0.25 + 0.75 * fold)[..., None])
    for x, tilt, strength in ((0.2, 0.16, 0.5), (0.8, -0.16, 0.4)):
        beam = np.exp(-(((X - x - tilt * Y * 1.6) / (0.05 + 0.16 * Y)) ** 2))
        c.light += linear("#ffd9a8") * (strength * beam * (1.1 - Y))[..., None]
    c.cover((Y > 0.66).astype(float), "#1f1512")
    c.lamps(rng_of(3), 9, (0.04, 0.0, 0.96, 0.05), ("#ffe2b4",), 30, 0.009)
    return c, 0.05


PLACES = (
    beach, sunset_beach, mountains, snow_landscape, meadow, autumn_forest, blossom, desert, sky, city, neon, brick_wall,
    wood_wall, greenhouse, winter_window, library, workshop, gym, nursery, pool, stage,
)  # fmt: skip


def out_of_focus(light, disc):
    pad = PIXELS // 8
    half = max(1.0, disc * PIXELS / 2)
    reach = int(half) + 1
    ky, kx = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    kernel = np.clip(half + 0.5 - np.hypot(kx, ky), 0, 1)
    kernel /= kernel.sum()
    wide = np.pad(light, ((pad, pad), (pad, pad), (0, 0)), mode="reflect")
    soft = np.stack([fftconvolve(wide[..., c], kernel, "same") for c in range(3)], -1)
    return gaussian_filter(soft, (0.004 * PIXELS, 0.004 * PIXELS, 0))[pad:-pad, pad:-pad]


def main():
    folder, wanted = os.path.abspath(sys.argv[1]), sys.argv[2:]
    for build in PLACES:
        if wanted and build.__name__ not in wanted:
            continue
        canvas, disc = build()
        light = np.clip(out_of_focus(canvas.light, disc), 0, None)
        # Bright spots flatten towards white, as in the renderer.
        light = np.where(light > 0.7, 0.7 + 0.3 * (1 - np.exp(-(light - 0.7) / 0.3)), light)
        srgb = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
        picture = Image.fromarray((srgb * 255 + 0.5).astype(np.uint8)).resize((KEPT, KEPT), Image.LANCZOS)
        path = os.path.join(folder, f"{build.__name__}.jpg")
        picture.save(path, quality=88, subsampling=0, optimize=True)
        print(f"{build.__name__}: mean {np.asarray(picture).mean():.0f}, {os.path.getsize(path) // 1000} KB", flush=True)


main()
