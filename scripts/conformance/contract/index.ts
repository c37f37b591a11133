import type { Case } from "../suite.ts";
import type { Things } from "../things.ts";
import { endpoints } from "./endpoints.ts";
import { fields } from "./fields.ts";
import { keysAndErrors } from "./keys-and-errors.ts";

/** Every row of the contract's tables, by its section and name. */
export function contractRows(things: Things): Case[] {
  return [...fields, ...endpoints, ...keysAndErrors].map(([title, run]) => ({
    subject: "contract",
    name: title,
    run: () => run(things),
  }));
}
