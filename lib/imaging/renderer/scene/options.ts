import { isWhite, type Style, styles } from "#lib/contract/photos/styles.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { hexToRgb } from "#lib/imaging/pixels/color.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import { styleDefinitions } from "../styles/index.ts";
import type { Scene } from "./scene.ts";

/** Applies the explicit options of a request to the scene; they override style, prompt and seed. */
export function withOptions(scene: Scene, options: RenderOptions = {}): Scene {
  const { light = {}, shadow, reflection, background } = options;
  const { exposure = 1, relight: _relight, ...lamp } = light;
  const based = background ? withBackground(scene, background) : scene;
  return {
    ...based,
    light: { ...based.light, ...given(lamp) },
    exposure: based.exposure * exposure,
    shadow: shadow ?? based.shadow,
    reflection: reflection ?? based.reflection,
    // A strong reflection needs a polished surface; a weak one leaves the surface as it is.
    roughness:
      reflection === undefined
        ? based.roughness
        : Math.min(based.roughness, clamp(0.8 - 0.65 * reflection, 0, 1)),
  };
}

/** The scene seen from straight above: its ground alone, without reflection. */
export function fromAbove(scene: Scene): Scene {
  if (scene.backdrop === "white") return { ...scene, reflection: 0 };
  const paper = {
    backdrop: "set",
    surface: "matte",
    surfaceColor: scene.surfaceColor ?? scene.backColor,
  } as const;
  return { ...scene, ...(scene.backdrop === "sweep" && paper), back: "wall", reflection: 0 };
}

/** The style whose set surrounds a product: a white style has none, so with a background it uses that of `studio`. */
export function setStyle(style: Style, { background }: { background?: unknown } = {}): Style {
  return isWhite(style) && background ? "studio" : style;
}

/** That style, and the prompt for its scene: in another style's set, the given style's default is the fallback. */
export function setOf(given: Style, prompt: string | null, options: { background?: unknown }) {
  const style = setStyle(given, options);
  return { style, prompt: style === given ? prompt : (prompt ?? styles[given].defaultPrompt) };
}

function withBackground(scene: Scene, background: NonNullable<RenderOptions["background"]>): Scene {
  if ("color" in background) {
    // Paper of that color, at its own brightness and with little falloff, so that the requested color is visible.
    const color = hexToRgb(background.color);
    return {
      ...scene,
      backdrop: "sweep",
      back: "wall",
      backColor: color,
      surface: "matte",
      surfaceColor: null,
      glow: Math.min(scene.glow, 0.3),
      vignette: Math.min(scene.vignette, 0.2),
    };
  }
  // The caller's own material replaces the style's; the background behind it stays.
  const isBare = scene.backdrop !== "set";
  return {
    ...scene,
    backdrop: "set",
    surface: "matte",
    surfaceColor: null,
    backColor: isBare ? styleDefinitions.studio.scene.backColor : scene.backColor,
    reflection: Math.min(scene.reflection, 0.12),
  };
}

/** Returns the fields without those that are undefined. */
function given<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}
