import { findAccount } from "../accounts/state.ts";
import { readAuditEvents } from "../audit/list.ts";
import { readAttempts } from "../credits/attempts.ts";
import { readLedger } from "../credits/ledger.ts";
import type { Generation } from "../db/generated/client.ts";
import { db } from "../db/index.ts";
import { newestOf } from "../db/pages.ts";
import { spentCreditsOf } from "../db/work-status.ts";
import { retryOf } from "../generations/inspect/failed-jobs.ts";
import { findWaits } from "../generations/inspect/waiting.ts";
import { reasonOf } from "../generations/inspect/work-list.ts";
import { listUsableKeys } from "../keys/read.ts";
import { accountsOf, isTestAccount, liveAccountOf } from "../platform/ids.ts";

/** Selectable lengths of a list on the desk's pages; the command line and the API return all entries. */
export const shownSteps = [25, 100, 400] as const;
const newestFirst = [{ createdAt: "desc" as const }, { id: "desc" as const }];

interface DeskView {
  /** Work that is included regardless of its age. */
  workId?: string | null;
  /** Length of each list. */
  shown?: (typeof shownSteps)[number];
}

/** What the support desk shows of an account and its test account, without secrets. Null for an unknown account. */
export async function readDesk(accountId: string, { workId = null, shown = shownSteps[0] }: DeskView = {}) {
  const userId = liveAccountOf(accountId);
  const account = await findAccount(userId);
  if (!account) return null;
  const [person, keys, ledger, work, mails, deliveries, activity] = await Promise.all([
    db().user.findUniqueOrThrow({
      where: { id: userId },
      select: { createdAt: true, twoFactorEnabled: true, isOperator: true, locale: true },
    }),
    listUsableKeys(userId, {}, shown),
    readLedger(userId, { limit: shown }),
    readWork(userId, { workId, shown }),
    db().outgoingMail.findMany({
      where: { recipient: account.email },
      orderBy: { id: "desc" },
      take: shown,
      select: { id: true, subject: true, attempts: true, createdAt: true, sentAt: true },
    }),
    readDeliveries(userId, shown),
    readAuditEvents(accountsOf(userId), { limit: shown }),
  ]);
  const shownMails = mails.map(({ id, ...mail }) => ({ ...mail, id: String(id) }));
  return { account, person, keys, ledger, work, mails: shownMails, deliveries, activity: activity.data };
}

export type Desk = NonNullable<Awaited<ReturnType<typeof readDesk>>>;

async function readWork(userId: string, { workId, shown }: Required<DeskView>) {
  const accounts = accountsOf(userId);
  const [named, newest] = await Promise.all([
    workId === null ? [] : db().generation.findMany({ where: { id: workId, userId: { in: accounts } } }),
    newestOf(accounts, shown, (id) =>
      db().generation.findMany({ where: { userId: id }, orderBy: newestFirst, take: shown }),
    ),
  ]);
  const rows = [...named, ...newest.filter(({ id }) => id !== workId)];
  const waits = await findWaits(rows.map(({ id }) => id));
  return rows.map((row) => presentWork(row, waits.get(row.id)?.text ?? null));
}

function presentWork(row: Generation, waitsFor: string | null) {
  const { id, operation, status, style, batchId, requestId, errorCode, fault, retriedId } = row;
  const { createdAt, finishedAt, refundedAt, deletedAt } = row;
  return {
    id,
    operation,
    status,
    style,
    batchId,
    requestId,
    errorCode,
    fault,
    retriedId,
    createdAt,
    finishedAt,
    refundedAt,
    deletedAt,
    waitsFor,
    isTest: isTestAccount(row.userId),
    credits: spentCreditsOf(row),
    attempts: readAttempts(row),
    attemptCount: row.attempts,
    reason: reasonOf(row),
    canRetry: retryOf(row) !== "no",
    canRefund: status === "succeeded" && spentCreditsOf(row) > 0,
  };
}

async function readDeliveries(userId: string, shown: number) {
  const select = {
    id: true,
    userId: true,
    status: true,
    attemptsMade: true,
    attempts: true,
    createdAt: true,
    event: { select: { type: true } },
    endpoint: { select: { url: true, status: true, deletedAt: true } },
  } as const;
  const rows = await newestOf(accountsOf(userId), shown, (id) =>
    db().webhookDelivery.findMany({ where: { userId: id }, orderBy: newestFirst, take: shown, select }),
  );
  return rows.map(({ event, endpoint, attempts, ...row }) => ({
    ...row,
    event: event.type,
    // The query string may contain a secret of the customer.
    url: withoutSecrets(endpoint.url),
    canResend: endpoint.status === "enabled" && endpoint.deletedAt === null,
    lastAnswer: lastAnswerOf(attempts),
  }));
}

function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function lastAnswerOf(attempts: unknown): string | null {
  const last: unknown = Array.isArray(attempts) ? attempts.at(-1) : null;
  if (typeof last !== "object" || last === null) return null;
  if ("error" in last && typeof last.error === "string") return last.error;
  return "statusCode" in last ? String(last.statusCode) : null;
}
