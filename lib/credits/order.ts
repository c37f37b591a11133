import type { Generation } from "../db/generated/client.ts";
import type { Lane } from "../queue/lanes.ts";
import type { WorkQueue } from "../queue/queues.ts";
import type { ColumnFrom } from "./work-columns.ts";

type OrderColumn = Exclude<
  ColumnFrom<"request" | "order">,
  "id" | "operation" | "imageUrl" | "sourceRef" | "fingerprint" | "storedBytes"
>;

/** One piece of work, complete, checked and priced: ready to be charged. Most fields are columns of its row. */
export interface Order extends Pick<Generation, "id" | "operation" | "imageUrl">, OrderFields {
  cost: number;
  queue: WorkQueue;
  /** How long a worker of this service will take; 0 for what another service does. */
  expectedMs: number;
  /** The mask that its product is cut out along. */
  maskPublicId?: string | null | undefined;
  /** Without a mask of its own it takes the one that its account keeps for the picture, as it is when it is paid. */
  takesKeptMask?: boolean | undefined;
  /** Succeeded work of the same account whose result it takes: it costs nothing and is done at once. */
  reusedId?: string | undefined;
  /** In its batch; as given when absent. */
  place?: number | null | undefined;
}

type OrderFields = {
  // Values of JSON are typed where they are made and read.
  [K in OrderColumn]?: (K extends "options" | "metadata" ? unknown : Generation[K]) | null | undefined;
};

/** An item of a batch that is wrong: a row that failed at once and costs nothing. */
export interface SkippedItem
  extends Pick<
    Generation,
    | "id"
    | "operation"
    | "imageUrl"
    | "customId"
    | "title"
    | "errorCode"
    | "errorMessage"
    | "errorFix"
    | "errorReason"
  > {
  place: number;
  metadata: unknown;
  errorValues: unknown;
  issues: readonly unknown[];
}

export interface Charge {
  userId: string;
  apiKeyId: string | null;
  /** The account's plan: by it the queue bounds how many of its jobs are at work. */
  tier: string;
  /** In the sequence in which it should be made. */
  work: readonly Order[];
  lane: Lane;
  /** Items of its batch that are wrong: their rows are written with those of the work. */
  skipped?: readonly SkippedItem[] | undefined;
  /** The batch that the work belongs to; inserted by the same statement. */
  batch?: { id: string; title?: string | undefined; metadata?: Record<string, string> | undefined };
  idempotencyKey: string | null;
  /** After this the work is worth nothing to its caller: what is still open is refunded. */
  lifetimeMs: number;
  /** Refused where the workers have more than this before it. */
  aheadLimitMs?: number;
  /** How many jobs all live workers make at a time; one when absent. */
  slots?: number;
  /** Refused where the account would then have more than this waiting. */
  waitingLimit: number;
  /** Refused where the account would then have ordered more than `count` within `windowMs`; any number when absent. */
  orderLimit?: { count: number; windowMs: number };
  /** Refused where the rows of all its work would then count for more than this. */
  storedLimitBytes?: number;
}
