import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { tried } from "#lib/testing/evidence/index.ts";
import { runWaiting } from "#lib/testing/run-waiting.ts";
import { resumeAccount, suspendAccount } from "../accounts/state.ts";
import { db, sql } from "../db/index.ts";
import { mailTask } from "../mail/queue.ts";
import { acceptLink, askForView, findLinkOf } from "../support/links.ts";
import { useDatabase } from "../testing/database.ts";
import { makeOperator } from "../testing/operators.ts";
import { mailTo, mailWith, readOutbox, tokenIn } from "../testing/outbox.ts";
import { hashesOf } from "../testing/quick-passwords.ts";
import { rowsOf } from "../testing/trials.ts";
import { goodPassword, newEmail, newPerson, type Person, Visitor } from "../testing/visitor.ts";
import { confirmEmailChange, requestEmailChange } from "./email-change.ts";
import { findOwnerOfResetLink, setPassword } from "./passwords.ts";
import { secureAccount } from "./secure.ts";
import { waysIn } from "./ways-in.ts";

await useDatabase();

const another = "eine-andere-Wolke-7";

test("a newer reset link invalidates the older one; using it invalidates all and ends every session", async () => {
  tried("way-in");
  const { email, visitor } = await newPerson();
  const elsewhere = new Visitor();
  await elsewhere.signIn(email);
  await elsewhere.post("/request-password-reset", { email });
  const older = tokenIn(await mailTo(email));
  await elsewhere.post("/request-password-reset", { email });
  const newer = tokenIn(await mailTo(email, 2));
  expect(newer).not.toBe(older);
  const reset = (token: string, newPassword: string) =>
    new Visitor().post("/reset-password", { token, newPassword });
  expect((await reset(older, another)).body.code).toBe("INVALID_TOKEN");
  expect((await reset(newer, another)).status).toBe(200);
  for (const token of [older, newer]) expect((await reset(token, "noch-ein-Vogel-3!")).status).toBe(400);
  expect([await visitor.isSignedIn(), await elsewhere.isSignedIn()]).toEqual([false, false]);
  expect((await new Visitor().signIn(email, goodPassword)).status).toBe(401);
});

test("changing the password ends other sessions and reset links, even if the request asks not to", async () => {
  tried("way-in");
  const { email, visitor } = await newPerson();
  const elsewhere = new Visitor();
  await elsewhere.signIn(email);
  await elsewhere.post("/request-password-reset", { email });
  const token = tokenIn(await mailTo(email));
  const change = { currentPassword: goodPassword, newPassword: another, revokeOtherSessions: false };
  expect((await visitor.post("/change-password", change)).status).toBe(200);
  expect([await visitor.isSignedIn(), await elsewhere.isSignedIn()]).toEqual([true, false]);
  expect(
    (await new Visitor().post("/reset-password", { token, newPassword: "noch-ein-Vogel-3!" })).status,
  ).toBe(400);
  await runWaiting(mailTask);
  const mails = await readOutbox(email);
  const notice = mails.find((mail) => mail.includes("Subject: Your password was changed"));
  expect(notice).toContain("If it was not you");
});

test("the database contains no session or reset token in clear text, and responses no session token", async () => {
  tried("way-in");
  const { email, visitor, userId } = await newPerson();
  await visitor.post("/request-password-reset", { email });
  const resetToken = tokenIn(await mailTo(email));
  const answers = [
    await new Visitor().signIn(email),
    await visitor.get("/get-session"),
    await visitor.post("/change-password", { currentPassword: goodPassword, newPassword: another }),
    await visitor.get("/get-session"),
  ];
  const [cookie = ""] = visitor.cookies.values();
  const token = decodeURIComponent(cookie).replace(/\.[^.]*$/, "");
  expect(token.length).toBeGreaterThan(20);
  for (const { status, body, text } of answers) {
    expect([status, body.token, body.session?.token]).toEqual([200, undefined, undefined]);
    expect(text).not.toMatch(/token/i);
    expect(text).not.toContain(token);
  }
  const rows = await db().$queryRaw<{ row: string }[]>(sql`
    SELECT to_jsonb(s)::text AS row FROM session s UNION ALL SELECT to_jsonb(v)::text FROM verification v
    UNION ALL SELECT to_jsonb(m)::text FROM outgoing_mail m`);
  for (const { row } of rows) {
    expect(row).not.toContain(token);
    expect(row).not.toContain(resetToken);
  }
  const hash = createHash("sha256").update(token).digest("hex");
  expect(await db().session.count({ where: { userId, token: hash } })).toBe(1);
});

test("the session cookie is HttpOnly and SameSite=Lax", async () => {
  tried("browser");
  const reply = await new Visitor().signUp("cookies@example.com");
  const [cookie = ""] = reply.headers.getSetCookie();
  expect(cookie).toMatch(/^pgs\.session_token=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
});

test("endpoints of the auth library that this service does not use answer 404", async () => {
  tried("way-in");
  const { visitor } = await newPerson();
  const posts = [
    "/update-user",
    "/change-email",
    "/revoke-session",
    "/revoke-sessions",
    "/link-social",
    "/verify-password",
  ];
  for (const path of posts) expect((await visitor.post(path, {})).status, path).toBe(404);
  const gets = [
    "/list-sessions",
    "/list-accounts",
    "/delete-user/callback?token=x",
    "/reset-password/x?callbackURL=/",
  ];
  for (const path of gets) expect((await visitor.get(path)).status, path).toBe(404);
});

test("every endpoint that sets a password rejects a bad one, and a rejected sign-up creates no user", async () => {
  tried("way-in");
  const { email, visitor } = await newPerson();
  for (const password of ["manchester1", "Grace Hopper", "qwertyuiop", "new-comer@example.com"]) {
    const { status, body } = await new Visitor().signUp("new-comer@example.com", password);
    expect([status, body.code], password).toEqual([400, "PASSWORD_REFUSED"]);
  }
  expect(await db().user.count({ where: { email: "new-comer@example.com" } })).toBe(0);
  const change = await visitor.post("/change-password", {
    currentPassword: goodPassword,
    newPassword: `${email}`,
  });
  expect(change.body.code).toBe("PASSWORD_REFUSED");
  await visitor.post("/request-password-reset", { email });
  const token = tokenIn(await mailTo(email));
  for (const path of ["/reset-password", `/reset-password?token=${token}`]) {
    const reset = await visitor.post(path, { token, newPassword: "Grace-Hopper-1" });
    expect(reset.body.code).toBe("PASSWORD_REFUSED");
  }
  expect((await visitor.post("/reset-password", { token, newPassword: another })).status).toBe(200);
});

test("deleting an account requires the password or, without one, a recent session", async () => {
  tried("way-in");
  const { visitor, userId } = await newPerson();
  expect((await visitor.post("/delete-user", {})).body.code).toBe("INVALID_PASSWORD");
  expect((await visitor.post("/delete-user", { password: "not the password" })).body.code).toBe(
    "INVALID_PASSWORD",
  );
  await db().account.updateMany({ where: { userId }, data: { password: null, providerId: "google" } });
  await db().session.updateMany({
    where: { userId },
    data: { createdAt: new Date(Date.now() - 11 * 60_000) },
  });
  expect((await visitor.post("/delete-user", {})).body.code).toBe("SESSION_EXPIRED");
  expect(await db().user.count({ where: { id: userId } })).toBe(1);
  await db().session.updateMany({ where: { userId }, data: { createdAt: new Date() } });
  expect((await visitor.post("/delete-user", {})).status).toBe(200);
  expect(await db().user.count({ where: { id: userId } })).toBe(0);
});

test("a suspended account is signed out and cannot sign in until it is resumed", async () => {
  tried("operator-accounts");
  const { email, visitor, userId } = await newPerson();
  await suspendAccount(userId);
  expect(await visitor.isSignedIn()).toBe(false);
  const refused = await visitor.signIn(email);
  expect([refused.status, refused.body.code]).toEqual([403, "ACCOUNT_SHUT"]);
  expect((await visitor.signIn(email, "not the password")).status).toBe(401);
  await resumeAccount(userId);
  expect((await visitor.signIn(email)).status).toBe(200);
});

test("sign-in hashes the password at the same cost for known and unknown addresses, so that it takes as long", async () => {
  tried("known-mails");
  const { email } = await newPerson();
  const signIn = (address: string) => hashesOf(() => new Visitor().signIn(address, "not the password"));
  const known = await signIn(email);
  expect(known).toEqual([expect.objectContaining({ N: 16_384, r: 16 })]);
  for (const stranger of ["stranger@example.com", email.toUpperCase().replace("@", "x@")]) {
    expect(await signIn(stranger)).toEqual(known);
  }
});

test("a reset link request takes a quarter of a second or more, with one response for all addresses", async () => {
  tried("known-mails");
  const { email } = await newPerson();
  for (const address of [email, "stranger@example.com"]) {
    const startedAtMs = performance.now();
    const reply = await new Visitor().post("/request-password-reset", { email: address });
    expect(performance.now() - startedAtMs).toBeGreaterThan(245);
    expect(reply.body).toEqual({
      status: true,
      message: "If this email exists in our system, check your email for the reset link",
    });
  }
});

/** Each way into an account: opens it, and returns whether it still leads anywhere. */
const ways: Record<keyof typeof waysIn, (person: Person) => Promise<() => Promise<boolean>>> = {
  async session({ email }) {
    const elsewhere = new Visitor();
    await elsewhere.signIn(email);
    return () => elsewhere.isSignedIn();
  },
  async verification({ email }) {
    await new Visitor().post("/request-password-reset", { email });
    const token = tokenIn(await mailTo(email));
    return async () => (await findOwnerOfResetLink(token)) !== null;
  },
  async email_change({ userId }) {
    const next = newEmail();
    await requestEmailChange(userId, next);
    const token = tokenIn(await mailTo(next));
    return async () =>
      await confirmEmailChange(token).then(
        () => true,
        () => false,
      );
  },
  async two_factor({ email, userId }) {
    const intruder = new Visitor();
    await intruder.signIn(email);
    await intruder.post("/two-factor/enable", { password: goodPassword });
    return async () => (await db().twoFactor.count({ where: { userId } })) > 0;
  },
  async support_link({ userId }) {
    const operator = await makeOperator();
    const id = await askForView({ userId, operatorId: operator.userId, reason: "a lost order" });
    await acceptLink(id, userId);
    return async () => (await findLinkOf(operator.userId, userId)) !== null;
  },
};

const changes: Record<string, (person: Person) => Promise<void>> = {
  async "a reset by mail"({ email }) {
    const earlier = (await readOutbox(email)).filter((mail) => mail.includes("reset-password"));
    await new Visitor().post("/request-password-reset", { email });
    const token = tokenIn(await mailWith(email, "reset-password", earlier.length + 1));
    const answer = await new Visitor().post("/reset-password", { token, newPassword: another });
    expect(answer.status).toBe(200);
  },
  async "a change by its owner"({ visitor }) {
    const change = { currentPassword: goodPassword, newPassword: another };
    expect((await visitor.post("/change-password", change)).status).toBe(200);
  },
  "a new password by the operator": ({ userId }) => setPassword(userId, another),
  async "securing the account"({ userId }) {
    await secureAccount(userId, { suspectedAt: null, passwordHash: null, endsUndoLinks: false });
  },
};

const wayNames = Object.keys(ways) as (keyof typeof waysIn)[];
const changeNames = Object.keys(changes);
const allWays = wayNames.flatMap((way) => changeNames.map((change) => [way, change] as const));
const eachOnce = wayNames.map((way, at) => [way, changeNames[at % changeNames.length] ?? ""] as const);

test.each(rowsOf(allWays, eachOnce))("an open way in by %s ends with %s", async (way, change) => {
  tried("way-in");
  const person = await newPerson();
  const isOpen = await ways[way](person);
  if (way !== "email_change") expect(await isOpen()).toBe(true);
  await changes[change]?.(person);
  expect(await isOpen()).toBe(false);
});

/** Columns with tokens that a new password does not end, each with its reason. */
const outliving: Record<string, string> = {
  "account.access_token": "of a provider; nothing here uses it",
  "account.refresh_token": "of a provider; nothing here uses it",
  "account.id_token": "of a provider; nothing here uses it",
  "api_key.hash": "programs should not stop",
  "oauth_access_token.token": "programs should not stop",
  "oauth_refresh_token.token": "programs should not stop",
  "api_key.previous_hash": "programs should not stop",
  "email_change.undo_hash": "the former address's way back",
  "look.share_hash": "shows a look, gives no access",
  "sign_in_device.hash": "a device that signed in before; gives no access",
};

test("every column with a token of an account is ended by a new password, or listed with its reason", async () => {
  const columns = await db().$queryRaw<{ table: string; column: string }[]>(sql`
    SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
    WHERE c.table_schema = 'public' AND c.column_name ~ '(token|hash)$' AND c.table_name IN (
      SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'user_id')`);
  const names = columns
    .filter(
      ({ table }) => !/^(generation|batch|idempotency_key|ledger_entry|preview_day|model_call)$/.test(table),
    )
    .map(({ table, column }) => `${table}.${column}`);
  const ended = names.filter((name) => outliving[name] === undefined);
  for (const name of ended) expect(Object.keys(waysIn)).toContain(name.split(".")[0]);
});
