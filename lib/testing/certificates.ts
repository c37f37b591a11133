import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** An X.509 certificate in PEM, with its issuer's behind it, and its key. */
export interface TestCertificate {
  chain: string;
  key: string;
}

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const octets = (content: Uint8Array) => der(0x04, content);
const bits = (content: Uint8Array, unused = 0) => der(0x03, Buffer.from([unused]), content);
const yes = der(0x01, Buffer.from([255]));

/** An object identifier. */
function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second, ...others].flatMap((value) => {
    const groups = [value & 127];
    for (let rest = value >> 7; rest > 0; rest >>= 7) groups.unshift((rest & 127) | 128);
    return groups;
  });
  return der(0x06, Buffer.from(bytes));
}

const extension = (id: string, content: Uint8Array, isCritical = false) =>
  sequence(oid(id), ...(isCritical ? [yes] : []), octets(content));
const nameOf = (name: string) =>
  sequence(
    ...[["2.5.4.10", "Test"] as const, ["2.5.4.3", name] as const].map(([id, text]) =>
      der(0x31, sequence(oid(id), der(0x0c, Buffer.from(text)))),
    ),
  );
const time = (at: Date) => der(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`));
const spkiOf = (key: KeyObject) => key.export({ type: "spki", format: "der" });
const idOf = (key: KeyObject) => createHash("sha1").update(spkiOf(key)).digest();
const ecdsaWithSha256 = sequence(oid("1.2.840.10045.4.3.2"));

interface Issue {
  subject: string;
  publicKey: KeyObject;
  issuerKeys: { publicKey: KeyObject; privateKey: KeyObject };
  expiresAt: Date;
  extensions: Buffer[];
}

function issue({ subject, publicKey, issuerKeys, expiresAt, extensions }: Issue): string {
  const from = new Date(Math.min(Date.now(), expiresAt.getTime()) - 24 * 60 * 60_000);
  const identifiers = [
    extension("2.5.29.14", octets(idOf(publicKey))),
    extension("2.5.29.35", sequence(der(0x80, idOf(issuerKeys.publicKey)))),
  ];
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, subject.length])),
    ecdsaWithSha256,
    nameOf("Issuer"),
    sequence(time(from), time(expiresAt)),
    nameOf(subject),
    spkiOf(publicKey),
    der(0xa3, sequence(...identifiers, ...extensions)),
  );
  const file = sequence(body, ecdsaWithSha256, bits(sign("sha256", body, issuerKeys.privateKey)));
  const lines = file.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

const emailProtection = "1.3.6.1.5.5.7.3.4";

/** A certificate as authorities issue them for Content Credentials; `usage`: its extended key usage. */
export function makeCertificate({
  days = 90,
  usage = emailProtection,
}: {
  days?: number;
  usage?: string;
} = {}): TestCertificate {
  const issuerKeys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const expiresAt = new Date(Date.now() + days * 24 * 60 * 60_000);
  const signer = issue({
    ...{ subject: "Signer", publicKey, issuerKeys, expiresAt },
    extensions: [
      extension("2.5.29.19", sequence(), true),
      extension("2.5.29.15", bits(Buffer.from([0x80]), 7), true),
      extension("2.5.29.37", sequence(oid(usage))),
    ],
  });
  const issuer = issue({
    ...{ subject: "Issuer", publicKey: issuerKeys.publicKey, issuerKeys, expiresAt },
    extensions: [
      extension("2.5.29.19", sequence(yes), true),
      extension("2.5.29.15", bits(Buffer.from([0x06]), 1), true),
    ],
  });
  // As `openssl ecparam` writes it.
  return { chain: signer + issuer, key: privateKey.export({ type: "sec1", format: "pem" }).toString() };
}
