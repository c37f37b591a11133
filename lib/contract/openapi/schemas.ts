import { z } from "zod";

export type Json = Record<string, unknown>;

function idOf(schema: z.ZodType): string {
  const id = schema.meta()?.id;
  if (!id) throw new Error("A schema of the contract has no id");
  return id;
}

/** A reference to a named schema; schemas without a name are inlined where they are used. */
export function reference(schema: z.ZodType): Json {
  return { $ref: `#/components/schemas/${idOf(schema)}` };
}

/** Removes limits of JavaScript numbers and the patterns of formats, which do not help a reader. */
export function withoutNoise(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.format) delete schema.pattern;
}

/** An enum that also allows any other text. */
export function openList(values: readonly string[]): Json {
  return { anyOf: [{ type: "string", enum: [...values] }, { type: "string" }] };
}

function withoutMarks(schema: z.core.JSONSchema.BaseSchema): void {
  delete schema.id;
  if (!schema.open) return;
  Object.assign(schema, openList((schema.enum ?? []).map(String)));
  delete schema.open;
  delete schema.type;
  delete schema.enum;
}

/**
 * Every named schema reachable from `roots`, in its request and response forms. Not from zod's global registry,
 * because pages may contain copies of the contract's modules, which register the same names.
 */
export function schemas(roots: readonly z.ZodType[]): Json {
  const registry = z.registry<{ id: string }>();
  for (const schema of findNamed(roots)) registry.add(schema, { id: idOf(schema) });
  const { schemas } = z.toJSONSchema(registry, {
    io: "input",
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => {
      withoutMarks(jsonSchema);
      withoutNoise(jsonSchema);
    },
  });
  const plain = Object.entries(schemas).map(
    ([id, { $schema: _, $id: __, ...schema }]) => [id, schema] as const,
  );
  return Object.fromEntries(plain.sort(([a], [b]) => a.localeCompare(b)));
}

/** The named schemas within a value, at any depth. */
function findNamed(value: unknown, seen = new Set<unknown>()): z.ZodType[] {
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  if (value instanceof z.ZodType) {
    const parts = findNamed(value._zod.def, seen);
    return value.meta()?.id ? [value, ...parts] : parts;
  }
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.values(value).flatMap((part) => findNamed(part, seen)) : [];
}
