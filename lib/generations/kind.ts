import type { ChargedWork } from "../credits/charge.ts";
import type { StoredResult } from "../credits/resolve.ts";
import type { Generation, Operation } from "../db/generated/client.ts";
import type { Source } from "../images/source.ts";
import type { PhotoStage } from "../imaging/generator.ts";

/** What any piece of work may carry beside its own fields. */
export interface WorkOptions {
  title?: string | undefined;
  metadata?: Record<string, string> | undefined;
  /** The caller pays no more than this. */
  maxCredits?: number | undefined;
  /** An earlier result of the same source and options will do. */
  reuse?: boolean | undefined;
}

/** The parts of making a result, in the order in which they come. */
export type WorkStage = PhotoStage | "storing";

/** An order that was found good: what the history says of it, and the picture if it is at hand. */
export type CheckedWork = Pick<
  ChargedWork,
  | "imageUrl"
  | "sourcePublicId"
  | "backgroundPublicId"
  | "style"
  | "prompt"
  | "aspectRatio"
  | "resolution"
  | "wantedMode"
  | "options"
  | "maskPublicId"
  | "takesKeptMask"
> & { source?: Source };

export interface MadeResult extends StoredResult {
  /** Removes the result again, when its charge turned out to be refunded already. */
  discard?: () => Promise<void>;
}

export interface MakeOptions {
  /** The picture as it was checked, where this process has it still. */
  source: Source | null;
  /** Unix time by which the result must be there. */
  deadlineAtMs: number;
  signal: AbortSignal;
  report: (stage: WorkStage) => void;
}

/** One kind of paid work: what it costs, what is refused before it is paid, and how it is made. */
export interface WorkKind<Order> {
  operation: Operation;
  cost: (order: Order) => number;
  /**
   * Throws ApiError invalid_params for every fault of the order. `load` proves the picture too, which may take seconds;
   * without it only what is known at once is looked at.
   */
  check: (order: Order, how: { userId: string; load: boolean }) => Promise<CheckedWork>;
  /** Runs in a worker; may run again after a worker died. */
  make: (work: Generation, options: MakeOptions) => Promise<MadeResult>;
}
