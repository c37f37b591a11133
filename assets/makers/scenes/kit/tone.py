"""Converts scene light to display values, and back: exposure, contrast around middle gray, a soft shoulder, sRGB.

Each channel by itself, so the compositor can invert it: light = expose⁻¹(contrast⁻¹(shoulder⁻¹(linear sRGB))).
"""

import numpy as np

GRAY = 0.18


def display_linear(light, exposure, contrast=1.12, shoulder=0.62):
    x = np.maximum(light * exposure, 0)
    x = GRAY * (x / GRAY) ** contrast
    room = 1 - shoulder
    return np.where(x < shoulder, x, 1 - room * np.exp(-(np.maximum(x, shoulder) - shoulder) / room))


def srgb(x):
    return np.where(x <= 0.0031308, x * 12.92, 1.055 * np.power(np.maximum(x, 1e-6), 1 / 2.4) - 0.055)


def meter(light, key):
    """Exposure that brings the mean of the logarithm to `key`; the middle of the frame counts double."""
    y = light @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    h, w = y.shape
    weight = np.ones_like(y)
    weight[h // 4 : h * 3 // 4, w // 4 : w * 3 // 4] = 2
    return float(key / np.exp((np.log(y + 1e-3) * weight).sum() / weight.sum()))
