import { testWorkDays } from "./keys/test-mode.ts";
import { idempotencyHours, unusedUploadDays, webhookHistoryDays } from "./limits.ts";

interface Rule {
  /** The kind of data. */
  what: string;
  /** Retention in days; null: as long as the account exists, or forever. */
  days: number | null;
  /** The event from which the days count; without days, the event that ends the retention. */
  since: string;
  /** Variable with which the operator sets another number. */
  setting?: "RESULT_RETENTION_DAYS" | "REFUNDED_WORK_DAYS";
  /** The task of `background.ts` that deletes it; null without one. */
  task: string | null;
}

const purge = { task: "purge" } as const;

/**
 * Retention of all data that does not simply live until its account is deleted. Tasks read their days here;
 * docs/retention.md has the table.
 */
export const retention = {
  results: {
    what: "Photos and cut-outs, with their pictures",
    days: null,
    since: "order",
    setting: "RESULT_RETENTION_DAYS",
    task: "retention",
  },
  refundedWork: {
    what: "Failed and canceled work",
    days: 30,
    since: "end",
    setting: "REFUNDED_WORK_DAYS",
    task: "retention",
  },
  testWork: { what: "Work in test mode", days: testWorkDays, since: "order", task: "retention" },
  unusedUploads: {
    what: "Uploads that no work uses",
    days: unusedUploadDays,
    since: "upload, or its last use",
    task: "pictures",
  },
  events: {
    what: "Events, their deliveries, deleted webhook endpoints",
    days: webhookHistoryDays,
    since: "event or deletion",
    task: "webhooks-upkeep",
  },
  auditEvents: { what: "Audit events", days: 400, since: "event", ...purge },
  exports: { what: "Exports of accounts", days: 7, since: "end of the export", ...purge },
  supportLinks: { what: "Requests to view an account", days: 30, since: "request", ...purge },
  idempotencyKeys: {
    what: "Responses stored for an Idempotency-Key",
    days: idempotencyHours / 24,
    since: "first request",
    task: "sweep",
  },
  apps: {
    what: "Apps that nobody allowed, ended tokens of apps",
    days: 1,
    since: "registration or end",
    ...purge,
  },
  sessions: { what: "Sessions", days: 30, since: "last use", ...purge },
  devices: { what: "Known devices, as keyed hashes", days: 180, since: "last sign-in", ...purge },
  emailChanges: { what: "Former mail addresses", days: 7, since: "change", ...purge },
  trialAddresses: {
    what: "Client addresses of trials, as keyed hashes",
    days: 2,
    since: "sign-up",
    ...purge,
  },
  tryouts: { what: "Photos of visitors, as counts by keyed hashes", days: 1, since: "photo", ...purge },
  sentMails: { what: "Sent mails", days: 30, since: "sending", ...purge },
  failedMails: { what: "Mails that no server accepted", days: 90, since: "mail", ...purge },
  stripeEvents: { what: "Stripe events", days: 90, since: "event", ...purge },
  modelCalls: { what: "Calls of image models, for accounting", days: 400, since: "call", ...purge },
  backupRuns: { what: "Runs of the scheduled backup", days: 400, since: "run", task: "backup" },
  ledger: { what: "Ledger, under an anonymous id", days: null, since: "forever", task: null },
  closedAccounts: {
    what: "Ids of deleted accounts, keyed hashes of mailboxes that had a trial",
    days: null,
    since: "forever",
    task: null,
  },
  receipts: {
    what: "Receipts of deleted accounts, without their customer",
    days: null,
    since: "forever",
    task: null,
  },
  logs: { what: "Logs, written to standard output", days: null, since: "set by you", task: null },
} as const satisfies Record<string, Rule>;

/** The table of docs/retention.md. */
export function retentionTable(): string {
  const rules: Rule[] = Object.values(retention);
  const rows = rules.map(({ what, days, since, setting, task }) => {
    const time = days === null ? null : `${days} ${days === 1 ? "day" : "days"} after the ${since}`;
    const chosen = setting && `\`${setting}\``;
    const kept = chosen ? `${chosen}, else ${time ?? "as long as the account"}` : (time ?? since);
    return `| ${what} | ${kept} | ${task === null ? "–" : `\`${task}\``} |`;
  });
  return ["| What | Kept | Removed by |", "|---|---|---|", ...rows].join("\n");
}
