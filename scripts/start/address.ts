import { isLoopbackHost } from "#lib/platform/env.ts";
import { tryListen } from "./port.mjs";

/** Every address of this machine: IPv6 and IPv4, or IPv4 alone on a machine without IPv6. */
export const everyAddress = "";
const namesOfEvery = ["0.0.0.0", "::"];

/**
 * The address to listen on: that of HOST, else the one that a loopback base URL names, because the demo account and
 * the billing sandbox are enabled there, else every address.
 */
export function listenAddress(baseUrl: string, given = process.env.HOST): string {
  if (given) return given === "::" ? everyAddress : given;
  const { hostname } = new URL(baseUrl);
  if (!isLoopbackHost(hostname)) return everyAddress;
  return hostname === "localhost" ? "127.0.0.1" : hostname.replace(/^\[(.*)\]$/, "$1");
}

/** The address at which this machine reaches a server that listens on `address`. */
export function ownAddress(address: string): string {
  return address === everyAddress || namesOfEvery.includes(address) ? "127.0.0.1" : address;
}

/** Throws an error with the fix for an address that this machine does not have. */
export async function requireAddress(address: string): Promise<void> {
  const problem = await tryListen({ port: 0, host: address });
  if (problem === null) return;
  throw new Error(
    `This machine cannot listen on ${address} (${problem}): set BASE_URL or HOST to an address that it has, such as ` +
      "http://localhost:3000.",
  );
}
