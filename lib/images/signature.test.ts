import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { digitalSourceOf } from "#lib/contract/photos/modes.ts";
import { resultFormats } from "#lib/contract/photos/values.ts";
import { encodePhoto } from "#lib/imaging/pixels/encode.ts";
import { makeCertificate, type TestCertificate } from "#lib/testing/certificates.ts";
import { useEnvironment } from "#lib/testing/environment.ts";
import { requireSigning } from "../../scripts/start/signing.ts";
import { render } from "./embedded/render.ts";
import { findOrigin } from "./origin.ts";
import { readSigner, signing } from "./signature.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "signature-"));
afterAll(() => rm(folder, { recursive: true }));

/** The package's reader; null where the package does not run, and the tests that need it are skipped. */
async function findReader() {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  const name: string = "@contentauth/c2pa-node";
  const { Reader } = await import(createRequire(import.meta.url).resolve(name));
  return Reader;
}
const Reader = await findReader();

async function use({ chain, key }: TestCertificate): Promise<void> {
  const [C2PA_CERT, C2PA_KEY] = ["chain.pem", "key.pem"].map((name) => path.join(folder, name));
  await writeFile(C2PA_CERT ?? "", chain);
  await writeFile(C2PA_KEY ?? "", key);
  useEnvironment({ C2PA_CERT: C2PA_CERT ?? "", C2PA_KEY: C2PA_KEY ?? "" });
  signing.forget();
  readSigner();
}

async function manifestOf(buffer: Uint8Array, mimeType: string) {
  const reader = await Reader.fromAsset({ buffer: Buffer.from(buffer), mimeType });
  const { validation_status, validation_state, active_manifest, manifests } = reader.json();
  const { assertions } = manifests[active_manifest];
  const actions = assertions.find(({ label }: { label: string }) => label.startsWith("c2pa.actions"));
  return { validation_status, validation_state, action: actions.data.actions[0] };
}

const size = { width: 32, height: 24 };
const rgb = Uint8Array.from({ length: 32 * 24 * 3 }, (_, at) => (at * 37) % 251);
const source = digitalSourceOf("studio");

describe.skipIf(Reader === null)("with C2PA_CERT and C2PA_KEY", () => {
  test.each(resultFormats)(
    "a result in %s is signed with its origin, over the same pixels",
    async (format) => {
      const plain = await encodePhoto(rgb, size, { format, source });
      await use(makeCertificate());
      const signed = await encodePhoto(rgb, size, { format, source });
      const { validation_state, validation_status, action } = await manifestOf(signed, `image/${format}`);
      expect(validation_state).toBe("Valid");
      // A test has no trusted authority.
      expect(validation_status.map(({ code }: { code: string }) => code)).toEqual([
        "signingCredential.untrusted",
      ]);
      expect(action).toMatchObject({
        action: "c2pa.created",
        digitalSourceType: `http://cv.iptc.org/newscodes/digitalsourcetype/${source}`,
      });
      const pixelsOf = (file: Uint8Array) => sharp(file).raw().toBuffer();
      expect((await pixelsOf(signed)).equals(await pixelsOf(plain))).toBe(true);
      expect(findOrigin(signed)).toBe(findOrigin(plain));
    },
  );

  test("a changed file is not valid", async () => {
    await use(makeCertificate());
    const signed = await encodePhoto(rgb, size, { source });
    const at = signed.length - 20;
    signed[at] = (signed[at] ?? 0) ^ 1;
    const { validation_state } = await manifestOf(signed, "image/jpeg");
    expect(validation_state).toBe("Invalid");
  });

  test("a form derived from a result is signed anew, one from another picture is not", async () => {
    await use(makeCertificate());
    const result = await encodePhoto(rgb, size, { source });
    const derive = async (origin: string | null) => {
      const picture = { open: () => sharp(result), origin };
      return (await render(picture, null, { format: "webp", quality: 80 })).data;
    };
    expect(await manifestOf(await derive(findOrigin(result)), "image/webp")).toMatchObject({
      validation_state: "Valid",
    });
    await expect(manifestOf(await derive(null), "image/webp")).rejects.toThrow();
  });

  test("the start accepts a certificate that can sign, and refuses one for servers with the fix", async () => {
    await use(makeCertificate());
    await expect(requireSigning({ C2PA_CERT: "set" })).resolves.toBeUndefined();
    await use(makeCertificate({ usage: "1.3.6.1.5.5.7.3.1" }));
    await expect(requireSigning({ C2PA_CERT: "set" })).rejects.toThrow("usage emailProtection");
  });
});

test.each<[string, (good: TestCertificate) => TestCertificate, RegExp]>([
  ["has expired", () => makeCertificate({ days: -1 }), /expired on .*renew it/],
  ["has another key", (good) => ({ ...good, key: makeCertificate().key }), /not the key of C2PA_CERT/],
  ["is not PEM", (good) => ({ ...good, chain: "text" }), /C2PA_CERT: .* is not a PEM file/],
  [
    "has a key with a passphrase",
    (good) => ({ ...good, key: "-----BEGIN ENCRYPTED" }),
    /C2PA_KEY: .* not a PEM/,
  ],
])("a certificate that %s is refused with the fix", async (_what, change, message) => {
  await expect(use(change(makeCertificate()))).rejects.toThrow(message);
});

test("a certificate that no longer signs loses no photo", async () => {
  useEnvironment({ C2PA_CERT: path.join(folder, "none.pem"), C2PA_KEY: path.join(folder, "none.pem") });
  signing.forget();
  const photo = await encodePhoto(rgb, size, { source });
  expect((await sharp(photo).metadata()).width).toBe(32);
  expect(() => readSigner()).toThrow("C2PA_CERT cannot be read");
});
