import { expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { GET } from "../../app/.well-known/security.txt/route.ts";

const ask = () => GET(new Request("http://localhost:3000/.well-known/security.txt"));

test("security.txt names the operator's contact and expires within a year; without a contact there is none", async () => {
  expect((await ask()).status).toBe(404);
  useEnvironment({ SELLER_ADDRESS: "1 Road; Town" });
  const response = await ask();
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const text = await response.text();
  expect(text).toContain("Contact: http://localhost:3000/contact\n");
  const days = (Date.parse(/Expires: (\S+)/.exec(text)?.[1] ?? "") - Date.now()) / 86_400_000;
  expect(days > 150 && days < 365).toBe(true);
});
