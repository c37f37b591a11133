import {
  webhookFailingDays,
  webhookRetrySeconds,
  webhookSlowSeconds,
  webhookTimeoutSeconds,
} from "../contract/limits.ts";
import { pingEvent } from "../contract/webhooks/events.ts";
import { db, type Prisma, type Queryable, sql } from "../db/index.ts";
import { queueMail } from "../mail/queue.ts";
import { log } from "../platform/log.ts";
import { traced, traceHeaders } from "../platform/tracing.ts";
import { FetchFailedError, UnsafeUrlError } from "../safe-fetch/failure.ts";
import { bodyOf } from "./body.ts";
import { hostOfUrl, noteAnswered, spendBudget } from "./budget.ts";
import type { Attempt } from "./deliveries.ts";
import { pauseEndpoint } from "./endpoint-status.ts";
import { enqueueTurns, isEnabled, isVerified, laneOf, noAttempt, wakeLanes } from "./jobs.ts";
import { failingMail } from "./mails.ts";
import { signedHeaders, UnreadableSecretError } from "./secret.ts";
import { endpointFetcher } from "./target.ts";

/** Part of an endpoint's response that is kept for its owner. */
const maxAnswerBytes = 2 * 1024;
const timeoutMs = webhookTimeoutSeconds * 1000;
const keptAttempts = 30;
const gone = 410;
const dayMs = 24 * 60 * 60 * 1000;

/** Identifies one attempt of a delivery: it is made only if no other attempt was made since. */
export interface AttemptKey {
  deliveryId: string;
  attemptsMade: number;
}

/** `delayed`: a budget is used up, and the endpoint waits. `skipped`: the attempt was not due. */
type AttemptOutcome = "received" | "failed" | "delayed" | "skipped";

interface Due {
  id: string;
  endpointId: string;
  attemptsMade: number;
  tries: number;
  /** That of the endpoint, or of the work. */
  url: string;
  endpointUrl: string;
  isOfWork: boolean;
  userId: string;
  failingSince: Date | null;
  sealedSecrets: string[];
  eventId: string;
  type: string;
  data: unknown;
  createdAt: Date;
  traceparent: string | null;
}

/**
 * Makes and records one attempt of a delivery. Does nothing when it was made before, or when its endpoint is paused,
 * deleted or unverified. Safe to repeat: a process killed before the record sends again; after the record the attempt
 * is not repeated.
 */
export async function attemptDelivery(key: AttemptKey, signal?: AbortSignal): Promise<AttemptOutcome> {
  const due = await findDue(key);
  if (!due) return "skipped";
  if (hostOfUrl(due.url) !== hostOfUrl(due.endpointUrl)) return await endUnsent(due.id);
  const made = await trace(due, () => send(due, signal));
  if (!made) return "delayed";
  const { attempt, address } = made;
  const received = attempt.error === null;
  if (received && address && (await noteAnswered({ ...due, address }))) await endDelays(due.userId);
  // The address of one piece of work says nothing about the endpoint.
  const isGone = attempt.statusCode === gone && !due.isOfWork;
  const failingMs = due.failingSince ? Date.now() - due.failingSince.getTime() : 0;
  const givesUp = !received && !isGone && !due.isOfWork && failingMs >= webhookFailingDays * dayMs;
  if (!isGone && !givesUp) {
    await record(due, attempt, db());
    return received ? "received" : "failed";
  }
  await db().$transaction(async (tx) => {
    await record(due, attempt, tx);
    const isNew = await pauseEndpoint(due.endpointId, isGone ? "gone" : "failing", tx);
    if (isNew && givesUp) await queueMail(failingMail(due), tx);
  });
  return "failed";
}

async function findDue({ deliveryId, attemptsMade }: AttemptKey): Promise<Due | null> {
  const [row] = await db().$queryRaw<Due[]>(sql`
    SELECT d.id, d.endpoint_id AS "endpointId", d.attempts_made AS "attemptsMade", d.tries,
           COALESCE(d.url, e.url) AS url, e.url AS "endpointUrl", d.url IS NOT NULL AS "isOfWork",
           e.user_id AS "userId", e.failing_since AS "failingSince",
           CASE WHEN e.previous_secret_until > now() THEN ARRAY[e.secret, e.previous_secret]
                ELSE ARRAY[e.secret] END AS "sealedSecrets",
           v.id AS "eventId", v.type, v.data, v.created_at AS "createdAt", v.traceparent
    FROM webhook_delivery d
    JOIN webhook_endpoint e ON e.id = d.endpoint_id
    JOIN webhook_event v ON v.id = d.event_id
    WHERE d.id = ${deliveryId} AND d.attempts_made = ${attemptsMade} AND d.status = 'pending'
      AND ${isEnabled} AND (${isVerified} OR v.type = ${pingEvent})`);
  return row ?? null;
}

/** Ends a delivery to a host that its endpoint has left since. */
async function endUnsent(id: string): Promise<AttemptOutcome> {
  await db().$executeRaw(sql`
    UPDATE webhook_delivery SET status = 'failed', next_attempt_at = NULL,
      attempts = attempts || ${noAttempt("not sent: the endpoint has another host now")}::jsonb
    WHERE id = ${id} AND status = 'pending'`);
  return "failed";
}

interface Made {
  attempt: Attempt;
  /** IP address of the connection; null when none was made. */
  address: string | null;
}

/** Thrown while connecting to an endpoint whose budget is used up. */
class DelayedError extends Error {}

/** Traces the attempt as a child span of the event's cause. */
async function trace(due: Due, make: () => Promise<Made | null>): Promise<Made | null> {
  const { type, eventId, id, attemptsMade, traceparent: parent } = due;
  const attributes = { "photos.event": eventId, "photos.delivery": id, "photos.attempt": attemptsMade + 1 };
  return await traced(`webhook ${type}`, { kind: "client", parent, attributes }, async (span) => {
    const made = await make();
    if (made?.attempt.statusCode) span.set({ "http.response.status_code": made.attempt.statusCode });
    if (made && made.attempt.error !== null) span.end(made.attempt.error);
    return made;
  });
}

/** Returns null when a budget is used up: nothing was sent, and the endpoint waits. */
async function send(due: Due, signal: AbortSignal | undefined): Promise<Made | null> {
  const at = new Date();
  let address: string | null = null;
  const admit = async (connected: string) => {
    address = connected;
    const waitSeconds = await spendBudget({ ...due, address: connected });
    if (waitSeconds === 0) return;
    await delay(due.endpointId, waitSeconds);
    throw new DelayedError("the budget is used up");
  };
  try {
    const outcome = await post(due, at, { admit, ...(signal && { signal }) });
    return { attempt: { at: at.toISOString(), ms: Date.now() - at.getTime(), ...outcome }, address };
  } catch (error) {
    if (error instanceof DelayedError) return null;
    throw error;
  }
}

async function delay(endpointId: string, seconds: number): Promise<void> {
  await db().$executeRaw(sql`
    UPDATE webhook_endpoint SET delayed_until = now() + ${seconds}::float8 * interval '1 second'
    WHERE id = ${endpointId}`);
}

/** After a host's first 2xx the account's budgets are larger than those its endpoints wait for: ends their delays. */
async function endDelays(userId: string): Promise<void> {
  await db().$queryRaw(sql`
    WITH ended AS (
      UPDATE webhook_endpoint e SET delayed_until = NULL
      WHERE e.user_id = ${userId} AND e.delayed_until > now()
      RETURNING e.id AS endpoint_id, e.user_id, ${laneOf} AS lane, now() AS start_at
    ), ${await enqueueTurns(sql`ended`)}
    SELECT endpoint_id, ${wakeLanes} FROM ended`);
}

interface PostControls {
  admit: (address: string) => Promise<void>;
  signal?: AbortSignal;
}

async function post(due: Due, at: Date, controls: PostControls): Promise<Omit<Attempt, "at" | "ms">> {
  const { eventId, url, userId, endpointId, sealedSecrets } = due;
  const body = JSON.stringify(bodyOf({ ...due, id: eventId }));
  try {
    const headers = {
      "content-type": "application/json",
      ...signedHeaders({ eventId, at, body, sealedSecrets }),
      ...traceHeaders(),
    };
    const { status, text } = await endpointFetcher().post(url, {
      caller: userId,
      headers,
      body,
      timeoutMs,
      maxAnswerBytes,
      ...controls,
    });
    return {
      statusCode: status,
      error: status >= 200 && status < 300 ? null : `the endpoint answered with status ${status}`,
      // PostgreSQL cannot store NUL characters in JSON.
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

/** Records an attempt and updates its endpoint: failing or not, slow or not, verified by its first 2xx. */
async function record(due: Due, attempt: Attempt, on: Queryable): Promise<void> {
  const { id, tries, attemptsMade, endpointId, url, isOfWork } = due;
  const received = attempt.error === null;
  const waitSeconds = attempt.statusCode === gone ? undefined : webhookRetrySeconds[tries];
  const status = received ? "succeeded" : waitSeconds === undefined ? "failed" : "pending";
  const waits = status === "pending" ? (waitSeconds ?? null) : null;
  const isSlow = attempt.statusCode === null || attempt.ms > webhookSlowSeconds * 1000;
  const text = JSON.stringify([attempt]);
  // The endpoint is locked before the delivery, as by everything else that changes both.
  await on.$queryRaw(sql`
    WITH held AS (
      SELECT FROM webhook_endpoint WHERE id = ${endpointId} FOR NO KEY UPDATE
    ), recorded AS (
      UPDATE webhook_delivery SET
        attempts = ${lastAttempts} || ${text}::jsonb,
        attempts_made = attempts_made + 1, tries = tries + 1, status = ${status}::webhook_delivery_status,
        next_attempt_at = now() + ${waits}::int * interval '1 second'
      WHERE id = ${id} AND attempts_made = ${attemptsMade} AND status = 'pending' AND EXISTS (SELECT FROM held)
      RETURNING id
    ), endpoint AS (
      UPDATE webhook_endpoint e SET
        failing_since = CASE WHEN ${isOfWork} THEN e.failing_since WHEN ${received} THEN NULL ELSE COALESCE(e.failing_since, now()) END,
        slow_since = CASE WHEN ${isSlow} THEN COALESCE(e.slow_since, now()) END,
        verified_at = CASE WHEN ${received} AND e.url = ${url} THEN COALESCE(e.verified_at, now())
                           ELSE e.verified_at END
      WHERE e.id = ${endpointId} AND EXISTS (SELECT FROM recorded)
        AND (NOT ${isOfWork} AND ${received} = (e.failing_since IS NOT NULL) OR ${isSlow} = (e.slow_since IS NULL)
             OR (${received} AND e.verified_at IS NULL))
    )
    SELECT id FROM recorded`);
}

const lastAttempts: Prisma.Sql = sql`
  (CASE WHEN jsonb_array_length(attempts) < ${keptAttempts}::int THEN attempts ELSE attempts - 0 END)`;
