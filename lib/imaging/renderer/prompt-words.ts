import type { Effect } from "./prompt-effects.ts";
import * as does from "./prompt-effects.ts";

/** Words and phrases of up to three words, in the singular, by what they do. */
const groups: readonly (readonly [string, Effect])[] = [
  ["marble, quartz, terrazzo", does.marble],
  ["travertine", does.surface("marble", { polish: 0.12, roughness: 0.6, color: "#ddcdb6" })],
  ["granite, slate, stone, rock, basalt", does.slate],
  ["wood, wooden, timber, oak, pine, birch, maple, ash, bamboo, beech, light wood", does.oak],
  ["walnut, mahogany, teak, cherry, dark wood, dark wooden, dark oak, rustic", does.walnut],
  ["concrete, cement, plaster, stucco, microcement", does.concrete],
  ["linen, fabric, cloth, cotton, textile, canvas, muslin, velvet, silk", does.linen],
  ["sand, sandy, desert", does.sand],
  ["beach, seaside", does.beach],
  ["glass, plexiglass, acrylic, perspex, lacquer, onyx", does.acrylic],
  ["mirror", does.surface("mirror", { polish: 0.8, roughness: 0.04, color: "#aeb4b8" })],
  ["paper, seamless, sweep, infinity cove, cyclorama, cardboard", does.sweep],
  ["table, tabletop, desk, counter, countertop, worktop", does.table],
  ["glossy, gloss, polished, shiny", does.polish(0.36, 0.25)],
  ["reflective, wet", does.polish(0.4, 0.27)],
  ["reflection", does.polish(0.32, 0.35)],
  ["mirrored, mirror reflection, mirrored reflection", does.polish(0.5, 0.22)],
  ["matte, matt", (scene, negated) => does.polish(0.3, 0.4)(scene, !negated)],

  ["shelf", does.shelf],
  ["room, living room, interior, home, lounge, loft", does.room("room", does.oak)],
  ["bedroom", does.room("room", does.linen)],
  ["office", does.room("room", does.walnut)],
  ["kitchen", does.room("kitchen", does.marble)],
  ["bakery", does.room("kitchen", does.oak)],
  ["cafe", does.room("kitchen", does.walnut)],
  ["bathroom, shower", does.room("bathroom", does.marble)],
  ["spa", does.room("bathroom", does.slate)],
  ["garden, outdoor, outside, nature, park, greenery, foliage", does.room("garden", does.oak)],
  ["forest", does.room("garden", does.walnut)],
  ["terrace, patio", does.room("garden", does.concrete)],
  ["evening, night, bar, restaurant, candlelight, bokeh", does.room("evening", does.walnut)],
  ["festive, christmas, holiday, celebration, party, fairy light", does.festive],

  ["soft light, soft lighting", does.light({ softness: 0.75, fill: 0.62 })],
  ["diffused, diffuse", does.light({ softness: 0.85, fill: 0.68 })],
  ["softbox", does.light({ softness: 0.75 })],
  ["overcast, even", does.light({ softness: 0.95, fill: 0.85 })],
  ["hard light, hard lighting, direct light", does.light({ softness: 0.06, fill: 0.34 })],
  ["harsh light", does.light({ softness: 0.04, fill: 0.26 })],
  ["spotlight", does.light({ softness: 0.12, fill: 0.24, elevationDeg: 66 })],
  ["flash", does.light({ softness: 0.05, fill: 0.4, azimuthDeg: 0 })],
  ["sunlight, sunlit, sunny, sun", does.light({ softness: 0.1, fill: 0.38, elevationDeg: 42 })],
  [
    "window light, window shadow, window pane, blind, from a window, from the window, through a window",
    does.window,
  ],
  ["golden hour, sunset, sunrise, late afternoon", does.golden],
  ["morning", does.light({ warmth: 0.22, elevationDeg: 36 })],
  ["daylight", does.light({ warmth: 0, fill: 0.6 })],
  [
    "dappled, leaf shadow, palm shadow, plant shadow, tree shadow, botanical shadow, through leaf, through the leaf",
    does.leaves,
  ],
  ["rim light, rim lighting, edge light", does.rim],
  [
    "backlit, back light, backlight, from behind, from the back",
    does.light({ azimuthDeg: -160, elevationDeg: 34 }),
  ],
  ["from the left, from left, left side", does.light({ azimuthDeg: -98 })],
  ["from the right, from right, right side", does.light({ azimuthDeg: 98 })],
  ["upper left, top left", does.light({ azimuthDeg: -102, elevationDeg: 54 })],
  ["upper right, top right", does.light({ azimuthDeg: 102, elevationDeg: 54 })],
  ["from above, from top, from the top, overhead, top light", does.light({ elevationDeg: 80 })],
  ["from the front, frontal", does.light({ azimuthDeg: -20 })],

  ["dramatic, contrasty, high contrast, cinematic", does.dramatic],
  ["moody, low key, low light, dim, dimly, gloomy, mysterious", does.moody],
  ["bright, airy, high key, luminous", does.bright],
  ["fresh", does.fresh],
  ["warm", does.warmth(0.25)],
  ["cozy, cosy, autumn, autumnal", does.warmth(0.3)],
  ["candle", does.warmth(0.35)],
  ["cool, winter", does.warmth(-0.35)],
  ["cold", does.warmth(-0.45)],
  ["icy", does.warmth(-0.55)],
  ["clean, minimal, minimalist, minimalistic, simple, plain", does.minimal],
  ["luxury, luxurious, premium, elegant, glamorous, opulent", does.luxurious],

  ["shadow", does.shadow(1, null)],
  ["contact shadow", does.shadow(0.9, null)],
  ["soft shadow", does.shadow(0.85, 0.8)],
  ["gentle shadow", does.shadow(0.8, 0.7)],
  ["subtle shadow, light shadow", does.shadow(0.65, 0.75)],
  ["faint shadow", does.shadow(0.5, 0.8)],
  ["hard shadow, harsh shadow, crisp shadow, sharp shadow", does.shadow(1, 0.04)],
  ["strong shadow, deep shadow", does.shadow(1, 0.18)],
  ["long shadow", does.longShadow],
  ["shadowless", (scene, negated) => does.shadow(1, null)(scene, !negated)],
  ["vignette", does.vignette],
  ["gradient", does.glow(0.42)],
  ["glow", does.glow(0.7)],
  ["close up, closeup", does.space(1.18)],
  ["macro", does.space(1.25)],
  ["spacious", does.space(0.82)],
  ["negative space, copy space", does.space(0.78)],
];

export const effects: Record<string, Effect> = Object.fromEntries(
  groups.flatMap(([words, effect]) => words.split(", ").map((word) => [word, effect])),
);

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(", "));
}

/** A color before one of these belongs to what is behind the product. */
export const backNouns = wordSet(
  "backdrop, background, wall, paper, seamless, sweep, gradient, studio, set, scene, tone, " +
    "environment, ambience, sky, setting",
);

/** A color before one of these belongs to what the product stands on. */
export const groundNouns = wordSet(
  "surface, table, tabletop, floor, podium, pedestal, plinth, counter, countertop, desk, shelf, " +
    "ground, base, board, slab, tile, platform, stand, worktop, marble, wood, wooden, concrete, linen, " +
    "fabric, cloth, velvet, silk, stone, slate, sand, acrylic, plexiglass, glass, mirror, plaster, " +
    "cotton, canvas",
);

/** A color before one of these describes the product or the light, which keep their own. */
export const otherNouns = wordSet(
  "product, item, bottle, jar, tube, mug, cup, shoe, sneaker, boot, bag, handbag, watch, ring, " +
    "perfume, fragrance, candle, box, package, packaging, dress, shirt, hat, beanie, lamp, chair, cream, " +
    "soap, lotion, serum, lipstick, label, logo, cap, lid, headphone, camera, phone, toy, plant, flower, " +
    "leaf, balance, hour, light, lighting, glow, shadow, rim, accent, reflection",
);

/** Of these nouns those that name a thing which the studio does not put into a scene. */
export const props = wordSet("podium, pedestal, plinth, platform, plant, flower, leaf, sky");

/** Words that no scene hangs on: grammar, photography in general, praise. Separated by spaces, as people write them. */
export const fillers =
  "a an the and or but of on in at by to for from with into onto over under above behind before beside near next " +
  "around along against through up down out off as is are be being its it this that these those there which while " +
  "where my our your their his her very really quite slightly extremely more most much many some any few all each " +
  "every only just also too so such then than like please want need make made show shown showing place placed put " +
  "sit sitting stand standing rest resting lie lying laid set located positioned create feature featuring has have " +
  "having can should would will must photo photograph photography photographic picture image shot shoot " +
  "render rendering professional commercial advertising editorial catalog catalogue ecommerce commerce shop store " +
  "listing hero packshot quality high low resolution hd uhd hdr detailed detail realistic photorealistic sharp focus " +
  "clear beautiful nice pretty great stunning gorgeous attractive perfect amazing lovely lifestyle studio look " +
  "looking style styled centered centred center centre middle composition frame framed foreground depth field " +
  "blurred blur blurry softly gently natural ambient source color colour hue shade palette main hard gentle subtle " +
  "strong crisp faint mood atmosphere feel feeling vibe ultra lens mm";
