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

const quick: Scrypt = (password, salt, keyBytes, options, done) =>
  real(password, salt, keyBytes, options.r === passwordBlocks ? { ...options, N: 2 } : options, done);
Object.assign(quick, { real });

/** Hashes passwords in this process in no time instead of a tenth of a second of a core, or as in production. */
export function hashQuickly(isQuick: boolean): void {
  Object.assign(crypto, { scrypt: isQuick ? quick : real });
  syncBuiltinESMExports();
}
