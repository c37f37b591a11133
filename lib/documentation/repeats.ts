import type { ReferenceField, ReferenceOperation } from "#lib/contract/openapi/reference.ts";

/** The place of repeated fields. */
export interface FirstPlace {
  operation: ReferenceOperation;
  part: "body" | "response";
}

/** For every repeated list of fields, its first place; by the list itself. */
export type Repeats = ReadonlyMap<readonly ReferenceField[], FirstPlace>;

/** Fewer fields are listed again: that is shorter than following a link. */
const fewestFields = 6;

/** Finds the lists of fields of which an earlier operation has the same, so that the reference describes each once. */
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
