import { beforeEach, describe, expect, test, vi } from "vitest";
import { requireAccount } from "../accounts/state.ts";
import { db, sql } from "../db/index.ts";
import { createKey, createOwnKey } from "../keys/index.ts";
import { newId } from "../platform/ids.ts";
import {
  another,
  credits,
  endpointFields,
  intrudedAccount,
  move,
  newestMail,
  prepareWays,
  sessionOf,
  ways,
} from "../testing/auth/ways-to-stay.ts";
import { useDatabase } from "../testing/database.ts";
import { tokenIn } from "../testing/outbox.ts";
import { deepTest } from "../testing/trials.ts";
import { enrol, goodPassword, Visitor } from "../testing/visitor.ts";
import { signUpload } from "../uploads/index.ts";
import { createEndpoint, updateEndpoint } from "../webhooks/endpoints.ts";
import { undoEmailChange } from "./email-change.ts";
import { hashOfNoPassword, secureAccount } from "./secure.ts";
import { secureOwnAccount } from "./secure-own.ts";

await useDatabase();
beforeEach(() => void vi.useRealTimers());

/** Ways that do not affect each other, so that one account has them all. */
const together = [
  "a session",
  "a session that began after the move",
  "the password",
  "an API key as a bearer token",
  "an API key in X-Api-Key",
  "an API key in the query",
  "an API key created from the dashboard after the move",
  "a webhook endpoint",
  "the secret of a webhook endpoint",
  "a link for a new password",
  "a provider that was added",
  "a signed upload",
];

describe.each([[together], [["a second step that keeps the owner out"]]])("%j", (names) => {
  test("lets nobody in after the change of address is undone", async () => {
    const { undo, listOpen } = await prepareWays(names);
    await undoEmailChange(undo);
    expect(await listOpen()).toEqual([]);
  });
});

describe.each(Object.keys(ways))("%s", (name) => {
  deepTest("lets an intruder in before the change of address is undone", async () => {
    const { listOpen } = await prepareWays([name]);
    expect(await listOpen()).toEqual([name]);
  });

  deepTest("lets nobody in after the change of address is undone", async () => {
    const { undo, listOpen } = await prepareWays([name]);
    await undoEmailChange(undo);
    expect(await listOpen()).toEqual([]);
  });
});

describe("an owner who recovers the account", () => {
  test("signs in with a new password, has the same plan and credits, and gets a mail that lists revoked access", async () => {
    const taken = await intrudedAccount();
    const { userId, email, intruder } = taken;
    await createKey({ userId, name: "intruder" });
    await createEndpoint(endpointFields, { userId });
    await enrol(intruder);
    const { undo } = await move(taken);
    const before = await requireAccount(userId);
    await undoEmailChange(undo);
    const after = await requireAccount(userId);
    expect(after).toEqual({ ...before, email, securedAt: expect.any(Date) });
    const mail = await db().outgoingMail.findFirstOrThrow({
      where: { recipient: email, subject: "Your account was secured" },
    });
    for (const fact of [/API keys revoked:? +1/, /endpoints paused:? +1/, /Two-step sign-in:? +removed/]) {
      expect(mail.text).toMatch(fact);
    }
    await new Visitor().post("/request-password-reset", { email });
    const token = tokenIn(await newestMail(email, "/reset-password?"));
    await new Visitor().post("/reset-password", { token, newPassword: another });
    const visitor = new Visitor();
    expect((await visitor.signIn(email, another)).status).toBe(200);
    expect(await visitor.isSignedIn()).toBe(true);
  });

  test("retains a second step and a provider older than a week, and can enable an endpoint again", async () => {
    const taken = await intrudedAccount();
    const { userId, intruder } = taken;
    await enrol(intruder);
    const old = new Date(Date.now() - 8 * 24 * 60 * 60_000);
    await db().twoFactor.update({ where: { userId }, data: { createdAt: old } });
    const google = {
      id: newId("row"),
      userId,
      providerId: "google",
      accountId: newId("row"),
      createdAt: old,
    };
    await db().account.create({ data: google });
    const { id } = await createEndpoint(endpointFields, { userId });
    const { undo } = await move(taken);
    await undoEmailChange(undo);
    expect((await db().user.findUniqueOrThrow({ where: { id: userId } })).twoFactorEnabled).toBe(true);
    expect(await db().account.count({ where: { userId, providerId: "google" } })).toBe(1);
    expect(await updateEndpoint({ id, status: "enabled" }, { userId })).toMatchObject({ securedAt: null });
  });

  test("can still undo the address change after an intruder secured the account, unless undo links were ended", async () => {
    const taken = await intrudedAccount();
    const { userId, email } = taken;
    const { undo } = await move(taken);
    const securing = { suspectedAt: new Date(), passwordHash: await hashOfNoPassword() };
    await secureAccount(userId, { ...securing, endsUndoLinks: false });
    expect(await undoEmailChange(undo)).toBe(email);
    const again = await move(taken);
    await secureAccount(userId, { ...securing, endsUndoLinks: true });
    await expect(undoEmailChange(again.undo)).rejects.toMatchObject({ code: "invalid_params" });
  });
});

describe("a request that began before the account was secured", () => {
  test("gives no access afterwards", async () => {
    const { userId } = await intrudedAccount();
    const user = await sessionOf(userId);
    const by = { userId, account: await requireAccount(userId) };
    const { id } = await createEndpoint(endpointFields, by);
    await secureAccount(userId, { suspectedAt: new Date(), passwordHash: null, endsUndoLinks: false });
    const refused = { code: "invalid_api_key" };
    await expect(createEndpoint(endpointFields, by)).rejects.toMatchObject(refused);
    await expect(updateEndpoint({ id, status: "enabled" }, by)).rejects.toMatchObject(refused);
    await expect(signUpload({}, by)).rejects.toMatchObject(refused);
    await expect(createOwnKey(user, { name: "late" })).rejects.toMatchObject(refused);
  });
});

describe("a signed-in user", () => {
  test("must give the current password to secure the account, and then signs in with the new one", async () => {
    const { userId, email, intruder } = await intrudedAccount();
    const { key } = await createKey({ userId, name: "intruder" });
    const user = { id: userId, email, name: "Grace Hopper", signedInAt: new Date() };
    const tried = [
      await secureOwnAccount(user, { currentPassword: "not my password", newPassword: another }),
      await secureOwnAccount(user, { currentPassword: goodPassword, newPassword: "1234567890" }),
      await secureOwnAccount(user, { newPassword: another }),
    ];
    expect(tried.map((problem) => problem?.field)).toEqual([
      "currentPassword",
      "password",
      "currentPassword",
    ]);
    expect([await intruder.isSignedIn(), await credits({ key })]).toEqual([true, true]);
    expect(await secureOwnAccount(user, { currentPassword: goodPassword, newPassword: another })).toBeNull();
    expect([await intruder.isSignedIn(), await credits({ key })]).toEqual([false, false]);
    expect((await new Visitor().signIn(email)).status).toBe(401);
    expect((await new Visitor().signIn(email, another)).status).toBe(200);
  });

  test("without a password can secure the account only shortly after signing in", async () => {
    const { userId, email, intruder } = await intrudedAccount();
    await db().account.deleteMany({ where: { userId } });
    const user = { id: userId, email, name: "Grace Hopper", signedInAt: new Date(Date.now() - 11 * 60_000) };
    expect((await secureOwnAccount(user, {}))?.field).toBeNull();
    expect(await secureOwnAccount({ ...user, signedInAt: new Date() }, {})).toBeNull();
    expect(await intruder.isSignedIn()).toBe(false);
  });
});

/** The effect of securing an account on each of its tables. A test fails until a new table is listed here. */
const tables: Record<string, "ended" | "paused" | "dropped if new" | "kept"> = {
  session: "ended",
  api_key: "ended",
  webhook_endpoint: "paused",
  email_change: "ended",
  // Each belongs to a key that is revoked.
  oauth_access_token: "ended",
  oauth_consent: "ended",
  oauth_refresh_token: "ended",
  support_link: "ended",
  sign_in_device: "ended",
  two_factor: "dropped if new",
  account: "dropped if new",
  // Work, money and counters give no access.
  ...Object.fromEntries(
    [
      ...[
        "balance",
        "batch",
        "billing_details",
        "closed_account",
        "generation",
        "hosted_picture",
        "idempotency_key",
        "ledger_entry",
      ],
      ...["look", "payment_receipt", "picture_mask", "preview_day", "rate_limit", "subscription"],
      // Downloads require a session.
      "account_export",
      ...["webhook_budget", "webhook_delivery", "webhook_event"],
    ].map((name) => [name, "kept"] as const),
  ),
};

/** Columns with secrets or values compared with secrets, each with the reason why it gives no access afterwards. */
const secretColumns: Record<string, string> = {
  "session.token": "ended with the session",
  "account.access_token": "of a provider; nothing here uses it",
  "account.refresh_token": "of a provider; nothing here uses it",
  "account.id_token": "of a provider; nothing here uses it",
  "account.access_token_expires_at": "no secret",
  "account.refresh_token_expires_at": "no secret",
  "account.password": "replaced",
  "billing_details.postal_code": "no secret",
  "two_factor.secret": "dropped if new",
  "two_factor.backup_codes": "dropped if new",
  "sign_in_device.hash": "forgotten",
  "email_change.confirm_hash": "ended",
  "email_change.undo_hash": "later ones are ended with the one that is opened",
  "api_key.hash": "revoked",
  "api_key.previous_hash": "revoked",
  "oauth_access_token.token": "of a revoked key",
  "oauth_refresh_token.token": "of a revoked key",
  "oauth_client.token_endpoint_auth_method": "no secret",
  "webhook_endpoint.secret": "replaced",
  "webhook_endpoint.previous_secret": "emptied",
  "webhook_endpoint.previous_secret_until": "emptied",
};
/** Hashes and codes that give no access: of addresses, requests, files and this installation. */
const harmless =
  /^(generation|batch|idempotency_key|trial_claim|tryout|sandbox_\w+|installation_secret|preview_day|ledger_entry|model_call|audit_\w+|_\w+)\./;

test("every table of an account and every column with a secret has a listed effect of securing it", async () => {
  const columns = await db().$queryRaw<{ table: string; column: string }[]>(sql`
    SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = 'public'`);
  const owned = [...new Set(columns.filter(({ column }) => column === "user_id").map(({ table }) => table))];
  expect(owned.toSorted()).toEqual(Object.keys(tables).toSorted());
  const secrets = columns
    .filter(({ column }) => /token|secret|password|hash|codes?$/.test(column))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !harmless.test(name));
  expect(secrets.toSorted()).toEqual(Object.keys(secretColumns).toSorted());
});
