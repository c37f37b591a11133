import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ensurePostgres } from "#lib/db/embedded.ts";
import { reportCapacity, sendHeartbeat } from "#lib/db/heartbeat.ts";
import { db } from "#lib/db/index.ts";
import { noteSecrets } from "#lib/db/installation-secrets.ts";
import { deployMigrations } from "#lib/db/migrate.ts";
import { env } from "#lib/platform/env.ts";
import { makeCertificate } from "#lib/testing/certificates.ts";
import { compiledSources } from "#lib/testing/compiled.ts";
import { createEmptyDatabase, useDatabase } from "#lib/testing/database.ts";
import { startMailServer } from "#lib/testing/smtp.ts";
import { deepTest, rowsOf } from "#lib/testing/trials.ts";
import type { FindingKey } from "./doctor/findings.ts";
import { runNode } from "./parts/child.ts";

const url = await useDatabase();
const script = fileURLToPath(new URL("doctor.ts", import.meta.url));
const secret = "the-secret-of-this-installation-0123456789";
const servers: { close(): void }[] = [];
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "photos-doctor-"));
  Object.assign(env(), { AUTH_SECRET: secret });
  await noteSecrets();
  reportCapacity(() => ({ slots: 1, paces: {} }));
});
beforeEach(async () => {
  await Promise.all([
    db().backupRun.deleteMany(),
    db().creditAudit.deleteMany(),
    db().appProcess.deleteMany(),
  ]);
  await sendHeartbeat();
  // A worker on another machine, whose heartbeat interval outlasts the test: its lock cannot be checked from here.
  await db().appProcess.create({
    data: { bootId: "boot_elsewhere", instance: "elsewhere", slots: 1, heartbeatMs: 3_600_000 },
  });
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
});

interface Report {
  status: string;
  checks: { name: string; status: string }[];
  findings: { key: string; severity: string; message: string; fix: string }[];
}

/** The doctor's report on a setup that is correct except for `change`. */
async function examine(change: Setup = {}): Promise<Report & { code: number | null }> {
  const setup: Setup = {
    ...compiledSources,
    PATH: process.env.PATH,
    NODE_ENV: "production",
    BASE_URL: "http://localhost:3000",
    DATA_DIR: folder,
    DATABASE_URL: url,
    AUTH_SECRET: secret,
    DISK_FLOOR_MB: "1",
    ...change,
  };
  const given = Object.entries(setup).filter(([, value]) => value !== undefined);
  const { code, output } = await runNode([script, "--json"], Object.fromEntries(given) as NodeJS.ProcessEnv);
  const line = output.split("\n").find((text) => text.startsWith("{"));
  if (!line) throw new Error(`the doctor said: ${output}`);
  return { code, ...JSON.parse(line) };
}

async function serve(answer: RequestListener): Promise<string> {
  const server: Server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An address where nothing listens any more. */
async function serveNothing(): Promise<string> {
  const address = await serve(() => undefined);
  const server = servers.pop();
  server?.close();
  return address;
}

async function serveMail(): Promise<string> {
  const server = await startMailServer();
  servers.push(server);
  return server.url;
}

/** A mail server that rejects every connection. */
async function serveClosedMail(): Promise<string> {
  const server = createTcpServer((socket) => socket.end("554 no mail from you\r\n")).listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.push(server);
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const model = {
  IMAGE_MODEL: "openai-compatible/painter",
  OPENAI_COMPATIBLE_API_KEY: "canary-of-a-key",
};
const stripe = {
  STRIPE_SECRET_KEY: "sk_test_canary0123456789",
  STRIPE_WEBHOOK_SECRET: "whsec_canary0123456789",
};

type Setup = Record<string, string | undefined>;

async function makeFolder(name: string, file: string, text: string): Promise<string> {
  const dataDir = await mkdtemp(path.join(folder, name));
  await writeFile(path.join(dataDir, file), text);
  return dataDir;
}
/** Without the folder of the socket file, which would take the place of the host. */
const address = (change: Partial<URL>) => ({
  DATABASE_URL: Object.assign(new URL(url), { search: "" }, change).href,
});
const models = async (answer: RequestListener) => ({
  ...model,
  OPENAI_COMPATIBLE_BASE_URL: await serve(answer),
});

/** Signs results with a certificate for so many days. */
async function certified(days: number): Promise<Setup> {
  const { chain, key } = makeCertificate({ days });
  const place = await makeFolder("certified-", "chain.pem", chain);
  await writeFile(path.join(place, "key.pem"), key);
  return { C2PA_CERT: path.join(place, "chain.pem"), C2PA_KEY: path.join(place, "key.pem") };
}

/** Each breaks one part of the setup; with the expected finding and a pattern for its fix. */
const broken: Record<string, readonly [FindingKey, RegExp, Setup | (() => Promise<Setup>)]> = {
  "a setting that is misspelled": ["configuration_invalid", /docs\/configuration\.md/, { PORT: "eighty" }],
  "an AUTH_SECRET that is too short": ["configuration_invalid", /\.env/, { AUTH_SECRET: "short" }],
  "another AUTH_SECRET": [
    "secret_changed",
    /AUTH_SECRET_PREVIOUS/,
    { AUTH_SECRET: "another-secret-than-the-one-before-0123" },
  ],
  "no AUTH_SECRET": ["secret_changed", /AUTH_SECRET/, { AUTH_SECRET: undefined }],
  "a damaged file of secrets": [
    "secrets_damaged",
    /Restore it from a backup/,
    async () => ({ DATA_DIR: await makeFolder("damaged-", "secrets.json", ""), AUTH_SECRET: undefined }),
  ],
  "a wrong user of the database": [
    "database_refused",
    /user and the password of DATABASE_URL/,
    address({ username: "nobody", password: "canary-word" }),
  ],
  "a database that is not there": ["database_unknown", /CREATE DATABASE/, address({ pathname: "/none" })],
  "a database server that is down": ["database_unreachable", /Start PostgreSQL/, address({ port: "9" })],
  "an embedded database that does not run": [
    "database_not_running",
    /npm start/,
    { DATABASE_URL: undefined },
  ],
  "migrations that were not applied": [
    "migrations_pending",
    /npm run migrate -- deploy/,
    async () => {
      const empty = await createEmptyDatabase();
      servers.push({ close: () => void empty.drop() });
      return { DATABASE_URL: empty.url };
    },
  ],
  "a data directory that cannot be written": [
    "data_dir_not_writable",
    /chown/,
    async () => ({ DATA_DIR: path.join(await makeFolder("closed-", "file", ""), "file/data") }),
  ],
  "a data directory that was copied": [
    "data_dir_moved",
    /installation adopt/,
    async () => ({
      DATA_DIR: await makeFolder("copied-", "installation.json", JSON.stringify({ path: folder })),
      DATABASE_URL: undefined,
    }),
  ],
  "a disk that is nearly full": ["disk_full", /Free space/, { DISK_FLOOR_MB: "1000000000" }],
  "a key that Stripe does not know": [
    "stripe_refused",
    /Developers, API keys/,
    async () => ({
      ...stripe,
      STRIPE_API_URL: await serve((_request, response) => response.writeHead(401).end('{"error":{}}')),
    }),
  ],
  "a Stripe that cannot be reached": [
    "stripe_unreachable",
    /api\.stripe\.com/,
    async () => ({ ...stripe, STRIPE_API_URL: await serveNothing() }),
  ],
  "a mail server that refuses": [
    "mail_fails",
    /SMTP_URL/,
    async () => ({ SMTP_URL: await serveClosedMail() }),
  ],
  "an issuer that is another one": [
    "issuer_unusable",
    /openid-configuration/,
    async () => {
      const document = { issuer: "https://other.example", jwks_uri: "https://other.example/keys" };
      const endpoints = {
        authorization_endpoint: "https://other.example/a",
        token_endpoint: "https://other.example/t",
      };
      const issuer = await serve((_request, response) =>
        response.end(JSON.stringify({ ...document, ...endpoints })),
      );
      return { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: "photos", OIDC_CLIENT_SECRET: "canary" };
    },
  ],
  "a key that a provider of models does not know": [
    "model_refused",
    /OPENAI_COMPATIBLE_API_KEY/,
    () => models((_request, response) => response.writeHead(401).end("{}")),
  ],
  "a clock that goes wrong": [
    "clock_skewed",
    /systemd-timesyncd/,
    () => {
      const past = () => new Date(Date.now() - 600_000).toUTCString();
      return models((_request, response) => response.writeHead(200, { Date: past() }).end("{}"));
    },
  ],
  "a certificate that has expired": ["signing_fails", /C2PA_CERT/, () => certified(-1)],
  // Where the package runs that signs.
  ...(process.platform === "linux" && process.arch === "x64"
    ? { "a certificate that soon expires": ["certificate_expires", /Renew it/, () => certified(20)] as const }
    : {}),
  "a public address without its proxy": [
    "proxies_missing",
    /TRUSTED_PROXIES/,
    async () => ({
      BASE_URL: "https://photos.example",
      METRICS_TOKEN: "a-token-of-24-characters",
      SMTP_URL: await serveMail(),
    }),
  ],
};

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

deepTest("checks the running embedded database when no setting names a database", async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "photos-doctor-embedded-"));
  const postgres = await ensurePostgres(dataDir);
  try {
    await deployMigrations(postgres.url);
    const embedded = { DATA_DIR: dataDir, DATABASE_URL: undefined, AUTH_SECRET: undefined };
    const { checks, findings } = await examine(embedded);
    expect(checks.filter(({ status }) => status === "skipped")).toEqual([]);
    // No server or worker runs in that setup.
    expect(findings.filter(({ severity }) => severity === "error").map(({ key }) => key)).toEqual([
      "worker_missing",
    ]);
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  }
});

// In the fast tier one that ends the examination.
const faults = Object.entries(broken);
test.each(
  rowsOf(
    faults,
    faults.filter(([name]) => name === "a database server that is down"),
  ),
)("finds %s, and names its fix", async (_name, [key, fix, setup]) => {
  const report = await examine(typeof setup === "function" ? await setup() : setup);
  expect(report.findings.map((finding) => finding.key)).toEqual([key]);
  const [finding] = report.findings;
  expect(finding?.fix).toMatch(fix);
  expect(report).toMatchObject({ code: finding?.severity === "error" ? 1 : 2, status: finding?.severity });
  // The report never contains a secret.
  expect(JSON.stringify(report)).not.toContain("canary");
});

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

deepTest("finds failing backups, and what backups do not protect", async () => {
  const keys = async (change = {}) => (await examine(change)).findings.map(({ key, fix }) => [key, fix]);
  // Nothing listens there: the place of backups is not called.
  const scheduled = {
    BACKUP_SCHEDULE: "17 3 * * *",
    BACKUP_URL: "s3+http://key:secret@127.0.0.1:9/backups",
    BACKUP_PASSPHRASE: "a passphrase of some length",
  };
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
});
