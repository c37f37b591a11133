import { expect, test } from "vitest";
import { readBucketUrl } from "./bucket-address.ts";
import { readEnvironment } from "./env.ts";

const secret = "sec/ret+with=signs";
const url = (rest: string, scheme = "s3") => `${scheme}://KEY:${encodeURIComponent(secret)}@${rest}`;

test("a bucket address is parsed with or without folders, TLS and buckets as subdomains", () => {
  expect(readBucketUrl(url("s3.eu.example/photos?region=eu"))).toEqual({
    endpoint: "https://s3.eu.example",
    region: "eu",
    bucket: "photos",
    prefix: "",
    isPathStyle: true,
    accessKeyId: "KEY",
    secretAccessKey: secret,
    name: "s3://s3.eu.example/photos",
  });
  expect(readBucketUrl(url("127.0.0.1:9000/b/one/two%20?style=virtual", "s3+http"))).toMatchObject({
    endpoint: "http://127.0.0.1:9000",
    region: "us-east-1",
    bucket: "b",
    prefix: "one/two /",
    isPathStyle: false,
    name: "s3://127.0.0.1:9000/b/one/two ",
  });
});

test.each<[Record<string, string>, RegExp]>([
  [{ STORAGE_URL: "photos" }, /STORAGE_URL is no address: it must be s3:\/\/KEY/],
  [{ STORAGE_URL: "https://KEY:secret@host/bucket" }, /STORAGE_URL does not begin with s3:\/\//],
  [{ STORAGE_URL: "s3://host/bucket" }, /STORAGE_URL has no key and secret/],
  [{ STORAGE_URL: url("host") }, /STORAGE_URL has no endpoint or no bucket/],
  [{ STORAGE_URL: url("host/b?regoin=eu") }, /STORAGE_URL has the unknown parameter regoin/],
  [{ STORAGE_URL: url("host/b?style=other") }, /another style than path or virtual/],
  [{ DELIVERY: "redirect" }, /STORAGE_URL missing: DELIVERY=redirect/],
  [{ STORAGE_CACHE_MB: "500" }, /STORAGE_URL missing: STORAGE_CACHE_MB/],
  [{ STORAGE_PUBLIC_URL: "ftp://x", STORAGE_URL: url("h/b") }, /STORAGE_PUBLIC_URL/],
])("%o is rejected, and the error contains no secret", (source, problem) => {
  const read = () => readEnvironment(source);
  expect(read).toThrow(problem);
  for (const word of [secret, encodeURIComponent(secret)]) expect(read).not.toThrow(word);
});

test("bucket settings are read, and without them no bucket is used", () => {
  const settings = {
    STORAGE_URL: url("h/b/p"),
    DELIVERY: "redirect",
    STORAGE_PUBLIC_URL: "https://cdn.example",
  };
  expect(readEnvironment(settings)).toMatchObject({ ...settings, STORAGE_CACHE_MB: 2048 });
  expect(readEnvironment({})).toMatchObject({ DELIVERY: "proxy" });
  expect(readEnvironment({}).STORAGE_URL).toBeUndefined();
});
