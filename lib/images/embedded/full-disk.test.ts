import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditCredits } from "#lib/credits/audit.ts";
import { db } from "#lib/db/index.ts";
import { env } from "#lib/platform/env.ts";
import { DiskStore } from "#lib/storage/disk.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { callPaid, paidEndpoint } from "#lib/testing/generations/paid-endpoint.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import {
  leftovers,
  postForm,
  quarters,
  signedParams,
  startTestHost,
} from "#lib/testing/images/embedded-host.ts";
import { productPicture } from "#lib/testing/pictures.ts";
import { imageHost } from "../index.ts";
import { handleImageHostRequest } from "./serve.ts";

await useDatabase();
useWorkers();

describe("below the floor of free disk space", () => {
  const floorMb = env().DISK_FLOOR_MB;
  const setFloor = (mb: number) => Object.assign(env(), { DISK_FLOOR_MB: mb });
  beforeEach(() => setFloor(floorMb));
  afterEach(() => setFloor(floorMb));

  test("uploads and paid work return 503 without a charge, and stored pictures are still delivered", async () => {
    tried("disk");
    const { key, userId } = await makeAccount({ monthly: 50 });
    const picture = await productPicture();
    const source = await imageHost().upload(picture, { folder: `inputs/${userId}` });
    const derived = source.url.replace("/upload/", "/upload/c_limit,w_320,f_webp,q_auto/");
    expect((await handleImageHostRequest(new Request(derived))).status).toBe(200);
    setFloor(1_000_000_000);

    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(picture)]), "a.jpg");
    const through = new Response(form);
    const headers = { "content-type": through.headers.get("content-type") ?? "" };
    const json = { image_url: source.url, type: "product", style: "studio" };
    const refused = [
      await api("upload", { key, headers, body: await through.arrayBuffer() }),
      await api("generate", { key, json }),
      await api("removeBg", { key, json: { image_url: source.url } }),
    ];
    for (const { status, body, headers: sent } of refused) {
      expect([status, body.error.code, sent.get("retry-after")]).toEqual([503, "overloaded", "60"]);
    }
    const direct = new FormData();
    const fields = imageHost().signUpload(`inputs/${userId}`).fields;
    for (const [name, value] of Object.entries(fields)) direct.append(name, value);
    direct.append("file", new Blob([new Uint8Array(picture)]), "a.jpg");
    const hosted = await handleImageHostRequest(
      new Request(imageHost().signUpload("inputs").url, { method: "POST", body: direct }),
    );
    expect([hosted.status, hosted.headers.get("retry-after")]).toEqual([503, "60"]);

    expect((await api("credits", { key })).body.total).toBe(50);
    expect(await db().generation.count({ where: { userId } })).toBe(0);
    expect(await db().hostedPicture.count({ where: { userId } })).toBe(1);
    for (const url of [source.url, derived]) {
      expect((await handleImageHostRequest(new Request(url))).status).toBe(200);
    }
    const fresh = await handleImageHostRequest(new Request(derived.replace("w_320", "w_480")));
    expect([fresh.status, fresh.headers.get("retry-after")]).toEqual([503, "60"]);
    await imageHost().destroy(source.publicId);
    setFloor(floorMb);
    expect((await imageHost().upload(picture, { folder: `inputs/${userId}` })).sizeBytes).toBe(
      picture.length,
    );
  });
});

/** Mounts a disk of three megabytes; null without the permission to mount. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), "small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=3m", "tmpfs", folder], { stdio: "ignore" });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}

const smallDisk = mountSmallDisk();
afterAll(() => {
  if (smallDisk === null) return;
  execFileSync("umount", [smallDisk]);
  rmSync(smallDisk, { recursive: true });
});

describe.skipIf(smallDisk === null)("on a full disk", () => {
  const root = path.join(smallDisk ?? "", "images");
  const filler = path.join(smallDisk ?? "", "filler");
  /** Fills the disk up to about `leftBytes`. */
  async function fill(leftBytes: number): Promise<void> {
    const output = execFileSync("df", ["--output=avail", "-B1", smallDisk ?? ""], { encoding: "utf8" });
    await writeFile(filler, Buffer.alloc(Number(output.split("\n")[1]) - leftBytes));
  }

  test("an upload returns 503 without leaving files, and succeeds again when there is room", async () => {
    tried("database-faults");
    const on = await startTestHost({ files: new DiskStore(root) });
    const picture = Buffer.concat([await quarters(200, 200), Buffer.alloc(600_000)]);
    const send = () =>
      postForm(on, signedParams({ folder: "inputs/u1" }), new Blob([new Uint8Array(picture)]));
    const first = await send();
    expect(first.status).toBe(200);
    for (const leftBytes of [0, 20_000, 400_000, picture.length]) {
      await fill(leftBytes);
      expect([leftBytes, await send()]).toMatchObject([
        leftBytes,
        { status: 503, error: expect.stringContaining("no room") },
      ]);
      expect(await leftovers(on)).toEqual([]);
      await rm(filler);
    }
    await fill(0);
    const small = first.body.secure_url.replace("/upload/", "/upload/c_limit,w_320,f_webp,q_auto/");
    expect((await fetch(small)).status).toBe(503);
    expect((await fetch(first.body.secure_url)).status).toBe(200);
    expect(await leftovers(on)).toEqual([]);
    await rm(filler);
    expect((await send()).status).toBe(200);
    expect((await fetch(small)).status).toBe(200);
    await on.close();
  });

  test("paid work whose result cannot be stored fails with generation_failed and is refunded", async () => {
    tried("database-faults");
    const on = await startTestHost({ files: new DiskStore(root) });
    const { key, userId } = await makeAccount({ monthly: 5 });
    await fill(10_000);
    const handler = paidEndpoint(2, async (_say, signal) => {
      const asset = await on.host.upload(await productPicture(), { folder: `outputs/${userId}`, signal });
      return { url: asset.url, publicId: asset.publicId };
    });
    const { body } = await callPaid(handler, { key, json: { say: "" } });
    expect(body.error).toMatchObject({ code: "generation_failed" });
    expect(await db().balance.findUnique({ where: { userId } })).toMatchObject({ monthly: 5 });
    expect((await auditCredits()).findings).toEqual([]);
    expect(await leftovers(on)).toEqual([]);
    await rm(filler);
    await on.close();
  });
});
