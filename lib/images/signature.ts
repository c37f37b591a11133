import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { currentEngine } from "#lib/contract/photos/modes.ts";
import { env } from "#lib/platform/env.ts";
import { lazy } from "#lib/platform/lazy.ts";
import { log } from "#lib/platform/log.ts";

/** What is used of the package, which is optional: its own types are missing where it is. */
interface Package {
  LocalSigner: { newSigner(certificate: Buffer, key: Buffer, algorithm: string): object };
  Builder: { withJson(manifest: object, settings: object): Builder };
}
interface Builder {
  sign(
    signer: object,
    input: { buffer: Buffer; mimeType: string },
    output: { buffer: Buffer | null },
  ): unknown;
}
const packageName: string = "@contentauth/c2pa-node";

const algorithms: Record<string, string> = { prime256v1: "es256", secp384r1: "es384", secp521r1: "es512" };
const day = 24 * 60 * 60_000;

/** A certificate that cannot sign. The message names the setting and the fix. */
class SignerError extends Error {}

/** Checks C2PA_CERT and C2PA_KEY, which must be set, without the package. Throws SignerError. */
export function readSigner() {
  const { C2PA_CERT = "", C2PA_KEY = "" } = env();
  const [chain, keyFile] = [read("C2PA_CERT", C2PA_CERT), read("C2PA_KEY", C2PA_KEY)];
  const certificate = parse("C2PA_CERT", C2PA_CERT, () => new X509Certificate(chain));
  const key = parse("C2PA_KEY", C2PA_KEY, () => createPrivateKey(keyFile));
  const algorithm = algorithmOf(key);
  const expiresAt = new Date(certificate.validTo);
  if (!algorithm)
    throw new SignerError("C2PA_KEY must be a key of EC (P-256, P-384, P-521), Ed25519 or RSA.");
  if (!certificate.checkPrivateKey(key)) {
    throw new SignerError(
      "C2PA_KEY is not the key of C2PA_CERT: the file must begin with the certificate of this key.",
    );
  }
  if (expiresAt.getTime() < Date.now()) {
    throw new SignerError(
      `The certificate of C2PA_CERT expired on ${expiresAt.toISOString()}: renew it, or unset both.`,
    );
  }
  // The package reads PKCS #8 only; openssl and certificate authorities also write older forms.
  const pkcs8 = Buffer.from(key.export({ type: "pkcs8", format: "pem" }));
  return { chain, key: pkcs8, algorithm, expiresAt, daysLeft: (expiresAt.getTime() - Date.now()) / day };
}

function read(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new SignerError(`${name} cannot be read: ${(cause as Error).message}. Set the path of a PEM file.`);
  }
}

function parse<T>(name: string, file: string, make: () => T): T {
  try {
    return make();
  } catch {
    throw new SignerError(`${name}: ${file} is not a PEM file that can be read without a passphrase.`);
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | undefined {
  if (asymmetricKeyType === "ed25519") return "ed25519";
  if (asymmetricKeyType === "rsa") return "ps256";
  return algorithms[asymmetricKeyDetails?.namedCurve ?? ""];
}

/** The signer, loaded once. */
export const signing = lazy(async () => {
  const { chain, key, algorithm } = readSigner();
  const { Builder, LocalSigner } = (await import(/* turbopackIgnore: true */ packageName).catch(() => {
    throw new SignerError(
      `C2PA_CERT needs the package ${packageName}, which runs on Linux (x86-64). Elsewhere run npm rebuild ${packageName} --ignore-scripts=false, which downloads it from GitHub, or unset C2PA_CERT and C2PA_KEY.`,
    );
  })) as Package;
  return { Builder, signer: LocalSigner.newSigner(chain, key, algorithm) };
});

/** The file with signed Content Credentials. Throws if the certificate cannot sign. Only in a process for pixels. */
export async function sign(file: Buffer, contentType: string, source: string): Promise<Buffer<ArrayBuffer>> {
  const { Builder, signer } = await signing();
  const agent = { name: "Photo Generation Service", version: currentEngine };
  const created = { action: "c2pa.created", digitalSourceType: source, softwareAgent: agent };
  const manifest = {
    claim_generator_info: [agent],
    assertions: [{ label: "c2pa.actions.v2", data: { actions: [created] } }],
  };
  const output: { buffer: Buffer | null } = { buffer: null };
  Builder.withJson(manifest, { builder: { thumbnail: { enabled: false } } }).sign(
    signer,
    { buffer: file, mimeType: contentType },
    output,
  );
  if (!output.buffer) throw new Error("the package returned no file");
  return Buffer.from(output.buffer);
}

/** As `sign`; where it fails, as after the certificate has expired, the file as it is: no photo is lost. */
export async function signOrigin(
  file: Buffer<ArrayBuffer>,
  contentType: string,
  source: string,
): Promise<Buffer<ArrayBuffer>> {
  try {
    return await sign(file, contentType, source);
  } catch (error) {
    log.error({ err: error }, "a result was not signed: run npm run admin -- doctor");
    return file;
  }
}
