import { listAddresses, prefixOf } from "./addresses.ts";
import { deliveryMarker, parseDeliveryPath } from "./cloudinary/delivery-url.ts";
import { isSameServer } from "./embedded/address.ts";
import { providers } from "./providers.ts";

/**
 * Rows store references to pictures, never URLs of this service: `embedded:embedded/image/upload/v1/inputs/u/x.jpg`,
 * `cloudinary:demo/image/upload/…`, i.e. host, account and delivery path. Any other URL is stored unchanged.
 */
const names = ["embedded", ...providers.map(({ name }) => name)].join("|");
const notation = new RegExp(`^((?:${names}):[^/]+)/(image/upload/.+)$`, "s");
/** Escapes other text that has the form of a reference. */
const external = "external:";
const reserved = new RegExp(`^(?:${names}|external):`);

/** A delivery URL of this service, with a present or former prefix. */
export interface OwnUrl {
  account: string;
  /** The part from `image/upload/` on, as in the URL, without query and fragment. */
  path: string;
  /** Query and fragment. */
  rest: string;
}

/** Converts a URL to the form stored in rows. */
export function toStored(url: string): string {
  const own = findOwn(url);
  if (own) return `${own.account}/${own.path}${own.rest}`;
  return reserved.test(url) ? `${external}${url}` : url;
}

/** Converts the form stored in rows to the present URL. */
export function toUrl(stored: string): string {
  const [, account, path] = notation.exec(stored) ?? [];
  if (account !== undefined && path !== undefined) return `${prefixOf(account)}${path}`;
  return stored.startsWith(external) ? stored.slice(external.length) : presentUrl(stored);
}

/** Rewrites a URL of this service to its present prefix; returns other URLs unchanged. */
export function presentUrl(url: string): string {
  const own = findOwn(url);
  return own ? `${prefixOf(own.account)}${own.path}${own.rest}` : url;
}

interface WithBackground {
  background?: { imageUrl?: string | undefined } | undefined;
}

/** Settings or options with the background's present URL: JSON in rows contains the URL of its time. */
export function withPresentBackground<Fields extends WithBackground>(fields: Fields): Fields {
  const { background } = fields;
  if (background?.imageUrl === undefined) return fields;
  return { ...fields, background: { ...background, imageUrl: toUrl(background.imageUrl) } };
}

/** All forms in which rows may store the picture of a URL: the reference, or a URL with a former prefix. */
export function storedForms(url: string): string[] {
  const own = findOwn(url);
  if (!own) return [toStored(url)];
  const prefixes = listAddresses().flatMap(({ account, prefix }) =>
    account === own.account ? [prefix] : [],
  );
  return [...new Set([toStored(url), url, ...prefixes.map((prefix) => `${prefix}${own.path}${own.rest}`)])];
}

const namesUrl = /(?:_url|Url)$/;

/** A stored response or event with the present URLs: rewrites our own delivery URLs and references in its fields. */
export function withPresentUrls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPresentUrls);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => {
    // Metadata is the caller's text and stays unchanged.
    if (name === "metadata") return [name, field];
    return [name, typeof field === "string" && namesUrl.test(name) ? toUrl(field) : withPresentUrls(field)];
  });
  return Object.fromEntries(fields);
}

/** The same key for all URLs of a picture and transformation, whatever their host and version. */
export function pictureKeyOf(url: string): string {
  const own = findOwn(url);
  const path = own && parseDeliveryPath(own.path.slice(deliveryMarker.length));
  return path ? `${path.transformation}|${path.publicId}` : url;
}

interface Known {
  account: string;
  own: URL;
}

let known: { of: ReturnType<typeof listAddresses>; list: Known[] } | undefined;

function knownUrls(): Known[] {
  const of = listAddresses();
  if (known?.of === of) return known.list;
  const list = of.map(({ account, prefix }) => ({ account, own: new URL(`${prefix}${deliveryMarker}`) }));
  known = { of, list };
  return list;
}

/** Parses a delivery URL of this service; null for any other text. Only known prefixes count. */
export function findOwn(url: string): OwnUrl | null {
  if (!url.includes(deliveryMarker) || !URL.canParse(url)) return null;
  const given = new URL(url);
  if (given.username || given.password) return null;
  for (const { account, own } of knownUrls()) {
    if (!given.pathname.startsWith(own.pathname) || !isAt(account, given, own)) continue;
    const path = given.pathname.slice(own.pathname.length);
    if (!parseDeliveryPath(path)) return null;
    return { account, path: `${deliveryMarker}${path}`, rest: `${given.search}${given.hash}` };
  }
  return null;
}

/** Cloudinary delivers over both protocols. */
function isAt(account: string, given: URL, own: URL): boolean {
  if (account.startsWith("embedded:")) return isSameServer(given, own);
  return /^https?:$/.test(given.protocol) && given.host === own.host;
}
