import { sendQueuedMail } from "../mail/queue.ts";
import { reconcileWhenDue } from "./reconcile.ts";
import { noticeEndingTrials } from "./trial-notice.ts";

/** What billing does beside the requests: how often, and what. */
export const billingTasks = [
  { name: "mail", everyMs: 5_000, run: async () => void (await sendQueuedMail()) },
  { name: "trial notices", everyMs: 60_000, run: async () => void (await noticeEndingTrials()) },
  { name: "reconciliation", everyMs: 60_000, run: reconcileWhenDue },
] as const;
