"""The layers of a picture: the background, the product's own light, and its coverage.

The photo is composed from them, so that alpha and the product's colour are exact by construction. This is
triangulation matting (Smith and Blinn 1996) done by the renderer: a holdout is the black backdrop, and the weight
that it removes from each path (mean of the channels) is what a white one would have added.
"""

import os
import tempfile

import bpy
import numpy as np
import post
import scene
from PIL import Image


def halves(folder, name, seed, channels=4):
    """Two independent renders with the guides of noise removal: {a, b, albedo, normal}."""
    got = {}
    for half in "ab":
        paths = scene.render_passes(folder, f"{name}{half}", seed + (half == "b"))
        got[half] = post.load(paths["image"], channels)
        for key in ("albedo", "normal"):
            got[key] = got.get(key, 0) + post.load(paths[key]) / 2
    return got


def samples(count):
    bpy.context.scene.cycles.samples = max(1, count // 2)


def resize(picture, size):
    planes = [
        Image.fromarray(np.ascontiguousarray(picture[..., c], np.float32), "F").resize(size, Image.BICUBIC)
        for c in range(picture.shape[2])
    ]
    return np.maximum(np.stack([np.asarray(p) for p in planes], -1), 0)


def clean(got, tolerance=0.04):
    a, b = got["a"][..., :3], got["b"][..., :3]
    light = post.denoise(a, b, got["albedo"], got["normal"], window=4, patch=1)
    return post.settle(light, got["albedo"], got["normal"], tolerance)


def behind(folder, product, count, scale):
    """The room with the product's shadows and reflections, but without the product; `scale` saves time."""
    r = bpy.context.scene.render
    for obj in product:
        obj.visible_camera = False
    r.use_border, r.film_transparent = False, False
    r.resolution_percentage = round(100 * scale)
    samples(count)
    got = halves(folder, "behind", 11, 3)
    r.resolution_percentage = 100
    for obj in product:
        obj.visible_camera = True
    light = clean(got)
    return light if scale == 1 else resize(light, (r.resolution_x, r.resolution_y))


def box_of(covered, margin=12):
    rows, columns = np.nonzero(covered.any(1))[0], np.nonzero(covered.any(0))[0]
    h, w = covered.shape
    return np.s_[
        max(0, rows[0] - margin) : min(h, rows[-1] + margin),
        max(0, columns[0] - margin) : min(w, columns[-1] + margin),
    ]


def spread(values, weights):
    """Fills pixels without weight with a mean of their neighbours, near ones first."""
    if min(values.shape[:2]) < 3 or (weights > 0).all():
        return values
    h, w, _ = values.shape
    tall, wide = (h + 1) // 2, (w + 1) // 2
    pad = ((0, tall * 2 - h), (0, wide * 2 - w), (0, 0))
    total = np.pad(values * weights, pad).reshape(tall, 2, wide, 2, -1).sum((1, 3))
    weight = np.pad(weights, pad).reshape(tall, 2, wide, 2, 1).sum((1, 3))
    coarse = spread(total / np.maximum(weight, 1e-6), np.minimum(weight, 1))
    fine = np.repeat(np.repeat(coarse, 2, 0), 2, 1)[:h, :w]
    return weights * values + (1 - weights) * fine


def own_light(folder, product, count):
    """The product's own colour (not multiplied by alpha), and the guides that smooth its alpha."""
    s = bpy.context.scene
    scene.hold_out_all_but(product)
    scene.border_around(product)
    s.render.film_transparent, s.cycles.film_transparent_glass = True, True
    s.cycles.film_transparent_roughness = 0.2
    samples(count)
    got = halves(folder, "own", 31)
    alpha = (got["a"][..., 3:] + got["b"][..., 3:]) / 2
    box = box_of(alpha[..., 0] > 0)
    part = {key: value[box] for key, value in got.items()}
    sure = np.clip(alpha[box] * 8, 0, 1)
    both = (part["a"] + part["b"]) / 2
    joint = both[..., :3] / np.maximum(both[..., 3:], 1e-4)
    for key in ("a", "b"):
        rgba = part[key]
        # Pixels without product in one half use the other half, else their neighbours.
        seen = np.clip(rgba[..., 3:] * 8, 0, 1)
        own = np.where(rgba[..., 3:] > 0.02, rgba[..., :3] / np.maximum(rgba[..., 3:], 0.02), joint)
        part[key] = spread(seen * own + (1 - seen) * joint, sure).astype(np.float32)
    for key in ("albedo", "normal"):
        part[key] = spread(part[key] / np.maximum(alpha[box], 0.05), sure).astype(np.float32)
    color = np.zeros(alpha.shape[:2] + (3,), np.float32)
    color[box] = clean(part)
    few = alpha[..., 0]

    def smoothed(many=None):
        """Alpha without noise, from these few samples and another render of it."""
        pair = (many, few) if many is not None else (got["a"][..., 3], got["b"][..., 3])
        first, second = (np.repeat(half[box][..., None], 3, 2) for half in pair)
        smooth = few.copy()
        smooth[box] = post.denoise(first, second, part["albedo"], part["normal"], window=3, patch=1)[..., 0]
        return smooth

    return color, smoothed


def coverage(folder, product, count, solid):
    path = os.path.join(folder, "alpha.exr")
    scene.render_alpha(path, product, count, solid)
    bpy.context.view_layer.material_override = None
    return np.clip(post.load(path, 4)[..., 3], 0, 1)


def through(folder, product, count):
    """Everything visible in the product's place, including light refracted by glass."""
    s = bpy.context.scene
    for obj in s.objects:
        obj.is_holdout = False
    scene.border_around(product)
    s.render.film_transparent = False
    samples(count)
    return clean(halves(folder, "through", 51, 3))


def take(product, look):
    """(linear photo, alpha, own colour) of the built scene; look: transparency none, thin, veil or glass, and samples."""
    kind, count = look.get("transparency", "none"), look.get("samples", 12)
    with tempfile.TemporaryDirectory() as folder:
        room = behind(folder, product, look.get("room_samples", 10), look.get("room_scale", 0.55))
        seen = through(folder, product, count) if kind == "glass" else None
        color, smoothed = own_light(folder, product, count)
        if kind == "glass":
            alpha = smoothed()
        else:
            alpha = coverage(folder, product, look.get("alpha_samples", 64), kind == "none")
        # Cloth passes paths at random; the photo is composed with the resulting alpha, whatever it is.
        if kind == "veil":
            alpha = smoothed(alpha)
    cover = alpha[..., None]
    if seen is None:
        return room * (1 - cover) + color * cover, alpha, color
    near = post.box_blur((post.box_blur((cover > 0.004).astype(np.float32), 3) > 0).astype(np.float32), 2)
    return room * (1 - near) + seen * near, np.where(alpha < 0.004, 0, alpha), color
