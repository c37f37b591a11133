import { afterAll, describe, expect, test, vi } from "vitest";
import { type WorkNotice, workChannel } from "#lib/credits/resolve.ts";
import { db, sql } from "#lib/db/index.ts";
import { stopListening } from "#lib/db/notifications.ts";
import { startDraining } from "#lib/platform/process.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { streamWorkEvents } from "./work-events.ts";

await useDatabase();
afterAll(stopListening);

const notice: WorkNotice = { id: "gen_1", userId: "usr_own", batchId: "bat_1", status: "succeeded" };

async function notify(part: Partial<WorkNotice>): Promise<void> {
  const payload = JSON.stringify({ ...notice, resultUrl: "https://host.example/secret.jpg", ...part });
  await db().$queryRaw(sql`SELECT pg_notify(${workChannel}, ${payload})::text`);
}

const readerOf = (userId: string, isSignedIn = async () => true) => ({ userId, isSignedIn });

function open(userId: string, isSignedIn?: () => Promise<boolean>) {
  const leaving = new AbortController();
  const response = streamWorkEvents(readerOf(userId, isSignedIn), leaving.signal);
  const reader = response.body?.getReader();
  if (!reader) throw new Error(`no stream, but ${response.status}`);
  const next = async () => {
    const { value } = await reader.read();
    return value && new TextDecoder().decode(value);
  };
  return { response, leave: () => leaving.abort(), next, cancel: () => reader.cancel() };
}

/** Notifies repeatedly until this process listens. */
async function untilHeard(stream: { next: () => Promise<string | undefined> }, userId: string) {
  const heard = stream.next();
  const notifying = setInterval(() => void notify({ userId, id: "gen_hello" }), 50);
  await heard.finally(() => clearInterval(notifying));
}

// In this order: the last test drains the process, which cannot be undone.
describe("work events", { shuffle: false }, () => {
  test("a stream contains only events of its user's own work, without result URLs", async () => {
    const [own, other] = [open("usr_own"), open("usr_other")];
    expect(own.response.headers.get("content-type")).toBe("text/event-stream");
    expect(await own.next()).toMatch(/^retry: \d+\n\n$/);
    await other.next();
    await untilHeard(own, "usr_own");
    await notify({ userId: "usr_other", id: "gen_theirs", status: "running", stage: "photo" });
    await notify({ userId: "usr_own", id: "gen_mine" });
    const read = async () => {
      for (;;) {
        const event = (await own.next()) ?? "";
        if (!event.includes("gen_hello")) return event;
      }
    };
    expect(await read()).toBe(
      'data: {"id":"gen_mine","batchId":"bat_1","status":"succeeded","stage":null}\n\n',
    );
    expect(await other.next()).toContain('"gen_theirs","batchId":"bat_1","status":"running","stage":"photo"');
    own.leave();
    await other.cancel();
  });

  test("a user can have eight open streams, and each that ends frees its place", async () => {
    const streams = Array.from({ length: 8 }, () => open("usr_many"));
    expect(streamWorkEvents(readerOf("usr_many"), new AbortController().signal).status).toBe(429);
    open("usr_one").leave();
    streams[0]?.leave();
    await streams[1]?.cancel();
    for (const left of [open("usr_many"), open("usr_many")]) streams.push(left);
    expect(streamWorkEvents(readerOf("usr_many"), new AbortController().signal).status).toBe(429);
    for (const { leave } of streams) leave();
  });

  test("a stream ends with its session, but not while the database does not answer", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const answers = [async () => true, () => Promise.reject(new Error("no answer")), async () => false];
    const stream = open("usr_own", () => answers.shift()?.() ?? Promise.resolve(false));
    await stream.next();
    for (const expected of [": alive\n\n", ": alive\n\n", undefined]) {
      vi.advanceTimersByTime(20_000);
      expect(await stream.next()).toBe(expected);
    }
    vi.useRealTimers();
  });

  test("a stream ends when the process drains, and no new one starts", async () => {
    const stream = open("usr_own");
    await stream.next();
    startDraining();
    expect(await stream.next()).toBeUndefined();
    expect(streamWorkEvents(readerOf("usr_own"), new AbortController().signal).status).toBe(503);
  });
});
