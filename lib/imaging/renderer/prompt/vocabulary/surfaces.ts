import type { Effect, Entry } from "#lib/imaging/renderer/prompt/effects.ts";
import * as does from "#lib/imaging/renderer/prompt/effects.ts";

const { surface } = does;

/** Surfaces on which the product stands. */
export const surfaces: readonly Entry[] = [
  ["marble", "marble, quartz, marble slab", does.marble],
  ["travertine", "travertine, limestone", surface("travertine", { polish: 0.12, roughness: 0.6 })],
  ["terrazzo", "terrazzo", surface("terrazzo", { polish: 0.22, roughness: 0.4 })],
  ["granite", "granite", surface("granite", { polish: 0.24, roughness: 0.35 })],
  ["slate", "slate, stone, rock, basalt", does.slate],
  ["pebbles", "pebble, gravel, river stone", surface("pebbles", { polish: 0.04, roughness: 0.9 })],
  ["oak", "wood, wooden, timber, oak, pine, birch, maple, ash, beech, light wood", does.oak],
  ["walnut", "walnut, mahogany, teak, cherry, dark wood, dark wooden, dark oak, rustic", does.walnut],
  [
    "whitewashed_wood",
    "whitewashed wood, whitewashed, driftwood, shabby chic",
    surface("oak", { polish: 0.04, roughness: 0.9, color: "#e6e1d8" }),
  ],
  [
    "charred_wood",
    "charred wood, burnt wood, ebony, black wood",
    surface("walnut", { polish: 0.16, roughness: 0.5, color: "#1d1a18" }),
  ],
  ["bamboo", "bamboo", surface("bamboo", { polish: 0.1, roughness: 0.7 })],
  ["cork", "cork", surface("cork", { polish: 0, roughness: 1 })],
  ["rattan", "rattan, wicker, cane, raffia", surface("rattan", { polish: 0, roughness: 1 })],
  ["jute", "jute, burlap, hessian, sackcloth", surface("jute", { polish: 0, roughness: 1 })],
  ["concrete", "concrete, cement, plaster, stucco, microcement", does.concrete],
  ["brick", "brick, cobblestone", surface("brick", { polish: 0, roughness: 1 })],
  [
    "terracotta_tiles",
    "terracotta tile, terracotta floor, clay tile, clay floor",
    surface("terracotta", { polish: 0.06, roughness: 0.8 }),
  ],
  ["tiles", "tile, ceramic tile, tiled", surface("tiles", { polish: 0.3, roughness: 0.25 })],
  [
    "green_tiles",
    "green tile, emerald tile, zellige",
    surface("tiles", { polish: 0.3, roughness: 0.25, color: "#3d7a62" }),
  ],
  [
    "blue_tiles",
    "blue tile, azulejo, mosaic",
    surface("tiles", { polish: 0.3, roughness: 0.25, color: "#4d86b4" }),
  ],
  ["linen", "linen, fabric, cloth, cotton, textile, canvas, muslin", does.linen],
  ["denim", "denim", surface("linen", { polish: 0, roughness: 1, color: "#3f5d80" })],
  ["velvet", "velvet, velour, plush", surface("velvet", { polish: 0, roughness: 1 })],
  ["silk", "silk, satin", surface("silk", { polish: 0.08, roughness: 0.7 })],
  ["wool", "wool, woolen, knit, knitted, blanket", surface("wool", { polish: 0, roughness: 1 })],
  ["felt", "felt", surface("moss", { polish: 0, roughness: 1, color: "#9a9a98" })],
  ["fur", "fur, faux fur, sheepskin, fluffy", surface("fur", { polish: 0, roughness: 1 })],
  ["leather", "leather, saddle leather", surface("leather", { polish: 0.14, roughness: 0.6 })],
  ["black_leather", "black leather", surface("leather", { polish: 0.18, roughness: 0.5, color: "#1b1a1a" })],
  ["sand", "sand, sandy", does.sand],
  ["snow", "snow, snowy, frost, frosty", surface("snow", { polish: 0.04, roughness: 0.9 })],
  ["ice", "ice, frozen, ice block", surface("marble", { polish: 0.5, roughness: 0.3, color: "#cfe6f2" })],
  ["water", "water, rippling water, water surface", surface("water", { polish: 0.42, roughness: 0.35 })],
  ["grass", "grass, lawn, turf", surface("grass", { polish: 0, roughness: 1 })],
  ["moss", "moss, mossy", surface("moss", { polish: 0, roughness: 1 })],
  [
    "autumn_leaves",
    "autumn leaf, fall leaf, fallen leaf, autumnal leaf",
    surface("autumn_leaves", { polish: 0, roughness: 1 }),
  ],
  ["petals", "petal, rose petal, flower petal", surface("petals", { polish: 0, roughness: 1 })],
  ["coffee_beans", "coffee bean", surface("coffee_beans", { polish: 0.06, roughness: 0.8 })],
  ["confetti", "confetti", surface("confetti", { polish: 0, roughness: 1 })],
  [
    "steel",
    "steel, stainless steel, brushed steel, metal, metallic, aluminum, aluminium, chrome",
    surface("steel", { polish: 0.42, roughness: 0.5 }),
  ],
  [
    "brass",
    "brass, brushed brass, gold surface, gold plate, brushed gold",
    surface("steel", { polish: 0.42, roughness: 0.5, color: "#c39a4f" }),
  ],
  [
    "copper",
    "copper surface, copper plate, copper tray, brushed copper",
    surface("steel", { polish: 0.42, roughness: 0.5, color: "#b8704c" }),
  ],
  ["acrylic", "glass, plexiglass, acrylic, perspex, lacquer, onyx", does.acrylic],
  ["mirror", "mirror", surface("mirror", { polish: 0.8, roughness: 0.04, color: "#aeb4b8" })],
  [
    "kraft_paper",
    "kraft paper, kraft, cardboard, brown paper",
    surface("kraft", { polish: 0, roughness: 1 }),
  ],
  ["paper", "paper, seamless, sweep, infinity cove, cyclorama", does.sweep],
  ["table", "table, tabletop, desk, counter, countertop, worktop", does.table],
];

/** Returns the effect of naming this surface. */
export function known(value: string): Effect {
  const found = surfaces.find(([name]) => name === value);
  if (!found) throw new Error(`no surface is called ${value}`);
  return found[2];
}
