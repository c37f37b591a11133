import type { BackgroundRemovalRequest, GenerationRequest } from "../generated/types.ts";
import { type Given, readNumber } from "./arguments.ts";
import { UsageError } from "./usage.ts";

/** The operation and options for each picture. */
export type Wanted =
  | { operation: "generate"; options: Omit<GenerationRequest, "image_url"> }
  | { operation: "remove_bg"; options: Omit<BackgroundRemovalRequest, "image_url"> };

/** Flags whose values are those of the fields of their names. */
const photoFlags = [
  "style",
  "prompt",
  "scene",
  "look",
  "mode",
  "stance",
  "aspect-ratio",
  "resolution",
  "size",
  "format",
] as const;

export function readPhotoRequest(given: Given): Wanted {
  const options: Record<string, unknown> = { type: "product" };
  for (const flag of photoFlags) {
    if (given[flag] !== undefined) options[flag.replace("-", "_")] = given[flag];
  }
  const seed = readNumber("seed", given);
  if (seed !== undefined) options.seed = seed;
  if (given.props !== undefined) options.props = given.props.split(",").map((name) => name.trim());
  applySettings(options, given.set);
  if (!["style", "scene", "look"].some((name) => name in options)) {
    throw new UsageError("The style of the photos is missing.", {
      fix: "Pass --style (studio, amazon, luxury or lifestyle), --scene or --look.",
    });
  }
  return { operation: "generate", options: options as Omit<GenerationRequest, "image_url"> };
}

export function readCutoutRequest(given: Given): Wanted {
  const options: Record<string, unknown> = {};
  if (given.format !== undefined) options.format = given.format;
  if (given.output !== undefined) options.output = given.output;
  if (given.trim) options.trim = true;
  const margin = readNumber("margin", given);
  if (margin !== undefined) options.margin = margin;
  if (given.background !== undefined) options.background = { color: given.background };
  applySettings(options, given.set);
  return { operation: "remove_bg", options };
}

/** Applies settings like `shadow=0.4`, `light={"warmth":0.3}`, `title=Blue mug`. */
function applySettings(options: Record<string, unknown>, settings: readonly string[] = []): void {
  for (const setting of settings) {
    const at = setting.indexOf("=");
    if (at < 1) throw new UsageError(`--set ${setting} has no value.`, { fix: "Use --set NAME=VALUE." });
    options[setting.slice(0, at)] = parseValue(setting.slice(at + 1));
  }
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Suffix of the result's file name, after the picture's own name. */
export function labelOf({ operation, options }: Wanted): string {
  if (operation === "remove_bg") return options.output === "mask" ? "mask.cutout" : "cutout";
  const label = options.scene ?? options.look ?? options.style ?? "photo";
  return `${label.replace(/[^A-Za-z0-9_-]+/g, "-")}.photo`;
}

/** Matches file names of results, which must not be used as source pictures. */
export const isResultName = (name: string) => /\.(photo|cutout)\.\w+$/.test(name);
