import pg from "pg";
import { expect, test, vi } from "vitest";
import { useDatabase } from "#lib/testing/database.ts";
import { db, sql } from "./index.ts";
import { isListening, listenTo } from "./notifications.ts";

await useDatabase();

test("a channel that is subscribed to while the connection is opened and checked receives notifications", async () => {
  const received: string[] = [];
  const channels = ["first"];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const isFirst = /LISTEN "(?!during)/.test(String(args[0]));
    if (!isListening() && isFirst) {
      const channel = `during_${channels.length}`;
      channels.push(channel);
      listenTo(channel, (payload) => received.push(`${channel} ${payload}`));
    }
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query);
  listenTo("first", (payload) => received.push(`first ${payload}`));
  await vi.waitUntil(isListening, { timeout: 30_000 });
  expect(channels.length).toBeGreaterThan(2);
  for (const channel of channels) await db().$executeRaw(sql`SELECT pg_notify(${channel}, ${"sent"})`);
  const haveAll = () => channels.every((channel) => received.includes(`${channel} sent`));
  await vi.waitUntil(haveAll, { timeout: 30_000 });
});
