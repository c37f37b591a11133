import { z } from "zod";

export type Json = Record<string, unknown>;

function idOf(schema: z.ZodType): string {
  const id = schema.meta()?.id;
  if (!id) throw new Error("A schema of the contract has no id");
  return id;
}

/** Where the document has a schema; schemas without a name stand where they are used. */
export function reference(schema: z.ZodType): Json {
  return { $ref: `#/components/schemas/${idOf(schema)}` };
}

/** Bounds of JavaScript's own numbers and the pattern behind a format tell a reader nothing. */
function withoutNoise(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.format) delete schema.pattern;
}

/** Every named schema of the contract, as a caller writes and reads it. */
export function schemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    io: "input",
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => {
      delete jsonSchema.id;
      withoutNoise(jsonSchema);
    },
  });
  const plain = Object.entries(schemas).map(
    ([id, { $schema: _, $id: __, ...schema }]) => [id, schema] as const,
  );
  return Object.fromEntries(plain.sort(([a], [b]) => a.localeCompare(b)));
}
