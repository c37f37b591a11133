import { getEventListeners } from "node:events";
import { afterAll, expect, test } from "vitest";
import { startNameServer } from "#lib/testing/name-server.ts";
import { nameResolver } from "./name-resolver.ts";

const server = await startNameServer();
afterAll(() => server.close());
const resolve = nameResolver([server.address]);
const found = [{ address: "93.184.216.34", family: 4 }];
const endless = () => new AbortController().signal;

test("a name is resolved while forty names of another account wait for a silent name server", async () => {
  const abort = new AbortController();
  let ended = 0;
  const waiting = Array.from({ length: 40 }, (_, index) =>
    resolve(`silent-${index}.example`, { caller: "greedy", signal: abort.signal }).catch(() => {
      ended += 1;
    }),
  );
  expect(await resolve("shop.example", { caller: "modest", signal: endless() })).toEqual(found);
  expect(ended).toBe(0);
  abort.abort();
  await Promise.all(waiting);
});

test("the lookups of an aborted call make room for the next ones of the account at once", async () => {
  const abort = new AbortController();
  const silent = Array.from({ length: 4 }, (_, index) =>
    resolve(`silent-of-aborted-${index}.example`, { caller: "owner", signal: abort.signal }),
  );
  const next = resolve("next.example", { caller: "owner", signal: endless() });
  const reason = new Error("the client has gone");
  abort.abort(reason);
  for (const call of silent) await expect(call).rejects.toBe(reason);
  expect(await next).toEqual(found);
  expect(getEventListeners(abort.signal, "abort")).toHaveLength(0);
});

test("a call that was aborted before its turn asks no server", async () => {
  const abort = new AbortController();
  const held = Array.from({ length: 4 }, (_, index) =>
    resolve(`silent-before-${index}.example`, { caller: "late", signal: abort.signal }),
  );
  const gone = new AbortController();
  const never = resolve("never-asked.example", { caller: "late", signal: gone.signal });
  gone.abort();
  await expect(never).rejects.toBe(gone.signal.reason);
  abort.abort();
  await Promise.allSettled(held);
  await resolve("after.example", { caller: "late", signal: endless() });
  expect(server.asked).not.toContain("never-asked.example");
});

test.each([
  ["a name that does not exist", "missing.example", "ENOTFOUND"],
  ["a name server that does not respond", "silent-forever.example", "ETIMEOUT"],
])("%s rejects with the resolver's code", async (_, name, code) => {
  await expect(resolve(name, { caller: "a", signal: endless() })).rejects.toMatchObject({ code });
});

test("without any name server the failure is temporary and not the name's fault", async () => {
  const none = nameResolver(["127.0.0.1:1"]);
  const call = none("shop.example", { caller: "a", signal: endless() });
  await expect(call).rejects.toMatchObject({ code: "EAI_AGAIN" });
});

test("this machine's own name is resolved without a name server", async () => {
  const [first] = await nameResolver(["127.0.0.1:1"])("localhost", { caller: "a", signal: endless() });
  expect(["127.0.0.1", "::1"]).toContain(first?.address);
});
