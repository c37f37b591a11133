"""Removes the noise of few samples, and enlarges the light to the color's resolution."""

import math

import numpy as np
from scipy.ndimage import gaussian_filter, maximum_filter, minimum_filter, uniform_filter, zoom

KERNEL = np.array([1, 4, 6, 4, 1], np.float32) / 16
FLOOR = 0.03


def luma(a):
    return a @ np.array([0.2126, 0.7152, 0.0722], np.float32)


def despeckle(a, b):
    """Limits single bright dots of one half to the range of their neighbors in both halves."""
    mean = uniform_filter(luma(np.minimum(a, b)), 5)
    for half in (a, b):
        y = luma(half)
        half *= np.minimum(1, (mean * 3.5 + 0.02) / np.maximum(y, 1e-6))[..., None]


def smooth(halves, guide, strength=1.0, levels=5):
    """Edge-avoiding à-trous filter (Dammertz et al. 2010) whose tolerance follows the difference of the halves.

    Works on log light without color (see `demodulate`); the guide holds albedo and normals.
    """
    a, b = (np.log1p(4 * np.maximum(h, 0)).astype(np.float32) for h in halves)
    now = (a + b) / 2
    noise = uniform_filter(((a - b) ** 2).mean(-1) / 4, 7) + np.float32(2e-6)
    noise = np.maximum(noise, gaussian_filter(noise, 6) * 0.5)
    h, w, _ = now.shape
    for level in range(levels):
        step = 1 << level
        r = 2 * step
        padded = np.pad(now, ((r, r), (r, r), (0, 0)), "reflect")
        edges = np.pad(guide, ((r, r), (r, r), (0, 0)), "reflect")
        # A single pixel's difference is unreliable: use differences of 3 × 3 means.
        blurred = uniform_filter(padded, (3, 3, 1)) if level < 2 else padded
        middle = blurred[r : r + h, r : r + w]
        total, weight = np.zeros_like(now), np.zeros((h, w), np.float32)
        tolerance = 1 / (strength * 6 * noise / (1 + 2.5 * level) + 2e-5)
        for i in range(5):
            for j in range(5):
                part = np.s_[i * step : i * step + h, j * step : j * step + w]
                far = ((middle - blurred[part]) ** 2).sum(-1) * tolerance * 0.33
                far += ((guide - edges[part]) ** 2).sum(-1) * 30
                g = KERNEL[i] * KERNEL[j] * np.exp(-np.minimum(far, 40))
                total += g[..., None] * padded[part]
                weight += g
        now = total / weight[..., None]
    return np.expm1(now) / 4


def demodulate(image, albedo):
    return image / (albedo + FLOOR)


def shrink(a, factor):
    h, w = a.shape[0] // factor, a.shape[1] // factor
    return a[: h * factor, : w * factor].reshape(h, factor, w, factor, -1).mean((1, 3))


def enlarge(light, guide, points, top, factor):
    """Light at the points of a strip that begins at row `top`: the mean of the nine nearest pixels on the point's own surface."""
    h, w, _ = light.shape
    tall, wide = points.shape[:2]
    rows, columns = (top + np.arange(tall) + 0.5) / factor - 0.5, (np.arange(wide) + 0.5) / factor - 0.5
    out = np.empty((tall, wide, light.shape[2]), np.float32)
    middle = np.rint(columns).astype(int)
    for first in range(0, tall, 96):
        part, here = rows[first : first + 96], points[first : first + 96]
        centre = np.rint(part).astype(int)
        total, weight = 0, 0
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                r, c = np.clip(centre + dr, 0, h - 1), np.clip(middle + dc, 0, w - 1)
                near = np.exp(-((centre + dr - part) ** 2)[:, None] / 0.8 - ((middle + dc - columns) ** 2)[None] / 0.8)
                far = guide[r][:, c] - here
                far = np.einsum("hwc,hwc->hw", far, far)
                g = (near * np.exp(-np.minimum(far * 30, 14))).astype(np.float32)
                total = total + g[..., None] * light[r][:, c]
                weight = weight + g
        out[first : first + 96] = total / weight[..., None]
    return out


def halve(a):
    """Half the side, by a filter as wide as a lens's blur: each pixel is a mixture of 4 × 4 points."""
    for axis in (0, 1):
        a = np.moveaxis(a, axis, 0)
        padded = np.concatenate([a[:1], a, a[-1:]])
        a = np.moveaxis((padded[0:-2:2] + padded[3::2]) / 8 + (padded[1:-2:2] + padded[2:-1:2]) * (3 / 8), 0, axis)
    return a


def soften(color, blur):
    """Smooths out-of-focus parts with few samples: `blur` is the radius of the circle of confusion in pixels."""
    out = color
    near = minimum_filter(blur, 5)
    for sigma, start in ((0.6, 0.5), (0.8, 1.2), (1.8, 3.0), (4.0, 7.0), (8.0, 15.0)):
        share = np.clip((minimum_filter(near, int(2 * sigma) | 1) - start) / start, 0, 1)[..., None]
        if share.max() > 0:
            out = out * (1 - share) + gaussian_filter(color, (sigma, sigma, 0)) * share
    return out


def plain_share(seen, albedo, blur, factor):
    """Where to use the light at its own resolution: far out of focus, and on mirrors, metal and glass.

    The color pass follows no reflection, so mirrors are black in it and its albedo differs from that of the light pass.
    """
    side = math.gcd(len(seen), len(albedo))
    differs = np.abs(shrink(seen, len(seen) // side) - shrink(albedo, len(albedo) // side)).max(-1)
    differs = np.clip((differs - 0.08) / 0.12, 0, 1)
    differs = resize(gaussian_filter(maximum_filter(differs, 3), 0.7), *blur.shape)
    blurred = np.clip((minimum_filter(blur, 5) / factor - 1) / 1.5, 0, 1)
    return np.maximum(differs, gaussian_filter(blurred, factor)).astype(np.float32)


def circles(depth, focus, focal_mm, f_stop, pixels, sensor_mm=36):
    """Radius of the circle of confusion in pixels, from depths in units of 10 cm."""
    z, s, f = depth * 100, focus * 100, focal_mm
    diameter = np.abs(z - s) / np.maximum(z, 1) * f * f / (f_stop * (s - f))
    return (diameter / sensor_mm * pixels / 2).astype(np.float32)


def resize(a, tall, wide):
    return zoom(a, (tall / a.shape[0], wide / a.shape[1]) + (1,) * (a.ndim - 2), order=1, grid_mode=True, mode="nearest")
