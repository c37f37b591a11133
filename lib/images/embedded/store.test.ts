import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { DiskStore } from "#lib/storage/disk.ts";
import { temporaryPath } from "#lib/storage/files.ts";
import { anyCharacter } from "#lib/testing/characters.ts";
import { quarters } from "#lib/testing/images/embedded-host.ts";
import { deepTest, runsOf } from "#lib/testing/trials.ts";
import { AssetStore, choosePublicId, isValidPublicId, type StoredAsset } from "./store.ts";

const root = await mkdtemp(path.join(tmpdir(), "store-"));
const store = new AssetStore(new DiskStore(root));
await store.prepare();
afterAll(() => rm(root, { recursive: true }));

const pathOf = (asset: StoredAsset) => path.join(root, store.originalKey(asset));

async function save(publicId: string, size: number) {
  const temporary = temporaryPath(store.temporaryFolder);
  await writeFile(temporary, await quarters(size, size));
  return store.save(temporary, { publicId });
}

/** Uploads pictures of growing size to one public id in a loop, and prints a line before and after each. */
const uploader = `
  import { AssetStore } from "#lib/images/embedded/store.ts";
  import { DiskStore } from "#lib/storage/disk.ts";
  import { temporaryPath } from "#lib/storage/files.ts";
  import { quarters } from "#lib/testing/images/embedded-host.ts";
  import { writeFile } from "node:fs/promises";
  const store = new AssetStore(new DiskStore(process.argv[1]));
  await store.prepare();
  for (let size = 1; ; size += 1) {
    const temporary = temporaryPath(store.temporaryFolder);
    const bytes = await quarters(size, size);
    await writeFile(temporary, bytes);
    const kind = { format: "png", hasAlpha: false, pages: 1 };
    const inspected = { ...kind, width: size, height: size, sizeBytes: bytes.length };
    await store.save(temporary, { publicId: "shared/x", inspected });
    process.stdout.write(size + "\\n");
  }
`;

function startUploader(): ChildProcess {
  return spawn(process.execPath, ["--input-type=module", "-e", uploader, root], {
    cwd: path.resolve(import.meta.dirname, "../../.."),
    stdio: ["ignore", "pipe", "inherit"],
  });
}

describe("the asset store", () => {
  deepTest(
    "always shows a complete picture that matches its record, even when writing processes are killed",
    async () => {
      for (let round = 0; round < runsOf(6, 1); round += 1) {
        const writers = [startUploader(), startUploader()];
        let written = 0;
        for (const writer of writers) {
          writer.stdout?.on("data", () => {
            written += 1;
          });
        }
        const until = 3 + round;
        await expect.poll(() => written, { timeout: 20_000, interval: 1 }).toBeGreaterThan(until);
        for (const writer of writers) {
          const ended = new Promise((resolve) => writer.once("exit", resolve));
          writer.kill("SIGKILL");
          await ended;
        }
        const asset = await store.get("shared/x");
        if (!asset) throw new Error("the asset is gone");
        const { width, height } = await sharp(pathOf(asset))
          .stats()
          .then(() => sharp(pathOf(asset)).metadata());
        expect([width, height]).toEqual([asset.width, asset.height]);
      }
      const before = await store.get("shared/x");
      expect((await save("shared/x", 77)).version).toBeGreaterThan(before?.version ?? 0);
    },
  );

  test("stores only files of the current version", async () => {
    for (const size of [5, 6, 7]) await save("one", size);
    const asset = await save("one", 8);
    const files = await readdir(path.dirname(pathOf(asset)));
    expect(files.sort()).toEqual([asset.file, "asset.json"].sort());
  });

  test("never has a record without its picture after concurrent removals and uploads", async () => {
    for (let round = 0; round < runsOf(20, 3); round += 1) {
      await save("both", 4);
      await Promise.all([save("both", 5), store.remove("both"), save("both", 6), store.remove("both")]);
      const asset = await store.get("both");
      if (asset) expect((await sharp(pathOf(asset)).metadata()).width).toBe(asset.width);
    }
  });

  test("maps every accepted public id, however hostile, to a path inside its folder", async () => {
    const hostile = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 300 }),
      fc
        .array(
          fc.constantFrom(
            "..",
            ".",
            "a",
            "%2e",
            "\u0000",
            "con",
            "~",
            "$HOME",
            "-rf",
            "..\\",
            "é",
            "e\u0301",
          ),
          { minLength: 1, maxLength: 6 },
        )
        .map((parts) => parts.join("/")),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        let publicId: string;
        try {
          publicId = choosePublicId({ folder: "", name: text });
        } catch (error) {
          expect(error).toMatchObject({ status: 400 });
          return;
        }
        expect(isValidPublicId(publicId)).toBe(true);
        const asset = { ...(await template()), publicId };
        const relative = path.relative(root, pathOf(asset));
        expect(relative).toMatch(/^assets\/[0-9a-f]{2}\/[0-9a-f]{38}\/[0-9a-f]{32}\.original$/);
      }),
      { numRuns: runsOf(100) },
    );
  });

  let sample: Awaited<ReturnType<typeof save>> | undefined;
  async function template() {
    sample ??= await save("template", 3);
    return sample;
  }
});
