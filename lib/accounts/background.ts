import { purgeAttempts } from "../auth/attempts.ts";
import { purgeSessions } from "../auth/sessions.ts";
import { purgeEvents } from "../billing/receipt.ts";
import { purgeMails } from "../mail/forget.ts";
import { finishClosings } from "./close.ts";
import { forgetTrialAddresses } from "./trial.ts";

const minuteMs = 60_000;

/** What accounts need beside the requests: how often, and what. */
export const accountTasks = [
  { name: "deletions", everyMs: minuteMs, run: async () => void (await finishClosings()) },
  {
    name: "purge",
    everyMs: 60 * minuteMs,
    run: async () => {
      await Promise.all([
        purgeMails(),
        purgeEvents(),
        purgeAttempts(),
        purgeSessions(),
        forgetTrialAddresses(),
      ]);
    },
  },
] as const;
