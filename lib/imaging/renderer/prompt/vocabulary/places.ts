import type { Entry } from "#lib/imaging/renderer/prompt/effects.ts";
import * as does from "#lib/imaging/renderer/prompt/effects.ts";
import { known } from "./surfaces.ts";

const { room, all } = does;
const darkAcrylic = does.surface("acrylic", { polish: 0.5, roughness: 0.2, color: "#0d0d0f" });

/** Places behind the product, out of focus; each brings a fitting surface unless the prompt names one. */
export const places: readonly Entry[] = [
  ["shelf", "shelf", does.shelf],
  ["living_room", "room, living room, interior, home, lounge, loft", room("room", does.oak)],
  ["bedroom", "bedroom", room("room", does.linen)],
  ["office", "office", room("room", does.walnut)],
  ["kitchen", "kitchen", room("kitchen", does.marble)],
  ["bakery", "bakery", room("kitchen", does.oak)],
  ["cafe", "cafe", room("kitchen", does.walnut)],
  ["bathroom", "bathroom, shower", room("bathroom", does.marble)],
  ["spa", "spa, wellness", room("bathroom", does.slate)],
  ["garden", "garden, outdoor, outside, nature, park, greenery, foliage", room("garden", does.oak)],
  ["forest", "forest, woodland", room("garden", does.walnut)],
  ["terrace", "terrace, patio, balcony, wooden deck", room("garden", does.concrete)],
  ["evening", "evening, night, bar, restaurant, candlelight, bokeh", room("evening", does.walnut)],
  ["beach", "beach, seaside, ocean beach, coast", room("beach", does.sand)],
  [
    "sunset_beach",
    "sunset beach, beach sunset, beach at sunset",
    all(room("sunset_beach", does.sand), does.golden),
  ],
  ["pool", "pool, swimming pool, poolside", room("pool", known("tiles"))],
  ["desert", "desert, dune", room("desert", does.sand)],
  ["mountains", "mountain, alps, alpine", room("mountains", does.slate)],
  [
    "snow_landscape",
    "winter landscape, snowy landscape, snowy forest",
    room("snow_landscape", known("snow")),
  ],
  ["meadow", "meadow, field of flower, countryside", room("meadow", known("grass"))],
  ["autumn_forest", "autumn forest, autumn wood, fall forest", room("autumn_forest", known("autumn_leaves"))],
  ["blossom", "blossom, cherry blossom, orchard", room("blossom", known("whitewashed_wood"))],
  ["sky", "cloud, cloudy sky, open sky", room("sky", does.matte("#f4f7fa"))],
  ["city", "city, skyline, city light, urban, street, sidewalk", room("city", darkAcrylic)],
  ["neon", "neon, neon light, cyberpunk, nightclub, futuristic", room("neon", darkAcrylic)],
  [
    "brick_wall",
    "brick wall, exposed brick, industrial loft, studio loft",
    room("brick_wall", does.concrete),
  ],
  ["wood_wall", "wood wall, wooden wall, cabin, chalet, sauna", room("wood_wall", does.oak)],
  ["greenhouse", "greenhouse, conservatory, orangery", room("greenhouse", known("terracotta_tiles"))],
  ["winter_window", "winter window, snowy window, frosty window", room("winter_window", does.oak)],
  ["library", "library, bookshelf, bookcase, study", room("library", does.walnut)],
  ["workshop", "workshop, workbench, garage", room("workshop", does.walnut)],
  ["gym", "gym, fitness, fitness studio", room("gym", does.concrete)],
  ["nursery", "nursery, kid room, children room, playroom", room("nursery", known("wool"))],
  ["stage", "stage, theater, theatre, red curtain", room("stage", does.walnut)],
];
