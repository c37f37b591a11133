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

// One of each kind: a setting, the database, the machine, another service, a warning.
describeFindings([
  "a setting that is misspelled",
  "a database server that is down",
  "a disk that is nearly full",
  "a key that a provider of models does not know",
  "a public address without its proxy",
]);

test("finds late and failing backups, what backups do not protect, ledger problems, and a missing worker", async () => {
  const at = new Date(Date.now() - 72 * 60 * 60 * 1000);
  const keys = async (change = {}) => (await examine(change)).findings.map(({ key, fix }) => [key, fix]);
  // Nothing listens there: the place of backups is not called.
  const scheduled = {
    BACKUP_SCHEDULE: "17 3 * * *",
    BACKUP_URL: "s3+http://key:secret@127.0.0.1:9/backups",
    BACKUP_PASSPHRASE: "a passphrase of some length",
  };
  await db().backupRun.create({ data: { place: "folder", name: "a", startedAt: at, finishedAt: at } });
  expect(await keys(scheduled)).toEqual([["backup_late", expect.stringContaining("backup run")]]);
  await db().backupRun.create({
    data: { place: "folder", name: "b", finishedAt: new Date(), error: "no room" },
  });
  expect(await keys(scheduled)).toEqual([["backup_failed", expect.stringContaining("backup run")]]);
  await db().backupRun.deleteMany();
  expect(await keys({ BACKUP_SCHEDULE: "17 3 * * *", BACKUP_PICTURES: "off" })).toEqual([
    ["backup_same_disk", expect.stringContaining("BACKUP_URL")],
    ["backup_without_pictures", expect.stringContaining("Unset BACKUP_PICTURES")],
    ["backup_without_secrets", expect.stringContaining("BACKUP_PASSPHRASE")],
  ]);
  await db().creditAudit.create({ data: { finishedAt: at, durationMs: 1, entries: 1, problems: 3 } });
  expect(await keys()).toEqual([["ledger_problems", expect.stringContaining("credits audit")]]);
  await db().creditAudit.deleteMany();
  await db().appProcess.deleteMany();
  expect(await keys()).toEqual([["worker_missing", expect.stringContaining("npm run worker")]]);
});
