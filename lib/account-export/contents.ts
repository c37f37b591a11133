import { readAuditEvents } from "../audit/list.ts";
import { getBillingDetails } from "../billing/details.ts";
import { listReceipts } from "../billing/payment-receipts.ts";
import { toWire } from "../contract/wire.ts";
import { ledgerCsv } from "../credits/ledger-csv.ts";
import { db } from "../db/index.ts";
import { listBatches } from "../generations/batches/read.ts";
import type { ArchiveEntry } from "../generations/history/archive.ts";
import { present } from "../generations/history/present.ts";
import { listKeysByKey } from "../keys/by-key.ts";
import { listLooks } from "../looks/looks.ts";
import { accountsOf, isTestAccount } from "../platform/ids.ts";
import { listEndpoints } from "../webhooks/endpoints.ts";
import { listEvents } from "../webhooks/events.ts";
import { nameOf, resultFiles, uploadedFiles, workOf } from "./pictures.ts";

const rowsAtOnce = 100;

const readme = `Everything that this service keeps of your account.

profile.json            you, your plan and balance, your sessions
ledger.csv              every movement of credits
work.json               photos and cut-outs, with what they were ordered with; "file" is where the result is
batches.json            orders of several
looks.json              brand looks
keys.json               API keys, without the keys themselves
webhook-endpoints.json  addresses that events are sent to, without their secrets
events.json             what happened, of the last weeks
audit-events.json       who did what
receipts.json           payments, with the receipts as they were issued
files/results           finished photos and cut-outs
files/originals         pictures that you uploaded
files/masks             corrected masks
test-mode               the same of test mode, if you use it

The fields are those of the API; its documentation says what they mean.
`;

/**
 * The files of an export, streamed: at most a page of rows or one picture is in memory. Files that the image host
 * does not deliver are listed in a file of their own.
 */
export async function* exportContents(userId: string): AsyncGenerator<ArchiveEntry> {
  yield textFile("README.txt", readme);
  const missing: string[] = [];
  for (const accountId of accountsOf(userId)) {
    if (isTestAccount(accountId) && (await db().user.count({ where: { id: accountId } })) === 0) continue;
    yield* contentsOf(accountId, isTestAccount(accountId) ? "test-mode/" : "", missing);
  }
  if (missing.length === 0) return;
  yield textFile(
    "not-included.txt",
    `The image host did not deliver these pictures:\n\n${missing.join("\n")}\n`,
  );
}

async function* contentsOf(
  accountId: string,
  folder: string,
  missing: string[],
): AsyncGenerator<ArchiveEntry> {
  const by = { userId: accountId };
  const json = (name: string, pages: AsyncIterable<readonly unknown[]>) => ({
    name: `${folder}${name}.json`,
    input: jsonList(pages),
    lastModified: new Date(),
  });
  const list = (name: string, read: ReadPage) => json(name, pagesOf(read));
  if (folder === "") {
    yield textFile("profile.json", JSON.stringify(toWire(await readProfile(accountId)), null, 2));
    yield textFile("receipts.json", JSON.stringify(toWire(await listReceipts(accountId)), null, 2));
    yield list("keys", (page) => listKeysByKey(page, by));
  }
  yield { name: `${folder}ledger.csv`, input: ledgerCsv(accountId), lastModified: new Date() };
  yield json("work", presentedWork(accountId, folder));
  yield list("batches", (page) => listBatches(page, by));
  yield list("looks", (page) => listLooks(page, by));
  yield list("webhook-endpoints", (page) => listEndpoints(page, by));
  yield list("events", (page) => listEvents(page, by));
  yield list("audit-events", (page) => readAuditEvents([accountId], page));
  yield* resultFiles(accountId, folder, missing);
  yield* uploadedFiles(accountId, folder, missing);
}

async function readProfile(userId: string) {
  const user = await db().user.findUniqueOrThrow({
    where: { id: userId },
    select: { id: true, email: true, name: true, emailVerified: true, locale: true, createdAt: true },
  });
  const plan = await db().subscription.findUnique({
    where: { userId },
    select: {
      tier: true,
      status: true,
      creditsLimit: true,
      trialEndsAt: true,
      periodEndsAt: true,
      cancelAtPeriodEnd: true,
      nextTier: true,
    },
  });
  const balance = await db().balance.findUnique({
    where: { userId },
    select: { monthly: true, topup: true },
  });
  const sessions = await db().session.findMany({
    where: { userId },
    select: { createdAt: true, ipAddress: true, userAgent: true, expiresAt: true },
  });
  const billingDetails = await getBillingDetails(userId);
  return { ...user, billingDetails, plan, balance, sessions };
}

async function* presentedWork(userId: string, folder: string): AsyncGenerator<unknown[]> {
  for await (const rows of workOf(userId)) {
    const shown = await present(rows);
    yield shown.map((work, index) => {
      const row = rows[index];
      return { ...work, file: row?.status === "succeeded" ? `${folder}${nameOf(row)}` : null };
    });
  }
}

interface Page {
  data: readonly unknown[];
  nextCursor: string | null;
}

type ReadPage = (page: { cursor?: string; limit: number }) => Promise<Page>;

/** Every page of an API list. */
async function* pagesOf(read: ReadPage): AsyncGenerator<readonly unknown[]> {
  for (let cursor: string | null = null; ; ) {
    const page: Page = await read({ limit: rowsAtOnce, ...(cursor !== null && { cursor }) });
    yield page.data;
    cursor = page.nextCursor;
    if (cursor === null) return;
  }
}

const encoder = new TextEncoder();

async function* jsonList(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  yield encoder.encode("[\n");
  for await (const page of pages) {
    const lines = page.map((item) => JSON.stringify(toWire(item)));
    if (lines.length > 0) yield encoder.encode(`${isFirst ? "" : ",\n"}${lines.join(",\n")}`);
    isFirst &&= lines.length === 0;
  }
  yield encoder.encode("\n]\n");
}

const textFile = (name: string, text: string): ArchiveEntry => ({
  name,
  input: encoder.encode(text),
  lastModified: new Date(),
});
