import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApiDocument } from "#lib/contract/openapi/index.ts";
import { operations } from "#lib/contract/operations.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { programs } from "#lib/testing/clients/programs.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { serveHandlers } from "#lib/testing/http-server.ts";
import { productPicture } from "#lib/testing/pictures.ts";
import { GET as readCredits } from "../credits/route.ts";
import { POST as generate } from "../generate/route.ts";
import { GET as getGeneration } from "../generations/[id]/route.ts";
import { GET as listGenerations } from "../generations/route.ts";
import { POST as upload } from "../upload/route.ts";

await useDatabase();
useWorkers(1);

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../../../..");
const generators = path.join(root, "lib/testing/clients/generate-child.ts");
const modules = path.join(root, "node_modules");
const names = Object.keys(programs) as (keyof typeof programs)[];

let server: Awaited<ReturnType<typeof serveHandlers>>;
let folder: string;

beforeAll(async () => {
  const { credits, generate: work, getGeneration: one, listGenerations: list, upload: file } = operations;
  server = await serveHandlers([
    { ...credits, handler: readCredits },
    { ...work, handler: generate },
    { ...one, handler: getGeneration },
    { ...list, handler: listGenerations },
    { ...file, handler: upload },
  ]);
  folder = await mkdtemp(path.join(os.tmpdir(), "api-clients-"));
  const document = path.join(folder, "openapi.json");
  await writeFile(document, JSON.stringify({ ...openApiDocument(), servers: [{ url: server.url }] }));
  for (const name of names) {
    await mkdir(path.join(folder, name));
    // openapi-zod-client generates code for zod 3, which it depends on itself.
    const own = name === "openapi-zod-client" ? [name, "node_modules"] : [];
    await symlink(path.join(modules, ...own), path.join(folder, name, "node_modules"));
    await writeFile(path.join(folder, name, "program.ts"), programs[name]);
  }
  await run(process.execPath, [generators, document, folder]);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

test("makes clients that compile under strict rules, with calls that need no cast", async () => {
  tried("generated-clients", names.length);
  const options = {
    target: "ES2024",
    lib: ["ES2024", "DOM", "DOM.Iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const config = { compilerOptions: options, include: names.map((name) => `${name}/program.ts`) };
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiler = path.join(modules, "typescript/bin/tsc");
  const output = await run(process.execPath, [compiler, "-p", folder]).then(
    () => "",
    (error: { stdout?: string }) => String(error.stdout ?? error),
  );
  expect(output).toBe("");
});

test.each(names)("makes real calls with the client of %s", async (name) => {
  tried("generated-clients");
  const { key, userId } = await makeAccount({ monthly: 12, topup: 5 });
  const file = new File([new Uint8Array(await productPicture())], "mug.jpg", { type: "image/jpeg" });
  const program = await import(pathToFileURL(path.join(folder, name, "program.ts")).href);
  const outcome = await program.run(server.url, key, file);
  expect(outcome).toEqual({
    total: 17,
    imageUrl: expect.stringContaining(`/inputs/${userId}/`),
    entries: 0,
    refused: { code: "invalid_params", message: expect.stringMatching(/^image_url/) },
    missing: { code: "not_found" },
  });
});
