/** A Cloudinary account as configured by CLOUDINARY_URL. */
export interface CloudinaryAccount {
  cloudName: string;
  apiKey: string;
  apiSecret: string;
  /** Scheme and host (and path, if any) of the upload API. */
  uploadPrefix: string;
  signatureAlgorithm: "sha1" | "sha256";
  secure: boolean;
  secureDistribution: string | undefined;
  cname: string | undefined;
  privateCdn: boolean;
}

/**
 * Parses `cloudinary://key:secret@cloud[/secure-distribution][?option=value…]`, with the options of Cloudinary's own
 * libraries: upload_prefix, signature_algorithm, secure, secure_distribution, cname, private_cdn. Throws an Error
 * that names the fault and does not quote the URL.
 */
export function readCloudinaryUrl(text: string): CloudinaryAccount {
  if (!URL.canParse(text)) throw wrong("it is not a URL");
  const url = new URL(text);
  if (url.protocol !== "cloudinary:") throw wrong("it must begin with cloudinary://");
  const apiKey = decode(url.username);
  const apiSecret = decode(url.password);
  if (!url.hostname || !apiKey || !apiSecret)
    throw wrong("its form is cloudinary://API_KEY:API_SECRET@CLOUD_NAME");
  const option = (name: string) => url.searchParams.get(name) || undefined;
  const distribution = url.pathname.replace(/^\/+|\/+$/g, "");
  const uploadPrefix = (option("upload_prefix") ?? "https://api.cloudinary.com").replace(/\/+$/, "");
  if (!/^https?:\/\//.test(uploadPrefix) || !URL.canParse(uploadPrefix))
    throw wrong("upload_prefix is not an http(s) URL");
  const signatureAlgorithm = option("signature_algorithm") ?? "sha1";
  if (signatureAlgorithm !== "sha1" && signatureAlgorithm !== "sha256") {
    throw wrong("signature_algorithm must be sha1 or sha256");
  }
  return {
    cloudName: url.hostname,
    apiKey,
    apiSecret,
    uploadPrefix,
    signatureAlgorithm,
    secure: option("secure") !== "false",
    secureDistribution: option("secure_distribution") ?? (distribution || undefined),
    cname: option("cname"),
    privateCdn: option("private_cdn") === undefined ? distribution !== "" : option("private_cdn") === "true",
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function wrong(reason: string): Error {
  return new Error(`CLOUDINARY_URL is not usable: ${reason}`);
}
