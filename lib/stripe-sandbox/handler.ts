import { db, sql } from "../db/index.ts";
import { log } from "../platform/log.ts";
import { SandboxError } from "./errors.ts";
import { type ApiHandler, routes } from "./routes.ts";
import { inSandbox, type Transaction } from "./store.ts";

interface Answer {
  status: number;
  body: object;
}

/** Answers an API request of a Stripe client in this process: form-encoded in, JSON out, errors in Stripe's format. */
export async function handleApi(request: Request): Promise<Response> {
  const { status, body } = await answer(request).catch((error: unknown): Answer => {
    if (error instanceof SandboxError) return refusal(error);
    log.error({ err: error, url: request.url }, "the billing sandbox failed");
    return { status: 500, body: { error: { type: "api_error", message: "The sandbox failed." } } };
  });
  return Response.json(body, { status });
}

async function answer(request: Request): Promise<Answer> {
  const { pathname, search } = new URL(request.url);
  const { handler, id } = findRoute(request.method, pathname);
  const text = request.method === "POST" ? await request.text() : search;
  const params = new URLSearchParams(text);
  const run = async (tx: Transaction) => ({ status: 200, body: await handler({ tx, params, id }) });
  if (request.method === "GET") return await run(db());
  const key = request.headers.get("idempotency-key");
  if (request.method !== "POST" || !key) return await inSandbox(run);
  return await inSandbox((tx) => answerOnce(tx, { key, request: `${pathname}\n${text}` }, () => run(tx)));
}

/** Stores the first answer to an idempotency key, refusals included, in the transaction of its effects. */
async function answerOnce(
  tx: Transaction,
  { key, request }: { key: string; request: string },
  run: () => Promise<Answer>,
): Promise<Answer> {
  const known = await tx.sandboxRequest.findUnique({ where: { idempotencyKey: key } });
  if (known && known.requestHash !== request) {
    const message = "Keys for idempotent requests can only be used with the parameters of their first use.";
    throw new SandboxError(400, { type: "idempotency_error", message });
  }
  if (known) return { status: known.status, body: Object(known.body) };
  const { status, body } = await runOrRefuse(tx, run);
  await tx.sandboxRequest.create({ data: { idempotencyKey: key, requestHash: request, status, body } });
  return { status, body };
}

/** Turns a refusal into its answer, without what the call wrote before it. */
async function runOrRefuse(tx: Transaction, run: () => Promise<Answer>): Promise<Answer> {
  await tx.$executeRaw(sql`SAVEPOINT call`);
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    await tx.$executeRaw(sql`ROLLBACK TO SAVEPOINT call`);
    return refusal(error);
  }
}

const refusal = ({ status, details }: SandboxError): Answer => ({ status, body: { error: details } });

function findRoute(method: string, path: string): { handler: ApiHandler; id: string } {
  for (const [route, handler] of Object.entries(routes)) {
    const match = new RegExp(`^${route.replace(":id", "([^/]+)")}$`).exec(`${method} ${path}`);
    if (match) return { handler, id: decodeURIComponent(match[1] ?? "") };
  }
  const message = `The sandbox has no ${method} ${path}: it speaks only the part of Stripe's API that is used here.`;
  throw new SandboxError(404, { type: "invalid_request_error", message });
}
