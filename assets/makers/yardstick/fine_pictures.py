"""Pictures of thin, fine or clear products, made for the yardstick."""

import brush
import gauze
import glassware
import lace
import plants
import plush
import settings as s
import wires
from taking import PORTRAIT, picture, view

THIN = {"transparency": "thin", "samples": 20, "alpha_samples": 48}
VEIL = {"transparency": "veil", "samples": 20, "alpha_samples": 32}
GLASS = {"transparency": "glass", "samples": 20}
FINE = {"samples": 20, "alpha_samples": 160}
WIRE = {"alpha_samples": 160}

PICTURES = {
    "plush-bear": picture(
        "hair-fur",
        "plush bear with long fur",
        lambda: s.linen("#b9a88c", seed=3),
        plush.build,
        view(0.84, 10, -14),
        **FINE
    ),
    "shaving-brush": picture(
        "hair-fur",
        "shaving brush, loose bristles",
        lambda: s.wooden("#a58a6a", "#7d6449", "#c9c4b4", "right", 4),
        brush.build,
        view(0.74, 12),
        PORTRAIT,
        **FINE
    ),
    "whisk": picture(
        "thin-wires",
        "steel whisk lying on wood",
        lambda: s.wooden("#c9a676", "#9d7a50"),
        wires.whisk,
        view(0.8, 42, 0),
        **WIRE
    ),
    "wire-basket": picture(
        "thin-wires",
        "empty fruit basket of black wire",
        lambda: s.wooden("#d8c8ae", "#b7a284", "#ccd2d0", "right", 6),
        wires.basket,
        view(0.74, 22),
        **WIRE
    ),
    "earphones": picture(
        "thin-wires",
        "white earphones, looped cable",
        lambda: s.wooden("#6f5842", "#4d3b2b", "#c9c6bd", "left", 9),
        wires.earphones,
        view(0.76, 48),
        **WIRE
    ),
    "olive-tree": picture(
        "foliage",
        "potted olive tree",
        lambda: s.wooden("#c2a17a", "#8f6e4a", "#dcd6c6", "left", 8),
        plants.olive,
        view(0.84, 8),
        PORTRAIT,
        **WIRE
    ),
    "fern": picture(
        "foliage",
        "fern in a white pot",
        lambda: s.linen("#a3ab98", "#8f9a83", "right", 12),
        plants.fern,
        view(0.8, 16),
        **WIRE
    ),
    "lace-fan": picture(
        "lace",
        "open fan of black lace",
        lambda: s.linen("#d9cdb9", "#c8b8a0", "left", 14),
        lace.fan,
        view(0.8, 8, 4),
        **THIN | {"alpha_samples": 160}
    ),
    "lace-lamp": picture(
        "lace",
        "table lamp, shade of white lace",
        lambda: s.wooden("#9a7650", "#6b4c30", "#7f8d88", "right", 15),
        lace.lamp,
        view(0.78, 8),
        PORTRAIT,
        **THIN
    ),
    "iced-tea": picture(
        "glass-liquid",
        "tumbler of iced tea with a straw",
        lambda: s.wooden("#b98f63", "#8b6743", "#cfd3c8", "left", 17),
        glassware.tumbler,
        view(0.76, 13),
        PORTRAIT,
        **GLASS | {"samples": 36}
    ),
    "oil-bottle": picture(
        "glass-liquid",
        "green glass bottle with oil",
        lambda: s.linen("#c8c2b2", "#b7b9ae", "right", 18),
        glassware.bottle,
        view(0.8, 9),
        PORTRAIT,
        **GLASS
    ),
    "spectacles": picture(
        "glass-liquid",
        "spectacles with a thin metal frame",
        lambda: s.wooden("#8a6a4c", "#5f452f", "#d9d5ca", "right", 19),
        glassware.spectacles,
        view(0.74, 24),
        **THIN
    ),
    "organza-bag": picture(
        "smoke-cloth",
        "organza bag with soaps",
        lambda: s.wooden("#c7b08f", "#9c8361", "#bcc4c0", "left", 20),
        gauze.bag,
        view(0.72, 10),
        PORTRAIT,
        **THIN | {"samples": 20, "alpha_samples": 96}
    ),
    "chiffon-scarf": picture(
        "smoke-cloth", "chiffon scarf on a peg", s.hung, gauze.scarf, view(0.8, 5), PORTRAIT, **VEIL
    ),
}
