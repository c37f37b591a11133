"""Night: dark wood, candles of three heights, dry leaves, small lamps far behind."""

import materials as m
import mesh

from kit import candles, furniture, lights, plants, shapes, stones, surfaces
from kit.cameras import View
from kit.place import Place, Tone
from kit.stage import front

FACTS = {
    "name": {"en": "Candles at night", "de": "Kerzen in der Nacht"},
    "category": "home",
    "tags": {
        "en": ["candles", "candlelight", "night", "dark wood", "evening", "cozy", "autumn", "flames"],
        "de": ["Kerzen", "Kerzenlicht", "Nacht", "dunkles Holz", "Abend", "gemütlich", "Herbst", "Flammen"],
    },
    "seasons": ["autumn", "winter"],
    "light": ["candlelight", "night", "warm lamps"],
    "moods": ["cozy", "intimate", "dark"],
    "colors": ["amber", "brown", "black", "cream"],
}
VIEWS = {
    "low": View(6, span=5.0, row=0.74, f_stop=2.8, seed=111, yaw_deg=3),
    "middle": View(16, span=4.8, row=0.72, f_stop=2.8, seed=112),
    "high": View(38, span=5.1, row=0.64, f_stop=2.8, seed=113, yaw_deg=-5),
}
TONE = Tone(exposure=2.5, contrast=1.2)


def build(view, rng):
    wood = m.wood("walnut", "#6b4a31", "#38241a", 0.34, plank=2.2)
    furniture.top((40, 11), (0, 1.8, 0), wood, 0.5)
    mesh.box("wall", (90, 1, 50), (0, 16, -14), surfaces.plaster("wall", "#4a3a33", 0.3))
    tray = surfaces.metal("tray", "#8a6a3c", 0.3)
    mesh.lathe("tray", [(0, 0), (1.25, 0, 0.03), (1.32, 0.14, 0.02), (1.27, 0.14, 0.02), (1.2, 0.05, 0.03), (0, 0.05)], tray).location = (-2.15, 1.25, 0)
    for x, y, r, h in ((-2.55, 1.65, 0.36, 1.75), (-1.75, 1.35, 0.4, 1.15), (-2.4, 0.75, 0.33, 0.75)):
        candles.candle(rng, (x, y, 0.05), r, h, "#efe0c4", 90.0, "key" if h == 1.15 else "fill")
    candles.candle(rng, (2.35, 1.9, 0), 0.42, 1.45, "#e9d6b6", 80.0, "fill")
    for x, y in ((2.0, 0.35), (2.75, 0.9)):
        tealight(rng, (x, y))
    candles.candle(rng, (3.4, 4.6, 0), 0.4, 1.9, "#efe0c4", 80.0, "fill")
    candles.candle(rng, (-0.6, 5.2, 0), 0.4, 1.2, "#efe0c4", 80.0, "fill")
    leaf = surfaces.leaf("autumn", "#7a3a18", "#b9772e", "#c99a55", 0.3, 0.6, 0.25)
    twig = surfaces.bark("twig", "#2e2018", "#6b543e")
    plants.laurel(rng, (3.9, 0.1, 0.1), (-0.8, -0.25, 0.1), 1.9, (leaf, twig), 0.55, 0.2)
    front(*plants.laurel(rng, (-3.6, -1.9, 0.15), (0.9, 0.15, 0.12), 2.0, (leaf, twig), 0.6, 0.25))
    stone = surfaces.pebble("stone", "#2f2a27", "#6a6058", 0.4)
    for x, y, size in ((1.5, -0.25, 0.18), (1.78, -0.02, 0.11)):
        stones.pebble(rng, (x, y), size, stone)
    front(stones.pebble(rng, (2.3, -2.2), 0.3, stone))
    lamps = [(rng.uniform(-8, 8), rng.uniform(11, 15), rng.uniform(-0.5, 7)) for _ in range(34)]
    furniture.string_lights(lamps, 34, "#ff9a40", 1.3, 0.075)
    lights.panel((5, -3, 6), (0, 0.3, 0.8), (3, 3), 600, "#ffc98f", "fill")
    lights.panel((0, 7, 7), (0, 0.5, 0.5), (6, 2), 900, "#ff9d50", "fill")
    lights.sky(0.25, "#6b6f8a")
    return Place(0.0, shapes.rectangle(-0.95, -0.8, 1.1, 0.8), [(0, 0), (-0.2, 0.1), (0.3, -0.1)], 2.0, 3.1, 0.25, 0.35, "#4a3425", "ground")


def tealight(rng, at):
    cup = m.principled("cup", "#b9b5ae", 0.25, metallic=1.0)
    mesh.lathe("cup", [(0, 0), (0.36, 0, 0.02), (0.38, 0.3, 0.01), (0.365, 0.3, 0.01), (0.35, 0.04), (0, 0.04)], cup, 72).location = (at[0], at[1], 0)
    return candles.candle(rng, (at[0], at[1], 0.03), 0.34, 0.22, "#f3ead8", 50.0, "fill")
