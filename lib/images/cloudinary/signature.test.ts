import { v2 as cloudinary } from "cloudinary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDeliveryPath } from "./delivery-url.ts";
import { isFresh, isSignedDelivery, signDelivery, signParams, verifySignature } from "./signature.ts";

const sdkSign: (params: object, secret: string, algorithm: string, version: number) => string =
  cloudinary.utils.api_sign_request;

describe("upload signatures", () => {
  test("match the vendor's published vectors", () => {
    const vendor = { cloud_name: "dn6ot3ged", timestamp: "1568810420", username: "user@cloudinary.com" };
    const secret = "hdcixPpR2iKERPwqvH6sHdK9cyac";
    expect(signParams({ public_id: "sample_image", timestamp: "1315060510" }, "abcd")).toBe(
      "b4ad47fb4e25c7bf5f92a20089f9db59bc302313",
    );
    // The vendor's test vector also signs cloud_name, which upload calls omit: hence the other name here.
    expect(sdkSign(vendor, secret, "sha1", 2)).toBe("14c00ba6d0dfdedbc86b316847d95b9e6cd46d94");
    const lists = { timestamp: "1700000000", folder: "ps/u1", tags: "a,b" };
    expect(signParams(lists, "secret")).toBe("2fb051386c409c29f6f1dd04edd3e0c07910cf89");
    const ampersand = { timestamp: "1700000000", folder: "a&b" };
    expect(signParams(ampersand, "secret")).toBe("59306c961379a98ee7a124ddd4a90bf930d9f1e8");
    expect(signParams(ampersand, "secret", { version: 1 })).toBe("fb427f78f855ac42d724abcbe1e88f3efe183219");
  });

  test("equal those of the Cloudinary package for any parameters, both versions and both algorithms", () => {
    const value = fc.oneof(fc.string(), fc.constantFrom("a&b=c", "x=1&y=2", "%26", "ü/ß"));
    const params = fc.dictionary(fc.stringMatching(/^[a-z][a-z_]{0,12}$/), value, { maxKeys: 8 });
    fc.assert(
      fc.property(
        params,
        fc.constantFrom(1, 2),
        fc.constantFrom("sha1", "sha256"),
        (given, version, algorithm) => {
          const names = new Set(["file", "api_key", "resource_type", "cloud_name", "signature"]);
          const signed = Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name)));
          expect(signParams(given, "s3cret", { algorithm, version: version as 1 | 2 })).toBe(
            sdkSign(signed, "s3cret", algorithm, version),
          );
        },
      ),
    );
  });

  test("of version 2 do not cover parameters smuggled into a value", () => {
    const secret = "hdcixPpR2iKERPwqvH6sHdK9cyac";
    const honest = {
      notification_url: "https://fake.com/callback?a=1&tags=hello,world",
      timestamp: "1568810420",
    };
    const smuggled = {
      notification_url: "https://fake.com/callback?a=1",
      tags: "hello,world",
      timestamp: "1568810420",
    };
    expect(signParams(honest, secret)).not.toBe(signParams(smuggled, secret));
    expect(verifySignature(smuggled, signParams(honest, secret), secret)).toBe(false);
  });

  test("are rejected when any parameter, the secret or the signature differs", () => {
    const params = { folder: "inputs/u1", timestamp: "1700000000" };
    for (const algorithm of ["sha1", "sha256"] as const) {
      for (const version of [1, 2] as const) {
        const signature = signParams(params, "secret", { algorithm, version });
        expect(verifySignature(params, signature, "secret")).toBe(true);
        expect(verifySignature({ ...params, folder: "inputs/u2" }, signature, "secret")).toBe(false);
        expect(verifySignature({ ...params, eager: "w_1" }, signature, "secret")).toBe(false);
        expect(verifySignature(params, signature, "secret2")).toBe(false);
        expect(verifySignature(params, `${signature.slice(0, -1)}_`, "secret")).toBe(false);
        expect(verifySignature(params, "", "secret")).toBe(false);
      }
    }
  });

  test("are valid for one hour", () => {
    const now = 1_700_000_000_000;
    expect(isFresh(1_700_000_000 - 3600, now)).toBe(true);
    expect(isFresh(1_700_000_000 - 3601, now)).toBe(false);
    expect(isFresh(1_700_000_000 + 3601, now)).toBe(false);
  });
});

describe("delivery signatures", () => {
  test("match those of the Cloudinary package", () => {
    expect(signDelivery("c_crop,h_20,w_10/image.jpg", "b")).toBe("Ai4Znfl3");
    expect(signDelivery("image.jpg", "b")).toBe("--SjmNDA");
    const isSigned = (signature: string | null) => {
      const delivery = parseDeliveryPath(signature === null ? "image.jpg" : `s--${signature}--/image.jpg`);
      return delivery !== null && isSignedDelivery(delivery, "b");
    };
    expect(isSigned("--SjmNDA")).toBe(true);
    expect(isSigned("--SjmNDB")).toBe(false);
    expect(isSigned(null)).toBe(false);
    const long = signDelivery("image.jpg", "b", { algorithm: "sha256", length: 32 });
    expect(long).toHaveLength(32);
    expect(isSigned(long)).toBe(true);
  });
});
