import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { seededRandom, shuffle } from "#lib/testing/random.ts";
import { type Fault, fail, faultProblems, seen } from "./check.ts";
import { allOperations } from "./derived.ts";
import type { Case } from "./suite.ts";
import type { Answer, Sent } from "./wire.ts";
import type { World } from "./world.ts";

const app = fileURLToPath(new URL("../../app", import.meta.url));
const apiMethods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];
const pageMethods = ["GET", "HEAD", "OPTIONS"];

/**
 * Requests of a stranger to every path, in an order that the seed decides: which route is loaded first must not
 * matter to any other one.
 */
export async function routes(world: World, seed: number): Promise<Case[]> {
  const paths = [
    ...new Set([...allOperations.map(([, { path }]) => exampleOf(path)), ...(await filePaths())]),
  ];
  const requests = paths.flatMap((path) =>
    (path.startsWith("/api/") ? apiMethods : pageMethods).map((method) => ({ method, path })),
  );
  return shuffle(seededRandom(seed), requests).map(({ method, path }) => ({
    subject: path,
    name: `${method} without a key`,
    async run() {
      const sent = method === "POST" ? { headers: { "content-type": "application/json" }, body: "{}" } : {};
      const answer = await world.send({ method, path, ...sent });
      checkStranger(method, path, answer);
    },
  }));
}

function checkStranger(method: string, path: string, answer: Answer): void {
  const problems: string[] = [];
  const { status, headers, json } = answer;
  if (status >= 500) problems.push("no status of 500 or more");
  if (!/^req_\w{22}$/.test(headers.get("x-request-id") ?? "")) problems.push("X-Request-Id");
  if (headers.get("x-content-type-options") !== "nosniff") problems.push("X-Content-Type-Options: nosniff");
  const isOurs = /^\/api\/(?!auth\/)/.test(path) && method !== "HEAD";
  const error = (json as { error?: Fault } | undefined)?.error;
  if (isOurs && status >= 400) {
    if (error?.code === undefined) problems.push("an error body");
    else problems.push(...faultProblems(answer, error));
  }
  const operation = allOperations.find(
    ([, one]) => one.method === method && exampleOf(one.path) === path,
  )?.[1];
  if (operation?.missingKeyCode && status !== 401) problems.push("status 401");
  if (method === "OPTIONS" && isOurs && status < 400 && !headers.get("allow")) problems.push("Allow");
  fail(answer, problems);
}

const exampleOf = (path: string) => path.replaceAll(/\{\w+\}/g, "unknown");

/** The paths of all route and page files. */
async function filePaths(): Promise<string[]> {
  const files = (await readdir(app, { recursive: true })).map((file) => file.replaceAll("\\", "/"));
  return files
    .filter((file) => /(^|\/)(route\.ts|page\.tsx)$/.test(file))
    .map((file) => {
      const parts = file.split("/").slice(0, -1);
      const named = parts.filter((part) => !part.startsWith("("));
      return `/${named.map((part) => part.replace(/^\[+[.\w]+\]+$/, "unknown")).join("/")}`;
    });
}

/** Requests that frameworks tend to answer in their own way. */
export function pages(world: World): Case[] {
  const foreign = { origin: "https://elsewhere.example", "next-action": "0".repeat(42) };
  const form = { "content-type": "multipart/form-data; boundary=x" };
  const plain = { "content-type": "text/plain" };
  const forms: Record<string, Partial<Sent>> = {
    "an action of another origin": { headers: { ...foreign, ...plain }, body: "[]" },
    "an unknown action": { headers: { "next-action": "0".repeat(42), ...plain }, body: "[]" },
    "a form of another origin": { headers: { ...foreign, ...form }, body: "--x--\r\n" },
    "a broken form": { headers: { ...form, origin: world.baseUrl }, body: "--x\r\n" },
  };
  const one = (path: string, name: string, sent: Partial<Sent>): Case => ({
    subject: path,
    name,
    async run() {
      const answer = await world.send({ method: "POST", path, ...sent });
      fail(answer, answer.status >= 500 ? ["a status below 500"] : []);
    },
  });
  const reads = (headers: Record<string, string>) => ({ method: "GET", headers: { rsc: "1", ...headers } });
  return [
    ...["/", "/sign-in", "/docs", "/studio", "/billing", "/contact"].flatMap((path) =>
      Object.entries(forms).map(([name, sent]) => one(path, name, sent)),
    ),
    one("/docs", "a broken router state", reads({ "next-router-state-tree": "%zz" })),
    one("/photos", "a prefetch", reads({ "next-router-prefetch": "1" })),
  ];
}

/** Paths below /api that do not exist, or are not written as they should be. */
export async function paths(world: World): Promise<Case[]> {
  const { json } = await world.send({ method: "GET", path: "/api/v1/plans" });
  const isSelling = (json as { billing?: string } | undefined)?.billing !== "off";
  const wrong: (Partial<Sent> & { path: string; reason: string })[] = [
    { path: "/api/try?style=studio", method: "POST", reason: "tryout_from_elsewhere" },
    {
      path: "/api/webhooks/stripe",
      method: "POST",
      body: "{}",
      reason: isSelling ? "stripe_event_refused" : "billing_off",
    },
    { path: "/api/v1/nothing-like-it", reason: "path_unknown" },
    { path: "/api/v1/credit", reason: "path_unknown" },
    { path: "/api/v1/generations/%c3%28", reason: "path_undecodable" },
    { path: "/API/v1/credits", reason: "path_in_capitals" },
  ];
  return wrong.map(({ path, reason, ...sent }) => ({
    subject: path,
    name: reason,
    async run() {
      const answer = await world.send({ method: "GET", path, ...sent });
      const fault = (answer.json as { error?: Fault } | undefined)?.error;
      if (!fault) return fail(answer, ["an error body"]);
      const problems = faultProblems(answer, fault);
      if (fault.reason !== reason) problems.push(`reason ${reason}`);
      fail(answer, problems);
      seen.reasons.add(reason);
    },
  }));
}
