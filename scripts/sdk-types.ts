// `node scripts/sdk-types.ts`: checks that sdk/src/generated matches this service's OpenAPI document;
// `node scripts/sdk-types.ts write` generates it.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { compiler } from "#lib/testing/clients/compiler.ts";

// Default settings: the document must not depend on this environment.
process.env.BASE_URL = "http://localhost:3000";
delete process.env.UPLOAD_MAX_MB;

interface Parameter {
  name: string;
  in: string;
}
interface Described {
  operationId: string;
  parameters?: Parameter[];
  responses: Record<string, { description: string; content?: unknown }>;
}
interface Document {
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<
    string,
    { post: { requestBody: { content: Record<string, { schema: { $ref: string } }> } } }
  >;
}

const folder = fileURLToPath(new URL("../sdk/src/generated", import.meta.url));
const notice = "// Made from the OpenAPI document by `node scripts/sdk-types.ts write`. Do not edit.\n";

const [{ default: generate, astToString }, { openApiDocument }] = await Promise.all([
  import("openapi-typescript"),
  import("#lib/contract/openapi/index.ts"),
]);
const document = openApiDocument() as unknown as Document;
const files = { "types.ts": await drawTypes(), "routes.ts": drawRoutes() };

if (process.argv[2] === "write") {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
} else {
  for (const [name, text] of Object.entries(files)) {
    if ((await readFile(path.join(folder, name), "utf8").catch(() => "")) === text) continue;
    console.error(
      `sdk/src/generated/${name} is not made from this API: run \`node scripts/sdk-types.ts write\``,
    );
    process.exitCode = 1;
  }
}

async function drawTypes(): Promise<string> {
  const nodes = await generate(withoutExamples({ ...document, paths: successes(), webhooks: {} }), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    transform: (schema) =>
      schema.format === "binary" ? compiler.factory.createTypeReferenceNode("Blob") : undefined,
    silent: true,
  });
  const lines = astToString(nodes).trimEnd().split("\n").map(openEnums);
  return `${notice}${lines.join("\n")}\n${drawEvents()}`;
}

/** Keeps enums of several values open: clients compiled earlier must accept values that are added later. */
function openEnums(line: string): string {
  if (/^\s*\/?\*/.test(line)) return line;
  return line.replace(/"[^"]+"(?: \| "[^"]+")+/g, (values) => `${values} | (string & {})`);
}

/** Keeps only 2xx responses: error responses are the same for all calls and become errors of the client. */
function successes(): Document["paths"] {
  const paths = structuredClone(document.paths);
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const kept = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
    operation.responses = Object.fromEntries(
      kept.map(([status, { description, content }]) => [status, { description, content }]),
    );
  }
  return paths;
}

function withoutExamples(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => (name === "example" ? undefined : asEnum(inner)));
}

/**
 * Converts an open enum, which the document writes as several values or any other text, to an enum; else its type
 * would be just `string`.
 */
function asEnum(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null || !("anyOf" in schema)) return schema;
  const parts = schema.anyOf as { type?: string; enum?: string[] }[];
  const isOpen =
    parts.every(({ type }) => type === "string") && parts.some((part) => part.enum === undefined);
  const values = parts.flatMap((part) => part.enum ?? []);
  if (!isOpen || values.length === 0) return schema;
  const { anyOf: _parts, ...rest } = schema;
  return { ...rest, type: "string", enum: values };
}

function drawEvents(): string {
  const schemas = Object.values(document.webhooks).map(({ post }) =>
    post.requestBody.content["application/json"]?.schema.$ref.split("/").at(-1),
  );
  const types = schemas.map((schema) => `components["schemas"]["${schema}"]`);
  return `/** What is sent to webhook endpoints. */\nexport type WebhookEvent = ${types.join(" | ")};\n`;
}

function drawRoutes(): string {
  const lines = Object.entries(document.paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [] }]) => {
      const takesKey = parameters.some(({ name }) => name === "Idempotency-Key");
      const values = { method: method.toUpperCase(), path: route, takesKey };
      return `  ${operationId}: ${JSON.stringify(values)},\n`;
    }),
  );
  const comment = "/** Method and path of every call, and whether it takes an Idempotency-Key. */";
  return `${notice}${comment}\nexport const routes = {\n${lines.join("")}} as const;\n`;
}
