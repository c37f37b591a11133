import type { Effect } from "../prompt-effects.ts";
import { surfaces } from "./surfaces.ts";

/** What naming this surface does. */
export function known(value: string): Effect {
  const found = surfaces.find(([name]) => name === value);
  if (!found) throw new Error(`no surface is called ${value}`);
  return found[2];
}
