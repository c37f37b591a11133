import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { serveLocally } from "../local-server.ts";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A real server that receives webhooks; its responses can be changed per path at any time. */
export async function startReceiver() {
  const received: Received[] = [];
  const answers = new Map<string, Answer>();
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const text = await readText(request);
    const path = request.url ?? "/";
    received.push({ path, headers: request.headers, text });
    const answer = answers.get(path) ?? ((_request, open) => open.writeHead(204).end());
    answer(request, response);
    for (const look of waiting) look();
  });
  const { url, close } = await serveLocally(server);
  return {
    received,
    url: (path: string) => url + path,
    /** Sets the response to requests to a path. */
    answerWith(path: string, answer: number | Answer) {
      const plain: Answer = (_request, response) => response.writeHead(Number(answer)).end();
      answers.set(path, typeof answer === "number" ? plain : answer);
    },
    at: (path: string) => received.filter((one) => one.path === path),
    /** Resolves once a path has received `count` requests. */
    until(path: string, count: number) {
      return new Promise<void>((resolve) => {
        const look = () => {
          if (received.filter((one) => one.path === path).length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
    close,
  };
}

/** Verifies a received webhook as its owner would; throws when the signature does not match the secret. */
export function verifyReceived({ headers, text }: Received, secret: string): unknown {
  return new Webhook(secret).verify(text, headers as Record<string, string>);
}

/** A result of the credits use case. */
export const someCredits = {
  monthlyRemaining: 7,
  topupRemaining: 1,
  total: 8,
  creditsLimit: 400,
  tier: "pro",
  status: "active",
} as const;
