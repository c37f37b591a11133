import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import Stripe from "stripe";
import { ensurePostgres } from "#lib/db/embedded.ts";
import { deployMigrations } from "#lib/db/migrate.ts";
import { percentile } from "./parts/measure.ts";

/**
 * Sends a burst of webhooks to the real handler over HTTP, with a durable PostgreSQL and the billing sandbox as
 * Stripe: 500 events of 50 customers, shuffled, then the same again as duplicates. A handler that only verifies the
 * signature is measured in the same run, for comparison.
 */
const customers = 50;
const burst = 500;
const widths = [8, 25];

if (process.argv[2] === "serve") await serve();
else await measure();

async function serve(): Promise<void> {
  const { receiveStripeWebhook } = await import("#lib/http/stripe-webhook.ts");
  const { verify } = await import("#lib/billing/webhook.ts");
  const { listener } = await import("#lib/testing/billing/serve.ts");
  const bare = async (request: Request) => {
    const body = new Uint8Array(await request.arrayBuffer());
    return Response.json({ id: verify(body, request.headers.get("stripe-signature")).id });
  };
  const server = createServer(
    listener((request) => (request.url.endsWith("/bare") ? bare(request) : receiveStripeWebhook(request))),
  );
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1000 });
  });
  server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
}

async function measure(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "photos-bench-webhook-"));
  const postgres = await ensurePostgres(dataDir);
  let child: ChildProcess | undefined;
  try {
    await deployMigrations(postgres.url);
    Object.assign(process.env, {
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      BASE_URL: "http://127.0.0.1:9",
      LOG_LEVEL: "error",
    });
    child = spawn(process.execPath, [import.meta.filename, "serve"], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const { port } = await nextMessage<{ port: number }>(child);
    const events = await makeEvents();
    console.log(`${events.length} events of ${customers} customers`);
    const bareHandler = { child, url: `http://127.0.0.1:${port}/bare` };
    const realHandler = { child, url: `http://127.0.0.1:${port}/` };
    for (const handler of [bareHandler, realHandler]) await fire(handler, events.slice(0, 50), 8);
    for (const width of widths) {
      await forgetEvents();
      const bare = await fire(bareHandler, events, width);
      const first = await fire(realHandler, events, width);
      const again = await fire(realHandler, events, width);
      report(`${width} at once, new events`, first, bare);
      report(`${width} at once, repetitions`, again, bare);
    }
    const { auditCredits } = await import("#lib/credits/audit.ts");
    const { findings } = await auditCredits();
    if (findings.length > 0) throw new Error(`Ledger and balances disagree: ${JSON.stringify(findings)}`);
  } finally {
    child?.kill();
    const { disconnectDb } = await import("#lib/db/index.ts");
    const { stopQueue } = await import("#lib/queue/boss.ts");
    await stopQueue();
    await disconnectDb();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Resolves with the child's next message, after sending it `question` if given. */
function nextMessage<T>(child: ChildProcess, question?: string): Promise<T> {
  const answer = new Promise<T>((resolve) => child.once("message", (message) => resolve(message as T)));
  if (question) child.send(question);
  return answer;
}

async function makeEvents(): Promise<Stripe.Event[]> {
  const { customerOf, eventsOf, newUser } = await import("#lib/testing/billing/life.ts");
  const { liveByChance } = await import("#lib/testing/billing/random-life.ts");
  const { seededRandom, shuffle } = await import("#lib/testing/random.ts");
  const all: Stripe.Event[] = [];
  for (let index = 1; index <= customers; index += 1) {
    const { userId } = await newUser();
    await liveByChance(userId, seededRandom(index), burst / customers, async () => {});
    all.push(...(await eventsOf(await customerOf(userId))).slice(0, burst / customers));
  }
  return shuffle(seededRandom(1), all);
}

/** Deletes the record of received events, so that they count as new; their effects remain. */
async function forgetEvents(): Promise<void> {
  const { db } = await import("#lib/db/index.ts");
  await db().stripeEvent.deleteMany();
}

interface Figures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of the serving process per event, which other load on the machine does not change. */
  cpuMs: number;
}

async function fire(
  { child, url }: { child: ChildProcess; url: string },
  events: Stripe.Event[],
  width: number,
): Promise<Figures> {
  const { webhookSecrets } = await import("#lib/billing/stripe.ts");
  const [secret = ""] = webhookSecrets();
  const queue = events.map((event) => JSON.stringify(event));
  const times: number[] = [];
  const before = await nextMessage<{ cpuMs: number }>(child, "cpu");
  const startedAt = performance.now();
  const worker = async () => {
    for (let payload = queue.shift(); payload; payload = queue.shift()) {
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
      const sentAt = performance.now();
      const response = await fetch(url, {
        method: "POST",
        headers: { "stripe-signature": signature },
        body: payload,
      });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`answered ${response.status}`);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  const after = await nextMessage<{ cpuMs: number }>(child, "cpu");
  return {
    perSecond: events.length / seconds,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    cpuMs: (after.cpuMs - before.cpuMs) / events.length,
  };
}

function report(name: string, figures: Figures, bare: Figures): void {
  const { perSecond, p50Ms, p99Ms, cpuMs } = figures;
  const share = ((100 * perSecond) / bare.perSecond).toFixed(0);
  console.log(
    `${name}: ${perSecond.toFixed(0)}/s (${share} % of a handler that only verifies), p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, CPU ${cpuMs.toFixed(1)} ms`,
  );
}
