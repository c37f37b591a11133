import { webhookFailingDays, webhookRetrySeconds, webhookTimeoutSeconds } from "../contract/limits.ts";
import { db, type Prisma, type Queryable, sql } from "../db/index.ts";
import { requireActive } from "../installation/standby.ts";
import { queueMail } from "../mail/queue.ts";
import { log } from "../platform/log.ts";
import { FetchFailedError, UnsafeUrlError } from "../safe-fetch/failure.ts";
import { type Attempt, bodyOf } from "./deliveries.ts";
import { pauseEndpoint } from "./endpoints.ts";
import { type AttemptJob, enqueueAttempts } from "./jobs.ts";
import { failingMail } from "./mails.ts";
import { signedHeaders, UnreadableSecretError } from "./secret.ts";
import { endpointFetcher } from "./target.ts";

/** Of an answer, for its owner to look at. */
const maxAnswerBytes = 2 * 1024;
const timeoutMs = webhookTimeoutSeconds * 1000;
const keptAttempts = 30;
const gone = 410;
const dayMs = 24 * 60 * 60 * 1000;

interface Due {
  id: string;
  endpointId: string;
  attemptsMade: number;
  tries: number;
  url: string;
  userId: string;
  failingSince: Date | null;
  sealedSecrets: string[];
  eventId: string;
  type: string;
  data: unknown;
  createdAt: Date;
}

/**
 * Makes the attempt that a job stands for and records it, with the job of the next one where it was not received.
 * Does nothing when the attempt was made before, or its endpoint is paused or gone. Safe to repeat: a process killed
 * before the record is made sends again, and after it nobody does.
 */
export async function attemptDelivery(job: AttemptJob, signal?: AbortSignal): Promise<void> {
  await requireActive();
  const due = await findDue(job);
  if (!due) return;
  const attempt = await send(due, signal);
  const received = attempt.error === null;
  const isGone = attempt.statusCode === gone;
  const failingMs = due.failingSince ? Date.now() - due.failingSince.getTime() : 0;
  const givesUp = !received && !isGone && failingMs >= webhookFailingDays * dayMs;
  if (!isGone && !givesUp) return await record(due, attempt, db());
  await db().$transaction(async (tx) => {
    await record(due, attempt, tx);
    const isNew = await pauseEndpoint(due.endpointId, isGone ? "gone" : "failing", tx);
    if (isNew && givesUp) await queueMail(failingMail(due), tx);
  });
}

async function findDue({ deliveryId, attemptsMade }: AttemptJob): Promise<Due | null> {
  const [row] = await db().$queryRaw<Due[]>(sql`
    SELECT d.id, d.endpoint_id AS "endpointId", d.attempts_made AS "attemptsMade", d.tries, e.url,
           e.user_id AS "userId", e.failing_since AS "failingSince",
           CASE WHEN e.previous_secret_until > now() THEN ARRAY[e.secret, e.previous_secret]
                ELSE ARRAY[e.secret] END AS "sealedSecrets",
           v.id AS "eventId", v.type, v.data, v.created_at AS "createdAt"
    FROM webhook_delivery d
    JOIN webhook_endpoint e ON e.id = d.endpoint_id
    JOIN webhook_event v ON v.id = d.event_id
    WHERE d.id = ${deliveryId} AND d.attempts_made = ${attemptsMade} AND d.status = 'pending'
      AND e.status = 'enabled'`);
  return row ?? null;
}

async function send(due: Due, signal: AbortSignal | undefined): Promise<Attempt> {
  const at = new Date();
  const outcome = await post(due, at, signal);
  return { at: at.toISOString(), ms: Date.now() - at.getTime(), ...outcome };
}

async function post(
  due: Due,
  at: Date,
  signal: AbortSignal | undefined,
): Promise<Omit<Attempt, "at" | "ms">> {
  const { eventId, url, endpointId, sealedSecrets } = due;
  const body = JSON.stringify(bodyOf({ ...due, id: eventId }));
  try {
    const headers = {
      "content-type": "application/json",
      ...signedHeaders({ eventId, at, body, sealedSecrets }),
    };
    const { status, text } = await endpointFetcher().post(url, {
      ...{ headers, body, timeoutMs, maxAnswerBytes },
      ...(signal && { signal }),
    });
    return {
      statusCode: status,
      error: status >= 200 && status < 300 ? null : `the endpoint answered with status ${status}`,
      // What PostgreSQL cannot keep in JSON.
      answer: text.replaceAll("\0", "\uFFFD"),
    };
  } catch (error) {
    if (error instanceof FetchFailedError || error instanceof UnsafeUrlError) {
      return { statusCode: null, error: error.message, answer: "" };
    }
    if (!(error instanceof UnreadableSecretError)) throw error;
    log.error(
      { endpointId, err: error },
      "a webhook could not be signed: set AUTH_SECRET_PREVIOUS to the AUTH_SECRET before the change",
    );
    return { statusCode: null, error: error.message, answer: "" };
  }
}

async function record({ id, tries, attemptsMade }: Due, attempt: Attempt, on: Queryable): Promise<void> {
  const received = attempt.error === null;
  const waitSeconds = attempt.statusCode === gone ? undefined : webhookRetrySeconds[tries];
  const status = received ? "succeeded" : waitSeconds === undefined ? "failed" : "pending";
  const waits = status === "pending" ? (waitSeconds ?? null) : null;
  const text = JSON.stringify([attempt]);
  await on.$queryRaw(sql`
    WITH recorded AS (
      UPDATE webhook_delivery SET
        attempts = ${lastAttempts} || ${text}::jsonb,
        attempts_made = attempts_made + 1, tries = tries + 1, status = ${status}::webhook_delivery_status,
        next_attempt_at = now() + ${waits}::int * interval '1 second'
      WHERE id = ${id} AND attempts_made = ${attemptsMade} AND status = 'pending'
      RETURNING id, endpoint_id, attempts_made, next_attempt_at
    ), endpoint AS (
      UPDATE webhook_endpoint SET failing_since = ${received ? sql`NULL` : sql`COALESCE(failing_since, now())`}
      WHERE id IN (SELECT endpoint_id FROM recorded) AND ${received ? sql`failing_since IS NOT NULL` : sql`failing_since IS NULL`}
    ), queued AS (${await enqueueAttempts(sql`recorded`)})
    SELECT id FROM recorded`);
}

const lastAttempts: Prisma.Sql = sql`
  (CASE WHEN jsonb_array_length(attempts) < ${keptAttempts}::int THEN attempts ELSE attempts - 0 END)`;
