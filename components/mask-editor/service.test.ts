import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFirstCutout } from "./service.ts";

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
beforeEach(() => void vi.stubGlobal("fetch", fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const refusal = (status: number, code: string) => Response.json({ error: { code } }, { status });
const estimate = (openId: string | null) =>
  Response.json({
    requests: [{ credits: 10, open_id: openId }],
    credits_remaining: { total: 100 },
  });

/** The calls for cut-outs are answered one after the other. */
function answer(openId: () => string | null, ...answers: (Response | null)[]): void {
  fetched.mockImplementation(async (url) => {
    if (url === "/api/v1/estimate") return estimate(openId());
    if (url.startsWith("/api/v1/generations/")) return Response.json({ status: "succeeded" });
    const next = answers.shift();
    if (!next) throw new TypeError("lost");
    return next;
  });
}

const keys = () =>
  fetched.mock.calls
    .filter(([url]) => url === "/api/v1/remove-bg")
    .map(([, { headers }]) => new Headers(headers).get("idempotency-key"));

test("a cut-out whose answer was lost is asked for under the same key until it is answered", async () => {
  const make = createFirstCutout("https://host.example/mug.jpg");
  answer(() => null, null, refusal(409, "idempotency_in_progress"), refusal(502, "generation_failed"));
  for (let click = 0; click < 3; click += 1) await expect(make()).rejects.toThrow();
  answer(() => null, Response.json({}), Response.json({}));
  await make();
  await make();
  const [first, ...others] = keys();
  expect(first).toMatch(/^\w{24}$/);
  expect(others.slice(0, 2)).toEqual([first, first]);
  // What was answered is another cut-out from then on, as one that failed and was refunded.
  expect(new Set(keys()).size).toBe(3);
});

test("a cut-out that is being made already is waited for", async () => {
  answer(() => "gen_1", Response.json({}));
  await createFirstCutout("https://host.example/mug.jpg")();
  expect(keys()).toEqual([]);
  expect(fetched.mock.calls.at(-1)?.[0]).toBe("/api/v1/generations/gen_1?wait=30");
});
