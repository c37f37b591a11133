import { setTimeout as delay } from "node:timers/promises";
import { refuseEncoded } from "#lib/platform/body.ts";
import { clientAddress } from "#lib/platform/client-address.ts";
import { withTimeout } from "#lib/platform/concurrency.ts";
import { maxUploadBytes } from "../../platform/env.ts";
import type { StorageQuota } from "../services.ts";
import { ProtocolError } from "./protocol-error.ts";

/** Called before data is stored: checks quotas and disk space. */
export interface StorageGuard extends StorageQuota {
  /** Throws ApiError `overloaded` while `sizeBytes` more would not fit on the disk. */
  requireRoom(sizeBytes: number): Promise<void>;
}

/** Limit of a body's bytes besides the file. */
export const maxOverheadBytes = 2 * 1024 * 1024;
/** Minimum rate of a file sent before its signature: 128 KiB per second. */
const flowBytesPerMs = 128 * 1.024;
const roomCheckEveryBytes = 8 * 1024 * 1024;
/** The rest of a refused body is read and dropped up to this size, so that its sender can read the response. */
const drainBytes = 16 * 1024 * 1024;
const drainMs = 5_000;
/** Without a pause, a few dozen drained bodies would block the event loop. */
const drainPauseMs = 20;
const retryAfterS = 10;

interface BudgetLimits {
  perKey: number;
  total: number;
  /**
   * Past the total, a key that holds nothing still gets its first unit, so that a few large holders do not block
   * all others.
   */
  admitsFirst?: boolean;
}

/** Limits what running requests reserve (bytes, slots), in total and per key (an address, a folder). */
class Budget {
  readonly #limits: BudgetLimits;
  readonly #reserved = new Map<string, number>();
  #total = 0;

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
  }

  /** Throws ProtocolError 503, reserving nothing, past a limit. */
  reserve(key: string, amount: number): void {
    const { perKey, total, admitsFirst = false } = this.#limits;
    const before = this.#reserved.get(key) ?? 0;
    const reserved = before + amount;
    const isFirst = admitsFirst && before === 0;
    if (reserved > perKey || (this.#total + amount > total && !isFirst)) {
      throw new ProtocolError(503, "Too many uploads are under way; send the signed fields before the file", {
        retryAfterS,
      });
    }
    this.#reserved.set(key, reserved);
    this.#total += amount;
  }

  release(key: string, amount: number): void {
    const reserved = (this.#reserved.get(key) ?? 0) - amount;
    if (reserved > 0) this.#reserved.set(key, reserved);
    else this.#reserved.delete(key);
    this.#total -= amount;
  }
}

export interface IntakeLimits {
  /** Longest time without a byte. */
  idleMs: number;
  /**
   * Time limit of a body before its signature is verified, plus the time for its size; then the limit after
   * verification.
   */
  unprovenMs: number;
  provenMs: number;
  /** Requests of unverified senders: per address and in total. */
  requests: BudgetLimits;
  /** Bytes of files of unverified senders. Senders that send the signed fields first need none of it. */
  unprovenBytes: BudgetLimits;
  /** Bytes that verified senders are sending: per folder and in total. */
  provenBytes: BudgetLimits;
}

const defaultLimits = (): IntakeLimits => ({
  idleMs: 10_000,
  unprovenMs: 60_000,
  provenMs: 15 * 60_000,
  requests: { perKey: 64, total: 1024, admitsFirst: true },
  unprovenBytes: { perKey: maxUploadBytes(), total: 4 * maxUploadBytes() },
  provenBytes: { perKey: 4 * maxUploadBytes(), total: 64 * maxUploadBytes() },
});

/** Opens an intake for each request, within the limits of all requests together. */
export class IntakeLimiter {
  readonly limits: IntakeLimits;
  readonly requests: Budget;
  readonly unprovenBytes: Budget;
  readonly provenBytes: Budget;
  readonly guard: StorageGuard;

  constructor(guard: StorageGuard, limits: Partial<IntakeLimits> = {}) {
    this.limits = { ...defaultLimits(), ...limits };
    this.requests = new Budget(this.limits.requests);
    this.unprovenBytes = new Budget(this.limits.unprovenBytes);
    this.provenBytes = new Budget(this.limits.provenBytes);
    this.guard = guard;
  }

  /** Throws ProtocolError or BodyError for a body that is refused without reading it. */
  open(request: Request): Intake {
    const declared = Number(request.headers.get("content-length") ?? 0);
    try {
      refuseEncoded(request.headers);
      if (declared > maxUploadBytes() + maxOverheadBytes) {
        throw tooLarge();
      }
      return new Intake(this, request);
    } catch (error) {
      if (request.body) void drainRefused(request.body.getReader());
      throw error;
    }
  }
}

/**
 * One request body. Until its sender is verified, its bytes count for the sender's address and its time is short;
 * then they count for the folder named by the signature.
 */
export class Intake {
  readonly #limiter: IntakeLimiter;
  readonly #body: Request["body"];
  readonly #startedAtMs = Date.now();
  readonly #address: string;
  /** The folder that the sender is allowed to store into; null before verification. */
  #folder: string | null = null;
  #reservedBytes = 0;
  #roomCheckedAtBytes = -roomCheckEveryBytes;

  constructor(limiter: IntakeLimiter, request: Request) {
    this.#limiter = limiter;
    this.#body = request.body;
    this.#address = clientAddress(request.headers);
    limiter.requests.reserve(this.#address, 1);
  }

  /**
   * Counts bytes before they are written. Throws ProtocolError 503, or ApiError `overloaded` when the disk is full.
   */
  async reserve(bytes: number): Promise<void> {
    if (this.#folder === null) this.#limiter.unprovenBytes.reserve(this.#address, bytes);
    else this.#limiter.provenBytes.reserve(this.#folder, bytes);
    this.#reservedBytes += bytes;
    if (this.#reservedBytes - this.#roomCheckedAtBytes < roomCheckEveryBytes) return;
    this.#roomCheckedAtBytes = this.#reservedBytes;
    await this.#limiter.guard.requireRoom(bytes);
  }

  /** Marks the sender as allowed to store into `folder`: from now on its bytes count for that folder. */
  prove(folder: string): void {
    if (this.#folder !== null) return;
    this.#limiter.provenBytes.reserve(folder, this.#reservedBytes);
    this.#limiter.unprovenBytes.release(this.#address, this.#reservedBytes);
    this.#limiter.requests.release(this.#address, 1);
    this.#folder = folder;
  }

  /** The body's bytes. Throws ProtocolError 408 when they arrive too slowly. */
  async *read(): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    if (!this.#body) return;
    const reader = this.#body.getReader();
    let isWhole = false;
    try {
      for (;;) {
        const { done, value } = await this.#inTime(reader.read().catch(cutOff));
        isWhole = done;
        if (done) return;
        yield value;
      }
    } finally {
      if (!isWhole) void drainRefused(reader);
    }
  }

  /** Must be called once the body's temporary files are deleted. */
  end(): void {
    if (this.#folder === null) {
      this.#limiter.unprovenBytes.release(this.#address, this.#reservedBytes);
      this.#limiter.requests.release(this.#address, 1);
    } else this.#limiter.provenBytes.release(this.#folder, this.#reservedBytes);
  }

  #inTime<Result>(read: Promise<Result>): Promise<Result> {
    const { idleMs, unprovenMs, provenMs } = this.#limiter.limits;
    const allowedMs = this.#folder === null ? unprovenMs + this.#reservedBytes / flowBytesPerMs : provenMs;
    const leftMs = this.#startedAtMs + allowedMs - Date.now();
    const message = "The body came too slowly; send the signed fields before the file";
    return withTimeout(read, Math.max(0, Math.min(idleMs, leftMs)), () => new ProtocolError(408, message));
  }
}

export function tooLarge(sizeBytes?: number): ProtocolError {
  const got = sizeBytes === undefined ? "" : ` Got ${sizeBytes}.`;
  return new ProtocolError(400, `File size too large.${got} Maximum is ${maxUploadBytes()}.`);
}

function cutOff(cause: unknown): never {
  throw new ProtocolError(400, "The body was cut off", { cause });
}

async function drainRefused(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), drainMs);
  try {
    for (let dropped = 0; dropped < drainBytes; ) {
      const { done, value } = await reader.read();
      if (done) return;
      dropped += value.byteLength;
      await delay(drainPauseMs);
    }
    await reader.cancel();
  } catch {
    // The sender has disconnected.
  } finally {
    clearTimeout(timer);
  }
}
