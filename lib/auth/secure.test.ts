import { beforeEach, describe, expect, test, vi } from "vitest";
import { GET as CREDITS } from "#app/api/v1/credits/route.ts";
import { setSubscription } from "../account-lifecycle/open.ts";
import { requireAccount } from "../accounts/state.ts";
import { db, sql } from "../db/index.ts";
import { handleImageHostRequest } from "../images/embedded/index.ts";
import { createKey, createOwnKey } from "../keys/index.ts";
import { createLook } from "../looks/looks.ts";
import { findSharedLook, shareLook } from "../looks/share.ts";
import { newId, randomBase62 } from "../platform/ids.ts";
import { unseal } from "../platform/secrets.ts";
import { useDatabase } from "../testing/database.ts";
import { mailTo, readOutbox, tokenIn } from "../testing/outbox.ts";
import { productPicture } from "../testing/pictures.ts";
import { totpOf } from "../testing/totp.ts";
import { goodPassword, Visitor } from "../testing/visitor.ts";
import { someCredits } from "../testing/webhooks/receiver.ts";
import { signUpload } from "../uploads/index.ts";
import { emitEvent } from "../webhooks/emit.ts";
import { createEndpoint, updateEndpoint } from "../webhooks/endpoints.ts";
import { webhookSecretPurpose } from "../webhooks/secret.ts";
import { confirmEmailChange, requestEmailChange, undoEmailChange } from "./email-change.ts";
import { hashOfNoPassword, hashPassword, secureAccount } from "./secure.ts";
import { secureOwnAccount } from "./secure-own.ts";

await useDatabase();
beforeEach(() => void vi.useRealTimers());

const another = "eine-andere-Wolke-7";
const newAddress = () => `${randomBase62(10).toLowerCase()}@example.com`;
const sessionOf = async (userId: string) => {
  const { id } = await db().session.findFirstOrThrow({ where: { userId } });
  return { id: userId, sessionId: id };
};

/** An account some weeks old, with an intruder in it. */
async function intrudedAccount() {
  const email = newAddress();
  const owner = new Visitor();
  const { body } = await owner.signUp(email);
  const userId: string = body.user.id;
  await setSubscription(userId, { tier: "pro", status: "active", creditsLimit: 400 }, newId("row"));
  await db().$executeRaw(
    sql`UPDATE account SET created_at = now() - interval '30 days' WHERE user_id = ${userId}`,
  );
  const intruder = new Visitor();
  await intruder.signIn(email);
  return { email, userId, intruder };
}
type Taken = Awaited<ReturnType<typeof intrudedAccount>>;

async function move({ userId, email }: Taken): Promise<{ next: string; undo: string }> {
  const next = newAddress();
  await requestEmailChange(userId, next);
  await confirmEmailChange(tokenIn(await mailTo(next)));
  return { next, undo: tokenIn(await newestMail(email, "/undo-address")) };
}

async function newestMail(to: string, part: string): Promise<string> {
  return await vi.waitFor(async () => {
    const found = (await readOutbox(to)).findLast((mail) => mail.includes(part));
    if (!found) throw new Error(`no mail with ${part} to ${to} yet`);
    return found;
  }, 20_000);
}

async function credits(headers: Record<string, string>, query = ""): Promise<boolean> {
  const request = new Request(`http://localhost:3000/api/v1/credits${query}`, { headers });
  return (await CREDITS(request, { params: Promise.resolve({}) })).status === 200;
}

async function enrol(visitor: Visitor): Promise<{ secret: string; codes: string[] }> {
  const { body } = await visitor.post("/two-factor/enable", { password: goodPassword });
  const secret = new URL(body.totpURI).searchParams.get("secret") ?? "";
  await visitor.post("/two-factor/verify-totp", { code: totpOf(secret) });
  return { secret, codes: body.backupCodes };
}

async function isLinkGood(follow: () => Promise<unknown>): Promise<boolean> {
  return await follow().then(
    () => true,
    () => false,
  );
}

const endpointFields = { url: "http://127.0.0.1:9/hook", events: ["*"] };

/** A way to keep access: prepared before or after the address is moved away, then tried. */
interface Way {
  before?: (taken: Taken) => Promise<() => Promise<boolean>>;
  after?: (taken: Taken & { next: string }) => Promise<() => Promise<boolean>>;
}

const keyForms: Record<string, (key: string) => Promise<boolean>> = {
  "an API key as a bearer token": (key) => credits({ authorization: `Bearer ${key}` }),
  "an API key in X-Api-Key": (key) => credits({ "x-api-key": key }),
  "an API key in the query": (key) => credits({}, `?key=${key}`),
};

const ways: Record<string, Way> = {
  "a session": {
    before:
      async ({ intruder }) =>
      () =>
        intruder.isSignedIn(),
  },
  "a session that began after the move": {
    after: async ({ next }) => {
      const visitor = new Visitor();
      await visitor.signIn(next);
      return () => visitor.isSignedIn();
    },
  },
  "the password": {
    before:
      async ({ userId }) =>
      async () => {
        const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } });
        return (await new Visitor().signIn(email)).status === 200;
      },
  },
  ...Object.fromEntries(
    Object.entries(keyForms).map(([name, works]): [string, Way] => [
      name,
      {
        before: async ({ userId }) => {
          const { key } = await createKey({ userId, name: "intruder" });
          return () => works(key);
        },
      },
    ]),
  ),
  "an API key created from the dashboard after the move": {
    after: async ({ userId }) => {
      const key = await createOwnKey(await sessionOf(userId), { name: "intruder" });
      return () => credits({ authorization: `Bearer ${key}` });
    },
  },
  "a webhook endpoint": {
    before: async ({ userId }) => {
      await createEndpoint(endpointFields, { userId });
      return async () => {
        await emitEvent({ userId, type: "credits.low", reference: newId("row"), data: someCredits });
        return (await db().webhookDelivery.count({ where: { userId, nextAttemptAt: { not: null } } })) > 0;
      };
    },
  },
  "the secret of a webhook endpoint": {
    before: async ({ userId }) => {
      const { id, secret } = await createEndpoint(endpointFields, { userId });
      return async () => {
        const row = await db().webhookEndpoint.findUniqueOrThrow({ where: { id } });
        const sealed = [row.secret, row.previousSecret ?? row.secret];
        return sealed.some((value) => unseal(webhookSecretPurpose, value) === secret);
      };
    },
  },
  "the link of a shared look": {
    before: async ({ userId }) => {
      const look = await createLook({ name: "ours", settings: { style: "studio" } }, { userId });
      const { shareUrl } = await shareLook(look, { userId });
      return async () => (await findSharedLook(shareUrl.split("/").at(-1) ?? "")) !== null;
    },
  },
  "a link for a new password": {
    after: async ({ next }) => {
      await new Visitor().post("/request-password-reset", { email: next });
      const token = tokenIn(await newestMail(next, "/reset-password?"));
      return async () =>
        (await new Visitor().post("/reset-password", { token, newPassword: another })).status === 200;
    },
  },
  "a link that moves the account to another address": {
    after: async ({ userId }) => {
      const third = newAddress();
      await requestEmailChange(userId, third);
      const token = tokenIn(await mailTo(third));
      return () => isLinkGood(() => confirmEmailChange(token));
    },
  },
  "the link that undoes a second move": {
    after: async ({ userId, next }) => {
      const third = newAddress();
      await requestEmailChange(userId, third);
      await confirmEmailChange(tokenIn(await mailTo(third)));
      const token = tokenIn(await newestMail(next, "/undo-address"));
      return () => isLinkGood(() => undoEmailChange(token));
    },
  },
  "half of a sign-in, which a code of the second step completes": {
    after: async ({ intruder, next }) => {
      const { secret } = await enrol(intruder);
      const visitor = new Visitor();
      await visitor.signIn(next);
      return async () =>
        (await visitor.post("/two-factor/verify-totp", { code: totpOf(secret) })).status === 200;
    },
  },
  "half of a sign-in, which a recovery code completes": {
    after: async ({ intruder, next }) => {
      const { codes } = await enrol(intruder);
      const visitor = new Visitor();
      await visitor.signIn(next);
      return async () =>
        (await visitor.post("/two-factor/verify-backup-code", { code: codes[0] })).status === 200;
    },
  },
  "a second step that keeps the owner out": {
    before: async ({ intruder, userId }) => {
      await enrol(intruder);
      return async () => (await db().user.findUniqueOrThrow({ where: { id: userId } })).twoFactorEnabled;
    },
  },
  "a second step whose setting up its owner had begun a month before": {
    before: async ({ intruder, userId }) => {
      await intruder.post("/two-factor/enable", { password: goodPassword });
      await db().$executeRaw(sql`UPDATE two_factor SET created_at = now() - interval '30 days'`);
      await enrol(intruder);
      return async () => (await db().twoFactor.count({ where: { userId } })) > 0;
    },
  },
  "a second step that is set up half": {
    before: async ({ intruder, userId }) => {
      await intruder.post("/two-factor/enable", { password: goodPassword });
      return async () => (await db().twoFactor.count({ where: { userId } })) > 0;
    },
  },
  "a provider that was added": {
    after: async ({ userId }) => {
      await db().account.create({
        data: { id: newId("row"), userId, providerId: "google", accountId: newId("row"), accessToken: "x" },
      });
      return async () => (await db().account.count({ where: { userId, providerId: "google" } })) > 0;
    },
  },
  "a device whose sign-in is no longer mailed": {
    before: async ({ intruder, email, userId }) => {
      const countMails = (recipient: string) =>
        db().outgoingMail.count({ where: { recipient, subject: "New sign-in to your account" } });
      expect(await countMails(email)).toBe(1);
      return async () => {
        await db().account.updateMany({
          where: { userId },
          data: { password: await hashPassword(goodPassword) },
        });
        const { email: present } = await db().user.findUniqueOrThrow({ where: { id: userId } });
        const mailed = await countMails(present);
        expect((await intruder.signIn(present)).status).toBe(200);
        return (await countMails(present)) === mailed;
      };
    },
  },
  "a signed upload": {
    before: async ({ userId }) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 60_000 });
      const { uploadUrl, signature, timestamp, apiKey, folder } = await signUpload({}, { userId });
      vi.useRealTimers();
      return async () => {
        const form = new FormData();
        const fields = { api_key: apiKey, timestamp: String(timestamp), signature, folder };
        for (const [name, value] of Object.entries(fields)) form.append(name, value);
        form.append("file", new Blob([new Uint8Array(await productPicture())]), "a.jpg");
        return (await handleImageHostRequest(new Request(uploadUrl, { method: "POST", body: form }))).ok;
      };
    },
  },
};

describe.each(Object.entries(ways))("%s", (_, way) => {
  async function prepare() {
    const taken = await intrudedAccount();
    const early = await way.before?.(taken);
    const moved = await move(taken);
    const late = await way.after?.({ ...taken, ...moved });
    return { ...taken, ...moved, enter: early ?? late ?? (async () => false) };
  }

  test("lets an intruder in before the change of address is undone", async () => {
    const { enter } = await prepare();
    expect(await enter()).toBe(true);
  });

  test("lets nobody in after the change of address is undone", async () => {
    const { undo, enter } = await prepare();
    await undoEmailChange(undo);
    expect(await enter()).toBe(false);
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
    const look = await createLook({ name: "ours", settings: { style: "studio" } }, { userId });
    await secureAccount(userId, { suspectedAt: new Date(), passwordHash: null, endsUndoLinks: false });
    const refused = { code: "invalid_api_key" };
    await expect(createEndpoint(endpointFields, by)).rejects.toMatchObject(refused);
    await expect(updateEndpoint({ id, status: "enabled" }, by)).rejects.toMatchObject(refused);
    await expect(shareLook(look, by)).rejects.toMatchObject(refused);
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
    expect([await intruder.isSignedIn(), await credits({ "x-api-key": key })]).toEqual([true, true]);
    expect(await secureOwnAccount(user, { currentPassword: goodPassword, newPassword: another })).toBeNull();
    expect([await intruder.isSignedIn(), await credits({ "x-api-key": key })]).toEqual([false, false]);
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
  look: "ended",
  email_change: "ended",
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
        "closed_account",
        "generation",
        "hosted_picture",
        "idempotency_key",
        "ledger_entry",
      ],
      ...["payment_receipt", "picture_mask", "preview_day", "rate_limit", "subscription"],
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
  "two_factor.secret": "dropped if new",
  "two_factor.backup_codes": "dropped if new",
  "sign_in_device.hash": "forgotten",
  "email_change.confirm_hash": "ended",
  "email_change.undo_hash": "later ones are ended with the one that is opened",
  "api_key.hash": "revoked",
  "api_key.previous_hash": "revoked",
  "look.share_hash": "ended",
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
