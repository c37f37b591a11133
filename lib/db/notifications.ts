import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { withTimeout } from "../platform/concurrency.ts";
import { directDatabaseUrl } from "../platform/env.ts";
import { newId } from "../platform/ids.ts";
import { lazy } from "../platform/lazy.ts";
import { log } from "../platform/log.ts";
import { db, sql } from "./index.ts";

const reconnectMs = { first: 100, longest: 5_000 };
const connectTimeoutMs = 5_000;
const arrivalTimeoutMs = 5_000;
/** Long, because only a change of the configuration (a pooler) can fix missing notifications. */
const retryDeafMs = 10 * 60_000;

class NoArrival extends Error {
  override readonly message =
    "PostgreSQL's notifications do not arrive, so that jobs and calls wait for the next poll: if DATABASE_URL leads to " +
    "a pooler, set DATABASE_DIRECT_URL to the address of PostgreSQL itself";
}
/** Interval of a query that detects a silently broken connection. */
const checkEveryMs = 10_000;

type Listener = (payload: string) => void;

const connection = lazy(() => ({
  listeners: new Map<string, Set<Listener>>(),
  client: null as pg.Client | null,
  isConnecting: false,
}));

type Connection = ReturnType<typeof connection>;

/**
 * Subscribes to a channel of PostgreSQL's NOTIFY, over one connection per process. Notifications sent while that
 * connection is down are lost: after a reconnect, listeners are called with "" and should query the current state.
 * Returns a function that ends the subscription.
 */
export function listenTo(channel: string, listener: Listener): () => void {
  const state = connection();
  const { listeners, client } = state;
  const known = listeners.get(channel);
  if (known) known.add(listener);
  else {
    listeners.set(channel, new Set([listener]));
    if (client) void client.query(`LISTEN "${channel}"`).catch(() => lose(state, client));
  }
  void connect();
  return () => void listeners.get(channel)?.delete(listener);
}

/** Whether this process currently receives notifications. */
export function isListening(): boolean {
  return connection().client !== null;
}

/** Closes the connection, for a graceful shutdown. */
export async function stopListening(): Promise<void> {
  const { listeners, client } = connection();
  listeners.clear();
  connection.forget();
  await client?.end().catch(() => undefined);
}

async function connect(): Promise<void> {
  const state = connection();
  if (state.client || state.isConnecting) return;
  state.isConnecting = true;
  let waitMs = reconnectMs.first;
  while (state.client === null && state.listeners.size > 0) {
    try {
      await open(state);
    } catch (error) {
      log.debug({ err: error }, "notifications are not received for now");
      if (error instanceof NoArrival) log.warn(error.message);
      await delay(error instanceof NoArrival ? retryDeafMs : waitMs, undefined, { ref: false });
      waitMs = Math.min(waitMs * 2, reconnectMs.longest);
    }
  }
  state.isConnecting = false;
}

async function open(state: Connection): Promise<void> {
  const { listeners } = state;
  const client = new pg.Client({
    connectionString: directDatabaseUrl(),
    application_name: "photos-notifications",
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: connectTimeoutMs,
    keepAlive: true,
  });
  client.on("error", () => lose(state, client));
  client.on("end", () => lose(state, client));
  client.on("notification", ({ channel, payload = "" }) => {
    for (const listener of listeners.get(channel) ?? []) listener(payload);
  });
  await client.connect();
  try {
    await requireArrival(client);
    // The last step, without a pause before `client` is set: a channel that is added during it is included.
    for (const channel of listeners.keys()) await client.query(`LISTEN "${channel}"`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  state.client = client;
  const check = setInterval(
    () => void client.query("SELECT 1").catch(() => lose(state, client)),
    checkEveryMs,
  );
  check.unref();
  client.once("end", () => clearInterval(check));
  for (const all of listeners.values()) for (const listener of all) listener("");
}

/**
 * Sends a notification over another connection and waits for it; throws NoArrival on timeout. Behind a pooler in
 * transaction mode, LISTEN succeeds but no notification ever arrives.
 */
async function requireArrival(client: pg.Client): Promise<void> {
  const channel = newId("row");
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  const hear = (message: pg.Notification) => {
    if (message.channel === channel) resolve();
  };
  client.on("notification", hear);
  try {
    await client.query(`LISTEN "${channel}"`);
    await db().$executeRaw(sql`SELECT pg_notify(${channel}, '')`);
    await withTimeout(arrived, arrivalTimeoutMs, () => new NoArrival());
    await client.query(`UNLISTEN "${channel}"`);
  } finally {
    client.off("notification", hear);
  }
}

function lose(state: Connection, client: pg.Client): void {
  if (state.client !== client) return;
  state.client = null;
  void client.end().catch(() => undefined);
  void connect();
}
