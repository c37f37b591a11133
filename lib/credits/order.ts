import type { Generation } from "../db/generated/client.ts";
import type { Lane, WorkQueue } from "../queue/queues.ts";
import type { ColumnFrom } from "./work-columns.ts";

type OrderColumn = Exclude<ColumnFrom<"request" | "order">, "id" | "operation" | "sourceRef" | "storedBytes">;

/** A piece of work, complete, validated and priced, ready to be charged. Most fields are columns of its row. */
export interface Order extends Pick<Generation, "id" | "operation">, OrderFields {
  imageUrl: string;
  cost: number;
  queue: WorkQueue;
  /** Expected time of a worker of this service; 0 for work done by another service. */
  expectedMs: number;
  /** The mask for cutting out the product. */
  maskPublicId?: string | null | undefined;
  /** Without its own mask, uses the mask stored by the account for the picture at the time of the charge. */
  usesStoredMask?: boolean | undefined;
  /** Succeeded work of the same account whose result is reused: free, and finished immediately. */
  reusedId?: string | undefined;
  /** Index in its batch; the order of `work` by default. */
  place?: number | null | undefined;
}

type OrderFields = {
  // JSON values are typed where they are written and read.
  [K in OrderColumn]?:
    | (K extends "options" | "metadata" | "webhook" ? unknown : Generation[K])
    | null
    | undefined;
};

/** The fields of an order, and of its row, that describe its result, apart from its picture and mask. */
export type WorkFields = Pick<
  Order,
  "operation" | "style" | "prompt" | "aspectRatio" | "resolution" | "scene" | "wantedMode" | "options"
>;

/** An invalid item of a batch: a free row that failed immediately. */
export interface SkippedItem
  extends Pick<
    Generation,
    "id" | "operation" | "customId" | "title" | "errorCode" | "errorMessage" | "errorFix" | "errorReason"
  > {
  imageUrl: string;
  place: number;
  metadata: unknown;
  errorValues: unknown;
  issues: readonly unknown[];
}

export interface Charge {
  userId: string;
  apiKeyId: string | null;
  /** The account's plan, which limits how many of its jobs run at once. */
  tier: string;
  /** In the order of execution. */
  work: readonly Order[];
  lane: Lane;
  /** Invalid items of the batch: their rows are inserted with those of the work. */
  skipped?: readonly SkippedItem[] | undefined;
  /** The batch of the work; inserted by the same statement. */
  batch?: {
    id: string;
    title?: string | undefined;
    metadata?: Record<string, string> | undefined;
    webhook?: object | undefined;
    /** Its work is found by the idempotency key: a call for several photos, not a batch of up to a thousand. */
    isOneCall?: boolean;
  };
  idempotencyKey: string | null;
  /** Work still open after this time is refunded, because its caller no longer needs it. */
  lifetimeMs: number;
  /** The charge is refused if the workers have more than this ahead of it. */
  aheadLimitMs?: number;
  /** Number of jobs that all live workers run at once; one by default. */
  slots?: number;
  /** The charge is refused if the account would then have more waiting work than this. */
  waitingLimit: number;
  /** Refused if the account would then have ordered more than `count` within `windowMs`; no limit by default. */
  orderLimit?: { count: number; windowMs: number };
  /** The charge is refused if the rows of all the account's work would then count for more than this. */
  storedLimitBytes?: number;
}
