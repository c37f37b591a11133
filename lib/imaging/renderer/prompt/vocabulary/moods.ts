import type { Entry } from "#lib/imaging/renderer/prompt/effects.ts";
import * as does from "#lib/imaging/renderer/prompt/effects.ts";
import { known } from "./surfaces.ts";

const { all, backdropColor, light, offered, room, warmth } = does;

/** Seasons and holidays: light, tint, and a setting when the prompt names none. */
export const seasons: readonly Entry[] = [
  [
    "spring",
    "spring, springtime, easter",
    all(offered(room("blossom", known("whitewashed_wood"))), does.bright),
  ],
  [
    "summer",
    "summer, summery, summertime",
    all(
      offered(room("meadow", does.oak)),
      light({ softness: 0.1, fill: 0.42, elevationDeg: 50, warmth: 0.2 }),
    ),
  ],
  ["autumn", "autumn, autumnal", warmth(0.3)],
  ["winter", "winter", warmth(-0.35)],
  ["festive", "festive, christmas, holiday, celebration, party, fairy light", does.festive],
  [
    "birthday",
    "birthday, new year, anniversary",
    all(offered(known("confetti")), backdropColor("#f3c9cf"), does.bright),
  ],
  [
    "valentine",
    "valentine, valentine day, wedding",
    all(offered(known("petals")), backdropColor("#f0cdd2"), light({ softness: 0.7, warmth: 0.15 })),
  ],
  [
    "halloween",
    "halloween, spooky",
    all(offered(known("autumn_leaves")), backdropColor("#3a1f12"), does.moody, light({ warmth: 0.5 })),
  ],
  [
    "thanksgiving",
    "thanksgiving, harvest",
    all(offered(room("autumn_forest", does.walnut)), light({ warmth: 0.45, softness: 0.4 })),
  ],
];

export const moods: readonly Entry[] = [
  ["dramatic", "dramatic, contrasty, high contrast, cinematic", does.dramatic],
  ["moody", "moody, low key, low light, dim, dimly, gloomy, mysterious", does.moody],
  ["bright", "bright, airy, high key, luminous", does.bright],
  ["fresh", "fresh", does.fresh],
  ["cozy", "cozy, cosy", warmth(0.3)],
  ["minimal", "clean, minimal, minimalist, minimalistic, simple, plain", does.minimal],
  ["luxurious", "luxury, luxurious, premium, elegant, glamorous, opulent", does.luxurious],
  [
    "romantic",
    "romantic, dreamy, ethereal",
    all(backdropColor("#efd3d1"), light({ softness: 0.9, fill: 0.72, warmth: 0.25 }), does.glow(0.75)),
  ],
  [
    "vintage",
    "vintage, retro, nostalgic",
    all(offered(does.walnut), backdropColor("#c9b48c"), light({ warmth: 0.5 }), does.vignette),
  ],
  [
    "scandinavian",
    "scandinavian, nordic, japandi, hygge",
    all(offered(does.oak), backdropColor("#f1eee9"), light({ softness: 0.6, fill: 0.66, pattern: "window" })),
  ],
  ["industrial", "industrial", offered(room("brick_wall", does.concrete))],
  [
    "boho",
    "boho, bohemian",
    all(offered(known("rattan")), backdropColor("#e2cdb2"), light({ warmth: 0.3, pattern: "leaves" })),
  ],
  [
    "zen",
    "zen, japanese, calm, serene, tranquil, peaceful",
    all(offered(known("bamboo")), backdropColor("#dfe2d6"), light({ softness: 0.85, fill: 0.72 })),
  ],
  [
    "noir",
    "noir, film noir, gothic",
    all(backdropColor("#1c1c20"), does.dramatic, does.moody, light({ warmth: -0.2, pattern: "window" })),
  ],
  [
    "playful",
    "playful, cheerful, joyful",
    all(backdropColor("#ffd45e"), offered(does.matte("#f2787c")), does.bright),
  ],
  ["vignette", "vignette", does.vignette],
  ["gradient", "gradient", does.glow(0.42)],
  ["glow", "glow", does.glow(0.7)],
];

export const spaces: readonly Entry[] = [
  ["close_up", "close up, closeup", does.space(1.18)],
  ["macro", "macro", does.space(1.25)],
  ["spacious", "spacious", does.space(0.82)],
  ["copy_space", "negative space, copy space", does.space(0.78)],
];
