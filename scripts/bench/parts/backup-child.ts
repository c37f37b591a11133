// Fills the database of a service with pictures, paid photos of them and a long ledger. Started by `bench/backup.ts`.

import { randomBytes } from "node:crypto";
import { createUser } from "#lib/account-lifecycle/open.ts";
import { connectImages } from "#lib/connect-images.ts";
import { moveCredits } from "#lib/credits/move.ts";
import { db, disconnectDb, sql } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { toStored } from "#lib/images/reference.ts";
import { newId } from "#lib/platform/ids.ts";
import { outputsFolder } from "#lib/uploads/results.ts";

connectImages();
const [pictures = 0, rows = 0, pictureBytes = 0] = process.argv.slice(2).map(Number);
const atOnce = 8;
const userId = await createUser("bench@example.com", "Bench");
const credits = pictures + rows;
await moveCredits({ userId, kind: "adjustment", reference: newId("row"), topup: { add: credits } });
for (let at = 0; at < pictures; at += atOnce) {
  await Promise.all(Array.from({ length: Math.min(atOnce, pictures - at) }, addPhoto));
}
await addEntries();
await disconnectDb();
process.exit();

/** Adds a paid photo; the content of its file is irrelevant to a backup. */
async function addPhoto(): Promise<void> {
  const bytes = randomBytes(pictureBytes);
  const shape = { format: "jpg", width: 64, height: 64, pages: 1, hasAlpha: false } as const;
  const inspected = { ...shape, sizeBytes: bytes.byteLength };
  const { publicId, url } = await imageHost().upload(bytes, { folder: outputsFolder(userId), inspected });
  const id = newId("gen");
  await db().$executeRaw(sql`
    WITH paid AS (
      UPDATE balance SET topup = topup - 1 WHERE user_id = ${userId} RETURNING topup, monthly, period
    ), entry AS (
      INSERT INTO ledger_entry (user_id, kind, monthly_delta, topup_delta, monthly_after, topup_after, reference)
      SELECT ${userId}, 'charge', 0, -1, monthly, topup, ${`charge:${id}`} FROM paid
    )
    INSERT INTO generation (id, user_id, operation, status, source_ref, result_ref, result_public_id, from_monthly,
                            from_topup, period, expires_at, finished_at)
    SELECT ${id}, ${userId}, 'generate', 'succeeded', ${toStored(url)}, ${toStored(url)}, ${publicId}, 0, 1, period, now(), now()
    FROM paid`);
}

/** Adds photos with deleted results, each with its charge. */
async function addEntries(): Promise<void> {
  const step = 20_000;
  for (let done = 0; done < rows / 2; done += step) {
    const count = Math.min(step, rows / 2 - done);
    await db().$executeRaw(sql`
      WITH id AS (
        SELECT 'gen_' || replace(gen_random_uuid()::text, '-', '') AS id, n FROM generate_series(1, ${count}::int) n
      ), paid AS (
        UPDATE balance SET topup = topup - ${count}::int WHERE user_id = ${userId}
        RETURNING topup + ${count}::int AS before, monthly, period
      ), entry AS (
        INSERT INTO ledger_entry (user_id, kind, monthly_delta, topup_delta, monthly_after, topup_after, reference)
        SELECT ${userId}, 'charge', 0, -1, monthly, before - n, 'charge:' || id FROM id, paid
      )
      INSERT INTO generation (id, user_id, operation, status, source_ref, from_monthly, from_topup, period, expires_at,
                              finished_at, deleted_at)
      SELECT id, ${userId}, 'generate', 'succeeded', '', 0, 1, period, now(), now(), now() FROM id, paid`);
  }
}
