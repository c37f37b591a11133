import type { EmbeddedImageHost } from "./host.ts";
import { ProtocolError } from "./protocol-error.ts";
import { printable } from "./public-id.ts";
import { isFresh, type SignableParams, safeEqual, stringToSign, verifySignature } from "./signature.ts";

/** What has to be signed for an upload of ours: with all of it there, no later field can make a wrong signature right. */
const signedNames = ["signature", "api_key", "timestamp", "folder"];

export function isCompletelySigned(params: SignableParams): boolean {
  return signedNames.every((name) => params[name]);
}

/** Checks the signature of an upload call's parameters. Throws ProtocolError in Cloudinary's words. */
export function checkSignedCall(host: EmbeddedImageHost, params: SignableParams): void {
  const { apiKey, apiSecret } = host.account;
  const read = (name: string) => (typeof params[name] === "string" ? params[name] : "");
  const signature = read("signature");
  if (!signature) {
    throw new ProtocolError(
      400,
      read("upload_preset")
        ? "Upload preset not found"
        : "Upload preset must be specified when using unsigned upload",
    );
  }
  if (!read("api_key")) throw new ProtocolError(401, "Missing required parameter - api_key");
  if (!safeEqual(apiKey, read("api_key"))) {
    throw new ProtocolError(401, `Invalid api_key ${printable(read("api_key"))}`);
  }
  const timestamp = /^\d{1,12}$/.test(read("timestamp")) ? Number(read("timestamp")) : null;
  if (timestamp === null) throw new ProtocolError(400, "Missing required parameter - timestamp");
  if (!verifySignature(params, signature, apiSecret)) {
    const text = printable(stringToSign(params, 2));
    throw new ProtocolError(401, `Invalid Signature ${printable(signature)}. String to sign - '${text}'.`);
  }
  if (!isFresh(timestamp, Date.now())) {
    const reported = new Date(timestamp * 1000)
      .toISOString()
      .replace("T", " ")
      .replace(/\.\d+Z$/, " +0000");
    throw new ProtocolError(
      400,
      `Stale request - reported time is ${reported} which is more than 1 hour ago`,
    );
  }
}

/** Checks HTTP Basic credentials of the administration calls. */
export function checkBasicAuth(host: EmbeddedImageHost, authorization: string | null): void {
  const { apiKey, apiSecret } = host.account;
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? "")?.[1] ?? "";
  if (!safeEqual(`${apiKey}:${apiSecret}`, Buffer.from(encoded, "base64").toString("utf8"))) {
    throw new ProtocolError(401, authorization ? "api_secret mismatch" : "Must supply api_key");
  }
}
