import type { IncomingMessage, RequestListener } from "node:http";

/** Adapts a fetch-style handler to a plain HTTP server. */
export function listener(handle: (request: Request) => Promise<Response>): RequestListener {
  return async (incoming, outgoing) => {
    const answer = await handle(await toRequest(incoming));
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  };
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === "string") headers.set(name, value);
  }
  const { method = "GET" } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method,
    headers,
    ...(hasBody && { body: Buffer.concat(chunks) }),
  });
}
