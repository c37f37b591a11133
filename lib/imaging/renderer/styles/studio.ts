import { hexToRgb } from "#lib/imaging/pixels/color.ts";
import type { StyleDefinition } from "./definition.ts";

export const studio: StyleDefinition = {
  scene: {
    backdrop: "sweep",
    back: "wall",
    backColor: hexToRgb("#efeff1"),
    surface: "matte",
    surfaceColor: null,
    light: { azimuthDeg: -102, elevationDeg: 54, softness: 0.62, warmth: 0.02, fill: 0.62, pattern: "none" },
    shadow: 0.9,
    reflection: 0.05,
    roughness: 0.8,
    rim: 0,
    glow: 0.42,
    vignette: 0.13,
    exposure: 1,
    fillWidth: 0.74,
    fillHeight: 0.7,
    fillBulk: 0.53,
  },
  variants: [
    {},
    // Warm white paper, a softbox at the right.
    {
      backdrop: { backColor: hexToRgb("#f0e9df"), glow: 0.36 },
      light: { azimuthDeg: 98, elevationDeg: 52, softness: 0.7, warmth: 0.1, fill: 0.64 },
    },
    // Clay paper, light from behind left.
    {
      backdrop: { backColor: hexToRgb("#d9b3a0"), glow: 0.5, vignette: 0.18 },
      light: { azimuthDeg: -128, elevationDeg: 44, softness: 0.5, warmth: 0.14, fill: 0.56 },
    },
    // Charcoal paper, and a light along the edges.
    {
      backdrop: { backColor: hexToRgb("#45474b"), glow: 0.8, vignette: 0.34 },
      light: { azimuthDeg: -78, elevationDeg: 46, softness: 0.5, fill: 0.42, rim: 0.1 },
    },
    // Sand-colored plaster, in low sun and the shade of leaves.
    {
      backdrop: { backdrop: "set", backColor: hexToRgb("#e6d8c3"), glow: 0.3 },
      surface: { surface: "concrete", surfaceColor: hexToRgb("#dbc9b1"), reflection: 0.05, roughness: 0.9 },
      light: {
        azimuthDeg: -112,
        elevationDeg: 40,
        softness: 0.2,
        warmth: 0.22,
        fill: 0.5,
        pattern: "leaves",
      },
    },
    // Concrete in front of a pale blue wall, a large lamp above.
    {
      backdrop: { backdrop: "set", backColor: hexToRgb("#d3dadd"), glow: 0.4 },
      surface: { surface: "concrete", reflection: 0.06, roughness: 0.85 },
      light: { azimuthDeg: 40, elevationDeg: 70, softness: 0.85, warmth: -0.06, fill: 0.68 },
    },
  ],
  seedBounds: {
    azimuthDeg: 38,
    elevationDeg: 12,
    softness: 0.24,
    warmth: 0.16,
    changesSide: true,
    tone: 0.07,
    tint: 0.05,
    texture: 0.5,
    room: 0.08,
    pattern: 0.25,
    depth: 0.2,
    pitch: 0.03,
    place: 0.03,
    size: 0.06,
  },
  modelText: {
    set: "A seamless studio sweep of matt light grey paper that rises into the backdrop in a soft gradient.",
    manner:
      "Clean catalogue photography: neutral colours, even exposure, uncluttered, nothing that distracts.",
  },
};
