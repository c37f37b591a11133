import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { env } from "./env.ts";

const rootPattern = /^[0-9a-f]{64}$/;
const roots = new Map<string, string>();

/**
 * A secret of this installation: 64 hex characters, the same for every process that shares DATA_DIR.
 * Each name gets its own, derived (HMAC-SHA256) from one random root kept in DATA_DIR/secrets.json, which is made
 * at the first start. Throws an Error that names the repair when that file is damaged.
 */
export function secret(name: string): string {
  return deriveSecret(env().DATA_DIR, name);
}

/** As `secret`, for a data folder named by the caller. */
export function deriveSecret(dataDir: string, name: string): string {
  let root = roots.get(dataDir);
  if (!root) {
    root = readOrCreateRoot(dataDir);
    roots.set(dataDir, root);
  }
  return createHmac("sha256", Buffer.from(root, "hex")).update(name).digest("hex");
}

function readOrCreateRoot(dataDir: string): string {
  const file = path.join(dataDir, "secrets.json");
  const existing = readRoot(file);
  if (existing) return existing;
  fs.mkdirSync(dataDir, { recursive: true });
  const fresh = writeFreshFile(file);
  try {
    // link() fails when the name exists, so of several processes exactly one places its root.
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

/** Null when there is no file. Throws when it is damaged: new secrets in its place would break what the old ones sealed. */
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
  throw new Error(
    `${file} is damaged. Restore it from a backup. If there is none, delete it and start again: new secrets are ` +
      "made, everybody has to sign in anew, and upload signatures and signed image addresses given out so far end.",
  );
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

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/**
 * A hash that only this installation can make, the same on all of its machines: what it stands for can be compared,
 * not read. `purpose` keeps hashes of different tables apart.
 */
export function keyedHash(purpose: string, text: string): string {
  return createHmac("sha256", installationKey()).update(`${purpose}\n${text}`).digest("hex");
}

const installationKey = () => env().AUTH_SECRET ?? secret("auth");
const sealing = { algorithm: "aes-256-gcm", nonceBytes: 12, tagBytes: 16 } as const;

/** Text that only this installation can read again, on any of its machines (AES-256-GCM, base64). */
export function seal(purpose: string, text: string): string {
  const nonce = randomBytes(sealing.nonceBytes);
  const cipher = createCipheriv(sealing.algorithm, sealKey(purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

/** The text that was sealed for this purpose. Throws when it was changed, or sealed by another installation. */
export function unseal(purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const { algorithm, nonceBytes, tagBytes } = sealing;
  const textAt = nonceBytes + tagBytes;
  const decipher = createDecipheriv(algorithm, sealKey(purpose), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(bytes.subarray(nonceBytes, textAt));
  return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString("utf8");
}

function sealKey(purpose: string): Buffer {
  return createHmac("sha256", installationKey()).update(`seal\n${purpose}`).digest();
}
