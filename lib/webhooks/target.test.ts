import "#lib/testing/env/public.ts";
import { expect, test } from "vitest";
import { tried } from "#lib/testing/evidence/index.ts";
import { requireReachable } from "./target.ts";

test.each([
  "http://127.0.0.1:3000/",
  "http://localhost/",
  "http://[::1]/",
  "http://10.0.0.1/",
  "http://no.invalid/",
])("a service on a public address rejects %s, and the error names the field", async (url) => {
  tried("inside-addresses");
  await expect(requireReachable(url)).rejects.toMatchObject({
    code: "invalid_params",
    issues: [{ path: "url", message: expect.stringMatching(/could not be reached|port 80 or 443/) }],
  });
});
