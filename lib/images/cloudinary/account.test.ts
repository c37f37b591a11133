import { expect, test } from "vitest";
import { readCloudinaryUrl } from "./account.ts";

test.each([
  ["https://key:secret@cloud", /must begin with cloudinary/],
  ["cloudinary://cloud", /its form is/],
  ["cloudinary://key@cloud", /its form is/],
  ["cloudinary://:secret@cloud", /its form is/],
  ["cloudinary://", /its form is|not a URL/],
  ["cloudinary://key:secret@cloud?upload_prefix=ftp://x", /upload_prefix/],
  ["cloudinary://key:secret@cloud?signature_algorithm=md5", /signature_algorithm/],
])("rejects %s without showing the secret", (url, message) => {
  expect(() => readCloudinaryUrl(url)).toThrow(message);
  expect(() => readCloudinaryUrl(url)).not.toThrow(/secret@|:secret/);
});
