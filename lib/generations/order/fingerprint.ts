import { createHash } from "node:crypto";
import type { Order, WorkFields } from "../../credits/order.ts";
import { pictureKeyOf, toStored } from "../../images/reference.ts";
import { effectiveFields } from "./effective-fields.ts";

/** Options that are not compared as given: the settings of a look are already applied, and seed 0 equals no seed. */
const normalised = ["look", "seed"];

/**
 * Work of one account with the same fingerprint has the same result. It does not depend on this service's URLs, so it
 * survives a move of the service or its pictures.
 */
export function fingerprintOf(work: WorkFields & Pick<Order, "imageUrl">): string {
  return digestOf(effectiveFields(work));
}

/** The digest of all fields as given. */
export function digestOf({
  operation,
  imageUrl,
  options,
  ...fields
}: Parameters<typeof fingerprintOf>[0]): string {
  const { style = null, prompt = null, aspectRatio = null, resolution = null, scene = null } = fields;
  const given: Record<string, unknown> = { ...(isRecord(options) ? options : {}) };
  const { seed } = given;
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !normalised.includes(name)));
  const parts = [
    operation,
    pictureKeyOf(imageUrl),
    style,
    prompt,
    aspectRatio,
    resolution,
    scene,
    seed ?? 0,
    rest,
  ];
  return createHash("sha256")
    .update(JSON.stringify(canonical(parts)))
    .digest("base64url")
    .slice(0, 22);
}

/** Canonical form: sorted keys, no undefined values, pictures as references. */
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
