import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { drawnProduct } from "#lib/testing/pictures.ts";
import type { Demo } from "../scripts/seed.ts";
import { expect, type InstalledClient, startPhotos } from "./installed-client.ts";
import { query } from "./support.ts";

interface Given {
  demo: Demo;
  installed: InstalledClient;
  /** How many pictures the folder has. */
  pictures: number;
  killWhen: readonly ("uploaded" | "ordered" | "first saved")[];
}

/** Expects that a batch of a folder that is killed at these times is completed by the next run and charged once. */
export async function expectCompletedFolder({ demo, installed, pictures, killWhen }: Given): Promise<void> {
  const owner = new installed.sdk.PhotoService({ baseUrl: demo.base_url, apiKey: demo.test_api_key });
  const { id, key } = await owner.keys.create({ name: "folder" });
  const folder = await mkdtemp(path.join(installed.folder, "pictures-"));
  for (let at = 0; at < pictures; at += 1)
    await writeFile(path.join(folder, `ball-${at}.png`), await drawnProduct(64 + at));
  const saved = async () => (await readdir(folder)).filter((name) => name.endsWith(".photo.jpg")).length;
  const ordered = async () => (await owner.keys.get(id)).credits_this_month;
  const start = () => startPhotos(installed, ["batch", folder, "--style", "studio"], key, demo.base_url);
  const killAtOnce = async (isTime: () => Promise<boolean>) => {
    const { child, ended } = start();
    await expect.poll(isTime, { intervals: [20], timeout: 180_000 }).toBe(true);
    child.kill("SIGKILL");
    expect((await ended).status).toBe(null);
  };
  const times = {
    uploaded: async () => (await readdir(folder)).includes(".photos-batch.json"),
    ordered: async () => (await ordered()) > 0,
    "first saved": async () => (await saved()) > 0,
  };
  for (const time of killWhen) await killAtOnce(times[time]);
  const last = start();
  expect(await last.ended).toEqual({ status: 0, stderr: "" });
  expect(last.lines().at(-1)).toMatchObject({ event: "done", failed: 0, credits_reserved: 0 });
  expect(await saved()).toBe(pictures);
  const { rows } = await query(
    `SELECT count(DISTINCT g.id)::int AS made, count(*)::int AS charges,
            sum(-l.monthly_delta - l.topup_delta)::int AS credits
     FROM generation g JOIN ledger_entry l ON l.reference = 'charge:' || g.id WHERE g.api_key_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ made: pictures, charges: pictures, credits: pictures }]);
  expect(await ordered()).toBe(pictures);
  const again = start();
  expect((await again.ended).status).toBe(0);
  expect(again.lines().at(-1)).toMatchObject({ saved: 0, already_there: pictures, credits_reserved: 0 });
}
