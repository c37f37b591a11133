// Empties a database and fills it with a number of pieces of work (bench `size`). The data is consistent: ledgers sum
// to their balances, every charge has its row, and all ages are those of a service that has run for months.
import pg from "pg";
import { recordAudit } from "#lib/audit/record.ts";
import { styleNames } from "#lib/contract/photos/styles.ts";
import { retention } from "#lib/contract/retention.ts";
import { env } from "#lib/platform/env.ts";

/** Age limit of the work. */
const historyDays = 90;
/** One account has a fifth of all work, the medium accounts together another fifth, the small accounts the rest. */
export const mediumAccounts = 20;
const workOfSmallAccount = 30;
const itemsOfBatch = 100;
/** Pieces of work that still wait for a worker. */
const openWork = 200;
const auditedShare = 50;
const auditedAtOnce = 1_000;

export const bigAccount = "usr_0000000000000000000000";
/** Id of a medium account; numbers begin at 1. */
export const mediumAccount = (number: number) => `usr_${String(number).padStart(22, "0")}`;

export async function fillWith(rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
  try {
    await client.query("SET synchronous_commit = off");
    await client.query("SET work_mem = '256MB'");
    await client.query("SET maintenance_work_mem = '512MB'");
    await client.query("DROP TABLE IF EXISTS bench_work");
    await client.query(`
      TRUNCATE "user", generation, batch, webhook_event, webhook_delivery, idempotency_key, hosted_picture,
        outgoing_mail, model_call, stripe_event, trial_claim, closed_account, account_attempt, tryout, credit_audit,
        payment_receipt CASCADE`);
    await emptyLogs(client);
    const accounts = 1 + mediumAccounts + Math.ceil((rows * 0.6) / workOfSmallAccount);
    const indexes = await dropIndexes(client);
    for (const statement of statements({ rows, accounts })) await client.query(statement);
    for (const { definition } of indexes) await client.query(definition);
    await recordEvents(Math.ceil(rows / auditedShare));
    await client.query("DROP TABLE bench_work");
    await client.query("VACUUM ANALYZE");
  } finally {
    await client.end();
  }
}

/** Drops the indexes until all rows are inserted: with thirty indexes, inserts take several times as long. */
async function dropIndexes(client: pg.Client): Promise<{ definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index i
     WHERE indrelid = ANY(ARRAY['generation', 'ledger_entry', 'webhook_event', 'webhook_delivery', 'hosted_picture']::regclass[])
       AND NOT indisprimary`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows;
}

/** Disables the triggers that protect ledger and audit log from being emptied, while it empties them. */
async function emptyLogs(client: pg.Client): Promise<void> {
  for (const table of ["ledger_entry", "audit_event"]) {
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await client.query(`TRUNCATE ${table}`);
    await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  }
}

/** SQL for a deterministic pseudo-random integer in [0, `below`), by row and purpose. */
const pick = (row: string, purpose: string, below: number | string) =>
  `(('x' || substr(md5(${row}::text || '${purpose}'), 1, 7))::bit(28)::int % ${below})`;
const textArray = (words: readonly string[]) => `(ARRAY[${words.map((word) => `'${word}'`).join(",")}])`;
const products = ["candle", "mug", "teapot", "sneaker", "wallet", "lamp", "bottle", "watch", "chair", "bag"];
const places = ["on marble", "in a kitchen", "on driftwood", "by the window", "on linen", "in soft light"];

function statements({ rows, accounts }: { rows: number; accounts: number }): string[] {
  const small = accounts - 1 - mediumAccounts;
  const userOf = (number: string) => `'usr_' || lpad((${number})::text, 22, '0')`;
  const styles = textArray(styleNames);
  return [
    `INSERT INTO "user" (id, name, email, email_verified, created_at)
     SELECT ${userOf("n")}, 'Person ' || n, 'person' || n || '@example.com', true, now() - interval '${historyDays + 10} days'
     FROM generate_series(0, ${accounts - 1}) n`,
    `INSERT INTO subscription (user_id, tier, status, credits_limit, trial_ends_at, stripe_customer_id)
     SELECT ${userOf("n")}, (CASE WHEN n <= ${mediumAccounts} THEN 'ultra' WHEN n % 3 = 0 THEN 'pro' ELSE 'starter' END)::tier,
            (CASE WHEN n % 20 = 7 THEN 'trialing' WHEN n % 3 = 1 AND n > ${mediumAccounts} THEN 'canceled' ELSE 'active' END)::subscription_status,
            1000, CASE WHEN n % 20 = 7 THEN now() + (1 + n % 5) * interval '1 day' END,
            CASE WHEN n % 20 <> 7 THEN 'cus_' || n END
     FROM generate_series(0, ${accounts - 1}) n`,
    `INSERT INTO api_key (id, user_id, name, hash, first8, last4, created_at)
     SELECT 'key_' || lpad(n || '0' || k, 22, '0'), ${userOf("n")}, 'key ' || k, md5(n || '-' || k), 'pgs_' || substr(md5(n || '-' || k), 1, 4), 'abcd', now() - interval '${historyDays} days'
     FROM generate_series(0, ${accounts - 1}) n, generate_series(1, 2) k`,
    `INSERT INTO session (id, token, user_id, expires_at)
     SELECT 'ses_' || n, md5('session' || n), ${userOf("n")}, now() + (1 + n % 29) * interval '1 day' FROM generate_series(0, ${accounts - 1}) n`,
    `INSERT INTO sign_in_device (user_id, hash) SELECT ${userOf("n")}, md5('device' || n) FROM generate_series(0, ${accounts - 1}) n`,
    `INSERT INTO trial_claim (mailbox_hash) SELECT md5('mailbox' || n) FROM generate_series(0, ${accounts - 1}) n`,
    // One row per piece of work: owner, time, outcome, price.
    `CREATE UNLOGGED TABLE bench_work AS
     WITH placed AS (
       SELECT n, CASE WHEN n % 10 < 2 THEN 0
                      WHEN n % 10 < 4 THEN 1 + (n / 10) % ${mediumAccounts}
                      ELSE ${1 + mediumAccounts} + ${pick("n", "owner", small)} END AS account,
              now() - (${rows} - n) * (interval '${historyDays} days' / ${rows}) AS at, ${pick("n", "end", 1000)} AS chance
       FROM generate_series(1, ${rows}) n
     ), work AS (
       SELECT *, row_number() OVER (PARTITION BY account ORDER BY n) AS k, 'gen_' || left(md5('work' || n), 22) AS id,
              CASE WHEN n > ${rows} - ${openWork} THEN 'queued' WHEN chance < 50 THEN 'failed' WHEN chance < 70 THEN 'canceled' ELSE 'succeeded' END AS status
       FROM placed
     )
     SELECT *, ${userOf("account")} AS user_id, 1 + n % 3 AS price,
            status IN ('failed', 'canceled') AND at < now() - interval '${retention.refundedWork.days} days' OR status = 'succeeded' AND chance > 990 AS is_deleted,
            CASE WHEN chance = 500 AND account = 0 THEN lag(id) OVER (PARTITION BY account ORDER BY n) END AS remake_of,
            CASE WHEN ((k - 1) / ${itemsOfBatch}) % 3 = 0 AND account <= ${mediumAccounts}
                 THEN 'bat_' || left(md5('batch' || account || '-' || (k - 1) / ${itemsOfBatch}), 22) END AS batch_id
     FROM work`,
    `INSERT INTO batch (id, user_id, title, total, created_at)
     SELECT batch_id, user_id, 'Order ' || left(batch_id, 8), count(*), min(at) FROM bench_work WHERE batch_id IS NOT NULL GROUP BY 1, 2`,
    `INSERT INTO generation (id, user_id, api_key_id, operation, status, source_ref, style, prompt, aspect_ratio,
       resolution, mode, options, title, metadata, idempotency_key, batch_id, place, custom_id, result_ref,
       result_public_id, source_public_id, source_name, fingerprint, stored_bytes, remake_of, review, waived, width, height,
       size_bytes, content_type, error_code, error_reason, error_message, fault, from_monthly, from_topup, period, lane, rank,
       expected_ms, attempts, attempt_log, started_at, expires_at, created_at, finished_at, deleted_at, request_id)
     SELECT id, user_id, CASE WHEN n % 4 > 0 THEN 'key_' || lpad(account || '0' || 1 + (n % 20 = 3)::int, 22, '0') END,
       (CASE WHEN n % 7 = 0 THEN 'remove_bg' ELSE 'generate' END)::operation, status::generation_status,
       CASE WHEN is_deleted THEN NULL ELSE 'embedded:embedded/image/upload/v1/inputs/' || user_id || '/up' || k / 3 || '.jpg' END,
       CASE WHEN n % 7 > 0 THEN ${styles}[1 + ${pick("n", "style", styleNames.length)}] END,
       CASE WHEN is_deleted THEN NULL ELSE 'a ' || ${textArray(products)}[1 + ${pick("n", "product", products.length)}] || ' ' || ${textArray(places)}[1 + ${pick("n", "place", places.length)}] END,
       '1:1', '1K', CASE WHEN status = 'succeeded' THEN 'studio' END, '{}', CASE WHEN n % 10 = 0 AND NOT is_deleted THEN 'Title ' || n END,
       CASE WHEN n % 2 = 0 AND NOT is_deleted THEN jsonb_build_object('sku', 'SKU-' || n / 20, 'campaign', 'c' || n % 5) END,
       CASE WHEN n % 5 = 0 THEN 'order-' || n END, batch_id, CASE WHEN batch_id IS NOT NULL THEN (k - 1) % ${itemsOfBatch} END,
       CASE WHEN batch_id IS NOT NULL THEN 'item-' || k END,
       CASE WHEN status = 'succeeded' AND NOT is_deleted THEN 'embedded:embedded/image/upload/v2/outputs/' || user_id || '/' || id || '-1.jpg' END,
       CASE WHEN status = 'succeeded' AND NOT is_deleted THEN 'outputs/' || user_id || '/' || id || '-1' END,
       CASE WHEN is_deleted THEN NULL ELSE 'inputs/' || user_id || '/up' || k / 3 END,
       CASE WHEN is_deleted THEN NULL ELSE 'IMG_' || k / 3 || '.jpg' END,
       CASE WHEN is_deleted THEN NULL ELSE md5('print' || n) END, 600, remake_of, CASE WHEN n % 400 = 1 THEN 'rejected' END,
       CASE WHEN remake_of IS NOT NULL THEN price END, 1024, 1024, 180000, 'image/jpeg',
       CASE WHEN status = 'failed' THEN 'generation_failed' END, CASE WHEN status = 'failed' THEN 'image_not_loaded' END,
       CASE WHEN status = 'failed' THEN 'The picture could not be loaded.' END, CASE WHEN status = 'failed' THEN 'caller' END,
       0, CASE WHEN remake_of IS NULL THEN price ELSE 0 END, 0, 0, n % 100000, 3000, CASE WHEN status = 'queued' THEN 0 ELSE 1 END, '{}',
       CASE WHEN status <> 'queued' THEN at END, CASE WHEN status = 'queued' THEN now() ELSE at END + interval '1 day', at, CASE WHEN status <> 'queued' THEN at + interval '4 s' END,
       CASE WHEN is_deleted THEN at + interval '${retention.refundedWork.days} days' END, CASE WHEN is_deleted THEN NULL ELSE 'req_' || left(md5('request' || n), 22) END
     FROM bench_work ORDER BY n`,
    // Each account buys slightly more credits than it spends, then has a charge per piece of work and some refunds.
    `WITH event AS (
       SELECT user_id, 'topup' AS kind, min(at) - interval '1 hour' AS at, sum(price)::int + 10 AS delta, 'checkout:cs_' || user_id AS reference, 0 AS turn
       FROM bench_work GROUP BY user_id
       UNION ALL
       SELECT user_id, 'charge', at, CASE WHEN remake_of IS NULL THEN -price ELSE 0 END, 'charge:' || id, 1 FROM bench_work
       UNION ALL
       SELECT user_id, 'refund', at + interval '4 s', CASE WHEN remake_of IS NULL THEN price ELSE 0 END, 'refund:' || id, 2
       FROM bench_work WHERE status IN ('failed', 'canceled')
     )
     INSERT INTO ledger_entry (user_id, kind, monthly_delta, topup_delta, monthly_after, topup_after, reference, created_at)
     SELECT user_id, kind::ledger_kind, 0, delta, 0, sum(delta) OVER (PARTITION BY user_id ORDER BY at, turn, reference ROWS UNBOUNDED PRECEDING), reference, at
     FROM event ORDER BY at, turn, reference`,
    `INSERT INTO balance (user_id, monthly, topup, stored_bytes)
     SELECT u.id, 0, COALESCE(l.topup, 0), COALESCE(g.bytes, 0) FROM "user" u
     LEFT JOIN (SELECT user_id, sum(topup_delta) AS topup FROM ledger_entry GROUP BY user_id) l ON l.user_id = u.id
     LEFT JOIN (SELECT user_id, sum(stored_bytes) AS bytes FROM generation GROUP BY user_id) g ON g.user_id = u.id`,
    `INSERT INTO hosted_picture (public_id, user_id, size_bytes, file_name, created_at, unused_since)
     SELECT 'inputs/' || user_id || '/up' || k / 3, user_id, 400000, 'IMG_' || k / 3 || '.jpg', min(at), min(at)
     FROM bench_work WHERE NOT is_deleted GROUP BY user_id, k / 3`,
    `INSERT INTO webhook_endpoint (id, user_id, url, events, secret, verified_at, created_at)
     SELECT 'whe_' || lpad(n::text, 22, '0'), ${userOf("n")}, 'https://example.com/hook/' || n, ARRAY['*'], 'sealed', now(), now() - interval '${historyDays} days'
     FROM generate_series(0, ${accounts - 1}) n WHERE n <= ${mediumAccounts} OR n % 10 = 0`,
    `INSERT INTO webhook_event (id, user_id, type, data, reference, created_at)
     SELECT 'evt_' || left(md5('event' || n), 22), user_id, 'generation.' || status,
            json_build_object('id', id, 'status', status, 'operation', 'generate', 'style', 'studio', 'prompt', repeat('a candle on marble ', 8), 'result_url', repeat('x', 160), 'metadata', json_build_object('sku', 'SKU-' || n / 20)),
            'generation:' || id, at + interval '4 s'
     FROM (SELECT *, row_number() OVER (PARTITION BY account ORDER BY n DESC) AS place FROM bench_work) w
     WHERE status <> 'queued' AND at > now() - interval '${retention.events.days} days' AND place < 50000 ORDER BY n`,
    `INSERT INTO webhook_delivery (id, user_id, event_id, endpoint_id, status, attempts, attempts_made, tries, created_at)
     SELECT 'whd_' || right(v.id, 22), v.user_id, v.id, e.id, 'succeeded',
            '[{"at":"2026-01-01T00:00:00Z","statusCode":200,"ms":80,"error":null,"answer":"ok"}]', 1, 1, v.created_at
     FROM webhook_event v JOIN webhook_endpoint e ON e.user_id = v.user_id ORDER BY v.created_at`,
    `INSERT INTO idempotency_key (user_id, key, operation, request_hash, state, response_status, response_body, work_id, boot_id, locked_until, expires_at)
     SELECT user_id, 'order-' || n, 'generate', md5(n::text), 'done', 200, jsonb_build_object('generationId', id), id, 'boot_x', at, at + interval '1 day'
     FROM bench_work WHERE at > now() - interval '1 day'`,
    `INSERT INTO outgoing_mail (reference, recipient, subject, text, html, attempts, sent_at, created_at)
     SELECT 'mail:' || n, 'person' || n % ${accounts} || '@example.com', 'Subject', repeat('text ', 100), repeat('<p>text</p>', 200), 1, at, at
     FROM bench_work WHERE at > now() - interval '${retention.sentMails.days} days' AND n % 10 = 0`,
    `INSERT INTO model_call (generation_id, provider, model, mode, style, outcome, cost_micros, duration_ms, created_at)
     SELECT id, 'google', 'image', 'scene', 'studio', 'succeeded', 40000, 9000, at FROM bench_work WHERE n % 10 = 0`,
    `INSERT INTO stripe_event (id, type, created_at, received_at, receipt)
     SELECT 'evt_stripe_' || n, 'invoice.paid', at, at, 'nothing to do' FROM bench_work WHERE n % 20 = 0`,
    // Deleted accounts, whose ledgers sum to zero.
    `WITH gone AS (
       INSERT INTO closed_account (user_id, closed_at) SELECT 'usr_gone' || n, now() - interval '50 days' FROM generate_series(1, ${Math.ceil(accounts / 20)}) n RETURNING user_id
     )
     INSERT INTO ledger_entry (user_id, kind, monthly_delta, topup_delta, monthly_after, topup_after, reference)
     SELECT user_id, kind::ledger_kind, 0, delta, 0, GREATEST(delta, 0), kind || ':' || user_id
     FROM gone, (VALUES ('topup', 10), ('expiry', -10)) v (kind, delta)`,
  ];
}

async function recordEvents(count: number): Promise<void> {
  for (let at = 0; at < count; at += auditedAtOnce) {
    const entries = Array.from({ length: Math.min(auditedAtOnce, count - at) }, (_, index) => ({
      accountId: (at + index) % 3 === 0 ? bigAccount : mediumAccount(1 + ((at + index) % mediumAccounts)),
      action: "work.deleted" as const,
      object: { type: "generation" as const, id: `gen_${at + index}` },
      before: { operation: "generate" },
    }));
    await recordAudit(entries);
  }
}
