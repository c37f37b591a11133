import { parseArgs } from "node:util";
import { UsageError } from "./usage.ts";

const flags = {
  key: "string",
  "base-url": "string",
  json: "boolean",
  help: "boolean",
  version: "boolean",
  out: "string",
  recursive: "boolean",
  cutout: "boolean",
  watch: "boolean",
  csv: "string",
  columns: "string",
  "idempotency-key": "string",
  "max-credits": "string",
  set: "list",
  style: "string",
  prompt: "string",
  scene: "string",
  props: "string",
  look: "string",
  seed: "string",
  mode: "string",
  stance: "string",
  "aspect-ratio": "string",
  resolution: "string",
  size: "string",
  format: "string",
  trim: "boolean",
  margin: "string",
  background: "string",
  output: "string",
  forward: "string",
  events: "string",
  since: "string",
  secret: "string",
  interval: "string",
  types: "string",
} as const;

type Flags = typeof flags;
/** Values of the flags that were given. */
export type Given = {
  [Name in keyof Flags]?: Flags[Name] extends "boolean"
    ? boolean
    : Flags[Name] extends "list"
      ? string[]
      : string;
};

export interface Arguments {
  words: string[];
  given: Given;
}

const everywhere: readonly string[] = ["key", "base-url", "json", "help", "version"];
const ofPhotos = [
  ...["style", "prompt", "scene", "props", "look", "seed", "mode", "stance", "aspect-ratio", "resolution"],
  ...["size", "format"],
];
const ofCutouts = ["format", "trim", "margin", "background", "output"];
const ofWork = ["max-credits", "set"];

const allowed: Record<string, readonly string[]> = {
  generate: [...ofPhotos, ...ofWork, "out", "idempotency-key"],
  cutout: [...ofCutouts, ...ofWork, "out", "idempotency-key"],
  batch: [
    ...ofPhotos,
    ...ofCutouts,
    ...ofWork,
    "out",
    "recursive",
    "cutout",
    "watch",
    "interval",
    "csv",
    "columns",
  ],
  listen: ["forward", "events", "since", "secret", "interval"],
  events: ["since", "types"],
};

/** Parses a command line; throws UsageError for flags that no command knows. */
export function readArguments(args: readonly string[]): Arguments {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, type]) => [
      name,
      type === "list"
        ? { type: "string" as const, multiple: true }
        : { type: type, ...(name === "help" && { short: "h" }) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { words: positionals, given: values as Given };
  } catch (error) {
    const [message] = (error as Error).message.split(". ");
    throw new UsageError(`${message}.`, { fix: "See `photos --help`." });
  }
}

/** Rejects flags of another command, which would otherwise have no effect. */
export function checkFlags(command: string, given: Given): void {
  const known = [...everywhere, ...(allowed[command] ?? [])];
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) {
      throw new UsageError(`--${name} is not an option of ${command}.`, {
        fix: `See \`photos ${command} --help\`.`,
      });
    }
  }
}

export function readNumber(name: keyof Given, given: Given): number | undefined {
  const value = given[name];
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value === "" || !Number.isFinite(number)) throw new UsageError(`--${name} must be a number.`);
  return number;
}

export function readList(value: string | undefined): string[] | undefined {
  const entries = value?.split(",").map((entry) => entry.trim());
  return entries?.filter((entry) => entry !== "");
}

/** Parses a time as ISO 8601, before it is sent. */
export function readTime(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) {
    throw new UsageError(`--${name} is not a valid time.`, { fix: "Use the format 2026-11-21T09:00:00Z." });
  }
  return time.toISOString();
}
