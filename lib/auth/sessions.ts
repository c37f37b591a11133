import { recordAudit } from "../audit/record.ts";
import { db, type Prisma } from "../db/index.ts";
import { createLanguage, type Translate } from "../language/translate.ts";
import { takesPasswords } from "./providers.ts";

const english = createLanguage("en", {}).t;

export type SessionInfo = Awaited<ReturnType<typeof listSessions>>[number];

/** The user's active sessions, the current one first. */
export async function listSessions(user: { id: string; sessionId: string }, t: Translate = english) {
  const rows = await db().session.findMany({
    where: { userId: user.id, expiresAt: { gt: new Date() } },
    orderBy: { updatedAt: "desc" },
  });
  return rows
    .map(({ id, userAgent, ipAddress, updatedAt }) => ({
      id,
      /** Whether this is the session of the request. */
      current: id === user.sessionId,
      /** Names of browser and operating system, as far as known. */
      device: deviceOf(userAgent ?? "", t),
      ipAddress: ipAddress || null,
      lastActiveAt: updatedAt,
    }))
    .sort((a, b) => Number(b.current) - Number(a.current));
}

/** Whether a session still exists and has not expired. */
export async function isSessionOpen(sessionId: string): Promise<boolean> {
  const found = await db().session.findUnique({ where: { id: sessionId }, select: { expiresAt: true } });
  return found !== null && found.expiresAt > new Date();
}

/** Ends one session of the user. */
export async function endSessionOf(userId: string, sessionId: string): Promise<void> {
  await endSessions(userId, { id: sessionId });
}

/** Ends all sessions of the user except that of the request. */
export async function endOtherSessionsOf(user: { id: string; sessionId: string }): Promise<void> {
  await endSessions(user.id, { id: { not: user.sessionId } });
}

async function endSessions(userId: string, which: Prisma.SessionWhereInput): Promise<void> {
  await db().$transaction(async (tx) => {
    const where = { ...which, userId };
    const sessions = await tx.session.findMany({ where, select: { id: true } });
    await tx.session.deleteMany({ where });
    const entries = sessions.map(({ id }) => ({
      accountId: userId,
      action: "session.ended" as const,
      object: { type: "session" as const, id },
    }));
    await recordAudit(entries, tx);
  });
}

/** A session younger than this proves the owner like a password. */
export const freshSessionMinutes = 10;

/** Whether the user can sign in by password; users who signed up through a provider may have none. */
export async function hasPassword(userId: string): Promise<boolean> {
  if (!takesPasswords()) return false;
  const account = await db().account.findFirst({
    where: { userId, password: { not: null } },
    select: { id: true },
  });
  return account !== null;
}

// Order matters: each browser's User-Agent also contains the names of browsers below it.
const browsers: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** "Chrome on macOS" from a User-Agent header. */
export function deviceOf(userAgent: string, t: Translate = english): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (!browser) return system ?? t("Unknown device");
  return system ? t("{browser} on {system}", { browser, system }) : browser;
}
