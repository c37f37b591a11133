"""Turns linear renders into phone pictures: noise removal, exposure, tone, grain, files."""

from concurrent.futures import ThreadPoolExecutor

import bpy
import numpy as np
from PIL import Image


def load(path, channels=3):
    """EXR → float array height × width × channels, top row first."""
    image = bpy.data.images.load(path)
    image.colorspace_settings.name = "Non-Color"
    w, h = image.size
    pixels = np.empty(w * h * 4, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels.reshape(h, w, 4)[::-1, :, :channels].copy()


def box_blur(a, radius):
    """Mean over a (2r+1)² window, edges repeated."""
    n = 2 * radius + 1
    for axis in (0, 1):
        pad = [(0, 0)] * a.ndim
        pad[axis] = (radius, radius)
        p = np.pad(a, pad, "edge")
        size = a.shape[axis]
        parts = [p[k : k + size] if axis == 0 else p[:, k : k + size] for k in range(n)]
        total = parts[0] + parts[1]
        for part in parts[2:]:
            total += part
        a = total / np.float32(n)
    return a


def denoise(a, b, albedo, normal, window=5, patch=2, k=0.5):
    """Mean of two independent renders, cleaned by non-local means, in strips over all cores.

    The weights come from patch distances in the other half (dual buffer, Rousselle et al. 2012), the variance from
    the difference of the halves; albedo and normal preserve texture and edges. Works on log colour.
    """

    def planes(x):
        return [np.ascontiguousarray(x[..., c], np.float32) for c in range(3)]

    la, lb = planes(np.log1p(np.clip(a, 0, 64) * 4)), planes(np.log1p(np.clip(b, 0, 64) * 4))
    variance = box_blur(sum((x - y) ** 2 for x, y in zip(la, lb)) / 6, 3) + np.float32(1e-6)
    feature = planes(albedo * 4.0) + planes(normal * 2.0)
    h, w = variance.shape
    out = np.empty((h, w, 3), np.float32)
    margin = window + patch

    def strip(top):
        rows = min(48, h - top)
        lines = np.clip(np.arange(top - margin, top + rows + margin), 0, h - 1)

        def take(x):
            return np.pad(x[lines], ((0, 0), (margin, margin)), "reflect")

        sa, sb, sv, sf = (
            [take(x) for x in la],
            [take(x) for x in lb],
            take(variance),
            [take(x) for x in feature],
        )
        r, tall, wide = window, rows + 2 * patch, w + 2 * patch

        def at(x, dy, dx):
            return x[r + dy : r + dy + tall, r + dx : r + dx + wide]

        def inner(x):
            return x[patch : patch + rows, patch : patch + w]

        acc_a, acc_b = np.zeros((3, rows, w), np.float32), np.zeros((3, rows, w), np.float32)
        weight_a, weight_b = np.zeros((rows, w), np.float32), np.zeros((rows, w), np.float32)
        v0 = at(sv, 0, 0)
        for dy in range(-r, r + 1):
            for dx in range(-r, r + 1):
                if dx * dx + dy * dy > r * r + 1:
                    continue
                vq = at(sv, dy, dx)
                slack = v0 + np.minimum(v0, vq)
                scale = np.float32(1) / (np.float32(1e-8) + np.float32(k * k) * (v0 + vq))
                fd = sum((inner(at(f, 0, 0)) - inner(at(f, dy, dx))) ** 2 for f in sf) * np.float32(12)
                for own, other, acc, weight in ((sa, sb, acc_b, weight_b), (sb, sa, acc_a, weight_a)):
                    d = sum((at(x, 0, 0) - at(x, dy, dx)) ** 2 for x in own) / np.float32(3)
                    d = inner(box_blur((d - slack) * scale, patch))
                    g = np.exp(-(np.clip(d, 0, 30) + np.minimum(fd, 30)))
                    weight += g
                    for c in range(3):
                        acc[c] += g * inner(at(other[c], dy, dx))
        clean = (acc_a / weight_a + acc_b / weight_b) / 2
        out[top : top + rows] = np.moveaxis(np.expm1(clean) / 4, 0, 2)

    with ThreadPoolExecutor() as pool:
        list(pool.map(strip, range(0, h, 48)))
    return out


def settle(light, albedo, normal, tolerance=0.03):
    """Removes the faint blotches of few samples: an edge-avoiding à-trous filter (Dammertz et al. 2010).

    Differences above `tolerance` in log colour, and edges of albedo and normal, stay.
    """
    now = np.log1p(np.maximum(light, 0) * 4).astype(np.float32)
    guide = np.concatenate([albedo * 4, normal * 2], 2).astype(np.float32)
    kernel = np.array([1, 4, 6, 4, 1], np.float32) / 16
    h, w, _ = now.shape
    for step in (2, 4, 8):
        r = 2 * step
        color = np.pad(now, ((r, r), (r, r), (0, 0)), "reflect")
        edges = np.pad(guide, ((r, r), (r, r), (0, 0)), "reflect")
        total, weight = np.zeros_like(now), np.zeros((h, w, 1), np.float32)
        for i in range(5):
            for j in range(5):
                part = np.s_[i * step : i * step + h, j * step : j * step + w]
                far = ((now - color[part]) ** 2).sum(2, keepdims=True) / (2 * tolerance**2)
                far += ((guide - edges[part]) ** 2).sum(2, keepdims=True) * 40
                g = kernel[i] * kernel[j] * np.exp(-far)
                total += g * color[part]
                weight += g
        now = total / weight
    return np.expm1(now) / 4


def tone(linear, key=0.2, warmth=0.0, contrast=0.8, saturation=0.82, exposure=None):
    """Scene light → display sRGB in 0…1, with a camera's soft shoulder. Exposure is metered unless given."""
    gray = linear @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    if exposure is None:
        exposure = key / np.exp(np.mean(np.log(gray + 1e-4)))
    x = linear * exposure * np.array([1 + warmth, 1, 1 - warmth], np.float32)
    luma = x @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    x = np.maximum(luma[..., None] + (x - luma[..., None]) * saturation, 0)
    shoulder = 0.55
    over = np.maximum(x - shoulder, 0)
    room = 1 - shoulder
    x = np.minimum(x, shoulder) + room * (1 - np.exp(-over / (room * 1.25)))
    s = np.where(x <= 0.0031308, x * 12.92, 1.055 * np.power(np.maximum(x, 1e-6), 1 / 2.4) - 0.055)
    s = np.clip(s, 0, 1)
    curve = s + contrast * 0.12 * np.sin(2 * np.pi * (s - 0.5)) * 0.5
    return np.clip(curve, 0, 1), exposure


def grain(srgb, amount, seed):
    """A phone's faint sensor noise: a little more in the shadows, slightly blurred, mostly luminance."""
    rng = np.random.default_rng(seed)
    h, w, _ = srgb.shape
    luma = rng.normal(0, 1, (h, w, 1)).astype(np.float32)
    chroma = rng.normal(0, 0.5, (h, w, 3)).astype(np.float32)
    noise = box_blur(luma, 1) * 1.6 + box_blur(chroma, 1)
    return np.clip(srgb + noise * amount * (1.15 - srgb), 0, 1)


def save_jpeg(path, srgb, quality=92):
    Image.fromarray((srgb * 255 + 0.5).astype(np.uint8)).save(
        path, quality=quality, subsampling=0, optimize=True
    )


def save_gray(path, alpha):
    a = np.clip(alpha, 0, 1)
    Image.fromarray((a * 255 + 0.5).astype(np.uint8), "L").save(path, optimize=True)
