import type { z } from "zod";

/*
 * The API uses snake_case and ISO 8601 times; the business uses camelCase and Dates. Only this file converts between
 * them.
 */

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** Type of an API value in the business. */
export type FromWire<T> = T extends Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? FromWire<Item>[]
    : T extends object
      ? { [Key in keyof T as CamelCase<Key>]: FromWire<T[Key]> }
      : T;

/** Makes fields that may be undefined optional. */
type Loose<T> = T extends readonly unknown[] | Record<string, string>
  ? T
  : T extends object
    ? { [Key in keyof T as undefined extends T[Key] ? Key : never]?: Loose<T[Key]> } & {
        [Key in keyof T as undefined extends T[Key] ? never : Key]: Loose<T[Key]>;
      }
    : T;

/** The validated input of a schema, in the form of the business. */
export type Given<Schema extends z.ZodType> = Loose<FromWire<z.output<Schema>>>;

/** Type that the business may return for an API value: the same, with Dates for times. */
export type ToWire<T> = T extends readonly (infer Item)[]
  ? ToWire<Item>[]
  : T extends object
    ? { [Key in keyof T as CamelCase<Key>]: ToWire<T[Key]> }
    : unknown extends T
      ? unknown
      : string extends T
        ? string | Date
        : T;

/** Validated input in the form of the business. */
export function fromWire<T>(value: T): FromWire<T> {
  const camelCase = (name: string) =>
    name.replace(/_([a-z0-9])/g, (_all, first: string) => first.toUpperCase());
  return renameFields(value, camelCase) as FromWire<T>;
}

/** A value of the business in the form that the operation's output schema expects. */
export function toWire(value: unknown): unknown {
  return renameFields(value, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** Not converted inside: the keys are the caller's own. */
const verbatim = new Set(["metadata"]);

function renameFields(value: unknown, rename: (name: string) => string): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => renameFields(item, rename));
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      rename(name),
      verbatim.has(name) ? inner : renameFields(inner, rename),
    ]),
  );
}
