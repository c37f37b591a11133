import { lookup, Resolver } from "node:dns/promises";
import { limitConcurrency, limitConcurrencyByKey, untilAborted } from "#lib/platform/concurrency.ts";
import { isLoopbackHost } from "#lib/platform/env.ts";

export interface ResolvedAddress {
  address: string;
  family: number;
}

export interface ResolvedBy {
  caller: string;
  signal: AbortSignal;
}

/** Resolves a name that a caller chose. Rejects with the resolver's error, or the signal's reason. */
export type ResolveName = (hostname: string, by: ResolvedBy) => Promise<ResolvedAddress[]>;

/** Together shorter than the time for a connection, so that a slow name server is named as such. */
const query = { timeout: 1_500, tries: 2 };
/** Concurrent lookups: of one caller, whose other names wait, and of all callers together. */
const limits = { ofCaller: 4, inTotal: 256 };
/** No name server answers on this machine: the name itself is not at fault. */
const noServer = "ECONNREFUSED";

/**
 * A resolver for names that callers choose, by c-ares: `getaddrinfo` runs twice at a time in a process, and an
 * abandoned call goes on for as long as its name server is silent, while all other names wait. Each lookup has sockets
 * of its own, which an abort closes. Ignores /etc/hosts, except for this machine's own names.
 */
export function nameResolver(servers?: readonly string[]): ResolveName {
  const ofCaller = limitConcurrencyByKey({ atOnce: limits.ofCaller });
  const inTotal = limitConcurrency({ atOnce: limits.inTotal });
  return async (hostname, { caller, signal }) => {
    if (isLoopbackHost(hostname)) return await lookup(hostname, { all: true, verbatim: true });
    const inTurn = ofCaller(caller, () => inTotal(() => resolveBoth(hostname, signal, servers)));
    return await untilAborted(inTurn, signal);
  };
}

/** Shared by all fetchers of this process. */
export const resolveName = nameResolver();

async function resolveBoth(
  hostname: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<ResolvedAddress[]> {
  signal.throwIfAborted();
  const resolver = new Resolver(query);
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = [...addressesOf(four, 4), ...addressesOf(six, 6)];
    if (found.length > 0) return found;
    throw failureOf([four, six]);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

function addressesOf(outcome: PromiseSettledResult<string[]>, family: number): ResolvedAddress[] {
  return outcome.status === "fulfilled" ? outcome.value.map((address) => ({ address, family })) : [];
}

/** The error of the query that failed for another cause than a missing record, if any. */
function failureOf(outcomes: readonly PromiseSettledResult<string[]>[]): unknown {
  const errors = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  const error = errors.find(({ code }) => code !== "ENODATA") ?? errors[0];
  return error?.code === noServer ? Object.assign(new Error("no name server"), { code: "EAI_AGAIN" }) : error;
}

/** Suffixes of private networks (RFC 6761, 6762, 8375, and ICANN's reserved `internal`). */
const privateSuffix = /\.(localhost|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;

/** Whether a name could be public; for other names the error must not reveal whether they exist here. */
export function mayBePublic(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "").toLowerCase();
  return name.includes(".") && !privateSuffix.test(name);
}

/** The error of a lookup that took too long, with the resolver's code. */
export function lookupTimeout(cause: unknown): Error {
  return Object.assign(new Error("the resolver did not answer", { cause }), { code: "ETIMEOUT" });
}
