import { sendQueuedMail } from "../mail/queue.ts";
import { reconcileWhenDue } from "./reconcile.ts";
import { runSandboxCalendar, tickSandbox } from "./sandbox/background.ts";
import { billingMode } from "./stripe.ts";
import { noticeEndingTrials } from "./trial-notice.ts";

/** What billing does beside the requests: how often, and what. */
export const billingTasks = [
  {
    name: "billing sandbox",
    everyMs: 2_000,
    run: async () => void (billingMode() === "sandbox" && (await tickSandbox())),
  },
  { name: "mail", everyMs: 5_000, run: async () => void (await sendQueuedMail()) },
  {
    name: "billing calendar",
    everyMs: 60_000,
    run: async () => {
      await noticeEndingTrials();
      if (billingMode() === "sandbox") await runSandboxCalendar();
    },
  },
  { name: "reconciliation", everyMs: 60_000, run: reconcileWhenDue },
] as const;
