import { type Generation, type GenerationStatus, Prisma } from "./generated/client.ts";

/** Work that has not ended: queued or running. */
export const openStatuses = ["queued", "running"] as const satisfies readonly GenerationStatus[];
/** Work whose charge was refunded. */
export const refundedStatuses = ["failed", "canceled"] as const satisfies readonly GenerationStatus[];

export type OpenStatus = (typeof openStatuses)[number];
export type RefundedStatus = (typeof refundedStatuses)[number];

export function isOpen(status: GenerationStatus): status is OpenStatus {
  return openStatuses.some((open) => open === status);
}

export function isRefunded(status: GenerationStatus): status is RefundedStatus {
  return refundedStatuses.some((refunded) => refunded === status);
}

/** For statements: `status IN (${openList})`. Literals instead of parameters, so that the planner can use them. */
export const openList = listOf(openStatuses);
export const refundedList = listOf(refundedStatuses);

/** Each of them as such a literal. */
export const statusLiterals: Record<GenerationStatus, Prisma.Sql> = {
  queued: listOf(["queued"]),
  running: listOf(["running"]),
  succeeded: listOf(["succeeded"]),
  failed: listOf(["failed"]),
  canceled: listOf(["canceled"]),
};

function listOf(statuses: readonly GenerationStatus[]): Prisma.Sql {
  return Prisma.raw(statuses.map((status) => `'${status}'`).join(", "));
}

/** The final cost of work. */
export function spentCreditsOf(
  work: Pick<Generation, "status" | "refundedAt" | "fromMonthly" | "fromTopup">,
): number {
  const isReturned = isRefunded(work.status) || work.refundedAt !== null;
  return isReturned ? 0 : work.fromMonthly + work.fromTopup;
}
