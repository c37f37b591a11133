import { hexToRgb } from "#lib/imaging/pixels/color.ts";
import type { StyleDefinition } from "./definition.ts";

export const luxury: StyleDefinition = {
  scene: {
    backdrop: "set",
    back: "wall",
    backColor: hexToRgb("#4f4b4c"),
    surface: "acrylic",
    surfaceColor: hexToRgb("#0d0d0f"),
    light: { azimuthDeg: -75, elevationDeg: 42, softness: 0.45, warmth: 0.1, fill: 0.35, pattern: "none" },
    shadow: 0.85,
    reflection: 0.5,
    roughness: 0.22,
    rim: 0.13,
    glow: 1,
    vignette: 0.5,
    exposure: 1,
    fillWidth: 0.7,
    fillHeight: 0.66,
    fillBulk: 0.49,
  },
  variants: [
    {},
    // Black marble with gold light, in front of dark umber.
    {
      backdrop: { backColor: hexToRgb("#4a3a2e") },
      surface: { surface: "marble", surfaceColor: hexToRgb("#1a1a1c"), reflection: 0.36, roughness: 0.3 },
      light: { azimuthDeg: 82, elevationDeg: 40, softness: 0.4, warmth: 0.42 },
    },
    // Burgundy velvet.
    {
      backdrop: { backColor: hexToRgb("#4b1624"), glow: 0.95 },
      surface: { surface: "velvet", surfaceColor: hexToRgb("#43101f"), reflection: 0, roughness: 1 },
      light: { azimuthDeg: -110, elevationDeg: 36, softness: 0.34, warmth: 0.22, fill: 0.4 },
    },
    // Polished walnut in front of forest green.
    {
      backdrop: { backColor: hexToRgb("#21402f"), glow: 0.9 },
      surface: { surface: "walnut", surfaceColor: null, reflection: 0.26, roughness: 0.35 },
      light: { azimuthDeg: 74, elevationDeg: 44, softness: 0.42, warmth: 0.26, fill: 0.42 },
    },
    // Champagne silk, bright.
    {
      backdrop: { backColor: hexToRgb("#cbb18d"), glow: 0.6, vignette: 0.3 },
      surface: { surface: "silk", surfaceColor: hexToRgb("#a3865f"), reflection: 0.08, roughness: 0.7 },
      light: { azimuthDeg: -100, elevationDeg: 46, softness: 0.5, warmth: 0.2, fill: 0.5, rim: 0.08 },
    },
    // Midnight blue acrylic, cool light.
    {
      backdrop: { backColor: hexToRgb("#22345c") },
      surface: { surface: "acrylic", surfaceColor: hexToRgb("#0a1020"), reflection: 0.5, roughness: 0.2 },
      light: { azimuthDeg: 80, elevationDeg: 42, softness: 0.45, warmth: -0.3, rim: 0.15 },
    },
  ],
  seedBounds: {
    azimuthDeg: 30,
    elevationDeg: 10,
    softness: 0.2,
    warmth: 0.14,
    changesSide: true,
    tone: 0.14,
    tint: 0.06,
    texture: 0.5,
    room: 0.08,
    pattern: 0.25,
    depth: 0.25,
    pitch: 0.03,
    place: 0.03,
    size: 0.06,
  },
  sceneExposure: 0.84,
  modelText: {
    set: "A polished black stone surface before a dark backdrop that falls off into deep shadow.",
    manner: "High-end still life: low key, rich contrast, few and precious materials, restrained elegance.",
  },
};
