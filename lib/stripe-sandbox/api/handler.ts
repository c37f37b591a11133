import { createHash, timingSafeEqual } from "node:crypto";
import Stripe from "stripe";
import { db, sql } from "../../db/index.ts";
import { log } from "../../platform/log.ts";
import { secret } from "../../platform/secrets.ts";
import { invalidRequest, SandboxError } from "../errors.ts";
import { expand } from "../expand.ts";
import { type Params, parseForm, readFormText, texts } from "../form.ts";
import { inSandbox, newStripeId, type Transaction } from "../store.ts";
import type { ApiHandler } from "./endpoint.ts";
import { routes } from "./routes.ts";

const maxBodyBytes = 256 * 1024;

/** The API key of the sandbox, derived from this installation's secret. */
export function sandboxKey(): string {
  return `sk_test_${secret("stripe-sandbox-key").slice(0, 40)}`;
}

interface Answer {
  status: number;
  body: object;
  replayed?: boolean;
}

/**
 * Handles an API request like Stripe: form-encoded in, JSON out, errors in Stripe's format. Paths are those of
 * api.stripe.com.
 */
export async function handleApi(request: Request, path = new URL(request.url).pathname): Promise<Response> {
  const headers = new Headers({
    "Request-Id": newStripeId("req"),
    "Stripe-Version": request.headers.get("stripe-version") ?? Stripe.API_VERSION,
    "Cache-Control": "no-store",
  });
  const idempotencyKey = request.headers.get("idempotency-key");
  if (idempotencyKey) headers.set("Idempotency-Key", idempotencyKey);
  const { status, body, replayed } = await answer(request, path, idempotencyKey);
  if (replayed) headers.set("Idempotent-Replayed", "true");
  return Response.json(body, { status, headers });
}

async function answer(request: Request, path: string, idempotencyKey: string | null): Promise<Answer> {
  try {
    requireKey(request.headers.get("authorization"));
    const { handler, id } = findRoute(request.method, path);
    const text =
      request.method === "POST"
        ? await readFormText(request, maxBodyBytes)
        : new URL(request.url).search.slice(1);
    const params = parseForm(text);
    const run = (tx: Transaction) => perform(tx, handler, params, id);
    if (request.method === "GET") return await run(db());
    if (request.method !== "POST" || !idempotencyKey) return await inSandbox(run);
    if (idempotencyKey.length > 255) throw invalidRequest("Idempotency-Key is longer than 255 characters.");
    return await inSandbox((tx) => answerOnce(tx, idempotencyKey, `${path}\n${text}`, () => run(tx)));
  } catch (error) {
    if (error instanceof SandboxError) return refusal(error);
    log.error({ err: error, path }, "the billing sandbox failed");
    return { status: 500, body: { error: { type: "api_error", message: "The sandbox failed." } } };
  }
}

async function perform(tx: Transaction, handler: ApiHandler, params: Params, id: string): Promise<Answer> {
  const body = await handler({ tx, params, id });
  return { status: 200, body: await expand(tx, body, texts(params, "expand") ?? []) };
}

/** Stores the first result of an idempotency key for a day, refusals included, in the transaction of its effects. */
async function answerOnce(
  tx: Transaction,
  key: string,
  request: string,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const hash = createHash("sha256").update(request).digest("hex");
  const [kept] = await tx.$queryRaw<{ hash: string; status: number; body: object }[]>(sql`
    SELECT request_hash AS hash, status, body FROM sandbox_request
    WHERE idempotency_key = ${key} AND created_at > now() - interval '1 day'`);
  if (kept && kept.hash !== hash) {
    throw new SandboxError(
      400,
      "idempotency_error",
      "Keys for idempotent requests can only be used with the same parameters they were first used with.",
    );
  }
  if (kept) return { status: kept.status, body: kept.body, replayed: true };
  const answered = await runOrRefuse(tx, run);
  await tx.$executeRaw(sql`
    INSERT INTO sandbox_request (idempotency_key, request_hash, status, body)
    VALUES (${key}, ${hash}, ${answered.status}, ${JSON.stringify(answered.body)}::jsonb)
    ON CONFLICT (idempotency_key) DO UPDATE
    SET request_hash = EXCLUDED.request_hash, status = EXCLUDED.status, body = EXCLUDED.body, created_at = now()`);
  return answered;
}

/** Turns a refusal into its answer, without what the call wrote before it. Parameters that are invalid still throw. */
async function runOrRefuse(tx: Transaction, run: () => Promise<Answer>): Promise<Answer> {
  await tx.$executeRaw(sql`SAVEPOINT call`);
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof SandboxError) || isInvalidParameter(error)) throw error;
    await tx.$executeRaw(sql`ROLLBACK TO SAVEPOINT call`);
    return refusal(error);
  }
}

/** Stripe validates parameters before it executes a call, and stores no result of calls that it did not execute. */
const isInvalidParameter = ({ details }: SandboxError) => details.code?.startsWith("parameter_") ?? false;

const refusal = ({ status, details }: SandboxError): Answer => ({ status, body: { error: details } });

function requireKey(header: string | null): void {
  const given = (header ?? "").replace(/^Bearer /i, "");
  const digest = (text: string) => createHash("sha256").update(text).digest();
  if (timingSafeEqual(digest(given), digest(sandboxKey()))) return;
  throw new SandboxError(401, "invalid_request_error", "Invalid API Key provided to the billing sandbox.");
}

function findRoute(method: string, path: string): { handler: ApiHandler; id: string } {
  const parts = path.split("/");
  for (const [key, handler] of Object.entries(routes)) {
    const [routeMethod, pattern = ""] = key.split(" ");
    const wanted = pattern.split("/");
    if (routeMethod !== method || wanted.length !== parts.length) continue;
    if (wanted.every((part, index) => part === ":id" || part === parts[index])) {
      return { handler, id: decodeURIComponent(parts[wanted.indexOf(":id")] ?? "") };
    }
  }
  throw new SandboxError(
    404,
    "invalid_request_error",
    `Unrecognized request URL (${method}: ${path}): the sandbox speaks only the part of Stripe's API that this service uses.`,
  );
}
