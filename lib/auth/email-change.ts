import { createHash, randomBytes } from "node:crypto";
import { startTrial } from "../account-lifecycle/trial.ts";
import { clearAttempts, countAttempt } from "../accounts/attempts.ts";
import { differenceOf, recordAudit } from "../audit/record.ts";
import { updateCustomer } from "../billing/customer.ts";
import { db, type Prisma, sql } from "../db/index.ts";
import { refusal } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { because } from "../platform/reasons.ts";
import { getVisit } from "./bound-handler.ts";
import { sendAddressTakenMail, sendNewAddressMail, sendOldAddressMail, undoDays } from "./mails.ts";
import { waitFor } from "./request.ts";
import { hashOfNoPassword, secureWithin } from "./secure.ts";

const dayMs = 24 * 60 * 60 * 1000;
const confirmMs = dayMs;

const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");
const newToken = () => randomBytes(24).toString("base64url");
const undoSince = () => new Date(Date.now() - undoDays * dayMs);

/**
 * Mails a link to the new address; nothing changes before it is opened. The result is the same if another account has
 * the address: only its owner is notified. Throws `invalid_params` for the user's current address.
 */
export async function requestEmailChange(userId: string, newEmail: string): Promise<void> {
  const user = await db().user.findUniqueOrThrow({ where: { id: userId } });
  if (user.email === newEmail) throw refusal(because("email_unchanged"));
  const waitSeconds = await countAttempt("emailChange", userId);
  if (waitSeconds > 0) throw refusal(waitFor(waitSeconds));
  const isFree = !(await isTaken(newEmail, userId));
  const token = newToken();
  await db().$transaction([
    db().emailChange.deleteMany({ where: { userId, confirmedAt: null } }),
    db().emailChange.create({
      data: {
        id: newId("row"),
        userId,
        oldEmail: user.email,
        newEmail,
        confirmHash: hashToken(token),
      },
    }),
  ]);
  // The page shows the same request in both cases; the token for a taken address is sent to nobody.
  if (isFree) await sendNewAddressMail(newEmail, { token, userId });
  else await sendAddressTakenMail(newEmail);
}

/** The address that a user requested and has not confirmed yet. */
export async function findPendingEmail(userId: string): Promise<string | null> {
  const pending = await db().emailChange.findFirst({
    where: { userId, confirmedAt: null, createdAt: { gt: new Date(Date.now() - confirmMs) } },
  });
  return pending?.newEmail ?? null;
}

/** Whether an address has an account, or had one that can still be moved back to it. */
export async function isTaken(email: string, exceptUserId: string | null): Promise<boolean> {
  const [row] = await db().$queryRaw<{ taken: boolean }[]>(sql`
    SELECT EXISTS (SELECT FROM "user" WHERE email = ${email} AND id IS DISTINCT FROM ${exceptUserId})
        OR EXISTS (
          SELECT FROM email_change
          WHERE old_email = ${email} AND user_id IS DISTINCT FROM ${exceptUserId}
            AND confirmed_at > ${undoSince()} AND undone_at IS NULL) AS taken`);
  return row?.taken ?? false;
}

const linkIsOver = () => refusal(because("email_link_invalid"));

/** Moves the account to the address that received the link. Returns the address; repeating it is no error. */
export async function confirmEmailChange(token: string): Promise<string> {
  const change = await db().emailChange.findUnique({
    where: { confirmHash: hashToken(token) },
    include: { user: { select: { email: true, emailVerified: true } } },
  });
  const isYoung = change && change.createdAt.getTime() > Date.now() - confirmMs;
  if (!change || !isYoung || change.undoneAt) throw linkIsOver();
  const { id, userId, oldEmail, newEmail } = change;
  if (change.confirmedAt) return newEmail;
  if (change.user.email !== oldEmail || (await isTaken(newEmail, userId))) throw linkIsOver();
  const undoToken = newToken();
  // Sent before the change, without the queue: an owner who is not notified cannot undo the change.
  await sendOldAddressMail(oldEmail, { token: undoToken, newEmail, userId });
  await db().$transaction(async (tx) => {
    const moved = await tx.emailChange.updateMany({
      where: { id, confirmedAt: null },
      data: { confirmedAt: new Date(), undoHash: hashToken(undoToken) },
    });
    if (moved.count === 0) throw linkIsOver();
    await moveAddress(tx, userId, { from: oldEmail, to: newEmail });
    if (!change.user.emailVerified) await startTrial(userId, tx, getVisit().clientAddress);
  });
  await clearAttempts([{ kind: "emailChange", who: userId }]);
  await updateCustomer(userId);
  return newEmail;
}

/**
 * Moves an account back to its previous address and secures it, because an intruder who changed the address may have
 * had access for days. The owner sets a new password. Returns the address.
 */
export async function undoEmailChange(token: string): Promise<string> {
  const change = await db().emailChange.findUnique({ where: { undoHash: hashToken(token) } });
  const isYoung = change?.confirmedAt && change.confirmedAt > undoSince();
  if (!change || !isYoung || change.undoneAt) throw linkIsOver();
  const { id, userId, oldEmail, createdAt } = change;
  if (await isTaken(oldEmail, userId)) throw linkIsOver();
  const passwordHash = await hashOfNoPassword();
  await db().$transaction(async (tx) => {
    const undone = await tx.emailChange.updateMany({
      where: { userId, undoneAt: null, OR: [{ id }, { createdAt: { gte: createdAt } }] },
      data: { undoneAt: new Date() },
    });
    if (undone.count === 0) throw linkIsOver();
    await moveAddress(tx, userId, { from: change.newEmail, to: oldEmail });
    // Undo links of still earlier addresses stay valid: an earlier mailbox takes precedence.
    await secureWithin(tx, userId, { suspectedAt: createdAt, passwordHash, endsUndoLinks: false });
  });
  await updateCustomer(userId);
  return oldEmail;
}

/** The link proves the new address; links mailed to the old one become invalid. */
async function moveAddress(
  tx: Prisma.TransactionClient,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { email: to, emailVerified: true } });
  await tx.verification.deleteMany({ where: { value: userId } });
  // Opening the link proves access to the mailbox, so the actor is the owner even without a session.
  const entry = { accountId: userId, byOwner: true, action: "account.changed" } as const;
  await recordAudit({ ...entry, before: { email: from }, after: { email: to } }, tx);
}

/** Changes a user's name. */
export async function changeName(userId: string, name: string): Promise<void> {
  await db().$transaction(async (tx) => {
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } });
    await tx.user.update({ where: { id: userId }, data: { name } });
    const difference = differenceOf(user, { name }, ["name"]);
    if (difference) await recordAudit({ accountId: userId, action: "account.changed", ...difference }, tx);
  });
  await updateCustomer(userId);
}
