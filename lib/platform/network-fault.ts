import { setTimeout as delay } from "node:timers/promises";

/** Network faults on the way to another server; the texts complete a sentence about its address. */
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

/**
 * Faults that a retry does not fix. `name_not_found` is not among them: resolvers report it while their upstream is
 * down.
 */
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
/** Errors without a code: of `AbortSignal.timeout` and of undici's parser. */
const faultOfName: Readonly<Record<string, NetworkFaultName>> = {
  TimeoutError: "timed_out",
  HTTPParserError: "bad_answer",
};
/** Error codes of Node's TLS, OpenSSL and certificate verification. */
const tlsCode = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CRL_|INVALID_(CA|PURPOSE))/;
/** Statuses that ask for a retry, or that report a failure of the server. */
const temporaryStatuses: ReadonlySet<number> = new Set([408, 420, 425, 429, 500, 502, 503, 504]);

/** The network fault of an error or of its causes; null when it has another cause. */
export function networkFaultOf(error: unknown): NetworkFault | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    const name = faultOfName[current.name] ?? faultNameOf(codeOf(current));
    if (name) return toFault(name);
  }
  return null;
}

/** nodemailer replaces the system's code with its own. */
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

/** Whether a retry may get another status. */
export function isTemporaryStatus(status: number): boolean {
  return temporaryStatuses.has(status);
}

/** Faults before anything was sent: a retry cannot execute the request twice. */
const beforeSending: ReadonlySet<NetworkFaultName> = new Set([
  "name_not_found",
  "name_lookup_failed",
  "refused",
  "unreachable",
  "no_resources",
]);
const pausesMs = [250, 750];
/** A resolver that fails temporarily usually answers within seconds. */
const lookupPausesMs = [...pausesMs, 1_500, 3_000];

interface RetryOptions {
  signal?: AbortSignal | undefined;
  /** How long after the start temporary DNS failures are retried. */
  lookupMs?: number;
}

/** Retries, up to twice within a second, a request that failed before anything reached the server. */
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
