import { ApiError, refusal } from "../platform/errors.ts";
import { processSlot } from "../platform/process-slot.ts";
import { because } from "../platform/reasons.ts";

const name = "DatabaseUnavailableError";
/** When it is worth to ask again. */
export const retryAfterSeconds = 2;

/**
 * The database cannot be reached, is starting or stopping, does not answer in time, or has no room: what every
 * statement may throw. Whether the statement was carried out is not known; no cause of it lies in the statement.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = name;
  /** What the framework passes on to error pages in place of the message. */
  readonly digest = unavailableDigest;
  /** False when it is certain that the statement never reached the database. */
  readonly wasSent: boolean;
  /** True when not the database but the account's own calls keep it waiting. */
  readonly isOwnFault: boolean;

  constructor(message: string, { wasSent = true, isOwnFault = false, ...options }: UnavailableOptions = {}) {
    super(message, options);
    this.wasSent = wasSent;
    this.isOwnFault = isOwnFault;
  }
}

interface UnavailableOptions extends ErrorOptions {
  wasSent?: boolean;
  isOwnFault?: boolean;
}

export const unavailableDigest = "database-unavailable";

/** When a statement of this process last failed so. */
const lastFailure = processSlot("database-unavailable", () => ({ atMs: Number.NEGATIVE_INFINITY }));

/** Remembers that a statement failed so just now. */
export function noteUnavailable(): void {
  lastFailure().atMs = performance.now();
}

/**
 * Whether a statement of this process failed so since then (`performance.now()`): for the answers of code that keeps
 * its causes to itself.
 */
export function wasUnavailableSince(ms: number): boolean {
  return lastFailure().atMs >= ms;
}

/** Runs what keeps the causes of its errors to itself: fails with DatabaseUnavailableError where that was the cause. */
export async function revealUnavailable<T>(run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await run();
  } catch (error) {
    const isOurs = error instanceof Error && error.name === name;
    // What only wraps it does not carry the digest that error pages know it by.
    if (isOurs || !(isUnavailable(error) || wasUnavailableSince(startedAt))) throw error;
    throw new DatabaseUnavailableError("The database is not available", { cause: error });
  }
}

/** By name: the server's bundles may hold several copies of the class. Looks at causes too. */
export function isUnavailable(error: unknown): error is Error {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.name === name) return true;
  }
  return false;
}

/** Whether the statement that failed so may have been carried out all the same. */
export function mayHaveHappened(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.name === name && "wasSent" in current) return current.wasSent !== false;
  }
  return true;
}

/** The error for callers while the database is unavailable. */
export function databaseAway(cause: unknown): ApiError {
  if (hasOwnFault(cause))
    return refusal(because("own_calls_wait_for_database"), { retryAfterSeconds, cause });
  const message = "The database does not answer at the moment.";
  return new ApiError("overloaded", message, { retryAfterSeconds, cause });
}

function hasOwnFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("isOwnFault" in error && error.isOwnFault === true) || hasOwnFault(error.cause);
}

/**
 * Classes and codes of SQLSTATE that say so: connection trouble (08), no room or no more connections (53), stopped
 * or not yet started or cancelled after too long (57), trouble with its files (58), locked for too long.
 */
const states = /^(08|53|57|58)|^55P03$/;
/** The server refuses new connections, because it starts or stops. */
const cannotConnectNow = "57P03";
/** Kinds that the driver's adapter gives to errors of the network. */
const kinds = ["DatabaseNotReachable", "ConnectionClosed", "SocketTimeout", "TooManyConnections"];
/** What the driver throws without a code: timeouts of the pool, of a statement, and connections that broke off. */
const messages =
  /timeout|connection (was )?terminated|not queryable|connection error|socket|E(PIPE|CONN\w+|HOST\w+|NET\w+|AI_AGAIN)/i;

/** What an error that the driver's adapter threw says about the database; null when it is about the statement. */
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
  // Of the driver itself, where it is used without an adapter.
  const code = "code" in error ? String(error.code) : "";
  const wasSent = !/57P03|ECONNREFUSED|connection timeout|trying to connect/.test(`${code} ${error.message}`);
  if (states.test(code)) return { text: `${error.message} (${code})`, answered: true, wasSent };
  if (!messages.test(`${code} ${error.message}`)) return null;
  return { text: error.message || code, answered: false, wasSent };
}
