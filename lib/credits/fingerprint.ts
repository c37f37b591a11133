import { createHash } from "node:crypto";
import { pictureKeyOf, toStored } from "../images/reference.ts";

/** What makes two pieces of work the same, beside their mask, their mode and the version of their picture. */
export interface Described {
  operation: string;
  /** A URL, under any address that the picture has or had. */
  imageUrl: string;
  style?: string | null | undefined;
  prompt?: string | null | undefined;
  aspectRatio?: string | null | undefined;
  resolution?: string | null | undefined;
  scene?: string | null | undefined;
  options?: unknown;
}

/** Which options are not compared as they are: a look has been applied, and a seed of 0 is the same as none. */
const normalised = ["look", "seed"];

/**
 * Work of one account with the same fingerprint asks for the same. It depends on no address of this service, so that it
 * stays when the service or its pictures move. Rows keep it: a change here needs a new column.
 */
export function fingerprintOf({ operation, imageUrl, options, ...fields }: Described): string {
  const { style = null, prompt = null, aspectRatio = null, resolution = null, scene = null } = fields;
  const given: Record<string, unknown> = { ...(isRecord(options) ? options : {}) };
  const { seed } = given;
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !normalised.includes(name)));
  const parts = [operation, pictureKeyOf(imageUrl), style, prompt, aspectRatio, resolution, seed ?? 0, rest];
  // Rows without a scene keep the fingerprint that they had before there were any.
  if (scene !== null) parts.push(scene);
  return createHash("sha256")
    .update(JSON.stringify(canonical(parts)))
    .digest("base64url")
    .slice(0, 22);
}

/** With the names of objects in one order, nothing that is undefined, and pictures as references. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value === "string") return toStored(value);
  if (!isRecord(value)) return value;
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  return Object.fromEntries(names.sort().map((name) => [name, canonical(value[name])]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
