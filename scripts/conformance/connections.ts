import { connect } from "node:net";
import { batchBodyLimitBytes, jsonLimitBytes } from "#lib/contract/limits.ts";
import { type Case, expectThat, Skipped } from "./suite.ts";
import type { World } from "./world.ts";

/** How long the service may take for two small responses. */
const waitMs = 5_000;

/**
 * A second request on the connection of a refused one: whatever the service did not read of the first body must never
 * be taken for a request. A proxy shares its connections among all callers.
 */
export function connections(world: World): Case[] {
  const routes = [
    { path: "/api/v1/generate", limit: jsonLimitBytes },
    { path: "/api/v1/estimate", limit: batchBodyLimitBytes },
    { path: "/api/v1/batches", limit: batchBodyLimitBytes },
  ];
  return routes.flatMap(({ path, limit }) =>
    ["in chunks", "of a known length"].map((how) => ({
      subject: path,
      name: `a request after a body ${how} that is too large`,
      async run() {
        if (!world.own) throw new Skipped("needs a connection without a proxy");
        const body = "x".repeat(limit + 20);
        const text = await exchange(world, [
          `POST ${path} HTTP/1.1`,
          `Authorization: Bearer ${world.main}`,
          "Content-Type: application/json",
          ...(how === "in chunks"
            ? ["Transfer-Encoding: chunked", "", body.length.toString(16), body, "0", "", ""]
            : [`Content-Length: ${body.length}`, "", body]),
        ]);
        const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
        // The service may also close the connection; then the second request has no response at all.
        const isRight = statuses[0] === "400" && (statuses.length === 1 || statuses[1] === "200");
        expectThat(isRight, "400, then 200 or the end of the connection", statuses.join(", "));
      },
    })),
  );
}

/** Sends the lines of a request, then a query of the balance; returns everything that came. */
function exchange(world: World, [head = "", ...lines]: readonly string[]): Promise<string> {
  const { port, host, hostname } = new URL(world.baseUrl);
  const second = `GET /api/v1/credits HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${world.main}\r\n\r\n`;
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const received: string[] = [];
    let isAsked = false;
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(received.join(""));
    };
    const timer = setTimeout(finish, waitMs);
    socket.on("data", (bytes) => {
      received.push(bytes.toString("latin1"));
      const count = received.join("").split("HTTP/1.1 ").length - 1;
      if (count === 2) setTimeout(finish, 50);
      if (isAsked) return;
      isAsked = true;
      // The rest of the first body is on its way.
      setTimeout(() => socket.write(second), 300);
    });
    socket.on("close", finish).on("error", finish);
    socket.write([head, `Host: ${host}`, ...lines].join("\r\n"));
  });
}
