"""Effects of a camera: motion blur of a hand, noise of a dark room, strong compression."""

import numpy as np
import post


def shift(picture, dx, dy):
    """Moved by part-pixels (bilinear), edges repeated."""
    x0, y0 = int(np.floor(dx)), int(np.floor(dy))
    fx, fy = dx - x0, dy - y0
    h, w = picture.shape[:2]
    total = 0
    for ox, wx in ((x0, 1 - fx), (x0 + 1, fx)):
        for oy, wy in ((y0, 1 - fy), (y0 + 1, fy)):
            rows, columns = np.clip(np.arange(h) - oy, 0, h - 1), np.clip(np.arange(w) - ox, 0, w - 1)
            total = total + picture[rows][:, columns] * np.float32(wx * wy)
    return total


def shaken(light, alpha, color, reach, turn):
    """Photo, alpha and colour with the camera moved along a hooked path of `reach` pixels."""
    t = np.linspace(-0.5, 0.5, 25)
    along, across = t * reach, reach * 0.22 * np.sin(2.6 * t + 0.7) - reach * 0.1
    xs, ys = along * np.cos(turn) - across * np.sin(turn), along * np.sin(turn) + across * np.cos(turn)
    layers = np.concatenate([light, alpha[..., None], color * alpha[..., None]], 2).astype(np.float32)
    moved = sum(shift(layers, x, y) for x, y in zip(xs, ys)) / len(t)
    cover = moved[..., 3]
    own = moved[..., 4:] / np.maximum(cover, 1e-3)[..., None]
    return moved[..., :3], cover, own


def sensor(light, exposure, photons, seed=9):
    """Shot and read noise of a small sensor at high gain, smeared a little by the phone's own cleaning."""
    rng = np.random.default_rng(seed)
    x = np.maximum(light * exposure, 0)
    shot = rng.normal(0, 1, x.shape) * np.sqrt(x / photons)
    read = rng.normal(0, 0.35 / np.sqrt(photons), x.shape)
    noise = (shot + read).astype(np.float32)
    luma = noise.mean(2, keepdims=True)
    chroma = post.box_blur(noise - luma, 2) * 2.2
    fine = 0.62 * luma + 0.38 * post.box_blur(luma, 1)
    return np.maximum(x + fine + chroma, 0) / exposure
