import { hexToRgb } from "#lib/imaging/pixels/color.ts";
import type { StyleDefinition } from "./definition.ts";

export const lifestyle: StyleDefinition = {
  scene: {
    backdrop: "set",
    back: "room",
    backColor: hexToRgb("#e9e1d6"),
    surface: "oak",
    surfaceColor: null,
    light: { azimuthDeg: -105, elevationDeg: 38, softness: 0.3, warmth: 0.22, fill: 0.42, pattern: "window" },
    shadow: 1,
    reflection: 0.07,
    roughness: 0.7,
    rim: 0.08,
    glow: 0.2,
    vignette: 0.14,
    exposure: 1,
    fillWidth: 0.7,
    fillHeight: 0.65,
    fillBulk: 0.48,
  },
  variants: [
    {},
    // A marble worktop in the kitchen, light from the right.
    {
      backdrop: { back: "kitchen" },
      surface: { surface: "marble", reflection: 0.22, roughness: 0.4 },
      light: { azimuthDeg: 104, elevationDeg: 46, softness: 0.5, warmth: 0.12, fill: 0.56, pattern: "none" },
    },
    // Walnut in the evening.
    {
      backdrop: { back: "evening", exposure: 0.62, glow: 0.6 },
      surface: { surface: "walnut", reflection: 0.14, roughness: 0.6 },
      light: { azimuthDeg: 96, elevationDeg: 40, softness: 0.5, warmth: 0.5, fill: 0.34, pattern: "none" },
    },
    // Linen in the garden, in the shade of leaves.
    {
      backdrop: { back: "garden" },
      surface: { surface: "linen", reflection: 0, roughness: 1 },
      light: {
        azimuthDeg: -118,
        elevationDeg: 48,
        softness: 0.24,
        warmth: 0.14,
        fill: 0.5,
        pattern: "leaves",
      },
    },
    // Terrazzo in the bathroom, in cool daylight.
    {
      backdrop: { back: "bathroom" },
      surface: { surface: "terrazzo", reflection: 0.2, roughness: 0.4 },
      light: {
        azimuthDeg: -96,
        elevationDeg: 52,
        softness: 0.66,
        warmth: -0.08,
        fill: 0.64,
        pattern: "none",
      },
    },
    // Terracotta in the greenhouse, in high sun.
    {
      backdrop: { back: "greenhouse" },
      surface: { surface: "terracotta", reflection: 0.06, roughness: 0.8 },
      light: { azimuthDeg: 112, elevationDeg: 50, softness: 0.14, warmth: 0.2, fill: 0.46, pattern: "none" },
    },
  ],
  seedBounds: {
    azimuthDeg: 26,
    elevationDeg: 10,
    softness: 0.12,
    warmth: 0.16,
    changesSide: true,
    tone: 0.06,
    tint: 0.04,
    texture: 0.5,
    room: 0.1,
    pattern: 0.45,
    depth: 0.3,
    pitch: 0.035,
    place: 0.045,
    size: 0.07,
  },
  modelText: {
    set: "A warm oak table top in a bright, lived-in room that is softly out of focus behind it.",
    manner: "Natural editorial photography: believable materials, gentle depth of field, calm and inviting.",
  },
};
