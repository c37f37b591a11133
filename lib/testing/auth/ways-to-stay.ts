import { expect, vi } from "vitest";
import { setSubscription } from "#lib/account-lifecycle/open.ts";
import { confirmEmailChange, requestEmailChange, undoEmailChange } from "#lib/auth/email-change.ts";
import { hashPassword } from "#lib/auth/secure.ts";
import { db, sql } from "#lib/db/index.ts";
import { handleImageHostRequest } from "#lib/images/embedded/serve.ts";
import { createKey, createOwnKey } from "#lib/keys/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { unseal } from "#lib/platform/secrets.ts";
import { signUpload } from "#lib/uploads/index.ts";
import { emitEvent } from "#lib/webhooks/emit.ts";
import { createEndpoint } from "#lib/webhooks/endpoints.ts";
import { webhookSecretPurpose } from "#lib/webhooks/secret.ts";
import { api, type TestCall } from "../api.ts";
import { mailTo, readOutbox, tokenIn } from "../outbox.ts";
import { productPicture } from "../pictures.ts";
import { enrol, goodPassword, newEmail, newPerson, Visitor } from "../visitor.ts";
import { someCredits } from "../webhooks/receiver.ts";
import { laterCodeOf } from "./later-code.ts";

export const another = "eine-andere-Wolke-7";
export const sessionOf = async (userId: string) => {
  const { id } = await db().session.findFirstOrThrow({ where: { userId } });
  return { id: userId, sessionId: id };
};

/** An account some weeks old, with an intruder in it. */
export async function intrudedAccount() {
  const { email, userId } = await newPerson();
  await setSubscription(userId, { tier: "pro", status: "active", creditsLimit: 400 }, newId("row"));
  await db().$executeRaw(
    sql`UPDATE account SET created_at = now() - interval '30 days' WHERE user_id = ${userId}`,
  );
  const intruder = new Visitor();
  await intruder.signIn(email);
  return { email, userId, intruder };
}
type Taken = Awaited<ReturnType<typeof intrudedAccount>>;

export async function move({ userId, email }: Taken): Promise<{ next: string; undo: string }> {
  const next = newEmail();
  await requestEmailChange(userId, next);
  await confirmEmailChange(tokenIn(await mailTo(next)));
  return { next, undo: tokenIn(await newestMail(email, "/undo-address")) };
}

export async function newestMail(to: string, part: string): Promise<string> {
  return await vi.waitFor(async () => {
    const found = (await readOutbox(to)).findLast((mail) => mail.includes(part));
    if (!found) throw new Error(`no mail with ${part} to ${to} yet`);
    return found;
  }, 20_000);
}

export async function credits(call: TestCall): Promise<boolean> {
  return (await api("credits", call)).status === 200;
}

async function isLinkGood(follow: () => Promise<unknown>): Promise<boolean> {
  return await follow().then(
    () => true,
    () => false,
  );
}

export const endpointFields = { url: "http://127.0.0.1:9/hook", events: ["*"] };

/** A way to keep access: prepared before or after the address is moved away, then tried. */
interface Way {
  before?: (taken: Taken) => Promise<() => Promise<boolean>>;
  after?: (taken: Taken & { next: string }) => Promise<() => Promise<boolean>>;
}

const keyForms: Record<string, (key: string) => Promise<boolean>> = {
  "an API key as a bearer token": (key) => credits({ key }),
  "an API key in X-Api-Key": (key) => credits({ headers: { "x-api-key": key } }),
  "an API key in the query": (key) => credits({ query: { key } }),
};

export const ways: Record<string, Way> = {
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
      return () => credits({ key });
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
      const third = newEmail();
      await requestEmailChange(userId, third);
      const token = tokenIn(await mailTo(third));
      return () => isLinkGood(() => confirmEmailChange(token));
    },
  },
  "the link that undoes a second move": {
    after: async ({ userId, next }) => {
      const third = newEmail();
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
        (await visitor.post("/two-factor/verify-totp", { code: await laterCodeOf(secret) })).status === 200;
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

/** An account whose address an intruder moved after preparing these ways; `enter` tries each. */
export async function prepareWays(names: readonly string[]) {
  const taken = await intrudedAccount();
  const chosen = names.map((name) => ways[name] ?? {});
  const early = [];
  for (const way of chosen) early.push(await way.before?.(taken));
  const moved = await move(taken);
  const enter: (() => Promise<boolean>)[] = [];
  for (const [at, way] of chosen.entries()) {
    const found = early[at] ?? (await way.after?.({ ...taken, ...moved }));
    if (!found) throw new Error(`there is no way "${names[at]}"`);
    enter.push(found);
  }
  return {
    ...moved,
    /** The names of the ways that give access. */
    async listOpen(): Promise<string[]> {
      const open: string[] = [];
      for (const [at, isOpen] of enter.entries()) if (await isOpen()) open.push(names[at] ?? "");
      return open;
    },
  };
}
