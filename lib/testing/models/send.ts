import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Reply } from "./wire.ts";

const megabyte = Buffer.alloc(1024 * 1024, 32);
const dripMs = 100;

/** Sends a reply with its fault. */
export async function sendReply(response: ServerResponse, reply: Reply): Promise<void> {
  const { status, headers = {}, body, fault } = reply;
  if (fault === "hung up") {
    response.destroy();
    return;
  }
  const isRaw = Buffer.isBuffer(body);
  const bytes = isRaw ? body : Buffer.from(JSON.stringify(body));
  const type = isRaw ? "application/octet-stream" : "application/json";
  const length = fault === "padded" ? {} : { "content-length": bytes.length };
  response.writeHead(status, { "content-type": type, ...length, ...headers });
  if (fault === "truncated") {
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
  } else if (fault === "drip") {
    drip(response, bytes);
  } else if (fault === "padded") {
    await pad(response, bytes);
  } else {
    response.end(bytes);
  }
}

/** Sends one byte at a time until the reader disconnects. */
function drip(response: ServerResponse, bytes: Buffer): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (sent < bytes.length - 1) response.write(bytes.subarray(sent, ++sent));
  }, dripMs);
  response.once("close", () => clearInterval(timer));
}

/** Appends 80 MB of spaces, which are valid after JSON and after a picture: only a size limit refuses them. */
async function pad(response: ServerResponse, bytes: Buffer): Promise<void> {
  const gone = once(response, "close");
  response.write(bytes);
  for (let sent = 0; sent < 80 && !response.destroyed; sent++)
    if (!response.write(megabyte)) await Promise.race([once(response, "drain"), gone]);
  response.end();
}
