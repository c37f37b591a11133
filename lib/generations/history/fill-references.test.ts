import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db, disconnectDb, Prisma, sql } from "#lib/db/index.ts";
import { deployMigrations } from "#lib/db/migrate.ts";
import { migrationsFolder } from "#lib/db/migrations/files.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { restartWith } from "#lib/testing/images/restart.ts";
import { useDatabase } from "../../testing/database.ts";
import { fillReferences } from "./fill-references.ts";

const firstOfThese = "20261123153500_delivery_addresses";
const url = await useDatabase();
let before: string;

beforeAll(async () => {
  before = await mkdtemp(path.join(os.tmpdir(), "photos-before-references-"));
  for (const name of (await readdir(migrationsFolder)).filter((entry) => /^\d/.test(entry))) {
    if (name < firstOfThese)
      await cp(path.join(migrationsFolder, name), path.join(before, name), { recursive: true });
  }
});
afterAll(() => rm(before, { recursive: true, force: true }));

beforeEach(async () => {
  await db().$executeRawUnsafe("DROP SCHEMA public CASCADE");
  await db().$executeRawUnsafe("CREATE SCHEMA public");
  // The prepared statements of its connections refer to the types that were dropped.
  await disconnectDb();
  await deployMigrations(url, { folder: before });
  await db().$executeRaw(sql`INSERT INTO "user" (id, name, email) VALUES ('u', 'U', 'u@example.org')`);
});

/** The base URL changes with the upgrade, so only the rows contain the former one. */
async function upgrade() {
  await deployMigrations(url);
  await restartWith({ BASE_URL: "https://photos.example" });
}

/** Inserts work as the previous version did. */
async function insertWork(id: string, [image, source, result]: (string | null)[], status = "succeeded") {
  await db().$executeRaw(sql`
    INSERT INTO generation (id, user_id, operation, status, image_url, source_public_id, result_url, from_monthly,
                            from_topup, period, expires_at)
    VALUES (${id}, 'u', 'generate', ${status}::generation_status, ${image}, ${source}, ${result}, 1, 0, 0, now())`);
}

async function refsOf(id: string) {
  const { sourceRef, resultRef } = await db().generation.findUniqueOrThrow({ where: { id } });
  return { sourceRef, resultRef };
}

const home = "http://localhost:3000/embedded/images/embedded/";
const upload = "image/upload/v1/inputs/usr_1/x.jpg";
const result = "image/upload/v2/outputs/usr_1/gen_1-1.jpg";
const cut = "image/upload/e_background_removal/f_png/v1/inputs/usr_1/x";
const cloud = "https://res.cloudinary.com/demo/";
const distribution = "https://demo-res.cloudinary.com/";
// Belongs to another installation, so its pictures are foreign here.
const foreign = `https://other.example/embedded/images/embedded/${upload}`;

test("URLs of the previous version become references of host and account; foreign URLs stay", async () => {
  tried("upgrade");
  await insertWork("embedded", [home + upload, "inputs/usr_1/x", home + result]);
  await insertWork("cut", [`${home + upload}?a=1`, "inputs/usr_1/x", home + cut]);
  await insertWork("cloudinary", [cloud + upload, "inputs/usr_1/x", cloud + result]);
  await insertWork("distribution", [distribution + upload, "inputs/usr_1/x", distribution + result]);
  await insertWork("cname", [
    `https://img.example/demo/${upload}`,
    "i",
    `https://img.example/demo/${result}`,
  ]);
  await insertWork("foreign", [foreign, "inputs/usr_1/x", null], "failed");
  await insertWork("open", [home + upload, "inputs/usr_1/x", null], "running");
  await db().$executeRaw(sql`
    INSERT INTO generation (id, user_id, operation, image_url, from_monthly, from_topup, period, expires_at, status)
    SELECT 'many ' || n, 'u', 'generate', ${home + upload}, 1, 0, 0, now(), 'failed' FROM generate_series(1, 1200) n`);
  await db().$executeRaw(sql`
    INSERT INTO picture_mask (user_id, public_id, mask_public_id, mask_url)
    VALUES ('u', 'inputs/usr_1/x', 'm', ${home + upload})`);
  await upgrade();
  expect(await fillReferences()).toBe(1_208);
  expect(await fillReferences()).toBe(0);

  for (const [id, account] of [
    ["embedded", "embedded:embedded"],
    ["cloudinary", "cloudinary:demo"],
    ["distribution", "cloudinary:demo"],
    ["cname", "cloudinary:demo"],
  ] as const) {
    expect(await refsOf(id), id).toEqual({
      sourceRef: `${account}/${upload}`,
      resultRef: `${account}/${result}`,
    });
  }
  expect(await refsOf("cut")).toEqual({
    sourceRef: `embedded:embedded/${upload}?a=1`,
    resultRef: `embedded:embedded/${cut}`,
  });
  expect(await refsOf("foreign")).toEqual({ sourceRef: foreign, resultRef: null });
  expect(await refsOf("open")).toEqual({ sourceRef: `embedded:embedded/${upload}`, resultRef: null });
  expect(await db().pictureMask.findMany()).toMatchObject([{ maskRef: `embedded:embedded/${upload}` }]);
  const addresses = await db().deliveryAddress.findMany({ orderBy: { prefix: "asc" } });
  expect(addresses).toMatchObject([
    { prefix: home, account: "embedded:embedded" },
    { prefix: distribution, account: "cloudinary:demo" },
    { prefix: "https://img.example/demo/", account: "cloudinary:demo" },
    { prefix: "https://photos.example/embedded/images/embedded/", account: "embedded:embedded" },
    { prefix: cloud, account: "cloudinary:demo" },
  ]);
});

test("writes of the previous version clear outdated references, retain valid ones, and are filled later", async () => {
  tried("upgrade");
  const run = (statement: string) => db().$executeRaw(Prisma.raw(statement));
  const writeMask = (maskId: string, maskUrl: string) =>
    run(`
      INSERT INTO picture_mask (user_id, public_id, mask_public_id, mask_url)
      VALUES ('u', 'inputs/usr_1/x', '${maskId}', '${maskUrl}')
      ON CONFLICT (user_id, public_id) DO UPDATE SET mask_url = EXCLUDED.mask_url`);
  await insertWork("cut", [`${home + upload}?a=1`, "inputs/usr_1/x", home + cut]);
  await writeMask("m", home + upload);
  await upgrade();
  expect(await fillReferences()).toBe(2);
  expect(await db().pictureMask.findMany()).toMatchObject([{ maskRef: `embedded:embedded/${upload}` }]);
  await run("UPDATE generation SET title = 'x', result_url = result_url WHERE id = 'cut'");
  expect((await refsOf("cut")).resultRef).toBe(`embedded:embedded/${cut}`);
  await run("UPDATE generation SET deleted_at = now(), image_url = '', result_url = NULL WHERE id = 'cut'");
  expect(await refsOf("cut")).toEqual({ sourceRef: null, resultRef: null });
  await writeMask("n", home + result);
  expect(await db().pictureMask.findMany()).toMatchObject([{ maskRef: null }]);
  await insertWork("new", [home + upload, "inputs/usr_1/x", null], "running");
  await run(`UPDATE generation SET status = 'succeeded', result_url = '${home + result}' WHERE id = 'new'`);
  expect(await refsOf("new")).toEqual({ sourceRef: null, resultRef: null });
  expect(await fillReferences()).toBe(2);
  expect(await refsOf("new")).toEqual({
    sourceRef: `embedded:embedded/${upload}`,
    resultRef: `embedded:embedded/${result}`,
  });
  expect(await refsOf("cut")).toEqual({ sourceRef: null, resultRef: null });
});
