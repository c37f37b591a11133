import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { tried } from "#lib/testing/evidence/index.ts";
import { serveLocally } from "#lib/testing/local-server.ts";
import { SafeFetcher } from "../safe-fetch/fetcher.ts";
import { FetchBudget } from "./fetch-budget.ts";

const folder = await mkdtemp(path.join(tmpdir(), "fetch-budget-"));
let asked = 0;
const { port, close } = await serveLocally(
  createServer((request, response) => {
    asked += 1;
    if (request.url === "/elsewhere") response.writeHead(302, { location: "/nothing" }).end();
    else response.writeHead(request.url === "/picture" ? 200 : 404, { "content-type": "image/png" }).end("x");
  }),
);
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  close();
  await rm(folder, { recursive: true });
});

/** Loads like `loadSource`; any 200 response counts as a usable picture. */
function opened() {
  const fetcher = new SafeFetcher({
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    allowedTargets: new Set([`127.0.0.1:${port}`]),
  });
  const budget = new FetchBudget();
  let files = 0;
  return async (account: string, url: string): Promise<string> => {
    const { admit, succeeded } = budget.begin(account);
    files += 1;
    const target = path.join(folder, `${account}-${files}-${port}`);
    const fetched = fetcher.fetchImageTo(target, url.replace("PORT", String(port)), {
      caller: "test",
      admit,
      maxBytes: 100,
    });
    return await fetched.then(
      () => {
        succeeded();
        return "loaded";
      },
      (error: { code?: string }) => error.code ?? "failed",
    );
  };
}

test("failed fetches of an account from one IP address are limited to sixty a minute, under any host names", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  tried("starve", 70);
  const load = opened();
  asked = 0;
  const outcomes = await Promise.all(
    Array.from({ length: 70 }, (_, index) => load("usr_1", `http://h${index}.example.com:PORT/nothing`)),
  );
  expect(outcomes.filter((outcome) => outcome === "rate_limited")).toHaveLength(10);
  expect(asked).toBe(60);
  expect(await load("usr_1", "http://a.example.com:PORT/picture")).toBe("rate_limited");
  expect(await load("usr_2", "http://a.example.com:PORT/picture")).toBe("loaded");
  vi.setSystemTime(Date.now() + 2_000);
  const later = [0, 1, 2].map(() => load("usr_1", "http://a.example.com:PORT/nothing"));
  expect((await Promise.all(later)).filter((outcome) => outcome === "failed")).toHaveLength(2);
});

test("successful fetches do not count towards the limit, and each redirect does", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const load = opened();
  for (let round = 0; round < 100; round += 1) {
    expect(await load("usr_1", "http://a.example.com:PORT/picture")).toBe("loaded");
  }
  asked = 0;
  for (let round = 0; round < 31; round += 1) await load("usr_1", "http://a.example.com:PORT/elsewhere");
  expect(asked).toBe(60);
});
