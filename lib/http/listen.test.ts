import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { findTestPort } from "../testing/port.ts";
import { closeFront, listen } from "./listen.ts";

const statusOf = async (port: number) => {
  const asked = get({ host: "127.0.0.1", port, agent: false });
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode;
};

test("listening fails on an address that another server uses", async () => {
  const port = await findTestPort();
  const first = createServer();
  await listen(first, { port, host: "127.0.0.1" });
  await expect(listen(createServer(), { port, host: "127.0.0.1" })).rejects.toThrow("EADDRINUSE");
  await closeFront(first, 0);
});

test("a closing server completes requests in progress before it closes", async () => {
  const port = await findTestPort();
  const begun = Promise.withResolvers<() => void>();
  const server = createServer((_request, response) => begun.resolve(() => response.end("done")));
  await listen(server, { port, host: "127.0.0.1" });
  const status = statusOf(port);
  const finish = await begun.promise;
  const closed = closeFront(server, 0);
  finish();
  expect(await status).toBe(200);
  await closed;
});

test("a closing server first serves connections that the operating system has already accepted", async () => {
  const port = await findTestPort();
  let begun = 0;
  const server = createServer((_request, response) => {
    begun += 1;
    response.end("ok");
  });
  await listen(server, { port, host: "127.0.0.1" });
  const answers = Promise.all(Array.from({ length: 100 }, () => statusOf(port)));
  await nextTurn();
  expect(begun).toBeLessThan(100);
  await closeFront(server, 0);
  expect(new Set(await answers)).toEqual(new Set([200]));
});
