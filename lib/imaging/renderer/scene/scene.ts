import type { Rgb } from "#lib/imaging/pixels/color.ts";

/** Rooms with a picture under assets/backdrops/rooms. */
export const roomNames = [
  ...["room", "kitchen", "bathroom", "garden", "evening", "beach"],
  ...["sunset_beach", "mountains", "snow_landscape", "meadow", "autumn_forest", "blossom"],
  ...["desert", "sky", "city", "neon", "brick_wall", "wood_wall"],
  ...["greenhouse", "winter_window", "library", "workshop", "gym", "nursery"],
  ...["pool", "stage"],
] as const;
export type RoomName = (typeof roomNames)[number];

/** Materials with a picture under assets/backdrops/surfaces. */
export const texturedSurfaces = [
  ...["oak", "walnut", "marble", "concrete", "linen", "slate", "sand"],
  ...["terrazzo", "travertine", "terracotta", "brick", "grass", "moss", "fur"],
  ...["snow", "water", "leather", "velvet", "silk", "cork", "bamboo"],
  ...["rattan", "jute", "wool", "tiles", "steel", "kraft", "pebbles"],
  ...["granite", "autumn_leaves", "petals", "coffee_beans", "confetti"],
] as const;
export type TexturedSurface = (typeof texturedSurfaces)[number];

/** `matte` is painted board or paper, `acrylic` polished plastic, `mirror` silvered glass. */
export type Surface = TexturedSurface | "matte" | "acrylic" | "mirror";

export interface Light {
  /** Direction of the key light, seen from above: 0 at the camera, −90 left, 90 right, 180 behind the product. */
  azimuthDeg: number;
  elevationDeg: number;
  /** 0 a bare bulb … 1 a large softbox. */
  softness: number;
  /** −1 cool blue … 0 daylight … 1 candle. */
  warmth: number;
  /** Share of ambient light: 0 a black studio … 1 an overcast sky. */
  fill: number;
  /** Shadow pattern on the surface: the bars of a window, or leaves. */
  pattern: "none" | "window" | "leaves";
}

/** Zeros give the standard set. */
export interface SetVariation {
  /** Shift sideways and away from the camera, in sides of the texture. */
  texture: { u: number; z: number };
  /** Shift sideways, in widths of the room's picture. */
  room: number;
  /** Shift of the light's pattern, in sides of the frame. */
  pattern: { u: number; z: number };
  /** Share by which the table extends farther behind the product. */
  depth: number;
  /** Added to the sine of the camera's downward pitch. */
  pitch: number;
}

export interface Scene {
  /** `white`: nothing but 255,255,255; `sweep`: a seamless paper; `set`: a table with a wall or a room behind it. */
  backdrop: "white" | "sweep" | "set";
  /** Background behind the table of a `set`: a painted wall, or a room out of focus. */
  back: "wall" | RoomName;
  backColor: Rgb;
  surface: Surface;
  /** Color of the surface; null: the material's own. */
  surfaceColor: Rgb | null;
  light: Light;
  /** 0 none … 1 as the light causes it. */
  shadow: number;
  /** 0 none … 1 a mirror. */
  reflection: number;
  /** How much a reflection blurs with its distance: 0 polished … 1 satin. */
  roughness: number;
  /** Strength of the thin light along the product's edges. */
  rim: number;
  /** Strength of the pool of light behind the product. */
  glow: number;
  vignette: number;
  /** Brightness of the whole set, without the product; 1 is as designed. */
  exposure: number;
  /** Deviations from the standard set, which a seed varies besides the light; absent: none. */
  set?: SetVariation;
  /** Largest shares of the frame's width and height that the product fills. */
  fillWidth: number;
  fillHeight: number;
  /** Largest root of the area of the product's outline, as a share of the frame's shorter side. */
  fillBulk: number;
}
