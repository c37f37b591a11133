import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { beginRun, endRun, pickOwnArchives } from "#lib/backup/runs.ts";
import { auditCredits } from "#lib/credits/audit.ts";
import { chargeCredits } from "#lib/credits/charge.ts";
import { db } from "#lib/db/index.ts";
import { settleInstallation } from "#lib/installation/index.ts";
import { env } from "#lib/platform/env.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { chargeOf } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { run } from "../admin.ts";

const url = await useDatabase();
const before = { ...env() };
const original = await mkdtemp(path.join(os.tmpdir(), "photos-original-"));
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(env(), before);
});
afterAll(() => rm(original, { recursive: true, force: true }));

/** Runs the tool and returns its output. */
async function admin(...words: string[]): Promise<string> {
  const lines: string[] = [];
  for (const way of ["log", "error"] as const) {
    vi.spyOn(console, way).mockImplementation((line) => void lines.push(String(line)));
  }
  expect(await run(words)).toBe(0);
  return lines.join("\n");
}

test("an operator sees that a data directory is a copy, and separates it once", async () => {
  const dataDir = env().DATA_DIR;
  await settleInstallation({ dataDir: original, url });
  const { userId } = await makeAccount({ monthly: 100 });
  await chargeCredits(chargeOf(userId, [1, 2]));
  const archive = "photos-20261123T031700Z.tar";
  await endRun(await beginRun("a bucket", archive), { sizeBytes: 1 });
  // The database rows are the original's, as in a copy.
  await mkdir(dataDir, { recursive: true });
  await copyFile(path.join(original, "installation.json"), path.join(dataDir, "installation.json"));
  await settleInstallation({ dataDir, url });

  expect(await admin("installation", "show")).toContain(
    `Standby: This data directory is a copy of the installation in ${original}.`,
  );
  const { id } = JSON.parse(await admin("installation", "show", "--json"));
  Object.assign(env(), { BACKUP_URL: "s3://key:secret@store.example/backups", SMTP_URL: "smtp://x" });
  const said = await admin("installation", "separate");
  expect(said).toContain("refunded          2 generations");
  expect(said).toContain("give this one its own BACKUP_URL, SMTP_URL before it is used");

  const now = JSON.parse(await admin("installation", "show", "--json"));
  expect(now).toMatchObject({ status: "active", standby: null, data_dir: dataDir });
  expect(now.id).not.toBe(id);
  expect(await db().balance.findUnique({ where: { userId } })).toMatchObject({ monthly: 100 });
  expect((await auditCredits()).findings).toEqual([]);
  // The original's archives are not its own, so it deletes none of them.
  expect(await pickOwnArchives([archive])).toEqual([]);
  for (const command of ["separate", "keep"]) {
    await expect(run(["installation", command])).rejects.toThrow(`there is nothing to ${command}`);
  }
});
