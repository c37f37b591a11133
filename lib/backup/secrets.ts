import { createHash, randomBytes, scrypt } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { nullIfMissing } from "../platform/data-dir.ts";
import { env } from "../platform/env.ts";
import { decrypt, encrypt } from "../platform/secrets.ts";
import { type ArchiveHeader, BackupError } from "./format.ts";

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
/** OWASP's first choice of parameters for scrypt: 128 MiB and about half a second per guess. */
const scryptCost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 } as const;
const keyBytes = 32;
/** Before what is encrypted. */
const saltBytes = 16;
const minPassphraseLength = 12;

/** Files of DATA_DIR and environment variables that are secret. */
const secretFiles = ["secrets.json", "demo.json"] as const;
const secretVariables = ["AUTH_SECRET", "AUTH_SECRET_PREVIOUS"] as const;
/** Receives the secret variables that the environment of a restored service must have. */
export const settingsFile = "restored.env";

/** Name of the file or variable → its text. */
export type Secrets = Record<string, string>;

/** The secrets of this installation, or with the files of another folder. */
export async function collectSecrets(folder = env().DATA_DIR): Promise<Secrets> {
  const secrets: Secrets = {};
  for (const name of secretFiles) {
    const text = await readFile(path.join(folder, name), "utf8").catch(nullIfMissing);
    if (text !== null) secrets[name] = text;
  }
  for (const name of secretVariables) {
    const value = env()[name];
    if (value) secrets[name] = value;
  }
  return secrets;
}

/** Fingerprints identify secrets without revealing anything about them. */
export function fingerprintsOf(secrets: Secrets): Record<string, string> {
  return Object.fromEntries(
    Object.entries(secrets).map(([name, text]) => [
      name,
      createHash("sha256").update(`backup fingerprint\n${name}\n${text}`).digest("hex").slice(0, 16),
    ]),
  );
}

export async function sealSecrets(secrets: Secrets, passphrase: string): Promise<Buffer> {
  if (passphrase.length < minPassphraseLength) {
    throw new BackupError(`The passphrase is too short: take at least ${minPassphraseLength} characters.`);
  }
  const salt = randomBytes(saltBytes);
  const key = await derive(passphrase, salt, keyBytes, scryptCost);
  return Buffer.concat([salt, encrypt(key, JSON.stringify(secrets))]);
}

/** Throws BackupError for a wrong passphrase. */
export async function openSecrets(bytes: Buffer, passphrase: string): Promise<Secrets> {
  const key = await derive(passphrase, bytes.subarray(0, saltBytes), keyBytes, scryptCost);
  const text = decrypt(key, bytes.subarray(saltBytes));
  if (text === null)
    throw new BackupError("The passphrase is not the one that the secrets were encrypted with.");
  return z.record(z.string(), z.string()).parse(JSON.parse(text));
}

/**
 * Secrets that an archive names but does not contain, found beside its file or in the environment. A secret counts
 * only when its fingerprint matches.
 */
export async function findSecretsBeside(file: string, header: ArchiveHeader): Promise<Secrets> {
  const found = await collectSecrets(path.dirname(path.resolve(file)));
  const fingerprints = fingerprintsOf(found);
  const isIts = (name: string) => fingerprints[name] === header.secrets.fingerprints[name];
  return Object.fromEntries(Object.entries(found).filter(([name]) => isIts(name)));
}

/** Writes the secret files to their paths, and the variables to a file for the operator. */
export async function writeSecrets(secrets: Secrets, dataDir: string): Promise<void> {
  const options = { mode: 0o600, flag: "wx", flush: true } as const;
  for (const name of secretFiles) {
    const text = secrets[name];
    if (text !== undefined) await writeFile(path.join(dataDir, name), text, options);
  }
  const variables = secretVariables.filter((name) => secrets[name] && secrets[name] !== env()[name]);
  if (variables.length === 0) return;
  const lines = variables.map((name) => `${name}=${JSON.stringify(secrets[name])}\n`);
  await writeFile(path.join(dataDir, settingsFile), lines.join(""), options);
}
