"""Products of the samples in places that make them hard to cut out, and base pictures for the effects."""

import brush
import materials as m
import settings as s
from taking import PORTRAIT, group, one_color, picture, sample, view

GINGHAM = ("gingham", "#e9e4d8", "#a9403c", 0.5)
BLUE_CHECK = ("checks", "#e7e9e6", "#7f9aa6", 0.32)
RUG = ("rug", "#b8763f", "#3d4f5c", "#e3d3b0")

PICTURES = {
    "white-mug": picture(
        "white-on-white",
        "white mug on white paper",
        s.white,
        one_color(sample("mug"), "#f3f2ee", 0.3),
        view(0.62, 16, -6),
        key=0.64,
    ),
    "white-lamp": picture(
        "white-on-white",
        "white desk lamp on white paper",
        lambda: s.white("right"),
        one_color(sample("desklamp"), "#f2f1ee"),
        view(0.76, 10),
        PORTRAIT,
        key=0.62,
    ),
    "black-camera": picture(
        "black-on-black",
        "black camera on black felt",
        lambda: s.black(True),
        sample("camera"),
        view(0.62, 20, 12),
        key=0.07,
    ),
    "black-mug": picture(
        "black-on-black",
        "black mug on black lacquer",
        lambda: s.black(False, "left"),
        one_color(sample("mug"), "#101012", 0.4),
        view(0.6, 15),
        key=0.06,
    ),
    "gingham-mokapot": picture(
        "patterned-ground",
        "moka pot on a checked cloth",
        lambda: s.patterned(s.checks(*GINGHAM)),
        sample("mokapot"),
        view(0.66, 24),
        room_scale=0.8,
    ),
    "rug-mug": picture(
        "patterned-ground",
        "mug on a zigzag rug",
        lambda: s.patterned(s.zigzag(*RUG), side="right", seed=6, folds=0.06),
        sample("mug"),
        view(0.6, 32, 8),
        room_scale=0.8,
    ),
    "sun-lotion": picture(
        "hard-shadow-touching",
        "pump bottle in low sun",
        lambda: s.sunny(m.stone("terrace", "#a89f90", "#c4bbaa", 0.8, bump=0.1)),
        sample("lotion"),
        view(0.62, 16, 4),
        room_scale=0.8,
    ),
    "sun-mokapot": picture(
        "hard-shadow-touching",
        "moka pot in low sun",
        lambda: s.sunny(m.wood("deck", "#a9825c", "#7d5c3e", 0.5, 0.7, plank=1.2), "#b9c0b4", -58, 30),
        sample("mokapot"),
        view(0.58, 18),
        room_scale=0.8,
    ),
    "mirrored-lotion": picture(
        "reflection-touching",
        "pump bottle on polished black",
        s.mirrored,
        sample("lotion"),
        view(0.66, 7),
        PORTRAIT,
    ),
    "mirrored-camera": picture(
        "reflection-touching",
        "camera on polished white",
        lambda: s.mirrored("#d9d9d6", "#b9bdbb", 0.05, "right", 11),
        sample("camera"),
        view(0.6, 10, -4),
        key=0.33,
    ),
    "cut-mug": picture(
        "cut-by-frame",
        "mug cut by the right and lower side",
        lambda: s.linen("#8e9f96", "#d9d3c4", "left", 23),
        sample("mug"),
        view(0.86, 16, -4, 50, (0.26, -0.2)),
    ),
    "cut-beanie": picture(
        "cut-by-frame",
        "beanie cut by the left side",
        lambda: s.wooden("#cdb592", "#a68d68", "#d5d9d3", "right", 24),
        sample("beanie"),
        view(0.84, 12, 4, 50, (-0.33, 0.02)),
    ),
    "coffee-set": picture(
        "several-products",
        "moka pot and two mugs",
        lambda: s.wooden("#caa87c", "#9a784f", "#d4d9d3", "left", 25),
        group(
            (sample("mokapot"), (-0.75, 0.25), 0),
            (sample("mug"), (0.55, -0.1), 10),
            (sample("mug"), (1.75, 0.5), -25),
        ),
        view(0.78, 15),
    ),
    "bath-set": picture(
        "several-products",
        "pump bottle, candle and brush",
        lambda: s.linen("#c9c3b8", "#b9c3c1", "right", 26),
        group(
            (sample("lotion"), (-1.0, 0.1), 0),
            (sample("candle"), (0.25, -0.1), 0),
            (brush.build, (1.25, 0.2), 0),
        ),
        view(0.76, 12),
        alpha_samples=160,
    ),
    "desk-lamp": picture(
        "base",
        "desk lamp",
        lambda: s.wooden("#bf9a70", "#94714b", "#aab3ad", "right", 27),
        sample("desklamp"),
        view(0.74, 11, 8),
        PORTRAIT,
    ),
    "tea-mug": picture(
        "base",
        "stoneware mug",
        lambda: s.linen("#c4b49c", "#8f9ca0", "left", 28),
        sample("mug"),
        view(0.62, 18, 6),
    ),
    "scent-candle": picture(
        "base",
        "candle in a white jar",
        lambda: s.wooden("#7f6248", "#5a4330", "#c4b9a4", "right", 29),
        sample("candle"),
        view(0.6, 17, -5),
    ),
}
