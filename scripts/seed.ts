import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { setSubscription } from "#lib/account-lifecycle/open.ts";
import { getAccount } from "#lib/accounts/state.ts";
import { createUserWithPassword, setPassword } from "#lib/auth/passwords.ts";
import { scopeNames } from "#lib/contract/keys/scopes.ts";
import { db } from "#lib/db/index.ts";
import { hashKey } from "#lib/keys/format.ts";
import { createKey } from "#lib/keys/index.ts";
import { openTestAccount } from "#lib/keys/test-account.ts";
import { offer } from "#lib/plans/offer.ts";
import { env } from "#lib/platform/env.ts";

export interface Demo {
  base_url: string;
  api_key: string;
  /** API key of test mode. */
  test_api_key: string;
  email: string;
  password: string;
}

const email = "demo@example.com";

/**
 * Ensures that the demo account exists and that DATA_DIR/demo.json (mode 0600) has its credentials: an active `pro`
 * subscription, a password, a key and a test key. Adds missing parts only; safe at every start.
 */
export async function ensureDemo(): Promise<Demo> {
  const known = await readDemo();
  const baseUrl = env().BASE_URL;
  const knownOwner = known && (await ownerOfKey(known.api_key));
  if (known && knownOwner) {
    const testKey = known.test_api_key && (await ownerOfKey(known.test_api_key)) ? known.test_api_key : null;
    const demo = { ...known, base_url: baseUrl, test_api_key: testKey ?? (await makeTestKey(knownOwner)) };
    if (known.base_url !== baseUrl || testKey === null) await writeDemo(demo);
    return demo;
  }
  const password = randomBytes(9).toString("base64url");
  const userId = (await getAccount(email))?.userId;
  const id = userId ?? (await createUserWithPassword(email, "Demo", password));
  if (userId) await setPassword(userId, password);
  else {
    const creditsLimit = offer().plans.pro.monthlyCredits;
    await setSubscription(id, { tier: "pro", status: "active", creditsLimit }, `demo:${id}`);
  }
  const { key } = await createKey({ userId: id, name: "demo", scopes: scopeNames });
  const demo = { base_url: baseUrl, api_key: key, test_api_key: await makeTestKey(id), email, password };
  await writeDemo(demo);
  return demo;
}

/** Returns null for an invalid or revoked key. */
async function ownerOfKey(key: string): Promise<string | null> {
  const found = await db().apiKey.findUnique({ where: { hash: hashKey(key) } });
  return found && found.revokedAt === null ? found.userId : null;
}

async function makeTestKey(userId: string): Promise<string> {
  const testAccount = await openTestAccount(userId, db());
  return (await createKey({ userId: testAccount, name: "demo, test mode", scopes: scopeNames })).key;
}

const demoFile = () => path.join(env().DATA_DIR, "demo.json");

async function readDemo(): Promise<Demo | null> {
  try {
    const demo = JSON.parse(await readFile(demoFile(), "utf8")) as Demo;
    return demo.api_key && demo.password ? demo : null;
  } catch {
    return null;
  }
}

async function writeDemo(demo: Demo): Promise<void> {
  await mkdir(env().DATA_DIR, { recursive: true });
  const draft = `${demoFile()}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, demoFile());
}
