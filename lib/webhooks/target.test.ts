import { expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { requireReachable } from "./target.ts";

useEnvironment({ BASE_URL: "https://photos.example" });

test.each([
  "http://127.0.0.1:3000/",
  "http://localhost/",
  "http://[::1]/",
  "http://10.0.0.1/",
  "http://no.invalid/",
])("a service on a public address rejects %s, and the error names the field", async (url) => {
  tried("inside-addresses");
  await expect(requireReachable(url, "somebody")).rejects.toMatchObject({
    code: "invalid_params",
    issues: [{ path: "url", message: expect.stringMatching(/could not be reached|port 80 or 443/) }],
  });
});
