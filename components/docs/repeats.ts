import type { ReferenceField, ReferenceOperation } from "#lib/contract/reference.ts";

/** Where fields are described that come again. */
export interface FirstPlace {
  operation: ReferenceOperation;
  part: "body" | "response";
}

/** For every list of fields that is told before, where; by the list itself. */
export type Repeats = ReadonlyMap<readonly ReferenceField[], FirstPlace>;

/** Fewer fields are told again: that is shorter than looking them up. */
const fewestFields = 6;

/** Finds the lists of fields of which an earlier operation has the same, so that the reference tells each once. */
export function findRepeats(operations: readonly ReferenceOperation[]): Repeats {
  const first = new Map<string, FirstPlace>();
  const repeats = new Map<readonly ReferenceField[], FirstPlace>();
  const read = (fields: readonly ReferenceField[], place: FirstPlace): void => {
    if (fields.length >= fewestFields) {
      const told = first.get(JSON.stringify(fields));
      if (told) {
        repeats.set(fields, told);
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
