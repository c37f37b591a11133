import { setTimeout as delay } from "node:timers/promises";
import { clientAddress } from "#lib/http/address.ts";
import { refuseEncoded } from "#lib/platform/body.ts";
import { withTimeout } from "#lib/platform/concurrency.ts";
import { maxUploadBytes } from "../upload-limit.ts";
import { ProtocolError } from "./protocol-error.ts";

/** What the host asks before it keeps anything. It knows no users: whoever runs it says who may store how much. */
export interface StorageGuard {
  /** Throws ApiError overloaded while `sizeBytes` more would not fit on the disk. */
  requireRoom(sizeBytes: number): Promise<void>;
  /** Throws ApiError when the owner of a public id may not store this; enters it into the books otherwise. */
  admit(publicId: string, sizeBytes: number): Promise<void>;
  /** Takes back what `admit` entered: the picture could not be kept. */
  forget(publicId: string): Promise<void>;
  /** Whether a result that was paid for is a view of the picture as it is now. */
  isStoodOn(publicId: string): Promise<boolean>;
}

/** All of a body that is not the file. */
export const maxOverheadBytes = 2 * 1024 * 1024;
/** The flow that a file without proof has to keep up: 128 KiB a second. */
const flowBytesPerMs = 128 * 1.024;
const roomCheckEveryBytes = 8 * 1024 * 1024;
/** What a refused sender goes on sending is taken and dropped for so long, so that it hears the answer. */
const lingerBytes = 16 * 1024 * 1024;
const lingerMs = 5_000;
/** At full speed a few dozen of them would leave nobody else a turn. */
const lingerPauseMs = 20;
const retryAfterS = 10;

interface BudgetLimits {
  perHolder: number;
  total: number;
}

/** What requests under way may hold (bytes, places), in sum and for each holder (an address, a folder). */
class Budget {
  readonly #limits: BudgetLimits;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
  }

  /** Throws ProtocolError 503, and takes nothing, when that is more than there is. */
  take(holder: string, amount: number): void {
    const held = (this.#held.get(holder) ?? 0) + amount;
    if (held > this.#limits.perHolder || this.#total + amount > this.#limits.total) {
      throw new ProtocolError(503, "Too many uploads are under way; send the signed fields before the file", {
        retryAfterS,
      });
    }
    this.#held.set(holder, held);
    this.#total += amount;
  }

  give(holder: string, amount: number): void {
    const held = (this.#held.get(holder) ?? 0) - amount;
    if (held > 0) this.#held.set(holder, held);
    else this.#held.delete(holder);
    this.#total -= amount;
  }
}

export interface IntakeLimits {
  /** Longest silence within a body. */
  idleMs: number;
  /** Longest time for a body whose sender has not proven who it is, on top of its flow, and for one that has. */
  unprovenMs: number;
  provenMs: number;
  /** Requests of unproven senders: from one address and from all. */
  requests: BudgetLimits;
  /** Bytes of their files. Senders of signed fields never need any of them. */
  unprovenBytes: BudgetLimits;
  /** Bytes of proven senders that are on their way: into one folder and into all. */
  provenBytes: BudgetLimits;
}

const defaultLimits = (): IntakeLimits => ({
  idleMs: 10_000,
  unprovenMs: 60_000,
  provenMs: 15 * 60_000,
  requests: { perHolder: 64, total: 1024 },
  unprovenBytes: { perHolder: maxUploadBytes(), total: 4 * maxUploadBytes() },
  provenBytes: { perHolder: 4 * maxUploadBytes(), total: 64 * maxUploadBytes() },
});

/** The door for bodies: hands every request an intake, and knows what all of them hold together. */
export class IntakeDoor {
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

  /** Throws ProtocolError or BodyError for a body that is refused unread. */
  open(request: Request): Intake {
    const declared = Number(request.headers.get("content-length") ?? 0);
    try {
      refuseEncoded(request.headers);
      if (declared > maxUploadBytes() + maxOverheadBytes) {
        throw tooLarge();
      }
      return new Intake(this, request);
    } catch (error) {
      if (request.body) void linger(request.body.getReader());
      throw error;
    }
  }
}

/**
 * One body on its way in. Until its sender is proven, its bytes count for the sender's address and its time is short;
 * then they count for the folder that the signature names.
 */
export class Intake {
  readonly #door: IntakeDoor;
  readonly #body: Request["body"];
  readonly #startedAtMs = Date.now();
  readonly #address: string;
  /** The folder that the sender proved it may store into. */
  #folder: string | null = null;
  #heldBytes = 0;
  #roomCheckedAtBytes = -roomCheckEveryBytes;

  constructor(door: IntakeDoor, request: Request) {
    this.#door = door;
    this.#body = request.body;
    this.#address = clientAddress(request.headers);
    door.requests.take(this.#address, 1);
  }

  /** Counts bytes that are about to be kept. Throws ProtocolError 503, or ApiError overloaded when the disk is full. */
  async hold(bytes: number): Promise<void> {
    if (this.#folder === null) this.#door.unprovenBytes.take(this.#address, bytes);
    else this.#door.provenBytes.take(this.#folder, bytes);
    this.#heldBytes += bytes;
    if (this.#heldBytes - this.#roomCheckedAtBytes < roomCheckEveryBytes) return;
    this.#roomCheckedAtBytes = this.#heldBytes;
    await this.#door.guard.requireRoom(bytes);
  }

  /** The sender may store into `folder`: from now on its bytes count there. */
  prove(folder: string): void {
    if (this.#folder !== null) return;
    this.#door.provenBytes.take(folder, this.#heldBytes);
    this.#door.unprovenBytes.give(this.#address, this.#heldBytes);
    this.#door.requests.give(this.#address, 1);
    this.#folder = folder;
  }

  /** The body's bytes. Throws ProtocolError 408 when they come too slowly. */
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
      if (!isWhole) void linger(reader);
    }
  }

  /** To be called once nothing of the body is kept in a temporary file any more. */
  end(): void {
    if (this.#folder === null) {
      this.#door.unprovenBytes.give(this.#address, this.#heldBytes);
      this.#door.requests.give(this.#address, 1);
    } else this.#door.provenBytes.give(this.#folder, this.#heldBytes);
  }

  #inTime<Result>(read: Promise<Result>): Promise<Result> {
    const { idleMs, unprovenMs, provenMs } = this.#door.limits;
    const allowedMs = this.#folder === null ? unprovenMs + this.#heldBytes / flowBytesPerMs : provenMs;
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

async function linger(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), lingerMs);
  try {
    for (let dropped = 0; dropped < lingerBytes; ) {
      const { done, value } = await reader.read();
      if (done) return;
      dropped += value.byteLength;
      await delay(lingerPauseMs);
    }
    await reader.cancel();
  } catch {
    // The sender went away, which is what was waited for.
  } finally {
    clearTimeout(timer);
  }
}
