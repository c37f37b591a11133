import { expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";

useEnvironment({ CLOUDINARY_URL: "cloudinary://key:secret@demo" });

const { imageHost } = await import("../index.ts");
const { handleImageHostRequest } = await import("./serve.ts");

test("with Cloudinary configured it is the image host, and the embedded one answers 404 to everything", async () => {
  expect(imageHost()).toMatchObject({ asksQuota: false });
  expect(imageHost().signUpload("inputs/u1").url).toContain("/demo/");
  for (const [method, path] of [
    ["GET", "embedded/image/upload/v1/x.jpg"],
    ["POST", "v1_1/embedded/image/upload"],
    ["OPTIONS", "v1_1/embedded/image/upload"],
  ] as const) {
    const request = new Request(`http://localhost:3000/embedded/images/${path}`, { method });
    expect((await handleImageHostRequest(request)).status).toBe(404);
  }
});
