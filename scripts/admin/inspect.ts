import { toWire } from "#lib/contract/wire.ts";
import { inspectBatch } from "#lib/generations/inspect/batch.ts";
import { inspectWork } from "#lib/generations/inspect/work.ts";
import { requireText, type Values } from "./values.ts";

/** Prints everything about one piece of work: its account, cost and attempts, and what it waits for. */
export async function showJob(values: Values): Promise<void> {
  const id = requireText(values, "id");
  const found = await inspectWork(id);
  if (!found) throw new Error(`There is no work ${id}`);
  print(found, values);
}

/** Prints everything about a batch: its counts, why items failed, and what the others wait for. */
export async function showBatch(values: Values): Promise<void> {
  const id = requireText(values, "id");
  const found = await inspectBatch(id);
  if (!found) throw new Error(`There is no batch ${id}`);
  print(found, values);
}

export function print(found: object, values: Values): void {
  const shown = toWire(found);
  if (values.json) console.log(JSON.stringify(shown));
  else for (const line of linesOf(shown, "")) console.log(line);
}

/** One line per field; nested fields are indented below it, and empty ones are omitted. */
function linesOf(value: unknown, indent: string): string[] {
  return Object.entries(Object(value)).flatMap(([name, field]) => {
    if (isEmpty(field)) return [];
    if (typeof field !== "object") return [`${indent}${name.padEnd(24 - indent.length)} ${field}`];
    if (!Array.isArray(field)) return [`${indent}${name}`, ...linesOf(field, `${indent}  `)];
    return [`${indent}${name}`, ...field.map((item) => `${indent}  - ${inLine(item)}`)];
  });
}

function inLine(value: unknown): string {
  if (Array.isArray(value)) return value.map(inLine).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .flatMap(([name, field]) => (isEmpty(field) ? [] : [`${name}: ${inLine(field)}`]))
    .join("; ");
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0)
  );
}
