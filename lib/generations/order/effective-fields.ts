import { currentEngine } from "../../contract/photos/modes.ts";
import type { CutoutOptions, PhotoOptions } from "../../contract/photos/options.ts";
import { photoSize } from "../../contract/photos/sizes.ts";
import {
  aspectRatios,
  customPrompt,
  defaultAspectRatio,
  defaultResolution,
  defaultSceneStyle,
  outputSize,
  resolutions,
  type Style,
  styleNames,
} from "../../contract/photos/styles.ts";
import type { WorkFields } from "../../credits/order.ts";
import { readScene } from "../../imaging/renderer/prompt/prompt.ts";
import { understandPrompt } from "../../imaging/renderer/prompt/reading.ts";
import { askedScene } from "../../imaging/renderer/scene/asked-scene.ts";
import { setOf, setStyle } from "../../imaging/renderer/scene/options.ts";
import { styleDefinitions } from "../../imaging/renderer/styles/index.ts";
import { modeOf } from "../kinds/modes/choice.ts";
import { pickCutoutOptions, pickPhotoOptions } from "../kinds/options.ts";
import { lightOfWords } from "./scene.ts";

/**
 * Work with everything that cannot change its result left out, so that equal results have equal fields: words without
 * effect, written-out defaults, options that another one replaces. A hosted model may react to any field, so only
 * work of the embedded studio is reduced.
 */
export function effectiveFields<Work extends WorkFields>(work: Work): Work {
  if (work.operation !== "generate")
    return { ...work, options: effectiveCutout(pickCutoutOptions(work.options)) };
  const style = styleNames.find((name) => name === work.style);
  // Work in a withdrawn style is refused when it is made.
  if (style === undefined || modeOf(work) !== "studio") return work;
  const options = pickPhotoOptions(work.options);
  const words = customPrompt(style, work.prompt);
  const { scene } = work;
  const photo = { ...work, ...effectiveSize(work, options) };
  if (scene === null || scene === undefined) {
    const prompt = effectiveWords(style, words, options);
    // Only scenes have things of known size, and ground for props.
    const { productSizeCm: _size, props: _props, ...others } = photo.options;
    return { ...photo, prompt, options: withoutDefaults(others) };
  }
  // In a rendered scene, a style only sets the exposure.
  const prompt = effectiveInScene(scene, words, options);
  const isGraded = styleDefinitions[style].sceneExposure !== undefined;
  const chosen = withoutDefaults(photo.options);
  return {
    ...photo,
    style: isGraded ? style : defaultSceneStyle,
    prompt,
    // An exposure of 1 replaces that of the words.
    options: prompt === null ? chosen : { ...chosen, light: options.light },
  };
}

/** The prompt reduced to the words that the renderer understands, if the reduced one asks for the same scene. */
function effectiveWords(style: Style, words: string | null, options: PhotoOptions): string | null {
  if (words === null) return null;
  const { seed } = options;
  // Only the presence of a background matters here.
  const background = options.background && { color: "#ffffff" };
  const sceneFor = (prompt: string | null) => {
    const set = setOf(style, prompt, { background });
    return JSON.stringify([
      askedScene(style, prompt, { seed, background }),
      readScene(set.style, set.prompt),
    ]);
  };
  const wanted = sceneFor(words);
  const reduced = joinWords(understandPrompt(setStyle(style, { background }), words).understood);
  if (sceneFor(null) === wanted) return null;
  return sceneFor(reduced) === wanted ? reduced : words;
}

/** In a rendered scene, only words about its light have an effect, unless the options set the same values. */
function effectiveInScene(scene: string, words: string | null, { light = {} }: PhotoOptions): string | null {
  if (words === null) return null;
  const lightFor = (prompt: string | null) => {
    const { warmth, exposure } = { ...lightOfWords(scene, prompt).light, ...light };
    return JSON.stringify([warmth, exposure]);
  };
  const wanted = lightFor(words);
  const reduced = joinWords(lightOfWords(scene, words).words);
  if (lightFor(null) === wanted) return null;
  return lightFor(reduced) === wanted ? reduced : words;
}

function joinWords(parts: readonly { text: string }[]): string {
  return parts.map(({ text }) => text.toLowerCase()).join(", ");
}

/** The pixels of a photo as aspect ratio and resolution, or as a size when no pair of these has them. */
function effectiveSize({ aspectRatio, resolution }: WorkFields, { size: wanted, ...options }: PhotoOptions) {
  const ratio = aspectRatios.find((name) => name === aspectRatio) ?? defaultAspectRatio;
  const factor = resolutions.find((name) => name === resolution) ?? defaultResolution;
  const { width, height } = photoSize({ aspectRatio: ratio, resolution: factor, size: wanted });
  for (const aspectRatio of aspectRatios) {
    for (const resolution of resolutions) {
      const offered = outputSize(aspectRatio, resolution);
      if (offered.width === width && offered.height === height) return { aspectRatio, resolution, options };
    }
  }
  const size = { width, height };
  return { aspectRatio: null, resolution: null, options: { ...options, size } };
}

function withoutDefaults({
  props,
  format,
  correct,
  engine,
  light = {},
  layout = {},
  crop,
  background,
  ...others
}: PhotoOptions) {
  const { relight, exposure, ...lamp } = light;
  const { rotationDeg, ...position } = layout;
  return {
    ...others,
    props: props?.length ? props : undefined,
    format: unless("jpeg", format),
    correct: unless("off", correct),
    engine: unless(currentEngine, engine),
    light: unlessEmpty({ ...lamp, relight: unless(true, relight), exposure: unless(1, exposure) }),
    layout: unlessEmpty({ ...position, rotationDeg: unless(0, rotationDeg) }),
    crop: crop?.zoom === 1 ? undefined : crop,
    background: background && effectiveBackground(background),
  };
}

function effectiveBackground({ role, horizon, ...background }: NonNullable<PhotoOptions["background"]>) {
  if (background.color !== undefined) return background;
  return role === "surface" ? { ...background, role } : { ...background, horizon };
}

/** The mask of a cut-out is compared by itself. */
function effectiveCutout({ maskUrl: _, trim, margin, output, format, ...others }: CutoutOptions) {
  return {
    ...others,
    trim: trim || margin !== undefined || undefined,
    margin: unless(0, margin),
    output: unless("cutout", output),
    format: unless("png", format),
  };
}

function unless<Value>(usual: Value, given: Value | undefined): Value | undefined {
  return given === usual ? undefined : given;
}

function unlessEmpty<Fields extends object>(fields: Fields): Fields | undefined {
  return Object.values(fields).some((value) => value !== undefined) ? fields : undefined;
}
