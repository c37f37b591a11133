import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { compiler } from "./compiler.ts";

/* Runs these client generators on one OpenAPI document: `generate-child.ts DOCUMENT FOLDER NAME…`. */

const [documentFile = "", folder = "", ...names] = process.argv.slice(2);
const generators: Record<string, () => Promise<void>> = {
  "openapi-typescript": openapiTypescript,
  "hey-api": heyApi,
  orval: orvalFetch,
  "openapi-zod-client": openapiZodClient,
};

await Promise.all(names.map((name) => generators[name]?.()));

/** Uses the transformation that its documentation recommends for files. */
async function openapiTypescript(): Promise<void> {
  const { default: generate, astToString } = await import("openapi-typescript");
  const blob = compiler.factory.createTypeReferenceNode("Blob");
  const nodes = await generate(pathToFileURL(documentFile), {
    transform: (schema) => (schema.format === "binary" ? blob : undefined),
    silent: true,
  });
  await writeFile(path.join(folder, "openapi-typescript", "schema.ts"), astToString(nodes));
}

async function heyApi(): Promise<void> {
  const { createClient } = await import("@hey-api/openapi-ts");
  await createClient({
    input: documentFile,
    output: path.join(folder, "hey-api", "client"),
    logs: { level: "silent" },
  });
}

async function orvalFetch(): Promise<void> {
  const { generate } = await import("orval");
  await generate({
    input: { target: documentFile },
    output: {
      target: path.join(folder, "orval", "client.ts"),
      client: "fetch",
      baseUrl: { getBaseUrlFromSpecification: true },
    },
  });
}

async function openapiZodClient(): Promise<void> {
  const { generateZodClientFromOpenAPI } = await import("openapi-zod-client");
  await generateZodClientFromOpenAPI({
    openApiDoc: JSON.parse(await readFile(documentFile, "utf8")),
    distPath: path.join(folder, "openapi-zod-client", "client.ts"),
    options: { withAlias: true },
  });
}
