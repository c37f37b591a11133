import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import os from "node:os";
import { expect, test } from "vitest";
import { listen } from "#lib/http/listen.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { everyAddress, listenAddress, ownAddress, requireAddress } from "./address.ts";

const hasSix = Object.values(os.networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === "::1"),
);

test.each([
  ["http://localhost:3000", "", "127.0.0.1"],
  ["http://127.0.0.1:3000", "", "127.0.0.1"],
  ["http://127.0.0.5:3000", "", "127.0.0.5"],
  ["http://[::1]:3000", "", "::1"],
  ["https://photos.example", "", everyAddress],
  ["http://203.0.113.7", "", everyAddress],
  ["http://[2001:db8::7]", "", everyAddress],
  ["http://localhost:3000", "0.0.0.0", "0.0.0.0"],
  ["http://localhost:3000", "::", everyAddress],
  ["https://photos.example", "192.0.2.1", "192.0.2.1"],
])("the base URL %s with HOST=%s is served at %j", (baseUrl, host, address) => {
  expect(listenAddress(baseUrl, host)).toBe(address);
});

test("this machine reaches a server that listens everywhere by IPv4, every other at its address", () => {
  const reached = [everyAddress, "0.0.0.0", "::1", "127.0.0.5"].map(ownAddress);
  expect(reached).toEqual(["127.0.0.1", "127.0.0.1", "::1", "127.0.0.5"]);
});

test("an address that this machine does not have is refused with the fix", async () => {
  await expect(requireAddress("192.0.2.1")).rejects.toThrow(
    /^This machine cannot listen on 192\.0\.2\.1 \(EADDRNOTAVAIL\): set BASE_URL or HOST/,
  );
  await requireAddress("127.0.0.1");
  await requireAddress(everyAddress);
});

/** Which of the two loopback addresses accept a connection. */
async function reachable(port: number): Promise<string[]> {
  const tries = ["127.0.0.1", "::1"].map(async (host) => {
    const socket = connect({ port, host });
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    return isOpen ? [host] : [];
  });
  return (await Promise.all(tries)).flat();
}

test.skipIf(!hasSix)(
  "the server listens at the address that it was given, and without one at all",
  async () => {
    for (const [host, expected] of [
      ["::1", ["::1"]],
      ["127.0.0.1", ["127.0.0.1"]],
      [everyAddress, ["127.0.0.1", "::1"]],
    ] as const) {
      const server = createServer();
      const port = await findTestPort();
      await listen(server, { port, host });
      expect(await reachable(port)).toEqual(expected);
      server.close();
    }
  },
);
