// Guards that the package, as the build packs it, installs and runs the examples and command lines of its README.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { useDatabase } from "../../lib/testing/database.ts";
import { startService } from "../../lib/testing/service.ts";
import { packSdk } from "../../scripts/start/pack-sdk.ts";

await useDatabase();
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
const service = await startService();
const { makeAccount } = await import("../../lib/testing/accounts.ts");
const { drawnProduct } = await import("../../lib/testing/pictures.ts");
const { replacePhotos } = await import("../../lib/testing/generations/paid-endpoint.ts");
const { useWorkers } = await import("../../lib/testing/generations/workers.ts");
const { imageHost } = await import("../../lib/images/index.ts");
useWorkers(2);

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const readme = await readFile(path.join(root, "sdk/README.md"), "utf8");
const [installs = "", ...shellBlocks] = blocksOf("sh");
let folder: string;
let resultUrl: string;

function blocksOf(language: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms");
  return [...readme.matchAll(pattern)].map(([, code = ""]) => code);
}

/** Packs the SDK and installs it into an empty folder, without a network. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "sdk-package-"));
  const archive = "sdk.tgz";
  await packSdk(root, path.join(folder, archive));
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  expect(installs.trim()).toBe('npm install "$PHOTOS_BASE_URL/sdk.tgz"');
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${archive}`], { cwd: folder });
  const picture = await drawnProduct();
  await writeFile(path.join(folder, "mug.png"), picture);
  await mkdir(path.join(folder, "products"));
  for (const side of [50, 60])
    await writeFile(path.join(folder, "products", `${side}.png`), await drawnProduct(side));
  const table = "sku,image_url\nM1,https://shop.example/mug.jpg\n";
  await writeFile(path.join(folder, "products.csv"), table);
  resultUrl = (await imageHost().upload(picture, { folder: "outputs/test" })).url;
});
beforeEach(() => replacePhotos(1, async () => ({ url: resultUrl, publicId: null })));
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

async function environment() {
  const { key } = await makeAccount({ monthly: 200 });
  return {
    PATH: process.env.PATH,
    NODE_ENV: "test" as const,
    PHOTOS_BASE_URL: service.url,
    PHOTOS_API_KEY: key,
    PHOTOS_CONFIG: path.join(folder, "config.json"),
  };
}

test("the package contains what it needs, and no sources or tests", async () => {
  const installed = path.join(folder, "node_modules/photo-generation-service");
  const files = await readdir(installed, { recursive: true });
  expect(files).toEqual(
    expect.arrayContaining(["README.md", "package.json", "dist/index.js", "dist/index.d.ts"]),
  );
  expect(files.filter((name) => /test|(?<!\.d)\.ts$/.test(name))).toEqual([]);
  const bin = await run("npx", ["--no-install", "photos", "--version"], { cwd: folder });
  expect(bin.stdout.trim()).toBe("0.1.0");
});

test("a strict program compiles against the types, with known and future values", async () => {
  const program = `
    import { type Generation, type PhotoRequest, PhotoService, unwrap } from "photo-generation-service";
    const client: PhotoService = new PhotoService({ baseUrl: "https://photos.example" });
    const request: PhotoRequest = { image_url: "", style: "not yet known" };
    // @ts-expect-error: a picture is needed
    const wrong: PhotoRequest = { style: "studio" };
    export async function main(): Promise<string | null> {
      const states: Generation["status"][] = ["queued", "paused"];
      const event = await unwrap("", {}, "");
      if (event.type === "batch.completed") return String(event.data.counts.total);
      for await (const { id } of client.generations.list({ limit: 5 })) states.push(id);
      return (await client.photos.generate(request)).result_url;
    }
    export { wrong };`;
  await writeFile(path.join(folder, "program.ts"), program);
  const compiler = path.join(root, "node_modules/typescript/bin/tsc");
  const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--types", ""];
  const output = await run(process.execPath, [compiler, ...options, "program.ts"], { cwd: folder }).then(
    () => "",
    (error: { stdout?: string }) => String(error.stdout ?? error),
  );
  expect(output).toBe("");
});

test.each(blocksOf("js").map((code, place) => ({ code, place })))(
  "example $place of the README runs",
  async ({ code, place }) => {
    const file = path.join(folder, `example-${place}.js`);
    await writeFile(file, code);
    const { stdout, stderr } = await run(process.execPath, [file], { cwd: folder, env: await environment() });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/./);
    expect(stdout).not.toContain("undefined");
  },
);

test.each(shellBlocks)("the command lines of the README run: %#", async (code) => {
  await run("sh", ["-euc", code], {
    cwd: folder,
    env: { ...(await environment()), PATH: `${process.env.PATH}` },
  });
  const made = await readdir(folder, { recursive: true });
  expect(made).toEqual(
    expect.arrayContaining([
      ...["mug-luxury.jpg", "products/50.studio.photo.png", "cutouts/60.cutout.png", "M1.studio.photo.png"],
      ...["results.csv", "cutouts/results.csv"],
    ]),
  );
});
