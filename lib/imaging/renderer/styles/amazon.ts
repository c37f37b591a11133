import type { StyleDefinition } from "./definition.ts";

export const amazon: StyleDefinition = {
  scene: {
    backdrop: "white",
    back: "wall",
    backColor: [1, 1, 1],
    surface: "matte",
    surfaceColor: null,
    light: { azimuthDeg: 0, elevationDeg: 70, softness: 1, warmth: 0, fill: 1, pattern: "none" },
    shadow: 0,
    reflection: 0,
    roughness: 1,
    rim: 0,
    glow: 0,
    vignette: 0,
    exposure: 1,
    fillWidth: 0.89,
    fillHeight: 0.89,
    fillBulk: 1,
  },
  // White stays white: only light, shadow and reflection differ.
  variants: [
    {},
    { light: { azimuthDeg: -90, elevationDeg: 30, fill: 0.25 } },
    { light: { azimuthDeg: 90, elevationDeg: 30, fill: 0.25 } },
    { light: { azimuthDeg: 0, elevationDeg: 85, fill: 0.25 } },
    { light: { shadow: 0.6 } },
    { surface: { reflection: 0.16, roughness: 0.3 } },
  ],
  // A marketplace's main picture is white and filled: only its crop may vary, and only slightly.
  seedBounds: {
    azimuthDeg: 0,
    elevationDeg: 0,
    softness: 0,
    warmth: 0,
    changesSide: false,
    tone: 0,
    tint: 0,
    texture: 0,
    room: 0,
    pattern: 0,
    depth: 0,
    pitch: 0,
    place: 0.008,
    size: 0.015,
  },
  modelText: {
    set: "A pure white seamless studio sweep.",
    manner:
      "Marketplace main image: the background is pure white (#FFFFFF) everywhere, with no props, no colour and no visible edge.",
  },
};
