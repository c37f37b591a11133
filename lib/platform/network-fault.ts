import { setTimeout as delay } from "node:timers/promises";

/** What can go wrong on the way to another server, in words that end a sentence about its address. */
const faults = {
  name_not_found: "its host name does not exist",
  name_lookup_failed: "its host name could not be resolved at the moment",
  refused: "it refused the connection",
  reset: "it closed the connection before its answer was complete",
  timed_out: "it took too long to answer",
  unreachable: "no network route leads to it",
  no_resources: "this service could not open another connection at the moment",
  tls_failed: "the TLS handshake failed: check its certificate",
  bad_answer: "it did not answer in HTTP",
} as const;

export type NetworkFaultName = keyof typeof faults;

export interface NetworkFault {
  name: NetworkFaultName;
  message: string;
  /** The same request may succeed later. */
  isTemporary: boolean;
}

/** What no later attempt changes. A name that does not exist is not among it: resolvers say so while their own source is away. */
const lasting: ReadonlySet<NetworkFaultName> = new Set(["tls_failed", "bad_answer"]);

/** Error codes of Node's resolver (getaddrinfo and c-ares), sockets, undici and nodemailer. */
const faultOfCode: Readonly<Record<string, NetworkFaultName>> = {
  ENOTFOUND: "name_not_found",
  ENODATA: "name_not_found",
  EAI_AGAIN: "name_lookup_failed",
  EAI_FAIL: "name_lookup_failed",
  EAI_NODATA: "name_not_found",
  ESERVFAIL: "name_lookup_failed",
  EREFUSED: "name_lookup_failed",
  ETIMEOUT: "name_lookup_failed",
  EDNS: "name_lookup_failed",
  ECONNREFUSED: "refused",
  ECONNRESET: "reset",
  ECONNABORTED: "reset",
  EPIPE: "reset",
  UND_ERR_SOCKET: "reset",
  UND_ERR_CLOSED: "reset",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "reset",
  ERR_STREAM_PREMATURE_CLOSE: "reset",
  ETIMEDOUT: "timed_out",
  ESOCKETTIMEDOUT: "timed_out",
  UND_ERR_CONNECT_TIMEOUT: "timed_out",
  UND_ERR_HEADERS_TIMEOUT: "timed_out",
  UND_ERR_BODY_TIMEOUT: "timed_out",
  EHOSTUNREACH: "unreachable",
  EHOSTDOWN: "unreachable",
  ENETUNREACH: "unreachable",
  ENETDOWN: "unreachable",
  ENETRESET: "unreachable",
  EADDRNOTAVAIL: "no_resources",
  EMFILE: "no_resources",
  ENFILE: "no_resources",
  ENOBUFS: "no_resources",
  EPROTO: "tls_failed",
  HOSTNAME_MISMATCH: "tls_failed",
  UND_ERR_HEADERS_OVERFLOW: "bad_answer",
};
/** Errors that come without a code: of `AbortSignal.timeout` and of undici's parser. */
const faultOfName: Readonly<Record<string, NetworkFaultName>> = {
  TimeoutError: "timed_out",
  HTTPParserError: "bad_answer",
};
/** Codes of Node's TLS, of OpenSSL, and of the check of certificates. */
const tlsCode = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CRL_|INVALID_(CA|PURPOSE))/;
/** Answers that ask to come again, or in which the server says that it has failed. */
const temporaryStatuses: ReadonlySet<number> = new Set([408, 420, 425, 429, 500, 502, 503, 504]);

/** What an error says about the network; null when it is about something else. Looks at causes too. */
export function networkFaultOf(error: unknown): NetworkFault | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    const name = faultOfName[current.name] ?? faultNameOf(codeOf(current));
    if (name) return toFault(name);
  }
  return null;
}

/** nodemailer puts a code of its own in the place of the system's. */
function codeOf(error: Error): string {
  if ("originalCode" in error && typeof error.originalCode === "string") return error.originalCode;
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

function faultNameOf(code: string): NetworkFaultName | undefined {
  return tlsCode.test(code) ? "tls_failed" : faultOfCode[code];
}

function toFault(name: NetworkFaultName): NetworkFault {
  return { name, message: faults[name], isTemporary: !lasting.has(name) };
}

/** Whether the same request may be answered otherwise later. */
export function isTemporaryStatus(status: number): boolean {
  return temporaryStatuses.has(status);
}

/** Nothing was sent: trying again cannot do anything twice. */
const beforeSending: ReadonlySet<NetworkFaultName> = new Set([
  "name_not_found",
  "name_lookup_failed",
  "refused",
  "unreachable",
  "no_resources",
]);
const pausesMs = [250, 750];
/** A resolver that has no answer at the moment has one within seconds, where it has one at all. */
const lookupPausesMs = [...pausesMs, 1_500, 3_000];

interface RetryOptions {
  signal?: AbortSignal | undefined;
  /** So long after the beginning names that could not be resolved at the moment are tried again. */
  lookupMs?: number;
}

/** Runs again, up to twice within a second, what failed before anything reached the other server. */
export async function retryConnecting<T>(
  run: () => Promise<T>,
  { signal, lookupMs = 0 }: RetryOptions = {},
): Promise<T> {
  const startedAtMs = Date.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const fault = networkFaultOf(error);
      const isLookup = fault?.name === "name_lookup_failed";
      const pauseMs = (isLookup && lookupMs > 0 ? lookupPausesMs : pausesMs)[attempt];
      if (!fault || !beforeSending.has(fault.name) || pauseMs === undefined) throw error;
      const isLate = attempt >= pausesMs.length && Date.now() + pauseMs > startedAtMs + lookupMs;
      if (isLate) throw error;
      await delay(pauseMs, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}
