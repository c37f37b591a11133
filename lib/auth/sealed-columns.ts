import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { currentSecret, formerSecrets, openSealed, seal } from "../platform/secrets.ts";
import { webhookSecretPurpose } from "../webhooks/secret.ts";

/** How the values of a column are encrypted. */
interface Sealing {
  /** Null if this secret does not decrypt it. */
  open(sealed: string, secret: string): Promise<string | null>;
  /** Encrypts with the current secret. */
  seal(text: string): Promise<string>;
}

/** A column whose values are encrypted with a secret of this installation. */
export interface SealedColumn extends Sealing {
  /** Name shown to the operator. */
  name: string;
  table: string;
  key: string;
  column: string;
}

const ours = (purpose: string): Sealing => ({
  open: async (sealed, secret) => openSealed(secret, purpose, sealed),
  seal: async (text) => seal(purpose, text),
});

/** The auth library's encryption. */
export const libraryEncryption: Sealing = {
  open: (data, key) => symmetricDecrypt({ key, data }).catch(() => null),
  seal: (data) => symmetricEncrypt({ key: currentSecret(), data }),
};

const endpoint = { table: "webhook_endpoint", key: "id", ...ours(webhookSecretPurpose) };
const secondStep = { table: "two_factor", key: "id", ...libraryEncryption };

/** Every encrypted column. Values of the columns listed here are encrypted again after a change of AUTH_SECRET. */
export const sealedColumns: readonly SealedColumn[] = [
  { name: "webhook secrets", column: "secret", ...endpoint },
  { name: "webhook secrets before their rotation", column: "previous_secret", ...endpoint },
  { name: "two-factor secrets", column: "secret", ...secondStep },
  { name: "two-factor recovery codes", column: "backup_codes", ...secondStep },
];

/** `former` has the value encrypted again with the current secret; `unreadable`: no secret decrypts it. */
export type SealState =
  | { under: "current" }
  | { under: "unreadable" }
  | { under: "former"; resealed: string };

/** The clear text, by the current or a former secret; null if none decrypts it. */
export async function openWith({ open }: Sealing, sealed: string): Promise<string | null> {
  for (const secret of [currentSecret(), ...formerSecrets()]) {
    const text = await open(sealed, secret);
    if (text !== null) return text;
  }
  return null;
}

export async function sealStateOf({ open, seal: close }: Sealing, sealed: string): Promise<SealState> {
  if ((await open(sealed, currentSecret())) !== null) return { under: "current" };
  for (const former of formerSecrets()) {
    const text = await open(sealed, former);
    if (text !== null) return { under: "former", resealed: await close(text) };
  }
  return { under: "unreadable" };
}
