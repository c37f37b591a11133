import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { run } from "../../scripts/admin.ts";
import { getAccount } from "../accounts/state.ts";
import { closeAccount } from "../closing/close-account.ts";
import { db, sql } from "../db/index.ts";
import { noteSecrets } from "../db/installation-secrets.ts";
import { env } from "../platform/env.ts";
import { newId } from "../platform/ids.ts";
import { log } from "../platform/log.ts";
import { secret } from "../platform/secrets.ts";
import { makeAccount } from "../testing/accounts.ts";
import { laterCodeOf } from "../testing/auth/later-code.ts";
import { compiledSources } from "../testing/compiled.ts";
import { useDatabase } from "../testing/database.ts";
import { restartWithSecrets } from "../testing/secrets.ts";
import { deepTest } from "../testing/trials.ts";
import { enrol, newPerson, Visitor } from "../testing/visitor.ts";
import { makeSecret, signedHeaders } from "../webhooks/secret.ts";
import { countSealed, resealValues, secretsTask } from "./secret-rotation.ts";

await useDatabase();
const [first = "", second = "", third = ""] = ["1", "2", "3"].map((digit) => `secret ${digit} `.repeat(4));
const folder = await mkdtemp(path.join(os.tmpdir(), "photos-rotations-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(async () => {
  // A data directory that has a secret adds it to the former ones, so each test begins with an empty one.
  Object.assign(env(), { DATA_DIR: await mkdtemp(path.join(folder, "data-")) });
  for (const table of ["installation_secret", "webhook_endpoint", "two_factor"]) {
    await db().$executeRawUnsafe(`DELETE FROM ${table}`);
  }
});

/** Runs what a process does at start, then the scheduled task. */
async function runTask(): Promise<void> {
  await noteSecrets();
  await secretsTask.run({}, new AbortController().signal);
}

async function addEndpoint(userId: string): Promise<string> {
  const made = makeSecret();
  const former = makeSecret();
  await db().webhookEndpoint.create({
    data: {
      id: newId("whe"),
      userId,
      url: "https://example.com",
      events: ["*"],
      secret: made.sealed,
      previousSecret: former.sealed,
    },
  });
  return made.secret;
}

/** Throws if the endpoint's events are not signed so that its owner can verify them. */
async function verifyEndpoint(userId: string, clearSecret: string): Promise<void> {
  const { secret: sealed, previousSecret } = await db().webhookEndpoint.findFirstOrThrow({
    where: { userId },
  });
  const at = new Date();
  const headers = signedHeaders({
    eventId: "evt",
    at,
    body: "{}",
    sealedSecrets: [sealed, previousSecret ?? ""],
  });
  expect(headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  new Webhook(clearSecret).verify("{}", headers);
}

async function enrolled() {
  const { email, visitor } = await newPerson();
  const { secret, codes } = await enrol(visitor);
  return { email, visitor, totp: secret, codes };
}

async function signIn(email: string, path: string, code: string | undefined): Promise<boolean> {
  const visitor = new Visitor();
  await visitor.signIn(email);
  await visitor.post(path, { code });
  return await visitor.isSignedIn();
}

const formerCount = async () => (await countSealed()).reduce((sum, { former }) => sum + former, 0);
const unreadableCount = async () =>
  (await countSealed()).reduce((sum, { unreadable }) => sum + unreadable, 0);

test("second steps survive a rotation of AUTH_SECRET, and sessions end with it", async () => {
  restartWithSecrets({ current: first });
  await noteSecrets();
  const { email, visitor, totp, codes } = await enrolled();
  const idle = await enrolled();

  restartWithSecrets({ current: second, previous: first });
  expect(await visitor.isSignedIn()).toBe(false);
  expect(await signIn(email, "/two-factor/verify-backup-code", codes[0])).toBe(true);
  expect(await signIn(email, "/two-factor/verify-backup-code", codes[0])).toBe(false);

  await runTask();
  restartWithSecrets({ current: second });
  expect(await signIn(email, "/two-factor/verify-totp", await laterCodeOf(totp))).toBe(true);
  expect(await signIn(idle.email, "/two-factor/verify-totp", await laterCodeOf(idle.totp))).toBe(true);
  expect(await signIn(idle.email, "/two-factor/verify-backup-code", idle.codes[0])).toBe(true);
});

test("a session cookie that another secret signed, or that is malformed, is rejected", async () => {
  restartWithSecrets({ current: first });
  const { visitor } = await newPerson();
  restartWithSecrets({ current: third, previous: second });
  expect(await visitor.isSignedIn()).toBe(false);
  const [[name = "", value = ""] = []] = visitor.cookies;
  for (const forged of ["%", "", "a.b", `${value.slice(0, -44)}${"A".repeat(43)}=`, `.${value.slice(-44)}`]) {
    visitor.cookies.set(name, forged);
    expect(await visitor.isSignedIn()).toBe(false);
  }
});

test("webhook signatures stay valid during and after a rotation of AUTH_SECRET", async () => {
  restartWithSecrets({ current: first });
  await noteSecrets();
  const { userId } = await makeAccount();
  const clear = await addEndpoint(userId);
  restartWithSecrets({ current: second, previous: first });
  await verifyEndpoint(userId, clear);
  expect(await formerCount()).toBe(2);
  const logged = vi.spyOn(log, "info");
  await runTask();
  expect(logged).toHaveBeenLastCalledWith(
    expect.objectContaining({ replaced: 2 }),
    expect.stringMatching(/sealed under the current AUTH_SECRET/),
  );
  expect([await formerCount(), await resealValues()]).toEqual([0, 0]);
  restartWithSecrets({ current: second });
  await verifyEndpoint(userId, clear);
});

test("secrets status counts values sealed with the former secret, and exits with 1 while it is needed", async () => {
  restartWithSecrets({ current: first });
  await noteSecrets();
  const { userId } = await makeAccount();
  await addEndpoint(userId);
  restartWithSecrets({ current: second, previous: first });
  const printed: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line) => void printed.push(String(line)));
  expect(await run(["secrets", "status"])).toBe(1);
  expect(printed.join("\n")).toMatch(
    /webhook secrets +0 current, 1 former, 0 unreadable\n.*Keep AUTH_SECRET_PREVIOUS/s,
  );
  expect(await run(["secrets", "reseal"])).toBe(0);
  expect(await run(["secrets", "status"])).toBe(0);
  expect(printed.at(-1)).toMatch(/^No stored value needs a former secret\./);
  restartWithSecrets({ current: third });
  expect(await run(["secrets", "status"])).toBe(1);
  expect(printed.at(-1)).toMatch(/set AUTH_SECRET_PREVIOUS to it/);
});

test("a mailbox gets no second trial after a rotation of AUTH_SECRET while the former one is configured", async () => {
  restartWithSecrets({ current: first });
  const { email, userId } = await newPerson();
  await closeAccount(userId);
  restartWithSecrets({ current: second, previous: first });
  await new Visitor().signUp(email);
  expect(await getAccount(email)).toMatchObject({ status: "canceled", trialRefusal: "mailbox" });
  const { email: stranger } = await newPerson();
  expect(await getAccount(stranger)).toMatchObject({ status: "trialing" });
});

test("a network known before a rotation of AUTH_SECRET is not mailed as a new one", async () => {
  restartWithSecrets({ current: first });
  const { email } = await newPerson(new Visitor("203.0.113.7"));
  restartWithSecrets({ current: second, previous: first });
  await new Visitor("203.0.113.8").signIn(email);
  restartWithSecrets({ current: second });
  await new Visitor("203.0.113.9").signIn(email);
  expect(await db().outgoingMail.count({ where: { recipient: email } })).toBe(0);
});

test("an installation can move from the secret in its data directory to AUTH_SECRET, also on another machine", async () => {
  restartWithSecrets({});
  await noteSecrets();
  const { userId } = await makeAccount();
  const clear = await addEndpoint(userId);
  const { email, totp } = await enrolled();
  const imageSecret = secret("image-host-api-secret");

  restartWithSecrets({ current: first });
  await verifyEndpoint(userId, clear);
  // Picture URLs are signed with a secret of the data directory, which does not change.
  expect(secret("image-host-api-secret")).toBe(imageSecret);

  const { root } = JSON.parse(await readFile(path.join(env().DATA_DIR, "secrets.json"), "utf8"));
  Object.assign(env(), { DATA_DIR: await mkdtemp(path.join(folder, "other-machine-")) });
  restartWithSecrets({ current: first, previous: root });
  await verifyEndpoint(userId, clear);
  await runTask();
  restartWithSecrets({ current: first });
  await verifyEndpoint(userId, clear);
  expect(await signIn(email, "/two-factor/verify-totp", await laterCodeOf(totp))).toBe(true);
});

test("an AUTH_SECRET unknown to the database is logged at start and for values that it cannot open", async () => {
  restartWithSecrets({});
  secret("auth");
  restartWithSecrets({ current: first });
  await noteSecrets();
  const { userId } = await makeAccount();
  const clear = await addEndpoint(userId);
  const { email, totp } = await enrolled();
  const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);

  restartWithSecrets({ current: third });
  await noteSecrets();
  expect(logged).toHaveBeenLastCalledWith(
    expect.anything(),
    expect.stringMatching(/used with another AUTH_SECRET: set AUTH_SECRET_PREVIOUS/),
  );
  await expect(verifyEndpoint(userId, clear)).rejects.toThrow("cannot be read any more");
  expect(await signIn(email, "/two-factor/verify-totp", await laterCodeOf(totp))).toBe(false);
  const reasons = logged.mock.calls.flatMap(([fields]) => (fields as { err?: Error }).err?.message ?? []);
  expect(reasons).toContainEqual(expect.stringMatching(/second step of usr_.*AUTH_SECRET_PREVIOUS/));
  // Two secrets of the endpoint, and two of the second step.
  expect(await unreadableCount()).toBe(4);
  expect(await resealValues()).toBe(0);

  restartWithSecrets({ current: third, previous: first });
  await runTask();
  restartWithSecrets({ current: third });
  await verifyEndpoint(userId, clear);
  expect(await signIn(email, "/two-factor/verify-totp", await laterCodeOf(totp))).toBe(true);
});

test("concurrent resealing replaces each value once", async () => {
  restartWithSecrets({ current: first });
  const { userId } = await makeAccount();
  for (let count = 0; count < 3; count += 1) await addEndpoint(userId);
  restartWithSecrets({ current: second, previous: first });
  const shares = await Promise.all([resealValues(), resealValues()]);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(6);
  expect(await formerCount()).toBe(0);
});

deepTest(
  "resealing that was killed midway continues in two processes and replaces each value once",
  async () => {
    restartWithSecrets({ current: first });
    const { userId } = await makeAccount();
    const made = Array.from({ length: 700 }, () => makeSecret());
    const rows = made.map(({ sealed }, index) => ({ id: `whe_${String(index).padStart(5, "0")}`, sealed }));
    await db().$executeRaw(sql`
    INSERT INTO webhook_endpoint (id, user_id, url, events, secret)
    SELECT r->>'id', ${userId}, 'https://example.com', ARRAY['*'], r->>'sealed'
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`);
    restartWithSecrets({ current: second, previous: first });

    const victim = startProcess();
    const where = { id: "whe_00000", secret: rows[0]?.sealed ?? "" };
    while ((await db().webhookEndpoint.count({ where })) === 1) await delay(5);
    victim.kill("SIGKILL");
    await once(victim, "exit");
    const left = await formerCount();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(700);

    const shares = await Promise.all([startProcess(), startProcess()].map(resultOf));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(left);
    restartWithSecrets({ current: second });
    expect(await countSealed()).toContainEqual(
      expect.objectContaining({ name: "webhook secrets", current: 700, former: 0, unreadable: 0 }),
    );
  },
);

function startProcess(): ChildProcess {
  const { DATABASE_URL, DATA_DIR } = env();
  const secrets = { AUTH_SECRET: second, AUTH_SECRET_PREVIOUS: first };
  return fork(path.join(import.meta.dirname, "../testing/auth/reseal-child.ts"), {
    env: {
      NODE_ENV: "test",
      LOG_LEVEL: "silent",
      DATA_DIR,
      ...compiledSources,
      ...secrets,
      ...(DATABASE_URL && { DATABASE_URL }),
    },
  });
}

async function resultOf(child: ChildProcess): Promise<number> {
  const [[replaced]] = await Promise.all([once(child, "message"), once(child, "exit")]);
  return Number(replaced);
}
