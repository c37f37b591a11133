import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { DataDirError, hasCode } from "./data-dir.ts";
import { env } from "./env.ts";

const rootPattern = /^[0-9a-f]{64}$/;
const roots = new Map<string, string>();

/**
 * A secret of this installation: 64 hex characters, the same for every process that shares DATA_DIR. Each name has
 * its own, derived (HMAC-SHA256) from a random root in DATA_DIR/secrets.json, which the first start creates. Throws
 * an Error that names the repair when that file is damaged.
 */
export function secret(name: string): string {
  return deriveSecret(env().DATA_DIR, name);
}

/** As `secret`, for a given data folder. */
export function deriveSecret(dataDir: string, name: string): string {
  let root = roots.get(dataDir);
  if (!root) {
    root = readOrCreateRoot(dataDir);
    roots.set(dataDir, root);
  }
  return derive(root, name);
}

function derive(root: string, name: string): string {
  return createHmac("sha256", Buffer.from(root, "hex")).update(name).digest("hex");
}

function readOrCreateRoot(dataDir: string): string {
  const file = path.join(dataDir, "secrets.json");
  const existing = readRoot(file);
  if (existing) return existing;
  fs.mkdirSync(dataDir, { recursive: true });
  const fresh = writeFreshFile(file);
  try {
    // link() fails when the name exists, so exactly one of several concurrent processes places its root.
    fs.linkSync(fresh, file);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    fs.rmSync(fresh, { force: true });
  }
  const root = readRoot(file);
  if (!root) throw new Error(`${file} cannot be read back: check the permissions of the data folder`);
  return root;
}

/**
 * The root, or null without a file. Throws when the file is damaged: new secrets would not open data sealed with the
 * old ones.
 */
function readRoot(file: string): string | null {
  let text: string;
  try {
    text = fs.readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
  const root = rootOf(text);
  if (root !== null) return root;
  throw new DataDirError("secrets.json: damaged", { file });
}

function rootOf(text: string): string | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const root = parsed && typeof parsed === "object" && "root" in parsed ? parsed.root : null;
    return typeof root === "string" && rootPattern.test(root) ? root : null;
  } catch {
    return null;
  }
}

function writeFreshFile(file: string): string {
  const temporary = `${file}.${process.pid}.${randomBytes(6).toString("hex")}`;
  const descriptor = fs.openSync(temporary, "wx", 0o600);
  try {
    fs.writeSync(descriptor, `${JSON.stringify({ root: randomBytes(32).toString("hex") })}\n`);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
  return temporary;
}

/**
 * The secret that signs, hashes and seals all data that other machines must read too: AUTH_SECRET, else one of this
 * data folder.
 */
export function currentSecret(): string {
  return env().AUTH_SECRET ?? secret("auth");
}

/**
 * Secrets that are only used to read, without duplicates: AUTH_SECRET_PREVIOUS, and the secret that this data folder
 * had before AUTH_SECRET was set.
 */
export function formerSecrets(): string[] {
  const { AUTH_SECRET, AUTH_SECRET_PREVIOUS: previous, DATA_DIR } = env();
  const root = AUTH_SECRET ? existingRoot(DATA_DIR) : null;
  const given = previous ? [previous] : [];
  // AUTH_SECRET_PREVIOUS may also be the root copied from another machine's secrets.json.
  if (previous && rootPattern.test(previous)) given.push(derive(previous, "auth"));
  const current = currentSecret();
  if (root !== null) given.push(derive(root, "auth"));
  return [...new Set(given)].filter((candidate) => candidate !== current);
}

/**
 * Secrets for signatures shared by all machines of a bucket, derived from AUTH_SECRET, else from this data folder's
 * root. The first signs; the others only verify earlier signatures.
 */
export function sharedSecrets(name: string): [string, ...string[]] {
  const { AUTH_SECRET, AUTH_SECRET_PREVIOUS: previous, DATA_DIR } = env();
  if (!AUTH_SECRET) return [secret(name)];
  const root = existingRoot(DATA_DIR);
  const former = [
    ...(previous ? [hashWith(previous, sharedPurpose, name)] : []),
    ...[root, previous && rootPattern.test(previous) ? previous : null].flatMap((one) =>
      one ? [derive(one, name)] : [],
    ),
  ];
  return [hashWith(AUTH_SECRET, sharedPurpose, name), ...former];
}

const sharedPurpose = "shared secret";

/** The root of a data folder that has one, else null; creates none. */
function existingRoot(dataDir: string): string | null {
  return roots.get(dataDir) ?? readRoot(path.join(dataDir, "secrets.json"));
}

/** Identifies a secret without revealing it. */
export function fingerprintOf(secretText: string): string {
  return createHmac("sha256", secretText).update("fingerprint").digest("hex").slice(0, 16);
}

/**
 * A hash that only this installation can compute, the same on all of its machines: hashed values can be compared, not
 * read. `purpose` keeps hashes of different tables apart.
 */
export function keyedHash(purpose: string, text: string): string {
  return hashWith(currentSecret(), purpose, text);
}

/** `keyedHash` with the current secret, then with each former one. */
export function keyedHashes(purpose: string, text: string): [string, ...string[]] {
  return [keyedHash(purpose, text), ...formerSecrets().map((former) => hashWith(former, purpose, text))];
}

export function hashWith(secretText: string, purpose: string, text: string): string {
  return createHmac("sha256", secretText).update(`${purpose}\n${text}`).digest("hex");
}

const sealing = { algorithm: "aes-256-gcm", nonceBytes: 12, tagBytes: 16 } as const;

/** Encrypts text so that only this installation can read it, on any of its machines (AES-256-GCM, base64). */
export function seal(purpose: string, text: string): string {
  return encrypt(sealKey(currentSecret(), purpose), text).toString("base64");
}

/**
 * Decrypts text that was sealed for this purpose with the current or a former secret. Throws when none of them opens
 * it.
 */
export function unseal(purpose: string, sealed: string): string {
  for (const candidate of [currentSecret(), ...formerSecrets()]) {
    const text = openSealed(candidate, purpose, sealed);
    if (text !== null) return text;
  }
  throw new Error(
    "a sealed value cannot be read: it was changed, or sealed under a secret that is neither AUTH_SECRET nor " +
      "AUTH_SECRET_PREVIOUS",
  );
}

/** Decrypts text that was sealed with this secret; null when it was changed or sealed with another one. */
export function openSealed(secretText: string, purpose: string, sealed: string): string | null {
  return decrypt(sealKey(secretText, purpose), Buffer.from(sealed, "base64"));
}

/** Encrypts with AES-256-GCM: the nonce, the tag and the text, in this order. */
export function encrypt(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(sealing.nonceBytes);
  const cipher = createCipheriv(sealing.algorithm, key, nonce);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Decrypts what `encrypt` returned; null when it was changed or encrypted with another key. */
export function decrypt(key: Buffer, bytes: Buffer): string | null {
  const { algorithm, nonceBytes, tagBytes } = sealing;
  const textAt = nonceBytes + tagBytes;
  if (bytes.length < textAt) return null;
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(nonceBytes, textAt));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

function sealKey(secretText: string, purpose: string): Buffer {
  return createHmac("sha256", secretText).update(`seal\n${purpose}`).digest();
}
