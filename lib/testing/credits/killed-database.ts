import { fork } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect } from "vitest";
import { ensurePostgres } from "#lib/db/embedded.ts";
import { deployMigrations } from "#lib/db/migrate.ts";
import { compiledSources } from "../compiled.ts";
import { queryAt } from "../database.ts";
import { requirePid } from "../pid.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "photos-killed-"));
await chmod(folder, 0o711);
afterAll(() => rm(folder, { recursive: true, force: true }));

const seed = `
  INSERT INTO "user" (id, name, email) VALUES ('usr_1', 'Test', 'a@example.com');
  INSERT INTO subscription (user_id) VALUES ('usr_1');
  INSERT INTO balance (user_id, topup) VALUES ('usr_1', 1000000);
  INSERT INTO ledger_entry (user_id, kind, monthly_delta, topup_delta, monthly_after, topup_after, reference)
  VALUES ('usr_1', 'topup', 0, 1000000, 0, 1000000, 'first')`;

/** Kills a database under load; expects that everything that was acknowledged before is still stored. */
export async function expectKeptAfterKills(kills: number): Promise<void> {
  const acknowledged = new Set<string>();
  let server = await ensurePostgres(folder);
  await deployMigrations(server.url);
  await queryAt(server.url, seed);
  for (let kill = 1; kill <= kills; kill += 1) {
    const child = fork(path.join(import.meta.dirname, "acknowledge-child.ts"), ["usr_1"], {
      env: {
        ...compiledSources,
        NODE_ENV: "test",
        LOG_LEVEL: "silent",
        DATABASE_URL: server.url,
        DATA_DIR: folder,
      },
      stdio: "ignore",
    });
    const ended = once(child, "exit");
    const enough = new Promise<void>((resolve) => {
      let own = 0;
      child.on("message", (id) => {
        acknowledged.add(String(id));
        own += 1;
        if (own === 5 * kill) resolve();
      });
    });
    await enough;
    process.kill(requirePid(server.pid), "SIGKILL");
    await Promise.all([server.ended, ended]);
    server = await ensurePostgres(folder);
    const completed = await queryAt(server.url, "SELECT id FROM generation WHERE status = 'succeeded'");
    const known = new Set(completed.map(({ id }) => id));
    expect([...acknowledged].filter((id) => !known.has(id))).toEqual([]);
    const [books] = await queryAt(
      server.url,
      `
      SELECT b.topup = sum(l.topup_delta)::int AS agree, b.topup AS left,
             (SELECT count(*)::int FROM generation) AS charged
      FROM balance b JOIN ledger_entry l USING (user_id) GROUP BY b.topup`,
    );
    expect(books).toEqual({ agree: true, left: 1_000_000 - Number(books?.charged), charged: books?.charged });
  }
  await server.stop();
}
