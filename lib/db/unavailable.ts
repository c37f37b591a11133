import { lazy } from "../platform/lazy.ts";

/** Value of the Retry-After header. */
export const retryAfterSeconds = 2;

// Error pages load this file in the browser: it must not import the table of API errors.

/**
 * The database cannot be reached, is starting or stopping, does not answer in time, or has no resources left. Any
 * statement may throw it. It is unknown whether the statement was executed; the statement is not the cause.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = "DatabaseUnavailableError";
  /** The framework passes this on to error pages in place of the message. */
  readonly digest = unavailableDigest;
  /** False when it is certain that the statement never reached the database. */
  readonly wasSent: boolean;

  constructor(message: string, { wasSent = true, ...options }: UnavailableOptions = {}) {
    super(message, options);
    this.wasSent = wasSent;
  }
}

interface UnavailableOptions extends ErrorOptions {
  wasSent?: boolean;
}

export const unavailableDigest = "database-unavailable";

/** When a statement of this process last failed with DatabaseUnavailableError. */
const lastFailure = lazy(() => ({ atMs: Number.NEGATIVE_INFINITY }));

/** Records that a statement failed with it now. */
export function noteUnavailable(): void {
  lastFailure().atMs = performance.now();
}

/**
 * Whether a statement of this process failed with it since `ms` (`performance.now()`), for code that hides the causes
 * of its errors.
 */
export function wasUnavailableSince(ms: number): boolean {
  return lastFailure().atMs >= ms;
}

/** Runs code that hides the causes of its errors; throws DatabaseUnavailableError when that was the cause. */
export async function revealUnavailable<T>(run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await run();
  } catch (error) {
    const isOurs = error instanceof DatabaseUnavailableError;
    // An error that only wraps ours lacks the digest by which error pages recognize it.
    if (isOurs || !(isUnavailable(error) || wasUnavailableSince(startedAt))) throw error;
    throw new DatabaseUnavailableError("The database is not available", { cause: error });
  }
}

/** Checks the causes too. */
export function isUnavailable(error: unknown): error is Error {
  return findUnavailable(error) !== null;
}

/** Whether the failed statement may have been executed. */
export function mayHaveHappened(error: unknown): boolean {
  return findUnavailable(error)?.wasSent ?? true;
}

function findUnavailable(error: unknown): DatabaseUnavailableError | null {
  if (!(error instanceof Error)) return null;
  return error instanceof DatabaseUnavailableError ? error : findUnavailable(error.cause);
}

/**
 * SQLSTATE classes and codes of an unavailable database: connection failure (08), no resources or connections left
 * (53), shut down, not yet started or statement timeout (57), file errors (58), lock timeout.
 */
const states = /^(08|53|57|58)|^55P03$/;
/** The server refuses new connections while it starts or stops. */
const cannotConnectNow = "57P03";
/** Kinds of network errors of the driver's adapter. */
const kinds = ["DatabaseNotReachable", "ConnectionClosed", "SocketTimeout", "TooManyConnections"];
/** Driver errors without a code: timeouts of the pool or of a statement, and broken connections. */
const messages =
  /timeout|connection (was )?terminated|not queryable|connection error|socket|E(PIPE|CONN\w+|HOST\w+|NET\w+|AI_AGAIN)/i;

/** Converts an error of the driver's adapter; null when the statement itself is at fault. */
export function toUnavailable(error: unknown): { error: DatabaseUnavailableError; answered: boolean } | null {
  if (!(error instanceof Error)) return null;
  const reason = reasonOf(error);
  if (reason === null) return null;
  return {
    error: new DatabaseUnavailableError(`The database is not available: ${reason.text}`, {
      cause: error,
      wasSent: reason.wasSent,
    }),
    answered: reason.answered,
  };
}

function reasonOf(error: Error): { text: string; answered: boolean; wasSent: boolean } | null {
  const { cause } = error;
  if (error.name === "DriverAdapterError" && typeof cause === "object" && cause !== null) {
    const { kind, code, originalCode, originalMessage } = cause as Record<string, unknown>;
    const state = String(originalCode ?? code ?? "");
    const wasSent = state !== cannotConnectNow && kind !== "DatabaseNotReachable";
    if (states.test(state)) return { text: `${originalMessage ?? kind} (${state})`, answered: true, wasSent };
    return kinds.includes(String(kind)) ? { text: String(kind), answered: false, wasSent } : null;
  }
  // Errors of the driver itself, when it is used without an adapter.
  const code = "code" in error ? String(error.code) : "";
  const wasSent = !/57P03|ECONNREFUSED|connection timeout|trying to connect/.test(`${code} ${error.message}`);
  if (states.test(code)) return { text: `${error.message} (${code})`, answered: true, wasSent };
  if (!messages.test(`${code} ${error.message}`)) return null;
  return { text: error.message || code, answered: false, wasSent };
}
