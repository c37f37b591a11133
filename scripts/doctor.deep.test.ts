// Guards that the doctor finds every kind of broken setup, names its fix, and checks an embedded database.
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { ensurePostgres } from "#lib/db/embedded.ts";
import { deployMigrations } from "#lib/db/migrate.ts";
import { broken, describeFindings, examine } from "./doctor/broken-setups.ts";

test("checks the running embedded database when no setting names a database", async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "photos-doctor-embedded-"));
  const postgres = await ensurePostgres(dataDir);
  try {
    await deployMigrations(postgres.url);
    const embedded = { DATA_DIR: dataDir, DATABASE_URL: undefined, AUTH_SECRET: undefined };
    const { checks, findings } = await examine(embedded);
    expect(checks.filter(({ status }) => status === "skipped")).toEqual([]);
    // No server or worker runs in that setup.
    expect(findings.filter(({ severity }) => severity === "error").map(({ key }) => key)).toEqual([
      "worker_missing",
    ]);
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  }
});

describeFindings(Object.keys(broken));
