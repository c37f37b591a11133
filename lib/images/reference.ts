import { deliveryMarker, parseDeliveryPath } from "./cloudinary/delivery-url.ts";
import { isSameServer } from "./embedded/address.ts";
import { listAddresses, prefixOf, providers } from "./providers.ts";

/**
 * Rows store references to pictures, never URLs of this service: `embedded:embedded/image/upload/v1/inputs/u/x.jpg`,
 * `cloudinary:demo/image/upload/…`, i.e. host, account and delivery path. Any other URL is stored unchanged.
 */
const names = ["embedded", ...providers.map(({ name }) => name)].join("|");
const notation = new RegExp(`^((?:${names}):[^/]+)/(image/upload/.+)$`, "s");
/** Escapes other text that has the form of a reference. */
const external = "external:";
const reserved = new RegExp(`^(?:${names}|external):`);

/** A delivery URL of this service. */
interface OwnUrl {
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
  return stored.startsWith(external) ? stored.slice(external.length) : stored;
}

interface WithPictures {
  background?: { imageUrl?: string | undefined } | undefined;
  maskUrl?: string | undefined;
}

/** Settings or options with the pictures in the form stored in JSON, which is that of rows. */
export function withStoredPictures<Fields extends WithPictures>(fields: Fields): Fields {
  return mapPictures(fields, toStored);
}

/** Stored settings or options with the present URLs of their pictures. */
export function withPictureUrls<Fields extends WithPictures>(fields: Fields): Fields {
  return mapPictures(fields, toUrl);
}

function mapPictures<Fields extends WithPictures>(fields: Fields, map: (url: string) => string): Fields {
  const { background, maskUrl } = fields;
  return {
    ...fields,
    ...(background?.imageUrl !== undefined && {
      background: { ...background, imageUrl: map(background.imageUrl) },
    }),
    ...(maskUrl !== undefined && { maskUrl: map(maskUrl) }),
  };
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
function findOwn(url: string): OwnUrl | null {
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
