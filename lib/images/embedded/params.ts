import { isFresh, safeEqual, stringToSign, verifySignature } from "../cloudinary/signature.ts";
import type { EmbeddedAccount } from "./host.ts";
import { ProtocolError, printable } from "./protocol-error.ts";

/** A call's non-empty parameters, except `file`. */
export type Params = Record<string, string>;

/** Limit of a call's parameters together: they are in memory before the signature is verified. */
const maxTotalLength = 256 * 1024;
/** Once all of these are present, no later field can make a wrong signature valid. */
const requiredNames = ["signature", "api_key", "timestamp", "folder"];
const supportedNames = new Set([...requiredNames, "resource_type", "cloud_name"]);
/** Options of Cloudinary's SDKs about how the file is sent, which they send along and do not sign. */
const transportNames = new Set([
  "stream",
  "chunk_size",
  "content_range",
  "x_unique_upload_id",
  "filename",
  "timeout",
]);

/**
 * Collects a call's parameters so that the signed values are the used ones: no duplicate names and no lists, which a
 * signature covers as comma-separated text.
 */
export class ParamCollector {
  readonly #values = new Map<string, string>();
  #totalLength = 0;

  /** Throws ProtocolError 400 for duplicates, lists and excessive length. */
  add(name: string, value: string): void {
    this.#totalLength += name.length + value.length;
    if (this.#totalLength > maxTotalLength) throw new ProtocolError(400, "The parameters are too long");
    const list = /^(.+?)(?:\[\d*\])+$/.exec(name)?.[1];
    if (list !== undefined) throw refusal(list, "a text is expected, not a list");
    if (this.#values.has(name)) throw refusal(name, "it was sent more than once");
    this.#values.set(name, value);
  }

  /** Adds a parameter of a JSON body. */
  addJson(name: string, value: unknown): void {
    if (value === null || value === undefined) return;
    if (Array.isArray(value)) throw refusal(name, "a text is expected, not a list");
    if (!["string", "number", "boolean"].includes(typeof value)) throw refusal(name, "a text is expected");
    this.add(name, String(value));
  }

  all(): Params {
    return Object.fromEntries([...this.#values].filter(([, value]) => value !== ""));
  }
}

function refusal(name: string, reason: string): ProtocolError {
  return new ProtocolError(400, `Invalid parameter ${printable(name)}: ${reason}`);
}

function withoutTransport(params: Params): Params {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !transportNames.has(name)));
}

export function isCompletelySigned(params: Params): boolean {
  return requiredNames.every((name) => params[name]);
}

/** Checks the signature of a call's parameters. Throws ProtocolError with Cloudinary's messages. */
export function checkSignature(account: EmbeddedAccount, params: Params): void {
  const { signature, api_key: apiKey } = params;
  if (!signature) {
    throw new ProtocolError(
      400,
      params.upload_preset
        ? "Upload preset not found"
        : "Upload preset must be specified when using unsigned upload",
    );
  }
  if (!apiKey) throw new ProtocolError(401, "Missing required parameter - api_key");
  const known = [account, ...(account.former ?? [])].find((one) => safeEqual(one.apiKey, apiKey));
  if (!known) {
    throw new ProtocolError(401, `Invalid api_key ${printable(apiKey)}`);
  }
  const timestamp = /^\d{1,12}$/.test(params.timestamp ?? "") ? Number(params.timestamp) : null;
  if (timestamp === null) throw new ProtocolError(400, "Missing required parameter - timestamp");
  const signed = withoutTransport(params);
  if (![params, signed].some((texts) => verifySignature(texts, signature, known.apiSecret))) {
    const text = printable(stringToSign(signed, 2));
    throw new ProtocolError(401, `Invalid Signature ${printable(signature)}. String to sign - '${text}'.`);
  }
  if (!isFresh(timestamp, Date.now())) {
    const reported = new Date(timestamp * 1000)
      .toISOString()
      .replace("T", " ")
      .replace(/\.\d+Z$/, " +0000");
    const message = `Stale request - reported time is ${reported} which is more than 1 hour ago`;
    throw new ProtocolError(400, message);
  }
  // Ignoring a signed parameter would do something other than requested.
  const unknown = Object.keys(signed).find((name) => !supportedNames.has(name));
  if (unknown !== undefined) throw refusal(unknown, "this image host does not support it");
}
