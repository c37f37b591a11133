import crypto, { type BinaryLike, type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

type Scrypt = (
  password: BinaryLike,
  salt: BinaryLike,
  keyBytes: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => void;

const present: Scrypt & { real?: Scrypt } = crypto.scrypt;
const real = present.real ?? present;
/** Only hashes of passwords have this block size; backups use another one. */
const passwordBlocks = 16;

/** What each password hash of this process would have cost in production. */
const asked: ScryptOptions[] = [];

const quick: Scrypt = (password, salt, keyBytes, options, done) => {
  if (options.r !== passwordBlocks) return real(password, salt, keyBytes, options, done);
  asked.push(options);
  real(password, salt, keyBytes, { ...options, N: 2 }, done);
};
Object.assign(quick, { real });

/** Hashes passwords in this process in no time instead of a tenth of a second of a core. */
export function hashQuickly(): void {
  Object.assign(crypto, { scrypt: quick });
  syncBuiltinESMExports();
}

/** The costs of the password hashes that some work asked for, in order. */
export async function hashesOf(work: () => Promise<unknown>): Promise<ScryptOptions[]> {
  const before = asked.length;
  await work();
  return asked.slice(before);
}
