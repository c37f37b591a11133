import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { Agent, type Dispatcher } from "undici";
import { traceHeaders } from "../platform/tracing.ts";
import { isPublicAddress } from "../safe-fetch/address.ts";
import { ModelCallError } from "./failure.ts";

/** Limit of a response: a picture of 40 MB is 54 MB in base64. */
const maxAnswerBytes = 64 * 1024 * 1024;
const connectTimeoutMs = 10_000;

interface FetchLimits {
  /** The operator's configured URL of the provider, which may be private. */
  baseUrl: string;
  maxBytes?: number;
}

/**
 * A `fetch` for the provider at `baseUrl`: bounds response bodies, follows redirects only on request, and allows
 * other hosts only at public addresses unless `baseUrl` is private. Throws ModelCallError for a body that is too
 * large.
 */
export function modelFetch({ baseUrl, maxBytes = maxAnswerBytes }: FetchLimits): typeof fetch {
  const base = new URL(baseUrl);
  return async (input, init) => {
    const request = new Request(input, { redirect: "manual", ...init });
    const url = new URL(request.url);
    for (const [name, value] of Object.entries(traceHeaders())) request.headers.set(name, value);
    const isElsewhere = url.origin !== base.origin && !(await isPrivateHost(base.hostname));
    if (isElsewhere && isIP(bare(url.hostname)) && !isPublicAddress(bare(url.hostname))) {
      throw new ModelCallError("broken", { code: "private_address" });
    }
    const own: RequestInit & { dispatcher: Dispatcher } = {
      dispatcher: isElsewhere ? publicOnly() : anywhere(),
    };
    return boundBody(await fetch(request, own), maxBytes);
  };
}

let agents: { anywhere: Agent; publicOnly: Agent } | null = null;
const makeAgents = () => {
  agents ??= {
    anywhere: new Agent({ connect: { timeout: connectTimeoutMs } }),
    publicOnly: new Agent({ connect: { timeout: connectTimeoutMs, lookup: lookupPublic } }),
  };
  return agents;
};
const anywhere = () => makeAgents().anywhere;
const publicOnly = () => makeAgents().publicOnly;

const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { all: true, verbatim: true }).then(
    (addresses) => {
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        callback(new ModelCallError("broken", { code: "private_address" }), "");
      } else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    },
    (error: NodeJS.ErrnoException) => callback(error, ""),
  );
};

/** Whether the configured URL is in a private network: URLs that it returns may then be private too. */
async function isPrivateHost(hostname: string): Promise<boolean> {
  if (isIP(bare(hostname))) return !isPublicAddress(bare(hostname));
  const addresses = await lookup(hostname, { all: true }).catch(() => []);
  return addresses.some(({ address }) => !isPublicAddress(address));
}

/** Removes the brackets of an IPv6 literal in a URL. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** The same response, whose body fails as soon as it exceeds `maxBytes`. */
function boundBody(answer: Response, maxBytes: number): Response {
  const { body, status, statusText, headers } = answer;
  const tooLarge = () => new ModelCallError("too_large", { status });
  if (Number(headers.get("content-length") ?? 0) > maxBytes) {
    body?.cancel().catch(() => undefined);
    throw tooLarge();
  }
  if (!body) return answer;
  let length = 0;
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        length += chunk.byteLength;
        if (length > maxBytes) controller.error(tooLarge());
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { status, statusText, headers });
}
