import type { PromptKind } from "#lib/contract/photos/values.ts";
import { hexToRgb } from "#lib/imaging/pixels/color.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import type { RoomName, Scene, Surface } from "#lib/imaging/renderer/scene/scene.ts";

/** A scene while its prompt is being read. */
export interface Draft extends Scene {
  /** Whether the prompt names a room, a surface or a color for the wall, which vaguer words then do not change. */
  namesRoom: boolean;
  namesSurface: boolean;
  namesBack: boolean;
}

/** A word's effect on the scene; `negated`: the prompt asks for its absence. */
export type Effect = (scene: Draft, negated: boolean) => void;

interface Material {
  /** Strength of its reflection, 0..1. */
  polish: number;
  /** Blur of its reflection, 0..1. */
  roughness: number;
  /** Absent: the material's own color. */
  color?: string;
}

/** An effect that does nothing when it is negated. */
function unlessNegated(change: (scene: Draft) => void): Effect {
  return (scene, negated) => {
    if (!negated) change(scene);
  };
}

export function surface(name: Surface, { polish, roughness, color }: Material): Effect {
  return unlessNegated((scene) => {
    scene.backdrop = "set";
    scene.surface = name;
    scene.namesSurface = true;
    scene.surfaceColor = color === undefined ? null : hexToRgb(color);
    scene.reflection = Math.max(polish, scene.reflection > 0.3 && polish > 0.05 ? scene.reflection * 0.7 : 0);
    scene.roughness = roughness;
  });
}

/** Rooms whose pictures are dark. */
const darkRooms: ReadonlySet<RoomName> = new Set(["evening", "city", "neon", "stage"]);

export function room(name: RoomName, table: Effect): Effect {
  return (scene, negated) => {
    if (negated) {
      if (scene.back === name) scene.back = "wall";
      return;
    }
    if (!scene.namesSurface) {
      table(scene, false);
      scene.namesSurface = false;
    }
    scene.backdrop = "set";
    scene.back = name;
    scene.namesRoom = true;
    if (darkRooms.has(name)) {
      if (name === "evening") scene.light.warmth = Math.max(scene.light.warmth, 0.45);
      scene.light.pattern = "none";
      scene.light.fill = Math.min(scene.light.fill, 0.34);
      scene.glow = Math.max(scene.glow, 0.6);
      scene.exposure = Math.min(scene.exposure, 0.62);
    }
  };
}

export const oak = surface("oak", { polish: 0.1, roughness: 0.7 });
export const walnut = surface("walnut", { polish: 0.14, roughness: 0.6 });
export const marble = surface("marble", { polish: 0.26, roughness: 0.35 });
export const slate = surface("slate", { polish: 0.06, roughness: 0.8 });
export const linen = surface("linen", { polish: 0, roughness: 1 });
export const concrete = surface("concrete", { polish: 0.06, roughness: 0.85 });
export const sand = surface("sand", { polish: 0, roughness: 1 });
export const acrylic = surface("acrylic", { polish: 0.5, roughness: 0.2 });

export function light(change: Partial<Scene["light"]>): Effect {
  return unlessNegated((scene) => Object.assign(scene.light, change));
}

export function warmth(amount: number): Effect {
  return (scene, negated) => {
    scene.light.warmth = clamp(scene.light.warmth + (negated ? -amount : amount), -1, 1);
  };
}

export const sweep = unlessNegated((scene) => {
  scene.backdrop = "sweep";
});

export const table = unlessNegated((scene) => {
  if (scene.backdrop === "sweep") oak(scene, false);
});

export function polish(amount: number, roughness: number): Effect {
  return (scene, negated) => {
    scene.reflection = negated ? 0 : Math.max(amount, scene.reflection);
    if (!negated) scene.roughness = Math.min(scene.roughness, roughness);
  };
}

export function shadow(strength: number, softness: number | null): Effect {
  return (scene, negated) => {
    scene.shadow = negated ? 0 : strength;
    if (!negated && softness !== null) scene.light.softness = softness;
  };
}

export const moody = unlessNegated((scene) => {
  scene.exposure = Math.min(scene.exposure, 0.72);
  scene.light.fill = Math.min(scene.light.fill, 0.34);
  scene.vignette = Math.max(scene.vignette, 0.42);
  scene.glow = Math.max(scene.glow, 0.7);
});

export const bright: Effect = (scene, negated) => {
  scene.exposure = negated
    ? Math.max(0.6, scene.exposure * 0.8)
    : Math.min(1.12, Math.max(1, scene.exposure) * 1.06);
  if (!negated) scene.vignette *= 0.6;
};

export const dramatic = unlessNegated((scene) => {
  scene.light.fill = Math.min(scene.light.fill, 0.3);
  scene.light.softness = Math.min(scene.light.softness, 0.4);
  scene.rim = Math.max(scene.rim, 0.14);
  scene.vignette = Math.max(scene.vignette, 0.38);
  scene.glow = Math.max(scene.glow, 0.75);
});

export const luxurious = unlessNegated((scene) => {
  scene.rim = Math.max(scene.rim, 0.1);
  scene.reflection = Math.max(scene.reflection, 0.2);
  scene.roughness = Math.min(scene.roughness, 0.4);
});

export const minimal = unlessNegated((scene) => {
  scene.light.pattern = "none";
  if (scene.backdrop === "set") scene.back = "wall";
});

export const festive = unlessNegated((scene) => room("evening", walnut)(scene, false));

export const golden = light({ warmth: 0.75, elevationDeg: 24, softness: 0.22, fill: 0.36 });
export const window: Effect = light({ pattern: "window", softness: 0.3 });
export const leaves: Effect = (scene, negated) => {
  scene.light.pattern = negated ? "none" : "leaves";
};
export const rim: Effect = (scene, negated) => {
  scene.rim = negated ? 0 : Math.max(scene.rim, 0.16);
};
export function space(factor: number): Effect {
  return unlessNegated((scene) => {
    scene.fillWidth = clamp(scene.fillWidth * factor, 0.4, 0.86);
    scene.fillHeight = clamp(scene.fillHeight * factor, 0.4, 0.84);
    scene.fillBulk = clamp(scene.fillBulk * factor, 0.3, 0.76);
  });
}

export const shelf: Effect = (scene, negated) => {
  if (!scene.namesRoom) room("room", oak)(scene, negated);
};

export const fresh: Effect = (scene, negated) => {
  warmth(-0.15)(scene, negated);
  bright(scene, negated);
};

export const longShadow: Effect = (scene, negated) => {
  shadow(1, 0.12)(scene, negated);
  if (!negated) scene.light.elevationDeg = 22;
};

export const vignette: Effect = (scene, negated) => {
  scene.vignette = negated ? 0 : Math.max(0.4, scene.vignette);
};

export function glow(strength: number): Effect {
  return (scene, negated) => {
    scene.glow = negated ? 0.1 : Math.max(strength, scene.glow);
  };
}

/** Applies several effects in sequence. */
export function all(...effects: readonly Effect[]): Effect {
  return (scene, negated) => {
    for (const effect of effects) effect(scene, negated);
  };
}

/** A setting that gives way to every surface and room that the prompt names. */
export function offered(effect: Effect): Effect {
  return unlessNegated((scene) => {
    if (scene.namesRoom || scene.namesSurface) return;
    effect(scene, false);
    scene.namesRoom = false;
    scene.namesSurface = false;
  });
}

/** A painted board of this color. */
export function matte(color: string): Effect {
  return surface("matte", { polish: 0.04, roughness: 0.8, color });
}

/** A wall of this color, unless the prompt names a color for it or a room. */
export function backdropColor(color: string): Effect {
  return unlessNegated((scene) => {
    if (scene.namesBack || scene.namesRoom) return;
    scene.backColor = hexToRgb(color);
    scene.back = "wall";
  });
}

export function dimmed(exposure: number): Effect {
  return unlessNegated((scene) => {
    scene.exposure = Math.min(scene.exposure, exposure);
  });
}

export interface Known {
  kind: PromptKind;
  /** Stable name of the meaning, such as `from_left`. */
  value: string;
  effect: Effect;
}

/** A value, the words and phrases (up to three words, in the singular) that mean it, and their effect. */
export type Entry = readonly [value: string, words: string, effect: Effect];
