import type { ReferenceField, ReferenceOperation } from "#lib/contract/openapi/reference.ts";

/** Where a repeated list of fields occurs first. */
export interface FirstPlace {
  operation: ReferenceOperation;
  part: "body" | "response";
}

/** The first place of every repeated list of fields, by the list. */
export type Repeats = ReadonlyMap<readonly ReferenceField[], FirstPlace>;

/** Shorter lists are repeated, because that is shorter than following a link. */
const fewestFields = 6;

/** Finds lists of fields that an earlier operation already has, so that the reference describes each once. */
export function findRepeats(operations: readonly ReferenceOperation[]): Repeats {
  const first = new Map<string, FirstPlace>();
  const repeats = new Map<readonly ReferenceField[], FirstPlace>();
  const read = (fields: readonly ReferenceField[], place: FirstPlace): void => {
    if (fields.length >= fewestFields) {
      const known = first.get(JSON.stringify(fields));
      if (known) {
        repeats.set(fields, known);
        return;
      }
      first.set(JSON.stringify(fields), place);
    }
    for (const field of fields) read(field.fields, place);
  };
  for (const operation of operations) {
    read(operation.body?.fields ?? [], { operation, part: "body" });
    read(operation.response.fields, { operation, part: "response" });
  }
  return repeats;
}
