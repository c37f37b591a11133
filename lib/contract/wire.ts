/*
 * The API writes its fields in snake_case and times in ISO 8601; the business writes camelCase and Dates. Here, and
 * nowhere else, one becomes the other.
 */

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** What the business gets for a value of the API. */
export type FromWire<T> = T extends Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? FromWire<Item>[]
    : T extends object
      ? { [Key in keyof T as CamelCase<Key>]: FromWire<T[Key]> }
      : T;

/** What the business may answer for a value of the API: the same, with Dates for times. */
export type ToWire<T> = T extends readonly (infer Item)[]
  ? ToWire<Item>[]
  : T extends object
    ? { [Key in keyof T as CamelCase<Key>]: ToWire<T[Key]> }
    : unknown extends T
      ? unknown
      : string extends T
        ? string | Date
        : T;

/** Input that was checked against its schema, as the business reads it. */
export function fromWire<T>(value: T): FromWire<T> {
  const camelCase = (name: string) =>
    name.replace(/_([a-z0-9])/g, (_all, first: string) => first.toUpperCase());
  return renameFields(value, camelCase) as FromWire<T>;
}

/** An answer of the business, ready for the schema of its operation. */
export function toWire(value: unknown): unknown {
  return renameFields(value, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** Their contents are the caller's own names. */
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
