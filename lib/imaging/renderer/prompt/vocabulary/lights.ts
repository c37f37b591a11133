import type { Entry } from "#lib/imaging/renderer/prompt/effects.ts";
import * as does from "#lib/imaging/renderer/prompt/effects.ts";

const { all, light, shadow, warmth } = does;

/** Kind and position of the lamp. */
export const lights: readonly Entry[] = [
  ["soft", "soft light, soft lighting", light({ softness: 0.75, fill: 0.62 })],
  ["diffused", "diffused, diffuse", light({ softness: 0.85, fill: 0.68 })],
  ["softbox", "softbox", light({ softness: 0.75 })],
  ["overcast", "overcast, even", light({ softness: 0.95, fill: 0.85 })],
  ["hard", "hard light, hard lighting, direct light", light({ softness: 0.06, fill: 0.34 })],
  ["harsh", "harsh light", light({ softness: 0.04, fill: 0.26 })],
  ["spotlight", "spotlight", light({ softness: 0.12, fill: 0.24, elevationDeg: 66 })],
  ["flash", "flash", light({ softness: 0.05, fill: 0.4, azimuthDeg: 0 })],
  [
    "ring_light",
    "ring light, beauty light",
    light({ softness: 0.6, fill: 0.7, azimuthDeg: 0, elevationDeg: 30 }),
  ],
  ["sunlight", "sunlight, sunlit, sunny, sun", light({ softness: 0.1, fill: 0.38, elevationDeg: 42 })],
  ["noon", "noon, midday", light({ softness: 0.08, fill: 0.45, elevationDeg: 78, warmth: 0 })],
  [
    "window",
    "window light, window shadow, window pane, blind, from a window, from the window, through a window",
    does.window,
  ],
  ["golden_hour", "golden hour, sunset, sunrise, late afternoon", does.golden],
  ["blue_hour", "blue hour, dusk, twilight", all(light({ warmth: -0.5, softness: 0.7 }), does.dimmed(0.74))],
  [
    "moonlight",
    "moonlight, moonlit",
    all(light({ warmth: -0.65, softness: 0.3, fill: 0.3 }), does.dimmed(0.62)),
  ],
  ["morning", "morning", light({ warmth: 0.22, elevationDeg: 36 })],
  ["daylight", "daylight", light({ warmth: 0, fill: 0.6 })],
  [
    "firelight",
    "firelight, fireplace, campfire, tungsten",
    all(light({ warmth: 0.85, fill: 0.32, elevationDeg: 20 }), does.dimmed(0.78)),
  ],
  ["candle", "candle", warmth(0.35)],
  [
    "leaves",
    "dappled, leaf shadow, palm shadow, plant shadow, tree shadow, botanical shadow, through leaf, through the leaf",
    does.leaves,
  ],
  ["rim", "rim light, rim lighting, edge light", does.rim],
  [
    "from_behind",
    "backlit, back light, backlight, from behind, from the back",
    light({ azimuthDeg: -160, elevationDeg: 34 }),
  ],
  ["from_left", "from the left, from left, left side", light({ azimuthDeg: -98 })],
  ["from_right", "from the right, from right, right side", light({ azimuthDeg: 98 })],
  ["upper_left", "upper left, top left", light({ azimuthDeg: -102, elevationDeg: 54 })],
  ["upper_right", "upper right, top right", light({ azimuthDeg: 102, elevationDeg: 54 })],
  ["from_above", "from above, from top, from the top, overhead, top light", light({ elevationDeg: 80 })],
  ["from_front", "from the front, frontal", light({ azimuthDeg: -20 })],
  ["warm", "warm", warmth(0.25)],
  ["cool", "cool", warmth(-0.35)],
  ["cold", "cold", warmth(-0.45)],
  ["icy", "icy", warmth(-0.55)],
];

export const shadows: readonly Entry[] = [
  ["shadow", "shadow", shadow(1, null)],
  ["contact", "contact shadow", shadow(0.9, null)],
  ["soft_shadow", "soft shadow", shadow(0.85, 0.8)],
  ["gentle_shadow", "gentle shadow", shadow(0.8, 0.7)],
  ["subtle_shadow", "subtle shadow, light shadow", shadow(0.65, 0.75)],
  ["faint_shadow", "faint shadow", shadow(0.5, 0.8)],
  ["hard_shadow", "hard shadow, harsh shadow, crisp shadow, sharp shadow", shadow(1, 0.04)],
  ["strong_shadow", "strong shadow, deep shadow", shadow(1, 0.18)],
  ["long_shadow", "long shadow", does.longShadow],
  ["shadowless", "shadowless", (scene, negated) => shadow(1, null)(scene, !negated)],
];

export const reflections: readonly Entry[] = [
  ["glossy", "glossy, gloss, polished, shiny", does.polish(0.36, 0.25)],
  ["wet", "reflective, wet", does.polish(0.4, 0.27)],
  ["reflection", "reflection", does.polish(0.32, 0.35)],
  ["mirrored", "mirrored, mirror reflection, mirrored reflection", does.polish(0.5, 0.22)],
  ["matte", "matte, matt", (scene, negated) => does.polish(0.3, 0.4)(scene, !negated)],
];
