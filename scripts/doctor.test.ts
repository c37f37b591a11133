import { expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { describeFindings, examine, model, serve, serveMail, stripe } from "./doctor/broken-setups.ts";

test("finds no problem in a correct setup", async () => {
  const services = await serve((request, response) => {
    const isStripe = request.url?.startsWith("/v1/events");
    const key = isStripe ? stripe.STRIPE_SECRET_KEY : model.OPENAI_COMPATIBLE_API_KEY;
    const isKnown = request.headers.authorization === `Bearer ${key}`;
    response.writeHead(isKnown ? 200 : 401).end("{}");
  });
  const report = await examine({
    ...model,
    ...stripe,
    OPENAI_COMPATIBLE_BASE_URL: services,
    STRIPE_API_URL: services,
    SMTP_URL: await serveMail(),
  });
  expect(report.findings).toEqual([]);
  expect(report).toMatchObject({ code: 0, status: "ok" });
  expect(new Set(report.checks.map(({ status }) => status))).toEqual(new Set(["ok"]));
});

// One that ends the examination and one of another service.
describeFindings(["a database server that is down"]);

test("finds a late backup, problems of the ledger and a missing worker, and warns of backups on the same disk", async () => {
  const at = new Date(Date.now() - 72 * 60 * 60 * 1000);
  await db().backupRun.create({ data: { place: "folder", name: "a", startedAt: at, finishedAt: at } });
  await db().creditAudit.create({ data: { finishedAt: at, durationMs: 1, entries: 1, problems: 3 } });
  await db().appProcess.deleteMany();
  const { findings } = await examine({
    BACKUP_SCHEDULE: "17 3 * * *",
    BACKUP_PASSPHRASE: "a passphrase of some length",
  });
  expect(new Map(findings.map(({ key, fix }) => [key, fix]))).toEqual(
    new Map([
      ["backup_late", expect.stringContaining("backup run")],
      ["backup_same_disk", expect.stringContaining("BACKUP_URL")],
      ["ledger_problems", expect.stringContaining("credits audit")],
      ["worker_missing", expect.stringContaining("npm run worker")],
    ]),
  );
});
