import { createHash } from "node:crypto";
import { APIError } from "better-auth/api";
import { openAccount } from "../account-lifecycle/open.ts";
import { startTrial } from "../account-lifecycle/trial.ts";
import { attemptsOf, clearAttempts } from "../accounts/attempts.ts";
import { needsProof } from "../accounts/state.ts";
import { recordAudit } from "../audit/record.ts";
import { db, type Prisma, sql } from "../db/index.ts";
import { queuePasswordMail, queueSecondStepMail } from "../mail/security.ts";
import { because, textOf } from "../platform/reasons.ts";
import { setOperatorByClaim } from "../support/operators.ts";
import { appRules, resourceTable } from "./apps/store.ts";
import { getVisit } from "./bound-handler.ts";
import { noteSignIn } from "./devices.ts";
import { undoDays } from "./mails.ts";
import { resealSecondStep } from "./second-step.ts";
import { deviceOf } from "./sessions.ts";
import { endWaysIn } from "./ways-in.ts";

type Transaction = Prisma.TransactionClient;

/**
 * The database adapter of the auth library. Consequences of a write run in its transaction, whichever route caused
 * it: a user gets an account, a verified address starts the trial, a new password ends sessions and links, session
 * tokens are stored hashed, a closed account gets no session, an unknown device is reported to the owner.
 */
export function authStore() {
  return withRules(db(), (run) => db().$transaction(run));
}

type InTransaction = <T>(run: (tx: Transaction) => Promise<T>) => Promise<T>;

function withRules<Client extends Transaction>(client: Client, inTransaction: InTransaction): Client {
  const apps = appRules(client, inTransaction);
  const models: Record<string, object> = {
    user: override(client.user, userRules(inTransaction)),
    session: override(client.session, sessionRules(client, inTransaction)),
    account: override(client.account, accountRules(inTransaction)),
    verification: override(client.verification, verificationRules(inTransaction)),
    twoFactor: override(client.twoFactor, secondStepRules(client)),
    oauthClient: override(client.oauthClient, apps.oauthClient),
    oauthConsent: override(client.oauthConsent, apps.oauthConsent),
    oauthAccessToken: override(client.oauthAccessToken, apps.oauthAccessToken),
    oauthRefreshToken: override(client.oauthRefreshToken, apps.oauthRefreshToken),
    oauthResource: resourceTable,
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === "$transaction") {
        return <T>(run: (tx: Transaction) => Promise<T>) =>
          inTransaction((tx) => run(withRules(tx, (inner) => inner(tx))));
      }
      return (typeof name === "string" && models[name]) || Reflect.get(target, name);
    },
  });
}

function override<Delegate extends object>(delegate: Delegate, rules: object): Delegate {
  return new Proxy(delegate, {
    get: (target, name) => Reflect.get(name in rules ? rules : target, name),
  });
}

const watched = { emailVerified: true, twoFactorEnabled: true } as const;

const userRules = (inTransaction: InTransaction) => ({
  create: (args: Prisma.UserCreateArgs) =>
    inTransaction(async (tx) => {
      if (await isReserved(args.data.email, tx)) throw addressTaken();
      // Stored now, because the first mail is sent before the first sign-in, in the language of the sign-up.
      const user = await tx.user.create({
        ...args,
        data: { ...args.data, locale: getVisit().locale ?? null },
      });
      await openAccount(user.id, tx);
      await recordAudit({ ...byOwner(user.id), action: "account.created" }, tx);
      if (user.emailVerified || !needsProof()) await startTrial(user.id, tx, getVisit().clientAddress);
      return user;
    }),
  update: (args: Prisma.UserUpdateArgs) =>
    inTransaction(async (tx) => {
      const before = await tx.user.findUnique({ where: args.where, select: watched });
      const user = await tx.user.update(args);
      if (before?.emailVerified === false && user.emailVerified) {
        await startTrial(user.id, tx, getVisit().clientAddress);
      }
      if (before && before.twoFactorEnabled !== user.twoFactorEnabled) {
        await queueSecondStepMail(user.id, user.twoFactorEnabled, tx);
        const action = user.twoFactorEnabled ? "two_factor.enabled" : "two_factor.disabled";
        await recordAudit({ ...byOwner(user.id), action }, tx);
      }
      return user;
    }),
  /** `closeAccount` deletes a user with an account after its data, for a large one later than the library asks. */
  delete: ({ where }: Prisma.UserDeleteArgs) =>
    inTransaction((tx) => tx.user.deleteMany({ where: { ...where, subscription: null } })),
});

const accountRules = (inTransaction: InTransaction) => ({
  create: (args: { data: Prisma.AccountUncheckedCreateInput }) =>
    inTransaction(async (tx) => {
      const { userId, password } = args.data;
      // A user's first `account` row is the sign-up; a password added to another sign-in method is a change.
      const others = await tx.account.count({ where: { userId } });
      const account = await tx.account.create(args);
      if (others > 0 && password) await afterPasswordChange(userId, tx);
      else if (others > 0) {
        const after = { provider: account.providerId };
        await recordAudit({ ...byOwner(userId), action: "sign_in_provider.added", after }, tx);
      }
      return account;
    }),
  update: (args: Prisma.AccountUpdateArgs) =>
    inTransaction(async (tx) => {
      const account = await tx.account.update(args);
      if (args.data.password !== undefined) await afterPasswordChange(account.userId, tx);
      return account;
    }),
  updateMany: (args: Prisma.AccountUpdateManyArgs) =>
    inTransaction(async (tx) => {
      const changes = await tx.account.updateMany(args);
      if (args.data.password === undefined) return changes;
      const owners = await tx.account.findMany({
        where: args.where,
        distinct: "userId",
        select: { userId: true },
      });
      for (const { userId } of owners) await afterPasswordChange(userId, tx);
      return changes;
    }),
});

/** Ends every way in of the old password, and resets its failed attempts. */
async function afterPasswordChange(userId: string, tx: Transaction): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, email: true } });
  await endWaysIn(userId, tx);
  await clearAttempts(attemptsOf(user), tx);
  await queuePasswordMail(userId, tx);
  await recordAudit({ ...byOwner(userId), action: "password.changed" }, tx);
}

/** The actor of the sign-in pages is the proven owner, even if the request has no session yet. */
const byOwner = (userId: string) => ({ accountId: userId, byOwner: true }) as const;

const verificationRules = (inTransaction: InTransaction) => ({
  /** A newer link of a user replaces the older ones. */
  create: (args: Prisma.VerificationCreateArgs) =>
    inTransaction(async (tx) => {
      const owner = await tx.$queryRaw<unknown[]>(sql`
        SELECT id FROM "user" WHERE id = ${args.data.value} FOR UPDATE`);
      if (owner.length > 0) await tx.verification.deleteMany({ where: { value: args.data.value } });
      return await tx.verification.create(args);
    }),
});

const sessionRules = (client: Transaction, inTransaction: InTransaction) => ({
  create: (args: { data: Prisma.SessionUncheckedCreateInput }) =>
    inTransaction(async (tx) => {
      const { userId, token } = args.data;
      // Shared lock: an account is closed before this session begins, or after it exists and can be ended.
      const [account] = await tx.$queryRaw<
        { isShut: boolean; asksForCode: boolean; securedAt: Date | null }[]
      >(sql`
        SELECT s.suspended_at IS NOT NULL OR s.closing_at IS NOT NULL AS "isShut",
               u.two_factor_enabled AS "asksForCode", s.secured_at AS "securedAt"
        FROM subscription s JOIN "user" u ON u.id = s.user_id WHERE s.user_id = ${userId} FOR SHARE OF s`);
      if (account?.isShut) throw accountShut();
      // The password or code was checked before the account was secured.
      const { startedAt, isOperatorByClaim = null, path } = getVisit();
      if (account?.securedAt && startedAt && account.securedAt > startedAt) throw signInAgain();
      if (isOperatorByClaim !== null) await setOperatorByClaim(userId, isOperatorByClaim, tx);
      const session = await tx.session.create({ ...args, data: { ...args.data, token: hashToken(token) } });
      // After a password alone the library deletes this session and asks for the code.
      const isHalfway = account?.asksForCode && path?.endsWith("/sign-in/email");
      if (!isHalfway) {
        await noteSignIn(session, tx);
        const object = { type: "session", id: session.id } as const;
        const after = { device: deviceOf(session.userAgent ?? "") };
        await recordAudit({ ...byOwner(userId), action: "session.created", object, after }, tx);
      }
      return { ...session, token };
    }),
  findFirst: async (args: Prisma.SessionFindFirstArgs) => {
    const session = await client.session.findFirst({ ...args, where: hashWhere(args.where ?? {}) });
    return session && withToken(session, args.where);
  },
  findMany: async (args: Prisma.SessionFindManyArgs) => {
    const sessions = await client.session.findMany({ ...args, where: hashWhere(args.where ?? {}) });
    return sessions.map((session) => withToken(session, args.where));
  },
  update: async (args: Prisma.SessionUpdateArgs) => {
    const where = hashWhere(args.where);
    return withToken(await client.session.update({ ...args, where }), args.where);
  },
  deleteMany: (args: Prisma.SessionDeleteManyArgs) =>
    client.session.deleteMany({ ...args, where: hashWhere(args.where ?? {}) }),
});

const secondStepRules = (client: Transaction) => ({
  /** The library reuses a row that was not completed: the step counts from the time of its secret. */
  update: (args: Prisma.TwoFactorUpdateArgs) =>
    client.twoFactor.update({ ...args, data: datedStep(args.data) }),
  updateMany: (args: Prisma.TwoFactorUpdateManyArgs) =>
    client.twoFactor.updateMany({ ...args, data: datedStep(args.data) }),
  /** The library decrypts with the current secret only: values of a former one are replaced before it reads. */
  findFirst: async (args: Prisma.TwoFactorFindFirstArgs) => {
    const found = await client.twoFactor.findFirst({ ...args, select: { id: true } });
    if (found) await resealSecondStep(found.id, client);
    return await client.twoFactor.findFirst(args);
  },
});

function datedStep<Data extends { secret?: unknown }>(data: Data): Data {
  return data.secret === undefined ? data : { ...data, createdAt: new Date() };
}

/** An address that its previous owner may still take back is reserved. */
async function isReserved(email: string, tx: Transaction): Promise<boolean> {
  const [row] = await tx.$queryRaw<unknown[]>(sql`
    SELECT FROM email_change
    WHERE old_email = ${email} AND undone_at IS NULL
      AND confirmed_at > now() - ${undoDays}::int * interval '1 day'`);
  return row !== undefined;
}

function addressTaken(): APIError {
  return new APIError("UNPROCESSABLE_ENTITY", {
    code: "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL",
    message: "User already exists. Use another email.",
  });
}

function signInAgain(): APIError {
  return new APIError("UNAUTHORIZED", { code: "INVALID_EMAIL_OR_PASSWORD", message: "Sign in again." });
}

function accountShut(): APIError {
  const reason = because("account_suspended");
  return new APIError("FORBIDDEN", { code: "ACCOUNT_SHUT", message: textOf(reason), ...reason });
}

const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

function readToken(where: { token?: unknown } | undefined): string | null {
  const filter = where?.token;
  const token = typeof filter === "object" && filter !== null && "equals" in filter ? filter.equals : filter;
  return typeof token === "string" ? token : null;
}

function hashWhere<Where extends { token?: unknown }>(where: Where): Where {
  const token = readToken(where);
  return token === null ? where : { ...where, token: hashToken(token) };
}

/** Adds the token that the row was found by; the row stores only its hash. */
function withToken<Row extends object>(session: Row, where: { token?: unknown } | undefined): Row {
  const token = readToken(where);
  return token === null ? session : { ...session, token };
}
