"""Writes a view's files, each first under a temporary name, so that an interrupted render leaves no partial file."""

import io
import json
import math
import os
import struct
import zlib

import numpy as np
from PIL import Image


def keep(path, data):
    temporary = f"{path}.part"
    with open(temporary, "wb") as file:
        file.write(data)
    os.replace(temporary, path)
    return len(data)


def bytes8(a):
    return (np.clip(a, 0, 1) * 255 + 0.5).astype(np.uint8)


def webp(a, quality, alpha_quality=90):
    """Color, gray or RGBA in 0…1 → WebP of best compression."""
    picture = bytes8(a)
    file = io.BytesIO()
    Image.fromarray(picture if picture.ndim == 3 else np.repeat(picture[..., None], 3, 2)).save(file, "WEBP", quality=quality, alpha_quality=alpha_quality, method=6)
    return file.getvalue()


def best_webp(a, max_bytes, best=95, least=70):
    for quality in range(best, least - 1, -2):
        data = webp(a, quality)
        if len(data) <= max_bytes:
            break
    return data


def png(a, size=None):
    image = Image.fromarray(bytes8(a))
    if size:
        image = image.resize(size, Image.LANCZOS)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def png16(values):
    """Gray PNG of 16 bits with the Paeth filter: planes of constant slope cost almost nothing."""
    v = values.astype(">u2")
    h, w = v.shape
    raw = v.view(np.uint8).reshape(h, w * 2).astype(int)
    up = np.vstack([np.zeros((1, w * 2), int), raw[:-1]])
    left = np.hstack([np.zeros((h, 2), int), raw[:, :-2]])
    corner = np.hstack([np.zeros((h, 2), int), up[:, :-2]])
    p = left + up - corner
    pa, pb, pc = abs(p - left), abs(p - up), abs(p - corner)
    guess = np.where((pa <= pb) & (pa <= pc), left, np.where(pb <= pc, up, corner))
    rows = np.hstack([np.full((h, 1), 4), (raw - guess) % 256]).astype(np.uint8)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", w, h, 16, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)) + chunk(b"IEND", b"")


def inverse_depth(z):
    """Stores 1/z, in which planes stay planes: 0 is infinitely far, 65528 is `nearest`; 13 bits are kept."""
    nearest = float(z[z > 0].min())
    values = np.round(nearest / np.maximum(z, nearest) * 8191) * 8
    return values, round(nearest * 10, 4)


def harmonics(sphere):
    """Nine spherical harmonics (order 2, real, of radiance) of an equirectangular picture; z is up, y is away."""
    h, w, _ = sphere.shape
    polar = (np.arange(h) + 0.5) / h * math.pi
    turn = ((np.arange(w) + 0.5) / w - 0.5) * 2 * math.pi
    t, p = np.meshgrid(polar, turn, indexing="ij")
    x, y, z = np.sin(t) * np.sin(p), np.sin(t) * np.cos(p), np.cos(t)
    basis = np.stack([0.282095 + 0 * x, 0.488603 * y, 0.488603 * z, 0.488603 * x, 1.092548 * x * y, 1.092548 * y * z, 0.315392 * (3 * z * z - 1), 1.092548 * x * z, 0.546274 * (x * x - y * y)])
    area = np.sin(t) * (math.pi / h) * (2 * math.pi / w)
    return np.einsum("khw,hwc,hw->kc", basis, sphere, area)


def rounded(value, digits=4):
    if isinstance(value, dict):
        return {k: rounded(v, digits) for k, v in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [rounded(v, digits) for v in value]
    return round(float(value), digits) if isinstance(value, (float, np.floating)) else value


def dump(value):
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()
