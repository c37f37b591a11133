import { invalidRequest } from "./errors.ts";
import { findAny, findObject, type Transaction } from "./store.ts";

type Json = Record<string, unknown>;
const maxDepth = 4;

/** Replaces ids with whole objects, as requested by `expand[]` (`data.latest_invoice`, `line_items`). */
export async function expand<T>(tx: Transaction, answer: T, paths: string[]): Promise<T> {
  for (const path of paths) {
    const keys = path.split(".");
    if (keys.length > maxDepth) throw invalidRequest(`This property cannot be expanded (${path}).`, "expand");
    await follow(tx, [answer as Json], keys);
  }
  return answer;
}

async function follow(tx: Transaction, objects: Json[], keys: string[]): Promise<void> {
  const [key, ...rest] = keys;
  if (key === undefined || objects.length === 0) return;
  if (key === "line_items") await addLineItems(tx, objects);
  const ids = objects.map((object) => object[key]).filter((value) => typeof value === "string");
  const found = await findAny(tx, ids);
  const reached: Json[] = [];
  for (const object of objects) {
    const value = object[key];
    const whole = typeof value === "string" ? (found.get(value) ?? value) : value;
    object[key] = whole;
    if (Array.isArray(whole)) reached.push(...whole);
    else if (typeof whole === "object" && whole !== null) reached.push(whole as Json);
  }
  await follow(tx, reached, rest);
}

async function addLineItems(tx: Transaction, objects: Json[]): Promise<void> {
  for (const object of objects) {
    if (object.object !== "checkout.session") continue;
    const stored = await findObject(tx, "checkout.session", String(object.id));
    const url = `/v1/checkout/sessions/${object.id}/line_items`;
    object.line_items = { object: "list", data: stored?.hidden.lineItems ?? [], has_more: false, url };
  }
}
