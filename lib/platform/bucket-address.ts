/** A bucket with S3's protocol, and its credentials. */
export interface BucketAddress {
  endpoint: string;
  region: string;
  bucket: string;
  /** Prefix of all keys: empty, or folders each followed by a slash. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket is part of the path; else it is a subdomain of the endpoint. */
  isPathStyle: boolean;
  /** Shown to people and in logs; contains no credentials. */
  name: string;
}

export const bucketUrlForm = "s3://KEY:SECRET@endpoint/bucket/prefix?region=R";

/**
 * Parses `s3://KEY:SECRET@endpoint/bucket/prefix?region=R`; `s3+http://` for an endpoint without TLS,
 * `&style=virtual` for buckets as subdomains. Throws an Error that completes a sentence about the setting and does
 * not quote the URL, since it contains a secret.
 */
export function readBucketUrl(text: string): BucketAddress {
  const wrong = (what: string) =>
    new Error(
      `${what}: it must be ${bucketUrlForm} (s3+http:// for an endpoint without TLS), with key and secret ` +
        "percent-encoded",
    );
  if (!URL.canParse(text)) throw wrong("is no address");
  const url = new URL(text);
  if (!/^s3(\+http)?:$/.test(url.protocol)) throw wrong("does not begin with s3://");
  const [bucket = "", ...folders] = url.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  if (!url.username || !url.password) throw wrong("has no key and secret");
  if (!url.host || !bucket) throw wrong("has no endpoint or no bucket");
  const known = new Set(["region", "style"]);
  const unknown = [...url.searchParams.keys()].find((name) => !known.has(name));
  if (unknown !== undefined) throw wrong(`has the unknown parameter ${unknown}`);
  const style = url.searchParams.get("style") ?? "path";
  if (style !== "path" && style !== "virtual") throw wrong("has another style than path or virtual");
  return {
    endpoint: `${url.protocol === "s3+http:" ? "http" : "https"}://${url.host}`,
    region: url.searchParams.get("region") ?? "us-east-1",
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(""),
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    isPathStyle: style === "path",
    name: `s3://${url.host}/${[bucket, ...folders].join("/")}`,
  };
}
