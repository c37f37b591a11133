import { z } from "zod";
import { withoutNoise } from "../contract/openapi/schemas.ts";

type JsonSchema = Record<string, unknown> & { type: "object" };

/** Descriptions of schemas without their ids: named schemas would become references, which few clients resolve. */
const described = z.registry<object>();
described.get = (schema) => {
  const { id: _, ...description } = z.globalRegistry.get(schema) ?? {};
  return description as never;
};

/** The self-contained JSON schema of a tool's arguments or result, without references. */
export function toolSchema(schema: z.ZodObject, side: "arguments" | "answer"): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io: "input",
    metadata: described,
    override: ({ jsonSchema }) => {
      withoutNoise(jsonSchema);
      if (side === "arguments") dropNull(jsonSchema);
    },
  });
  const closed = side === "arguments" && { additionalProperties: false };
  return { ...plain, ...closed, type: "object" };
}

/** Nullable arguments become optional only: a model needs one way to omit a value. */
function dropNull(schema: z.core.JSONSchema.BaseSchema): void {
  const others = schema.anyOf?.filter((one) => typeof one === "object" && one.type !== "null") ?? [];
  const [only] = others;
  if (others.length !== 1 || typeof only !== "object") return;
  delete schema.anyOf;
  Object.assign(schema, only);
}
