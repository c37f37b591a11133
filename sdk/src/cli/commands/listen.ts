import type { PhotoService } from "../../client.ts";
import { ApiError, ConnectionError } from "../../errors.ts";

import type { AccountEvent } from "../../generated/types.ts";
import { pause } from "../../transport/time.ts";
import { newWebhookSecret, signWebhook } from "../../webhooks.ts";
import { readList, readNumber, readTime } from "../arguments.ts";
import { exitStatus } from "../exit.ts";
import type { Invocation } from "../invocation.ts";
import { openClient } from "../settings.ts";
import { UsageError } from "../usage.ts";

/** Events may become visible out of order, by some seconds at most. */
const overlapMs = 60_000;
const attempts = 4;
const answerTimeMs = 15_000;

/** `photos listen`: forwards events to a local URL, signed like webhooks, until Ctrl-C. */
export async function listen({ given, output, signal }: Invocation): Promise<number> {
  const { forward } = given;
  if (!forward || !/^https?:\/\//.test(forward)) {
    throw new UsageError("The address to forward events to is missing.", {
      fix: "Pass --forward http://localhost:PORT/path.",
    });
  }
  const since = readTime("since", given.since) ?? new Date().toISOString();
  const types = readList(given.events);
  const intervalMs = (readNumber("interval", given) ?? 2) * 1000;
  const secret = given.secret ?? newWebhookSecret();
  const client = await openClient(given);
  const follow = followEvents(client, since, signal);
  output.result({ event: "listening", forward, secret, since }, `Signing secret: ${secret}`);
  output.note(`Forwarding events to ${forward}. Press Ctrl-C to stop.`);
  try {
    for (;;) {
      for (const event of await readAgain(() => follow(), output)) {
        if (types && !types.includes(event.type)) continue;
        const { status, error, ms } = await deliver(event, { forward, secret, signal });
        output.result(
          { event: "forwarded", id: event.id, type: event.type, status, error, ms },
          `${event.type} ${event.id} → ${status ?? error} (${ms} ms)`,
        );
      }
      await pause(intervalMs, signal);
    }
  } catch (error) {
    // Ctrl-C is the normal end.
    if (signal.aborted) return exitStatus.done;
    throw error;
  }
}

/** If the service is unavailable, the next iteration retries. */
async function readAgain(
  read: () => Promise<AccountEvent[]>,
  output: Invocation["output"],
): Promise<AccountEvent[]> {
  try {
    return await read();
  } catch (error) {
    const isPassing = error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
    if (!isPassing) throw error;
    output.note(`${error.message} Retrying.`);
    return [];
  }
}

/** Returns a function that returns the new events, oldest first. */
function followEvents(client: PhotoService, since: string, signal: AbortSignal) {
  const seen = new Map<string, number>();
  let newestMs = Date.parse(since);
  const startMs = newestMs;
  return async (): Promise<AccountEvent[]> => {
    const from = new Date(Math.max(startMs, newestMs - overlapMs)).toISOString();
    const found: AccountEvent[] = [];
    for await (const event of client.events.list({ created_after: from, limit: 100 }, { signal })) {
      if (!seen.has(event.id)) found.push(event);
    }
    for (const { id, created_at } of found) {
      const at = Date.parse(created_at);
      seen.set(id, at);
      newestMs = Math.max(newestMs, at);
    }
    for (const [id, at] of seen) if (at < newestMs - 2 * overlapMs) seen.delete(id);
    return found.reverse();
  };
}

async function deliver(
  { id, type, timestamp, data }: AccountEvent,
  { forward, secret, signal }: { forward: string; secret: string; signal: AbortSignal },
): Promise<{ status: number | null; error: string | null; ms: number }> {
  const body = JSON.stringify({ id, type, timestamp, data });
  for (let attempt = 1; ; attempt += 1) {
    const headers = await signWebhook(body, { id, timestamp: Math.floor(Date.now() / 1000), secret });
    const startedAt = Date.now();
    const outcome = await fetch(forward, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeMs)]),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return { status: response.status, error: null };
      },
      (error: Error) => ({
        status: null,
        error: String((error.cause as Error | undefined)?.message ?? error.message),
      }),
    );
    signal.throwIfAborted();
    const isReceived = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    if (isReceived || attempt === attempts) return { ...outcome, ms: Date.now() - startedAt };
    await pause(500 * 2 ** attempt, signal);
  }
}
