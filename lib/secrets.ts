import { createHmac, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { env } from "./env.ts";

const lockStaleMs = 5_000;
const rootPattern = /^[0-9a-f]{64}$/;
const roots = new Map<string, string>();

/**
 * A secret of this installation: 64 hex characters, the same for every process that shares DATA_DIR.
 * Each name gets its own, derived (HMAC-SHA256) from one random root kept in DATA_DIR/secrets.json.
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
    if (!readRoot(file)) replaceBrokenFile(file, fresh);
  } finally {
    fs.rmSync(fresh, { force: true });
  }
  const root = readRoot(file);
  if (!root) throw new Error(`${file} cannot be read back: check the permissions of the data folder`);
  return root;
}

function readRoot(file: string): string | null {
  try {
    const parsed: unknown = JSON.parse(fs.readFileSync(file, "utf8"));
    const root = parsed && typeof parsed === "object" && "root" in parsed ? parsed.root : null;
    return typeof root === "string" && rootPattern.test(root) ? root : null;
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, "ENOENT")) return null;
    throw error;
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

/** Puts `fresh` in place of an unreadable file; a lock file keeps two healers from undoing each other. */
function replaceBrokenFile(file: string, fresh: string): void {
  const lock = `${file}.lock`;
  const waitUntil = Date.now() + 2 * lockStaleMs;
  while (Date.now() < waitUntil) {
    if (readRoot(file)) return;
    try {
      fs.closeSync(fs.openSync(lock, "wx", 0o600));
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
      removeStaleLock(lock);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      continue;
    }
    try {
      if (!readRoot(file)) fs.renameSync(fresh, file);
    } finally {
      fs.rmSync(lock, { force: true });
    }
    return;
  }
  throw new Error(`${file} is damaged and ${lock} does not go away: delete both and start again`);
}

function removeStaleLock(lock: string): void {
  const age = Date.now() - (fs.statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > lockStaleMs) fs.rmSync(lock, { force: true });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
